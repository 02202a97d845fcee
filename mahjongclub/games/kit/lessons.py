"""What the help shows in tiles: a hand, claimed sets, the river, whose turn it is; each game's own hands.

A game says in its `Teaching` what differs from the others; the help makes the lessons (`help/lessons.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy

from mahjongclub.rules.words import Text

from .laid_tiles import LaidTiles
from .paper import ForeignWords


@dataclass(frozen=True)
class Example:
    """Tiles with what they show: its `name`, what it is `worth`, and `help`, when a hand has it.

    `key` is its place on the page; an example without tiles is one that no tiles can show.
    """

    name: str
    tiles: str = ""
    help: str = ""
    key: str = ""
    worth: str = ""
    other: tuple[ForeignWords, ...] = ()

    @property
    def laid(self) -> LaidTiles | None:
        """Its tiles as they lie."""
        return LaidTiles(self.tiles) if self.tiles else None


@dataclass(frozen=True)
class PicturedSeat:
    """A place at the table seen from above: its letter, where it is, what befalls it: a key and in words."""

    letter: str
    x: str
    y: str
    kind: str
    words: str

    @property
    def words_y(self) -> str:
        """How far below it its words stand, clear of the arrow between two seats of the near side."""
        return "36" if int(self.y) > 60 else "-34"


@dataclass(frozen=True)
class Lesson:
    """A heading with sentences and tiles; `seats` is the picture of a turn that is jumped."""

    key: str
    title: str
    lines: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    source: str = ""
    seats: tuple[PicturedSeat, ...] = ()

    @property
    def seats_in_words(self) -> str:
        """What the picture shows: "A claims, B draws next, C discards, D is jumped"."""
        return ", ".join(f"{seat.letter} {seat.words}".strip() for seat in self.seats)

    @property
    def turn_arrow_svg(self) -> str:
        """The way of the turn from the first seat to the second, as SVG writes it."""
        (x, y), (to_x, to_y) = ((int(seat.x), int(seat.y)) for seat in self.seats[:2])
        ends = ((x + (to_x - x) * share, y + (to_y - y) * share) for share in (0.25, 0.72))
        return "M" + "L".join(f"{at_x:.0f} {at_y:.0f}" for at_x, at_y in ends)


FOUR_SETS = gettext_lazy("A hand wins with four sets and a pair: 13 tiles and the winning one.")
SETS = (gettext_lazy("Chow"), gettext_lazy("Pung"), gettext_lazy("Kong"), gettext_lazy("Concealed kong"))
#: Every yaku and pattern of a game by its rules, under headings.
Hands = Callable[[Any], tuple[Lesson, ...]]


@dataclass(frozen=True, kw_only=True)
class Teaching:
    """What the lessons of one game are made of.

    `shape` says what a hand is, `hand` shows one; `sets` are its words for a run, three alike, four
    alike and four that were drawn, `call` what is said to claim a third.
    `opponents` are the places a tile can be claimed from. `turned`: the claimed tile lies on its side, and
    where tells from whom it came. `concealed_kong` is how one is laid that was drawn.
    """

    shape: Any = FOUR_SETS
    hand: str = "123m 456p 777s 222z 5!5p"
    sets: tuple[Any, Any, Any, Any] = SETS
    call: Any = "pung"
    opponents: tuple[str, ...] = ("left", "across", "right")
    turned: bool = False
    claims_runs: bool = True
    concealed_kong: str = "x99xs"
    honours: bool = True
    #: flowers and seasons whatever the rules say; else as their option `flowers` does
    bonus: bool = False
    #: tiles of a river, in rows of six, where discards lie so
    river: str = ""
    hands: Hands = lambda rules: ()
    #: of a game whose hands are not made of sets and a pair: the tiles below sections of its rules card, by
    #: their keys; the card stands in place of the common lessons
    sections: Callable[[], Mapping[str, tuple[Example, ...]]] | None = None
    #: where a lesson comes from, by its key
    sources: Mapping[str, Text] = field(default_factory=dict)
