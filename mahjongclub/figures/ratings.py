"""How strong players are: Plackett-Luce (openskill), R and dan, from the places at each table. Pure.

R follows Tenhou's published formula (https://tenhou.net/man/, section on ratings): the change is
`games factor x (result + (table's average R - own R) / 40)`, with results +30, +10, -10, -30 by place, the
factor 1 - 0.002 x games before, at least 0.2, and the table's average at least 1500. For two or six seats
the results go from +30 to -30 in equal steps; players who tie share the results of their places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from . import dan

START_R = 1500.0
HIGHEST_RESULT = 30
LEAST_FACTOR = 0.2
FACTOR_STEP = 0.002
CLOSENESS = 40

#: openskill's own defaults: mean 25, deviation 25 / 3
_model = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's ratings after `games` games: Plackett-Luce's mean and deviation, R, the dan, its points.

    `firsts` are first places in a row until then.
    """

    games: int = 0
    mu: float = _model.mu
    sigma: float = _model.sigma
    r: float = START_R
    dan: int = 0
    dan_points: float = 0
    firsts: int = 0


def strengths_after_game(
    players: Sequence[Strength], places: Sequence[int], *, dan_moves: bool = False, east_only: bool = False
) -> list[Strength]:
    """Everybody's strength after a game they ended at `places` (1-based, equal for a tie).

    `dan_moves` for a game of riichi, `east_only` where it was of one wind.

    >>> [round(player.r) for player in strengths_after_game([Strength()] * 4, [1, 2, 3, 4])]
    [1530, 1510, 1490, 1470]
    """
    rated = _model.rate(
        [[_model.rating(mu=player.mu, sigma=player.sigma)] for player in players], ranks=list(places)
    )
    average = max(START_R, sum(player.r for player in players) / len(players))
    return [
        Strength(
            player.games + 1,
            skill.mu,
            skill.sigma,
            player.r
            + max(LEAST_FACTOR, 1 - FACTOR_STEP * player.games)
            * (_result(place, places) + (average - player.r) / CLOSENESS),
            *(
                dan.dan_after_game(
                    player.dan, player.dan_points, player.r, place, places.count(place), east_only=east_only
                )
                if dan_moves
                else (player.dan, player.dan_points)
            ),
            player.firsts + 1 if place == 1 else 0,
        )
        for player, (skill,), place in zip(players, rated, places, strict=True)
    ]


def _result(place: int, places: Sequence[int]) -> float:
    """What R gives for a place, shared where it is shared."""
    step = 2 * HIGHEST_RESULT / (len(places) - 1)
    sharing = places.count(place)
    return HIGHEST_RESULT - step * (place - 1 + (sharing - 1) / 2)
