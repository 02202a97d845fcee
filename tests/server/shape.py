"""What tables a database has: their columns, indexes and constraints, in no order."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg

#: what came by a later migration may be numbered or named otherwise: behind ManyToManyField, and where unique
POSTGRES = """
    SELECT concat_ws(
            ' ', table_name, column_name, replace(data_type, 'bigint', 'integer'), is_nullable,
            character_maximum_length, column_default, is_identity
        ) FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT substring(indexdef FROM ' ON .*') FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
"""


def shape_of(file: Path, url: str = "") -> list[str]:
    """Return it of PostgreSQL's database at `url`, or of SQLite's file."""
    if url:
        with psycopg.connect(url) as postgres:
            return sorted(text for (text,) in postgres.execute(POSTGRES))
    with closing(sqlite3.connect(file)) as sqlite:
        found = sqlite.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    shape = []
    for kind, name, made in found:
        inner = made[made.index("(") + 1 : made.rindex(")")]
        shape += [f"{name}: {part}" for part in (inner.split(", ") if kind == "table" else [made])]
    return sorted(shape)
