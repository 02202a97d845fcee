"""Reading a tournament: its rounds with all that was drawn and played, in the same few queries always.

Every query asks by the tournament. Django's own prefetching asks by the rows found, and SQLite refuses that
of more than a thousand tables. Seats are read as plain values: a large tournament has many thousands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, cast

from django.db.models import Model

from mahjongclub.rounds.models import Bye, Round, Table
from mahjongclub.rounds.models import Seat as DrawnSeat
from mahjongclub.tables.models import Seat, Session, Sitter

from .models import Tournament

#: of a session: how it was opened, and the hand being played; no page of a tournament shows it
NEVER_READ = ("seat_draw", "dice", "opener", "previous", "given", "house_rules", "pending", "to_pay")


class DrawnSeatRow(NamedTuple):
    """A row of a seat drawn."""

    table_id: int
    number: int
    place_id: int


class ByeRow(Protocol):
    """A bye of an event: a place's."""

    @property
    def place_id(self) -> int:
        """Whose it is."""


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


class PrefetchedRows(list[Any]):
    """What `owner.seats.all()` answers once its rows are read; any other question goes to the database."""

    def __init__(self, model: type[Model], column: str, owner: int) -> None:
        super().__init__()
        self._of: tuple[type[Model], dict[str, int]] = model, {column: owner}

    def __getattr__(self, name: str) -> Any:
        if name == "_of":  # not there before it is set
            raise AttributeError(name)
        model, owner = self._of
        return getattr(model._default_manager.filter(**owner), name)


def load_rounds(tournament: Tournament) -> list[Round]:
    """The rounds with their tables, seats, sessions, and who sits, sat and sits out. Seven queries."""
    of_it = "round__competition__tournament"
    rounds = list(tournament.rounds.select_related("evening", "competition"))
    for round_ in rounds:
        round_.competition.tournament = tournament
    tables = list(Table.objects.filter(**{of_it: tournament}).order_by("number"))
    drawn = DrawnSeat.objects.filter(**{of_it: tournament}).order_by("table", "number")
    sessions = _sessions(f"round_table__{of_it}", tournament)
    for table in tables:
        if table.session_id is not None:
            table.session = sessions.get(table.session_id)  # it may go in this moment
    _give(
        tables, "seats", map(DrawnSeatRow._make, drawn.values_list(*DrawnSeatRow._fields)), DrawnSeat, "table"
    )
    _give(rounds, "tables", tables, Table, "round")
    byes = Bye.objects.filter(**{of_it: tournament}).order_by("place__number")
    _give(rounds, "byes", byes, Bye, "round")
    return rounds


def drawn_seats_of(table: Table) -> Sequence[DrawnSeatRow]:
    """The places at a table of an event, in the order drawn. No query once `rounds_of` has read them."""
    return cast(Sequence[DrawnSeatRow], table.seats.all())


def byes_of(round_: Round) -> Sequence[ByeRow]:
    """The places that sit a round of an event out. No query once `rounds_of` has read them."""
    return cast(Sequence[ByeRow], round_.byes.all())


def reload_table(table: Table) -> None:
    """What one table has by now, its result and who sits there, into the row that `rounds_of` read."""
    table.refresh_from_db(fields=["doubtful", "session"])
    table.session = _sessions("round_table", table).get(table.session_id or 0)


def _sessions(of: str, owner: Model) -> dict[int, Session]:
    """The sessions of a tournament's tables, or of one, with who sits and sat there. Three queries."""
    rows_of_sessions = Session.objects.filter(**{of: owner}).defer(*NEVER_READ)
    sessions = {session.pk: session for session in rows_of_sessions}
    for name, model, row in (("seats", Seat, SeatRow), ("sitters", Sitter, SitterRow)):
        rows = model._default_manager.filter(**{f"session__{of}": owner}).order_by("session", "number")
        _give(sessions.values(), name, map(row._make, rows.values_list(*row._fields)), model, "session")
    return sessions


def _give(owners: Collection[Model], name: str, rows: Iterable[Any], model: type[Model], column: str) -> None:
    """Have `owner.name.all()` answer with its rows, in their order, without asking."""
    rows_by_owner = {owner.pk: PrefetchedRows(model, column, owner.pk) for owner in owners}
    of = attrgetter(f"{column}_id")
    for row in rows:
        rows_by_owner[of(row)].append(row)
    for owner in owners:
        owner.__dict__.setdefault("_prefetched_objects_cache", {})[name] = rows_by_owner[owner.pk]
