"""Tenhou's XML log (mjloggm 2.3) as a game: what each tag says of a hand's start and end.

Draws, discards and calls are passed over: who won with what stands in AGARI itself. Tiles are 0 to 135, a
meld the bits of a number, as tenhou.net's own viewer and mjx (github.com/mjx-project/mjx) read them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml.common import DefusedXmlException

from mahjongclub.rules.kit.riichi.hand import tiles_in_notation
from mahjongclub.rules.words import Text

from ..unpacking import FileRefused, parse_xml_into
from .facts import (
    Four,
    GameLog,
    HandStart,
    PlayedRules,
    TenhouHand,
    TenhouWin,
    deal_number,
    rules_of_type_bits,
    unknown_rules_text,
)

MOST_HANDS = 200
#: far more than a game of MOST_HANDS hands has
MOST_TAGS = 100_000
MOST_ATTRIBUTES = 100
REDS = (16, 52, 88)
MOST_TILE = 136
ABORTS = {
    "yao9": "nine_terminals",
    "reach4": "four_riichi",
    "ron3": "triple_ron",
    "kan4": "four_kans",
    "kaze4": "four_winds",
}
FLAGS = {
    2: "ippatsu",
    3: "chankan",
    4: "rinshan",
    5: "haitei",
    6: "houtei",
    21: "double_riichi",
    37: "tenhou",
    38: "chiihou",
}
RIICHI = {1, 21}
#: AGARI's third figure of `ten`
LIMITS = (None, "mangan", "haneman", "baiman", "sanbaiman")


def looks_like_xml(data: bytes) -> bool:
    """Whether these bytes look like XML."""
    return data[:200].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<")


def read_mjlog(data: bytes) -> GameLog:
    """The game of an XML log; Refused for anything that is none, is not whole, or is not ours to play."""
    root = _parse(data)
    if root.tag != "mjloggm":
        raise FileRefused(Text("This XML is no Tenhou log."))
    reading = _Reading()
    for tag in root:
        reading.take(TagAttributes(tag.tag, tag.attrib))
    return reading.game()


class _BoundedTree(TreeBuilder):
    """A tree of at most MOST_TAGS tags with at most MOST_ATTRIBUTES each."""

    tags = 0

    def start(self, tag: str, attrs: dict[str, str]) -> Element:
        self.tags += 1
        if self.tags > MOST_TAGS or len(attrs) > MOST_ATTRIBUTES:
            raise FileRefused(Text("This file is no log of a game: it has too many tags."))
        return super().start(tag, attrs)


def _parse(data: bytes) -> Element:
    try:
        root: Element = parse_xml_into(BytesIO(data), _BoundedTree())
        return root
    except DefusedXmlException:
        raise FileRefused(
            Text("This XML brings definitions of its own (DTD, entities), which a log never does.")
        ) from None
    except ParseError as fault:
        damaged = Text("The log is damaged or not whole: it is not well-formed XML.")
        raise FileRefused(damaged, fault.position[0]) from None
    except FileRefused:
        raise
    except (ValueError, LookupError):
        raise FileRefused(Text("The letters of this XML cannot be read: save it as UTF-8.")) from None


@dataclass(frozen=True, slots=True)
class TagAttributes:
    """The attributes of a tag, as numbers and lists of numbers."""

    tag: str
    of: Mapping[str, str]

    def required_number(self, name: str) -> int:
        """A whole number; Refused where it is none."""
        values = self.number_list(name, 1)
        if len(values) != 1:
            raise self.attribute_error(name)
        return values[0]

    def number_list(self, name: str, count: int | None = None) -> list[int]:
        """Whole numbers separated by commas, `count` of them at least; [] for an absent list."""
        text = self.of.get(name, "")
        if not text and count is None:
            return []
        if not re.fullmatch(r"-?[0-9]{1,9}(,-?[0-9]{1,9})*", text):
            raise self.attribute_error(name)
        values = [int(number) for number in text.split(",")]
        if count is not None and len(values) < count:
            raise self.attribute_error(name)
        return values

    def attribute_error(self, name: str) -> FileRefused:
        """The refusal of an attribute."""
        return FileRefused(Text("{tag}: “{name}” is missing or wrong.", tag=self.tag, name=name))


@dataclass(slots=True)
class _Open:
    """A hand between its INIT and its end."""

    start: HandStart
    riichi: list[int] = field(default_factory=list)
    ends: list[TagAttributes] = field(default_factory=list)
    norths: Counter[int] = field(default_factory=Counter)


class _Reading:
    """Takes one tag after another. Seats of the log are turned so that the first dealer is 0."""

    def __init__(self) -> None:
        self.played: PlayedRules | None = None
        self.names: tuple[str, ...] = ()
        self.first: int | None = None
        self.hands: list[_Open] = []
        self.final: Four | None = None

    def take(self, tag: TagAttributes) -> None:
        match tag.tag:
            case "GO":
                self.played = rules_of_type_bits(tag.required_number("type"))
                if tag.of.get("rule", "").strip(",0") or tag.of.get("csrule", "").strip(",0"):
                    self.played = replace(self.played, odd=unknown_rules_text("GO rule, csrule"))
            case "UN" if not self.names:
                self.names = _names(tag, self.seats)
            case "TAIKYOKU":
                self.first = self._player(tag, "oya")
            case "INIT":
                self._begin(tag)
            case "REACH" if tag.required_number("step") == 2:
                self._hand(tag).riichi.append(self._seat(tag, "who"))
            case "N" if is_north_meld(tag.required_number("m")):
                self._hand(tag).norths[self._seat(tag, "who")] += 1
            case "AGARI" | "RYUUKYOKU":
                self._hand(tag).ends.append(tag)
                if "owari" in tag.of:
                    self.final = self._final(tag)

    def game(self) -> GameLog:
        """The whole game, once every tag has been taken."""
        if self.played is None:
            raise FileRefused(unknown_rules_text("no GO"))
        if not self.names or self.first is None or not self.hands:
            raise FileRefused(Text("The log has no game in it."))
        names = tuple(self.names[self._number(seat)] for seat in range(self.seats))
        hands = tuple(self._finished(hand, number) for number, hand in enumerate(self.hands, start=1))
        return GameLog(
            names, self.played.rules, self.played.open_tanyao, hands, self.final, odd=self.played.odd
        )

    def _begin(self, tag: TagAttributes) -> None:
        if len(self.hands) >= MOST_HANDS:
            raise FileRefused(Text("The log has too many hands."))
        round_, honba, sticks = tag.number_list("seed", 3)[:3]
        dealer, deal = self._player(tag, "oya"), deal_number(round_, self.seats)
        if deal is None or deal < 0 or honba < 0 or sticks < 0:
            raise tag.attribute_error("seed")
        if self.first is None:
            self.first = (dealer - deal) % self.seats
        if (self.first + deal) % self.seats != dealer:
            raise tag.attribute_error("seed")
        points = tag.number_list("ten", self.seats)
        if any(points[self.seats :]):
            raise tag.attribute_error("ten")
        scores = self._points(points)
        self.hands.append(_Open(HandStart(deal, honba, sticks, scores)))

    def _hand(self, tag: TagAttributes) -> _Open:
        if not self.hands:
            raise FileRefused(Text("{name} comes before any hand.", name=tag.tag))
        return self.hands[-1]

    def _finished(self, hand: _Open, number: int) -> TenhouHand:
        """What the tags of its end say together: two AGARI are a double ron, several `nm` several nagashi."""
        if not hand.ends:
            raise FileRefused(Text("The log breaks off in hand {number}: it is not whole.", number=number))
        moved = [0] * self.seats
        for tag in hand.ends:
            changes = self._points(tag.number_list("sc", 2 * self.seats)[1 : 2 * self.seats : 2])
            moved = [change + other for change, other in zip(moved, changes, strict=True)]
        hand.riichi += self._riichi_untold(hand, sum(moved) // 1000)
        moved = [points - 1000 * (seat in hand.riichi) for seat, points in enumerate(moved)]
        kinds = {end.tag for end in hand.ends}
        if len(kinds) > 1 or len(set(hand.riichi)) != len(hand.riichi):
            raise FileRefused(Text("Hand {number} ends in two ways at once.", number=number))
        riichi, points = tuple(hand.riichi), tuple(moved)
        if kinds == {"AGARI"}:
            if len(hand.ends) > self.seats - 1:
                raise hand.ends[0].attribute_error("who")
            wins = tuple(self._winning(end, riichi, hand.norths) for end in hand.ends)
            return TenhouHand(hand.start, riichi, points, wins=wins)
        tag = hand.ends[0]
        kind = tag.of.get("type", "")
        if kind in ABORTS:
            return TenhouHand(hand.start, riichi, points, abort=ABORTS[kind])
        if kind not in ("", "nm"):
            raise tag.attribute_error("type")
        tenpai = tuple(
            seat
            for seat in range(self.seats)
            if any(f"hai{self._number(seat)}" in end.of for end in hand.ends)
        )
        if not tenpai and not kind:  # a log that shows no hands: who was paid was tenpai
            tenpai = tuple(seat for seat in range(self.seats) if points[seat] + 1000 * (seat in riichi) > 0)
        return TenhouHand(hand.start, riichi, points, drawn=True, tenpai=tenpai, nagashi=kind == "nm")

    def _riichi_untold(self, hand: _Open, sticks_taken: int) -> list[int]:
        """Who was in riichi without REACH: a winner's yaku say so, and one stick more was taken."""
        winners = [end for end in hand.ends if end.tag == "AGARI"]
        seats = [
            self._seat(winner, "who") for winner in winners if RIICHI & set(winner.number_list("yaku")[::2])
        ]
        untold = [seat for seat in seats if seat not in hand.riichi]
        return untold if sticks_taken == hand.start.sticks + len(hand.riichi) + len(untold) else []

    def _winning(self, tag: TagAttributes, riichi: tuple[int, ...], norths: Counter[int]) -> TenhouWin:
        seat, source = self._seat(tag, "who"), self._seat(tag, "fromWho")
        pao = self._seat(tag, "paoWho") if "paoWho" in tag.of else seat
        laid = tag.number_list("m")
        melds = [
            meld_from_bits(bits, self._red) for bits in laid if self.seats == 4 or not is_north_meld(bits)
        ]
        aside = max(norths[seat], len(laid) - len(melds))
        return TenhouWin(
            seat,
            None if source == seat else source,
            None if pao == seat else pao,
            _value(tag),
            self._tiles(tag, melds, aside, seat in riichi),
            opened=any(meld["kind"] != "closed_kan" for meld in melds),
        )

    def _tiles(
        self, tag: TagAttributes, melds: list[dict[str, Any]], norths: int, riichi: bool
    ) -> dict[str, Any] | None:
        if "hai" not in tag.of or "machi" not in tag.of:
            return None
        yaku = tag.number_list("yaku")[::2] + tag.number_list("yakuman")
        tiles: dict[str, Any] = {
            "concealed": self._notation(tag.number_list("hai")),
            "winning": tile_from_number(tag.required_number("machi"), self._red),
            "melds": melds,
            "dora": self._notation(tag.number_list("doraHai")),
            "ura": self._notation(tag.number_list("doraHaiUra")) if riichi else "",
            "flags": [FLAGS[number] for number in yaku if number in FLAGS],
            "norths": norths,
        }
        return {name: value for name, value in tiles.items() if value}

    @property
    def seats(self) -> int:
        """How many play, as GO says."""
        return self.played.seats if self.played else 4

    @property
    def _red(self) -> bool:
        return self.played is not None and self.played.red

    def _notation(self, numbers: list[int]) -> str:
        return tiles_in_notation(tile_from_number(number, self._red) for number in sorted(numbers))

    def _player(self, tag: TagAttributes, name: str) -> int:
        player = tag.required_number(name)
        if not 0 <= player < self.seats:
            raise tag.attribute_error(name)
        return player

    def _seat(self, tag: TagAttributes, name: str) -> int:
        return (self._player(tag, name) - (self.first or 0)) % self.seats

    def _number(self, seat: int) -> int:
        """The log's own number of a seat."""
        return (seat + (self.first or 0)) % self.seats

    def _points(self, hundreds: list[int]) -> Four:
        return tuple(hundreds[self._number(seat)] * 100 for seat in range(self.seats))

    def _final(self, tag: TagAttributes) -> Four:
        """The scores of `owari`, which holds "score,points" for each."""
        scores = tag.of["owari"].split(",")[: 2 * self.seats : 2]
        if len(scores) != self.seats or not all(re.fullmatch(r"-?[0-9]{1,9}", score) for score in scores):
            raise tag.attribute_error("owari")
        return self._points([int(score) for score in scores])


