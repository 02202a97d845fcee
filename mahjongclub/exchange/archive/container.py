"""Opening an archive of unknown hands: nothing is unpacked to disk, nothing read beyond its limits.

Only files we know by name are looked at, so that no path leads anywhere. The whole is read once and held
against the manifest's counts and hashes before a single row is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error as BrokenStream

from django.db.models import TextChoices

from mahjongclub.clubs.club_model import LONGEST_CLUB_NAME, Club

from .form import (
    FORMAT,
    MANIFEST,
    MOST_BYTES,
    MOST_LINE,
    MOST_MANIFEST,
    MOST_RATIO,
    SMALL,
    VERSION,
    BadArchive,
    FileFacts,
    Manifest,
)
from .parts import PARTS
from .writing import MEMBERS

FILES = frozenset({*(part.file for part in PARTS), MEMBERS})
ENCRYPTED = 1
LATEST_YEAR = 2200
#: the largest number a row of our databases can have
MOST_NUMBER = 2**63 - 1


class Container:
    """An archive that is what its manifest says. Raises BadArchive."""

    def __init__(self, file: IO[bytes]) -> None:
        try:
            self._packed = ZipFile(file)
        except (BadZipFile, OSError, ValueError, NotImplementedError) as fault:
            raise BadArchive(f"This is no zip file: {fault}.") from None
        self._check_names()
        self.manifest = _read_manifest(self._manifest_text())
        for name in sorted(FILES):
            self._verify(name)

    def rows(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The lines of a file with their numbers, from 1."""
        for number, text in enumerate(self._lines(name), start=1):
            row = parse(text, f"{name}, line {number}")
            if not isinstance(row, dict):
                raise BadArchive(f"{name}, line {number}: not a JSON object.")
            yield number, row

    def _check_names(self) -> None:
        infos = self._packed.infolist()
        names = [info.filename for info in infos]
        for name in names:
            if name not in FILES and name != MANIFEST:
                raise BadArchive(f"There is a file in it that no archive has: {name[:80]!r}.")
        if len(set(names)) != len(names):
            raise BadArchive("A file is in it twice.")
        if missing := {MANIFEST, *FILES} - set(names):
            raise BadArchive(f"{min(missing)} is missing.")
        if sum(info.file_size for info in infos) > MOST_BYTES:
            raise BadArchive(f"It would unfold to more than {MOST_BYTES >> 30} GiB.")
        for info in infos:
            _check_file(info)

    def _manifest_text(self) -> bytes:
        if self._packed.getinfo(MANIFEST).file_size > MOST_MANIFEST:
            raise BadArchive(f"{MANIFEST} is too large.")
        with _readable(MANIFEST), self._packed.open(MANIFEST) as file:
            return file.read(MOST_MANIFEST)

    def _verify(self, name: str) -> None:
        wanted = self.manifest.files[name]
        digest, count, size = sha256(), 0, 0
        for text in self._lines(name):
            digest.update(text)
            count, size = count + 1, size + len(text)
        if (count, size) != (wanted.rows, wanted.bytes):
            raise BadArchive(
                f"{name} has {count} lines and {size} bytes; {wanted.rows} and {wanted.bytes} are told."
            )
        if digest.hexdigest() != wanted.sha256:
            raise BadArchive(f"{name} is not what was written: its SHA-256 differs.")

    def _lines(self, name: str) -> Iterator[bytes]:
        with _readable(name), self._packed.open(name) as file:
            while text := file.readline(MOST_LINE + 1):
                if len(text) > MOST_LINE:
                    raise BadArchive(f"{name} has a line longer than {MOST_LINE >> 20} MiB.")
                yield text


def parse(text: bytes, where: str) -> Any:
    """A JSON value that every database of ours can keep: no NUL, no half characters, no NaN."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
        if b"\\" in text:  # only an escape can bring them in
            json.dumps(value, ensure_ascii=False).encode()
            if _has_nul(value):
                raise ValueError("a character that cannot be kept")
    except (ValueError, RecursionError) as fault:
        raise BadArchive(f"{where}: no JSON that can be read ({str(fault)[:100]}).") from None
    return value


def moment(text: Any) -> datetime:
    """A moment with its zone; ValueError for anything else."""
    found = datetime.fromisoformat(text) if isinstance(text, str) else None
    if found is None or found.tzinfo is None or not 1900 <= found.year <= LATEST_YEAR:
        raise ValueError("not a moment with its zone")
    return found


def _check_file(info: ZipInfo) -> None:
    if info.flag_bits & ENCRYPTED or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BadArchive(f"{info.filename} is encrypted, or packed in a way we do not read.")
    if info.file_size > SMALL and info.file_size > MOST_RATIO * max(1, info.compress_size):
        raise BadArchive(f"{info.filename} would unfold to more than {MOST_RATIO} times its size.")


def _read_manifest(text: bytes) -> Manifest:
    data = parse(text, MANIFEST)
    try:
        if data["format"] != FORMAT:
            raise BadArchive(f"This is no archive of a club: its format is {str(data['format'])[:80]!r}.")
        if data["version"] != VERSION:
            raise BadArchive(
                f"Its form is version {str(data['version'])[:20]}; this program reads version {VERSION}. "
                "A newer release may read it."
            )
        club = data["club"]
        return Manifest(
            origin=_text(club["origin"], 32),
            name=_text(club["name"], LONGEST_CLUB_NAME),
            slug=_text(club["slug"], 60),
            visibility=_one_of(club["visibility"], Club.Visibility),
            founded=moment(club["founded"]),
            made_at=moment(data["made_at"]),
            time_zone=_text(data["time_zone"], 60),
            hidden_names=bool(data["hidden_names"]),
            files={name: _facts(data["files"][name]) for name in FILES},
        )
    except BadArchive:
        raise
    except (KeyError, TypeError, ValueError) as fault:
        raise BadArchive(f"{MANIFEST} does not say what it should: {str(fault)[:100]}.") from None


def _facts(told: Any) -> FileFacts:
    rows, size = told["rows"], told["bytes"]
    if type(rows) is not int or type(size) is not int:
        raise ValueError("counts are whole numbers")
    return FileFacts(rows, size, _text(told["sha256"], 64))


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
        raise ValueError(f"a text of 1 to {longest} characters is wanted")
    return value


def _one_of(value: Any, words: type[TextChoices]) -> str:
    return str(words(value))


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _has_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\x00" in value
    if isinstance(value, list):
        return any(map(_has_nul, value))
    return isinstance(value, dict) and any(map(_has_nul, (*value, *value.values())))


class _readable:
    """What a damaged or dishonest stream raises is said as BadArchive."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, fault: BaseException | None, trace: Any) -> None:
        if isinstance(fault, BadZipFile | BrokenStream | EOFError | OSError | RuntimeError):
            raise BadArchive(f"{self.name} is damaged: {fault}.") from None
