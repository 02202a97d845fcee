"""The addresses of the wall and of what lies over a stream."""

from django.urls import path

from mahjongclub.tables import addresses  # noqa: F401  # <code:...> and <row:...>

from . import views

app_name = "displays"

urlpatterns = [
    path("c/<slug:slug>/wall/", views.wall_link, name="wall_link"),
    path("wall/<slug:slug>/", views.wall, name="wall"),
    path("wall/<slug:slug>/<row:number>/", views.wall, name="evening_wall"),
    path("t/<code:code>/overlay/<slug:token>/", views.show_table_overlay, name="overlay"),
]
