"""The form of an archive, and opening one of unknown hands.

It is a zip of a manifest and a file of JSON lines for each part. manifest.json says which format it is, which
club of which installation, and of each file how many lines it has, how many bytes, and their SHA-256. Lines
are objects in UTF-8; `n` is the row's number in this archive.

Nothing is unpacked to disk, nothing read beyond its limits. Only files we know by name are looked at, so that
no path leads anywhere. The whole is read once and held against the manifest before a row is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date, datetime, time
from hashlib import sha256
from typing import IO, Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile
from zlib import error as BrokenStream

from django.utils.crypto import salted_hmac

from mahjongclub.clubs.club_model import LONGEST_CLUB_NAME, LONGEST_CURRENCY, Club
from mahjongclub.clubs.money import MOST_CENTS
from mahjongclub.clubs.time_zones import LONGEST_ZONE

from ..models import Arrival
from ..unpacking import reject_nan
from .parts import PARTS

FORMAT = "mahjongclub club"
VERSION = 1
MANIFEST = "manifest.json"
MEMBERS = "members.jsonl"
FILES = frozenset({*(section.file_name for section in PARTS), MEMBERS})
#: those that an archive may be without
NOT_EVERYWHERE = {section.file_name for section in PARTS if section.newer}
#: what every archive has that was made before seasons and events shared their teams
FILE_OF_OLD = "teams.jsonl"

#: limits of what is read: of the whole unpacked, of the manifest, of a line, and of how far a file may unfold
MOST_BYTES = 8 << 30
MOST_MANIFEST = 1 << 20
MOST_LINE = 1 << 20
MOST_RATIO = 100
#: rules to begin with: games told of, and how long a word is
MOST_WORDS, LONGEST_WORD = 100, 60
#: below this a file may unfold as far as it likes
SMALL = 1 << 20
ENCRYPTED = 1
YEARS = range(1900, 2201)


class BadArchive(ValueError):
    """Not an archive of ours, damaged, or made to do harm; the text says why and where."""


class NotAnArchive(BadArchive):
    """Something else, not the archive of a club."""


class NewerArchive(BadArchive):
    """Made by a later release."""


class OlderArchive(BadArchive):
    """Made by a version before 1.0 whose form is read no more."""


class TooManyRows(BadArchive):
    """More rows than whoever opens the archive allows."""


class ClubAlreadyHere(BadArchive):
    """The club of the archive is here, and no second one is asked for."""


@dataclass(frozen=True, slots=True)
class ClubFacts:
    """What the manifest says of the club. `origin` is the one it came from, whatever it is called by now.

    `begins_with` is the club's: house rules in it have their number in the archive.
    """

    origin: str
    name: str
    slug: str
    visibility: str
    founded: datetime
    begins_with: dict[str, str] = field(default_factory=dict)
    counts_for: str = Club.CountsFor.BEGAN
    dues_cents: int | None = None
    dues_currency: str = ""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What the manifest says of a file."""

    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself. `time_zone` is the club's."""

    made_at: datetime
    time_zone: str
    hidden_names: bool
    club: ClubFacts
    files: dict[str, FileFacts]

    def to_json(self) -> str:
        """As manifest.json has it."""
        content = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(content, ensure_ascii=False, indent=1, default=json_default)


def club_identity(club: Club) -> str:
    """Return what tells this club from every other anywhere; a club brought in keeps what it had."""
    arrival = Arrival.objects.filter(club=club).first()
    if arrival is not None:
        return arrival.origin
    message = f"{club.pk} {club.created_at.isoformat()}"
    return salted_hmac("mahjongclub.exchange.origin", message, algorithm="sha256").hexdigest()[:32]


