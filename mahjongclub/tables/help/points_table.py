"""What a table of points is made of, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language

from mahjongclub.rules.game import Text

from ..wording import points_in_words, said

#: A cell that no hand can have.
NONE = "–"


@dataclass(frozen=True)
class Words:
    """Words in another language than the page's, so that they are read aloud rightly."""

    text: str
    language: str


@dataclass(frozen=True)
class Row:
    """One row: its heading with smaller lines below it, and a cell of one or two lines for each column."""

    head: str
    cells: tuple[tuple[str, ...], ...]
    small: tuple[str, ...] = ()
    other: tuple[Words, ...] = ()


@dataclass(frozen=True)
class PointsTable:
    """A table with its caption; `columns` begins with the heading of the rows. `notes` stand below it."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    #: many narrow columns that must not wrap: the table scrolls in its own box on a phone
    wide: bool = False
    #: longer than a column of paper: it may be broken in print, so it has no notes below it
    long: bool = False


def cell(*lines: str) -> tuple[str, ...]:
    """A cell of a line or two."""
    return lines


def points(value: int) -> str:
    """A number of points as the reader's language groups it."""
    return points_in_words(value)


def times(factor: int) -> str:
    """A doubling: "× 2"."""
    return f"×\u00a0{factor}"


def other_language(text: Text) -> Words:
    """The text in the app's other language, for lists of names in both."""
    if (get_language() or "en").startswith("fr"):
        return Words(text.en, "en")
    return Words(text.fr, "fr")


__all__ = ["NONE", "PointsTable", "Row", "Words", "cell", "other_language", "points", "said", "times"]
