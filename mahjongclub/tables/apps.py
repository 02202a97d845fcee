from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "mahjongclub.tables"
    label = "tables"

    def ready(self) -> None:
        """Say to the streams how alarms are read."""
        from mahjongclub.live import tell_alarms_by

        from .alarms import alarms_for_bell

        tell_alarms_by(alarms_for_bell)