def _names(tag: TagAttributes, seats: int) -> tuple[str, ...]:
    """The names; Refused for names that are none."""
    texts = [tag.of.get(f"n{player}", "") for player in range(seats)]
    names = []
    for player, text in enumerate(texts):
        with suppress(UnicodeDecodeError):
            names.append(unquote(text, errors="strict").strip())
        if not any(names[player:]):
            raise tag.attribute_error(f"n{player}")
    return tuple(names)


def _value(tag: TagAttributes) -> dict[str, Any]:
    """What the winner's hand is worth by the log: yakuman, han with fu, or the limit it names."""
    if yakuman := tag.number_list("yakuman"):
        return {"yakuman": len(yakuman)}
    fu, _points, limit = tag.number_list("ten", 3)[:3]
    han = sum(tag.number_list("yaku")[1::2])
    if han:
        return {"han": han} if han >= 5 else {"han": han, "fu": fu}
    if limit == 5:
        return {"yakuman": 1}
    if not 1 <= limit < len(LIMITS):
        raise tag.attribute_error("yaku")
    return {"limit": LIMITS[limit]}


def tile_from_number(number: int, red: bool) -> str:
    """A tile of the set in our notation; the first five of each suit is red where red fives are in play.

    >>> [tile_from_number(number, True) for number in (0, 16, 135)], tile_from_number(16, False)
    (['1m', '0m', '7z'], '5m')
    """
    if not 0 <= number < MOST_TILE:
        raise FileRefused(Text("There is no tile {number}.", number=number))
    suit, rank = divmod(number // 4, 9)
    return "0" + "mps"[suit] if red and number in REDS else f"{rank + 1}{'mpsz'[suit]}"


def is_north_meld(bits: int) -> bool:
    """Whether these bits are a north laid aside (NegativeMjark's notes: `Nuki`)."""
    return bits & 0x3C == 0x20


def meld_from_bits(bits: int, red: bool) -> dict[str, Any]:
    """A meld as a record writes it.

    >>> meld_from_bits(51785, True), meld_from_bits(48651, True)
    ({'kind': 'pon', 'tiles': '777z'}, {'kind': 'pon', 'tiles': '555z'})
    """
    kind, numbers = _numbers(bits)
    return {"kind": kind, "tiles": tiles_in_notation(tile_from_number(number, red) for number in numbers)}


def _numbers(bits: int) -> tuple[str, list[int]]:
    if not 0 <= bits < 1 << 16:
        raise FileRefused(Text("There is no meld {bits}.", bits=bits))
    if bits & 0x4:
        suit, low = divmod((bits >> 10) // 3, 7)
        first = (suit * 9 + low) * 4
        return "chii", [first + 4 * step + (bits >> 3 + 2 * step & 3) for step in range(3)]
    if bits & 0x18:
        first, left_over = (bits >> 9) // 3 * 4, bits >> 5 & 3
        if bits & 0x8:
            return "pon", [first + copy for copy in range(4) if copy != left_over]
        return "added_kan", [first + copy for copy in range(4)]
    if bits & 0x20:
        raise FileRefused(Text("There is no meld {bits}.", bits=bits))
    first = (bits >> 8) // 4 * 4
    return "kan" if bits & 3 else "closed_kan", [first + copy for copy in range(4)]
