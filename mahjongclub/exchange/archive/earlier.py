"""Lines of parts that earlier versions kept otherwise, as the lines of today's parts.

Nights had rounds, tables and seats of their own. A line is translated as it is read: what comes out is
checked as every other line is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

#: a line with its number
Numbered = tuple[int, dict[str, Any]]
#: the lines of a file of the archive, none where it has no such file
ReadRows = Callable[[str], Iterator[Numbered]]

NIGHT_ROUNDS, NIGHT_TABLES, NIGHT_SEATS = "night_rounds.jsonl", "night_tables.jsonl", "night_seats.jsonl"
EARLIER_FILES = frozenset({NIGHT_ROUNDS, NIGHT_TABLES, NIGHT_SEATS})
#: what is added to the numbers of nights, which are those of no other row then
OF_NIGHTS = 1 << 60


def earlier_rows(name: str, read: ReadRows) -> Iterator[Numbered]:
    """Yield what files of earlier versions have of a file of today's. KeyError if a line lacks a value."""
    if translate := TRANSLATIONS.get(name):
        yield from translate(read)


def _of_night(number: Any) -> Any:
    """The number of a row of a night among those of all competitions; what is no number stays as it is."""
    return number + OF_NIGHTS if type(number) is int else number


def _competitions(read: ReadRows) -> Iterator[Numbered]:
    there: set[Any] = set()
    for line, row in read(NIGHT_ROUNDS):
        if row["evening"] not in there:
            there.add(row["evening"])
            yield line, {"n": _of_night(row["evening"]), "evening": row["evening"]}


def _rounds(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_ROUNDS):
        yield line, {**row, "n": _of_night(row["n"]), "competition": _of_night(row["evening"])}


def _tables(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_TABLES):
        yield line, {**row, "n": _of_night(row["n"]), "round": _of_night(row["round"])}


def _seats(read: ReadRows) -> Iterator[Numbered]:
    for line, row in _night_seats(read):
        seat = row.pop("seat")
        if seat is not None:
            yield line, {**row, "number": seat}


def _byes(read: ReadRows) -> Iterator[Numbered]:
    for line, row in _night_seats(read):
        if row.pop("seat") is None:
            yield line, row


def _night_seats(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_SEATS):
        yield line, {**row, **{name: _of_night(row[name]) for name in ("n", "round", "table")}}


TRANSLATIONS: dict[str, Callable[[ReadRows], Iterator[Numbered]]] = {
    "competitions.jsonl": _competitions,
    "competition_rounds.jsonl": _rounds,
    "competition_tables.jsonl": _tables,
    "competition_seats.jsonl": _seats,
    "competition_byes.jsonl": _byes,
}
