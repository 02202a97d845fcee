"""The site map of the people of an event."""

from django.urls import path

from mahjongclub.clubs import club_urls as club_urls  # before any <row:...>

from . import desk, list_views, views

app_name = "entries"

ONE = "c/<slug:slug>/tournaments/<row:pk>/"

urlpatterns = [
    # for strangers
    path(f"{ONE}entry/", views.enter, name="enter"),
    # by a link of somebody's own
    path("entry/<row:number>/<str:own_token>/", views.own, name="own"),
    path("badge/<row:number>/<str:badge_token>/", views.badge, name="badge"),
    # for organisers
    path(f"{ONE}entrants/", desk.people, name="people"),
    path(f"{ONE}entrants/settings/", desk.settings, name="settings"),
    path(f"{ONE}entrants/new/", desk.new, name="new"),
    path(f"{ONE}entrants/list/", list_views.listed, name="listed"),
    path(f"{ONE}entrants/selected/", desk.selected, name="selected"),
    path(f"{ONE}entrants/players/", desk.players, name="players"),
    path(f"{ONE}entrants/<row:number>/", desk.person, name="person"),
    path(f"{ONE}entrants/<row:number>/tick/", desk.tick, name="tick"),
]
