"""Making a backup: dumped as of one moment, packed, and at once unpacked, restored and counted."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

from . import archive
from .stores import applied_migrations, current_store

#: what `make_backup` tells of as it is done: dumped, packed, unpacked again, restored and counted
STEPS = 4
#: a dump, the file it is packed in, the dump unpacked again and restored
COPIES = 4


def no_step() -> None:
    """Nobody wants to know how far it is."""


def make_backup(directory: Path, reason: str = "", *, step: Callable[[], None] = no_step) -> Path:
    """Make a backup in a directory and return its path. CommandError where it fails; no half one is left.

    `step` is called after each of the STEPS.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".making-") as scratch:
            return _make(directory, Path(scratch), reason, step)
    except OSError as fault:
        raise CommandError(f"No backup could be written to {directory}: {fault}") from fault


def store_uploaded_backup(content: Iterable[bytes], directory: Path) -> Path:
    """Keep a file that somebody brings among the backups, under a name of ours; its path.

    CommandError where it is no backup, and nothing of it is kept.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".bringing-") as scratch:
            packed = Path(scratch) / "upload"
            with open(os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                for chunk in content:
                    file.write(chunk)
                file.flush()
                os.fsync(file.fileno())
            with archive.open_backup(packed) as backup:
                made = datetime.fromisoformat(backup.about.made).astimezone(UTC)
            return _put(packed, directory, made, archive.UPLOADED)
    except OSError as fault:
        raise CommandError(f"The file could not be written to {directory}: {fault}") from fault


def remove_old_backups(directory: Path, days: int) -> list[Path]:
    """Remove the backups of more than so many days, except for the newest few; those removed."""
    gone = archive.outdated_backups(directory, days, datetime.now(UTC))
    for path in gone:
        path.unlink()
    return gone


def installed_version() -> str:
    """The version of the app, as it was installed."""
    try:
        return version("mahjongclub")
    except PackageNotFoundError:
        return "unknown"


def _make(directory: Path, scratch: Path, reason: str, step: Callable[[], None]) -> Path:
    database, now = current_store(), datetime.now(UTC)
    needed, free = database.estimated_dump_size() * COPIES, shutil.disk_usage(directory).free
    if free < needed:
        raise CommandError(
            f"{directory} has {free >> 20} MB free; a backup and its proof want {(needed >> 20) + 1} MB."
        )
    dump, packed, again = (scratch / name for name in ("dump", "packed", "again"))
    rows = database.dump(dump)
    step()
    about = archive.BackupManifest(
        format=archive.FORMAT,
        version=installed_version(),
        made=now.isoformat(timespec="seconds"),
        database=database.name,
        migrations=applied_migrations(),
        rows=rows,
        sha256=archive.file_sha256(dump),
    )
    archive.write_archive_file(packed, about, dump, settings.SECRET_KEY)
    dump.unlink()
    step()
    with archive.open_backup(packed) as backup:
        backup.unpack(again)
    step()
    restored = database.check_dump(again)
    if restored != rows:
        differ = sorted(
            name for name in rows.keys() | restored.keys() if rows.get(name) != restored.get(name)
        )
        raise CommandError(f"The backup does not hold what the database does: {', '.join(differ)}.")
    step()
    return _put(packed, directory, now, reason)


def _put(packed: Path, directory: Path, now: datetime, reason: str) -> Path:
    """Give a backup its name, and another where that one is taken: two of one second are both kept."""
    target, number = directory / archive.new_backup_name(now, reason), 1
    while target.exists():
        number += 1
        target = directory / archive.new_backup_name(now, "-".join(filter(None, (reason, str(number)))))
    return packed.rename(target)
