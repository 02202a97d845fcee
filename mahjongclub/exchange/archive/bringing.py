"""Bringing a club in from an archive: in one transaction, settled anew by the engine, or not at all.

Outcomes come from the file; points do not. Every hand is settled here, and the figures follow from that. No
account is touched: nobody becomes a member by a file, and no player is anybody's until they are claimed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any, cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction

from mahjongclub.clubs.club_model import LONGEST_CLUB_NAME, Role
from mahjongclub.clubs.founding import free_slug
from mahjongclub.clubs.models import Account, Club, Membership, Player, PlayerMerge
from mahjongclub.clubs.naming import name_key
from mahjongclub.leagues.folding_new import fold_new
from mahjongclub.leagues.models import Season
from mahjongclub.leagues.seasons import season_overlapping
from mahjongclub.tables.models import Seat, Session
from mahjongclub.tables.writing import one_writer

from ..arrival_model import Arrival
from .checking import check
from .container import Container
from .form import BadArchive, Manifest, origin_of
from .parts import PARTS, Part
from .reading import LATER, Line, Numbers, batches, store
from .settling import Sessions
from .writing import MEMBERS

#: hears what is being done, how much of it is done, and of how much
Report = Callable[[str, int, int], None]
MOST_NAMED = 20


@dataclass(slots=True)
class Brought:
    """What came in, who was a member where it comes from, and what is not as the archive says."""

    club: Club
    manifest: Manifest
    counts: dict[str, int]
    members: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def bring_in(
    file: IO[bytes],
    *,
    owner: Account | None = None,
    slug: str = "",
    name: str = "",
    report: Report = lambda what, done, whole: None,
) -> Brought:
    """The club of an archive, owned by `owner`. BadArchive with the reason, and nothing is stored.

    A club that is here already is refused, unless a second one is asked for by its `slug`.
    """
    packed = Container(file)
    try:
        with one_writer(), transaction.atomic():
            return _Arrival(packed, report).bring(owner, slug, name)
    except (IntegrityError, DataError) as fault:
        raise BadArchive(f"Its rows contradict each other: {str(fault).splitlines()[0]}.") from None
    except ValidationError as fault:
        raise BadArchive(f"The club itself: {'; '.join(fault.messages)}") from None


class _Arrival:
    """One club coming in."""

    def __init__(self, packed: Container, report: Report) -> None:
        self.packed = packed
        self.manifest = packed.manifest
        self.report = report
        self.numbers = Numbers()
        self.sessions = Sessions(self.numbers)
        self.club = Club()

    def bring(self, owner: Account | None, slug: str, name: str) -> Brought:
        self.club = self._found(slug, name)
        if owner is not None:
            Membership.objects.create(club=self.club, account=owner, role=Role.OWNER)
        counts = {part.name: self._part(part) for part in PARTS}
        self.sessions.finish()
        self._check_whole()
        ended = Session.objects.filter(club=self.club, ended_at__isnull=False).order_by("pk")
        fold_new(list(ended.values_list("pk", flat=True)), self.report)
        members = [row for _number, row in self.packed.rows(MEMBERS)]
        return Brought(self.club, self.manifest, counts, members, self._warnings())

    def _found(self, slug: str, name: str) -> Club:
        """The club's row, with nothing in it. BadArchive where it is here already."""
        manifest = self.manifest
        if not slug and (here := _here_already(manifest)) is not None:
            raise BadArchive(f"This club is here already, at /c/{here.slug}/: a second one needs an address.")
        taken = Club.objects.filter(slug=slug or manifest.slug).exists()
        if slug and taken:
            raise BadArchive(f"Another club has the address /c/{slug}/.")
        slug = free_slug(manifest.name) if taken else slug or manifest.slug
        if name and _is_taken(name):
            raise BadArchive(f"Another club is called {name}.")
        club = Club(name=name or _free_name(manifest.name), slug=slug, visibility=manifest.visibility)
        club.full_clean(exclude=["name_key"])
        club.save()
        Club.objects.filter(pk=club.pk).update(created_at=manifest.founded)
        Arrival.objects.create(club=club, origin=manifest.origin, archived_at=manifest.made_at)
        return Club.objects.get(pk=club.pk)

    def _part(self, part: Part) -> int:
        """Every row of a part, some hundred at a time."""
        before = {
            "sessions": self.sessions.rows,
            "hands": self.sessions.hands,
            "seats": self.sessions.seats_of,
            "revisions": self.sessions.revisions,
            "accesses": self.sessions.accesses,
            "merges": self._merges,
        }.get(part.name)
        later: dict[str, dict[int, Any]] = {ref: {} for ref in part.refs if (part.name, ref) in LATER}
        done = 0
        for lines in batches(self.packed, part, self.numbers):
            for line in lines:
                if hasattr(line.row, "club_id") and line.data.get("on_roster", True):
                    line.row.club = self.club
                check(part.name, line, self.numbers)
                for ref, numbers in later.items():
                    if line.data[ref] is not None:
                        numbers[line.number] = line.data[ref]
            if before is not None:
                before(lines)
            store(part, lines, self.numbers)
            if part.name == "sessions":
                self.sessions.stored(lines)
            done += len(lines)
            self.report(part.name, done, self.manifest.files[part.file].rows)
        for ref, numbers in later.items():
            self._point(part, ref, numbers)
        return done

    def _point(self, part: Part, ref: str, numbers: dict[int, Any]) -> None:
        """What points at rows of its own part, now that all of them are there."""
        rows = []
        for number, told in numbers.items():
            target = self.numbers.find(part.name, told)
            if target is None or told == number:
                raise BadArchive(f"{part.file}: row {number} points at no other row of it.")
            rows.append(part.model(pk=self.numbers.find(part.name, number), **{f"{ref}_id": target}))
        part.model._default_manager.bulk_update(rows, [ref], batch_size=100)

    def _merges(self, lines: list[Line]) -> None:
        """What can be undone of a merge, in the numbers of this installation."""
        for line in lines:
            merge, moved = cast(PlayerMerge, line.row), line.data["moved"]
            try:
                told = [
                    (self.numbers.find("sessions", session), number) for session, number in moved["seats"]
                ]
                came = {"club_id": self.club.pk if moved["on_roster"] else None}
                hidden = bool(moved["name_hidden"])
            except (KeyError, TypeError, ValueError):
                raise line.refuse("no merge of two players.") from None
            seats = [
                seat.pk
                for session, number in told
                if session is not None and type(number) is int
                for seat in Seat.objects.filter(session=session, number=number, player=merge.kept_id)
            ]
            before = {"account_id": None, "known_on_id": None, "name_hidden": hidden, **came}
            merge.moved = {"seats": seats, "before": before}

    def _check_whole(self) -> None:
        """What no single row shows."""
        mine = self.numbers.rows("players")
        if Player.objects.filter(pk__in=mine, merged_into__merged_into__isnull=False).exists():
            raise BadArchive("A second spelling leads to a second spelling.")
        for season in Season.objects.filter(league__club=self.club).select_related("league"):
            if (other := season_overlapping(season)) is not None:
                raise BadArchive(f"Two seasons count the same days: {season} and {other}.")

    def _warnings(self) -> list[str]:
        warnings = []
        if differ := self.sessions.differ:
            warnings.append(
                f"{len(differ)} sessions settle differently here than where they come from: "
                + ", ".join(differ[:MOST_NAMED])
            )
        if self.manifest.time_zone != settings.TIME_ZONE:
            warnings.append(
                f"It comes from the time zone {self.manifest.time_zone}, here it is {settings.TIME_ZONE}: a "
                "game of no evening counts for the day on which it began here."
            )
        return warnings


def _here_already(manifest: Manifest) -> Club | None:
    """The club of this origin: one that came from it, or the very one the archive was made of."""
    arrival = Arrival.objects.filter(origin=manifest.origin).select_related("club").order_by("pk").first()
    if arrival is not None:
        return arrival.club
    candidates = Club.objects.filter(created_at=manifest.founded)
    return next((club for club in candidates if origin_of(club) == manifest.origin), None)


def _free_name(name: str) -> str:
    """The club's name, or the first of "name 2", "name 3" that no club here has."""
    found, number = name, 1
    while _is_taken(found):
        number += 1
        found = f"{name[: LONGEST_CLUB_NAME - 8]} {number}"
    return found


def _is_taken(name: str) -> bool:
    return Club.objects.filter(name_key=name_key(name)).exists()
