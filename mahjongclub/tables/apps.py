from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "mahjongclub.tables"
    label = "tables"
    verbose_name = _("Sessions")

    def ready(self) -> None:
        """Have every part hear what it listens to: each app's `receivers`, where it has some."""
        autodiscover_modules("receivers")
