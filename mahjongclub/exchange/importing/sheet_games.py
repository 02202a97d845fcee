"""The rows of a spreadsheet as games, and what is wrong with those that are none.

Which column is what is guessed from the headings, and changed on screen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import FIRST_DATE
from mahjongclub.clubs.naming import name_key, tidy_name
from mahjongclub.lists.dates import DMY, column_date_orders, read_day, read_serial_day
from mahjongclub.lists.headings import heading_kind
from mahjongclub.lists.numbers import decimal_sign, read_number
from mahjongclub.lists.winds import wind_column_by_seat
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.on_paper import PaperResult, ended_table_on_paper, scores_of_final_points
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.variant import Variant
from mahjongclub.rules.words import Text
from mahjongclub.tables.paper import noon_of

from .games import IncomingGame, PaperGame
from .spreadsheets import ImportSheet

WIDE, LONG = "wide", "long"
#: points in full, in hundreds, in thousands
UNITS = (1, 100, 1000)
#: what points of a sheet are: those at the end of a game, final points with uma, the difference to the start
AT_END, FINAL, FROM_START = "scores", "final", "start"
#: differences in full have more than so many, in thousands fewer
MOST_THOUSANDS = 1000
#: share of the games whose points add up to nothing, where points are no scores
MOST_OF = 0.8
#: what a heading in another language says a column is, by our words for it
OF_KIND = {"date": "date", "timestamp": "date", "name": "player", "turned": "player", "points": "score"}

#: words of headings, without accents
DATES = ("date", "day", "jour", "played", "quand")
GAMES = ("game", "partie", "session", "match", "table", "no", "id", "numero")
PLAYERS = ("player", "joueur", "joueuse", "name", "nom", "pseudo", "seat", "place", "qui")
SCORES = ("score", "points", "point", "final", "pts", "total", "result", "resultat")
WINDS = (
    *(
        "est",
        "sud",
        "ouest",
        "nord",
        "east",
        "south",
        "west",
        "north",
        "ost",
        "sued",
        "oost",
        "zuid",
        "noord",
    ),
    *(
        "ovest",
        "este",
        "sur",
        "oeste",
        "norte",
        "leste",
        "sul",
        "vest",
        "syd",
        "oest",
        "ita",
        "etela",
        "lansi",
    ),
    *("wschod", "poludnie", "zachod", "polnoc", "vychod", "jih", "zapad", "sever", "東", "南", "西", "北"),
)
STICKS = ("stick", "sticks", "kyotaku", "riichi", "batons", "baton", "batonnets")
BANKS = ("bank", "banque")

WORDS_OF = {"date": DATES, "player": PLAYERS, "score": SCORES}

ROW = tuple[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong, in which row of the file, in which column (None for the whole row)."""

    line: int
    column: int | None
    text: Text

    @property
    def column_letter(self) -> str:
        """The column as spreadsheets name it; "" for the whole row.

        >>> RowFault(1, 27, Text.plain("")).column_letter
        'AB'
        """
        return "" if self.column is None else column_letter(self.column)


def column_letter(column: int) -> str:
    """A column, counted from 0, as spreadsheets name it.

    >>> column_letter(0), column_letter(27)
    ('A', 'AB')
    """
    name = ""
    while column >= 0:
        name, column = chr(65 + column % 26) + name, column // 26 - 1
    return name


