"""The site map of the host's pages."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>

from . import backups, clubs, coming_in

app_name = "hosting"

urlpatterns = [
    path("host/", coming_in.choices, name="choices"),
    path("host/clubs/", clubs.clubs, name="clubs"),
    path("host/clubs/<row:number>/", clubs.club, name="club"),
    path("host/clubs/<row:number>/lock/", clubs.lock, name="lock"),
    path("host/backups/", backups.backups, name="backups"),
    path("host/backups/make/", backups.make, name="make_backup"),
    path("host/backups/bring/", backups.bring, name="bring"),
    path("host/backups/bring/<str:ticket>/", backups.upload, name="upload"),
    path("host/backups/<str:name>/", backups.backup, name="backup"),
    path("host/backups/<str:name>/file/", backups.fetch, name="fetch_backup"),
    path("host/backups/<str:name>/restore/", backups.restore, name="restore_backup"),
    path("host/invitations/", coming_in.invitations, name="invitations"),
    path("host/invitations/<row:number>/revoke/", coming_in.revoke, name="revoke"),
]
