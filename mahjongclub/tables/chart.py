"""The chart of scores over the hands: where its lines, ticks and names go, for a template to draw as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from .models import Session
from .replaying import starting_state
from .wording import label_in_words

# On a telephone a unit is three quarters of a pixel: the labels, 17 units high, are read there too.
WIDTH, HEIGHT = 480, 320
LEFT, RIGHT, TOP, BOTTOM = 76, 20, 14, 34
MOST_TICKS = 6
MOST_LABELS = 7
#: one look for each seat: the dash and the marker tell the lines apart without colour
MARKERS = ("circle", "square", "diamond", "triangle", "cross", "ring")


@dataclass(frozen=True)
class Line:
    """One seat's line: its points for <polyline>, and the place of each marker."""

    seat: int
    name: str
    points: str
    dots: list[tuple[float, float]]
    marker: str


@dataclass(frozen=True)
class Chart:
    """Everything drawn, in the user units of a `width` x `height` view box."""

    lines: list[Line]
    ticks: list[tuple[float, int]]
    labels: list[tuple[float, str]]
    zero: float | None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right_edge: int = WIDTH - RIGHT


def score_chart(
    session: Session,
    results: Sequence[dict[str, Any]],
    names: Sequence[str],
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Chart | None:
    """The chart of a session's hands (`results` as stored, in order); None before the first hand."""
    if not results:
        return None
    rows = [list(starting_state(session).scores), *(result["scores"] for result in results)]
    labels = ["", *(label_in_words(result["label"]) for result in results)]
    return line_chart(rows, labels, names, size)


def line_chart(
    rows: Sequence[Sequence[float]],
    labels: Sequence[str],
    names: Sequence[str],
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Chart:
    """One line a name (six at most) through at least one row of values, each row with its label."""
    width, height = size
    low, high, step = _range(floor(min(map(min, rows))), ceil(max(map(max, rows))))

    def across(index: int) -> float:
        return round(LEFT + (width - LEFT - RIGHT) * index / max(1, len(rows) - 1), 1)

    def down(score: float) -> float:
        return round(TOP + (height - TOP - BOTTOM) * (high - score) / (high - low), 1)

    lines = []
    for seat, name in enumerate(names):
        dots = [(across(index), down(row[seat])) for index, row in enumerate(rows)]
        lines.append(Line(seat, name, " ".join(f"{x},{y}" for x, y in dots), dots, MARKERS[seat]))
    named = [(across(index), label) for index, label in enumerate(labels) if label]
    every = -(-len(named) // MOST_LABELS)
    ticks = [(down(score), score) for score in range(low, high + 1, step)]
    zero = down(0) if low <= 0 <= high else None
    return Chart(lines, ticks, named[::every] if every else [], zero, width, height, LEFT, width - RIGHT)


def _range(lowest: int, highest: int) -> tuple[int, int, int]:
    """A round lower and upper end and the step between ticks, with both scores inside."""
    spread = max(highest - lowest, 1)
    step = 1
    while spread / step > MOST_TICKS:
        # 1, 2, 5, 10, 20, 50 ...
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    low = lowest // step * step
    high = -(-highest // step) * step
    return low, max(high, low + step), step