@dataclass(frozen=True, slots=True)
class SheetReader:
    """Reads rows as games of one variant and its rules; `columns` by part, `paper` without points."""

    source: str
    layout: str
    columns: Mapping[str, int]
    paper: PaperGame
    dates: str = DMY
    day: date | None = None
    #: the sign before decimals, and what points are counted in: 1, hundreds or thousands
    decimal: str = ""
    unit: int = 1
    #: one of AT_END, FINAL and FROM_START
    meaning: str = AT_END

    def with_guessed_number_format(self, sheet: ImportSheet) -> SheetReader:
        """The same reader with the decimal sign of the points, and the unit in which most games add up."""
        parts = [column_key for column_key in self.columns if column_key.startswith("score")]
        cells = [self._cell(row, column_key) for row in sheet.rows for column_key in parts]
        reader = replace(self, decimal=decimal_sign(cells))
        if self.meaning != AT_END:
            numbers = (read_number(cell, reader.decimal) for cell in cells)
            is_full = any(abs(number) >= MOST_THOUSANDS for number in numbers if number is not None)
            return replace(reader, unit=1 if is_full else 1000)
        # of equals the first: points in full; a day that is missing changes no sum
        undated = {part: column for part, column in self.columns.items() if part != "date"}
        dated = replace(reader, columns=undated, day=timezone.localdate())
        unit = max(UNITS, key=lambda unit: len(replace(dated, unit=unit).read_games_and_faults(sheet)[0]))
        return replace(reader, unit=unit)

    def sums_to_zero(self, sheet: ImportSheet) -> bool:
        """Whether the points of nearly all games add up to nothing, though a game begins with points."""
        if not self.paper.variant.decimal_points or not sum(self._start):
            return False
        rows = [[row] for row in sheet.rows] if self.layout == WIDE else self._by_game(sheet)
        keys = [f"score-{seat}" for seat in range(self.paper.variant.seats)]
        cells = [
            [self._cell(rows_of_game[0], key) for key in keys]
            if self.layout == WIDE
            else [self._cell(row, "score") for row in rows_of_game]
            for rows_of_game in rows
        ]
        decimal = decimal_sign(cell for game in cells for cell in game)
        games = [[read_number(cell, decimal) for cell in game] for game in cells]
        whole = [[number for number in game if number is not None] for game in games if None not in game]
        nothing = sum(any(game) and not sum(game) for game in whole)
        return bool(nothing) and nothing >= MOST_OF * len(whole)

    @property
    def _start(self) -> Sequence[int]:
        return self.paper.variant.start(self.paper.preset.rules, None).scores

    def read_games_and_faults(self, sheet: ImportSheet) -> tuple[list[IncomingGame], list[RowFault]]:
        """Every game, every fault. A row with a fault makes no game."""
        games: list[IncomingGame] = []
        faults: list[RowFault] = []
        for rows in [[row] for row in sheet.rows] if self.layout == WIDE else self._by_game(sheet):
            wrong: list[RowFault] = []
            game = self._game(rows, wrong)
            if game is not None:
                games.append(game)
            faults += wrong
        return games, faults

    def _by_game(self, sheet: ImportSheet) -> list[list[ROW]]:
        """Rows of one game, that is of one number on one day, in the order of their first rows."""
        groups: dict[tuple[str, str], list[ROW]] = {}
        for row in sheet.rows:
            groups.setdefault((self._cell(row, "date"), name_key(self._cell(row, "game"))), []).append(row)
        return list(groups.values())

    def _game(self, rows: list[ROW], faults: list[RowFault]) -> IncomingGame | None:
        seats = self.paper.variant.seats
        if self.layout == WIDE:
            places = [(rows[0], f"player-{seat}", f"score-{seat}") for seat in range(seats)]
        else:
            places = [(row, "player", "score") for row in rows]
            if len(rows) != seats:
                wrong = Text("This game has {rows} players instead of {seats}.", rows=len(rows), seats=seats)
                faults.append(self._fault(rows[0], "game", wrong))
                return None
        names = [self._name(row, key, faults) for row, key, _points in places]
        scores = [self._points(row, key, faults) for row, _name, key in places]
        sticks = self._points(rows[0], "sticks", faults, missing=0)
        bank = self._points(rows[0], "bank", faults) if "bank" in self.columns else None
        day = self._day(rows[0], faults)
        keys = [name_key(name) for name in names]
        for place, key in enumerate(keys):
            if key and key in keys[:place]:
                row, name_column, _points = places[place]
                faults.append(self._fault(row, name_column, Text("This player is there twice.")))
        if faults or day is None:
            return None
        try:
            scores = self._scores(scores)
            final: PaperResult = {"scores": scores, "sticks": sticks, "bank": bank}
            ended_table_on_paper(self.paper.variant, self.paper.preset.rules, **final)
        except RuleError as fault:
            faults.append(self._fault(rows[0], fault.field, fault.text))
            return None
        return IncomingGame(
            self.source,
            tuple(names),
            tuple(scores),
            began=noon_of(day, None),
            paper=replace(self.paper, final=final),
            line=rows[0][0],
        )

    def _scores(self, points: list[int]) -> list[int]:
        """Return the points at the end of the game; RuleError where there are none."""
        rules = self.paper.preset.rules
        if self.meaning == FINAL:
            return scores_of_final_points(self.paper.variant, rules, points)
        if self.meaning == FROM_START:
            return [start + number for start, number in zip(self._start, points, strict=True)]
        return points

    def _cell(self, row: ROW, key: str) -> str:
        column = self.columns.get(key)
        return row[1][column] if column is not None and column < len(row[1]) else ""

    def _fault(self, row: ROW, key: str | None, text: Text) -> RowFault:
        return RowFault(row[0], self.columns.get(key) if key else None, text)

    def _name(self, row: ROW, key: str, faults: list[RowFault]) -> str:
        name = tidy_name(self._cell(row, key))
        if not name or len(name) > 200:
            faults.append(self._fault(row, key, Text("A name is missing.")))
        return name

    def _points(self, row: ROW, key: str, faults: list[RowFault], missing: int | None = None) -> int:
        text = self._cell(row, key)
        points = missing if not text and missing is not None else self._whole_points(key, text)
        if points is None:
            faults.append(self._fault(row, key, Text("Points are a whole number.")))
        return points or 0

    def _whole_points(self, key: str, text: str) -> int | None:
        number = read_number(text, self.decimal if key.startswith("score") else "")
        if number is None:
            return None
        points = number * (self.unit if key.startswith("score") else 1)
        return int(points) if points == int(points) else None

    def _day(self, row: ROW, faults: list[RowFault]) -> date | None:
        text = self._cell(row, "date")
        if not text:
            if self.day is None:
                faults.append(self._fault(row, "date", Text("A date is missing.")))
            return self.day
        day = read_day(text, self.dates) or read_serial_day(text)
        if day is None or not FIRST_DATE <= day <= timezone.localdate():
            faults.append(self._fault(row, "date", Text("This is not a date from 1900 until today.")))
            return None
        return day


