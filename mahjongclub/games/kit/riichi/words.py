"""The value and the yaku of a riichi hand in words, as the games that count by them say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.riichi.value import Value, ValueRules, rising_values
from mahjongclub.rules.kit.riichi.yaku import DORA, YAKU_NAMES
from mahjongclub.rules.kit.sticks import may_put_stick_out
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.words import Text

from ..context import Draft
from ..wording import join_clauses, or_list, said

#: fu that hands mostly have
USUAL_FU = (20, 25, 30, 40, 50)
#: names that stand for as many han as the hand has of them
COUNTED_EACH = DORA


def yaku_in_words(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """What was read from tiles ("Riichi, Dora × 2: 3 han"), by winner where several won; "" without tiles."""
    by_winner: dict[int, list[str]] = {}
    han: dict[int, int] = {}
    for row in result.get("yaku", ()):
        name, times = said(YAKU_NAMES[row["name"]]), row.get("han", 1) if row["name"] in COUNTED_EACH else 1
        by_winner.setdefault(row["winner"], []).append(f"{name} × {times}" if times > 1 else name)
        han[row["winner"]] = han.get(row["winner"], 0) + row.get("han", 0)
    lists = {
        # a yakuman says by its name what it is worth
        seat: _("%(what)s: %(value)s") % {"what": ", ".join(yaku), "value": f"{han[seat]} han"}
        if han[seat]
        else ", ".join(yaku)
        for seat, yaku in by_winner.items()
    }
    if len(lists) < 2:
        return "".join(lists.values())
    return join_clauses(
        _("%(what)s: %(value)s") % {"what": names[seat], "value": yaku} for seat, yaku in lists.items()
    )


def value_in_words(value: Value) -> str:
    """A riichi value as players call it: "3 han 40 fu", "mangan", "2 yakuman"."""
    if value.yakuman is not None:
        return "yakuman" if value.yakuman == 1 else f"{value.yakuman} yakuman"
    if value.limit is not None:
        return value.limit
    if value.tiles is not None:
        return _("counted from the tiles")
    return f"{value.han} han" if value.fu is None else f"{value.han} han {value.fu} fu"


def least_value_in_words(rules: ValueRules, value: Value) -> str:
    """The least a hand must be worth; beside fu that few hands have, the next pair or limit with usual ones.

    >>> from mahjongclub.rules.riichi.presets import CLUB
    >>> least_value_in_words(CLUB, Value(han=1, fu=90)), least_value_in_words(CLUB, Value(han=3, fu=40))
    ('1 han 90 fu or 2 han 50 fu', '3 han 40 fu')
    """
    words = value_in_words(value)
    if value.fu is None or value.fu in USUAL_FU:
        return words
    rising = rising_values(rules, self_drawn=False)
    usual = next(step for step in rising[rising.index(value) :] if step.fu is None or step.fu in USUAL_FU)
    return or_list([words, value_in_words(usual)])


def hand_yaku_in_words(rules: Any, hand: Any, names: Sequence[str]) -> str:
    """The yaku of a settled hand that was read from its tiles, "" where it was not."""
    return yaku_in_words(hand.result, names)


def read_noted_riichi_sticks(rules: Any, reader: Reader, table: TableState | None) -> Draft:
    """The seats whose stick lies on the table; RuleError where one has no points for it."""
    if "riichi" not in reader.data:
        return {}
    seats = reader.seats("riichi", rules.seats)
    for seat in seats:
        if table and not may_put_stick_out(rules, table, seat):
            raise riichi_points_error(reader, "riichi_without_points")
    return {"riichi": list(seats)}


def riichi_points_error(reader: Reader, code: str) -> Exception:
    """The error of a riichi for which there are not the points."""
    return reader.rule_error(code, "riichi", Text("A riichi needs 1,000 points."))
