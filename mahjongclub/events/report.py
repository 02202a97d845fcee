"""What a federation's report asks of an event: the faults by which hands ended, and who took whose place."""

from __future__ import annotations

from dataclasses import dataclass

from mahjongclub.rules.figures import FAULTS, offenders
from mahjongclub.tables.models import Hand

from .loading import seats_of
from .pages import shown
from .state import TournamentState


@dataclass(frozen=True, slots=True)
class Fault:
    """A hand that ended by a fault, such as a chombo. `number` is that of the place, `hand` counts from 1."""

    round: int
    table: int
    hand: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Change:
    """Who holds a place from a round on; `name` is "" where it stays empty, `before` where it was."""

    round: int
    number: int
    before: str
    name: str


def faults_of(course: TournamentState) -> list[Fault]:
    """The faults that phones recorded in published rounds, in order. One query.

    What a referee noted on paper is a penalty with its reason.
    """
    tables = {
        table.session.pk: (one, table, table.session)
        for one in course.published
        for table in one.tables.all()
        if table.session is not None
    }
    hands = Hand.objects.filter(
        session__round_table__round__competition__tournament=course.tournament, outcome__type__in=FAULTS
    )
    found = []
    for session_id, number, outcome in hands.values_list("session_id", "number", "outcome"):
        if session_id not in tables:
            continue
        one, table, session = tables[session_id]
        places = {drawn.number: drawn.place_id for drawn in seats_of(table)}
        drawn = course.seats_drawn(one.number, table, session)
        for seat in offenders(outcome):
            place = places[drawn[seat]]
            name = shown(course.player(place, one.number))
            found.append(Fault(one.number, table.number, number, course.place[place].number, name))
    return sorted(found, key=lambda fault: (fault.round, fault.table, fault.hand, fault.number))


def changes_of(course: TournamentState) -> list[Change]:
    """Substitutes and withdrawals, in the order of the rounds from which they hold."""
    found = []
    for place in course.places:
        before = ""
        for number, stint in enumerate(place.stints.all()):
            name = shown(stint.player.person) if stint.player is not None else ""
            if number and name != before:
                found.append(Change(stint.from_round, place.number, before, name))
            before = name
    return sorted(found, key=lambda change: (change.round, change.number))
