"""The site map of a club's own pages and of people; those that show games stand in tables/urls.py."""

from django.urls import path

from . import addresses as addresses  # <row:...>
from .club_views import dues, evenings, founding, invitations, members, roster
from .people import me, players

club_patterns = [
    path("clubs/new/", founding.found, name="found"),
    path("invited/<str:token>/", founding.invited, name="invited"),
    path("clubs/join/<str:token>/", invitations.join, name="join"),
    # one club
    path("c/<slug:slug>/settings/", founding.settings, name="settings"),
    path("c/<slug:slug>/delete/", founding.delete, name="delete"),
    path("c/<slug:slug>/members/", members.members, name="members"),
    path("c/<slug:slug>/members/<row:account>/", members.member, name="member"),
    path("c/<slug:slug>/leave/", members.leave, name="leave"),
    path("c/<slug:slug>/invitations/", invitations.invitations, name="invitations"),
    path("c/<slug:slug>/invitations/<row:number>/revoke/", invitations.revoke, name="revoke"),
    path("c/<slug:slug>/players/", roster.roster, name="roster"),
    path("c/<slug:slug>/dues/", dues.dues, name="dues"),
    path("c/<slug:slug>/players/different/", roster.different, name="different"),
    path("c/<slug:slug>/evenings/new/", evenings.new_evening, name="new_evening"),
    path("c/<slug:slug>/evenings/<row:number>/edit/", evenings.edit_evening, name="edit_evening"),
    path("c/<slug:slug>/evenings/<row:number>/delete/", evenings.delete_evening, name="delete_evening"),
]

people_patterns = [
    # me
    path("me/", me.me, name="me"),
    path("me/name/", me.name, name="my_name"),
    path("me/sign-out-everywhere/", me.sign_out_everywhere, name="sign_out_everywhere"),
    path("me/hide/", me.hide, name="hide_me"),
    path("me/roster/<slug:slug>/", players.join_roster, name="join_roster"),
    path("me/personal-data.json", me.export, name="export"),
    path("me/remove/", me.remove, name="remove_me"),
    # the players in reach
    path("players/", players.players, name="players"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/hide/", players.hide, name="hide_player"),
    path("players/<int:pk>/take-in/", players.take_in, name="take_in"),
    path("players/<int:pk>/give/", players.give, name="give_player"),
    path("players/<int:pk>/let-go/", players.let_go, name="let_go"),
    path("players/<int:pk>/forget/", players.forget, name="forget_player"),
    path("players/<int:pk>/keep/", players.keep, name="keep_name"),
    path("players/<int:pk>/merge/", players.merge_players, name="merge"),
    path("players/merges/<int:pk>/undo/", players.undo_merging, name="undo_merge"),
]
