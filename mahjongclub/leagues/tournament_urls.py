"""The site map of tournaments."""

from django.urls import path

from mahjongclub.clubs import club_urls as club_urls  # before any <row:...>

from .views import (
    event,
    federation,
    tournament,
    tournament_byes,
    tournament_desk,
    tournament_hall,
    tournament_late,
    tournament_paper,
    tournament_places,
    tournament_plan,
    tournament_results,
    tournament_rounds,
    tournament_squads,
    tournament_stages,
    tournament_wishes,
    tournaments,
)

app_name = "tournaments"

ONE = "c/<slug:slug>/tournaments/<row:pk>/"
STAGE = f"{ONE}stages/<row:number>/"
EVENT = "event/<slug:slug>/<row:pk>/"
ROUND = f"{ONE}rounds/<row:number>/"

urlpatterns = [
    path("c/<slug:slug>/tournaments/", tournaments.tournaments, name="tournaments"),
    path("c/<slug:slug>/tournaments/new/", tournaments.new_tournament, name="new_tournament"),
    # one tournament
    path(ONE, tournament.tournament, name="tournament"),
    path(f"{ONE}edit/", tournaments.edit_tournament, name="edit_tournament"),
    path(f"{ONE}delete/", tournament_plan.delete, name="delete_tournament"),
    path(f"{ONE}players/", tournaments.players, name="players"),
    path(f"{ONE}byes/", tournament_byes.byes, name="byes"),
    path(f"{ONE}wishes/", tournament_wishes.wishes, name="wishes"),
    path(f"{ONE}draw/", tournament.draw, name="draw"),
    path(f"{ONE}publish/", tournament.publish, name="publish"),
    path(f"{ONE}finish/", tournament.finish, name="finish"),
    path(f"{ONE}reopen/", tournament.reopen, name="reopen"),
    path(f"{ONE}results/", tournament_results.results, name="results"),
    path(f"{ONE}event/", event.event, name="event"),
    # its stages
    path(f"{ONE}stages/", tournament_stages.stages, name="stages"),
    path(STAGE, tournament_stages.stage, name="stage"),
    path(f"{STAGE}remove/", tournament_stages.remove_stage, name="remove_stage"),
    path(f"{STAGE}cut/", tournament_stages.cut, name="cut"),
    path(f"{STAGE}undo/", tournament_stages.undo, name="undo_cut"),
    path(f"{ONE}schedule/", tournament_stages.schedule, name="schedule"),
    # its teams' line-ups
    path(f"{ONE}squads/", tournament_squads.squads, name="squads"),
    path(f"{ONE}squads/<row:number>/", tournament_squads.team, name="squad"),
    path(f"{ONE}squads/<row:number>/captain/", tournament_squads.captain, name="captain"),
    path("lineup/<row:number>/<str:token>/", tournament_squads.by_link, name="by_link"),
    # its rounds
    path(f"{ONE}seating/", tournament_rounds.seating, name="seating"),
    path(f"{ONE}seating/change/", tournament_plan.change, name="change_seating"),
    path(f"{ONE}seating/unpublish/", tournament_plan.unpublish, name="unpublish"),
    path(f"{ONE}seating/discard/", tournament_plan.discard, name="discard"),
    path(f"{ONE}seating/shut/", tournament_plan.shut, name="shut"),
    path(f"{ONE}seating/plan.json", tournament_plan.plan_file, {"kind": "json"}, name="plan_json"),
    path(f"{ONE}seating/plan.csv", tournament_plan.plan_file, {"kind": "csv"}, name="plan_csv"),
    path(ROUND, tournament_rounds.one_round, name="round"),
    path(f"{ROUND}corrected/", tournament_results.corrected, name="corrected"),
    path(f"{ROUND}swap/", tournament_plan.swap, name="swap"),
    path(f"{ROUND}open/", tournament_rounds.open_tables, name="open_tables"),
    path(f"{ROUND}clock/", tournament_rounds.start_clock, name="start_clock"),
    path(f"{ROUND}sheet/", tournament_rounds.sheet, name="sheet"),
    path(f"{ROUND}desk/", tournament_desk.desk, name="desk"),
    path(f"{ROUND}tables/<row:table>/desk/", tournament_desk.row, name="desk_row"),
    path(f"{ROUND}tables/<row:table>/enter/", tournament_rounds.enter, name="enter"),
    path(f"{ROUND}tables/<row:table>/paper/", tournament_paper.on_paper, name="on_paper"),
    # for whoever has the code of a table, the same in every round
    path(f"{EVENT}tables/<row:table>/overlay/", tournament_hall.overlay, name="overlay"),
    path(f"{EVENT}tables/<row:table>/<slug:token>/", tournament_hall.at_table, name="at_table"),
    path(f"{ONE}stream/", tournament_hall.streams, name="streams"),
    # who calls the referee, who has more time
    path(f"{ONE}calls/", tournament_hall.calls, name="calls"),
    path(f"{ROUND}tables/<row:table>/answer/", tournament_hall.answer, name="answer_call"),
    path(f"{ROUND}extra/", tournament_hall.extra_time, name="extra_time"),
    # who plays, and the referee
    path(f"{ONE}places/", tournament_places.places, name="places"),
    path(f"{ONE}places/<row:number>/", tournament_places.place, name="place"),
    path(f"{ONE}places/<row:number>/back/", tournament_late.return_player, name="return_player"),
    path(f"{ONE}places/<row:number>/remove/", tournament_late.remove_late_player, name="remove_late"),
    path(f"{ONE}late/", tournament_late.enter_late_players, name="late"),
    path(f"{ROUND}fill/", tournament_late.fill_empty_seat, name="fill_seat"),
    path(f"{ROUND}redraw/", tournament_late.redraw, name="redraw"),
    path(f"{ONE}places/<row:number>/details/", federation.details, name="details"),
    path(f"{ONE}federation/", federation.federation, name="federation"),
    path(f"{ONE}penalties/", tournament_places.penalties, name="penalties"),
    path(f"{ONE}penalties/<row:number>/take-back/", tournament_places.take_back, name="take_back"),
]
