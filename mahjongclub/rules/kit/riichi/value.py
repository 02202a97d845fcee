"""What a riichi hand is worth: han and fu, a limit, yakuman or tiles, turned into points.

Pure arithmetic; who pays is decided by the game that asks (riichi, Ten).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ...game import RuleError
from ...reading import Reader
from ...words import Text
from .hand import WinningHand, read_tiles_object, tiles_to_json
from .yaku import TICKED

#: Every fu a hand can be rounded to; 25 is seven pairs.
FU_STEPS = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)

#: Basic points of each limit below yakuman.
LIMITS: Mapping[str, int] = {"mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000}

#: Basic points of one yakuman.
YAKUMAN = 8000

MOST_HAN = 50
MOST_YAKUMAN = 6

#: From this many han on, fu no longer change the value.
HAN_WITHOUT_FU = 5

#: A record's fields of a value, each with what stands beside what: the row or column next to the one meant.
STEPS: Mapping[str, Sequence[Any]] = {
    "han": range(1, MOST_HAN + 1),
    "fu": FU_STEPS,
    "limit": tuple(LIMITS),
    "yakuman": range(1, MOST_YAKUMAN + 1),
}


class ValueRules(Protocol):
    """The options a value depends on; any variant's rules that have them will do."""

    @property
    def kiriage_mangan(self) -> bool: ...

    @property
    def kazoe(self) -> str: ...

    @property
    def yakuman_add_up(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Value:
    """What was said of a winning hand: exactly one of han (with fu below 5 han), yakuman, limit or tiles.

    `ticked_yaku` are told beside a value without tiles, for the statistics alone: they change no points.
    """

    han: int | None = None
    fu: int | None = None
    yakuman: int | None = None
    limit: str | None = None
    tiles: WinningHand | None = None
    ticked_yaku: tuple[str, ...] = ()

    @classmethod
    def read(cls, reader: Reader, self_drawn: bool) -> Value:
        """The value among a win's fields; RuleError for none, two, or an impossible pair of han and fu."""
        fields = [name for name in ("han", "yakuman", "limit", "tiles") if reader.has(name)]
        for name in ("han", "fu", "yakuman", "limit", "tiles"):
            reader.value(name)
        if not fields:
            raise reader.rule_error(
                "value_missing",
                None,
                Text("Say what the hand is worth: han and fu, yakuman, a limit, or its tiles."),
            )
        if len(fields) > 1 or (reader.has("fu") and fields != ["han"]):
            raise reader.rule_error(
                "value_ambiguous", None, Text("Say what the hand is worth in one way only.")
            )
        yaku = reader.words("yaku", TICKED)
        match fields[0]:
            case "han":
                han = reader.whole("han", 1, MOST_HAN)
                return cls(han=han, fu=_read_fu(reader, han, self_drawn), ticked_yaku=yaku)
            case "yakuman":
                return cls(yakuman=reader.whole("yakuman", 1, MOST_YAKUMAN), ticked_yaku=yaku)
            case "limit":
                return cls(limit=reader.word("limit", LIMITS), ticked_yaku=yaku)
        if yaku:
            raise reader.rule_error(
                "yaku_beside_tiles", "yaku", Text("The tiles tell the yaku: leave them out beside tiles.")
            )
        return cls(tiles=read_tiles_object(reader.object("tiles")))

    def to_json(self) -> dict[str, Any]:
        """The fields as a record's win writes them; `read` gives the value back."""
        record: dict[str, Any] = {
            name: value
            for name in ("han", "fu", "yakuman", "limit")
            if (value := getattr(self, name)) is not None
        }
        if self.tiles is not None:
            record["tiles"] = tiles_to_json(self.tiles)
        if self.ticked_yaku:
            record["yaku"] = list(self.ticked_yaku)
        return record

    def ticked_yaku_rows(self, seat: int) -> tuple[dict[str, Any], ...]:
        """The yaku told of this seat's hand as a result lists them: without han, which nobody said."""
        return tuple({"winner": seat, "name": name} for name in self.ticked_yaku)

    def basic(self, rules: ValueRules) -> int:
        """Basic points; tiles must have been read before (`riichi_tiles.evaluate_tiles`)."""
        if self.limit is not None:
            return LIMITS[self.limit]
        if self.yakuman is not None:
            # one at most where they do not add up
            return YAKUMAN * (self.yakuman if rules.yakuman_add_up else 1)
        if self.han is None:
            raise TypeError("tiles have no points before they are read")
        return basic_points(self.han, self.fu, rules)


def is_possible(han: int, fu: int, self_drawn: bool, riichi: bool = False) -> bool:
    """Whether a hand can be worth this pair.

    20 fu is a self-drawn pinfu, which is 2 han; 25 fu is seven pairs, 2 han, 3 when self-drawn. Riichi and a
    self-draw are a han each.

    >>> is_possible(1, 20, True), is_possible(2, 20, True), is_possible(2, 20, False)
    (False, True, False)
    """
    if han < (2 if riichi and self_drawn else 1) or fu not in FU_STEPS:
        return False
    if fu == 20:
        return self_drawn and han >= 2
    if fu == 25:
        return han >= (3 if self_drawn else 2)
    return True


def check_riichi_self_draw(value: Value, *, riichi: bool, self_drawn: bool, field: str) -> None:
    """RuleError at `field` for one han of a hand that was self-drawn in riichi: each is a han (seed 003)."""
    if riichi and self_drawn and value.han == 1:
        raise RuleError(
            "riichi_self_draw_is_two_han",
            field,
            Text("Riichi and a self-draw are a han each: this hand has at least two."),
        )


def limit_of(han: int, fu: int | None, rules: ValueRules) -> str | None:
    """The limit a pair reaches ("mangan" ... "sanbaiman", "yakuman"), None below mangan.

    `fu` may be None from 5 han on.
    """
    if han >= 13:
        return rules.kazoe
    for least, name in ((11, "sanbaiman"), (8, "baiman"), (6, "haneman"), (HAN_WITHOUT_FU, "mangan")):
        if han >= least:
            return name
    if fu is None:
        raise ValueError("below 5 han the value needs fu")
    rounded_up = rules.kiriage_mangan and (han, fu) in ((4, 30), (3, 60))
    return "mangan" if rounded_up or _exact(han, fu) > LIMITS["mangan"] else None


def basic_points(han: int, fu: int | None, rules: ValueRules) -> int:
    """Basic points of a pair: fu x 2^(2 + han), or those of the limit it reaches.

    >>> from mahjongclub.rules.riichi.presets import CLUB
    >>> basic_points(3, 40, CLUB), basic_points(4, 40, CLUB), basic_points(6, None, CLUB)
    (1280, 2000, 3000)
    """
    limit = limit_of(han, fu, rules)
    if limit is None:
        assert fu is not None
        return _exact(han, fu)
    return YAKUMAN if limit == "yakuman" else LIMITS[limit]


#: Where several pairs are worth the same, the fu that players meet most often name it.
_USUAL_FU_FIRST = (30, 40, 50, 25, 20, 60, 70, 80, 90, 100, 110)


def rising_values(rules: ValueRules, self_drawn: bool, riichi: bool = False) -> tuple[Value, ...]:
    """Everything a hand can be worth up to one yakuman, from the least up, each worth once.

    Self-drawn in riichi it has two han at least.

    >>> from mahjongclub.rules.riichi.presets import CLUB
    >>> [(value.han, value.fu) for value in rising_values(CLUB, self_drawn=True)[:4]]
    [(1, 30), (1, 40), (1, 50), (2, 30)]
    """
    pairs = {
        basic_points(han, fu, rules): Value(han=han, fu=fu)
        for fu in reversed(_USUAL_FU_FIRST)
        for han in range(1, HAN_WITHOUT_FU)
        if is_possible(han, fu, self_drawn, riichi) and limit_of(han, fu, rules) is None
    }
    limits = (Value(limit=name) for name in LIMITS)
    return (*(pairs[basic] for basic in sorted(pairs)), *limits, Value(yakuman=1))


def ron_payment(basic: int, dealer: bool) -> int:
    """What the discarder pays a winner who is the dealer or not, without honba.

    >>> ron_payment(1280, dealer=False), ron_payment(1280, dealer=True)
    (5200, 7700)
    """
    return round_up_to_hundred(basic * (6 if dealer else 4))


def tsumo_payments(basic: int, winner_is_dealer: bool) -> tuple[int, int]:
    """What the dealer and each other player pay for a self-draw, without honba: (from_dealer, from_other).

    >>> tsumo_payments(1920, winner_is_dealer=False), tsumo_payments(1920, winner_is_dealer=True)
    ((3900, 2000), (0, 3900))
    """
    if winner_is_dealer:
        return 0, round_up_to_hundred(basic * 2)
    return round_up_to_hundred(basic * 2), round_up_to_hundred(basic)


def round_up_to_hundred(points: int) -> int:
    """The next whole hundred."""
    return -(-points // 100) * 100


def _exact(han: int, fu: int) -> int:
    return fu << (2 + han)


def _read_fu(reader: Reader, han: int, self_drawn: bool) -> int | None:
    if han >= HAN_WITHOUT_FU and not reader.has("fu"):
        return None
    fu = reader.whole("fu", -(10**9), 10**9)
    if not is_possible(han, fu, self_drawn):
        how = Text("self-drawn") if self_drawn else Text("on a discard")
        raise reader.rule_error(
            "fu_impossible", "fu", Text("{han} han {fu} fu {how} does not exist.", han=han, fu=fu, how=how)
        )
    return fu
