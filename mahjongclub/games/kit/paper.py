"""What games print: a points table of plain rows, and the last lines of a blank sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from mahjongclub.rules.words import Text

from .wording import points_in_words as points
from .wording import said

#: A cell that no hand can have.
NONE = "–"


@dataclass(frozen=True)
class ForeignWords:
    """Words in another language than the page's, so that they are read aloud rightly."""

    text: str
    language: str


@dataclass(frozen=True)
class Row:
    """One row: its heading with smaller lines below it, and a cell of one or two lines for each column."""

    head: str
    cells: tuple[tuple[str, ...], ...]
    small: tuple[str, ...] = ()
    other: tuple[ForeignWords, ...] = ()


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


def factor_with_times_sign(factor: int) -> str:
    """A doubling: "× 2"."""
    return f"×\u00a0{factor}"


def text_in_other_language(text: Text) -> ForeignWords:
    """The text in another language of the app than the reader's, for lists of names in two."""
    mine = get_language() or "en"
    other = next(code for code, _name in settings.LANGUAGES if not mine.startswith(code))
    return ForeignWords(text.in_language(other), other)


__all__ = [
    "NONE",
    "ForeignWords",
    "PointsTable",
    "Row",
    "cell",
    "factor_with_times_sign",
    "points",
    "said",
    "text_in_other_language",
]


def foot_line(label: str, rule: str = "", *, beside: str = "", strong: bool = False) -> dict[str, Any]:
    """A line to fill in for each seat: what it is called, and what the rules say of it.

    `beside` is what has its place in the same cells.
    """
    return {"label": label, "rule": rule, "beside": beside, "strong": strong}


def result_line() -> dict[str, Any]:
    """The points that a player takes home and the place, in one line: a hand more has room above it."""
    return foot_line(_("Points"), beside=_("Place"), strong=True)


def sheet_data(rules: Any | None, legend: str, words: dict[str, str], **more: Any) -> dict[str, Any]:
    """What a blank score sheet reads: what stands before everybody, its headings, its last lines.

    `words` are the headings of the game's own columns; `more` goes to the sheet as it is.
    """
    common = {
        "hand": pgettext("score sheet", "Hand"),
        "score": pgettext("score sheet", "Score"),
        "start": pgettext("score sheet", "Start"),
        "legend": legend,
    }
    start = points(rules.starting_points) if rules else ""
    return {"start": start, "end": [result_line()], **more, "words": {**common, **words}}
