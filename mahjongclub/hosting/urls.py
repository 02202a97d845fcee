"""The site map of the host's pages."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>

from . import clubs, coming_in

app_name = "hosting"

urlpatterns = [
    path("host/", coming_in.choices, name="choices"),
    path("host/clubs/", clubs.clubs, name="clubs"),
    path("host/clubs/<row:number>/", clubs.club, name="club"),
    path("host/clubs/<row:number>/lock/", clubs.lock, name="lock"),
    path("host/invitations/", coming_in.invitations, name="invitations"),
    path("host/invitations/<row:number>/revoke/", coming_in.revoke, name="revoke"),
]
