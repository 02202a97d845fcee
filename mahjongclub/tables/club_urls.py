"""The site map of what a club plays; its other pages stand in clubs/club_urls.py."""

from django.urls import path

from mahjongclub.clubs import addresses as club_addresses  # noqa: F401  # <row:...>

from . import addresses as addresses  # <code:...>
from .views import attaching, club, club_games, evening, house_rules, paper, sheet_entry, wall_display

urlpatterns = [
    path("c/<slug:slug>/", club.club, name="club"),
    path("c/<slug:slug>/games/", club_games.games, name="club_games"),
    path("c/<slug:slug>/games/<code:code>/", club_games.game, name="club_game"),
    path("c/<slug:slug>/results/new/", paper.new_result, name="new_result"),
    path("c/<slug:slug>/sheet/<slug:variant>/", sheet_entry.club_sheet_entry, name="club_sheet_entry"),
    path("c/<slug:slug>/results/<code:code>/", paper.correct_result, name="correct_result"),
    path("c/<slug:slug>/results/<code:code>/delete/", paper.delete_result, name="delete_result"),
    # an evening
    path("c/<slug:slug>/evenings/<row:number>/", evening.evening, name="evening"),
    path("c/<slug:slug>/evenings/<row:number>/clock/", evening.clock, name="evening_clock"),
    path("c/<slug:slug>/evenings/<row:number>/clock/turn/", evening.turn_clock, name="turn_evening_clock"),
    # its own rules
    path("c/<slug:slug>/rules/", house_rules.all_rules, name="house_rules"),
    path("c/<slug:slug>/rules/new/", house_rules.new_rules, name="new_house_rules"),
    path("c/<slug:slug>/rules/<row:number>/", house_rules.one_rules, name="one_house_rules"),
    path("c/<slug:slug>/rules/<row:number>/delete/", house_rules.delete, name="delete_house_rules"),
    # the wall
    path("c/<slug:slug>/wall/", club.wall_link, name="wall_link"),
    path("wall/<slug:slug>/", wall_display.wall, name="wall"),
    path("wall/<slug:slug>/<row:number>/", wall_display.wall, name="evening_wall"),
    # a session that is to belong to a club
    path("t/<code:code>/club/", attaching.attach, name="attach"),
]
