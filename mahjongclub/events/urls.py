"""The site map of tournaments, and of the people who enter them."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>

from .registration import desk, list_views
from .registration import views as registration
from .views import desk as results_desk
from .views import (
    federation,
    hall,
    late,
    listing,
    places,
    plan,
    public,
    results,
    rounds,
    squads,
    stages,
    tournament,
)

app_name = "tournaments"

ONE = "c/<slug:slug>/tournaments/<row:pk>/"
STAGE = f"{ONE}stages/<row:number>/"
EVENT = "event/<slug:slug>/<row:pk>/"
ROUND = f"{ONE}rounds/<row:number>/"

urlpatterns = [
    path("c/<slug:slug>/tournaments/", listing.list_tournaments, name="tournaments"),
    path("c/<slug:slug>/tournaments/new/", listing.create_tournament, name="new_tournament"),
    # one tournament
    path(ONE, tournament.show_tournament, name="tournament"),
    path(f"{ONE}edit/", listing.edit_tournament, name="edit_tournament"),
    path(f"{ONE}delete/", plan.delete_event, name="delete_tournament"),
    path(f"{ONE}players/", listing.edit_players, name="players"),
    path(f"{ONE}byes/", listing.edit_byes, name="byes"),
    path(f"{ONE}wishes/", listing.edit_wishes, name="wishes"),
    path(f"{ONE}draw/", tournament.draw_seating, name="draw"),
    path(f"{ONE}publish/", tournament.publish_seating, name="publish"),
    path(f"{ONE}finish/", tournament.publish_final_ranking, name="finish"),
    path(f"{ONE}reopen/", tournament.reopen_ranking, name="reopen"),
    path(f"{ONE}results/", results.hold_or_publish_results, name="results"),
    path(f"{ONE}event/", public.show_event, name="event"),
    # its stages
    path(f"{ONE}stages/", stages.list_and_add_stages, name="stages"),
    path(STAGE, stages.edit_stage, name="stage"),
    path(f"{STAGE}remove/", stages.remove_stage, name="remove_stage"),
    path(f"{STAGE}cut/", stages.cut_stage, name="cut"),
    path(f"{STAGE}undo/", stages.undo_stage_cut, name="undo_cut"),
    path(f"{ONE}schedule/", stages.edit_schedule, name="schedule"),
    # its teams' line-ups
    path(f"{ONE}squads/", squads.list_squads_and_set_deadline, name="squads"),
    path(f"{ONE}squads/<row:number>/", squads.edit_event_lineup, name="squad"),
    path(f"{ONE}squads/<row:number>/captain/", squads.edit_squad, name="captain"),
    path("lineup/<row:number>/<str:token>/", squads.edit_lineup_by_link, name="by_link"),
    # its rounds
    path(f"{ONE}seating/", rounds.show_seating, name="seating"),
    path(f"{ONE}seating/change/", plan.manage_plan, name="change_seating"),
    path(f"{ONE}seating/unpublish/", plan.unpublish_plan, name="unpublish"),
    path(f"{ONE}seating/discard/", plan.discard_proposed_rounds, name="discard"),
    path(f"{ONE}seating/shut/", plan.undo_tables_opening, name="shut"),
    path(f"{ONE}seating/plan.json", plan.download_plan, {"kind": "json"}, name="plan_json"),
    path(f"{ONE}seating/plan.csv", plan.download_plan, {"kind": "csv"}, name="plan_csv"),
    path(ROUND, rounds.show_round, name="round"),
    path(f"{ROUND}corrected/", results.show_round_corrections, name="corrected"),
    path(f"{ROUND}swap/", plan.swap_round_places, name="swap"),
    path(f"{ROUND}open/", rounds.open_event_tables, name="open_tables"),
    path(f"{ROUND}clock/", rounds.start_event_clock, name="start_clock"),
    path(f"{ROUND}sheet/", rounds.print_round_cards, name="sheet"),
    path(f"{ROUND}desk/", results_desk.show_event_desk, name="desk"),
    path(f"{ROUND}tables/<row:table>/desk/", results_desk.save_event_desk_row, name="desk_row"),
    path(f"{ROUND}tables/<row:table>/enter/", rounds.join_as_scorer, name="enter"),
    path(f"{ROUND}tables/<row:table>/paper/", results_desk.enter_paper_result, name="on_paper"),
    # for whoever has the code of a table, the same in every round
    path(f"{EVENT}tables/<row:table>/overlay/", hall.show_event_overlay, name="overlay"),
    path(f"{EVENT}tables/<row:table>/<slug:token>/", hall.follow_table_code, name="at_table"),
    path(f"{ONE}stream/", hall.list_stream_links, name="streams"),
    # who calls the referee, who has more time
    path(f"{ONE}calls/", hall.show_referee_calls, name="calls"),
    path(f"{ROUND}tables/<row:table>/answer/", hall.send_referee_to_table, name="answer_call"),
    path(f"{ROUND}extra/", hall.give_table_extra_time, name="extra_time"),
    # who plays, and the referee
    path(f"{ONE}places/", places.list_places, name="places"),
    path(f"{ONE}places/<row:number>/", places.replace_place_holder, name="place"),
    path(f"{ONE}places/<row:number>/back/", late.return_player, name="return_player"),
    path(f"{ONE}places/<row:number>/remove/", late.remove_late_player, name="remove_late"),
    path(f"{ONE}late/", late.enter_late_players, name="late"),
    path(f"{ROUND}fill/", late.fill_empty_seat, name="fill_seat"),
    path(f"{ROUND}redraw/", late.redraw_rounds, name="redraw"),
    path(f"{ONE}places/<row:number>/details/", federation.edit_player_details, name="details"),
    path(f"{ONE}federation/", federation.edit_federation_details, name="federation"),
    path(f"{ONE}penalties/", places.list_and_add_penalties, name="penalties"),
    path(f"{ONE}penalties/<row:number>/take-back/", places.take_penalty_back, name="take_back"),
]

entry_patterns = [
    # for strangers
    path(f"{ONE}entry/", registration.enter_event, name="enter"),
    # by a link of somebody's own
    path("entry/<row:number>/<str:own_token>/", registration.edit_own_entry, name="own"),
    path("badge/<row:number>/<str:badge_token>/", registration.show_badge, name="badge"),
    # for organisers
    path(f"{ONE}entrants/", desk.list_entrants, name="people"),
    path(f"{ONE}entrants/settings/", desk.edit_registration, name="settings"),
    path(f"{ONE}entrants/new/", desk.add_entrant, name="new"),
    path(f"{ONE}entrants/list/", list_views.add_entrants_from_list, name="listed"),
    path(f"{ONE}entrants/selected/", desk.change_selected_entrants, name="selected"),
    path(f"{ONE}entrants/players/", desk.copy_entrants_to_players_or_back, name="players"),
    path(f"{ONE}entrants/<row:number>/", desk.edit_entrant, name="person"),
    path(f"{ONE}entrants/<row:number>/tick/", desk.save_entrant_tick, name="tick"),
]
