"""The site map of a club's own pages; those that show games stand in tables/urls.py."""

from django.urls import path

from . import addresses as addresses  # <row:...>
from .club_views import dues, evenings, founding, invitations, members, roster

app_name = "clubs"

urlpatterns = [
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
