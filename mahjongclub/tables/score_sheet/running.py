"""The running check: every row of a sheet read and settled by the engine, as far as it can be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from mahjongclub.games.kit.context import Draft
from mahjongclub.games.kit.score_sheet import LONGEST_CELL, RowReading, ScoreSheet
from mahjongclub.games.kit.wording import isolated, label_in_words, points_in_words, said, signed_points
from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.record import FORMAT, PlayedHand, Record, close_table, read_record, settle_hands
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.rules.words import Text

#: More hands than any sitting has; a form has to stay one that a server takes.
MOST_ROWS = 100
#: Empty rows below the last one that was typed.
SPARE_ROWS = 3
CELL = re.compile(r"hand-([1-9][0-9]{0,2})-(?:[0-5]|end|dice)")


@dataclass(slots=True)
class ScoreSheetRow:
    """A row as typed and as it was read: `played` where the engine settled it, `faults` by cell ("": all).

    What the engine refuses stays its text until the names at the seats are known.
    """

    number: int
    cells: dict[str, str]
    hand: Draft | None = None
    played: PlayedHand | None = None
    faults: dict[str, str | Text] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in any cell."""
        return not any(self.cells.values())


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """A sheet as far as it was settled: `state` is the table after the last hand that could be."""

    variant: Variant
    preset: Preset
    dice: tuple[int, int] | None
    rows: tuple[ScoreSheetRow, ...]
    start: TableState
    state: TableState

    @property
    def sheet(self) -> ScoreSheet:
        """The sheet of this variant."""
        return find_game(self.variant.key).score_sheet

    @property
    def faulty_rows(self) -> list[ScoreSheetRow]:
        """The rows in which something is wrong."""
        return [row for row in self.rows if row.faults]

    @property
    def hands(self) -> list[Draft]:
        """The hands of the record, in their order."""
        return [row.hand for row in self.rows if row.hand is not None]

    @property
    def end_state(self) -> TableState:
        """The table as the record leaves it: whoever typed a sheet to its end stopped there."""
        return close_table(self.variant, self.state)

    @property
    def final_scores(self) -> list[int]:
        """What lies before each seat at the end, sticks left on the table given as the rules say."""
        by_seat = {row.seat: row.score for row in self.variant.rank(self.preset.rules, self.end_state)}
        return [by_seat[seat] for seat in range(self.variant.seats)]

    def record(self, names: Sequence[str], preset: str) -> Record:
        """The whole game as one record, its rules as changes to `preset`. Raises RuleError."""
        return read_record(
            {
                "format": FORMAT,
                "variant": self.variant.key,
                "preset": preset,
                "rules": self.preset.rules.to_json(),
                "players": list(names),
                "hands": self.hands,
                "closed": self.state.ended is None,
                **({"dice": list(self.dice)} if self.dice else {}),
            }
        )


def settle_sheet(
    variant: Variant, preset: Preset, dice: tuple[int, int] | None, posted: Mapping[str, str]
) -> TypedSheet:
    """Read every row, and settle them one after another until one of them cannot be."""
    rows = tuple(_rows(variant, posted))
    start = variant.start(preset.rules, dice)
    state, number, sound = start, 0, True
    for row in rows:
        if row.is_empty:
            continue
        number += 1
        reading = find_game(variant.key).score_sheet.read(row.cells, variant.seats)
        row.hand, row.faults = reading.hand, {**reading.faults}
        sound = sound and not row.faults and row.hand is not None
        if sound:
            row.played = _settle(variant, preset, state, row, number, reading)
            sound = row.played is not None
        if row.played is not None:
            state = row.played.settlement.after
    return TypedSheet(variant, preset, dice, rows, start, state)


def _settle(
    variant: Variant, preset: Preset, state: TableState, row: ScoreSheetRow, number: int, reading: RowReading
) -> PlayedHand | None:
    """The row's hand on the table as it stands; None where it cannot be, with the fault at its cell."""
    try:
        outcome = variant.read_new_outcome(preset.rules, row.hand or {})
        return next(iter(settle_hands(variant, preset.rules, state, [outcome], number)))
    except RuleError as fault:
        row.faults[_cell_of(row, reading, fault.field)] = fault.text
    return None


