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
from .question_kinds import Dice, OneOf, Source, Winners
from .questions import Question, Questions
from .score_sheet import (
    DICE,
    END,
    NO_END,
    TWO_ENDS,
    BadCell,
    Cells,
    Code,
    Column,
    RowReading,
    ScoreSheet,
    read_dice_cell,
    read_end_cell,
    read_seat_codes,
)

ONE_VALUE = gettext_lazy("One value per cell.")


@dataclass
class RowAnswers:
    """What a row answers, by the names of the typed hand's controls; `cells` are the seats that say so.

    `ends` are those that the row tells of, each with the cell that says so first; `likely` is the first of
    several in which a value stands, where no cell says otherwise.
    """

    reading: RowReading
    unwritten: Mapping[str, Any]
    seats: int
    answers: dict[str, Any] = field(default_factory=dict)
    cells: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    ends: dict[str, str] = field(default_factory=dict)
    likely: dict[str, str] = field(default_factory=dict)

    def read_answer(self, name: str, missing_error: Any = "") -> Any:
        """The answer, None for none; then `missing_error` is the fault of a cell, in the sheet's words."""
        answer = self.answers.get(name)
        if answer is None and missing_error:
            self.reading.add_error(
                self.cell_of(name), self.unwritten.get(name.partition("-")[0], missing_error)
            )
        return answer

    def note_answer_cell(self, question: Question, whole: Question, name: str, seat: int) -> None:
        """Note that a seat's cell answers a question; the end too, where it is asked of one alone."""
        if seat not in self.cells[name]:
            self.cells[name].append(seat)
        if question.also:
            self.cells[question.also] = sorted({*self.cells[question.also], seat})
        self.note_implied_end(whole, str(seat))

    def note_implied_end(self, question: Question, cell: str) -> None:
        """Note the end of which alone a question is asked."""
        if len(question.ends) == 1:
            self.ends.setdefault(question.ends[0], cell)

    def add_error(self, seats: Sequence[int], message: Any) -> None:
        """Note what is wrong with the cells of these seats."""
        for seat in seats:
            self.reading.add_error(str(seat), message)

    def cell_of(self, name: str, index: int = 0) -> str:
        """The cell of a control: where it was marked, that of its seat, else of the winner, or of any."""
        seat = name.rpartition("-")[2]
        if name.startswith("die-"):
            return DICE
        if cells := self.cells.get(name):
            return str(cells[index if index < len(cells) else 0])
        if seat.isdecimal() or name == questions.END:
            return seat if seat.isdecimal() else END
        seat_lists = [*(self.cells.get(first) for first in ("won", "winner")), *self.cells.values()]
        return next((str(seats[0]) for seats in seat_lists if seats), END)


