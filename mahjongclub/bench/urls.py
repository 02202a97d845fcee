"""The site map of a server that is measured: everything the app has, and the floor."""

from django.urls import include, path

from .floor import floor

urlpatterns = [
    path("", include("mahjongclub.urls")),
    path("bench/floor/<code:code>/", floor),
]
