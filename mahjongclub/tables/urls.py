"""The site map of the tables, grouped by what an address is about."""

from django.urls import path

from . import addresses as addresses  # before any <code:...> or <hand:...>
from . import club_urls
from .views import (
    agreeing,
    clock,
    decide,
    end,
    entry,
    first_dealer,
    home,
    kept,
    log,
    notes,
    patterns,
    queued,
    seats,
    share,
    sheet_entry,
    sticks,
    table,
    tiles,
    typed,
)
from .views import help as help_cards

app_name = "tables"

urlpatterns = [
    path("", home.home, name="home"),
    path("new/", home.new_table, name="new"),
    path("join/", home.join, name="join"),
    path("sheet/<slug:variant>/", sheet_entry.sheet_entry, name="sheet_entry"),
    path("help/", help_cards.games, name="help"),
    path("help/<slug:variant>/", help_cards.game, name="help_game"),
    # kept on the phone for when there is no network
    path("manifest.webmanifest", kept.manifest, name="manifest"),
    path("sw.js", kept.worker, name="worker"),
    path("offline/", kept.offline, name="offline"),
    # one session
    path("t/<code:code>/", table.table, name="table"),
    path("t/<code:code>/join/<slug:token>/", share.follow_link, name="follow_link"),
    path("t/<code:code>/share/", share.share, name="share"),
    path("t/<code:code>/share/take-back/", share.take_back, name="take_back"),
    path("t/<code:code>/share/<slug:role>.svg", share.qr_code, name="qr_code"),
    path("t/<code:code>/seats/", seats.seats, name="seats"),
    path("t/<code:code>/seats/draw/", seats.draw_again, name="draw_seats"),
    path("t/<code:code>/seats/start/", seats.start, name="start"),
    path("t/<code:code>/sit/", seats.sit, name="sit"),
    path("t/<code:code>/swap/", seats.swap, name="swap"),
    path("t/<code:code>/during/", table.during, name="during"),
    path("t/<code:code>/drop-notes/", notes.drop_notes, name="drop_notes"),
    path("t/<code:code>/agreeing/", agreeing.switch, name="agreeing"),
    path("t/<code:code>/agree/", agreeing.say, name="agree"),
    path("t/<code:code>/more/", table.more, name="more"),
    path("t/<code:code>/undo/", log.undo, name="undo"),
    path("t/<code:code>/sticks/", sticks.check, name="sticks"),
    path("t/<code:code>/rules/", table.rules, name="rules"),
    path("t/<code:code>/record.json", log.record, name="record"),
    path("t/<code:code>/dice/", first_dealer.dice, name="dice"),
    # its clock
    path("t/<code:code>/clock/", clock.clock, name="clock"),
    path("t/<code:code>/clock/now/", clock.now, name="clock_now"),
    path("t/<code:code>/clock/start/", clock.start, name="clock_start"),
    path("t/<code:code>/clock/pause/", clock.pause, name="clock_pause"),
    path("t/<code:code>/clock/resume/", clock.resume, name="clock_resume"),
    # its end
    path("t/<code:code>/end/", end.end, name="end"),
    path("t/<code:code>/close/", end.close, name="close"),
    path("t/<code:code>/continue/", end.play_on, name="continue"),
    path("t/<code:code>/again/", end.again, name="again"),
    # its hands
    path("t/<code:code>/log/", log.log, name="log"),
    path("t/<code:code>/type/", typed.typed, name="typed"),
    path("t/<code:code>/queued/", queued.queued, name="queued"),
    path("t/<code:code>/decide/", decide.decide, name="decide"),
    path("t/<code:code>/hand/<hand:number>/", entry.entry, name="entry"),
    path("t/<code:code>/hand/<hand:number>/tiles/", tiles.tiles, name="tiles"),
    path("t/<code:code>/hand/<hand:number>/patterns/", patterns.patterns, name="patterns"),
    path("t/<code:code>/hand/<hand:number>/delete/", log.delete, name="delete"),
    # what a club plays
    *club_urls.urlpatterns,
]