class RowReader:
    """Reads the rows of one game. `unwritten` says by question what its sheet calls missing."""

    def __init__(self, game_questions: Questions, unwritten: Mapping[str, Any]) -> None:
        self.questions, self.unwritten = game_questions, unwritten
        #: every question with the one it is a part of
        self.asked = [(question, whole) for whole in game_questions.asked for question in whole.parts()]
        self.marks = {letter: (question, whole) for question, whole in self.asked for letter in question.mark}
        self.valued = [(question, whole) for question, whole in self.asked if question.code]
        self.has_dice = any(isinstance(question, Dice) for question in game_questions.asked)
        marks = rf"(?P<mark>[{''.join(self.marks)}])"
        self.code = re.compile("|".join([*(question.code for question, _whole in self.valued), marks]))
        #: what the column for the end says: an end, or the answer to a question that is asked of one
        self.ends = {end.code: end.key for end in game_questions.ends if end.code}
        choices = [question for question in game_questions.asked if isinstance(question, OneOf)]
        self.choices = {
            code: (question, answer) for question in choices for code, answer in question.codes.items()
        }

    def read(self, cells: Cells, seats: int) -> RowReading:
        """A hand of the record from the cells of a row."""
        reading = RowReading()
        row = RowAnswers(reading, self.unwritten, seats)
        self._read_columns(row, cells)
        for seat, match in read_seat_codes(reading, cells, seats, self.code):
            if match["mark"]:
                question, whole = self.marks[match["mark"]]
                row.note_answer_cell(question, whole, question.name, seat)
            else:
                self._read_value(row, seat, match)
        row.ends = row.ends or row.likely
        if len(row.ends) == 1:
            self._answer(row, next(iter(row.ends)))
            draft = self.questions.draft_from_answers(row)
            self._refuse_unfit(row, draft.get("wins", ()))
            reading.hand = None if reading.faults else draft
        elif not row.ends:
            reading.add_error(END, NO_END)
        for cell in list(row.ends.values())[1:]:
            reading.add_error(cell, TWO_ENDS)

        def cell_at(path: str) -> str:
            control = self.questions.control_of_fault(path, row)
            return row.cell_of(*control) if control else END

        reading.cell_at = cell_at
        return reading

    def _read_columns(self, row: RowAnswers, cells: Cells) -> None:
        dice = read_dice_cell(row.reading, cells).get("dice", ()) if self.has_dice else ()
        row.answers |= {f"die-{number}": die for number, die in enumerate(dice, 1)}
        word = read_end_cell(row.reading, cells, (*self.ends, *self.choices))
        if word in self.ends:
            row.ends[self.ends[word]] = END
        elif word:
            question, answer = self.choices[word]
            row.answers[question.name] = answer
            row.note_implied_end(question, END)

    def _read_value(self, row: RowAnswers, seat: int, match: re.Match[str]) -> None:
        """A value in a seat's cell: of that seat, or of the one hand there is."""
        ((question, whole),) = self.valued
        end = f"-{seat}" if question.by_seat or question is not whole else ""
        if question.name + end in row.answers:
            row.add_error([seat], question.duplicate_error or ONE_VALUE)
        else:
            try:
                answers = question.fields_of_code(match, end)
                row.answers |= answers
                row.cells |= {name: [seat] for name in answers}
            except BadCell as fault:
                row.add_error([seat], fault)
        row.note_answer_cell(question, whole, question.name + end, seat)
        if len(whole.ends) > 1:
            row.likely = row.likely or {whole.ends[0]: str(seat)}

    def _answer(self, row: RowAnswers, end: str) -> None:
        """The answers that the marks give to the questions of an end."""
        row.answers[questions.END] = end
        for question, whole in self.asked:
            seats = row.cells.get(question.name, [])
            if not whole.is_asked_of(end):
                implied = [
                    row.cells[by.name]
                    for by, of in self.asked
                    if by.also == question.name and of.is_asked_of(end)
                ]
                row.add_error([seat for seat in seats if not any(seat in by for by in implied)], TWO_ENDS)
            elif isinstance(question, Source) and not seats:
                row.answers[question.name] = SELF_DRAWN
            elif seats and not question.code:
                row.add_error(seats[1:] if question.duplicate_error else [], question.duplicate_error)
                if question.of_seat:
                    row.add_error(
                        [seat for seat in seats if seat not in row.cells[question.of_seat]],
                        question.conflict_error,
                    )
                answer = question.kind == "flag" or seats[0]
                each = isinstance(whole, Winners) and question in whole.each
                for end_of_name in [f"-{seat}" for seat in row.cells[whole.name]] if each else [""]:
                    row.answers[question.name + end_of_name] = seats if question.kind == "seats" else answer
                    row.cells[question.name + end_of_name] = seats

    def _refuse_unfit(self, row: RowAnswers, wins: Sequence[Mapping[str, Any]]) -> None:
        """Marks that go with nothing: a liability without a yakuman."""
        for question, _whole in self.asked:
            if (
                question.conflict_error
                and not question.of_seat
                and wins
                and not any(question.key in win for win in wins)
            ):
                row.add_error(row.cells.get(question.name, [])[:1], question.conflict_error)


def sheet_of_questions(
    game_questions: Questions,
    codes: tuple[Code, ...],
    *,
    unwritten: Mapping[str, Any] | None = None,
    rows: int = 12,
) -> ScoreSheet:
    """The sheet of a game whose rows answer its questions; `codes` are its legend."""
    reader = RowReader(game_questions, unwritten or {})
    dice = (Column(DICE, gettext_lazy("Dice")),) if reader.has_dice else ()
    return ScoreSheet(reader.read, (Column(END, gettext_lazy("End")), *dice), codes, rows)
