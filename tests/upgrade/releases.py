"""The files of an earlier release: a folder for each, made by make.py with the program of that release."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

from tests.migrated import DATABASE

#: the last one before this; add the folder of a release once it is out
RELEASES = ("before_1_0",)


def unpacked(release: str, name: str) -> Any:
    """Return what a JSON file of a release holds: `facts` of the club, or the `phone`."""
    return json.loads(lzma.decompress((folder_of(release) / f"{name}.json.xz").read_bytes()))


def folder_of(release: str) -> Path:
    """Return the folder with the files of a release."""
    return Path(__file__).parent / release


def put_database(release: str, data_dir: Path) -> None:
    """Write the database of a release into a data directory."""
    packed = (folder_of(release) / "club.sqlite3.xz").read_bytes()
    (data_dir / DATABASE).write_bytes(lzma.decompress(packed))
