"""A row of a score sheet as answers to a game's questions: marks and values in the cells of the seats."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy

from . import questions
from .controls import SELF_DRAWN
from .questions import Choice, Dice, Question, Questions, Source, Winners
from .score_sheet import (
    DICE,
    END,
    NO_END,
    TWO_ENDS,
    Cells,
    Code,
    Column,
    Misread,
    Reading,
    Sheet,
    dice_of,
    end_code,
    seat_cells,
)

ONE_VALUE = gettext_lazy("One value per cell.")


@dataclass
class RowAnswers:
    """What a row answers, by the names of the typed hand's controls; `cells` are the seats that say so.

    `ends` are those that the row tells of, each with the cell that says so first; `likely` is the first of
    several in which a value stands, where no cell says otherwise.
    """

    reading: Reading
    unwritten: Mapping[str, Any]
    seats: int
    answers: dict[str, Any] = field(default_factory=dict)
    cells: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    ends: dict[str, str] = field(default_factory=dict)
    likely: dict[str, str] = field(default_factory=dict)

    def of(self, name: str, missing: Any = "") -> Any:
        """The answer, None for none; then `missing` is the fault of a cell, in the words of the sheet."""
        answer = self.answers.get(name)
        if answer is None and missing:
            self.reading.refuse(self.cell_of(name), self.unwritten.get(name.partition("-")[0], missing))
        return answer

    def mark(self, one: Question, whole: Question, name: str, seat: int) -> None:
        """Note that a seat's cell answers a question; the end too, where it is asked of one alone."""
        if seat not in self.cells[name]:
            self.cells[name].append(seat)
        if one.also:
            self.cells[one.also] = sorted({*self.cells[one.also], seat})
        self.tell(whole, str(seat))

    def tell(self, one: Question, cell: str) -> None:
        """Note the end of which alone a question is asked."""
        if len(one.ends) == 1:
            self.ends.setdefault(one.ends[0], cell)

    def refuse(self, seats: Sequence[int], message: Any) -> None:
        """Note what is wrong with the cells of these seats."""
        for seat in seats:
            self.reading.refuse(str(seat), message)

    def cell_of(self, name: str, index: int = 0) -> str:
        """The cell of a control: where it was marked, that of its seat, else of the winner, or of any."""
        seat = name.rpartition("-")[2]
        if name.startswith("die-"):
            return DICE
        if cells := self.cells.get(name):
            return str(cells[index if index < len(cells) else 0])
        if seat.isdecimal() or name == questions.END:
            return seat if seat.isdecimal() else END
        told = [*(self.cells.get(first) for first in ("won", "winner")), *self.cells.values()]
        return next((str(seats[0]) for seats in told if seats), END)


