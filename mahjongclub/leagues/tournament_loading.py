"""Reading a tournament: its rounds with all that was drawn and played, in the same few queries always.

Every query asks by the tournament. Django's own prefetching asks by the rows found, and SQLite refuses that
of more than a thousand tables. Seats are read as plain values: a large tournament has many thousands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Model

from mahjongclub.tables.models import Seat, Session, Sitter

from .tournament_model import Bye, DrawnSeat, DrawnTable, Tournament, TournamentRound


class DrawnRow(NamedTuple):
    """A row of `DrawnSeat`."""

    table_id: int
    seat: int
    place_id: int


class SeatRow(NamedTuple):
    """A row of `Seat`."""

    session_id: int
    number: int
    player_id: int
    score: int


class SitterRow(NamedTuple):
    """A row of `Sitter`."""

    session_id: int
    number: int
    player_id: int


class Rows(list[Any]):
    """What `owner.seats.all()` answers once its rows are read; any other question goes to the database."""

    def __init__(self, model: type[Model], column: str, owner: int) -> None:
        super().__init__()
        self._of: tuple[type[Model], dict[str, int]] = model, {column: owner}

    def __getattr__(self, name: str) -> Any:
        if name == "_of":  # not there before it is set
            raise AttributeError(name)
        model, owner = self._of
        return getattr(model._default_manager.filter(**owner), name)


def rounds_of(tournament: Tournament) -> list[TournamentRound]:
    """The rounds with their tables, seats, sessions, and who sits, sat and sits out. Seven queries."""
    of_it = "round__tournament"
    rounds = list(tournament.rounds.select_related("evening"))
    tables = list(DrawnTable.objects.filter(**{of_it: tournament}).order_by("number"))
    drawn = DrawnSeat.objects.filter(**{f"table__{of_it}": tournament}).order_by("table", "seat")
    here = f"session__drawn_table__{of_it}"
    sessions = {one.pk: one for one in Session.objects.filter(**{here.removeprefix("session__"): tournament})}
    for table in tables:
        if table.session_id is not None:
            table.session = sessions.get(table.session_id)  # it may go in this moment
    for name, model, row in (("seats", Seat, SeatRow), ("sitters", Sitter, SitterRow)):
        found = model.objects.filter(**{here: tournament}).order_by("session", "number")
        _give(sessions.values(), name, map(row._make, found.values_list(*row._fields)), model, "session")
    _give(tables, "seats", map(DrawnRow._make, drawn.values_list(*DrawnRow._fields)), DrawnSeat, "table")
    _give(rounds, "tables", tables, DrawnTable, "round")
    byes = Bye.objects.filter(**{of_it: tournament}).order_by("place__number")
    _give(rounds, "byes", byes, Bye, "round")
    return rounds


def _give(owners: Collection[Model], name: str, rows: Iterable[Any], model: type[Model], column: str) -> None:
    """Have `owner.name.all()` answer with its rows, in their order, without asking."""
    found = {owner.pk: Rows(model, column, owner.pk) for owner in owners}
    for row in rows:
        found[getattr(row, f"{column}_id")].append(row)
    for owner in owners:
        owner.__dict__.setdefault("_prefetched_objects_cache", {})[name] = found[owner.pk]
