"""A counted hand of Chinese classical mahjong: what it is made of, and what no hand can hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..game import RuleError
from ..reading import Reader
from ..words import Text
from .options import Rules

KINDS = ("kong", "pung", "chow", "pair")
FEATS = ("last_tile", "loose_tile", "heavenly")
TILE = re.compile(r"[1-9][mps]|[1-7]z")
#: Above any hand the tables of the game can count, so that only slips of the finger are refused.
MOST_POINTS = 100_000_000

WINDS = ("1z", "2z", "3z", "4z")
DRAGONS = ("5z", "6z", "7z")
SUITS = {"m": Text("characters"), "p": Text("circles"), "s": Text("bamboos")}
HONOURS = {
    "1z": Text("East wind"),
    "2z": Text("South wind"),
    "3z": Text("West wind"),
    "4z": Text("North wind"),
    "5z": Text("white dragon"),
    "6z": Text("green dragon"),
    "7z": Text("red dragon"),
}
SET_NAMES = {"kong": Text("kong"), "pung": Text("pung"), "chow": Text("chow"), "pair": Text("pair")}


@dataclass(frozen=True, slots=True)
class TileSet:
    """A kong, pung, chow or pair; `tile` in mpsz notation, the lowest one of a chow."""

    kind: str
    tile: str
    concealed: bool = False

    @property
    def tiles(self) -> tuple[str, ...]:
        """Every tile of the set.

        >>> TileSet("chow", "7p").tiles
        ('7p', '8p', '9p')
        """
        if self.kind == "chow":
            first = int(self.tile[0])
            return tuple(f"{number}{self.tile[1]}" for number in range(first, first + 3))
        return (self.tile,) * {"kong": 4, "pung": 3, "pair": 2}[self.kind]

    @property
    def is_triplet(self) -> bool:
        """Whether it is a pung or a kong."""
        return self.kind in ("kong", "pung")

    @property
    def is_honour(self) -> bool:
        """Whether it is made of winds or dragons."""
        return self.tile[1] == "z"

    @property
    def is_terminal(self) -> bool:
        """Whether it is a kong, pung or pair of 1 or 9."""
        return self.kind != "chow" and self.tile[0] in "19" and not self.is_honour


@dataclass(frozen=True, slots=True)
class CountedHand:
    """What one seat lays down: either `points` counted by the players, or its sets and bonus tiles.

    `flowers` and `seasons` are numbers 1 to 4 (1 belongs to East). `feats` are the winner's special ways to
    finish (`by` in a record): "last_tile", "loose_tile", "heavenly".
    """

    points: int | None = None
    sets: tuple[TileSet, ...] = ()
    flowers: tuple[int, ...] = ()
    seasons: tuple[int, ...] = ()
    feats: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether it has the shape of a mahjong: four sets and a pair."""
        pairs = sum(part.kind == "pair" for part in self.sets)
        return pairs == 1 and len(self.sets) == 5


def tile_name(tile: str) -> Text:
    """The name of a tile.

    >>> tile_name("5z").in_language("fr"), str(tile_name("3p"))
    ('dragon blanc', '3 of circles')
    """
    if tile[1] == "z":
        return HONOURS[tile]
    suit = SUITS[tile[1]]
    return Text("{rank} of {suit}", rank=tile[0], suit=suit)


def set_name(part: TileSet) -> Text:
    """The name of a set, as a score sheet writes it.

    >>> str(set_name(TileSet("kong", "2z", concealed=True)))
    'concealed kong, South wind'
    >>> set_name(TileSet("chow", "4s")).in_language("fr")
    'séquence exposée, 4-5-6 de bambous'
    """
    name = SET_NAMES[part.kind]
    if part.kind == "chow":
        run, suit = "-".join(tile[0] for tile in part.tiles), SUITS[part.tile[1]]
        tiles = Text("{run} of {suit}", run=run, suit=suit)
    else:
        tiles = tile_name(part.tile)
    if part.kind in ("chow", "pair"):
        concealed, exposed = Text.at("a chow or a pair", "concealed"), Text.at("a chow or a pair", "exposed")
    else:
        concealed, exposed = Text.at("a pung or a kong", "concealed"), Text.at("a pung or a kong", "exposed")
    shown = concealed if part.concealed else exposed
    return Text("{shown} {name}, {tiles}", shown=shown, name=name, tiles=tiles)


def read_hand(reader: Reader) -> CountedHand:
    """A counted hand of a record: its shape and ranges, and that each set exists."""
    if reader.has("points"):
        if any(reader.has(name) for name in ("sets", "flowers", "seasons", "by")):
            raise reader.refuse(
                "points_or_sets",
                "points",
                Text("Give the points or the sets, not both: points are counted with everything in them."),
            )
        points = reader.whole("points", 0, MOST_POINTS)
        for name in ("sets", "flowers", "seasons", "by"):
            reader.value(name)
        reader.finish()
        return CountedHand(points)
    reader.value("points")
    if reader.data.get("sets") is None:
        raise reader.refuse(
            "missing",
            "points",
            Text("Count this hand: its points or its sets are needed (none: an empty list)."),
        )
    sets = tuple(_read_set(item) for item in reader.objects("sets", 14))
    hand = CountedHand(
        None,
        sets,
        _read_bonus_tiles(reader, "flowers"),
        _read_bonus_tiles(reader, "seasons"),
        reader.words("by", FEATS),
    )
    reader.finish()
    return hand


