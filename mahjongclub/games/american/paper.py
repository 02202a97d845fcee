"""What is printed of American mah jongg: what the values pay, and the data of its blank sheet."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.rules.american.options import VALUES, Rules

from ..kit.paper import PointsTable, Row, cell, points, result_line
from ..kit.wording import change_in_words, points_in_words


def tables(rules: Any) -> tuple[PointsTable, ...]:
    """What each value pays, without jokers and with, on a discard and self-picked."""
    return (_tournament(rules) if rules.is_tournament else _home(rules),)


def _home(rules: Rules) -> PointsTable:
    columns = (_("Value"), _("discarder"), _("each other"), _("self-picked, each"))
    shares = (rules.discarder, rules.others, rules.self_picked)
    rows = [
        Row(
            str(value),
            tuple(
                cell(
                    points(share * value),
                    _("jokerless %(points)s") % {"points": points(share * value * rules.jokerless)},
                )
                for share in shares
            ),
        )
        for value in VALUES
    ]
    notes = [_("A hand of Singles and Pairs has no bonus for being jokerless.")]
    if rules.pie is not None:
        notes.append(_("Nobody loses more than %(pie)s: the pie.") % {"pie": points(rules.pie)})
    return PointsTable("payments", _("What a hand is paid"), columns, tuple(rows), tuple(notes), wide=True)


def _tournament(rules: Rules) -> PointsTable:
    bonuses = (0, rules.self_pick_bonus, rules.jokerless_bonus, rules.self_pick_bonus + rules.jokerless_bonus)
    columns = (_("Value"), _("discard"), _("self-picked"), _("jokerless"), _("self-picked, jokerless"))
    rows = [Row(str(value), tuple(cell(points(value + bonus)) for bonus in bonuses)) for value in VALUES]
    lost = {number: change_in_words(-rules.penalty(number)) for number in (0, 2, 3)}
    notes = (
        _("The discarder: %(few)s with no or one exposure, %(two)s with two, %(three)s with three or more.")
        % {"few": lost[0], "two": lost[2], "three": lost[3]},
        _("A wall game brings %(points)s to each whose hand is not dead.")
        % {"points": points(rules.wall_points)},
        _("A hand of Singles and Pairs has no bonus for being jokerless."),
    )
    return PointsTable("payments", _("What a hand is worth"), columns, tuple(rows), notes, wide=True)


def blank(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads."""
    return {
        "start": points_in_words(rules.starting_points) if rules else "",
        "end": [result_line()],
        "words": {
            "hand": pgettext("score sheet", "Hand"),
            "start": pgettext("score sheet", "Start"),
            "score": pgettext("score sheet", "Score"),
            "value": _("Value, ×"),
            "legend": _("The deal passes to the right after every hand."),
        },
    }
