from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DebtsConfig(AppConfig):
    name = "mahjongclub.debts"
    label = "debts"
    verbose_name = _("Who owes whom")
