"""Lines of parts that earlier versions kept otherwise, as the lines of today's parts.

Nights, matches and events each had rounds, tables and seats of their own, seasons and events penalties of
their own. A line is translated as it is read: what comes out is checked as every other line is.
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
EVENT_ROUNDS, EVENT_TABLES, EVENT_SEATS = "rounds.jsonl", "drawn_tables.jsonl", "drawn_seats.jsonl"
EVENT_BYES = "byes.jsonl"
TEAMS, TEAM_MEMBERS = "teams.jsonl", "team_members.jsonl"
EVENT_TEAMS, EVENT_MEMBERS, PLACES = "tournament_teams.jsonl", "tournament_members.jsonl", "places.jsonl"
ADJUSTMENTS, EVENT_PENALTIES = "adjustments.jsonl", "penalties.jsonl"
SEASONS, EVENTS = "seasons.jsonl", "tournaments.jsonl"
COMPETITIONS = "competitions.jsonl"
EARLIER_FILES = frozenset(
    {
        *(NIGHT_ROUNDS, NIGHT_TABLES, NIGHT_SEATS, MATCHES, MATCH_TABLES, MATCH_SEATS),
        *(EVENT_ROUNDS, EVENT_TABLES, EVENT_SEATS, EVENT_BYES, ADJUSTMENTS, EVENT_PENALTIES),
        *(TEAMS, TEAM_MEMBERS, EVENT_TEAMS, EVENT_MEMBERS, PLACES),
    }
)
#: what is added to the numbers of nights, matches and events, which are those of no other row then
OF_NIGHTS, OF_MATCHES, OF_EVENTS = 1 << 60, 2 << 60, 3 << 60
#: what rounds of one kind are without
NO_OWNER = {"evening": None, "season": None, "tournament": None}
NO_EVENT = {"published_at": None, "opened_at": None, "closed_at": None, "shown_at": None}
NO_MATCH = {"day": None, "closes_at": None, "level": None, "game": 1, "go_on": None}
NOBODY = {"player": None, "team": None, "place": None}


def earlier_rows(name: str, read: ReadRows) -> Iterator[Numbered]:
    """Yield what files of earlier versions have of a file of today's.

    Raises KeyError or TypeError if a line is none of theirs.
    """
    if translate := TRANSLATIONS.get(name):
        yield from translate(read)


def row_of_today(name: str, row: Row) -> Row:
    """Return a line of a file that has still its name, as today's version writes it.

    Who came to an evening was here or not; now it is kept since when.
    """
    if name == "presences.jsonl" and type(row.get("here")) is bool:
        row["here_at"] = row.get("came_at") if row.pop("here") else None
    return row


def _moved(number: Any, by: int) -> Any:
    """A number of a row among those of all competitions; what is no number stays as it is."""
    return number + by if type(number) is int else number


def _competitions(read: ReadRows) -> Iterator[Numbered]:
    owners = (
        (NIGHT_ROUNDS, "evening", OF_NIGHTS),
        (MATCHES, "season", OF_MATCHES),
        (EVENT_ROUNDS, "tournament", OF_EVENTS),
        (TEAMS, "season", OF_MATCHES),
        (EVENT_TEAMS, "tournament", OF_EVENTS),
        (ADJUSTMENTS, "season", OF_MATCHES),
        (EVENT_PENALTIES, "tournament", OF_EVENTS),
    )
    there = set(_numbers_of_competitions(read))
    for file, owner, by in owners:
        for line, row in read(file):
            if (owner, row[owner]) not in there:
                there.add((owner, row[owner]))
                yield line, NO_OWNER | {owner: row[owner], "n": _moved(row[owner], by)}


def _numbers_of_competitions(read: ReadRows) -> dict[tuple[str, Any], Any]:
    """The number of each competition that the archive has, by its owner."""
    rows = [row for _line, row in read(COMPETITIONS)]
    return {(owner, row[owner]): row["n"] for row in rows for owner in NO_OWNER if row.get(owner) is not None}


def _rounds(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_ROUNDS):
        yield line, NO_EVENT | NO_MATCH | _of(OF_NIGHTS, row, competition=row["evening"])
    for line, row in read(MATCHES):
        season = row.pop("season")
        yield line, NO_EVENT | {"drawn_at": None} | _of(OF_MATCHES, row, competition=season)
    for line, row in read(EVENT_ROUNDS):
        event = row.pop("tournament")
        yield line, NO_EVENT | NO_MATCH | {"drawn_at": None} | _of(OF_EVENTS, row, competition=event)


def _tables(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_TABLES):
        yield line, _of(OF_NIGHTS, row, round=row["round"])
    played = _variants(read, SEASONS, MATCHES, "season")
    for line, row in read(MATCH_TABLES):
        match = row.pop("match")
        yield line, {"variant": played.get(match)} | _of(OF_MATCHES, row, round=match)
    played = _variants(read, EVENTS, EVENT_ROUNDS, "tournament")
    for line, row in read(EVENT_TABLES):
        yield line, {"variant": played.get(row["round"])} | _of(OF_EVENTS, row, round=row["round"])


def _variants(read: ReadRows, owners: str, rounds: str, owner: str) -> dict[Any, Any]:
    """What is played in each round, by the row that owns it."""
    variants = {row["n"]: row["variant"] for _line, row in read(owners)}
    return {row["n"]: variants.get(row[owner]) for _line, row in read(rounds)}


def _seats(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_SEATS):
        if row["seat"] is not None:
            yield line, _seat(OF_NIGHTS, row, row["round"])
    for line, row in read(MATCH_SEATS):
        match = row.pop("match")
        yield line, _seat(OF_MATCHES, row, match)
    round_of = {row["n"]: row["round"] for _line, row in read(EVENT_TABLES)}
    for line, row in read(EVENT_SEATS):
        yield line, _seat(OF_EVENTS, row, round_of.get(row["table"]))


def _byes(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(NIGHT_SEATS):
        if row.pop("seat") is None:
            yield line, {"place": None} | _of(OF_NIGHTS, row, round=row["round"], table=row["table"])
    for line, row in read(EVENT_BYES):
        yield line, {"player": None, "table": None} | _of(OF_EVENTS, row, round=row["round"])


def _teams(read: ReadRows) -> Iterator[Numbered]:
    """Those of seasons with their numbers, and those of events, each with its number in its addresses."""
    competitions = _numbers_of_competitions(read)
    for line, row in read(TEAMS):
        season = row.pop("season")
        of = competitions.get(("season", season), _moved(season, OF_MATCHES))
        yield line, {**row, "number": row["n"], "competition": of}
    for line, row in read(EVENT_TEAMS):
        event = row.pop("tournament")
        of = competitions.get(("tournament", event), _moved(event, OF_EVENTS))
        yield line, _of(OF_EVENTS, row) | {"number": row["n"], "competition": of}


def _team_members(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(TEAM_MEMBERS):
        del row["season"]
        yield line, row
    for line, row in read(EVENT_MEMBERS):
        yield line, _of(OF_EVENTS, row, team=row["team"])


def _places(read: ReadRows) -> Iterator[Numbered]:
    for line, row in read(PLACES):
        yield line, row | {"team": _moved(row["team"], OF_EVENTS)}


def _penalties(read: ReadRows) -> Iterator[Numbered]:
    """Those of seasons, and those of events, whose points were the points taken."""
    numbers = _numbers_of_competitions(read)

    def of(by: int, row: Row, owner: str) -> Row:
        number = row.pop(owner)
        moved = _of(by, row, competition=number)
        return moved | {"competition": numbers.get((owner, number), moved["competition"])}

    for line, row in read(ADJUSTMENTS):
        yield line, {"place": None, "round_number": None} | of(OF_MATCHES, row, "season")
    for line, row in read(EVENT_PENALTIES):
        taken = row["tenths"]
        row["tenths"] = -taken if type(taken) is int else taken
        yield line, {"player": None, "day": None} | of(OF_EVENTS, row, "tournament")


def _seat(by: int, row: Row, round_number: Any) -> Row:
    number = row.pop("seat")
    return NOBODY | _of(by, row, round=round_number, table=row["table"]) | {"number": number}


def _of(by: int, row: Row, **numbers: Any) -> Row:
    """A row with its own number, and with these, among those of all competitions."""
    return {**row, **{name: _moved(number, by) for name, number in {"n": row["n"], **numbers}.items()}}


TRANSLATIONS: dict[str, Callable[[ReadRows], Iterator[Numbered]]] = {
    COMPETITIONS: _competitions,
    "competition_rounds.jsonl": _rounds,
    "competition_tables.jsonl": _tables,
    "competition_seats.jsonl": _seats,
    "competition_byes.jsonl": _byes,
    "competition_teams.jsonl": _teams,
    "competition_team_members.jsonl": _team_members,
    "event_places.jsonl": _places,
    "competition_penalties.jsonl": _penalties,
}
