"""The seating of a tournament, and one round: its tables, their codes on paper, its clock."""

from __future__ import annotations

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
from mahjongclub.tables.access import let_in
from mahjongclub.tables.club_games import CONFIRMED
from mahjongclub.tables.evening_clock import evening_clock_of, wall_clock
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.views.share import add_codes

from ..hall import more_time
from ..opening import clock_started, coming_to_tables, open_round, start_round_clock
from ..pages import (
    about,
    by_player,
    bye_rows,
    course_for,
    folded_rounds,
    next_step,
    round_of,
    seating_quality,
    table_rows,
    tournament_of,
    unmet_wishes,
)
from .hall import calls_shown
from .late import late_entry, seats_to_fill


@club_page(methods=READ, fresh=True)
def seating(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who sits where in every round: by player, and by round and table; what it achieves."""
    tournament = tournament_of(visit, pk)
    course = course_for(visit, tournament)
    if not visit.is_organiser:
        course.rounds = course.published
    context = {
        **about(visit, tournament),
        "proposed": bool(course.proposed),
        "rounds": folded_rounds(course, request.GET.get("round", ""), course.rounds[-1].number)
        if course.rounds
        else [],
        "asked": "round" in request.GET,
        "players": by_player(course),
        "quality": seating_quality(course),
        "unmet": unmet_wishes(course) if visit.is_organiser else [],
    }
    return render(request, "leagues/tournament_seating.html", context)


@club_page(methods=READ, fresh=True)
def one_round(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The tables of a round, and what can be done there."""
    course, found = round_of(visit, pk, number)
    tournament = course.tournament
    rows = table_rows(course, found)
    longer = {one["table"]: one["minutes"] for one in more_time(found)}
    for row in rows:
        row["extra"] = longer.get(row["number"], 0)
    own = course.current is not None and course.current.number == number
    step = next_step(course) if visit.is_organiser and own else ""
    clock = evening_clock_of(found.evening)
    context = {
        **about(visit, tournament),
        **(calls_shown(visit, tournament) if own else {}),
        "round": found,
        "tables": rows,
        "byes": bye_rows(course, found),
        "finished": (finished := course.finished(found)),
        "missing": len(rows) - finished,
        "over": course.is_over(found),
        "step": step,
        "may_enter": own and not tournament.is_final,
        "may_start_clock": step == "play" and tournament.minutes and not clock_started(clock, found),
        "waits_for": None if own or course.is_over(found) else course.current,
        "vacant": [row["number"] for row in rows if row["vacant"]],
        "any_open": any(row["session"] for row in rows),
        "evening": found.evening,
        "clock": wall_clock(clock),
        "last": len(course.published),
        **seats_to_fill(visit, course, found),
        **(late_entry(request, visit, course) if own or course.published[-1] == found else {}),
    }
    return render(request, "leagues/tournament_round.html", context)


@club_page(Role.ORGANISER, POST)
def open_tables(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Every table of the round at once, its players on their winds, ready for the first hand."""
    course, found = round_of(visit, pk, number)
    tournament = course.tournament
    if tournament.is_final or course.current is None or course.current.number != number:
        messages.error(request, _("Another round comes first."))
        return redirect("tournaments:round", visit.club.slug, pk, number)
    come = coming_to_tables(course, found)
    if CONFIRMED not in request.POST and (elsewhere := sitting_at_running_tables(visit.club, come)):
        context = {**about(visit, tournament), "round": found, "elsewhere": elsewhere}
        return render(request, "leagues/tournament_elsewhere.html", context, status=422)
    sessions = open_round(tournament, found, request.visitor.device())
    opened = ngettext("%(count)s table is open.", "%(count)s tables are open.", len(sessions))
    messages.success(request, opened % {"count": len(sessions)})
    return redirect("tournaments:round", visit.club.slug, pk, number)


@club_page(Role.ORGANISER, POST)
def start_clock(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The common clock runs from now on, for as long as a round lasts."""
    course, found = round_of(visit, pk, number)
    if start_round_clock(course.tournament, found):
        messages.success(request, _("The clock of the round runs."))
    else:
        messages.error(request, _("Open the tables first, and say how long a round lasts."))
    return redirect("tournaments:round", visit.club.slug, pk, number)


@club_page(Role.SCORER, POST)
def enter(request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int) -> HttpResponse:
    """This phone keeps the score of a table from now on."""
    drawn = Table.objects.filter(
        round__competition__tournament=tournament_of(visit, pk), round__number=number
    )
    session = get_object_or_404(Session, round_table__in=drawn.filter(number=table))
    let_in(request, session, Access.Role.SCORER, by_club=True)
    return redirect("tables:table", session.code)


@club_page(Role.ORGANISER, READ, fresh=True)
def sheet(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """A card for each open table, to print: who sits where, and the code that lets a phone keep its score."""
    course, found = round_of(visit, pk, number)
    cards = [row for row in table_rows(course, found) if row["session"] is not None]
    add_codes(request, cards)
    context = {**about(visit, course.tournament), "round": found, "tables": cards}
    return render(request, "leagues/tournament_sheet.html", context)
