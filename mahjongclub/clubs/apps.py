from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "mahjongclub.clubs"
    label = "clubs"
