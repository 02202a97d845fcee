"""A large club made of a small one, on this environment's database.

`python -m mahjongclub.bench.million --hands N`: every ended session of the club is then there many times
over, the session with its seats, its hands and its appearances, row by row, under other keys and other
codes, on the same day as the one it is a copy of. So the club has the same players, seasons and evenings,
and each evening so many more tables. The sums that pages read (months, meetings, days and entries of
seasons) are added up anew from all appearances by `leagues.summing`, as folding does. Ratings are those of
the small club: a rating is one row a player, however many games it follows from.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import django

#: copies differ from each other in their keys by this much: no table of the small club has so many rows
APART = 10**6
#: where the number of a session stands in `Appearance.order`, and where its millions end
NUMBER_AT, MILLIONS = 30, 4


def main() -> int:
    django.setup()
    from django.db import connection, transaction

    from mahjongclub.leagues.models import Appearance
    from mahjongclub.leagues.summing import sum_again
    from mahjongclub.tables.models import Hand

    parser = argparse.ArgumentParser(prog="python -m mahjongclub.bench.million", description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000, help="at least so many (default: 1000000)")
    wanted = parser.parse_args().hands
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=OFF")  # a scratch database: what breaks off is thrown away
    with transaction.atomic():
        hands = Hand.objects.filter(session__ended_at__isnull=False).count()
        copies = -(-(wanted - Hand.objects.count()) // hands)
        for number in range(1, copies + 1):
            copy_sessions(number)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "ANALYZE"
                )  # which the server does by itself a while after; adding up needs it now
        sum_again(
            set(Appearance.objects.values_list("book", "season", "player", "day").distinct().order_by())
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # the sums are new
    sys.stderr.write(f"{Hand.objects.count():,} hands\n")
    return 0


def copy_sessions(number: int) -> None:
    """Insert copy `number` (from 1) of every ended session with all that pages read of it."""
    from django.db import connection

    from mahjongclub.leagues.models import Appearance
    from mahjongclub.tables.codes import LINK_ALPHABET
    from mahjongclub.tables.models import Hand, Seat, Session

    shift = number * APART
    first, second = divmod(number, len(LINK_ALPHABET))
    # longer than a code that leads anywhere: no page of figures has a link to a table
    code = f"code || '{LINK_ALPHABET[first]}{LINK_ALPHABET[second]}'"
    order = connection.ops.quote_name("order")
    before, after = f"substr({order}, 1, {NUMBER_AT - 1})", f"substr({order}, {NUMBER_AT + MILLIONS})"
    moved = f"{before} || '{number:0{MILLIONS}}' || {after}"
    ended = f"SELECT id FROM {Session._meta.db_table} WHERE ended_at IS NOT NULL AND id < {APART}"
    of_session = {"id": f"id + {shift}", "session_id": f"session_id + {shift}"}
    _insert(Session, f"id IN ({ended})", {"id": f"id + {shift}", "code": code, "previous_id": "NULL"})
    _insert(Seat, f"session_id IN ({ended})", of_session)
    _insert(Hand, f"session_id IN ({ended})", of_session)
    _insert(Appearance, f"session_id IN ({ended})", {**of_session, "order": moved})


def _insert(model: Any, where: str, instead: dict[str, str]) -> None:
    """Copy the rows of a model, with other expressions instead of some columns."""
    from django.db import connection

    quote = connection.ops.quote_name
    columns = [field.column for field in model._meta.concrete_fields]
    values = [instead.get(column, quote(column)) for column in columns]
    table = quote(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(map(quote, columns))}) "
            f"SELECT {', '.join(values)} FROM {table} WHERE {where} ORDER BY id"
        )


if __name__ == "__main__":
    sys.exit(main())
