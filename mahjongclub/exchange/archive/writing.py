"""Writing an archive: everything of a club as it stood at one moment, row by row, in bounded memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from mahjongclub.clubs.models import Club, Membership, Player
from mahjongclub.tables.models import Seat, Sitter

from .container import MANIFEST, MEMBERS, ClubFacts, FileFacts, Manifest, club_identity, json_default
from .parts import DEVICES, PARTS, ArchivePart

ROWS_AT_ONCE = 2000

#: hears how many rows are written, and of how many
Report = Callable[[int, int], None]


def write_archive(
    club: Club, target: IO[bytes], report: Report = lambda done, whole: None, *, hidden_names: bool = False
) -> Manifest:
    """Write everything of the club. Hidden names stay here unless `hidden_names` takes them along.

    It is the club of one moment: what is recorded meanwhile is not in it, and nobody waits for it.
    """
    with read_only_snapshot(), ZipFile(target, "w", ZIP_DEFLATED) as packed:
        club = Club.objects.get(pk=club.pk)
        writer = _Writer(club, packed, report, hidden_names)
        for section in PARTS:
            writer.write(section.file_name, writer.rows(section))
        writer.write(MEMBERS, writer.members())
        founded = ClubFacts(
            *(club_identity(club), club.name, club.slug, club.visibility, club.created_at),
            *(club.begins_with, club.counts_for, club.dues_cents, club.dues_currency),
        )
        manifest = Manifest(timezone.now(), club.time_zone, hidden_names, founded, writer.facts)
        packed.writestr(MANIFEST, manifest.to_json())
    return manifest


@contextmanager
def read_only_snapshot() -> Iterator[None]:
    """Within it all queries see the database as it stood at the first of them. Nothing is written."""
    database: Any = connection  # typed as what all databases have in common
    if connection.in_atomic_block:  # somebody else's transaction is as much of one moment as it is
        yield
    elif connection.vendor == "sqlite":
        # ours begin by taking the writer's turn, which a reader does without
        mode, database.transaction_mode = database.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            database.transaction_mode = mode
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


class _Writer:
    """The files of one archive, written one after the other."""

    def __init__(self, club: Club, packed: ZipFile, report: Report, hidden_names: bool) -> None:
        self.club = club
        self.packed = packed
        self.report = report
        self.hidden_names = hidden_names
        self.facts: dict[str, FileFacts] = {}
        #: the numbers written of each part that others point at
        self.known: dict[str, set[int]] = {
            target: set() for section in PARTS for target in section.part_by_reference_field.values()
        }
        leaves_not = Q(erasure__isnull=False) | Q(merged_into__erasure__isnull=False)
        if not hidden_names:
            leaves_not |= Q(name_hidden=True) | Q(merged_into__name_hidden=True)
        #: who goes without a name; what is to be erased does not leave in any case
        self.nameless = set(Player.objects.filter(leaves_not).values_list("pk", flat=True))
        self.roster = set(Player.objects.filter(club=club).values_list("pk", flat=True))
        self.whole = sum(section.club_rows(club).count() for section in PARTS)
        self.done = 0

    def write(self, name: str, rows: Iterator[dict[str, Any]]) -> None:
        """One file of lines, with what the manifest says of it."""
        digest, count, size = sha256(), 0, 0
        with self.packed.open(name, "w", force_zip64=True) as file:
            for row in rows:
                text = json.dumps(row, ensure_ascii=False, separators=(",", ":"), default=json_default)
                content = f"{text}\n".encode()
                file.write(content)
                digest.update(content)
                count, size = count + 1, size + len(content)
        self.facts[name] = FileFacts(count, size, digest.hexdigest())

    def rows(self, section: ArchivePart) -> Iterator[dict[str, Any]]:
        """The rows of a part. What they point at is in the archive, or None; else the row is not."""
        more = {"players": self._player, "merges": self._merge}
        names = ["pk", *section.value_fields, *(f"{ref}_id" for ref in section.part_by_reference_field)]
        needed = [ref for ref in section.part_by_reference_field if section.is_required(ref)]
        if (
            section.name in section.part_by_reference_field.values()
        ):  # they point at each other, backwards and forwards
            self.known[section.name].update(section.club_rows(self.club).values_list("pk", flat=True))
        for values in section.club_rows(self.club).values_list(*names).iterator(chunk_size=ROWS_AT_ONCE):
            self.done += 1
            if self.done % ROWS_AT_ONCE == 0:
                self.report(self.done, self.whole)
            row = dict(zip(section.row_keys, values, strict=True))
            for ref, target in section.part_by_reference_field.items():
                if target != DEVICES and row[ref] not in self.known[target]:
                    row[ref] = None
            if all(row[ref] is not None for ref in needed):
                if section.name in self.known:
                    self.known[section.name].add(row["n"])
                yield more[section.name](row) if section.name in more else row

    def members(self) -> Iterator[dict[str, Any]]:
        """Who was a member, to be invited again; a hidden name is not told."""
        hidden = set(Player.objects.filter(name_hidden=True).values_list("account", flat=True))
        members = Membership.objects.filter(club=self.club).select_related("account")
        for membership in members.order_by("joined_at", "pk"):
            is_named = self.hidden_names or membership.account_id not in hidden
            name = membership.account.username if is_named else None
            yield {"role": membership.role, "name": name, "joined_at": membership.joined_at}

    def _player(self, row: dict[str, Any]) -> dict[str, Any]:
        """Whether they stand on the roster; a hidden name stays here."""
        # no word of any language, and not how a pseudonym is shown
        name = f"#{row['n']}" if row["n"] in self.nameless else row["name"]
        return {**row, "name": name, "on_roster": row["n"] in self.roster}

    def _merge(self, row: dict[str, Any]) -> dict[str, Any]:
        """The seats that moved as (session, number), and what else can be undone without an account."""
        before = row["moved"]["before"]
        moved = {
            "seats": self._moved(Seat, row["moved"]["seats"]),
            "sitters": self._moved(Sitter, row["moved"].get("sitters", ())),
            "on_roster": before["club_id"] == self.club.pk,
            "name_hidden": before["name_hidden"],
            "guest": before.get("guest", False),
            "gone_hidden": row["moved"].get("gone_hidden"),
        }
        return {**row, "moved": moved}

    def _moved(self, model: type[Seat | Sitter], ids: Collection[int]) -> list[list[int]]:
        """Rows of this club's sessions, each as (session, number)."""
        rows = model.objects.filter(pk__in=ids, session__club=self.club).order_by("pk")
        return [list(row) for row in rows.values_list("session_id", "number")]