def _cell_of(row: ScoreSheetRow, reading: RowReading, path: str | None) -> str:
    """The cell a path leads to, "" for the whole row where the sheet has no such cell."""
    cell = reading.cell_at(path) if path else ""
    return cell if cell in row.cells else ""


def _rows(variant: Variant, posted: Mapping[str, str]) -> list[ScoreSheetRow]:
    """The rows of the page: as many as a fresh sheet has, and always some to go on in."""
    sheet = find_game(variant.key).score_sheet
    keys = [str(seat) for seat in range(variant.seats)] + [column.key for column in sheet.columns]
    typed = [int(match[1]) for name in posted if (match := CELL.fullmatch(name)) and posted[name].strip()]
    sent = [int(match[1]) for name in posted if (match := CELL.fullmatch(name))]
    last = max(sheet.rows, max(typed, default=0) + SPARE_ROWS, max(sent, default=0))
    return [
        ScoreSheetRow(
            number, {key: posted.get(f"hand-{number}-{key}", "").strip()[:LONGEST_CELL] for key in keys}
        )
        for number in range(1, min(last, MOST_ROWS) + 1)
    ]


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell of a sheet: what was typed, what is wrong with it, and the label of its column."""

    key: str
    value: str
    fault: str
    label: str


@dataclass(frozen=True, slots=True)
class SheetFault:
    """What is wrong in a row, and at whose or which cell."""

    key: str
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class SettledSeat:
    """What a hand moved at a seat and the score after it, in words; `way` is "up" or "down"."""

    delta: str
    way: str
    score: str


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A row for the page; `settled`, by seat, `words` and `notes` are of a row that is a hand."""

    number: int
    cells: list[SheetCell]
    faults: list[SheetFault]
    label: str
    settled: Sequence[SettledSeat] = ()
    words: str = ""
    notes: Sequence[str] = ()


def row_lines(typed: TypedSheet, names: Sequence[str]) -> list[SheetLine]:
    """Every row for the page: its cells with what they hold, its label, words, changes, scores and faults."""
    labels = {column.key: str(column.label) for column in typed.sheet.columns}
    return [_line(typed, row, names, labels) for row in typed.rows]


def _line(
    typed: TypedSheet, row: ScoreSheetRow, names: Sequence[str], labels: Mapping[str, str]
) -> SheetLine:
    faults_said = {
        key: text if isinstance(text, str) else said(text, names) for key, text in row.faults.items()
    }
    cells = [
        SheetCell(key=key, value=value, fault=faults_said.get(key, ""), label=labels.get(key, ""))
        for key, value in row.cells.items()
    ]
    faults = [
        SheetFault(
            key=key,
            at=isolated(names[int(key)]) if key.isdecimal() else labels.get(key, ""),
            text=text,
        )
        for key, text in faults_said.items()
    ]
    line = SheetLine(row.number, cells, faults, label=str(row.number))
    if row.played is None:
        return line
    settlement = row.played.settlement
    return replace(
        line,
        label=label_in_words(row.played.label),
        settled=[
            SettledSeat(
                delta=signed_points(delta),
                way="up" if delta > 0 else "down",
                score=points_in_words(score),
            )
            for delta, score in zip(settlement.deltas, settlement.after.scores, strict=True)
        ],
        words=find_game(typed.variant.key).in_words(row.played.outcome, [isolated(name) for name in names]),
        notes=[
            said(note, names)
            for note in (*settlement.notes, *(warning.text for warning in settlement.warnings))
        ],
    )


def names_or_placeholders(names: Sequence[str]) -> list[str]:
    """The names as typed so far, "Player 2" where there is none yet."""
    return [name or _("Player %(number)s") % {"number": seat + 1} for seat, name in enumerate(names)]
