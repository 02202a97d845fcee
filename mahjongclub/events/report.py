"""What a federation's report asks of an event: the faults by which hands ended, and who took whose place."""

from __future__ import annotations

from dataclasses import dataclass

from mahjongclub.rules.figures import FAULTS, offenders
from mahjongclub.tables.models import Hand

from .loading import drawn_seats_of
from .pages import name_or_blank
from .state import TournamentState


@dataclass(frozen=True, slots=True)
class HandFault:
    """A hand that ended by a fault, such as a chombo. `number` is that of the place, `hand` counts from 1."""

    round: int
    table: int
    hand: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class HolderChange:
    """Who holds a place from a round on; `name` is "" where it stays empty, `before` where it was."""

    round: int
    number: int
    before: str
    name: str


def recorded_hand_faults(state: TournamentState) -> list[HandFault]:
    """The faults that phones recorded in published rounds, in order. One query.

    What a referee noted on paper is a penalty with its reason.
    """
    tables = {
        table.session.pk: (round_, table, table.session)
        for round_ in state.published
        for table in round_.tables.all()
        if table.session is not None
    }
    hands = Hand.objects.filter(
        session__round_table__round__competition__tournament=state.tournament, outcome__type__in=FAULTS
    )
    faults = []
    for session_id, number, outcome in hands.values_list("session_id", "number", "outcome"):
        if session_id not in tables:
            continue
        round_, table, session = tables[session_id]
        places = {drawn.number: drawn.place_id for drawn in drawn_seats_of(table)}
        drawn = state.drawn_seats_by_session_seat(round_.number, table, session)
        for seat in offenders(outcome):
            place = places[drawn[seat]]
            name = name_or_blank(state.player(place, round_.number))
            faults.append(HandFault(round_.number, table.number, number, state.place[place].number, name))
    return sorted(faults, key=lambda fault: (fault.round, fault.table, fault.hand, fault.number))


def holder_changes(state: TournamentState) -> list[HolderChange]:
    """Substitutes and withdrawals, in the order of the rounds from which they hold."""
    changes = []
    for place in state.places:
        before = ""
        for number, stint in enumerate(place.stints.all()):
            name = name_or_blank(stint.player.person) if stint.player is not None else ""
            if number and name != before:
                changes.append(HolderChange(stint.from_round, place.number, before, name))
            before = name
    return sorted(changes, key=lambda change: (change.round, change.number))
