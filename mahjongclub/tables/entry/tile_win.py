"""Where a variant's draft keeps the win that is counted from tiles, and what those tiles are worth there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mahjongclub.rules import riichi, ten
from mahjongclub.rules.riichi_outcomes import Win, read_outcome
from mahjongclub.rules.riichi_tiles import TileValue

from .place import BadDraft, Draft, EntryPlace

VALUES = ("han", "fu", "limit", "yakuman", "tiles")


@dataclass(frozen=True)
class TileWin:
    """`of(draft)` is the win ("winner", "from", perhaps "tiles"); `put(draft, win)` the draft with another.

    `value(place, draft)` counts its tiles (RuleError where they are no winning hand). `flags_never` are
    circumstances that cannot be in this game.
    """

    of: Callable[[Draft], Draft]
    put: Callable[[Draft, Draft], Draft]
    value: Callable[[EntryPlace, Draft], TileValue]
    flags_never: tuple[str, ...] = ()


def _riichi_value(place: EntryPlace, draft: Draft) -> TileValue:
    alone = {**draft, "wins": [draft["wins"][-1]]}
    outcome = read_outcome(place.rules, alone)
    if not isinstance(outcome, Win):
        raise BadDraft("not a win")
    return riichi.tile_value(place.rules, place.before, outcome, 0)


def _ten_value(place: EntryPlace, draft: Draft) -> TileValue:
    outcome = ten.read_outcome(place.rules, draft)
    if not isinstance(outcome, ten.Win):
        raise BadDraft("not a win")
    return ten.tile_value(outcome)


def _put_ten(draft: Draft, win: Draft) -> Draft:
    kept = {key: value for key, value in draft.items() if key not in VALUES}
    return {**kept, **{key: value for key, value in win.items() if key != "from"}}


RIICHI = TileWin(
    of=lambda draft: draft["wins"][-1],
    put=lambda draft, win: {**draft, "wins": [*draft["wins"][:-1], win]},
    value=_riichi_value,
)

TEN = TileWin(
    of=lambda draft: {
        "from": None,
        **{key: value for key, value in draft.items() if key in ("winner", *VALUES)},
    },
    put=_put_ten,
    value=_ten_value,
    flags_never=("tenhou", "chiihou"),
)

TILE_WINS = {"riichi": RIICHI, "ten": TEN}