class RowReader:
    """Reads the rows of one game. `unwritten` says by question what its sheet calls missing."""

    def __init__(self, asked: Questions, unwritten: Mapping[str, Any]) -> None:
        self.questions, self.unwritten = asked, unwritten
        #: every question with the one it is a part of
        self.asked = [(one, whole) for whole in asked.asked for one in whole.parts()]
        self.marks = {letter: (one, whole) for one, whole in self.asked for letter in one.mark}
        self.valued = [(one, whole) for one, whole in self.asked if one.code]
        self.has_dice = any(isinstance(one, Dice) for one in asked.asked)
        marks = rf"(?P<mark>[{''.join(self.marks)}])"
        self.code = re.compile("|".join([*(one.code for one, _whole in self.valued), marks]))
        #: what the column for the end says: an end, or the answer to a question that is asked of one
        self.ends = {end.code: end.key for end in asked.ends if end.code}
        choices = [one for one in asked.asked if isinstance(one, Choice)]
        self.choices = {code: (one, answer) for one in choices for code, answer in one.codes.items()}

    def read(self, cells: Cells, seats: int) -> Reading:
        """A hand of the record from the cells of a row."""
        reading = Reading()
        row = RowAnswers(reading, self.unwritten, seats)
        self._read_columns(row, cells)
        for seat, match in seat_cells(reading, cells, seats, self.code):
            if match["mark"]:
                one, whole = self.marks[match["mark"]]
                row.mark(one, whole, one.name, seat)
            else:
                self._read_value(row, seat, match)
        row.ends = row.ends or row.likely
        if len(row.ends) == 1:
            self._answer(row, next(iter(row.ends)))
            draft = self.questions.draft(row)
            self._refuse_unfit(row, draft.get("wins", ()))
            reading.hand = None if reading.faults else draft
        elif not row.ends:
            reading.refuse(END, NO_END)
        for cell in list(row.ends.values())[1:]:
            reading.refuse(cell, TWO_ENDS)

        def cell_at(path: str) -> str:
            found = self.questions.control(path, row)
            return row.cell_of(*found) if found else END

        reading.cell_at = cell_at
        return reading

    def _read_columns(self, row: RowAnswers, cells: Cells) -> None:
        dice = dice_of(row.reading, cells).get("dice", ()) if self.has_dice else ()
        row.answers |= {f"die-{number}": die for number, die in enumerate(dice, 1)}
        word = end_code(row.reading, cells, (*self.ends, *self.choices))
        if word in self.ends:
            row.ends[self.ends[word]] = END
        elif word:
            one, answer = self.choices[word]
            row.answers[one.name] = answer
            row.tell(one, END)

    def _read_value(self, row: RowAnswers, seat: int, match: re.Match[str]) -> None:
        """A value in a seat's cell: of that seat, or of the one hand there is."""
        ((one, whole),) = self.valued
        end = f"-{seat}" if one.by_seat or one is not whole else ""
        if one.name + end in row.answers:
            row.refuse([seat], one.twice or ONE_VALUE)
        else:
            try:
                written = one.written(match, end)
                row.answers |= written
                row.cells |= {name: [seat] for name in written}
            except Misread as fault:
                row.refuse([seat], fault)
        row.mark(one, whole, one.name + end, seat)
        if len(whole.ends) > 1:
            row.likely = row.likely or {whole.ends[0]: str(seat)}

    def _answer(self, row: RowAnswers, end: str) -> None:
        """The answers that the marks give to the questions of an end."""
        row.answers[questions.END] = end
        for one, whole in self.asked:
            seats = row.cells.get(one.name, [])
            if not whole.of(end):
                implied = [row.cells[by.name] for by, of in self.asked if by.also == one.name and of.of(end)]
                row.refuse([seat for seat in seats if not any(seat in by for by in implied)], TWO_ENDS)
            elif isinstance(one, Source) and not seats:
                row.answers[one.name] = SELF_DRAWN
            elif seats and not one.code:
                row.refuse(seats[1:] if one.twice else [], one.twice)
                if one.of_seat:
                    row.refuse([seat for seat in seats if seat not in row.cells[one.of_seat]], one.unfit)
                answer = one.kind == "flag" or seats[0]
                each = isinstance(whole, Winners) and one in whole.each
                for end_of_name in [f"-{seat}" for seat in row.cells[whole.name]] if each else [""]:
                    row.answers[one.name + end_of_name] = seats if one.kind == "seats" else answer
                    row.cells[one.name + end_of_name] = seats

    def _refuse_unfit(self, row: RowAnswers, wins: Sequence[Mapping[str, Any]]) -> None:
        """Marks that go with nothing: a liability without a yakuman."""
        for one, _whole in self.asked:
            if one.unfit and not one.of_seat and wins and not any(one.key in win for win in wins):
                row.refuse(row.cells.get(one.name, [])[:1], one.unfit)


def sheet_of(
    asked: Questions, codes: tuple[Code, ...], *, unwritten: Mapping[str, Any] | None = None, rows: int = 12
) -> Sheet:
    """The sheet of a game whose rows answer its questions; `codes` are its legend."""
    reader = RowReader(asked, unwritten or {})
    dice = (Column(DICE, gettext_lazy("Dice")),) if reader.has_dice else ()
    return Sheet(reader.read, (Column(END, gettext_lazy("End")), *dice), codes, rows)
