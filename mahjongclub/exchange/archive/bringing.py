"""Bringing a club in from an archive: in one transaction, settled anew by the engine, or not at all.

Outcomes come from the file; points do not. Every hand is settled here, and the figures follow from that. No
account is touched: nobody becomes a member by a file, and no player is anybody's until they are claimed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain, count
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.club_model import LONGEST_CLUB_NAME, Role
from mahjongclub.clubs.founding import free_slug
from mahjongclub.clubs.models import Account, Club, Membership, Player, PlayerMerge
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.time_zones import is_zone, server_zone
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.figures.folding import build_new_figures
from mahjongclub.rounds.models import Table
from mahjongclub.rounds.teams.models import TeamMember
from mahjongclub.rules.registry import find_variant
from mahjongclub.seasons.changes import season_overlapping
from mahjongclub.seasons.models import Phase, PhaseEntrant, Season
from mahjongclub.tables.models import Seat, Session, Sitter

from ..models import Arrival
from .checking import check_row, local_rules_key
from .container import (
    MEMBERS,
    BadArchive,
    CheckedArchive,
    ClubAlreadyHere,
    Manifest,
    TooManyRows,
    club_identity,
)
from .parts import PARTS, ArchivePart
from .reading import ArchiveRow, ImportedIds, row_batches, store_rows
from .settling import SessionChecks

#: hears what is being done, how much of it is done, and of how much
Report = Callable[[str, int, int], None]
MOST_NAMED = 20


@dataclass(slots=True)
class ImportedArchive:
    """What came in, who was a member where it comes from, and what is not as the archive says."""

    club: Club
    counts: dict[str, int]
    members: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def import_archive(
    file: IO[bytes] | CheckedArchive,
    *,
    owner: Account | None = None,
    slug: str = "",
    name: str = "",
    allow_second: bool = False,
    begin: Callable[[], None] = lambda: None,
    finish: Callable[[Club], None] = lambda club: None,
    report: Report = lambda what, done, whole: None,
) -> ImportedArchive:
    """Create the club of an archive, owned by `owner`. BadArchive with the reason, and nothing is stored.

    A club that is here already is refused, unless `allow_second` is asked for, or one by its `slug`. `begin`
    and `finish` are done within the transaction: what they raise takes everything back.
    """
    packed = file if isinstance(file, CheckedArchive) else CheckedArchive(file)
    try:
        with hold_write_lock(), transaction.atomic():
            begin()
            brought = _Arrival(packed, report).bring(owner, slug, name, allow_second=allow_second)
            finish(brought.club)
            return brought
    except (IntegrityError, DataError) as fault:
        raise BadArchive(f"Its rows contradict each other: {str(fault).splitlines()[0]}.") from None
    except ValidationError as fault:
        raise BadArchive(f"The club itself: {'; '.join(fault.messages)}") from None


class _Arrival:
    """One club coming in."""

    def __init__(self, packed: CheckedArchive, report: Report) -> None:
        self.packed = packed
        self.manifest = packed.manifest
        self.report = report
        self.numbers = ImportedIds()
        self.sessions = SessionChecks(self.numbers)
        self.club = Club()
        #: how many seats the merges of the archive name in all
        self.moved_count = 0
        #: the rows of a player, by the model and the player: {(session, number): row}
        self.drawn_seats_of: dict[tuple[type[Seat | Sitter], int], dict[tuple[int, int], int]] = {}

    def bring(self, owner: Account | None, slug: str, name: str, *, allow_second: bool) -> ImportedArchive:
        self.club = self._found(slug, name, allow_second=allow_second)
        if owner is not None:
            Membership.objects.create(club=self.club, account=owner, role=Role.OWNER)
        counts = {section.name: self._part(section) for section in PARTS}
        self.sessions.check_complete()
        self._check_whole()
        self._begin_with()
        ended = Session.objects.counting().filter(club=self.club).order_by("pk")
        build_new_figures(list(ended.values_list("pk", flat=True)), self.report)
        members = [row for _number, row in self.packed.rows(MEMBERS)]
        return ImportedArchive(self.club, counts, members, self._warnings())

    def _found(self, slug: str, name: str, *, allow_second: bool) -> Club:
        """The club's row, with nothing in it. BadArchive where it is here already."""
        facts = self.manifest.club
        if not (slug or allow_second) and (here := _here_already(self.manifest)) is not None:
            where = f"/c/{here.slug}/"
            raise ClubAlreadyHere(f"This club is here already, at {where}: a second one needs an address.")
        is_taken = Club.objects.filter(slug=slug or facts.slug).exists()
        if slug and is_taken:
            raise BadArchive(f"Another club has the address /c/{slug}/.")
        slug = free_slug(facts.name) if is_taken else slug or facts.slug
        if name and _is_taken(name):
            raise BadArchive(f"Another club is called {name}.")
        club = Club(
            name=name or _free_name(facts.name),
            slug=slug,
            visibility=facts.visibility,
            counts_for=facts.counts_for,
            dues_cents=facts.dues_cents,
            dues_currency=facts.dues_currency,
            time_zone=self.manifest.time_zone if is_zone(self.manifest.time_zone) else server_zone(),
        )
        club.full_clean(exclude=["name_key"])
        club.save()
        Club.objects.filter(pk=club.pk).update(created_at=facts.founded)
        Arrival.objects.create(club=club, origin=facts.origin, archived_at=self.manifest.made_at)
        return Club.objects.get(pk=club.pk)

    def _part(self, section: ArchivePart) -> int:
        """Every row of a part, some hundred at a time."""
        before = self._merges if section.name == "merges" else self.sessions.before.get(section.name)
        later: dict[str, dict[int, Any]] = {
            ref: {}
            for ref in section.part_by_reference_field
            if section.part_by_reference_field[ref] == section.name
        }
        done = 0
        for lines in row_batches(self.packed, section, self.numbers):
            for line in lines:
                if hasattr(line.row, "club_id") and line.data.get("on_roster", True):
                    line.row.club = self.club
                check_row(section.name, line, self.numbers)
                for ref, numbers in later.items():
                    if line.data[ref] is not None:
                        numbers[line.number] = line.data[ref]
            if before:
                before(lines)
            store_rows(section, lines, self.numbers)
            done += len(lines)
            self.report(section.name, done, max(done, self.manifest.files[section.file_name].rows))
        for ref, numbers in later.items():
            self._point(section, ref, numbers)
        return done

    def _point(self, section: ArchivePart, ref: str, numbers: dict[int, Any]) -> None:
        """What points at rows of its own part, now that all of them are there."""
        rows = []
        for number, reference in numbers.items():
            target = self.numbers.find_id(section.name, reference)
            if target is None or reference == number:
                raise BadArchive(f"{section.file_name}: row {number} points at no other row of it.")
            rows.append(section.model(pk=self.numbers.find_id(section.name, number), **{f"{ref}_id": target}))
        section.model._default_manager.bulk_update(rows, [ref], batch_size=100)

    def _merges(self, lines: list[ArchiveRow]) -> None:
        """What can be undone of a merge, in the numbers of this installation."""
        for line in lines:
            merge, moves = line.row, line.data["moved"]
            try:
                moved = {
                    "seats": self._moved(Seat, merge, moves["seats"]),
                    "sitters": self._moved(Sitter, merge, moves["sitters"]),
                }
                before = {
                    "account_id": None,
                    "known_on_id": None,
                    "name_hidden": bool(moves["name_hidden"]),
                    "guest": bool(moves["guest"]),
                    "club_id": self.club.pk if moves["on_roster"] else None,
                }
                gone_hidden = moves["gone_hidden"]
            except TooManyRows:
                raise
            except (KeyError, TypeError, ValueError):
                raise line.archive_error("no merge of two players.") from None
            if gone_hidden is None:  # the merge is from when spellings were hidden by their player alone
                gone_hidden = merge.gone.name_hidden
            merge.moved = moved | {"before": before, "gone_hidden": bool(gone_hidden)}

    def _moved(self, model: type[Seat | Sitter], merge: PlayerMerge, places: Any) -> list[int]:
        """The rows that a merge moved, told as (session, number) in the numbers of the archive."""
        self.moved_count += len(places)
        self.packed.check_row_count(self.moved_count)
        key = (model, merge.kept_id)
        if key not in self.drawn_seats_of:
            seats = model.objects.filter(player=merge.kept_id).values_list("session_id", "number", "pk")
            self.drawn_seats_of[key] = {(session, number): pk for session, number, pk in seats}
        rows = [(self.numbers.find_id("sessions", session), number) for session, number in places]
        return [
            self.drawn_seats_of[key][session, number]
            for session, number in rows
            if session is not None and type(number) is int and (session, number) in self.drawn_seats_of[key]
        ]

    def _check_phases(self) -> None:
        mine = {"season__league__club": self.club}
        for phase in Phase.objects.filter(**mine).select_related("season", "before"):
            if phase.before.starts >= phase.season.starts or phase.before.variant != phase.season.variant:
                raise BadArchive("A phase goes on from a season of another game, or from a later one.")
        entrants = PhaseEntrant.objects.filter(**mine).exclude(team=None)
        if entrants.exclude(team__competition__season=F("season")).exists():
            raise BadArchive("A team of another season goes on to a phase.")

    def _check_teams(self) -> None:
        members = TeamMember.objects.filter(team__competition__season__league__club=self.club)
        rows = members.values_list("team__competition", "player")
        if rows.count() > rows.distinct().count():
            raise BadArchive("Somebody is of two teams of a season.")

    def _check_rounds(self) -> None:
        tables = Table.objects.filter(round__competition__club=self.club)
        tables = tables.select_related(
            "session", "round__competition__season", "round__competition__tournament"
        )
        for table in tables.prefetch_related("seats__team", "byes"):
            season, event, seats = table.round.season, table.round.tournament, table.seats.all()
            game = event.game if event is not None else find_variant(table.variant)
            if any(seat.number >= game.seats for seat in seats):
                raise BadArchive("A table has not the seat at which somebody sits.")
            rounds = {seat.round_id for seat in seats} | {seat.round_id for seat in table.byes.all()}
            if rounds - {table.round_id}:
                raise BadArchive("Somebody sits at a table of another round.")
            if any(
                seat.team is not None and seat.team.competition_id != table.round.competition_id
                for seat in seats
            ):
                raise BadArchive("A team of another season plays a match.")
            played = {table.variant, *([table.session.variant] if table.session is not None else [])}
            if season is not None and played != {season.variant}:
                raise BadArchive("At a match another game was played.")

    def _check_whole(self) -> None:
        """What no single row shows."""
        mine = Player.objects.filter(pk__in=self.numbers.rows["players"].values())
        hidden = mine.filter(merged_into__name_hidden=True).values("pk")
        Player.objects.filter(pk__in=hidden).update(name_hidden=True)
        if mine.filter(merged_into__merged_into__isnull=False).exists():
            raise BadArchive("A second spelling leads to a second spelling.")
        for season in Season.objects.filter(league__club=self.club).select_related("league"):
            if (other := season_overlapping(season)) is not None:
                raise BadArchive(f"Two seasons count the same days: {season} and {other}.")
        self._check_phases()
        self._check_teams()
        self._check_rounds()

    def _begin_with(self) -> None:
        """The rules that new tables begin with, where they are here too."""
        begins_with = self.manifest.club.begins_with.items()
        rules_found = ((game, local_rules_key(game, key, self.numbers)) for game, key in begins_with)
        self.club.begins_with = {game: key for game, key in rules_found if key}
        self.club.save(update_fields=["begins_with"])

    def _warnings(self) -> list[str]:
        warnings = []
        if differ := self.sessions.differ:
            text = ngettext(
                "%(count)s game is scored differently here than where it comes from: %(games)s",
                "%(count)s games are scored differently here than where they come from: %(games)s",
                len(differ),
            )
            warnings.append(text % {"count": len(differ), "games": ", ".join(differ[:MOST_NAMED])})
        if self.club.time_zone != self.manifest.time_zone:
            text = _(
                "This server does not know the time zone %(before)s: the club now has %(now)s. You can "
                "change it in the club’s settings."
            )
            warnings.append(text % {"before": self.manifest.time_zone, "now": self.club.time_zone})
        return warnings


def _here_already(manifest: Manifest) -> Club | None:
    """The club of this origin: one that came from it, or the very one the archive was made of."""
    facts = manifest.club
    arrival = Arrival.objects.filter(origin=facts.origin).select_related("club").order_by("pk").first()
    if arrival is not None:
        return arrival.club
    candidates = Club.objects.filter(created_at=facts.founded)
    return next((club for club in candidates if club_identity(club) == facts.origin), None)


def _free_name(name: str) -> str:
    """The club's name, or the first of "name 2", "name 3" that no club here has."""
    numbered = (f"{name[: LONGEST_CLUB_NAME - 8]} {number}" for number in count(2))
    return next(candidate for candidate in chain([name], numbered) if not _is_taken(candidate))


def _is_taken(name: str) -> bool:
    return Club.objects.filter(name_key=name_key(name)).exists()
