"""Tiles as they lie on a table, for the pages that teach: a notation, its picture and its words.

Groups stand apart by spaces, rows by " / "; what follows " | " is laid open. A group is digits and the letter
of its suit as in a game record (f flowers, g seasons, 1j a joker); x is a tile face down. Behind a digit `'`
lays the tile on its side, `"` lays a second one like it on that, `!` marks the tile that wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .wording import join_clauses

GROUP = re.compile(r"""((?:[0-9x]['"!]?)+)([mpszfgj])""")
PLACE = re.compile(r"""([0-9x])(['"!]?)""")
#: A tile of the set drawn in static/tiles/tiles.svg, in its own units.
WIDE, HIGH = 60, 80

#: the suits as headings
SUIT_LABELS = {
    "m": gettext_lazy("Characters"),
    "p": gettext_lazy("Circles"),
    "s": gettext_lazy("Bamboos"),
    "z": gettext_lazy("Honours"),
}
SUIT_NAMES = {
    "m": gettext_lazy("%(number)s of characters"),
    "p": gettext_lazy("%(number)s of circles"),
    "s": gettext_lazy("%(number)s of bamboos"),
    "f": gettext_lazy("flower %(number)s"),
    "g": gettext_lazy("season %(number)s"),
    "j": gettext_lazy("joker"),
}
HONOUR_NAMES = (
    gettext_lazy("East wind"),
    gettext_lazy("South wind"),
    gettext_lazy("West wind"),
    gettext_lazy("North wind"),
    gettext_lazy("white dragon"),
    gettext_lazy("green dragon"),
    gettext_lazy("red dragon"),
)


def spoken_tile(tile: str) -> str:
    """A tile's name for a screen reader: "3 of circles", "red 5 of bamboos", "East wind"."""
    digit, suit = tile[0], tile[1]
    if suit == "z":
        return str(HONOUR_NAMES[int(digit) - 1])
    number = _("red 5") if digit == "0" else digit
    return str(SUIT_NAMES[suit]) % {"number": number}


@dataclass(frozen=True)
class PlacedTile:
    """A tile of the drawn set at its place; `turned` about (x, y) by a quarter, `won` framed."""

    name: str
    x: str
    y: str
    turned: bool = False
    won: bool = False


@dataclass(frozen=True)
class TileGroup:
    """Tiles side by side: what they are (`tiles`, as a record writes them), and how they lie.

    `claimed` are the places of tiles on their side, `added` whether a second one lies on it, `hidden` the
    places face down, `won` the place of the winning tile; `opened` where the set is laid open.
    """

    tiles: tuple[str, ...]
    claimed: tuple[int, ...] = ()
    added: bool = False
    hidden: tuple[int, ...] = ()
    won: int | None = None
    opened: bool = False

    @cached_property
    def placed_tiles(self) -> tuple[PlacedTile, ...]:
        """Every tile at its place, from the left."""
        placed, x = [], 0
        high = self.height
        for place, tile in enumerate(self.side_by_side):
            name = "back" if place in self.hidden else tile if tile[1] in "mpsz" else tile[::-1]
            if place not in self.claimed:
                placed.append(PlacedTile(name, str(x), str(high - HIGH), won=place == self.won))
                x += WIDE
                continue
            x += HIGH
            for level in range(1 + self.added):
                placed.append(PlacedTile(name, str(x), str(high - WIDE * (level + 1)), turned=True))
        return tuple(placed)

    @property
    def side_by_side(self) -> tuple[str, ...]:
        """The tiles that lie side by side: one added to a set lies on another."""
        return self.tiles[1:] if self.added else self.tiles

    @property
    def height(self) -> int:
        """How high it is drawn."""
        return 2 * WIDE if self.added else HIGH

    @property
    def width(self) -> int:
        """How wide it is drawn."""
        return WIDE * len(self.side_by_side) + (HIGH - WIDE) * len(self.claimed)

    @property
    def size(self) -> tuple[str, str]:
        """Width and height, where a standing tile is 1 high."""
        return f"{self.width / HIGH:g}", f"{self.height / HIGH:g}"

    @property
    def words(self) -> str:
        """What lies there, for whoever does not see it: "5 of circles on its side, 5 of circles twice"."""
        parts: list[tuple[str, int]] = []
        for place, tile in enumerate(self.side_by_side):
            name = _("a tile face down") if place in self.hidden else spoken_tile(tile)
            if place in self.claimed:
                name = _("%(tile)s on its side") % {"tile": name}
                if self.added:
                    name = _("%(tile)s, a second one on it") % {"tile": name}
            elif place == self.won:
                name = _("%(tile)s, which wins") % {"tile": name}
            if parts and parts[-1][0] == name:
                parts[-1] = name, parts[-1][1] + 1
            else:
                parts.append((name, 1))
        return ", ".join(name if times == 1 else f"{times} × {name}" for name, times in parts)


@dataclass(frozen=True)
class LaidTiles:
    """Tiles read from the notation above; ValueError where it is none."""

    notation: str
    rows: tuple[tuple[TileGroup, ...], ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(tuple(_groups(row)) for row in self.notation.split(" / ")))

    @property
    def groups(self) -> tuple[TileGroup, ...]:
        """Every group of every row."""
        return tuple(group for row in self.rows for group in row)

    @property
    def words(self) -> str:
        """All of it in words."""
        closed = join_clauses(group.words for group in self.groups if not group.opened)
        if opened := join_clauses(group.words for group in self.groups if group.opened):
            opened = _("laid open: %(tiles)s") % {"tiles": opened}
        return ". ".join(text for text in (closed, opened) if text)


def _groups(row: str) -> Iterator[TileGroup]:
    opened = False
    for text in row.split():
        if text == "|":
            opened = True
            continue
        match = GROUP.fullmatch(text)
        if match is None:
            raise ValueError(f"no tiles: {text}")
        places = PLACE.findall(match[1])
        marks = [mark for _digit, mark in places]
        # a tile face down is one like those beside it
        digit_shown = next((digit for digit, _mark in places if digit != "x"), "1")
        tiles = tuple((digit_shown if digit == "x" else digit) + match[2] for digit, _mark in places)
        added = '"' in marks
        yield TileGroup(
            tiles=(*tiles[:1], *tiles) if added else tiles,
            claimed=tuple(place for place, mark in enumerate(marks) if mark in ("'", '"')),
            added=added,
            hidden=tuple(place for place, (digit, _mark) in enumerate(places) if digit == "x"),
            won=marks.index("!") if "!" in marks else None,
            opened=opened,
        )
