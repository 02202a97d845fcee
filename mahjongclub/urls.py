"""The site map; each app tells its own part."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from mahjongclub.demo.sign_in import sign_in

handler500 = "mahjongclub.server.trouble.server_error"

# the made-up club's one link, in a demonstration alone
DEMO = [path("demo/<str:token>/", sign_in, name="demo_sign_in")] if settings.DEMO_TOKEN else []

urlpatterns = [
    *DEMO,
    path("", include("mahjongclub.server.well_known")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("account/", include("mahjongclub.clubs.accounts.urls")),
    path("", include("mahjongclub.hosting.urls")),
    path("", include("mahjongclub.clubs.club_urls")),
    path("", include("mahjongclub.offline.urls")),
    path("", include("mahjongclub.clubs.people.urls")),
    path("", include("mahjongclub.help.urls")),
    path("", include("mahjongclub.worth.urls")),
    path("", include("mahjongclub.tables.urls")),
    path("", include("mahjongclub.seasons.urls")),
    path("", include("mahjongclub.events.urls")),
    path("", include("mahjongclub.nights.urls")),
    path("", include("mahjongclub.events.registration.urls")),
    path("", include("mahjongclub.sheets.urls")),
    path("", include("mahjongclub.exchange.urls")),
    path("", include("mahjongclub.outbox.urls")),
    path("", include("mahjongclub.debts.urls")),
    path("", include("mahjongclub.cards.urls")),
    path("", include("mahjongclub.guide.urls")),
]
