"""Ten's tables: what the bank pays, on riichi's values; and why a hand is worth what it is."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.kit.riichi.value import FU_STEPS, LIMITS, Value, is_possible
from mahjongclub.rules.riichi.presets import CLUB
from mahjongclub.rules.ten.settle import VALUE_RULES, Win, hand_points, read_outcome, tile_value

from ..kit.context import Draft, EntryContext, Reasons
from ..kit.lessons import Example, Lesson
from ..kit.paper import NONE, PointsTable, Row, cell, points, said
from ..kit.riichi.examples import yaku_lessons
from ..kit.riichi.points import HAN, fu_tables, limit_han_range, yaku_tables
from ..kit.riichi.reasons import value_reasons
from .card import chapter_source


def ten_points_tables(rules: Any) -> tuple[PointsTable, ...]:
    """What the bank pays by han and fu, the limits, then how a hand is counted."""

    def paid(value: Value) -> tuple[str, ...]:
        return tuple(points(hand_points(rules, value, dealer)) for dealer in (False, True))

    han_fu = PointsTable(
        "han-fu",
        _("What the bank pays"),
        (_("Fu"), *(f"{han} han" for han in HAN)),
        tuple(
            Row(
                str(fu),
                tuple(
                    paid(Value(han=han, fu=fu)) if is_possible(han, fu, self_drawn=True) else cell(NONE)
                    for han in HAN
                ),
            )
            for fu in FU_STEPS
        ),
        (_("Above: not the dealer. Below: the dealer. Honba and sticks on the table come on top."),),
        wide=True,
    )
    limits = PointsTable(
        "limits",
        _("Limits"),
        (_("Limit"), _("Not the dealer"), _("The dealer")),
        tuple(
            Row(name.capitalize(), tuple(cell(text) for text in paid(value)), (limit_han_range(CLUB, name),))
            for name, value in (
                *((name, Value(limit=name)) for name in LIMITS),
                ("yakuman", Value(yakuman=1)),
            )
        ),
    )
    return (han_fu, limits, *fu_tables(CLUB.double_wind_pair_fu), *yaku_tables())


#: Every hand is won by the attacker's own draw, and after a declaration.
NEVER = ("robbed_kan", "last_discard", "heavenly_hand", "earthly_hand")


def ten_hands(rules: Any) -> tuple[Lesson, ...]:
    """A wait with the tiles the defender names, then riichi's yaku."""
    guess = Lesson(
        "guess",
        _("What the defender guesses"),
        (
            _("The attacker keeps the hand hidden; the defender names two kinds of tiles."),
            _(
                "This hand waits for 1 and 4 of bamboos. A guess that names either of them is right. "
                "The 1 brings chanta, the 4 does not: the attacker may decline a 4 and wait for a 1."
            ),
        ),
        (
            Example(_("The attacker’s hand"), "123m 789p 444z 99s 23s"),
            Example(_("A right guess"), "1s 5p"),
            Example(_("A wrong guess: the attacker draws"), "2s 7z"),
        ),
        said(chapter_source("Phase B")),
    )
    return (guess, *yaku_lessons(NEVER))


def ten_reasons(place: EntryContext, draft: Draft) -> list[Reasons]:
    """Yaku, fu and basic points of the winner. RuleError for tiles that are no winning hand."""
    outcome = read_outcome(place.rules, draft)
    if not isinstance(outcome, Win):
        return []
    read = None if outcome.value.tiles is None else tile_value(outcome)
    return [value_reasons(place.names[outcome.winner], outcome.value, VALUE_RULES, read)]
