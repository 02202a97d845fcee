from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "mahjongclub.tables"
    label = "tables"
