"""A plan of rounds as a list: what its columns are, and who sits at each of its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from mahjongclub.clubs.mended_rows import RowsOnPage, text_with_mended_rows
from mahjongclub.clubs.name_lists import ListColumns, NameRow
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.registry import find_game
from mahjongclub.lists.headings import plain_text
from mahjongclub.lists.letters import plain_digits
from mahjongclub.lists.tables import Table, read_table, table_from_rows
from mahjongclub.lists.winds import wind_column_by_seat
from mahjongclub.pairing.designs import Round as DrawnRound
from mahjongclub.rounds.base_desk import seat_signs

from .models import Tournament
from .namesakes import name_without_namesake_mark
from .pages import name_or_blank
from .state import TournamentState

#: a plan of 240 players and 20 rounds has less
LONGEST_PLAN = 200_000
ROUND, TABLE = "round", "table"
#: headings of the column of tables, where it may stand before that of the rounds
TABLE_WORDS = frozenset(
    (
        *("table", "tisch", "tafel", "mesa", "tavolo", "bord", "poyta", "stol", "asztal", "стол", "τραπεζι"),
        *("masa", "卓", "桌", "테이블"),
    )
)
#: headings of the column of rounds, without accents
ROUND_WORDS = frozenset(
    (
        *("round", "ronde", "runde", "ronda", "turno", "tour", "manche", "session", "hanchan", "kierros"),
        *("omgang", "kolo", "runda", "fordulo", "раунд", "тур", "γυροσ", "tur", "回戦", "轮", "輪", "라운드"),
    )
)


#: what stands before the players of a table: the table, or the round too
TABLE_LABEL = re.compile(r"\s*(?P<table_word>[^\W\d]+)\.?\s*(?P<table>[0-9]{1,3})\s*[:.)–-]?\s+")
BOTH_LABELS = re.compile(
    r"\s*[^\W\d]+\.?\s*(?P<round>[0-9]{1,3})[\s,;/-]+(?P<table_word>[^\W\d]+)\.?\s*(?P<table>[0-9]{1,3})\s*[:.)–-]?\s+"
)
BETWEEN_PLAYERS = re.compile(r"\s*[,;|/\t]\s*|\s+[–-]\s+")


@dataclass
class PlanList(RowsOnPage):
    """A plan as it was read: `rounds` have their tables with places by their index, as `pairing` has them."""

    columns: ListColumns
    rows: list[NameRow] = field(default_factory=list)
    rounds: list[DrawnRound] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def first_fault(self) -> str:
        """What is wrong with the plan; "" where nothing is."""
        text = _("Line %(line)s: %(what)s")
        rows = (text % {"line": row.line, "what": row.fault} for row in self.rows if row.fault)
        return next(iter([*self.faults, *rows]), "")

    @property
    def is_ready(self) -> bool:
        """Whether somebody has looked at the plan as it is, and nothing is wrong with it."""
        return self.columns.is_seen and not self.first_fault


def plan_column_choices(tournament: Tournament) -> dict[str, object]:
    """Return what a column of a plan may be, and its words."""
    return {
        "": gettext_lazy("– left out –"),
        ROUND: pgettext("tournament", "Round"),
        TABLE: _("Table"),
        **{
            f"seat-{seat}": _("Player %(sign)s") % {"sign": sign}
            for seat, sign in enumerate(seat_signs(tournament.variant))
        },
    }


def plan_columns(tournament: Tournament, text: str, answers: Mapping[str, str]) -> ListColumns:
    """Return the columns of a plan, JSON or rows, as a form tells them, else in their order.

    Raises Refused.
    """
    if len(text) > LONGEST_PLAN:
        raise Refused(_("This plan is too long."))
    text = text.strip().removeprefix("\ufeff")
    table = _table_of_json(text) if text.startswith("[") else _table_of_rows(text)
    heads = [plain_text(cell) for cell in table.rows[0]] if table.rows else []
    has_heads = bool(heads) and not _is_number(table.rows[0][0])
    kinds = [ROUND, TABLE, *(f"seat-{seat}" for seat in range(tournament.game.seats))]
    if has_heads and heads[0] in TABLE_WORDS:
        kinds[:2] = [TABLE, ROUND]
    kinds = (kinds + [""] * table.width)[: table.width]
    by_heads = _kinds_by_winds(tournament, table.rows[0]) if has_heads else []
    columns = ListColumns(table, by_heads or kinds, has_heads, recognised=by_heads)
    columns.apply_answers(answers, plan_column_choices(tournament))
    return columns


def _kinds_by_winds(tournament: Tournament, heads: Sequence[str]) -> list[str]:
    """Return the kinds of columns whose headings are the winds of all seats, in whatever order they stand;
    none where they are not. Round and table are told by their headings, else by their order.
    """
    seats = (
        wind_column_by_seat(heads, tournament.game.seats) if find_game(tournament.variant).seat_winds else {}
    )
    if not seats:
        return []
    kinds = [""] * len(heads)
    for seat, column in seats.items():
        kinds[column] = f"seat-{seat}"
    for kind, words in ((ROUND, ROUND_WORDS), (TABLE, TABLE_WORDS)):
        named = (at for at, head in enumerate(heads) if not kinds[at] and words & {*plain_text(head).split()})
        if (at := next(named, None)) is not None:
            kinds[at] = kind
    for kind in (ROUND, TABLE):
        if kind not in kinds and "" in kinds:
            kinds[kinds.index("")] = kind
    return kinds


def mended_plan_text(text: str, answers: Mapping[str, str]) -> str:
    """Return the text of a plan with the cells typed beside its rows; JSON with any becomes rows."""
    text = text.strip()
    if not any(name.startswith("was-") for name in answers):
        return text
    try:
        table = _table_of_json(text) if text.startswith("[") else _table_of_rows(text[:LONGEST_PLAN])
    except Refused:
        return text
    rows = "\n".join(";".join(row) for row in table.rows) if text.startswith("[") else text
    mended = text_with_mended_rows(rows, answers, table)
    return mended if mended != rows else text


def read_plan_rows(state: TournamentState, columns: ListColumns) -> PlanList:
    """Return the rounds of a plan, and what of it cannot be stored."""
    listed = PlanList(columns)
    seats = state.tournament.game.seats
    needed = [ROUND, TABLE, *(f"seat-{seat}" for seat in range(seats))]
    if columns.table.width >= len(needed) and sorted(filter(None, columns.kinds)) != sorted(needed):
        listed.faults.append(
            _("Say which columns hold the round, the table and each player, each of them once.")
        )
        return listed
    rounds: dict[int, dict[int, tuple[int, ...]]] = {}
    reader = _PlaceReader(state)
    for line, cells in columns.numbered_rows:
        row = _read_row(line, cells, columns, reader, rounds)
        listed.rows.append(row)
    listed.rounds = [[tables[at] for at in sorted(tables)] for _number, tables in sorted(rounds.items())]
    if not any(row.fault for row in listed.rows):
        listed.faults += _plan_faults(state, rounds, listed.rounds)
    return listed


def _plan_faults(
    state: TournamentState, rounds: Mapping[int, object], drawn: Sequence[DrawnRound]
) -> list[str]:
    """Return what is wrong with the rounds of a plan as a whole."""
    if not rounds:
        return [_("Round %(round)s has no table.") % {"round": 1}]
    if len(drawn) > state.tournament.round_count:
        values = {"count": len(drawn), "rounds": state.tournament.round_count}
        return [_("The plan has %(count)s rounds; the tournament has %(rounds)s.") % values]
    if any(after != before + 1 for before, after in pairwise([0, *sorted(rounds)])):
        return [_("A plan lists its rounds from the first, without a gap.")]
    published = state.drawn_rounds_by_index(state.published)
    for number, (there, planned) in enumerate(zip(published, drawn, strict=False), start=1):
        if there != planned:
            values = {"round": number}
            return [_("Round %(round)s is published with another seating: unpublish it first.") % values]
    if len(drawn) <= len(published):
        return [_("The plan has no round that is not published.")]
    return []


# --- rows ---


def _read_row(
    line: int,
    cells: Sequence[str],
    columns: ListColumns,
    reader: _PlaceReader,
    rounds: dict[int, dict[int, tuple[int, ...]]],
) -> NameRow:
    """Return a row as a page shows it; its table is put into `rounds` where nothing is wrong with it."""
    of_kind = {
        kind: plain_digits(cell) if cell.isdecimal() else cell
        for kind, cell in zip(columns.kinds, cells, strict=True)
        if kind
    }
    number, table = of_kind.get(ROUND, ""), of_kind.get(TABLE, "")
    if not (_is_number(number) and _is_number(table)):
        text = " ".join(filter(None, cells))[:60]
        return NameRow(line, cells, text, _("Round, table and players are needed."))
    position = {"round": int(number), "table": int(table)}
    name = _("Round %(round)s, table %(table)s") % position
    tokens = [cell for kind, cell in of_kind.items() if kind.startswith("seat-") and cell]
    beyond = [cell for kind, cell in zip(columns.kinds, cells, strict=True) if cell and not kind]
    seats = reader.state.tournament.game.seats
    are_columns_known = columns.is_chosen or bool(columns.recognised)
    if len(tokens) != seats or (beyond and not are_columns_known):
        return NameRow(line, cells, name, _("A table has %(seats)s players.") % {"seats": seats})
    by_seat = sorted((kind, cell) for kind, cell in of_kind.items() if kind.startswith("seat-"))
    places: list[int] = []
    for _kind, token in by_seat:
        index, fault = reader.read(token, position["round"])
        if fault:
            return NameRow(line, cells, name, fault)
        places.append(index)
    tables = rounds.setdefault(position["round"], {})
    if position["table"] in tables:
        return NameRow(line, cells, name, _("This table is already in the plan."))
    seated = {place for other in tables.values() for place in other}
    twice = next((place for at, place in enumerate(places) if place in seated or place in places[:at]), None)
    if twice is not None:
        position |= {"number": reader.state.places[twice].number}
        fault = _("Round %(round)s: number %(number)s sits there twice.") % position
        return NameRow(line, cells, name, fault)
    tables[position["table"]] = tuple(places)
    return NameRow(
        line, cells, name, summary=" · ".join(reader.name(place, position["round"]) for place in places)
    )


class _PlaceReader:
    """Finds the places of an event by their numbers and by the names of who plays there in a round."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self._by_round: dict[int, tuple[dict[str, int], dict[str, list[str]]]] = {}

    def name(self, index: int, number: int) -> str:
        """Return who plays at a place in a round: the number, and the name where somebody does."""
        place = self.state.places[index]
        return f"{place.number} {name_or_blank(self.state.player(place.pk, number)) or '–'}"

    def read(self, token: str, number: int) -> tuple[int, str]:
        """Return the index of the place that a cell means in a round, or why it means none."""
        by_key, alike = self._known(number)
        key = token if token.isdecimal() else name_key(token)
        if key in by_key:
            return by_key[key], ""
        if len(numbers := alike.get(key, ())) > 1:
            values = {"name": token[:40], "numbers": ", ".join(numbers)}
            return 0, _("Two are called “%(name)s”: write the number, %(numbers)s.") % values
        return 0, _("“%(name)s” plays nowhere here.") % {"name": token[:40]}

    def _known(self, number: int) -> tuple[dict[str, int], dict[str, list[str]]]:
        if number not in self._by_round:
            by_key: dict[str, int] = {}
            alike: dict[str, list[str]] = {}
            for index, place in enumerate(self.state.places):
                by_key[str(place.number)] = index
                if (player := self.state.player(place.pk, number)) is not None:
                    by_key.setdefault(name_key(player.shown_name), index)
                    alike.setdefault(name_key(name_without_namesake_mark(player.shown_name)), []).append(
                        str(place.number)
                    )
            self._by_round[number] = by_key, alike
        return self._by_round[number]


