"""Tiles and the sets they make, kongs, pungs, chows and pairs: their names, in records, and out of tiles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..reading import Reader
from ..words import Text

TILE = re.compile(r"[1-9][mps]|[1-7]z")

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
    def is_pung_or_kong(self) -> bool:
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


def tile_name(tile: str) -> Text:
    """The name of a tile.

    >>> tile_name("5z").in_language("fr"), str(tile_name("3p"))
    ('dragon blanc', '3 of circles')
    """
    if tile[1] == "z":
        return HONOURS[tile]
    suit = SUITS[tile[1]]
    return Text("{rank} of {suit}", rank=tile[0], suit=suit)


def set_name(tile_set: TileSet) -> Text:
    """The name of a set, as a score sheet writes it.

    >>> str(set_name(TileSet("kong", "2z", concealed=True)))
    'concealed kong, South wind'
    >>> set_name(TileSet("chow", "4s")).in_language("fr")
    'séquence exposée, 4-5-6 de bambous'
    """
    name = SET_NAMES[tile_set.kind]
    if tile_set.kind == "chow":
        run, suit = "-".join(tile[0] for tile in tile_set.tiles), SUITS[tile_set.tile[1]]
        tiles = Text("{run} of {suit}", run=run, suit=suit)
    else:
        tiles = tile_name(tile_set.tile)
    if tile_set.kind in ("chow", "pair"):
        concealed, exposed = Text.at("a chow or a pair", "concealed"), Text.at("a chow or a pair", "exposed")
    else:
        concealed, exposed = Text.at("a pung or a kong", "concealed"), Text.at("a pung or a kong", "exposed")
    openness = concealed if tile_set.concealed else exposed
    return Text("{shown} {name}, {tiles}", shown=openness, name=name, tiles=tiles)


def begins_chow(tile: str) -> bool:
    """Whether a tile can be the lowest of a chow.

    >>> begins_chow("7p"), begins_chow("8p"), begins_chow("1z")
    (True, False, False)
    """
    return tile[1] != "z" and int(tile[0]) <= 7


def read_set(reader: Reader) -> TileSet:
    """A set of a record; RuleError for none."""
    kind = reader.word("kind", SET_NAMES)
    tile = reader.needed("tile")
    if not isinstance(tile, str) or not TILE.fullmatch(tile):
        raise reader.rule_error(
            "unknown_tile", "tile", Text("A tile is written 1m to 9m, 1p to 9p, 1s to 9s, or 1z to 7z.")
        )
    if kind == "chow" and not begins_chow(tile):
        raise reader.rule_error(
            "not_a_chow",
            "tile",
            Text("A chow is three numbers in a row of one suit; its tile is the lowest, 1 to 7."),
        )
    concealed = reader.flag("concealed")
    reader.check_all_read()
    return TileSet(kind, tile, concealed)


def set_to_json(tile_set: TileSet) -> dict[str, Any]:
    """The set as a record writes it."""
    concealed = {"concealed": True} if tile_set.concealed else {}
    return {"kind": tile_set.kind, "tile": tile_set.tile, **concealed}


def split_whole(
    tiles: Sequence[str], pairs: int, worth: Callable[[tuple[TileSet, ...]], int]
) -> tuple[TileSet, ...] | None:
    """The split of concealed tiles into sets that uses all of them and is worth most; None if there is none.

    `pairs` is how many pairs the tiles must hold: 1, or 0 where the pair is already named. `worth` gives the
    points of a split (the whole hand's, by the engine): three pungs in a row may also be three sequences.

    >>> tiles = ["1m", "1m", "1m", "2m", "2m", "2m", "3m", "3m", "3m", "4z", "4z"]
    >>> by_pungs = split_whole(tiles, 1, lambda sets: sum(part.kind == "pung" for part in sets))
    >>> [(part.kind, part.tile) for part in by_pungs]
    [('pung', '1m'), ('pung', '2m'), ('pung', '3m'), ('pair', '4z')]
    """
    by_suit = tuple(sorted(tiles, key=lambda tile: (tile[1], tile[0])))
    return max(_whole_splits(by_suit, pairs), key=worth, default=None)


def _whole_splits(tiles: tuple[str, ...], pairs: int) -> Iterator[tuple[TileSet, ...]]:
    """Every way to use all of the sorted tiles: the first one is in a pung, a pair or a sequence."""
    if not tiles:
        if pairs == 0:
            yield ()
        return
    first = tiles[0]
    tries = [TileSet("pung", first, concealed=True)]
    if pairs:
        tries.append(TileSet("pair", first, concealed=True))
    if begins_chow(first):
        tries.append(TileSet("chow", first, concealed=True))
    for tile_set in tries:
        rest = list(tiles)
        try:
            for tile in tile_set.tiles:
                rest.remove(tile)
        except ValueError:
            continue
        for others in _whole_splits(tuple(rest), pairs - (tile_set.kind == "pair")):
            yield (tile_set, *others)
