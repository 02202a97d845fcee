from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _

from mahjongclub.help.elision import install_french_elision


class TablesConfig(AppConfig):
    name = "mahjongclub.tables"
    label = "tables"
    verbose_name = _("Sessions")

    def ready(self) -> None:
        """Have every part hear what it listens to: each app's `receivers`, where it has some.

        French words elide before names in every text from now on.
        """
        install_french_elision()
        autodiscover_modules("receivers")
