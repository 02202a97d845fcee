"""What the sheets of all games share: cells cut into codes, and a row read from them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .context import Draft

#: A cell holds a few codes; what is longer is no code.
LONGEST_CELL = 40
#: Between two codes of a cell.
BLANKS = re.compile(r"[\s,;]*")

#: The columns beside the seats.
END, DICE = "end", "dice"

NO_END = gettext_lazy("How did the hand end?")
TWO_ENDS = gettext_lazy("A hand ends in only one way: this cell contradicts the rest of its row.")


class BadCell(ValueError):
    """A cell that holds something other than codes; its text says what."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column beside the seats: its key, its heading, and what may stand in it."""

    key: str
    label: Any


@dataclass(frozen=True, slots=True)
class Code:
    """A line of the legend: what is typed, and what it means; `only(rules)` is whether the rules know it."""

    typed: str
    meaning: Any
    only: Callable[[Any], bool] = lambda rules: True


@dataclass(slots=True)
class RowReading:
    """What a row says: `hand` as a game record writes it, None where the codes make none.

    `faults` are messages by the key of their cell; `cell_at` leads from a path in the hand ("wins.0.han") to
    the key of the cell that says it.
    """

    hand: Draft | None = None
    faults: dict[str, str] = field(default_factory=dict)
    cell_at: Callable[[str], str] = lambda path: END

    def add_error(self, cell: str, message: Any) -> None:
        """Note what is wrong with a cell; the first message stands."""
        self.faults.setdefault(cell, str(message))


#: The cells of a row by their keys: a seat's number, or a column's.
Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The sheet of one variant: how a row is read, the columns beside its seats, its codes."""

    read: Callable[[Cells, int], RowReading]
    columns: tuple[Column, ...]
    codes: tuple[Code, ...]
    #: rows on a fresh sheet
    rows: int = 12
    #: whether codes name seats, so that the heads show their numbers
    numbered: bool = False

    def codes_in_rules(self, rules: Any) -> list[Code]:
        """The codes that the rules know, all where none are chosen (None)."""
        return [code for code in self.codes if rules is None or code.only(rules)]


def split_codes(text: str, code: re.Pattern[str]) -> list[re.Match[str]]:
    """A cell cut into its codes; BadCell where something else stands there.

    >>> [match.group() for match in split_codes(" R, ３40", re.compile("r|[0-9]+"))]
    ['r', '340']
    """
    text = unicodedata.normalize("NFKC", text).casefold()
    matches, at = [], _skip(text, 0)
    while at < len(text):
        match = code.match(text, at)
        if match is None or match.end() == at:
            raise BadCell(_("“%(text)s” is not a code of this sheet.") % {"text": text[at:].strip()})
        matches.append(match)
        at = _skip(text, match.end())
    return matches


def read_seat_codes(reading: RowReading, cells: Cells, seats: int, code: re.Pattern[str]) -> Iterator[Any]:
    """Every code of every seat's cell as (seat, match); a cell that cannot be read is a fault."""
    for seat in range(seats):
        try:
            codes = split_codes(cells.get(str(seat), ""), code)
        except BadCell as fault:
            reading.add_error(str(seat), fault)
            continue
        for match in codes:
            yield seat, match


def read_end_cell(reading: RowReading, cells: Cells, words: Sequence[str]) -> str:
    """The one word of the column for the end, "" where it is empty or cannot be read."""
    word = re.sub(r"[\s,;.]", "", unicodedata.normalize("NFKC", cells.get(END, ""))).casefold()
    if word and word not in words:
        reading.add_error(END, _("“%(text)s” is not a code of this sheet.") % {"text": word})
        return ""
    return word


def read_dice_cell(reading: RowReading, cells: Cells) -> Draft:
    """The dice column ("34", "3 4") as part of a hand; nothing where it is empty."""
    text = unicodedata.normalize("NFKC", cells.get(DICE, ""))
    if not text.strip():
        return {}
    dice = re.sub(r"[\s,;/+-]", "", text)
    if not re.fullmatch("[1-6][1-6]", dice):
        reading.add_error(DICE, _("Two dice, such as 34."))
        return {}
    return {"dice": [int(dice[0]), int(dice[1])]}


def _skip(text: str, at: int) -> int:
    match = BLANKS.match(text, at)
    return match.end() if match else at
