"""The form of an archive: a zip of a manifest and a file of JSON lines for each part; its limits.

manifest.json says which format it is, which club of which installation, and of each file how many lines it
has, how many bytes, and their SHA-256. Lines are objects in UTF-8; `n` is the row's number in this archive.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils.crypto import salted_hmac

from mahjongclub.clubs.models import Club

from ..arrival_model import Arrival

FORMAT = "mahjongclub club"
VERSION = 1
MANIFEST = "manifest.json"

#: limits of what is read: of the whole unpacked, of the manifest, of a line, and of how far a file may unfold
MOST_BYTES = 8 << 30
MOST_MANIFEST = 1 << 20
MOST_LINE = 1 << 20
MOST_RATIO = 100
#: below this a file may unfold as far as it likes
SMALL = 1 << 20


class BadArchive(ValueError):
    """Not an archive of ours, damaged, or made to do harm; the text says why and where."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What the manifest says of a file."""

    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself. `origin` is the club it came from, whatever it is called by now."""

    origin: str
    name: str
    slug: str
    visibility: str
    founded: datetime
    made_at: datetime
    time_zone: str
    hidden_names: bool
    files: dict[str, FileFacts]

    def to_json(self) -> dict[str, Any]:
        """As manifest.json has it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "made_at": self.made_at.isoformat(),
            "time_zone": self.time_zone,
            "hidden_names": self.hidden_names,
            "club": {
                "origin": self.origin,
                "name": self.name,
                "slug": self.slug,
                "visibility": self.visibility,
                "founded": self.founded.isoformat(),
            },
            "files": {
                name: {"rows": facts.rows, "bytes": facts.bytes, "sha256": facts.sha256}
                for name, facts in self.files.items()
            },
        }


def origin_of(club: Club) -> str:
    """What tells this club from every other anywhere; a club brought in keeps what it had."""
    arrival = Arrival.objects.filter(club=club).first()
    if arrival is not None:
        return arrival.origin
    message = f"{club.pk} {club.created_at.isoformat()}"
    return salted_hmac("mahjongclub.exchange.origin", message, algorithm="sha256").hexdigest()[:32]


def line(row: dict[str, Any]) -> bytes:
    """A row as a line of JSON."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"), default=_plain).encode() + b"\n"


def _plain(value: Any) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(type(value))
