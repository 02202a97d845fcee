"""What is in an archive: each kind of row, what of it is kept, and what its numbers point at.

The order is that of the file, and of bringing it in: a row comes after those it points at. A test holds that
every field of these models is either kept here or said to be left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q, QuerySet

from mahjongclub.clubs.models import Club, Evening, Player, PlayerMerge
from mahjongclub.leagues import models as leagues
from mahjongclub.tables import models as tables

from ..origin_model import Origin

#: the part of numbers that stand for a browser: they keep apart who entered what, and are nobody's elsewhere
DEVICES = "devices"


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one model. `club` is the lookup from a row to its club.

    `refs` says in which part the number in a field stands; `left_out` names what is not in the file: what
    follows from the rest, what only this installation knows, or what would give somebody a right.
    """

    name: str
    model: type[Model]
    club: str
    fields: tuple[str, ...] = ()
    refs: dict[str, str] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    order: tuple[str, ...] = ("pk",)

    @property
    def file(self) -> str:
        """Its name in the archive."""
        return f"{self.name}.jsonl"

    @property
    def keys(self) -> tuple[str, ...]:
        """What a line has of its row, the row's number first."""
        return ("n", *self.fields, *self.refs)

    def rows(self, club: Club) -> QuerySet[Any]:
        """The club's rows."""
        return self.model._default_manager.filter(**{self.club: club}).order_by(*self.order)


@dataclass(frozen=True, slots=True)
class Everybody(Part):
    """The players: those of the roster, whoever sat at a table of the club, and their second spellings."""

    def rows(self, club: Club) -> QuerySet[Any]:
        here = Player.objects.filter(
            Q(club=club)
            | Q(pk__in=tables.Seat.objects.filter(session__club=club).values("player"))
            | Q(pk__in=leagues.Adjustment.objects.filter(season__league__club=club).values("player"))
            | Q(pk__in=leagues.TeamMember.objects.filter(season__league__club=club).values("player"))
            | Q(pk__in=leagues.Stint.objects.filter(place__tournament__club=club).values("player"))
        ).values("pk")
        leads_there = Player.objects.filter(spellings__in=here).values("pk")
        return Player.objects.filter(
            Q(pk__in=here) | Q(pk__in=leads_there) | Q(merged_into__in=here)
        ).order_by("pk")


@dataclass(frozen=True, slots=True)
class Merges(Part):
    """The merges of those players."""

    def rows(self, club: Club) -> QuerySet[Any]:
        known = PARTS[0].rows(club).values("pk")
        return PlayerMerge.objects.filter(kept__in=known, gone__in=known).order_by("pk")


CLOCK = ("minutes", "alarms", "hides", "started_at", "deadline", "paused_at", "pause_reason")

