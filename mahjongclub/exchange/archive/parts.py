"""What is in an archive: each kind of row, what of it is kept, and what its numbers point at.

The order is that of the file, and of bringing it in: a row comes after those it points at. What is kept of a
row follows from its model: every field that is not said to be left out. A test holds it against an archive of
the last release, so that no field comes into the file, or leaves it, unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Field, Model, Q, QuerySet

from mahjongclub.clubs.models import Club, Device, DifferentPeople, Dues, Evening, Player, PlayerMerge
from mahjongclub.clubs.name_keys import NameKey
from mahjongclub.leagues import models as leagues
from mahjongclub.tables import models as tables

from ..models import Origin

#: the part of numbers that stand for a browser: they keep apart who entered what, and are nobody's elsewhere
DEVICES = "devices"


def players_to_archive(club: Club) -> QuerySet[Player]:
    """Return those of the roster, whoever sat at a table of the club, and their second spellings."""
    here = Player.objects.filter(
        Q(club=club)
        | Q(pk__in=tables.Seat.objects.filter(session__club=club).values("player"))
        | Q(pk__in=tables.Sitter.objects.filter(session__club=club).values("player"))
        | Q(pk__in=leagues.Penalty.objects.filter(competition__club=club).values("player"))
        | Q(pk__in=leagues.TeamMember.objects.filter(team__competition__club=club).values("player"))
        | Q(pk__in=leagues.Team.objects.filter(competition__club=club).values("captain"))
        | Q(pk__in=leagues.PhaseEntrant.objects.filter(season__league__club=club).values("player"))
        | Q(pk__in=leagues.Stint.objects.filter(place__tournament__club=club).values("player"))
        | Q(pk__in=leagues.Entrant.objects.filter(tournament__club=club).values("player"))
        | Q(pk__in=leagues.Presence.objects.filter(evening__club=club).values("player"))
        | Q(pk__in=leagues.Reply.objects.filter(evening__club=club).values("player"))
        | Q(pk__in=leagues.Seat.objects.filter(round__competition__club=club).values("player"))
        | Q(pk__in=leagues.Bye.objects.filter(round__competition__club=club).values("player"))
    ).values("pk")
    leads_there = Player.objects.filter(spellings__in=here).values("pk")
    return Player.objects.filter(Q(pk__in=here) | Q(pk__in=leads_there) | Q(merged_into__in=here))


def merges_to_archive(club: Club) -> QuerySet[PlayerMerge]:
    """Return the merges of those players."""
    player_ids = players_to_archive(club).values("pk")
    return PlayerMerge.objects.filter(kept__in=player_ids, gone__in=player_ids)


def different_people_to_archive(club: Club) -> QuerySet[DifferentPeople]:
    """Return those of the roster who were said to be two people."""
    return DifferentPeople.objects.filter(one__club=club, other__club=club)


def dues_to_archive(club: Club) -> QuerySet[Dues]:
    """Return what those of the roster have paid: not who is on another club's and sat here."""
    return Dues.objects.filter(player__club=club)


