from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExchangeConfig(AppConfig):
    name = "mahjongclub.exchange"
    label = "exchange"
    verbose_name = _("Files out and in")
