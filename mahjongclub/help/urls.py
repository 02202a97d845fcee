"""The addresses of the help; none of them needs a table."""

from django.urls import path

from . import views

app_name = "help"

urlpatterns = [
    path("help/", views.choose_game, name="games"),
    path("help/app/", views.show_app_help, name="app"),
    path("help/<slug:variant>/", views.show_game, name="game"),
    path("help/<slug:variant>/tiles/", views.show_tiles, name="tiles"),
]
