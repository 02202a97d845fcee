"""The site map of a club's own pages and of people; those that show games stand in tables/urls.py."""

from django.urls import path

from . import addresses as addresses  # <row:...>
from .club_views import dues, evenings, founding, invitations, members, roster
from .people import me, players

club_patterns = [
    path("clubs/new/", founding.start_club, name="found"),
    path("invited/<str:token>/", founding.show_server_invitation, name="invited"),
    path("clubs/join/<str:token>/", invitations.accept_invitation, name="join"),
    # one club
    path("c/<slug:slug>/settings/", founding.edit_club_settings, name="settings"),
    path("c/<slug:slug>/delete/", founding.dissolve_club, name="delete"),
    path("c/<slug:slug>/members/", members.list_members, name="members"),
    path("c/<slug:slug>/members/<row:account>/", members.edit_member, name="member"),
    path("c/<slug:slug>/leave/", members.leave_club, name="leave"),
    path("c/<slug:slug>/invitations/", invitations.manage_invitations, name="invitations"),
    path("c/<slug:slug>/invitations/<row:number>/revoke/", invitations.revoke_invitation, name="revoke"),
    path("c/<slug:slug>/players/", roster.edit_roster, name="roster"),
    path("c/<slug:slug>/dues/", dues.edit_paid_until, name="dues"),
    path("c/<slug:slug>/players/different/", roster.mark_different_people, name="different"),
    path("c/<slug:slug>/evenings/new/", evenings.create_evenings, name="new_evening"),
    path("c/<slug:slug>/evenings/<row:number>/edit/", evenings.edit_evening, name="edit_evening"),
    path("c/<slug:slug>/evenings/<row:number>/delete/", evenings.delete_evening, name="delete_evening"),
]

people_patterns = [
    # me
    path("me/", me.show_my_page, name="me"),
    path("me/name/", me.change_my_name, name="my_name"),
    path("me/sign-out-everywhere/", me.sign_out_my_other_devices, name="sign_out_everywhere"),
    path("me/hide/", me.show_or_hide_my_name, name="hide_me"),
    path("me/roster/<slug:slug>/", players.claim_or_create_own_player, name="join_roster"),
    path("me/personal-data.json", me.export_my_data, name="export"),
    path("me/remove/", me.delete_my_account, name="remove_me"),
    # the players in reach
    path("players/", players.list_players, name="players"),
    path("players/<int:pk>/", players.edit_player, name="player"),
    path("players/<int:pk>/hide/", players.show_or_hide_player, name="hide_player"),
    path("players/<int:pk>/take-in/", players.add_guest_to_roster, name="take_in"),
    path("players/<int:pk>/give/", players.give_player_to_account, name="give_player"),
    path("players/<int:pk>/let-go/", players.unlink_player, name="let_go"),
    path("players/<int:pk>/forget/", players.schedule_player_name_erasure, name="forget_player"),
    path("players/<int:pk>/keep/", players.keep_player_name, name="keep_name"),
    path("players/<int:pk>/merge/", players.merge_players, name="merge"),
    path("players/merges/<int:pk>/undo/", players.undo_merging, name="undo_merge"),
]
