"""The walls seen from above, as shapes for an SVG: the reader's at the bottom, the others anticlockwise.

Each wall is drawn as whoever sits behind it sees it, then turned about the middle. The row nearer to the
middle is the top of the stacks, the row nearer to the player the tiles beneath.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin, tan

from django.utils.translation import gettext as _

from mahjongclub.games.kit.wording import WIND_NAMES, said, wind_letter
from mahjongclub.rules.kit.walls import Position, SetUp

TILE = 20.0  # a tile's side, in the picture's own unit
GAP = 12.0  # what the break opens
MARGIN = 28.0  # for the numbers outside the walls
DEPTH = 2 * TILE


@dataclass(frozen=True)
class StackPart:
    """A tile, or a stack whose two tiles share a fate: its place in the wall's own frame, and that fate."""

    x: str
    y: str
    height: str
    kind: str


@dataclass(frozen=True)
class Label:
    """Something written, upright, wherever its wall stands."""

    x: str
    y: str
    text: str
    kind: str


@dataclass(frozen=True)
class DrawnWall:
    """One wall turned to its side; `frame` surrounds the wall the dice name, `break_at` marks the break."""

    turn: str
    parts: tuple[StackPart, ...]
    frame: dict[str, str] | None
    break_at: dict[str, str] | None


class Picture:
    """A set-up drawn with wall `below` at the bottom: `walls`, `labels` and the `box` of the SVG's view."""

    def __init__(self, table: SetUp, below: int = 0) -> None:
        self.table, self.below = table, below
        self.count = len(table.walls)
        longest = max(wall.stacks for wall in table.walls)
        length = longest * TILE + GAP
        if self.count == 4:
            # The walls lie like the sails of a mill: each right end covers the next wall's left end.
            side = length + DEPTH + 4
            self.right, self.inner = side / 2, side / 2 - DEPTH
            reach = side / 2 + MARGIN
            left = top = -reach
            right = bottom = reach
        else:
            self.right = length / 2
            # Two walls would touch in the middle, where the names of the sides stand.
            self.inner = max((length + 16) / 2 / tan(radians(180 / self.count)), 4 * TILE)
            across, down = zip(*self._corners(), strict=True)
            left, right, top, bottom = min(across), max(across), min(down), max(down)
        self.box = " ".join(map(_number, (left, top, right - left, bottom - top)))
        self.kinds = _kinds(table)
        self.takers = {tile: seat for seat, tiles in table.deal for tile in tiles}
        self.walls = tuple(self._wall(index) for index in range(self.count))
        self.labels = tuple(self._labels())

    def _corners(self) -> Iterator[tuple[float, float]]:
        """The outer corners of every wall, the numbers outside of it included."""
        for wall in range(self.count):
            angle = radians(-360 / self.count * wall)
            for x in (-self.right, self.right):
                y = self.inner + DEPTH + MARGIN
                yield x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)

    def _angle(self, wall: int) -> float:
        """By how many degrees a wall is turned about the middle."""
        return 360 / self.count * (self.below - wall)

    def _x(self, wall: int, stack: int) -> float:
        """The left edge of a stack: stacks left of the break stand a little further."""
        after = wall == self.table.broken and stack > self.table.stack
        return self.right - stack * TILE - (GAP if after else 0)

    def _wall(self, index: int) -> DrawnWall:
        table, stacks = self.table, self.table.walls[index].stacks
        tiles = tuple(tile for stack in range(1, stacks + 1) for tile in self._stack(index, stack))
        frame = break_at = None
        if index == table.named:
            left = self._x(index, stacks)
            frame = {
                "x": _number(left - 4),
                "y": _number(self.inner - 4),
                "width": _number(self.right - left + 8),
                "height": _number(DEPTH + 8),
            }
        if index == table.broken:
            x = self._x(index, table.stack) - GAP / 2
            break_at = {
                "x": _number(x),
                "from": _number(self.inner - 16),
                "to": _number(self.inner + DEPTH + 8),
                "deal": f"M{_number(x - 6)} {_number(self.inner - 14)}h-34m9 -7l-9 7 9 7",
                "replace": f"M{_number(x + 6)} {_number(self.inner - 14)}h34m-9 -7l9 7 -9 7",
            }
        return DrawnWall(_number(self._angle(index)), tiles, frame, break_at)

    def _stack(self, wall: int, stack: int) -> Iterator[StackPart]:
        top, bottom = (self.kinds.get(Position(wall, stack, is_top), "live") for is_top in (True, False))
        x = _number(self._x(wall, stack))
        if (top, self._taker(wall, stack, True)) == (bottom, self._taker(wall, stack, False)):
            yield StackPart(x, _number(self.inner), _number(DEPTH), top)
        else:
            yield StackPart(x, _number(self.inner), _number(TILE), top)
            yield StackPart(x, _number(self.inner + TILE), _number(TILE), bottom)

    def _taker(self, wall: int, stack: int, top: bool) -> int | None:
        return self.takers.get(Position(wall, stack, top))

    def _labels(self) -> Iterator[Label]:
        table = self.table
        for number, (wall, stack) in enumerate(_counted(table), start=1):
            x = self._x(wall, stack) + TILE / 2
            last = (wall, stack) == (table.broken, table.stack)
            yield self._label(
                wall, x, self.inner + DEPTH + 14, str(number), "counted last" if last else "counted"
            )
        for wall in range(self.count):
            kind = "side named" if wall == table.named else "side"
            # a name is wider than it is high: beside an upright wall it stands further away
            away = 40 + 8 * abs(sin(radians(self._angle(wall))))
            middle = self.right - self._middle(wall) * TILE
            yield self._label(wall, middle, self.inner - away, side_name(table, wall), kind)
        for tile, seat in self.takers.items():
            shared = self._taker(tile.wall, tile.stack, not tile.top) == seat
            if tile.top or not shared:
                y = self.inner + (TILE if shared else TILE / 2 + (0 if tile.top else TILE))
                x = self._x(tile.wall, tile.stack) + TILE / 2
                yield self._label(tile.wall, x, y, seat_mark(table, seat), "taken")
        if table.indicator is not None:
            spot = table.indicator
            x = self._x(spot.wall, spot.stack) + TILE / 2
            yield self._label(spot.wall, x, self.inner + TILE / 2, "D", "indicator")
        for spot in table.loose_on:
            x = self._x(spot.wall, spot.stack) + TILE / 2
            yield self._label(spot.wall, x, self.inner + TILE / 2, "L", "loose")

    def _middle(self, wall: int) -> float:
        """How many stacks from the right end a side's name stands: clear of the arrows at the break."""
        stacks, stack = self.table.walls[wall].stacks, self.table.stack
        if wall != self.table.broken:
            return stacks / 2
        return stack / 2 if stack > stacks / 2 else (stack + stacks) / 2

    def _label(self, wall: int, x: float, y: float, text: str, kind: str) -> Label:
        angle = radians(self._angle(wall))
        turned = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
        return Label(_number(turned[0]), _number(turned[1]), text, kind)


