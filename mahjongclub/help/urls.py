"""The addresses of the help; none of them needs a table."""

from django.urls import path

from . import views

app_name = "help"

urlpatterns = [
    path("help/", views.games, name="games"),
    path("help/app/", views.app, name="app"),
    path("help/<slug:variant>/", views.game, name="game"),
    path("help/<slug:variant>/tiles/", views.tiles, name="tiles"),
]
