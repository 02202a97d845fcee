from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "mahjongclub.clubs"
    label = "clubs"
    verbose_name = _("People and clubs")