@dataclass(frozen=True, slots=True)
class ColumnKind:
    """Something a column can be: its key in the form, its words, and whether a sheet must have it."""

    key: str
    label: str
    needed: bool = True


def column_kinds(variant: Variant, layout: str, *, sticks: bool, bank: bool) -> list[ColumnKind]:
    """What the columns of a sheet can be, in the order of the form."""
    parts: list[ColumnKind] = []
    if layout == LONG:
        parts += [
            ColumnKind("game", _("Which game")),
            ColumnKind("player", _("Player")),
            ColumnKind("score", _("Points")),
        ]
    else:
        for seat in range(variant.seats):
            number = {"number": seat + 1}
            parts += [
                ColumnKind(f"player-{seat}", _("Player %(number)s") % number),
                ColumnKind(f"score-{seat}", _("Points of player %(number)s") % number),
            ]
    parts.append(ColumnKind("date", _("Date"), needed=False))
    if sticks:
        parts.append(ColumnKind("sticks", _("Riichi sticks left on the table"), needed=False))
    if bank:
        parts.append(ColumnKind("bank", _("Points left in the bank")))
    return parts


def guess_layout(sheet: ImportSheet) -> str:
    """A row a game where several columns look like players, or like points; else a row a player."""
    players, scores = _players_and_scores(sheet) if any(sheet.heads) else _by_cells(sheet)[1:]
    return WIDE if len(players) > 1 or len(scores) > 1 else LONG


def guess_columns(sheet: ImportSheet, parts: list[ColumnKind]) -> dict[str, int]:
    """The column of each part that a heading gives away; every column is taken once."""
    if any(sheet.heads):
        dates = _like(sheet, DATES)
        players, scores = _players_and_scores(sheet)
    else:
        dates, players, scores = _by_cells(sheet)
    guesses = {
        "date": dates,
        "game": _like(sheet, GAMES),
        "player": players,
        "score": scores,
        "sticks": _like(sheet, STICKS),
        "bank": _like(sheet, BANKS),
    }
    guessed: dict[str, int] = {}
    for sheet_part in parts:
        kind = sheet_part.key.partition("-")[0]
        columns = [column for column in guesses[kind] if column not in guessed.values()]
        if columns:
            guessed[sheet_part.key] = columns[0]
    return guessed