def json_default(value: Any) -> str:
    """How JSON has a value of a row that it has no kind for."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(type(value))


def read_zoned_moment(text: Any) -> datetime:
    """Return the moment, with its zone, of a text; ValueError for anything else."""
    parsed = datetime.fromisoformat(text) if isinstance(text, str) else None
    if parsed is None or parsed.tzinfo is None or parsed.year not in YEARS:
        raise ValueError("not a moment with its zone")
    return parsed


class CheckedArchive:
    """An archive that is what its manifest says, of so many bytes and rows at most. Raises BadArchive.

    Every line of every file is counted as the archive is opened: `most_rows` (None: any number) holds for
    what is there, whatever the manifest says.
    """

    def __init__(self, file: IO[bytes], most_bytes: int | None = None, most_rows: int | None = None) -> None:
        self._most_bytes = MOST_BYTES if most_bytes is None else most_bytes
        self.most_rows = most_rows
        self.row_count = 0
        try:
            self._packed = ZipFile(file)
        except (BadZipFile, OSError, ValueError, NotImplementedError) as fault:
            raise NotAnArchive(f"This is no zip file: {fault}.") from None
        self._check_names()
        with _readable(MANIFEST), self._packed.open(MANIFEST) as text:
            self.manifest = _read_manifest(text.read(MOST_MANIFEST), FILES & {*self._packed.namelist()})
        for name, facts in sorted(self.manifest.files.items()):
            self._verify(name, facts)

    def rows(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The lines of a file with their numbers, from 1."""
        if name not in self.manifest.files:
            return
        for number, text in enumerate(self._lines(name), start=1):
            row = parse_json_value(text, f"{name}, line {number}")
            if not isinstance(row, dict):
                raise BadArchive(f"{name}, line {number}: not a JSON object.")
            yield number, row

    def check_row_count(self, count: int) -> None:
        """Raise TooManyRows if these are more rows than may come in."""
        if self.most_rows is not None and count > self.most_rows:
            raise TooManyRows(f"It has more than {self.most_rows:,} rows.")

    def _check_names(self) -> None:
        infos = self._packed.infolist()
        names = {info.filename for info in infos}
        if MANIFEST not in names:
            raise NotAnArchive(f"{MANIFEST} is missing.")
        if FILE_OF_OLD in names:
            raise OlderArchive(
                "A version before 1.0 made it: bring it into the last 0.x version, and export it again there."
            )
        if odd := names - FILES - {MANIFEST}:
            raise BadArchive(f"There is a file in it that no archive has: {min(odd)[:80]!r}.")
        if len(names) != len(infos):
            raise BadArchive("A file is in it twice.")
        if missing := {MANIFEST, *FILES} - NOT_EVERYWHERE - names:
            raise BadArchive(f"{min(missing)} is missing.")
        if sum(info.file_size for info in infos) > self._most_bytes:
            raise BadArchive(f"It would unfold to more than {self._most_bytes >> 20:,} MiB.")
        for info in infos:
            if info.flag_bits & ENCRYPTED or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise BadArchive(f"{info.filename} is encrypted, or packed in a way we do not read.")
            if info.file_size > SMALL and info.file_size > MOST_RATIO * max(1, info.compress_size):
                raise BadArchive(f"{info.filename} would unfold to more than {MOST_RATIO} times its size.")
            if info.filename == MANIFEST and info.file_size > MOST_MANIFEST:
                raise BadArchive(f"{MANIFEST} is too large.")

    def _verify(self, name: str, facts: FileFacts) -> None:
        digest, count, size = sha256(), 0, 0
        for text in self._lines(name):
            digest.update(text)
            count, size = count + 1, size + len(text)
            self.row_count += 1
            self.check_row_count(self.row_count)
        if (count, size) != (facts.rows, facts.bytes):
            expected = f"{str(facts.rows)[:20]} and {str(facts.bytes)[:20]}"
            raise BadArchive(f"{name} has {count} lines and {size} bytes; {expected} are told.")
        if digest.hexdigest() != facts.sha256:
            raise BadArchive(f"{name} is not what was written: its SHA-256 differs.")

    def _lines(self, name: str) -> Iterator[bytes]:
        with _readable(name), self._packed.open(name) as file:
            while text := file.readline(MOST_LINE + 1):
                if len(text) > MOST_LINE:
                    raise BadArchive(f"{name} has a line longer than {MOST_LINE >> 20} MiB.")
                yield text


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """What a damaged or dishonest stream raises is said as BadArchive."""
    try:
        yield
    except (BadZipFile, BrokenStream, EOFError, OSError, RuntimeError) as fault:
        raise BadArchive(f"{name} is damaged: {fault}.") from None


def parse_json_value(text: bytes, where: str) -> Any:
    """Return a JSON value that every database of ours can keep: no NUL, no half characters, no NaN."""
    try:
        value = json.loads(text, parse_constant=reject_nan)
        if b"\\" in text:  # only an escape can bring them in
            encoded = json.dumps(value, ensure_ascii=False).encode()
            if rb"\u0000" in encoded.replace(rb"\\", b""):
                raise ValueError("a character that cannot be kept")
    except (ValueError, RecursionError) as fault:
        raise BadArchive(f"{where}: no JSON that can be read ({str(fault)[:100]}).") from None
    return value


def _read_manifest(text: bytes, there: frozenset[str]) -> Manifest:
    """The manifest, which tells of the files that are there and of no other."""
    data = parse_json_value(text, MANIFEST)
    try:
        if data["format"] != FORMAT:
            raise NotAnArchive(f"This is no archive of a club: its format is {str(data['format'])[:80]!r}.")
        if data["version"] != VERSION:
            raise NewerArchive(
                f"Its form is version {str(data['version'])[:20]}; this program reads version {VERSION}. "
                "A newer release may read it."
            )
        club, files = data["club"], data["files"]
        if gone := FILES & {*files} - there:
            raise BadArchive(f"{min(gone)} is missing.")
        return Manifest(
            made_at=read_zoned_moment(data["made_at"]),
            time_zone=_text(data["time_zone"], LONGEST_ZONE),
            hidden_names=bool(data["hidden_names"]),
            club=ClubFacts(
                origin=_text(club["origin"], 32),
                name=_text(club["name"], LONGEST_CLUB_NAME),
                slug=_text(club["slug"], 60),
                visibility=str(Club.Visibility(club["visibility"])),
                founded=read_zoned_moment(club["founded"]),
                begins_with=_words(club["begins_with"]),
                counts_for=str(Club.CountsFor(club["counts_for"])),
                dues_cents=_cents(club["dues_cents"]),
                dues_currency=_currency(club["dues_currency"]),
            ),
            files={
                name: FileFacts(files[name]["rows"], files[name]["bytes"], files[name]["sha256"])
                for name in there
            },
        )
    except BadArchive:
        raise
    except (KeyError, TypeError, ValueError) as fault:
        raise BadArchive(f"{MANIFEST} does not say what it should: {str(fault)[:100]}.") from None


def _words(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or len(value) > MOST_WORDS:
        raise ValueError("rules to begin with are told by game")
    return {_text(game, LONGEST_WORD): _text(key, LONGEST_WORD) for game, key in value.items()}


def _cents(value: Any) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value <= MOST_CENTS):
        raise ValueError("an amount of money is wanted")
    return value


def _currency(value: Any) -> str:
    """Return the club's currency, which may be empty."""
    return "" if value == "" else _text(value, LONGEST_CURRENCY)


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
        raise ValueError(f"a text of 1 to {longest} characters is wanted")
    return value
