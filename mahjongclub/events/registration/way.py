"""A player's way through an event, for the page to which their badge leads: where they sit, how it went.

As everybody may know it: published rounds alone, and no result of a round that runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.db.models import Q

from mahjongclub.games.kit.wording import and_list
from mahjongclub.games.registry import find_game
from mahjongclub.rounds.models import Round

from ..loading import drawn_seats_of
from ..models import Place
from ..pages import name_or_blank
from ..ranking import RankingLine, points_formatter, ranking
from ..state import PlaceRoundResult, TournamentState
from .models import Entrant


@dataclass(frozen=True, slots=True)
class RoundSeatRow:
    """Where somebody sits in a round, and with whom; `table` is None where the place sits out.

    `wind` is "" where seats have none, `seat` counts from 1, `points` are what the result brought, in words.
    """

    number: int
    opened: bool
    result: PlaceRoundResult | None
    points: str
    table: int | None = None
    wind: str = ""
    seat: int = 0
    others: str = ""


@dataclass
class EntrantSchedule:
    """`rounds` are published and not over, the next one first; `results` are over, the latest first."""

    place: Place | None = None
    rounds: list[RoundSeatRow] = field(default_factory=list)
    results: list[RoundSeatRow] = field(default_factory=list)
    line: RankingLine | None = None
    of: int = 0

    @property
    def current_round(self) -> RoundSeatRow | None:
        """The round that is played, or comes next."""
        return self.rounds[0] if self.rounds else None

    @property
    def later_rounds(self) -> list[RoundSeatRow]:
        """The rounds after it."""
        return self.rounds[1:]


def schedule_of(entrant: Entrant) -> EntrantSchedule:
    """Where somebody sits and how it went; empty before the seating is published, and for no player."""
    if entrant.tournament.is_draft or entrant.player is None:
        return EntrantSchedule()
    state = TournamentState(entrant.tournament).without_withheld_results()
    place = _held(state, entrant)
    if place is None:
        return EntrantSchedule()
    lines = ranking(state)
    way = EntrantSchedule(place, of=sum(line.rank is not None for line in lines))
    if state.results:
        way.line = next((line for line in lines if line.number == place.number), None)
    for round_ in state.published:
        if state.player(place.pk, round_.number) != entrant.player.person:
            continue  # somebody else plays there, or nobody
        if state.is_over(round_):
            way.results.insert(0, _seat(state, round_, place))
        else:
            way.rounds.append(_seat(state, round_, place))
    return way


def _held(state: TournamentState, entrant: Entrant) -> Place | None:
    """The place the entrant was given, else the one they hold by another way."""
    if entrant.place_id in state.place:
        return state.place[entrant.place_id]
    person = entrant.player.person.pk if entrant.player is not None else None
    has_player = Q(stints__player=person) | Q(stints__player__merged_into=person)
    pk = entrant.tournament.places.filter(has_player).values_list("pk", flat=True).first()
    return state.place.get(pk) if pk is not None else None


def _seat(state: TournamentState, round_: Round, place: Place) -> RoundSeatRow:
    result = state.results.get((round_.number, place.pk))
    points = points_formatter(state)(result.value) if result is not None else ""
    row = RoundSeatRow(round_.number, round_.opened_at is not None, result, points)
    winds = find_game(state.tournament.variant).seat_winds
    for table in round_.tables.all():
        seats = drawn_seats_of(table)
        own_seat = next((seat for seat in seats if seat.place_id == place.pk), None)
        if own_seat is not None:
            others = [
                name_or_blank(state.player(seat.place_id, round_.number))
                for seat in seats
                if seat is not own_seat
            ]
            row = replace(
                row,
                table=table.number,
                wind=winds[own_seat.number] if winds else "",
                seat=own_seat.number + 1,
                others=and_list([name for name in others if name]),
            )
    return row
