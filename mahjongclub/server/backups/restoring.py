"""Restoring a backup in the place of everything this installation holds."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from mahjongclub.server.systems import replace_file

from . import archive
from .making import installed_version, make_backup, no_step
from .stores import Store, current_store, has_data, known_migrations, missing_migrations
from .trying import check_app_starts, check_secret_key


def restore_backup(path: Path, directory: Path, *, force: bool) -> tuple[archive.BackupManifest, Path | None]:
    """Put a backup's database and key in the place of ours; what it was, and the backup made of ours before.

    CommandError, and nothing touched, where the file is damaged, of another kind of database or of a newer
    version, or where this installation holds something and `force` is not said.
    """
    with archive.open_backup(path) as backup:
        database = current_store()
        _must_fit(backup, database.name)
        used = has_data()
        if used and not force:
            raise CommandError(
                "This installation holds data. With --force they are backed up first, and then replaced."
            )
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".restoring-") as scratch:
            dump = Path(scratch) / "dump"
            backup.unpack(dump)
            if database.check_dump(dump) != backup.about.rows:
                raise CommandError(f"{path} does not hold what it says; nothing was changed.")
            _try_to_start(dump, database, backup.key)
            before = make_backup(directory, "before-restore") if used else None
            database.load_dump(dump)
        save_secret_key(Path(settings.DATA_DIR) / "secret_key", backup.key)
        return backup.about, before


#: what `examine_backup` tells of as it is done: unpacked, found sound and counted, started
LOOK_STEPS = 3


def examine_backup(path: Path, *, step: Callable[[], None] = no_step) -> dict[str, Any]:
    """What a backup holds, unpacked and tried out as a restore would: when and by which version it was
    `made`, `rows` by table, and the `owners` of the installation it is of. CommandError as for `restore`.
    """
    with archive.open_backup(path) as backup:
        database = current_store()
        _must_fit(backup, database.name)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".looking-") as scratch:
            dump = Path(scratch) / "dump"
            backup.unpack(dump)
            step()
            if database.check_dump(dump) != backup.about.rows:
                raise CommandError(f"{path.name} does not hold what it says.")
            step()
            _try_to_start(dump, database, backup.key)
            step()
            owners = database.owner_names(dump)
        about = backup.about
        return {"made": about.made, "version": about.version, "rows": about.rows, "owners": owners}


def save_secret_key(path: Path, key: str) -> None:
    """Keep the secret key for the next start, readable by its owner alone."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(key)
    replace_file(draft, path)


def _try_to_start(dump: Path, database: Store, key: str) -> None:
    """Start this version on a copy of a dump, beside it; CommandError where it does not start."""
    with (
        tempfile.TemporaryDirectory(dir=dump.parent, prefix="start-") as scratch,
        database.scratch_copy(dump, Path(scratch)) as environment,
    ):
        check_app_starts(Path(scratch), environment, key)


def _must_fit(backup: archive.Backup, kind: str) -> None:
    about = backup.about
    check_secret_key(backup.key)
    if about.database != kind:
        raise CommandError(f"{backup.path} is of {about.database}, and DATABASE_URL leads to {kind}.")
    migrations = known_migrations()
    newer = [".".join(key) for key in about.migrations if tuple(key) not in migrations]
    if newer:
        raise CommandError(
            f"{backup.path} was made by a newer version ({about.version}; this is {installed_version()}, "
            f"which does not know {newer[-1]}). Install that version first."
        )
    if missing := missing_migrations([(app, name) for app, name in about.migrations]):
        raise CommandError(
            f"{backup.path} was made by a version before 1.0 that this one cannot upgrade: it lacks "
            f"{missing[-1]}. Restore it with the last 0.x version, and make a backup of that."
        )
