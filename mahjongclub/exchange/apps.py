from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExchangeConfig(AppConfig):
    name = "mahjongclub.exchange"
    label = "exchange"
    verbose_name = _("Files out and in")

    def ready(self) -> None:
        """Count the changes of evenings, for calendars."""
        from django.db.models.signals import post_save

        from mahjongclub.clubs.models import Evening

        from .out.calendar import follow_evening

        post_save.connect(follow_evening, sender=Evening, dispatch_uid="count the changes of an evening")
