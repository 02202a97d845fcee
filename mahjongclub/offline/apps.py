"""The app of the table without a network."""

from django.apps import AppConfig


class OfflineConfig(AppConfig):
    name = "mahjongclub.offline"