def write_hand(hand: CountedHand) -> dict[str, Any]:
    """The hand in the shortest form of a record."""
    if hand.points is not None:
        return {"points": hand.points}
    written: dict[str, Any] = {
        "sets": [
            {"kind": part.kind, "tile": part.tile} | ({"concealed": True} if part.concealed else {})
            for part in hand.sets
        ]
    }
    for name, values in (("flowers", hand.flowers), ("seasons", hand.seasons), ("by", hand.feats)):
        if values:
            written[name] = list(values)
    return written


def check_loser(hand: CountedHand, path: str) -> None:
    """RuleError where a hand of thirteen tiles (and a fourth for each kong) cannot hold all its sets."""
    if hand.feats:
        raise RuleError(
            "by_not_winner",
            f"{path}.by",
            Text("Only the winner’s hand can end on the last tile, on a loose tile or as dealt."),
        )
    held = sum(len(part.tiles) - (part.kind == "kong") for part in hand.sets)
    if held > 13:
        raise RuleError(
            "too_many_sets", f"{path}.sets", Text("These sets need more than the thirteen tiles of a hand.")
        )


def may_be_dealt(rules: Rules, winner: int, source: int | None, east: int) -> bool:
    """Whether this win may count as dealt: on the deal or, by option, in the first turn."""
    if source is None:
        return winner == east or rules.heavenly != "east"
    return source == east and rules.heavenly == "first_turn_or_first_discard"


def check_winner(
    rules: Rules, hand: CountedHand, path: str, *, winner: int, source: int | None, east: int
) -> None:
    """RuleError where the hand is no mahjong, or cannot have been finished the way it is told."""
    if hand.points is not None:
        return
    if not hand.is_complete:
        raise RuleError("not_a_mahjong", f"{path}.sets", Text("A mahjong is four sets and one pair."))
    dealt = may_be_dealt(rules, winner, source, east)
    if source is not None and not set(hand.feats) <= ({"heavenly"} if dealt else set()):
        raise RuleError(
            "by_needs_self_draw",
            f"{path}.by",
            Text("The last tile of the wall, a loose tile and a hand as dealt are never another’s discard."),
        )
    if "heavenly" not in hand.feats:
        return
    if not dealt:
        raise RuleError(
            "heavenly_not_east",
            f"{path}.by",
            Text("Only East is dealt fourteen tiles and can be complete as dealt."),
        )
    exposed = sum(not part.concealed for part in hand.sets)
    if exposed > (source is not None) or "last_tile" in hand.feats:
        raise RuleError(
            "heavenly_played_on",
            f"{path}.by",
            Text("A hand complete as dealt has nothing exposed and takes nothing from the end of the wall."),
        )


def check_tiles(hands: Sequence[CountedHand]) -> None:
    """RuleError where a tile is laid down more than four times, or a flower or season twice, at one table."""
    laid: Counter[str] = Counter()
    for seat, hand in enumerate(hands):
        for index, part in enumerate(hand.sets):
            laid.update(part.tiles)
            over = next((tile for tile in part.tiles if laid[tile] > 4), None)
            if over is not None:
                name = tile_name(over)
                raise RuleError(
                    "fifth_tile",
                    f"hands.{seat}.sets.{index}.tile",
                    Text("There are only four of each tile, and here would be more: {name}.", name=name),
                )
    for name_of_kind in ("flowers", "seasons"):
        found: set[int] = set()
        for seat, hand in enumerate(hands):
            held = set(getattr(hand, name_of_kind))
            if found & held:
                raise RuleError(
                    "bonus_tile_twice",
                    f"hands.{seat}.{name_of_kind}",
                    Text("There is one of each flower and season, and another seat already has this one."),
                )
            found |= held


def _read_set(reader: Reader) -> TileSet:
    kind = reader.word("kind", KINDS)
    tile = reader.needed("tile")
    if not isinstance(tile, str) or not TILE.fullmatch(tile):
        raise reader.refuse(
            "unknown_tile", "tile", Text("A tile is written 1m to 9m, 1p to 9p, 1s to 9s, or 1z to 7z.")
        )
    if kind == "chow" and (tile[1] == "z" or int(tile[0]) > 7):
        raise reader.refuse(
            "not_a_chow",
            "tile",
            Text("A chow is three numbers in a row of one suit; its tile is the lowest, 1 to 7."),
        )
    concealed = reader.flag("concealed")
    reader.finish()
    return TileSet(kind, tile, concealed)


def _read_bonus_tiles(reader: Reader, name: str) -> tuple[int, ...]:
    found: list[int] = []
    for index, value in enumerate(reader.items(name)):
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 4:
            raise reader.refuse(
                "bonus_tile_out_of_range",
                f"{name}.{index}",
                Text("Flowers and seasons are numbered 1 (East) to 4 (North)."),
            )
        if value in found:
            raise reader.refuse(
                "repeated", f"{name}.{index}", Text("Number {value} stands twice.", value=value)
            )
        found.append(value)
    return tuple(found)