def _by_cells(sheet: ImportSheet) -> tuple[list[int], list[int], list[int]]:
    """Return the columns of days, players and points of a sheet without headings.

    Points stand behind each player, or behind all of them. Players may have numbers for names.
    """
    columns = [[row[at] for _line, row in sheet.rows if row[at]] for at in range(len(sheet.heads))]
    days = [
        at
        for at, cells in enumerate(columns)
        if not cells or all(read_day(cell) is not None or column_date_orders([cell]).orders for cell in cells)
    ]
    others = [at for at in range(len(columns)) if at not in days]
    points = [at for at in others if _are_points(columns[at])]
    players = [at for at in others if at not in points]
    if len(points) == len(others):  # in turn
        players, points = others[::2], others[1::2]
    are_even = len(players) == len(points)
    return days[:1], players if are_even else [], points if are_even else []


def _are_points(cells: Sequence[str]) -> bool:
    numbers = sum(read_number(cell) is not None for cell in cells)
    return numbers >= MOST_OF * len(cells)


def _players_and_scores(sheet: ImportSheet) -> tuple[list[int], list[int]]:
    """Columns of players and of points. What stands before points is a player, be it called by a wind;
    what has no heading behind a wind is points."""
    players, scores = _like(sheet, PLAYERS), _like(sheet, SCORES)
    if not players and len(scores) > 1:
        players = [column - 1 for column in scores if column]
    winds = _like(sheet, WINDS)
    if not players and not scores and len(winds) > 1:
        bare = [column + 1 for column in winds if sheet.heads[column + 1 : column + 2] == ("",)]
        players, scores = winds, bare
    return _by_winds(sheet, players, scores)


def _by_winds(sheet: ImportSheet, players: list[int], scores: list[int]) -> tuple[list[int], list[int]]:
    """Return the columns of players and points in the order of the seats, where headings tell the winds."""
    seats = (
        wind_column_by_seat([sheet.heads[column] for column in players], len(players))
        if len(players) > 2
        else {}
    )
    of_points = (
        wind_column_by_seat([sheet.heads[column] for column in scores], len(scores))
        if len(scores) > 2
        else {}
    )
    if seats and not of_points and len(scores) == len(players):
        of_points = seats
    return [players[seats.get(at, at)] for at in range(len(players))], [
        scores[of_points.get(at, at)] for at in range(len(scores))
    ]


def _like(sheet: ImportSheet, words: tuple[str, ...]) -> list[int]:
    """The columns with such a word in their heading, in their order. Points of a player are points."""
    columns = []
    for column, head in enumerate(sheet.heads):
        heading = _words(head)
        kind = "" if _is_known(heading) else OF_KIND.get(heading_kind(re.sub(r"[\d_]+", " ", head)), "")
        if words is PLAYERS and _has(heading, SCORES):
            continue
        if _has(heading, words) or (kind and words is WORDS_OF.get(kind)):
            columns.append(column)
    return columns


def _is_known(heading: list[str]) -> bool:
    """Whether our own words say what a heading is."""
    return any(_has(heading, words) for words in (DATES, GAMES, PLAYERS, SCORES, WINDS, STICKS, BANKS))


def _has(heading: list[str], words: tuple[str, ...]) -> bool:
    return any(
        heading_word == word or heading_word == f"{word}s" for heading_word in heading for word in words
    )


def _words(head: str) -> list[str]:
    """The words of a heading, and letters before a number: "Joueur1" is "joueur"."""
    plain = unicodedata.normalize("NFKD", head.casefold())
    return re.findall(r"[^\W\d_]+", "".join(sign for sign in plain if not unicodedata.combining(sign)))


def chosen_columns(sheet: ImportSheet, parts: list[ColumnKind], form: QueryDict) -> dict[str, int]:
    """The columns a form names, by part; what names no column of the sheet is left out."""
    chosen = {}
    for sheet_part in parts:
        column = whole_number(form.get(f"column-{sheet_part.key}", ""), 3)
        if column is not None and column < len(sheet.heads):
            chosen[sheet_part.key] = column
    return chosen
