"""The addresses of a hand's worth; the names of games stand beside the pages of their steps."""

from django.urls import path

from mahjongclub.tables import addresses  # noqa: F401  # <code:...> and <hand:...>

from . import practice, views

app_name = "worth"

urlpatterns = [
    path("value/", views.choose_worth_game, name="games"),
    path("value/<slug:variant>/", views.value_hand, name="value"),
    path("value/<slug:variant>/options/", views.change_options, name="options"),
    path("value/<slug:variant>/<slug:page>/", views.show_step, name="step"),
    path("practice/", practice.choose_practice_game, name="practice_games"),
    path("practice/<slug:variant>/", practice.guess_score, name="practice"),
    path("t/<code:code>/why/<hand:number>/", views.open_hand_value, name="why"),
]
