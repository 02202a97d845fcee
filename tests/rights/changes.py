"""What a request changed: the rows of every table in the database, before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection

Rows = dict[Any, tuple[Any, ...]]
#: counted anew from the games whenever one changes: told as one
FIGURES = frozenset(f"leagues.{name}" for name in ("Appearance", "Book", "Rating", "SeasonGame"))
#: counts what is told beside it
COUNTS = frozenset({"leagues.Tournament.changes"})
#: what a new row is told with, where its columns say more than that it is there
TOLD = ("role", "club_id", "account_id", "is_superuser")


class Database:
    """Every table with its columns."""

    def __init__(self) -> None:
        self.known: dict[str, dict[str, Rows]] = {}
        labels = {
            model._meta.db_table: model._meta.label for model in apps.get_models(include_auto_created=True)
        }
        with connection.cursor() as cursor:
            found = sorted(connection.introspection.table_names(cursor))
            # what the migrations did is no request's
            self.labels = {table: labels.get(table, table) for table in found if table != "django_migrations"}
            self.columns = {table: self._columns(cursor, table) for table in self.labels}

    @staticmethod
    def _columns(cursor: Any, table: str) -> list[str]:
        cursor.execute(f'SELECT * FROM "{table}" LIMIT 0')
        return [column[0] for column in cursor.description]

    def read(self) -> dict[str, Rows]:
        """Every row of every table, by its first column, which is the primary key."""
        found = {}
        with connection.cursor() as cursor:
            for table in self.labels:
                cursor.execute(f'SELECT * FROM "{table}"')
                found[table] = {row[0]: row for row in cursor.fetchall()}
        return found

    def read_once(self, who: str) -> dict[str, Rows]:
        """As `read`, remembered: `who` finds the same rows at each of their requests."""
        if who not in self.known:
            self.known[who] = self.read()
        return self.known[who]

    def changes(self, before: dict[str, Rows], after: dict[str, Rows]) -> frozenset[str]:
        """In words: `tables.Hand+` a row more, `tables.Hand-` a row less, `tables.Session.version` a column,
        `figures` what is counted from the games.

        A new row says in brackets whose it is and what right it gives, where it has such a column.
        """
        return frozenset(self._told(before, after))

    def _told(self, before: dict[str, Rows], after: dict[str, Rows]) -> Iterator[str]:
        for table, label in self.labels.items():
            was, now, columns = before[table], after[table], self.columns[table]
            if label in FIGURES:
                yield from ("figures" for _changed in range(was != now))
                continue
            yield from (f"{label}+{self._kind(table, now[key])}" for key in now.keys() - was.keys())
            yield from (f"{label}-" for _key in was.keys() - now.keys())
            for key in was.keys() & now.keys():
                if was[key] != now[key]:
                    changed = zip(columns, was[key], now[key], strict=True)
                    told = (f"{label}.{name}" for name, one, other in changed if one != other)
                    yield from (one for one in told if one not in COUNTS)

    def _kind(self, table: str, row: tuple[Any, ...]) -> str:
        values = dict(zip(self.columns[table], row, strict=True))
        told = [
            str(values[name]) if name == "role" else name.removesuffix("_id").removeprefix("is_")
            for name in TOLD
            if values.get(name)
        ]
        return f"({' '.join(told)})" if told else ""
