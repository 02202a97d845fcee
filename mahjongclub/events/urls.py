"""The site map of tournaments, and of the people who enter them."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>

from .registration import desk, list_views
from .registration import views as registration
from .views import (
    desk as results_desk,
)
from .views import (
    federation,
    hall,
    late,
    listing,
    paper,
    places,
    plan,
    public,
    results,
    rounds,
    squads,
    stages,
    tournament,
    wishes,
)

app_name = "tournaments"

ONE = "c/<slug:slug>/tournaments/<row:pk>/"
STAGE = f"{ONE}stages/<row:number>/"
EVENT = "event/<slug:slug>/<row:pk>/"
ROUND = f"{ONE}rounds/<row:number>/"

urlpatterns = [
    path("c/<slug:slug>/tournaments/", listing.tournaments, name="tournaments"),
    path("c/<slug:slug>/tournaments/new/", listing.new_tournament, name="new_tournament"),
    # one tournament
    path(ONE, tournament.tournament, name="tournament"),
    path(f"{ONE}edit/", listing.edit_tournament, name="edit_tournament"),
    path(f"{ONE}delete/", plan.delete, name="delete_tournament"),
    path(f"{ONE}players/", listing.players, name="players"),
    path(f"{ONE}byes/", listing.byes, name="byes"),
    path(f"{ONE}wishes/", wishes.wishes, name="wishes"),
    path(f"{ONE}draw/", tournament.draw, name="draw"),
    path(f"{ONE}publish/", tournament.publish, name="publish"),
    path(f"{ONE}finish/", tournament.finish, name="finish"),
    path(f"{ONE}reopen/", tournament.reopen, name="reopen"),
    path(f"{ONE}results/", results.results, name="results"),
    path(f"{ONE}event/", public.event, name="event"),
    # its stages
    path(f"{ONE}stages/", stages.stages, name="stages"),
    path(STAGE, stages.stage, name="stage"),
    path(f"{STAGE}remove/", stages.remove_stage, name="remove_stage"),
    path(f"{STAGE}cut/", stages.cut, name="cut"),
    path(f"{STAGE}undo/", stages.undo, name="undo_cut"),
    path(f"{ONE}schedule/", stages.schedule, name="schedule"),
    # its teams' line-ups
    path(f"{ONE}squads/", squads.squads, name="squads"),
    path(f"{ONE}squads/<row:number>/", squads.team, name="squad"),
    path(f"{ONE}squads/<row:number>/captain/", squads.captain, name="captain"),
    path("lineup/<row:number>/<str:token>/", squads.by_link, name="by_link"),
    # its rounds
    path(f"{ONE}seating/", rounds.seating, name="seating"),
    path(f"{ONE}seating/change/", plan.change, name="change_seating"),
    path(f"{ONE}seating/unpublish/", plan.unpublish, name="unpublish"),
    path(f"{ONE}seating/discard/", plan.discard, name="discard"),
    path(f"{ONE}seating/shut/", plan.shut, name="shut"),
    path(f"{ONE}seating/plan.json", plan.plan_file, {"kind": "json"}, name="plan_json"),
    path(f"{ONE}seating/plan.csv", plan.plan_file, {"kind": "csv"}, name="plan_csv"),
    path(ROUND, rounds.one_round, name="round"),
    path(f"{ROUND}corrected/", results.corrected, name="corrected"),
    path(f"{ROUND}swap/", plan.swap, name="swap"),
    path(f"{ROUND}open/", rounds.open_tables, name="open_tables"),
    path(f"{ROUND}clock/", rounds.start_clock, name="start_clock"),
    path(f"{ROUND}sheet/", rounds.sheet, name="sheet"),
    path(f"{ROUND}desk/", results_desk.desk, name="desk"),
    path(f"{ROUND}tables/<row:table>/desk/", results_desk.row, name="desk_row"),
    path(f"{ROUND}tables/<row:table>/enter/", rounds.enter, name="enter"),
    path(f"{ROUND}tables/<row:table>/paper/", paper.on_paper, name="on_paper"),
    # for whoever has the code of a table, the same in every round
    path(f"{EVENT}tables/<row:table>/overlay/", hall.overlay, name="overlay"),
    path(f"{EVENT}tables/<row:table>/<slug:token>/", hall.at_table, name="at_table"),
    path(f"{ONE}stream/", hall.streams, name="streams"),
    # who calls the referee, who has more time
    path(f"{ONE}calls/", hall.calls, name="calls"),
    path(f"{ROUND}tables/<row:table>/answer/", hall.answer, name="answer_call"),
    path(f"{ROUND}extra/", hall.extra_time, name="extra_time"),
    # who plays, and the referee
    path(f"{ONE}places/", places.places, name="places"),
    path(f"{ONE}places/<row:number>/", places.place, name="place"),
    path(f"{ONE}places/<row:number>/back/", late.return_player, name="return_player"),
    path(f"{ONE}places/<row:number>/remove/", late.remove_late_player, name="remove_late"),
    path(f"{ONE}late/", late.enter_late_players, name="late"),
    path(f"{ROUND}fill/", late.fill_empty_seat, name="fill_seat"),
    path(f"{ROUND}redraw/", late.redraw, name="redraw"),
    path(f"{ONE}places/<row:number>/details/", federation.details, name="details"),
    path(f"{ONE}federation/", federation.federation, name="federation"),
    path(f"{ONE}penalties/", places.penalties, name="penalties"),
    path(f"{ONE}penalties/<row:number>/take-back/", places.take_back, name="take_back"),
]

entry_patterns = [
    # for strangers
    path(f"{ONE}entry/", registration.enter, name="enter"),
    # by a link of somebody's own
    path("entry/<row:number>/<str:own_token>/", registration.own, name="own"),
    path("badge/<row:number>/<str:badge_token>/", registration.badge, name="badge"),
    # for organisers
    path(f"{ONE}entrants/", desk.people, name="people"),
    path(f"{ONE}entrants/settings/", desk.settings, name="settings"),
    path(f"{ONE}entrants/new/", desk.new, name="new"),
    path(f"{ONE}entrants/list/", list_views.listed, name="listed"),
    path(f"{ONE}entrants/selected/", desk.selected, name="selected"),
    path(f"{ONE}entrants/players/", desk.players, name="players"),
    path(f"{ONE}entrants/<row:number>/", desk.person, name="person"),
    path(f"{ONE}entrants/<row:number>/tick/", desk.tick, name="tick"),
]
