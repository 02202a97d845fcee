"""A winning riichi hand as tiles: its shape in a record, and the notation of tiles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...reading import Reader
from ...words import Text

SUITS = "mps"
NORTH = "4z"

#: Kinds of melds with how many tiles each shows.
MELDS: Mapping[str, int] = {"chii": 3, "pon": 3, "kan": 4, "closed_kan": 4, "added_kan": 4}
KANS = ("kan", "closed_kan", "added_kan")

FLAGS = ("ippatsu", "haitei", "houtei", "rinshan", "chankan", "double_riichi", "tenhou", "chiihou", "renhou")

MOST_INDICATORS = 5
LONGEST_NOTATION = 80
NOTATION = re.compile(r"(?:[0-9]+[mps]|[1-7]+z)+")
GROUP = re.compile(r"([0-9]+)([mpsz])")


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles of a game. `red_fives` is how many fives are red, `left_out` the kinds that are not in it.

    `three` says that three play: no chii, and the ones and nines of characters are each other's dora.
    `north` is what a north is: "wind", "dora" (laid aside, a dora each) or "value" (everybody's value tile).
    """

    red_fives: int = 0
    left_out: frozenset[str] = frozenset()
    three: bool = False
    north: str = "wind"

    def reds(self) -> Mapping[str, int]:
        """How many red fives each suit can have at most; with three players none of characters.

        >>> TileSet(red_fives=4).reds(), TileSet(red_fives=4, three=True).reds()
        ({'m': 1, 'p': 2, 's': 1}, {'m': 0, 'p': 2, 's': 2})
        """
        if self.three:
            return {"m": 0, "p": self.red_fives // 2, "s": self.red_fives // 2}
        most = min(self.red_fives, 1)
        return {"m": most, "p": 2 if self.red_fives >= 4 else most, "s": most}

    def has_enough_reds(self, tiles: Iterable[str]) -> bool:
        """Whether the set has as many red fives as these tiles show, in each suit and altogether.

        >>> [TileSet(red_fives=1).has_enough_reds(tiles) for tiles in (["0m", "5p"], ["0m", "0p"])]
        [True, False]
        """
        red_counts = Counter(tile[1] for tile in tiles if tile[0] == "0")
        return red_counts.total() <= self.red_fives and all(
            red_counts[suit] <= most for suit, most in self.reds().items()
        )

    @property
    def knows_red_suits(self) -> bool:
        """Whether it is known which suits the red fives are of."""
        return self.red_fives >= 3 or (self.three and self.red_fives > 0)


FULL_SET = TileSet()


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid down: its kind (a key of MELDS) and its tiles, each two characters ("0m" is a red five)."""

    kind: str
    tiles: tuple[str, ...]

    @property
    def opened(self) -> bool:
        """Whether it opened the hand: every kind but a closed kan."""
        return self.kind != "closed_kan"


@dataclass(frozen=True, slots=True)
class WinningHand:
    """The tiles of a winning hand; `concealed` includes the winning tile.

    `norths` were laid aside, a dora each, where the game has that.
    """

    concealed: tuple[str, ...]
    winning_tile: str
    melds: tuple[Meld, ...] = ()
    dora_indicators: tuple[str, ...] = ()
    ura_indicators: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    norths: int = 0

    @property
    def all_tiles(self) -> tuple[str, ...]:
        """Every tile of the hand, melds included."""
        return self.concealed + tuple(tile for meld in self.melds for tile in meld.tiles)


def read_tiles_object(reader: Reader) -> WinningHand:
    """The `tiles` object of a record: shapes, notation and the size of the hand; RuleError otherwise."""
    concealed = _read_notation(reader, "concealed")
    winning = _read_notation(reader, "winning")
    melds = tuple(_read_meld(item) for item in reader.objects("melds", 4))
    dora = _read_notation(reader, "dora") if reader.has("dora") else ()
    ura = _read_notation(reader, "ura") if reader.has("ura") else ()
    for name in ("dora", "ura"):
        reader.value(name)
    flags = reader.words("flags", FLAGS)
    norths = reader.optional_whole("norths", 0, 4) or 0
    reader.check_all_read()
    if len(winning) != 1:
        raise reader.rule_error("one_winning_tile", "winning", Text("One tile wins."))
    return WinningHand(concealed, winning[0], melds, dora, ura, flags, norths)


def tiles_to_json(tiles: WinningHand) -> dict[str, Any]:
    """The `tiles` object as a record writes it; what is empty is left out."""
    record: dict[str, Any] = {
        "concealed": tiles_in_notation(tiles.concealed),
        "melds": [{"kind": meld.kind, "tiles": tiles_in_notation(meld.tiles)} for meld in tiles.melds],
        "winning": tiles.winning_tile,
        "dora": tiles_in_notation(tiles.dora_indicators),
        "ura": tiles_in_notation(tiles.ura_indicators),
        "flags": list(tiles.flags),
        "norths": tiles.norths,
    }
    return {name: value for name, value in record.items() if value}


def parse_notation(text: str) -> tuple[str, ...] | None:
    """Tiles in mpsz notation, one string each, None where it is not notation.

    >>> parse_notation("120m7z")
    ('1m', '2m', '0m', '7z')
    """
    if len(text) > LONGEST_NOTATION or not NOTATION.fullmatch(text):
        return None
    return tuple(digit + suit for digits, suit in GROUP.findall(text) for digit in digits)


def tiles_in_notation(tiles: Iterable[str]) -> str:
    """Tiles in the order given, neighbours of one suit sharing its letter.

    >>> tiles_in_notation(("1m", "2m", "0m", "7z"))
    '120m7z'
    """
    return re.sub(r"([mpsz])(?=[0-9]\1)", "", "".join(tiles))


def plain(tile: str) -> str:
    """The tile without its colour: a red five is a five.

    >>> plain("0p"), plain("7z")
    ('5p', '7z')
    """
    return tile.replace("0", "5")


def _read_notation(reader: Reader, name: str) -> tuple[str, ...]:
    value = reader.needed(name)
    if value == "" and name in ("dora", "ura"):
        return ()
    tiles = parse_notation(value) if isinstance(value, str) else None
    if tiles is None:
        raise reader.rule_error(
            "not_tiles", name, Text("“{name}” must be tiles such as 123m0p77z.", name=name)
        )
    return tiles


def _read_meld(reader: Reader) -> Meld:
    meld = Meld(reader.word("kind", MELDS), _read_notation(reader, "tiles"))
    reader.check_all_read()
    return meld
