"""What an installation keeps is its owner's alone: names, and the key that signs every cookie and link."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from .systems import has_file_permissions

#: of a file's mode: what others than its owner may do
OTHERS = stat.S_IRWXG | stat.S_IRWXO

log = logging.getLogger(__name__)


def restrict_files_to_owner() -> None:
    """Take from everybody else what is here already, and from now on make nothing that they may read."""
    if not has_file_permissions():
        return
    os.umask(OTHERS)
    for path in private_paths():
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & OTHERS and not mode & stat.S_ISVTX:  # a directory like /tmp is everybody's
                path.chmod(mode & ~OTHERS)
        except FileNotFoundError:  # SQLite's log comes and goes
            pass
        except OSError as fault:
            log.warning("Others may read %s (%s): let its owner do chmod go= %s", path, fault.strerror, path)


def private_paths() -> Iterator[Path]:
    """The directories, and the files in them, that hold names or keys; the database wherever it is.

    What else lies in DATA_DIR is sent to every visitor, and out of others' reach with it.
    """
    data = Path(settings.DATA_DIR)
    yield data
    yield from data.glob("secret_key*")
    for directory in (data / "exports", data / "backups"):
        if directory.is_dir():
            yield directory
            yield from (path for path in directory.iterdir() if path.is_file())
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        # the log and its index have the mode of the database they are made for
        yield from database.parent.glob(f"{database.name}*")
