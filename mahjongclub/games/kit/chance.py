"""Drawing lots: everything random in the demonstration comes from a numbered source of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

Kind = TypeVar("Kind")


def random_source(seed: int, *parts: int | str) -> Random:
    """The source of chance of one part: the same for the same words, in whatever order they are asked.

    >>> random_source(1, "game", 7).random() == random_source(1, "game", 7).random()
    True
    """
    return Random("/".join(map(str, (seed, *parts))))


def pick_weighted(chance: Random, weights: Mapping[Kind, float]) -> Kind:
    """One of the keys, as often as its weight says."""
    return chance.choices(list(weights), list(weights.values()))[0]


def pick_stronger_seat(chance: Random, seats: Sequence[int], strengths: Sequence[float]) -> int:
    """One of the seats, a stronger player more often."""
    return chance.choices(seats, [strengths[seat] for seat in seats])[0]


def pick_weaker_seat(chance: Random, seats: Sequence[int], strengths: Sequence[float]) -> int:
    """One of the seats, a weaker player more often."""
    return chance.choices(seats, [1 / strengths[seat] for seat in seats])[0]


def pick_winner_and_source(
    chance: Random, seats: Sequence[int], strengths: Sequence[float], self_drawn: float
) -> tuple[int, int | None]:
    """Who wins, and on whose discard: on nobody's as often as `self_drawn` says."""
    winner = pick_stronger_seat(chance, seats, strengths)
    if chance.random() < self_drawn:
        return winner, None
    return winner, pick_weaker_seat(chance, [seat for seat in seats if seat != winner], strengths)


def throw_two_dice(chance: Random) -> list[int]:
    """Two dice."""
    return [chance.randint(1, 6), chance.randint(1, 6)]