# --- text to cells ---


def _is_number(cell: str) -> bool:
    return cell.isdecimal() and re.fullmatch("[0-9]{1,3}", plain_digits(cell)) is not None


def _table_of_rows(text: str) -> Table:
    if (labelled := _table_of_labels(text)) is not None:
        return labelled
    table = read_table(text)
    if table.width < 2:  # a single row
        table = table_from_rows([re.split(r"[;\t,]", line) for line in text.splitlines()])
    return table


def _table_of_labels(text: str) -> Table | None:
    """Return a plan of lines that begin with their table, below their round or beside it, as rows.

    None for another text. "Round 2" stands above "Table 1: 3, 4, 5, 6", or "R2 T1" before the players.
    """
    rows: list[tuple[str, ...]] = []
    number = ""
    for line in map(plain_digits, text.splitlines()):
        plain = plain_text(line).split()
        if len(plain) == 2 and plain[0] in ROUND_WORDS and plain[1].isdecimal():
            number = plain[1]
            continue
        label_match = BOTH_LABELS.match(line) or TABLE_LABEL.match(line)
        if label_match is None or not (
            set(plain_text(label_match["table_word"]).split()) <= TABLE_WORDS | {"t"}
        ):
            if line.strip():
                return None
            continue
        of_round = label_match.groupdict().get("round") or number
        behind_label = line[label_match.end() :].strip()
        players = [part.strip() for part in BETWEEN_PLAYERS.split(behind_label) if part.strip()]
        if len(players) == 1 and re.fullmatch(r"[0-9 -]+", behind_label):
            players = re.findall("[0-9]+", behind_label)
        if not of_round or len(players) < 2:
            return None
        rows.append((of_round, label_match["table"], *players))
    return table_from_rows(rows) if rows else None


def _table_of_json(text: str) -> Table:
    """Return a plan in JSON ([[[player, …] a table] a round]) as rows of round, table and players."""
    try:
        rounds = [
            [[_token(place) for place in table] for table in round_tables]
            for round_tables in json.loads(text)
        ]
    except (ValueError, TypeError, RecursionError) as fault:
        raise Refused(
            _("This text is not a plan: a list of rounds of tables of players is needed.")
        ) from fault
    if [] in rounds:
        raise Refused(_("Round %(round)s has no table.") % {"round": rounds.index([]) + 1})
    rows = [
        [str(number), str(at), *table]
        for number, round_tables in enumerate(rounds, start=1)
        for at, table in enumerate(round_tables, start=1)
    ]
    width = max(map(len, rows), default=0)
    even = tuple(tuple([*row, *[""] * width][:width]) for row in rows)
    return Table(even, ",", lines=tuple(range(1, len(rows) + 1)), places=tuple(range(width)))


def _token(place: Any) -> str:
    if isinstance(place, bool) or not isinstance(place, int | str):
        raise TypeError("a place is a number or a name")
    return str(place)
