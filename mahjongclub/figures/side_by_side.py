"""The figures of a game at a club: everybody side by side, and the best hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import reduce
from operator import or_

from django.db.models import F, Q

from mahjongclub.pairing.standings import average_place

from .cached import cached_answer
from .players import GameSelection, place_counts, rates_of
from .wording import rounded

BEST_HANDS = 5
#: the rates that stand side by side; the others are on each player's page
SIDE_BY_SIDE = ("win_rate", "deal_in_rate", "self_draw_rate", "riichi_rate", "hand_value")
#: the columns in which less is better
LESS_IS_BETTER = frozenset({"average_place", "deal_in_rate"})


#: a figure: its value to sort by, None where there is nothing to divide, and its text
Cell = tuple[Fraction | None, str]


def comparison_keys(variant: str) -> list[str]:
    """The keys of the figures that stand side by side, as `definitions` has them."""
    keys = {rate.key for rate in rates_of(variant)}
    return ["games", "average_place", *(key for key in SIDE_BY_SIDE if key in keys), "best_hand"]


def comparison_cells(selection: GameSelection, sums: Mapping[str, int]) -> dict[str, Cell]:
    """A player's figures by their keys."""
    place = average_place(place_counts(sums, selection.seat_count))
    best = Fraction(sums["best_hand"])
    return {
        "games": (Fraction(sums["games"]), rounded(sums["games"], 0)),
        "average_place": (place, rounded(place, 2)),
        **{rate.key: (rate.value(sums), rate.in_words(sums)) for rate in rates_of(selection.variant)},
        "best_hand": (best, rounded(best, 0)) if sums["wins"] else (None, "–"),
    }


@dataclass(frozen=True, slots=True)
class BestHand:
    """A player's best hand, in points, and the day and the code of the game in which it was won."""

    player_id: int
    day: date
    code: str
    points: int


def best_hands(selection: GameSelection, by_player: Mapping[int, Mapping[str, int]]) -> list[BestHand]:
    """The best hands, one of each player, and the game in which it was won (the first of equals).

    One query at most.
    """
    won = sorted((-sums["best_hand"], player_id) for player_id, sums in by_player.items() if sums["wins"])
    most = {player_id: -points for points, player_id in won[:BEST_HANDS]}

    def look() -> list[BestHand]:
        best_of_each = reduce(
            or_, (Q(player=player_id, best_hand=points) for player_id, points in most.items()), Q(pk__in=())
        )
        games = (
            selection.games().filter(best_of_each).order_by("-order")
        )  # the earliest comes last, and stays
        rows = games.values("player_id", "day", code=F("session__code"))
        hand_of = {row["player_id"]: BestHand(points=most[row["player_id"]], **row) for row in rows}
        return [hand_of[player_id] for player_id in most if player_id in hand_of]

    return cached_answer(("best hands", tuple(most), selection.cache_key()), look)
