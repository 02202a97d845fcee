"""The addresses of a hand's worth; the names of games stand beside the pages of their steps."""

from django.urls import path

from mahjongclub.tables import addresses  # noqa: F401  # <code:...> and <hand:...>

from . import practice, views

app_name = "worth"

urlpatterns = [
    path("value/", views.games, name="games"),
    path("value/<slug:variant>/", views.value, name="value"),
    path("value/<slug:variant>/options/", views.options, name="options"),
    path("value/<slug:variant>/<slug:page>/", views.step, name="step"),
    path("practice/", practice.games, name="practice_games"),
    path("practice/<slug:variant>/", practice.practice, name="practice"),
    path("t/<code:code>/why/<hand:number>/", views.why, name="why"),
]
