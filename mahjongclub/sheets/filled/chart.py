"""The chart of scores for paper: one ink, each line told apart by its dashes and its marks."""

from __future__ import annotations

from typing import TypedDict

from mahjongclub.games.kit.wording import points_in_words
from mahjongclub.tables.ranking import Chart

from ..fonts import HOUSE

#: Wider than a telephone's, in the same units.
SIZE = (900, 240)
#: A line's dashes by seat, for SVG and for the legend's strokes alike.
DASHES: tuple[tuple[int, ...], ...] = ((), (9, 4), (3, 3), (12, 3, 3, 3), (2, 5), (16, 5))
MARKS = {
    "circle": '<circle cx="{x}" cy="{y}" r="3.5" fill="#000"/>',
    "square": '<rect x="{left}" y="{top}" width="7" height="7" fill="#000"/>',
    "diamond": '<path d="M{x} {y}m0-5 5 5-5 5-5-5z" fill="#000"/>',
    "triangle": '<path d="M{x} {y}m0-5 5 9h-10z" fill="#000"/>',
    "cross": '<path d="M{x} {y}m-4-4 8 8m0-8-8 8" stroke="#000" stroke-width="1.5"/>',
    "ring": '<circle cx="{x}" cy="{y}" r="3.5" fill="#fff" stroke="#000" stroke-width="1.5"/>',
}
#: With more hands than these a mark stands at some of them alone, or nothing could be told apart.
MOST_MARKS = 24


class ChartData(TypedDict):
    """A chart for the template's `lines`: its SVG, what it says, and the dashes of each line by seat."""

    svg: str
    alt: str
    dashes: tuple[tuple[int, ...], ...]


def chart_data(chart: Chart, alt: str) -> ChartData:
    """What the template's `lines` draws; `alt` says it to who cannot see it."""
    return {"svg": chart_svg(chart), "alt": alt, "dashes": DASHES[: len(chart.lines)]}


def chart_svg(chart: Chart) -> str:
    """The chart as SVG in black and white; its words are figures and the labels of hands."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {chart.width} {chart.height}"'
        f' font-family="{HOUSE}" font-size="14">'
    ]
    for y, score in chart.ticks:
        ink = "#000" if y == chart.zero else "#999"
        parts.append(f'<path d="M{chart.left} {y}H{chart.right_edge}" stroke="{ink}" stroke-width=".6"/>')
        parts.append(_words(chart.left - 8, y + 5, points_in_words(score), "end"))
    parts += [_words(x, chart.height - 10, label, "middle") for x, label in chart.labels]
    for line in chart.lines:
        dashes = " ".join(map(str, DASHES[line.seat]))
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(
            f'<polyline points="{line.points}" fill="none" stroke="#000" stroke-width="1.4"{dashed}/>'
        )
        every = -(-len(line.dots) // MOST_MARKS)
        parts += [_mark(line.marker, x, y) for x, y in line.dots[::every]]
    return "".join([*parts, "</svg>"])


def _mark(marker: str, x: float, y: float) -> str:
    return MARKS[marker].format(x=x, y=y, left=x - 3.5, top=y - 3.5)


def _words(x: float, y: float, words: str, anchor: str) -> str:
    """Figures and labels of hands: nothing in them has to be escaped."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>'
