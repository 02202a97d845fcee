"""The site map: the parts of few pages themselves, the others by the part they tell."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from mahjongclub.cards import views as cards
from mahjongclub.clubs.urls import club_patterns, people_patterns
from mahjongclub.debts import views as debts
from mahjongclub.demo.sign_in import sign_in_as_organiser
from mahjongclub.displays import views as displays
from mahjongclub.events.urls import entry_patterns
from mahjongclub.guide import pages as guide
from mahjongclub.help import views as help_pages
from mahjongclub.hosting import backups, coming_in
from mahjongclub.hosting import clubs as hosted_clubs
from mahjongclub.offline import views as offline
from mahjongclub.outbox import views as outbox
from mahjongclub.tables import addresses as addresses  # before any <code:...>

handler500 = "mahjongclub.server.trouble.server_error"

# the made-up club's one link, in a demonstration alone
DEMO = [path("demo/<str:token>/", sign_in_as_organiser, name="demo_sign_in")] if settings.DEMO_TOKEN else []

# the pages of the installation's owner
HOST = [
    path("host/", coming_in.edit_who_may_join, name="choices"),
    path("host/clubs/", hosted_clubs.list_hosted_clubs, name="clubs"),
    path("host/clubs/<row:number>/", hosted_clubs.edit_hosted_club, name="club"),
    path("host/clubs/<row:number>/lock/", hosted_clubs.lock_or_unlock_club, name="lock"),
    path("host/backups/", backups.list_backups, name="backups"),
    path("host/backups/make/", backups.start_backup, name="make_backup"),
    path("host/backups/bring/", backups.choose_backup_to_upload, name="bring"),
    path("host/backups/bring/<str:ticket>/", backups.upload_backup, name="upload"),
    path("host/backups/<str:name>/", backups.show_or_examine_backup, name="backup"),
    path("host/backups/<str:name>/file/", backups.download_backup, name="fetch_backup"),
    path("host/backups/<str:name>/restore/", backups.restart_and_restore, name="restore_backup"),
    path("host/invitations/", coming_in.manage_host_invitations, name="invitations"),
    path("host/invitations/<row:number>/revoke/", coming_in.revoke_host_invitation, name="revoke"),
]

# the table without a network
OFFLINE = [
    path("phone/", offline.show_offline_status, name="phone"),
    path("offline/engine.json", offline.list_engine_files, name="engine"),
    path("offline/engine/", offline.engine_file_missing, {"path": ""}, name="engine_files"),
    path("offline/engine/<path:path>", offline.engine_file_missing, name="engine_file"),
    path("offline/open/", offline.open_table_from_phone, name="open"),
    path("t/<code:code>/copy/", offline.download_table_copy, name="copy"),
    path("t/<code:code>/copy/back/", offline.save_phone_changes_beside_hands, name="come_back"),
    path("t/<code:code>/copy/differs/", offline.report_result_mismatch, name="differs"),
]

# what is looked at from afar
DISPLAYS = [
    path("c/<slug:slug>/wall/", displays.show_or_renew_wall_link, name="wall_link"),
    path("wall/<slug:slug>/", displays.show_wall, name="wall"),
    path("wall/<slug:slug>/<row:number>/", displays.show_wall, name="evening_wall"),
    path("t/<code:code>/overlay/<slug:token>/", displays.show_table_overlay, name="overlay"),
]

# the help, at no table
HELP = [
    path("help/", help_pages.show_help_games, name="games"),
    path("help/app/", help_pages.show_app_help, name="app"),
    path("help/<slug:variant>/", help_pages.show_game, name="game"),
    path("help/<slug:variant>/tiles/", help_pages.show_lessons_in_tiles, name="tiles"),
]

# what a club tells outside
OUTBOX = [
    path("c/<slug:slug>/channels/", outbox.list_channels, name="channels"),
    path("c/<slug:slug>/channels/new/<str:kind>/", outbox.add_channel, name="add"),
    path("c/<slug:slug>/channels/<row:number>/test/", outbox.send_test_message, name="test"),
    path("c/<slug:slug>/channels/<row:number>/revoke/", outbox.revoke_channel, name="revoke"),
    path("entry/<row:number>/<str:own_token>/mail/", outbox.edit_entry_mail, name="entry_mail"),
    path("phone/notices/", outbox.subscribe_phone, name="subscribe"),
    path("phone/notices/end/", outbox.unsubscribe_phone, name="unsubscribe"),
    path("c/<slug:slug>/evenings/<row:number>/tell/", outbox.send_results, name="tell_results"),
]

# who owes whom
DEBTS = [
    path("debts/", debts.choose_games_to_settle, name="choose"),
    path("debts/<row:number>/", debts.edit_sheet, name="sheet"),
    path("debts/<row:number>/paid/", debts.mark_debt_paid, name="tick"),
    path("debts/<row:number>/paid/<row:repayment>/undo/", debts.mark_debt_unpaid, name="untick"),
    path("debts/<row:number>/delete/", debts.delete_sheet, name="delete"),
    path("t/<code:code>/debts/", debts.settle_up_game, name="table"),
]

# lines of a card: mine, a club's, and one picked for a hand
CARDS = [
    path("me/card/", cards.edit_my_card, name="my_card"),
    path("me/card/<row:number>/", cards.edit_my_line, name="my_line"),
    path("me/card/<row:number>/delete/", cards.delete_my_line, name="my_delete"),
    path("c/<slug:slug>/card/", cards.show_or_add_to_club_card, name="club_card"),
    path("c/<slug:slug>/card/<row:number>/", cards.edit_club_line, name="club_line"),
    path("c/<slug:slug>/card/<row:number>/delete/", cards.delete_club_line, name="club_delete"),
    path("t/<code:code>/line/<hand:number>/", cards.pick_card_line_for_hand, name="pick"),
]

# the organiser's guide
GUIDE = [
    path("guide/", guide.show_contents, name="contents"),
    path("guide/<slug:page>/", guide.show_page, name="page"),
]

urlpatterns = [
    *DEMO,
    path("", include("mahjongclub.server.well_known")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("account/", include("mahjongclub.clubs.accounts.urls")),
    path("", include((HOST, "hosting"))),
    path("", include((club_patterns, "clubs"))),
    path("", include((OFFLINE, "offline"))),
    path("", include((people_patterns, "people"))),
    path("", include((HELP, "help"))),
    path("", include("mahjongclub.worth.urls")),
    path("", include("mahjongclub.tables.urls")),
    path("", include((DISPLAYS, "displays"))),
    path("", include("mahjongclub.seasons.urls")),
    path("", include("mahjongclub.events.urls")),
    path("", include("mahjongclub.nights.urls")),
    path("", include((entry_patterns, "entries"))),
    path("", include("mahjongclub.sheets.urls")),
    path("", include("mahjongclub.exchange.urls")),
    path("", include((OUTBOX, "outbox"))),
    path("", include((DEBTS, "debts"))),
    path("", include((CARDS, "cards"))),
    path("", include((GUIDE, "guide"))),
]
