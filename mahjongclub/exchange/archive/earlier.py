"""Lines of parts that earlier versions kept otherwise, as the lines of today's parts.

Nights and matches had rounds, tables and seats of their own. A line is translated as it is read: what comes
out is checked as every other line is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Row = dict[str, Any]
#: a line with its number
Numbered = tuple[int, Row]
#: the lines of a file of the archive, none where it has no such file
ReadRows = Callable[[str], Iterator[Numbered]]

NIGHT_ROUNDS, NIGHT_TABLES, NIGHT_SEATS = "night_rounds.jsonl", "night_tables.jsonl", "night_seats.jsonl"
MATCHES, MATCH_TABLES, MATCH_SEATS = "matches.jsonl", "match_tables.jsonl", "match_seats.jsonl"
SEASONS = "seasons.jsonl"
EARLIER_FILES = frozenset({NIGHT_ROUNDS, NIGHT_TABLES, NIGHT_SEATS, MATCHES, MATCH_TABLES, MATCH_SEATS})
#: what is added to the numbers of nights and of matches, which are those of no other row then
OF_NIGHTS, OF_MATCHES = 1 << 60, 2 << 60
NO_MATCH = {"day": None, "closes_at": None, "level": None, "game": 1, "go_on": None}


def earlier_rows(name: str, read: ReadRows) -> Iterator[Numbered]:
    """Yield what files of earlier versions have of a file of today's.

    Raises KeyError or TypeError if a line is none of theirs.
    """
    if translate := TRANSLATIONS.get(name):
        yield from translate(read)


def _moved(number: Any, by: int) -> Any:
    """A number of a row among those of all competitions; what is no number stays as it is."""
    return number + by if type(number) is int else number


def _competitions(read: ReadRows) -> Iterator[Numbered]:
    for file, owner, by in ((NIGHT_ROUNDS, "evening", OF_NIGHTS), (MATCHES, "season", OF_MATCHES)):
        there: set[Any] = set()
        for line, row in read(file):
            if row[owner] not in there:
                there.add(row[owner])
                yield line, {"evening": None, "season": None, owner: row[owner], "n": _moved(row[owner], by)}


def _rounds(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_ROUNDS):
        yield line, NO_MATCH | _of(OF_NIGHTS, row, competition=row["evening"])
    for line, row in read(MATCHES):
        season = row.pop("season")
        yield line, {"drawn_at": None} | _of(OF_MATCHES, row, competition=season)


def _tables(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_TABLES):
        yield line, _of(OF_NIGHTS, row, round=row["round"])
    variants = {row["n"]: row["variant"] for _line, row in read(SEASONS)}
    played = {row["n"]: variants.get(row["season"]) for _line, row in read(MATCHES)}
    for line, row in read(MATCH_TABLES):
        match = row.pop("match")
        yield line, {"variant": played.get(match)} | _of(OF_MATCHES, row, round=match)


def _seats(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_SEATS):
        if row["seat"] is not None:
            yield line, {"team": None} | _seat(OF_NIGHTS, row, row["round"])
    for line, row in read(MATCH_SEATS):
        match = row.pop("match")
        yield line, _seat(OF_MATCHES, row, match)


def _byes(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_SEATS):
        if row.pop("seat") is None:
            yield line, _of(OF_NIGHTS, row, round=row["round"], table=row["table"])


def _seat(by: int, row: Row, round_number: Any) -> Row:
    number = row.pop("seat")
    return _of(by, row, round=round_number, table=row["table"]) | {"number": number}


def _of(by: int, row: Row, **numbers: Any) -> Row:
    """A row with its own number, and with these, among those of all competitions."""
    return {**row, **{name: _moved(number, by) for name, number in {"n": row["n"], **numbers}.items()}}


TRANSLATIONS: dict[str, Callable[[ReadRows], Iterator[Numbered]]] = {
    "competitions.jsonl": _competitions,
    "competition_rounds.jsonl": _rounds,
    "competition_tables.jsonl": _tables,
    "competition_seats.jsonl": _seats,
    "competition_byes.jsonl": _byes,
}
