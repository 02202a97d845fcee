"""The file of a backup: a tar with what it is (JSON), a dump of the database, and the secret key."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError

FORMAT = 1
ABOUT, DUMP, KEY = "backup.json", "database", "secret_key"
#: these stay however old they are: a clock that was wrong once may not cost the last backup
ALWAYS_KEPT = 3
#: why a backup is there that somebody brought
UPLOADED = "uploaded"
NAME = re.compile(r"mahjongclub-(\d{4}-\d\d-\d\d-\d{6})(-[\w-]+)?\.tar\.gz")
STAMP = "%Y-%m-%d-%H%M%S"
#: bytes: what a backup says of itself and its key are far smaller
AT_ONCE = 4 << 20
MOST_ABOUT = 1 << 20
MOST_KEY = 4096
YEARS = range(2000, 2101)
#: how deep lists and objects lie in each other in what a backup says of itself
DEPTH = 3
# A dump is read by the machine that wrote it or by one like it: little is won by packing it harder.
PACKED = 4


@dataclass(frozen=True)
class BackupManifest:
    """What a backup says of itself. `rows` counts every table as of the moment of the dump."""

    format: int
    version: str
    made: str
    database: str
    migrations: list[list[str]]
    rows: dict[str, int]
    sha256: str


def new_backup_name(now: datetime, reason: str = "") -> str:
    """The name of a backup made now.

    >>> new_backup_name(datetime(2026, 11, 22, 1, 20, 33), "before-upgrade")
    'mahjongclub-2026-11-22-012033-before-upgrade.tar.gz'
    """
    return f"mahjongclub-{now:{STAMP}}{reason and '-'}{reason}.tar.gz"


def outdated_backups(directory: Path, days: int, now: datetime) -> list[Path]:
    """The backups in a directory that are more than `days` old, the newest ALWAYS_KEPT left out.

    Those that somebody uploaded may be anything: they count by the day they came, and push none of ours out.
    """
    backups = sorted(
        (path for path in directory.glob("mahjongclub-*.tar.gz") if moment_in_name(path)), reverse=True
    )
    limit = now - timedelta(days=days)
    ours = [path for path in backups if reason_in_name(path) != UPLOADED]
    uploaded = [path for path in backups if reason_in_name(path) == UPLOADED]
    return [
        *(path for path in ours[ALWAYS_KEPT:] if moment_in_name(path) < f"{limit:{STAMP}}"),
        *(path for path in uploaded if path.stat().st_mtime < limit.timestamp()),
    ]


def moment_in_name(path: Path) -> str:
    """The moment in a backup's name, which sorts as text; "" for another file."""
    match = NAME.fullmatch(path.name)
    return match[1] if match else ""


def write_archive_file(path: Path, about: BackupManifest, dump: Path, key: str) -> None:
    """Write a backup, readable by its owner alone. It holds the key that signs every cookie and link."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=PACKED) as tar:
            _add(tar, ABOUT, json.dumps(asdict(about), indent=1).encode())
            _add(tar, KEY, key.encode())
            tar.add(dump, DUMP, filter=_nobodys)
        file.flush()
        os.fsync(file.fileno())


class ReaderInBoundedParts(io.RawIOBase):
    """What a packed file unfolds to, for tarfile: never more at once than a head of ours could ask for."""

    def __init__(self, packed: gzip.GzipFile) -> None:
        self._packed = packed

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= AT_ONCE:
            raise tarfile.ReadError("a part of it is too large")
        return self._packed.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._packed.seek(offset, whence)

    def tell(self) -> int:
        return self._packed.tell()


@contextmanager
def open_backup(path: Path) -> Iterator[Backup]:
    """An open backup; CommandError where the file is none, or is damaged."""
    try:
        with gzip.open(path) as packed, tarfile.open(fileobj=ReaderInBoundedParts(packed), mode="r:") as tar:
            yield Backup(path, tar)
    except (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, OverflowError) as fault:
        raise CommandError(f"{path.name} cannot be read as a backup: {fault}") from fault


class Backup:
    """An open backup: what it is, its key, and its dump once it is unpacked."""

    def __init__(self, path: Path, tar: tarfile.TarFile) -> None:
        self.path, self._tar = path, tar
        try:
            fields = _flat_json(self._small(ABOUT, MOST_ABOUT))
            if fields["format"] != FORMAT:
                raise CommandError(f"{path} has format {fields['format']}; this version reads {FORMAT}.")
            self.about = BackupManifest(**fields)
            _must_be_sound(self.about)
            self.key = self._small(KEY, MOST_KEY).decode()
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as fault:
            raise CommandError(f"{path.name} is no backup of mahjongclub.") from fault

    def unpack(self, target: Path) -> None:
        """Write the dump to `target`; CommandError where it is not, byte for byte, what was dumped."""
        dump = self._next(DUMP)
        free = shutil.disk_usage(target.parent).free
        if dump.size > free:
            raise CommandError(
                f"There is no room to unpack it: {dump.size >> 20} MB, {free >> 20} MB are free."
            )
        with target.open("wb") as file:
            shutil.copyfileobj(self._content(dump), file, 1 << 20)
        if file_sha256(target) != self.about.sha256:
            raise CommandError(f"{self.path} is damaged: its dump is not what it was.")

    def _next(self, name: str) -> tarfile.TarInfo:
        """The file that comes next, of that name. They are read in the order they were written, so that
        whatever else a file may hold is never looked at.
        """
        member = self._tar.next()
        if member is None or member.name != name or not member.isreg():
            raise KeyError(name)
        return member

    def _small(self, name: str, most: int) -> bytes:
        member = self._next(name)
        if member.size > most:
            raise KeyError(name)
        return self._content(member).read()

    def _content(self, member: tarfile.TarInfo) -> IO[bytes]:
        file = self._tar.extractfile(member)
        assert file is not None  # a regular file has content
        return file


def _flat_json(text: bytes) -> dict[str, Any]:
    """What a backup says of itself; ValueError where lists lie deeper in each other than ours ever do."""
    depth = 0
    for sign in re.sub(rb'"(?:[^"\\]|\\.)*+"', b"", text):
        depth += (sign in b"[{") - (sign in b"]}")
        if depth > DEPTH:
            raise ValueError("nested deeper than a backup is")
    fields: dict[str, Any] = json.loads(text)
    return fields


def _must_be_sound(about: BackupManifest) -> None:
    """TypeError or ValueError where what a backup says of itself is not of the kinds it should be."""
    if datetime.fromisoformat(about.made).astimezone(UTC).year not in YEARS:
        raise ValueError("made in a year in which nobody made one")
    if not all(isinstance(entry, list) and len(entry) == 2 for entry in about.migrations):
        raise TypeError("a migration is an app and a name")
    texts = [about.version, about.made, about.database, about.sha256, *about.rows]
    texts += [text for migration in about.migrations for text in migration]
    numbers = list(about.rows.values())
    if not all(isinstance(value, str) for value in texts) or not all(
        type(number) is int for number in numbers
    ):
        raise TypeError("not what a backup says of itself")


def reason_in_name(path: Path) -> str:
    """What its name says of why a backup was made, "" for one that was asked for.

    >>> reason_in_name(Path("mahjongclub-2026-11-22-012033-before-upgrade-2.tar.gz"))
    'before-upgrade'
    """
    match = NAME.fullmatch(path.name)
    return re.sub(r"^-|-?\d+$", "", (match[2] or "") if match else "")


def file_sha256(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(content), 0o600, int(datetime.now(UTC).timestamp())
    tar.addfile(member, io.BytesIO(content))


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o600
    return member
