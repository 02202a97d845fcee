"""The chairs of a table: where they are seen from a phone; before the start, who sits where and who is East.

Chair 0 is the phone's own, the others follow in the order of play. Seat 0 is the first dealer's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.games.base import Game
from mahjongclub.games.kit.wording import wind_letter
from mahjongclub.rules.game import TableState

from .opening import draw_order

#: where the seats sit, by how many there are: from one's own in the order of play
SIDES = {
    2: ("bottom", "top-seat"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top-seat", "left"),
    5: ("bottom", "bottom_right", "top_right", "top_left", "bottom_left"),
    6: ("bottom", "bottom_right", "top_right", "top-seat", "top_left", "bottom_left"),
    7: ("bottom", "bottom_right", "right", "top_right", "top_left", "left", "bottom_left"),
}


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """Names in their chairs as drawn, the chair of East, and what each threw where dice decided."""

    names: list[str]
    east: int
    throws: list[tuple[str, list[tuple[int, int]]]]


def draw_chairs(names: Sequence[str], seats: int, method: str) -> SeatDraw:
    """Draw lots for the seats (`method` as `draw_order` has it). Whoever holds the phone stays at the bottom.

    `names` stand by chair; one more than `seats` takes turns to sit out, and is drawn too.
    """
    order, throws = draw_order(len(names), method)
    seated = [names[chair] for chair in order]
    thrown = list(zip(seated, throws_by_seat(order, throws), strict=True)) if throws else []
    place = order.index(0)
    if place >= seats:
        return SeatDraw(seated, 0, thrown)
    chairs = [*seated[place:seats], *seated[:place], *seated[seats:]]
    return SeatDraw(chairs, (seats - place) % seats, thrown)


def throws_by_seat(order: Sequence[int], throws: Sequence[Any]) -> list[list[tuple[int, int]]]:
    """Return the throws in the order of the seats."""
    return [throws[chair] for chair in order]


def names_by_seat_from(names: Sequence[str], seats: int, east: int) -> list[str]:
    """Return the names from East on; who sits out stays last."""
    return [*names[east:seats], *names[:east], *names[seats:]]


def own_seat(seats: int, east: int) -> int:
    """Return the seat of the phone's own chair, where chair `east` is seat 0."""
    return (seats - east) % seats


def chairs_with_winds(game: Game, seats: int) -> list[dict[str, Any]]:
    """Every chair with its side of the table and the wind it has for each choice of East.

    `winds` is a list of (chair of East, wind, letter), the wind "" where the game gives that seat none; it is
    empty where dice thrown at the table name the first dealer.
    """
    start = TableState((0,) * seats)
    easts = () if game.variant.thrown_dealer else range(seats)
    return [
        {
            "number": chair,
            "side": SIDES[seats][chair],
            "words": chair_in_words(seats, chair),
            "winds": [
                (east, wind := game.wind_of(start, (chair - east) % seats), wind_letter(wind))
                for east in easts
            ],
        }
        for chair in range(seats)
    ]


def chair_in_words(seats: int, chair: int) -> str:
    """Where a chair stands for who sits at the bottom: "left of you", "opposite you"."""
    if chair == 0:
        return _("you")
    side = SIDES[seats][chair]
    words = {
        "right": _("right of you"),
        "left": _("left of you"),
        "top-seat": _("opposite you"),
        "bottom_right": _("right of you"),
        "bottom_left": _("left of you"),
        "top_right": _("opposite you, on the right"),
        "top_left": _("opposite you, on the left"),
    }
    return words[side]


def side_in_words(seats: int, chair: int) -> str:
    """Return where a chair stands in a word, to be put beside a name: "left", "opposite"."""
    words = {
        "right": pgettext("seat", "right"),
        "left": pgettext("seat", "left"),
        "top-seat": pgettext("seat", "opposite"),
        "bottom_right": pgettext("seat", "right"),
        "bottom_left": pgettext("seat", "left"),
        "top_right": pgettext("seat", "opposite, right"),
        "top_left": pgettext("seat", "opposite, left"),
    }
    return words[SIDES[seats][chair]]
