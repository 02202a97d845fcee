"""A game kept on paper: the table at its end from the points each seat went home with.

Nothing is known of its hands, so nothing is settled; the points must add up to what was on the table, unless
the rules give points that nobody pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Required, TypedDict

from .game import RuleError, TableState
from .kit.sticks import STICK
from .record import close_table
from .variant import Variant
from .words import Text

MOST_POINTS = 100_000_000
MOST_STICKS = 50
#: a tenth of a thousand, in which final points are
TENTH = 100


class PaperResult(TypedDict, total=False):
    """How a game ended on paper, as a record keeps it: the arguments of `ended_table_on_paper` in JSON."""

    #: points in seat order
    scores: Required[list[int]]
    sticks: int
    bank: int | None
    #: whether a referee let a sum stand that is off
    off: bool


def ended_table_on_paper(
    variant: Variant,
    rules: Any,
    scores: Sequence[int],
    sticks: int = 0,
    bank: int | None = None,
    off: bool = False,
    state_after_hands: TableState | None = None,
) -> TableState:
    """The ended table with these scores (in seat order), riichi sticks left lying, points left in the bank.

    Of a table whose hands are known too, `state_after_hands` is how they left it. A referee may let a sum
    that is `off` stand. RuleError where they are not what such a table can hold; its field is `scores`,
    `sticks` or `bank`.
    """
    start = variant.start(rules, None)
    _check(start, scores, sticks, bank)
    total = sum(scores) + sticks * STICK + (bank or 0)
    expected = sum(start.scores) + (start.bank or 0)
    if total != expected and variant.conserves_points(rules) and not off:
        raise RuleError("points_not_conserved", "scores", _difference(total, expected))
    return close_table(
        variant, replace(state_after_hands or start, scores=tuple(scores), sticks=sticks, bank=bank)
    )


def scores_of_final_points(variant: Variant, rules: Any, points: Sequence[int]) -> list[int]:
    """Return the scores from which a table has these final points, uma and oka among them.

    `points` are in the variant's smallest unit, as scores are. RuleError where no scores have them.
    """
    start = variant.start(rules, None)
    if len(points) != start.seats or any(abs(number) > MOST_POINTS for number in points):
        raise RuleError("score_out_of_range", "scores", Text("Too many points."))
    scores = [begin + number for begin, number in zip(start.scores, points, strict=True)]
    for _time in range(3):  # by the places of the final points, then by those of the scores
        table = close_table(variant, replace(start, scores=tuple(scores)))
        ranked = {standing.seat: standing.tenths * TENTH for standing in variant.rank(rules, table)}
        if all(ranked[seat] == number for seat, number in enumerate(points)):
            return scores
        scores = [score + points[seat] - ranked[seat] for seat, score in enumerate(scores)]
    raise RuleError(
        "no_final_points", "scores", Text("No game has these final points by the rules chosen here.")
    )


def _check(start: TableState, scores: Sequence[int], sticks: int, bank: int | None) -> None:
    if len(scores) != start.seats:
        raise RuleError(
            "wrong_number_of_scores", "scores", Text("{seats} scores are needed.", seats=start.seats)
        )
    if any(abs(score) > MOST_POINTS for score in scores):
        raise RuleError("score_out_of_range", "scores", Text("Too many points."))
    if not 0 <= sticks <= MOST_STICKS:
        raise RuleError(
            "sticks_out_of_range", "sticks", Text("From 0 to {most_sticks} sticks.", most_sticks=MOST_STICKS)
        )
    if (bank is None) != (start.bank is None) or (bank is not None and not 0 <= bank <= MOST_POINTS):
        raise RuleError("bank_out_of_range", "bank", Text("How many points are left in the bank?"))


def _difference(total: int, expected: int) -> Text:
    """How far the points are from what was on the table."""
    off = abs(total - expected)
    if total > expected:
        return Text(
            "The points add up to {held} and should be {expected}: {off} too many.",
            held=total,
            expected=expected,
            off=off,
        )
    return Text(
        "The points add up to {held} and should be {expected}: {off} missing.",
        held=total,
        expected=expected,
        off=off,
    )