PARTS: tuple[Part, ...] = (
    Everybody(
        "players",
        Player,
        "club",
        ("name", "name_hidden", "created_at"),
        {"merged_into": "players"},
        frozenset({"known_on", "account", "club"}),
    ),
    Part("evenings", Evening, "club", ("date", "name", "place", "created_at"), {}, frozenset({"club"})),
    Part("evening_clocks", tables.EveningClock, "evening__club", CLOCK, {"evening": "evenings"}),
    Part(
        "house_rules",
        tables.HouseRules,
        "club",
        ("variant", "preset", "name", "rules", "changed_at"),
        {},
        frozenset({"club"}),
    ),
    Part(
        "sessions",
        tables.Session,
        "club",
        (
            *("code", "variant", "preset", "rules", "seat_draw", "dice", "on_paper", "created_at"),
            *("started_at", "ended_at", "closed", "version", "state", "pending", "agreeing"),
        ),
        {
            "opener": DEVICES,
            "previous": "sessions",
            "evening": "evenings",
            "house_rules": "house_rules",
        },
        frozenset({"club", "access_generation"}),
    ),
    Part(
        "hands",
        tables.Hand,
        "session__club",
        ("number", "outcome", "entered_at", "changed_at", "awaits", "said"),
        {"session": "sessions", "entered_by": DEVICES},
        frozenset({"result"}),
        ("session", "number"),
    ),
    Part(
        "seats",
        tables.Seat,
        "session__club",
        ("number",),
        {"session": "sessions", "player": "players"},
        frozenset({"score"}),
        ("session", "number"),
    ),
    Part(
        "revisions",
        tables.Revision,
        "session__club",
        ("key", "version", "action", "hand_number", "before", "after", "made_at"),
        {"session": "sessions", "made_by": DEVICES},
        order=("session", "version"),
    ),
    Part(
        "accesses",
        tables.Access,
        "session__club",
        ("role", "seat", "created_at"),
        {"session": "sessions", "device": DEVICES},
        frozenset({"asks_seat"}),
    ),
    Part("clocks", tables.Clock, "session__club", (*CLOCK, "at_end", "last_hand"), {"session": "sessions"}),
    Part(
        "origins",
        Origin,
        "session__club",
        ("source", "identity", "fingerprint", "differences", "brought_at"),
        {"session": "sessions"},
        frozenset({"club"}),
    ),
    Part("leagues", leagues.League, "club", ("name", "created_at"), {}, frozenset({"club"})),
    Part(
        "seasons",
        leagues.Season,
        "league__club",
        ("name", "variant", "starts", "ends", "scoring", "created_at"),
        {"league": "leagues"},
    ),
    Part("choices", leagues.Choice, "session__club", (), {"session": "sessions", "season": "seasons"}),
    Part(
        "adjustments",
        leagues.Adjustment,
        "season__league__club",
        ("tenths", "reason", "day", "made_at"),
        {"season": "seasons", "player": "players"},
        frozenset({"made_by"}),
    ),
    Part("teams", leagues.Team, "season__league__club", ("name",), {"season": "seasons"}),
    Part(
        "team_members",
        leagues.TeamMember,
        "season__league__club",
        (),
        {"season": "seasons", "team": "teams", "player": "players"},
    ),
    Part(
        "tournaments",
        leagues.Tournament,
        "club",
        (
            *("name", "day", "place", "variant", "preset", "rules", "round_count", "draw", "worth"),
            *("minutes", "state", "seed", "final_at", "final_ranking", "created_at"),
        ),
        {"house_rules": "house_rules"},
        frozenset({"club"}),
    ),
    Part(
        "tournament_teams",
        leagues.TournamentTeam,
        "tournament__club",
        ("name",),
        {"tournament": "tournaments"},
    ),
    Part(
        "places",
        leagues.Place,
        "tournament__club",
        ("number", "ranked"),
        {"tournament": "tournaments", "team": "tournament_teams"},
    ),
    Part(
        "stints",
        leagues.Stint,
        "place__tournament__club",
        ("from_round",),
        {"place": "places", "player": "players"},
    ),
    Part(
        "rounds",
        leagues.TournamentRound,
        "tournament__club",
        ("number", "published_at", "opened_at"),
        {"tournament": "tournaments", "evening": "evenings"},
    ),
    Part(
        "drawn_tables",
        leagues.DrawnTable,
        "round__tournament__club",
        ("number",),
        {"round": "rounds", "session": "sessions"},
    ),
    Part(
        "drawn_seats",
        leagues.DrawnSeat,
        "table__round__tournament__club",
        ("seat",),
        {"table": "drawn_tables", "place": "places"},
    ),
    Part(
        "penalties",
        leagues.TournamentPenalty,
        "tournament__club",
        ("round_number", "tenths", "reason", "made_at"),
        {"tournament": "tournaments", "place": "places"},
        frozenset({"made_by"}),
    ),
    Merges(
        "merges",
        PlayerMerge,
        "",
        ("moved", "made_at"),
        {"kept": "players", "gone": "players"},
        frozenset({"made_by"}),
    ),
)
