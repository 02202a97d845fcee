"""The site map of what goes out of a club, and of what comes in."""

from django.urls import include, path

from mahjongclub.clubs import addresses as club_addresses  # noqa: F401  # <row:...>
from mahjongclub.tables import addresses as addresses  # <code:...>

from .archive import views as archive_views
from .exporting import api, pages
from .importing import views

outgoing = [
    path("c/<slug:slug>/export/", pages.choose_export, name="export"),
    path("c/<slug:slug>/export/sheet/", pages.export_sheet, name="sheet"),
    path("c/<slug:slug>/export/archive/", pages.start_archive, name="begin_archive"),
    path("c/<slug:slug>/export/archive/<row:number>/", pages.show_archive, name="archive"),
    path("c/<slug:slug>/export/archive/<row:number>/file/", pages.download_archive, name="fetch_archive"),
    path("c/<slug:slug>/attendance/sheet/", pages.export_attendance, name="attendance_sheet"),
    path("c/<slug:slug>/players/sheet/", pages.export_roster, name="roster_sheet"),
    path("c/<slug:slug>/games/<code:code>/record.json", pages.export_record, name="record"),
    path(
        "c/<slug:slug>/tournaments/<row:pk>/federation.xls",
        pages.download_federation_book,
        name="federation_book",
    ),
    path("c/<slug:slug>/tournaments/<row:pk>/event.zip", pages.download_event_files, name="event_files"),
    path("c/<slug:slug>/calendar/", pages.show_or_renew_calendar_link, name="calendar"),
    path("c/<slug:slug>/calendar.ics", pages.download_calendar, name="calendar_feed"),
    # results of public clubs, for other people's programs
    path("api/", api.show_api_documentation, name="api"),
    path("api/1/clubs/", api.read_clubs, name="api_clubs"),
    path("api/1/clubs/<slug:slug>/", api.read_club, name="api_club"),
    path("api/1/clubs/<slug:slug>/seasons/", api.read_seasons, name="api_seasons"),
    path("api/1/clubs/<slug:slug>/seasons/<row:pk>/", api.read_season, name="api_season"),
    path("api/1/clubs/<slug:slug>/games/", api.read_games, name="api_games"),
    path("api/1/clubs/<slug:slug>/games/<code:code>/", api.read_game, name="api_game"),
    path("api/1/clubs/<slug:slug>/players/", api.read_players, name="api_players"),
    path("api/1/clubs/<slug:slug>/players/<row:pk>/", api.read_player, name="api_player"),
    path("api/1/clubs/<slug:slug>/evenings/", api.read_evenings, name="api_evenings"),
    path("api/1/clubs/<slug:slug>/events/", api.read_public_events, name="api_events"),
    path("api/1/clubs/<slug:slug>/events/<row:pk>/", api.read_event, name="api_event"),
    path("api/1/", api.answer_not_found, {"rest": ""}, name="api_root"),
    path("api/1/<path:rest>", api.answer_not_found, name="api_nothing"),
]

incoming = [
    path("clubs/bring/", archive_views.import_club_archive, name="club"),
    path("c/<slug:slug>/import/", views.upload_import_files, name="import"),
    path("c/<slug:slug>/dues/file/", views.preview_dues_file, name="dues_file"),
    path("c/<slug:slug>/players/file/", views.preview_roster_file, name="roster_file"),
    path(
        "c/<slug:slug>/tournaments/<row:pk>/entrants/file/", views.preview_entrants_file, name="entrants_file"
    ),
    path("c/<slug:slug>/tournaments/<row:pk>/seating/file/", views.preview_plan_file, name="plan_file"),
    path("c/<slug:slug>/import/<uuid:upload>/", views.review_or_run_import, name="look"),
    path("c/<slug:slug>/import/<uuid:upload>/drop/", views.delete_upload, name="drop"),
    path("c/<slug:slug>/import/origins/<row:number>/", views.show_import_origin, name="origin"),
]

urlpatterns = [
    path("", include((outgoing, "exchange"))),
    path("", include((incoming, "reading"))),
]
