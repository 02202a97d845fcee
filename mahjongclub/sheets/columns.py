"""How a card is laid out: the size of its letters, what stands on which page, where the second column begins.

Typst could measure all that, and takes four times as long over it. What stands on a card hardly varies, so
its size is known here, and lines are counted for the columns; what is longer than its page goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TypedDict

from mahjongclub.games.kit.paper import PointsTable
from mahjongclub.help.cards import CardSection

#: A column's width in letters of one point.
COLUMN = 570
#: Lines that a heading and the room above it take.
HEADING = 3


def size_on(paper: str, sizes: tuple[float, float]) -> float:
    """The size for that paper."""
    return sizes[0] if paper == "a4" else sizes[1]


def left_column_count(lengths: Sequence[float]) -> int:
    """Return how many blocks stand in the left column, so that the longer column is as short as can be.

    >>> left_column_count([10, 7, 12, 33, 17]), left_column_count([5]), left_column_count([])
    (3, 1, 0)
    """
    whole = sum(lengths)
    reached = [sum(lengths[:count]) for count in range(len(lengths) + 1)]
    # as high at the left rather than at the right
    return min(range(len(reached)), key=lambda count: (max(reached[count], whole - reached[count]), -count))


class SheetColumns(TypedDict):
    """The blocks of the left and of the right column, and which of the two is longer."""

    left: Sequence[object]
    right: Sequence[object]
    longer: str


def in_columns(blocks: Sequence[object], lengths: Sequence[float]) -> SheetColumns:
    """The blocks of the left and of the right column, and which of the two is longer."""
    at = left_column_count(lengths)
    longer = "right" if sum(lengths[at:]) > sum(lengths[:at]) else "left"
    return {"left": blocks[:at], "right": blocks[at:], "longer": longer}


def estimated_table_lines(table: PointsTable) -> float:
    """About how many lines a table takes."""
    rows = sum(max(1 + len(row.small), *(len(cell) for cell in row.cells)) for row in table.rows)
    return HEADING + rows + len(table.notes)


def estimated_section_lines(section: CardSection, size: float) -> float:
    """About how many lines a section of the rules card takes in a column."""
    texts = [*section.lines, *(option.label + option.value for option in section.options)]
    return HEADING + 1 + sum(ceil(len(text) * size / COLUMN) for text in texts)
