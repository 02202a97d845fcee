"""The rows of a spreadsheet as games, and what is wrong with those that are none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils import timezone

from mahjongclub.clubs.club_forms import FIRST_DATE
from mahjongclub.clubs.naming import name_key, tidy_name
from mahjongclub.rules.game import RuleError, Text
from mahjongclub.rules.on_paper import table_on_paper
from mahjongclub.tables.paper import noon_of
from mahjongclub.tables.wording import said

from .columns import WIDE
from .games import Incoming, Paper
from .spreadsheets import Sheet

POINTS = re.compile(r"[-+]?[0-9]{1,9}")
DAY = re.compile(r"([0-9]{1,4})[-/. ]([0-9]{1,2})[-/. ]([0-9]{1,4})")

ROW = tuple[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, in which row of the file, in which column (None for the whole row)."""

    line: int
    column: int | None
    text: Text

    @property
    def said(self) -> str:
        """What is wrong, in the reader's language."""
        return said(self.text)

    @property
    def letter(self) -> str:
        """The column as spreadsheets name it; "" for the whole row.

        >>> Fault(1, 27, Text("", "")).letter
        'AB'
        """
        return "" if self.column is None else letter_of(self.column)


def letter_of(column: int) -> str:
    """A column, counted from 0, as spreadsheets name it.

    >>> letter_of(0), letter_of(27)
    ('A', 'AB')
    """
    name = ""
    while column >= 0:
        name, column = chr(65 + column % 26) + name, column // 26 - 1
    return name


@dataclass(slots=True)
class Found:
    """The games of a sheet, and the faults."""

    games: list[Incoming] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SheetReader:
    """Reads rows as games of one variant and its rules; `columns` by part, `paper` without points."""

    source: str
    layout: str
    columns: Mapping[str, int]
    paper: Paper
    month_first: bool = False
    day: date | None = None

    def read(self, sheet: Sheet) -> Found:
        """Every game, every fault. A row with a fault makes no game."""
        found = Found()
        groups = [[row] for row in sheet.rows] if self.layout == WIDE else self._by_game(sheet)
        for rows in groups:
            faults: list[Fault] = []
            game = self._game(rows, faults)
            if faults or game is None:
                found.faults += faults
            else:
                found.games.append(game)
        return found

    def _by_game(self, sheet: Sheet) -> list[list[ROW]]:
        """Rows of one game, that is of one number on one day, in the order of their first rows."""
        groups: dict[tuple[str, str], list[ROW]] = {}
        for row in sheet.rows:
            groups.setdefault((self._cell(row, "date"), name_key(self._cell(row, "game"))), []).append(row)
        return list(groups.values())

    def _game(self, rows: list[ROW], faults: list[Fault]) -> Incoming | None:
        seats = self.paper.variant.seats
        if self.layout == WIDE:
            places = [(rows[0], f"player-{seat}", f"score-{seat}") for seat in range(seats)]
        else:
            places = [(row, "player", "score") for row in rows]
            if len(rows) != seats:
                faults.append(self._wrong_number(rows, seats))
                return None
        names = [self._name(row, part, faults) for row, part, _points in places]
        scores = [self._points(row, part, faults) for row, _name, part in places]
        sticks = self._points(rows[0], "sticks", faults, missing=0)
        bank = self._points(rows[0], "bank", faults) if "bank" in self.columns else None
        day = self._day(rows[0], faults)
        self._told_apart(rows, places, names, faults)
        if faults or day is None:
            return None
        final = {"scores": scores, "sticks": sticks, "bank": bank}
        if fault := self._unbalanced(rows[0], final):
            faults.append(fault)
            return None
        return Incoming(
            self.source,
            tuple(names),
            tuple(scores),
            began=noon_of(day),
            paper=Paper(self.paper.variant, self.paper.preset, self.paper.house_rules, final),
            line=rows[0][0],
        )

    def _cell(self, row: ROW, part: str) -> str:
        column = self.columns.get(part)
        return row[1][column] if column is not None and column < len(row[1]) else ""

    def _fault(self, row: ROW, part: str | None, en: str, fr: str) -> Fault:
        return Fault(row[0], self.columns.get(part) if part else None, Text(en, fr))

    def _name(self, row: ROW, part: str, faults: list[Fault]) -> str:
        name = tidy_name(self._cell(row, part))
        if not name or not name.isprintable() or len(name) > 200:
            faults.append(self._fault(row, part, "A name is missing.", "Il manque un nom."))
        return name

    def _points(self, row: ROW, part: str, faults: list[Fault], missing: int | None = None) -> int:
        text = re.sub(r"[\s,.'’_]", "", self._cell(row, part)).replace("−", "-")
        if not text and missing is not None:
            return missing
        if not POINTS.fullmatch(text) or _has_decimals(self._cell(row, part)):
            faults.append(
                self._fault(row, part, "Points are a whole number.", "Les points sont un nombre entier.")
            )
            return 0
        return int(text)

    def _day(self, row: ROW, faults: list[Fault]) -> date | None:
        text = self._cell(row, "date")
        if not text:
            if self.day is None:
                faults.append(self._fault(row, "date", "A date is missing.", "Il manque une date."))
            return self.day
        day = day_of(text, month_first=self.month_first)
        if day is None or not FIRST_DATE <= day <= timezone.localdate():
            faults.append(
                self._fault(
                    row,
                    "date",
                    "This is no date from 1900 until today.",
                    "Ce n’est pas une date entre 1900 et aujourd’hui.",
                )
            )
            return None
        return day

    def _told_apart(
        self,
        rows: list[ROW],
        places: Sequence[tuple[ROW, str, str]],
        names: list[str],
        faults: list[Fault],
    ) -> None:
        keys = [name_key(name) for name in names]
        for place, key in enumerate(keys):
            if key and key in keys[:place]:
                row, part, _points = places[place]
                faults.append(
                    self._fault(
                        row, part, "This player stands there twice.", "Cette personne y est deux fois."
                    )
                )

    def _wrong_number(self, rows: list[ROW], seats: int) -> Fault:
        return self._fault(
            rows[0],
            "game",
            f"This game has {len(rows)} players instead of {seats}.",
            f"Cette session a {len(rows)} joueurs au lieu de {seats}.",
        )

    def _unbalanced(self, row: ROW, final: dict[str, Any]) -> Fault | None:
        try:
            table_on_paper(self.paper.variant, self.paper.preset.rules, **final)
        except RuleError as fault:
            part = fault.field if fault.field in self.columns else None
            return Fault(row[0], self.columns.get(part) if part else None, fault.text)
        return None


def day_of(text: str, *, month_first: bool = False) -> date | None:
    """A day as people write it: 2026-11-21, 21/11/2026, 21.11.26; the month first where told so.

    >>> day_of("21/11/2026"), day_of("11/21/2026", month_first=True), day_of("2026-11-21 20:15")
    (datetime.date(2026, 11, 21), datetime.date(2026, 11, 21), datetime.date(2026, 11, 21))
    """
    found = DAY.match(text)
    if found is None or text[found.end() : found.end() + 1].isdigit():
        return None
    one, two, three = (int(part) for part in found.groups())
    if len(found[1]) == 4:
        year, month, day = one, two, three
    else:
        day, month = (two, one) if month_first else (one, two)
        year = three + 2000 if len(found[3]) == 2 else three
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _has_decimals(text: str) -> bool:
    """Whether a mark stands where no thousands end: 25.3 is no 253."""
    return bool(re.search(r"[.,][0-9]{1,2}$|[.,][0-9]{1,2}[.,]", text.strip()))