def side_name(table: SetUp, wall: int) -> str:
    """What a side of the table is called: its wind, or its place from East where it has none."""
    wind = table.walls[wall].wind
    return str(WIND_NAMES[wind]) if wind else str(wall + 1)


def seat_mark(table: SetUp, seat: int) -> str:
    """The letter on the tiles a seat takes: its wind, or its place from East where it has none."""
    wall = table.wall_of(seat)
    return wind_letter(table.walls[wall].wind) or str(wall + 1)


def picture_in_words(table: SetUp) -> str:
    """The picture in one sentence or two, for whoever does not see it."""
    broken = said(table.walls[table.broken].name)
    text = _("%(count)s walls seen from above. Broken: %(wall)s, at stack %(stack)s from its right end.") % {
        "count": len(table.walls),
        "wall": broken,
        "stack": table.stack,
    }
    return " ".join([text, _("The steps tell the same in words.")])


def _kinds(table: SetUp) -> dict[Position, str]:
    kinds = {tile: "taken" for _seat, tiles in table.deal for tile in tiles}
    kinds.update(dict.fromkeys(table.dead, "out" if table.loose_on else "dead"))
    kinds.update(dict.fromkeys(table.loose_on, "loose"))
    if table.indicator is not None:
        kinds[table.indicator] = "indicator"
    return kinds


def _counted(table: SetUp) -> Iterator[tuple[int, int]]:
    """The stacks counted to find the break: from the named wall's right end, clockwise round the corner."""
    wall, stack = table.named, 1
    while True:
        yield wall, stack
        if (wall, stack) == (table.broken, table.stack):
            return
        stack += 1
        if stack > table.walls[wall].stacks:
            wall, stack = (wall - 1) % len(table.walls), 1


def _number(value: float) -> str:
    """A coordinate as SVG writes it, whatever the language's decimal sign."""
    return f"{value:.1f}".removesuffix(".0")


def legend(table: SetUp) -> list[dict[str, str]]:
    """What the picture's signs mean, those that it shows."""
    legend_texts = {
        "taken": _("dealt: the letter says who takes it")
        if all(wall.wind for wall in table.walls)
        else _("dealt: E is East, the number is the place counted from East to the right"),
        "live": _("still to be drawn"),
        "dead": _("dead wall: replacement tiles"),
        "indicator": _("dora indicator, turned over"),
        "out": _("the breach: this stack is taken out"),
        "loose": _("a loose tile lies on top"),
    }
    used = {*_kinds(table).values(), "live"}
    return [{"kind": kind, "text": text} for kind, text in legend_texts.items() if kind in used]
