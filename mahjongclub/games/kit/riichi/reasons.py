"""Why a riichi hand is worth what it is: yaku, fu and basic points; the same hand won otherwise."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.kit.riichi.outcomes import Win
from mahjongclub.rules.kit.riichi.settle import tile_value
from mahjongclub.rules.kit.riichi.tiles import FU_NAMES, TileValue
from mahjongclub.rules.kit.riichi.value import Value, ValueRules, limit_of
from mahjongclub.rules.kit.riichi.yaku import YAKU_NAMES

from ..context import Draft, EntryContext, Reasons, with_source, without
from ..wording import points_in_words, said
from .words import value_in_words

#: circumstances that only a self-drawn tile has, and only one of another
DRAWN = ("haitei", "rinshan", "tenhou", "chiihou")
CLAIMED = ("houtei", "chankan", "renhou")


def riichi_reasons(place: EntryContext, draft: Draft) -> list[Reasons]:
    """Why each winner's hand is worth what it is. RuleError for tiles that are no winning hand."""
    outcome = place.session.game.read_outcome(place.rules, draft)
    if not isinstance(outcome, Win):
        return []
    return [
        value_reasons(
            place.names[winner.seat],
            winner.value,
            place.rules,
            None if winner.value.tiles is None else tile_value(place.rules, place.before, outcome, index),
        )
        for index, winner in enumerate(outcome.wins)
    ]


def value_reasons(title: str, value: Value, rules: ValueRules, read: TileValue | None) -> Reasons:
    """Why one value is what it is; `read` is what its tiles came to, where it was given as tiles."""
    lines: list[tuple[str, str]] = []
    if read is None:
        lines += [(said(YAKU_NAMES[name]), "") for name in value.ticked_yaku]
    elif read.yakuman:
        lines += [(said(YAKU_NAMES[name]), _times_yakuman(count)) for name, count in read.yaku]
        value = Value(yakuman=read.yakuman)
    else:
        lines += [(said(YAKU_NAMES[name]), f"{han} han") for name, han in read.yaku]
        lines += [(said(FU_NAMES[name]), f"{fu} fu") for name, fu in read.fu_parts if name in FU_NAMES]
        value = Value(han=read.han, fu=read.fu)
        counted = sum(fu for _name, fu in read.fu_parts)
        if read.fu > counted > 0:
            lines.append((_("%(counted)s fu, rounded up") % {"counted": counted}, f"{read.fu} fu"))
    lines.append((_("Basic points"), _basic_in_words(value, rules)))
    return Reasons(title, tuple(lines), _total(value, rules))


def _total(value: Value, rules: ValueRules) -> str:
    """The value, with the limit that its han and fu reach."""
    limit = limit_of(value.han, value.fu, rules) if value.han is not None else None
    return value_in_words(value) + (f", {limit}" if limit else "")


def _basic_in_words(value: Value, rules: ValueRules) -> str:
    """Basic points, with how fu and han make them below the limits."""
    points = points_in_words(value.basic(rules))
    if value.han is None or value.fu is None or limit_of(value.han, value.fu, rules):
        return points
    doublings = " × 2" * (2 + value.han)
    return f"{value.fu}{doublings} = {points}"


def _times_yakuman(count: int) -> str:
    return "yakuman" if count == 1 else f"{count} × yakuman"


def riichi_with_source(draft: Draft, winner: int, source: int | None) -> Draft | None:
    """The hand as `with_source` says, without the circumstances that only the other way of winning has."""
    turned = with_source(draft, winner, source)
    if turned is None:
        return None
    # who discards in riichi with the winning tile has paid no stick; who else has is no part of the value
    turned["riichi"] = [seat for seat in turned.get("riichi", ()) if seat == winner]
    return {**turned, "wins": [_fitting(win) for win in turned["wins"]]} if "wins" in turned else turned


def _fitting(win: dict[str, Any]) -> dict[str, Any]:
    """A win without what only the other way of winning has."""
    rest = without(win, "pao")
    if flags := rest.get("tiles", {}).get("flags"):
        unfit = CLAIMED if win["from"] is None else DRAWN
        rest["tiles"] = {**rest["tiles"], "flags": [flag for flag in flags if flag not in unfit]}
    return rest
