"""The figures of a game at a club: everybody side by side, and the best hands, from the sums of months."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Q

from mahjongclub.pairing.standings import average_place

from .period import in_order, last_of_month
from .player_figures import Wanted, place_counts, rates_of
from .wording import rounded

BEST_HANDS = 5
#: the rates that stand side by side; the others are on each player's page
SIDE_BY_SIDE = ("win_rate", "deal_in_rate", "self_draw_rate", "riichi_rate", "hand_value")
#: the columns in which less is better
LESS_IS_BETTER = frozenset({"average_place", "deal_in_rate"})


#: a figure: its value to sort by, None where there is nothing to divide, and its text
Cell = tuple[Fraction | None, str]


def columns_of(variant: str) -> list[str]:
    """The keys of the figures that stand side by side, as `definitions` has them."""
    known = {rate.key for rate in rates_of(variant)}
    return ["games", "average_place", *(key for key in SIDE_BY_SIDE if key in known), "best_hand"]


def cells_of(wanted: Wanted, sums: Mapping[str, Any]) -> dict[str, Cell]:
    """A player's figures by their keys."""
    place = average_place(place_counts(dict(sums), wanted.seats))
    best = Fraction(sums["best_hand"])
    return {
        "games": (Fraction(sums["games"]), rounded(sums["games"], 0)),
        "average_place": (place, rounded(place, 2)),
        **{rate.key: (rate.value(sums), rate.in_words(sums)) for rate in rates_of(wanted.variant)},
        "best_hand": (best, rounded(best, 0)) if sums["wins"] else (None, "–"),
    }


def best_hands(wanted: Wanted, by_player: Mapping[int, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The best hands, one of each player, and the game in which it was won (the first of equals).

    Two queries: sums say in which month, and that month which game.
    """
    won = sorted((-sums["best_hand"], player_id) for player_id, sums in by_player.items() if sums["wins"])
    most = {player_id: -points for points, player_id in won[:BEST_HANDS]}
    theirs = {player_id: Q(player=player_id, best_hand=points) for player_id, points in most.items()}
    months = wanted.months().filter(_any(theirs.values())).order_by("-month")
    # the earliest comes last, and stays
    first = {row[0]: row[1:] for row in months.values_list("player_id", "month", "book_id")}
    games = wanted.games().filter(_any(_look(wanted, theirs[one], first.get(one)) for one in most))
    rows = games.order_by("-order").values("player_id", "day", code=F("session__code"))
    found = {row["player_id"]: {**row, "points": most[row["player_id"]]} for row in rows}
    return [found[player_id] for player_id in most if player_id in found]


def _look(wanted: Wanted, theirs: Q, where: tuple[date, int] | None) -> Q:
    """Their best game in a month of a book; without a month, in the days of months that count in part."""
    if where is None:
        return theirs & (wanted.period.other_days() or Q())
    month, book_id = where
    return theirs & Q(book=book_id) & in_order(month, last_of_month(month))


def _any(choices: Iterable[Q]) -> Q:
    """One of these; nothing where there are none."""
    return reduce(or_, choices, Q(pk__in=()))
