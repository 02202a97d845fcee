"""The site map of the tables, grouped by what an address is about."""

from django.urls import path

from mahjongclub.clubs import addresses as club_addresses  # noqa: F401  # <row:...>

from . import addresses as addresses  # before any <code:...> or <hand:...>
from .views import (
    clock,
    club,
    decide,
    end,
    entries,
    entry,
    hand_form,
    home,
    house_rules,
    kept,
    log,
    new_table,
    paper,
    score_sheet,
    seats,
    share,
    sticks,
    table,
)

app_name = "tables"

urlpatterns = [
    path("", home.show_start_page, name="home"),
    path("new/", new_table.open_new_table, name="new"),
    path("join/", home.join_by_code, name="join"),
    path("me/tables/<slug:code>/", home.watch_my_table, name="open_my_table"),
    path("sheet/<slug:variant>/", score_sheet.enter_score_sheet, name="sheet_entry"),
    # kept on the phone for when there is no network
    path("manifest.webmanifest", kept.show_manifest, name="manifest"),
    path("sw.js", kept.show_service_worker, name="worker"),
    path("offline/", kept.show_offline_page, name="offline"),
    # one session
    path("t/<code:code>/", table.show_table, name="table"),
    path("t/<code:code>/join/<slug:token>/", share.follow_link, name="follow_link"),
    path("t/<code:code>/share/", share.show_share_links, name="share"),
    path("t/<code:code>/share/take-back/", share.take_scoring_back, name="take_back"),
    path("t/<code:code>/share/<slug:role>.svg", share.show_qr_code, name="qr_code"),
    path("t/<code:code>/seats/", seats.show_seats, name="seats"),
    path("t/<code:code>/seats/draw/", seats.draw_seats_again, name="draw_seats"),
    path("t/<code:code>/seats/start/", seats.start_first_hand, name="start"),
    path("t/<code:code>/seats/discard/", seats.delete_unplayed_table, name="discard"),
    path("t/<code:code>/names/", seats.name_seats, name="names"),
    path("t/<code:code>/sit/", seats.choose_seat, name="sit"),
    path("t/<slug:code>/that-is-me/", seats.claim_seat, name="that_is_me"),
    path("t/<code:code>/sit/answer/", seats.answer_request_for_seat, name="answer_seat"),
    path("t/<code:code>/swap/", seats.swap_table_seats, name="swap"),
    path("t/<code:code>/adjust/", entries.adjust_points, name="adjust"),
    path("t/<code:code>/sit-down/", entries.replace_player, name="sit_down"),
    path("t/<code:code>/sit-out/", entries.edit_sitting_out, name="sit_out"),
    path("t/<code:code>/begin/", entries.edit_start, name="begin"),
    path("t/<code:code>/other-rules/", entries.change_table_rules, name="other_rules"),
    path("t/<code:code>/during/", table.save_hand_notes, name="notes"),
    path("t/<code:code>/drop-notes/", table.delete_hand_notes, name="drop_notes"),
    path("t/<code:code>/agreeing/", decide.edit_agreeing, name="agreeing"),
    path("t/<code:code>/agree/", decide.save_agreement, name="agree"),
    path("t/<code:code>/more/", table.show_more_menu, name="more"),
    path("t/<code:code>/undo/", log.undo_last_hand, name="undo"),
    path("t/<code:code>/sticks/", sticks.check_sticks, name="sticks"),
    path("t/<code:code>/rules/", table.show_table_rules, name="rules"),
    path("t/<code:code>/need/", table.show_needed_hands, name="need"),
    path("t/<code:code>/record.json", log.download_record, name="record"),
    path("t/<code:code>/dice/", seats.throw_for_first_dealer, name="dice"),
    # its clock
    path("t/<code:code>/clock/", clock.set_table_clock, name="clock"),
    path("t/<code:code>/clock/now/", clock.show_clock_now, name="clock_now"),
    path("t/<code:code>/clock/start/", clock.start_table_clock, name="clock_start"),
    path("t/<code:code>/clock/pause/", clock.pause_table_clock, name="clock_pause"),
    path("t/<code:code>/clock/resume/", clock.resume_table_clock, name="clock_resume"),
    path("t/<code:code>/referee/", clock.call_table_referee, name="referee"),
    # its end
    path("t/<code:code>/end/", end.show_table_result, name="end"),
    path("t/<code:code>/close/", end.end_table, name="close"),
    path("t/<code:code>/continue/", end.continue_table, name="continue"),
    path("t/<code:code>/again/", end.start_rematch, name="again"),
    # its hands
    path("t/<code:code>/log/", log.show_log, name="log"),
    path("t/<code:code>/sheet/", log.show_score_sheet, name="sheet"),
    path("t/<code:code>/type/", hand_form.enter_typed_hand, name="typed"),
    path("t/<code:code>/queued/", kept.save_queued_hand, name="queued"),
    path("t/<code:code>/decide/", decide.resolve_hand_conflict, name="decide"),
    path("t/<code:code>/hand/<hand:number>/", entry.enter_hand, name="entry"),
    path("t/<code:code>/hand/<hand:number>/delete/", log.delete_recorded_hand, name="delete"),
    path("t/<code:code>/hand/<hand:number>/steps/", entry.show_entry_screens, name="steps"),
    path("t/<code:code>/hand/<hand:number>/<slug:page>/", entry.show_step_page, name="step"),
    # what a club plays
    path("c/<slug:slug>/", club.show_club, name="club"),
    path("c/<slug:slug>/games/", club.list_club_games, name="club_games"),
    path("c/<slug:slug>/games/<code:code>/", club.show_club_game, name="club_game"),
    path("c/<slug:slug>/games/<code:code>/void/", club.void_table_codes, name="void_code"),
    path("c/<slug:slug>/results/new/", paper.create_paper_result, name="new_result"),
    path("c/<slug:slug>/sheet/<slug:variant>/", score_sheet.enter_club_score_sheet, name="club_sheet_entry"),
    path("c/<slug:slug>/results/<code:code>/", paper.edit_paper_result, name="correct_result"),
    path("c/<slug:slug>/results/<code:code>/delete/", paper.delete_paper_result, name="delete_result"),
    # an evening
    path("c/<slug:slug>/evenings/<row:number>/", club.show_evening, name="evening"),
    path("c/<slug:slug>/evenings/<row:number>/clock/", club.edit_evening_clock, name="evening_clock"),
    path(
        "c/<slug:slug>/evenings/<row:number>/clock/turn/",
        club.control_evening_clock,
        name="turn_evening_clock",
    ),
    # its own rules
    path("c/<slug:slug>/rules/", house_rules.list_house_rules, name="house_rules"),
    path("c/<slug:slug>/rules/begin/", house_rules.save_default_rules, name="begin_with"),
    path("c/<slug:slug>/rules/new/", house_rules.create_house_rules, name="new_house_rules"),
    path("c/<slug:slug>/rules/<row:number>/", house_rules.edit_house_rules, name="one_house_rules"),
    path(
        "c/<slug:slug>/rules/<row:number>/delete/", house_rules.delete_house_rules, name="delete_house_rules"
    ),
    path("t/<code:code>/club/", share.choose_table_club, name="attach"),
]
