"""Addresses for the table without a network."""

from django.urls import path

from mahjongclub.tables import addresses as addresses  # before any <code:...>

from . import views

app_name = "offline"

urlpatterns = [
    path("phone/", views.phone, name="phone"),
    path("offline/engine.json", views.what_to_fetch, name="engine"),
    path("offline/engine/", views.engine_file, {"path": ""}, name="engine_files"),
    path("offline/engine/<path:path>", views.engine_file, name="engine_file"),
    path("offline/open/", views.open_table, name="open"),
    path("t/<code:code>/copy/", views.copy, name="copy"),
    path("t/<code:code>/copy/back/", views.come_back, name="come_back"),
    path("t/<code:code>/copy/differs/", views.differs, name="differs"),
]
