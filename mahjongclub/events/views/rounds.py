"""The seating of a tournament, and one round: its tables, their codes on paper, its clock."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.club_access import POST, READ, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rounds.models import Table
from mahjongclub.rounds.opening import sitting_at_running_tables
from mahjongclub.tables.access import grant_access
from mahjongclub.tables.club_games import CONFIRMED
from mahjongclub.tables.evening_clock import evening_clock_of, wall_clock
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.views.share import table_codes

from ..hall import extra_time_rows
from ..opening import (
    has_round_clock_started,
    open_event_round_tables,
    player_ids_of_unopened_tables,
    start_round_clock,
)
from ..pages import (
    event_context,
    find_round_or_404,
    find_tournament_or_404,
    folded_rounds,
    next_step_key,
    round_byes,
    round_table_rows,
    seating_by_place,
    seating_quality,
    state_for_visitor,
    unmet_wishes,
)
from .hall import referee_call_context
from .late import empty_seats_context, late_entry_context


@club_page(methods=READ, fresh=True)
def show_seating(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who sits where in every round: by player, and by round and table; what it achieves."""
    tournament = find_tournament_or_404(visit, pk)
    state = state_for_visitor(visit, tournament)
    if not visit.is_organiser:
        state.rounds = state.published
    context = {
        **event_context(visit, tournament),
        "proposed": bool(state.proposed),
        "rounds": folded_rounds(state, request.GET.get("round", ""), state.rounds[-1].number)
        if state.rounds
        else [],
        "asked": "round" in request.GET,
        "players": seating_by_place(state),
        "quality": seating_quality(state),
        "unmet": unmet_wishes(state) if visit.is_organiser else [],
    }
    return render(request, "leagues/tournament_seating.html", context)


@club_page(methods=READ, fresh=True)
def show_round(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The tables of a round, and what can be done there."""
    state, round_ = find_round_or_404(visit, pk, number)
    tournament = state.tournament
    longer = {extra["table"]: extra["minutes"] for extra in extra_time_rows(round_)}
    rows = [replace(row, extra=longer.get(row.number, 0)) for row in round_table_rows(state, round_)]
    is_current = state.current is not None and state.current.number == number
    step = next_step_key(state) if visit.is_organiser and is_current else ""
    clock = evening_clock_of(round_.evening)
    context = {
        **event_context(visit, tournament),
        **(referee_call_context(visit, tournament) if is_current else {}),
        "round": round_,
        "tables": rows,
        "byes": round_byes(state, round_),
        "finished": (finished := state.finished_table_count(round_)),
        "missing": len(rows) - finished,
        "over": state.is_over(round_),
        "step": step,
        "may_enter": is_current and not tournament.is_final,
        "may_start_clock": step == "play"
        and tournament.minutes
        and not has_round_clock_started(clock, round_),
        "waits_for": None if is_current or state.is_over(round_) else state.current,
        "vacant": [row.number for row in rows if row.vacant],
        "any_open": any(row.session for row in rows),
        "evening": round_.evening,
        "clock": wall_clock(clock),
        "last": len(state.published),
        **empty_seats_context(visit, state, round_),
        **(late_entry_context(request, visit, state) if is_current or state.published[-1] == round_ else {}),
    }
    return render(request, "leagues/tournament_round.html", context)


@club_page(Role.ORGANISER, POST)
def open_event_tables(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Every table of the round at once, its players on their winds, ready for the first hand."""
    state, round_ = find_round_or_404(visit, pk, number)
    tournament = state.tournament
    if tournament.is_final or state.current is None or state.current.number != number:
        messages.error(request, _("Another round has to be played first."))
        return redirect("tournaments:round", visit.club.slug, pk, number)
    come = player_ids_of_unopened_tables(state, round_)
    if CONFIRMED not in request.POST and (elsewhere := sitting_at_running_tables(visit.club, come)):
        context = {**event_context(visit, tournament), "round": round_, "elsewhere": elsewhere}
        return render(request, "leagues/tournament_elsewhere.html", context, status=422)
    sessions = open_event_round_tables(tournament, round_, request.visitor.get_or_create_device())
    opened = ngettext("%(count)s table is open.", "%(count)s tables are open.", len(sessions))
    messages.success(request, opened % {"count": len(sessions)})
    return redirect("tournaments:round", visit.club.slug, pk, number)


@club_page(Role.ORGANISER, POST)
def start_event_clock(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The common clock runs from now on, for as long as a round lasts."""
    state, round_ = find_round_or_404(visit, pk, number)
    if start_round_clock(state.tournament, round_):
        messages.success(request, _("The clock of the round runs."))
    else:
        messages.error(request, _("Open the tables first, and say how long a round lasts."))
    return redirect("tournaments:round", visit.club.slug, pk, number)


@club_page(Role.SCORER, POST)
def join_as_scorer(request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int) -> HttpResponse:
    """Let this phone keep the score of a table from now on."""
    drawn = Table.objects.filter(
        round__competition__tournament=find_tournament_or_404(visit, pk), round__number=number
    )
    session = get_object_or_404(Session, round_table__in=drawn.filter(number=table))
    grant_access(request, session, Access.Role.SCORER, by_club=True)
    return redirect("tables:table", session.code)


@club_page(Role.ORGANISER, READ, fresh=True)
def print_round_cards(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """A card for each open table, to print: who sits where, and the code that lets a phone keep its score."""
    state, round_ = find_round_or_404(visit, pk, number)
    tables = [row for row in round_table_rows(state, round_) if row.session is not None]
    codes = table_codes(request, [row.session for row in tables if row.session is not None])
    cards = list(zip(tables, codes, strict=True))
    context = {**event_context(visit, state.tournament), "round": round_, "cards": cards}
    return render(request, "leagues/tournament_sheet.html", context)
