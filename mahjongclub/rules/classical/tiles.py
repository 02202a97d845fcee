"""The tiles and sets of a classical hand, and their names."""

from __future__ import annotations

from dataclasses import dataclass

from ..words import Text

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
