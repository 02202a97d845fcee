"""Tenhou's XML log (mjloggm 2.3) as a game: what each tag says of a hand's start and end.

Draws, discards and calls are passed over: who won with what stands in AGARI itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from mahjongclub.rules.riichi_hand import write_notation

from ..refusing import Refused
from .facts import SEATS, Four, Hand, Log, Start, Winning, four
from .melds import meld_of, three_players, tile_of
from .rules import Played, rules_of_type, unknown

MOST_HANDS = 200
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


def is_mjlog(data: bytes) -> bool:
    """Whether these bytes look like XML."""
    return data[:200].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<")


def read_mjlog(data: bytes) -> Log:
    """The game of an XML log; Refused for anything that is none, is not whole, or is not ours to play."""
    root = _parse(data)
    if root.tag != "mjloggm":
        raise Refused.because("This XML is no Tenhou log.", "Ce XML n’est pas un relevé de Tenhou.")
    reading = _Reading()
    for tag in root:
        reading.take(tag.tag, Attributes(tag.tag, tag.attrib))
    return reading.game()


def _parse(data: bytes) -> Element:
    try:
        return fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise Refused.because(
            "This XML brings definitions of its own (DTD, entities), which a log never does.",
            "Ce XML apporte ses propres définitions (DTD, entités), ce qu’un relevé ne fait jamais.",
        ) from None
    except ParseError as fault:
        raise Refused.because(
            "The log is damaged or not whole: it is not well-formed XML.",
            "Le relevé est abîmé ou incomplet : ce XML est mal formé.",
            fault.position[0],
        ) from None
    except (ValueError, LookupError):
        raise Refused.because(
            "The letters of this XML cannot be read: save it as UTF-8.",
            "Les caractères de ce XML sont illisibles : enregistrez-le en UTF-8.",
        ) from None


@dataclass(frozen=True, slots=True)
class Attributes:
    """The attributes of a tag, as numbers and lists of numbers."""

    tag: str
    of: Mapping[str, str]

    def has(self, name: str) -> bool:
        return name in self.of

    def number(self, name: str) -> int:
        """A whole number; Refused where it is none."""
        found = self.numbers(name, 1)
        if len(found) != 1:
            raise self.wrong(name)
        return found[0]

    def numbers(self, name: str, count: int | None = None) -> list[int]:
        """Whole numbers separated by commas, `count` of them at least; [] for an absent list."""
        text = self.of.get(name, "")
        if not text and count is None:
            return []
        if not re.fullmatch(r"-?[0-9]{1,9}(,-?[0-9]{1,9})*", text):
            raise self.wrong(name)
        found = [int(part) for part in text.split(",")]
        if count is not None and len(found) < count:
            raise self.wrong(name)
        return found

    def wrong(self, name: str) -> Refused:
        """The refusal of an attribute."""
        return Refused.because(
            f"{self.tag}: “{name}” is missing or wrong.", f"{self.tag} : « {name} » manque ou est faux."
        )


@dataclass(slots=True)
class _Open:
    """A hand between its INIT and its end."""

    start: Start
    riichi: list[int] = field(default_factory=list)
    moved: list[int] = field(default_factory=lambda: [0] * SEATS)
    ends: list[tuple[str, Attributes]] = field(default_factory=list)


class _Reading:
    """Takes one tag after another. Seats of the log are turned so that the first dealer is 0."""

    def __init__(self) -> None:
        self.played: Played | None = None
        self.names: tuple[str, ...] = ()
        self.first: int | None = None
        self.hands: list[_Open] = []
        self.final: Four | None = None

    def take(self, name: str, given: Attributes) -> None:
        match name:
            case "GO":
                self.played = rules_of_type(given.number("type"))
                if given.of.get("rule", "").strip(",0") or given.of.get("csrule", "").strip(",0"):
                    self.played = replace(self.played, odd=unknown("GO rule, csrule"))
            case "UN" if not self.names:
                self.names = _names(given)
            case "TAIKYOKU":
                self.first = self._player(given, "oya")
            case "INIT":
                self._begin(given)
            case "REACH" if given.number("step") == 2:
                hand = self._hand(name)
                hand.riichi.append(self._seat(given, "who"))
            case "AGARI" | "RYUUKYOKU":
                hand = self._hand(name)
                hand.ends.append((name, given))
                if given.has("owari"):
                    self.final = self._final(given)

    def game(self) -> Log:
        """The whole game, once every tag has been taken."""
        if self.played is None:
            raise Refused(unknown("no GO"))
        if not self.names or self.first is None or not self.hands:
            raise Refused.because("The log has no game in it.", "Le relevé ne contient aucune session.")
        names = tuple(self.names[(self.first + seat) % SEATS] for seat in range(SEATS))
        hands = tuple(self._finished(hand, number) for number, hand in enumerate(self.hands, start=1))
        return Log(names, self.played.rules, self.played.open_tanyao, hands, self.final, odd=self.played.odd)

    def _begin(self, given: Attributes) -> None:
        if len(self.hands) >= MOST_HANDS:
            raise Refused.because("The log has too many hands.", "Le relevé a trop de parties.")
        round_, honba, sticks = given.numbers("seed", 3)[:3]
        dealer = self._player(given, "oya")
        if self.first is None:
            self.first = (dealer - round_) % SEATS
        if (self.first + round_) % SEATS != dealer or round_ < 0 or honba < 0 or sticks < 0:
            raise given.wrong("seed")
        self.hands.append(_Open(Start(round_, honba, sticks, self._points(given.numbers("ten", SEATS)))))

    def _hand(self, name: str) -> _Open:
        if not self.hands:
            raise Refused.because(f"{name} comes before any hand.", f"{name} vient avant toute partie.")
        return self.hands[-1]

    def _finished(self, hand: _Open, number: int) -> Hand:
        """What the tags of its end say together: two AGARI are a double ron, several `nm` several nagashi."""
        if not hand.ends:
            raise Refused.because(
                f"The log breaks off in hand {number}: it is not whole.",
                f"Le relevé s’interrompt à la partie {number} : il n’est pas entier.",
            )
        moved = [0] * SEATS
        for _name, given in hand.ends:
            changes = self._points(given.numbers("sc", 2 * SEATS)[1 : 2 * SEATS : 2])
            moved = [one + other for one, other in zip(moved, changes, strict=True)]
        hand.riichi += self._riichi_untold(hand, sum(moved) // 1000)
        moved = [points - 1000 * (seat in hand.riichi) for seat, points in enumerate(moved)]
        kinds = {name for name, _given in hand.ends}
        if len(kinds) > 1 or len(set(hand.riichi)) != len(hand.riichi):
            raise Refused.because(
                f"Hand {number} ends in two ways at once.", f"La partie {number} finit de deux façons."
            )
        riichi, points = tuple(hand.riichi), four(moved)
        if kinds == {"AGARI"}:
            if len(hand.ends) > SEATS - 1:
                raise hand.ends[0][1].wrong("who")
            wins = tuple(self._winning(given, riichi) for _name, given in hand.ends)
            return Hand(hand.start, riichi, points, wins=wins)
        given = hand.ends[0][1]
        kind = given.of.get("type", "")
        if kind in ABORTS:
            return Hand(hand.start, riichi, points, abort=ABORTS[kind])
        if kind not in ("", "nm"):
            raise given.wrong("type")
        shown = tuple(
            seat for seat in range(SEATS) if any(one.has(f"hai{self._number(seat)}") for _n, one in hand.ends)
        )
        if not shown and not kind:  # a log that shows no hands: who was paid was tenpai
            shown = tuple(seat for seat in range(SEATS) if points[seat] + 1000 * (seat in riichi) > 0)
        return Hand(hand.start, riichi, points, drawn=True, tenpai=shown, nagashi=kind == "nm")

    def _riichi_untold(self, hand: _Open, taken: int) -> list[int]:
        """Who was in riichi without REACH: a winner's yaku say so, and one stick more was taken."""
        winners = [given for name, given in hand.ends if name == "AGARI"]
        seats = [self._seat(one, "who") for one in winners if RIICHI & set(one.numbers("yaku")[::2])]
        untold = [seat for seat in seats if seat not in hand.riichi]
        return untold if taken == hand.start.sticks + len(hand.riichi) + len(untold) else []

    def _winning(self, given: Attributes, riichi: tuple[int, ...]) -> Winning:
        seat, source = self._seat(given, "who"), self._seat(given, "fromWho")
        pao = self._seat(given, "paoWho") if given.has("paoWho") else seat
        melds = [meld_of(bits, self._red) for bits in given.numbers("m")]
        return Winning(
            seat,
            None if source == seat else source,
            None if pao == seat else pao,
            _value(given),
            self._tiles(given, melds, seat in riichi),
            opened=any(meld["kind"] != "closed_kan" for meld in melds),
        )

    def _tiles(self, given: Attributes, melds: list[dict[str, Any]], riichi: bool) -> dict[str, Any] | None:
        if not given.has("hai") or not given.has("machi"):
            return None
        yaku = given.numbers("yaku")[::2] + given.numbers("yakuman")
        tiles: dict[str, Any] = {
            "concealed": self._notation(given.numbers("hai")),
            "winning": tile_of(given.number("machi"), self._red),
            "melds": melds,
            "dora": self._notation(given.numbers("doraHai")),
            "ura": self._notation(given.numbers("doraHaiUra")) if riichi else "",
            "flags": [FLAGS[number] for number in yaku if number in FLAGS],
        }
        return {name: value for name, value in tiles.items() if value}

    @property
    def _red(self) -> bool:
        return self.played is not None and self.played.red

    def _notation(self, numbers: list[int]) -> str:
        return write_notation(tile_of(number, self._red) for number in sorted(numbers))

    def _player(self, given: Attributes, name: str) -> int:
        player = given.number(name)
        if not 0 <= player < SEATS:
            raise given.wrong(name)
        return player

    def _seat(self, given: Attributes, name: str) -> int:
        return (self._player(given, name) - (self.first or 0)) % SEATS

    def _number(self, seat: int) -> int:
        """The log's own number of a seat."""
        return (seat + (self.first or 0)) % SEATS

    def _points(self, hundreds: list[int]) -> Four:
        return four([hundreds[self._number(seat)] * 100 for seat in range(SEATS)])

    def _final(self, given: Attributes) -> Four:
        """The scores of `owari`, which holds "score,points" for each."""
        scores = given.of["owari"].split(",")[: 2 * SEATS : 2]
        if len(scores) != SEATS or not all(re.fullmatch(r"-?[0-9]{1,9}", score) for score in scores):
            raise given.wrong("owari")
        return self._points([int(score) for score in scores])


def _names(given: Attributes) -> tuple[str, ...]:
    """The four names; Refused for three players, and for names that are none."""
    texts = [given.of.get(f"n{player}", "") for player in range(SEATS)]
    if all(texts[:3]) and not texts[3]:
        raise three_players()
    return tuple(_name(given, f"n{player}", text) for player, text in enumerate(texts))


def _name(given: Attributes, field_: str, text: str) -> str:
    try:
        name = unquote(text, errors="strict").strip()
    except UnicodeDecodeError:
        name = ""
    if not name:
        raise given.wrong(field_)
    return name


def _value(given: Attributes) -> dict[str, Any]:
    """What the winner's hand is worth by the log: yakuman, han with fu, or the limit it names."""
    if yakuman := given.numbers("yakuman"):
        return {"yakuman": len(yakuman)}
    fu, _points, limit = given.numbers("ten", 3)[:3]
    han = sum(given.numbers("yaku")[1::2])
    if han:
        return {"han": han} if han >= 5 else {"han": han, "fu": fu}
    if limit == 5:
        return {"yakuman": 1}
    if not 1 <= limit < len(LIMITS):
        raise given.wrong("yaku")
    return {"limit": LIMITS[limit]}
