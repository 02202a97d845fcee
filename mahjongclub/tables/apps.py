from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "mahjongclub.tables"
    label = "tables"
    verbose_name = _("Sessions")

    def ready(self) -> None:
        """Say to the streams how alarms are read."""
        from mahjongclub.live import tell_alarms_by

        from .alarms import alarms_for_bell

        tell_alarms_by(alarms_for_bell)
