"""What a player needs: for each way to win, the smallest hand that gains a place, settled by the engine."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .game import RuleError, Settlement, Standing, TableState
from .variant import Variant

Notes = Mapping[str, Any]


@dataclass(frozen=True, slots=True, order=True)
class RankPlace:
    """A place of the ranking, the better the smaller: one shared with others is worse than one alone."""

    rank: int
    shared: bool = False


FIRST = RankPlace(1)


@dataclass(frozen=True, slots=True)
class Step:
    """A hand of that value (one of the variant's `values`), what it pays, and the place it leads to."""

    value: Any
    settlement: Settlement
    place: RankPlace


@dataclass(frozen=True, slots=True)
class WayToWin:
    """One way to win: on the discard of `source`, or self-drawn (None).

    `gain` is the smallest hand that gains a place, None where not even `most` does, the largest there is.
    `lead` is the smallest that is first alone, None where `gain` is, or where no hand is.
    """

    source: int | None
    most: Any
    gain: Step | None = None
    lead: Step | None = None


def places(standings: Iterable[Standing]) -> dict[int, RankPlace]:
    """Each seat's place in a ranking, by seat.

    >>> places([Standing(1, 1, 30, 300), Standing(0, 2, 20, 200), Standing(2, 2, 20, 200)])[2]
    RankPlace(rank=2, shared=True)
    """
    ranks = {row.seat: row.rank for row in standings}
    ranks_taken = list(ranks.values())
    return {seat: RankPlace(rank, ranks_taken.count(rank) > 1) for seat, rank in ranks.items()}


def ways_to_better_place(
    variant: Variant, rules: Any, state: TableState, notes: Notes, seat: int, now: RankPlace
) -> list[WayToWin]:
    """What a seat needs to come to a better place than `now`, on each discarder and self-drawn.

    `state` is the table before the hand being played, `notes` what is known of that hand (riichi sticks put
    out, events of a round). Places are those that the ranking would give if the session ended with the hand.
    A win that cannot be any more is left out; so is everything for a game without values, or a seat that is
    first alone.
    """
    if variant.values is None or now <= FIRST:
        return []
    sources: list[int | None] = [*state.after_seat(seat)] if variant.wins_on_discards else []
    ways = []
    for source in [*sources, None]:
        try:
            ways.append(_way(variant, rules, state, notes, seat, source, now))
        except RuleError:  # somebody else has declared, or the seat has won in this round
            continue
    return ways


def _way(
    variant: Variant,
    rules: Any,
    state: TableState,
    notes: Notes,
    seat: int,
    source: int | None,
    now: RankPlace,
) -> WayToWin:
    assert variant.values is not None
    assert variant.win_from_notes is not None
    win_from_notes = variant.win_from_notes
    values = variant.values(rules, source is None, seat in notes.get("riichi", ()))

    def step(value: Any) -> Step:
        settlement = variant.settle(rules, state, win_from_notes(notes, seat, source, value))
        ranked = places(variant.standings(rules, settlement.after))
        return Step(value, settlement, ranked[state.order[seat] if state.order else seat])

    def smallest(reached: Callable[[RankPlace], bool]) -> Step:
        # a larger hand never pays its winner less, so places only get better along the values
        return step(values[bisect_left(values, True, key=lambda value: reached(step(value).place))])

    most = values[-1]
    best = step(most).place
    if best >= now:
        return WayToWin(source, most)
    gain = smallest(lambda place: place < now)
    if gain.place == FIRST or best > FIRST:
        return WayToWin(source, most, gain)
    return WayToWin(source, most, gain, smallest(lambda place: place == FIRST))
