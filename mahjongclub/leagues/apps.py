from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "mahjongclub.leagues"

    def ready(self) -> None:
        """Hear of every session whose result changes."""
        from . import following

        following.begin()
