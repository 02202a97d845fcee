"""What a backup holds, what it refuses, and which are kept."""

from __future__ import annotations

import io
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from mahjongclub.server.backups import archive, making
from mahjongclub.server.backups.restoring import examine_backup

from ..test_backups import back_up, changed, club, names, on_file

pytestmark = pytest.mark.usefixtures("own_directory")


@on_file
def test_a_backup_brings_everything_back_and_what_was_there_is_kept_too(settings, tmp_path: Path) -> None:
    club("Before")
    made = back_up()
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert list(made.parent.iterdir()) == [made]  # no scratch left lying about
    club("After")
    with pytest.raises(CommandError, match="--force"):
        call_command("restore", made)
    assert names() == {"Before", "After"}

    said = io.StringIO()
    call_command("restore", made, force=True, stdout=said)
    assert names() == {"Before"}
    assert (tmp_path / "secret_key").read_text() == settings.SECRET_KEY
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    club("Later")  # keys go on where they were

    (kept,) = made.parent.glob("*-before-restore.tar.gz")
    assert str(kept) in said.getvalue()
    with archive.open_backup(kept) as backup:
        assert backup.about.rows["clubs_club"] == 2


def with_dump(path: Path, statements: list[str], scratch: Path) -> Path:
    """A copy of a backup whose database somebody worked on, and whose digest and counts follow."""
    with archive.open_backup(path) as backup:
        backup.unpack(scratch / "dump")
    with closing(sqlite3.connect(scratch / "dump")) as dump:
        for statement in statements:
            dump.execute(statement)
        dump.commit()
    rows = making.current_store().check_dump(scratch / "dump")
    digest = archive.file_sha256(scratch / "dump")
    return changed(
        path, lambda about: about.update(sha256=digest, rows=rows), (scratch / "dump").read_bytes()
    )


@on_file
def test_a_backup_with_a_weak_key_that_is_in_use_here_can_be_restored(settings: Any) -> None:
    settings.SECRET_KEY = "weak"
    club("Here")
    assert examine_backup(back_up())["rows"]["clubs_club"] == 1


@on_file
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the dump is changed by SQLite")
@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("DROP TABLE clubs_erasure", "clubs_erasure"),
        (
            "ALTER TABLE clubs_player RENAME COLUMN name_key TO name_kay",
            "clubs_player has no column name_key",
        ),
        ("ALTER TABLE clubs_club ADD COLUMN mine text", "has a column mine"),
        ("DELETE FROM django_migrations WHERE app = 'tables'", "does not start"),
    ],
)
def test_a_backup_of_other_tables_than_its_migrations_make_is_refused(
    tmp_path: Path, statement: str, reason: str
) -> None:
    club("Here")
    faulty = with_dump(back_up(), ["PRAGMA foreign_keys=OFF", statement], tmp_path)
    with pytest.raises(CommandError, match=reason):
        examine_backup(faulty)
    with pytest.raises(CommandError, match=reason):
        call_command("restore", faulty, force=True)
    assert names() == {"Here"}
    assert list(tmp_path.glob("backups/*before-restore*")) == []
