"""What is printed of American mah jongg: what the values pay, and the data of its blank sheet."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.american.options import VALUES, Rules

from ..kit.paper import PointsTable, Row, cell, points, said, sheet_data
from .card import payment_sentences


def american_points_tables(rules: Any) -> tuple[PointsTable, ...]:
    """What each value pays or is worth, and what the rules card says of it."""
    title, columns, rows = _noted(rules) if rules.is_tournament else _paid(rules)
    notes = tuple(said(line) for line in payment_sentences(rules)[1:])
    return (PointsTable("payments", title, (_("Value"), *columns), rows, notes, wide=True),)


def _paid(rules: Rules) -> tuple[str, tuple[str, ...], tuple[Row, ...]]:
    """Without jokers and with, on a discard and self-picked."""
    shares = (rules.discarder, rules.others, rules.self_picked)
    jokerless = _("jokerless %(points)s")

    def amount(paid: int) -> tuple[str, ...]:
        return cell(points(paid), jokerless % {"points": points(paid * rules.jokerless)})

    rows = tuple(Row(str(value), tuple(amount(share * value) for share in shares)) for value in VALUES)
    columns = (_("discarder"), _("each other"), _("self-picked, each"))
    return _("What a hand is paid"), columns, rows


def _noted(rules: Rules) -> tuple[str, tuple[str, ...], tuple[Row, ...]]:
    """With each bonus of a tournament."""
    bonuses = (0, rules.self_pick_bonus, rules.jokerless_bonus, rules.self_pick_bonus + rules.jokerless_bonus)
    rows = tuple(Row(str(value), tuple(cell(points(value + bonus)) for bonus in bonuses)) for value in VALUES)
    columns = (_("discard"), _("self-picked"), _("jokerless"), _("self-picked, jokerless"))
    return _("What a hand is worth"), columns, rows


def american_sheet_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads."""
    return sheet_data(rules, _("The deal passes to the right after every hand."), {"value": _("Value, ×")})