@dataclass(frozen=True)
class ArchivePart:
    """Rows of one model. `of` gives a club's, where they do not lead to it by what they point at.

    `without` names, in one text, the fields that are not in the file: what follows from the rest, what only
    this installation knows, or what would give somebody a right. `extra` is written beside the row's own.
    Archives of every release since 1.0 can be read. `later` names fields that have come since: a row without
    them has what a new one begins with. A `newer` part has come since.
    """

    name: str
    model: type[Model]
    without: str = ""
    order: tuple[str, ...] = ("pk",)
    of: Callable[[Club], QuerySet[Any]] | None = None
    extra: tuple[str, ...] = ()
    later: str = ""
    newer: bool = False

    @property
    def file_name(self) -> str:
        """Its name in the archive."""
        return f"{self.name}.jsonl"

    @cached_property
    def stored_fields(self) -> dict[str, Field[Any, Any]]:
        """The fields that are in the file, by their names."""
        fields = {field.name: field for field in self.model._meta.concrete_fields if not field.primary_key}
        gone = self.without.split()
        return {n: field for n, field in fields.items() if n not in gone and not isinstance(field, NameKey)}

    @cached_property
    def value_fields(self) -> dict[str, Field[Any, Any]]:
        """Those that hold a value."""
        return {name: field for name, field in self.stored_fields.items() if not field.is_relation}

    @cached_property
    def part_by_reference_field(self) -> dict[str, str]:
        """Those that hold the number of a row, and in which part it stands."""
        names: dict[Any, str] = {Device: DEVICES, **{section.model: section.name for section in PARTS}}
        return {n: names[field.related_model] for n, field in self.stored_fields.items() if field.is_relation}

    @property
    def row_keys(self) -> tuple[str, ...]:
        """What a line has of its row, the row's number first."""
        return ("n", *self.value_fields, *self.part_by_reference_field)

    def is_required(self, ref: str) -> bool:
        """Whether no row is without what this field points at."""
        return not self.stored_fields[ref].null

    @property
    def club_lookup(self) -> str:
        """The way from a row to its club: by what it cannot be without, else a field of its own."""
        for ref, target in self.part_by_reference_field.items():
            if target != DEVICES and self.is_required(ref):
                return f"{ref}__{next(section for section in PARTS if section.name == target).club_lookup}"
        return "club"

    def club_rows(self, club: Club) -> QuerySet[Any]:
        """The club's rows."""
        queryset = (
            self.of(club) if self.of else self.model._default_manager.filter(**{self.club_lookup: club})
        )
        return queryset.order_by(*self.order)


BY_HAND = ("session", "number")

PARTS: tuple[ArchivePart, ...] = (
    ArchivePart(
        "players",
        Player,
        "known_on account claimed_by_seat club",
        of=players_to_archive,
        extra=("on_roster",),
    ),
    ArchivePart("evenings", Evening, "club"),
    ArchivePart("evening_clocks", tables.EveningClock),
    ArchivePart("house_rules", tables.HouseRules, "club"),
    ArchivePart(
        "sessions",
        tables.Session,
        "club access_generation given to_pay called_at seat_requests phones_until",
    ),
    ArchivePart("hands", tables.Hand, "result", BY_HAND),
    ArchivePart("seats", tables.Seat, "score", BY_HAND),
    ArchivePart("sitters", tables.Sitter, order=BY_HAND),
    ArchivePart("revisions", tables.Revision, order=("session", "version")),
    ArchivePart("accesses", tables.Access, "asks_seat by_club"),
    ArchivePart("late_hands", tables.LateHand, order=(*BY_HAND, "pk")),
    ArchivePart("clocks", tables.Clock),
    ArchivePart("origins", Origin, "club"),
    ArchivePart("leagues", leagues.League, "club"),
    ArchivePart("seasons", leagues.Season),
    ArchivePart("choices", leagues.Choice),
    ArchivePart(
        "tournaments",
        leagues.Tournament,
        "club changes code_generations",
    ),
    ArchivePart("competitions", leagues.Competition, "club"),
    ArchivePart("competition_teams", leagues.Team, "captain_key"),
    ArchivePart("competition_team_members", leagues.TeamMember),
    ArchivePart("phases", leagues.Phase, "cut_by"),
    ArchivePart("phase_entrants", leagues.PhaseEntrant),
    ArchivePart("event_places", leagues.Place),
    ArchivePart("stints", leagues.Stint),
    ArchivePart("stages", leagues.Stage, "cut_by"),
    ArchivePart("qualifiers", leagues.Qualifier),
    ArchivePart("round_times", leagues.RoundTime),
    ArchivePart("merges", PlayerMerge, "made_by", of=merges_to_archive),
    ArchivePart("different_people", DifferentPeople, of=different_people_to_archive),
    ArchivePart("dues", Dues, of=dues_to_archive),
    ArchivePart("nights", leagues.Night),
    ArchivePart("presences", leagues.Presence, "device"),
    ArchivePart("replies", leagues.Reply, "device reminds reminded"),
    ArchivePart("registrations", leagues.Registration),
    ArchivePart("entrants", leagues.Entrant, "device account secret"),
    ArchivePart("competition_rounds", leagues.Round),
    ArchivePart("competition_tables", leagues.Table, "code_from"),
    ArchivePart("competition_seats", leagues.Seat, "named_by"),
    ArchivePart("competition_byes", leagues.Bye),
    ArchivePart("competition_penalties", leagues.Penalty, "made_by", later="team"),
)
