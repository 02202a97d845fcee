"""Two made-up clubs in which every kind of thing exists: one to look at, and a private one all of whose words
are canaries that nobody else may ever be shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.db.models import Model
from django.utils import timezone

from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Account, Club, Device, Evening, Player, PlayerMerge
from mahjongclub.demo.club import HIDDEN
from mahjongclub.demo.filling import fill
from mahjongclub.events.changes import draw_rounds, give_penalty, publish_drawn_rounds
from mahjongclub.events.models import Place, Tournament
from mahjongclub.events.opening import open_event_round_tables
from mahjongclub.events.registration.changes import add_players_as_entrants
from mahjongclub.events.registration.models import Entrant, Registration
from mahjongclub.events.stages.cut import save_stage
from mahjongclub.events.stages.models import Stage
from mahjongclub.exchange.models import Export, Origin, Upload
from mahjongclub.outbox.models import Channel
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rounds.teams.models import Team, create_team
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.words import Text
from mahjongclub.seasons.models import League, Season
from mahjongclub.tables.models import Access, Clock, HouseRules, Seat, Session
from mahjongclub.tables.opening import open_session

from .browser import Browser

#: each sees something else; "stranger" owns a club too, "insider" the private one
ROLES = ("guest", "viewer", "stranger", "member", "scorer", "organiser", "owner")
CANARY, HIDDEN_CANARY = "Kanarienvogel", "Verborgenheit"
NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


class FullClub:
    """A club with every kind of thing in it, and what may stand in an address about it."""

    def __init__(self, seed: int) -> None:
        self.club = fill(40, seed, NOW, lambda *_said: None).club
        self.tournament = Tournament.objects.get(club=self.club, final_at=None)
        self.owner = self.account(Role.OWNER)
        self.squad_players = create_team(self.tournament.get_or_create_competition(), "Squad")
        Place.objects.filter(tournament=self.tournament, number__lte=2).update(team=self.squad_players)
        save_stage(self.tournament, Stage(name="Final", places=self.tournament.game.seats))
        draw_rounds(self.tournament)
        publish_drawn_rounds(self.tournament)
        open_event_round_tables(
            self.tournament, self.tournament.rounds.get(number=1), Device.objects.latest("pk")
        )
        add_players_as_entrants(self.tournament)
        Registration.objects.create(tournament=self.tournament, wanted=seed == 1)
        give_penalty(Place.objects.filter(tournament=self.tournament)[0], -100, "late", None, self.owner)
        self.invitation, self.token = create_club_invitation(self.club, self.owner, Role.MEMBER, 3, 3)
        self.tables = list(Session.objects.filter(club=self.club, ended_at=None, round_table=None))
        self.values = self.things()

    def account(self, role: str) -> Account:
        return Account.objects.get(memberships__club=self.club, memberships__role=role)

    def device(self, role: str) -> Device:
        """A browser that may do this at every running table of the club."""
        device = Device.objects.create()
        running = Session.objects.filter(club=self.club, ended_at=None)
        Access.objects.bulk_create(Access(session=one, device=device, role=role) for one in running)
        return device

    def upload(self) -> Upload:
        """A sheet of the owner's, whose columns are yet to be told, on the way in."""
        upload = Upload.objects.create(club=self.club, account=self.owner)
        rows = b"date,name,score\n2026-03-01,Aiko,25000\n2026-03-01,Ben,many\n"
        upload.files.create(name="final.csv", content=rows)
        return upload

    def channel(self) -> Channel:
        """Where it tells its results."""
        address = f"https://example.org/{CANARY}"
        return Channel.objects.create(
            club=self.club, kind="discord", address=address, language="en", events=["results"]
        )

    def origin(self) -> Origin:
        """Where one of its games came from."""
        session = Session.objects.filter(club=self.club, ended_at__isnull=False).order_by("pk")[0]
        difference = Text("E1: by our rules the points move.").to_json()
        return Origin.objects.create(
            session=session,
            club=self.club,
            source="old.xml",
            fingerprint=session.code,
            differences=[difference],
        )

    def _west(self, season: Season) -> Team:
        there = season.teams.filter(name="West").first()
        return there or create_team(season.get_or_create_competition(), "West")

    def things(self) -> dict[str, list[Any]]:
        """What may stand in an address: by the word before it, else by its own name."""
        sessions = Session.objects.filter(club=self.club)
        ended = sessions.filter(on_paper=None, ended_at__isnull=False).order_by("variant", "pk")[:1]
        paper = sessions.exclude(on_paper=None).values_list("code", flat=True)[:1]
        season = Season.objects.filter(league__club=self.club, competition__penalties__isnull=False)[0]
        player = self.club.players.filter(account=None, merged_into=None).order_by("pk")[0]
        evening = self.club.evenings.latest("pk").pk
        return {
            "slug": [self.club.slug],
            "code": [*(one.code for one in self.tables), *(one.code for one in ended), *paper],
            "members": [self.account(Role.SCORER).pk],
            "invitations": [self.invitation.pk],
            "channels": [self.channel().pk],
            "kind": ["json", "line"],
            "evenings": [evening],
            "": [evening],
            "other_id": [player.pk + 1],
            "rules": [HouseRules.objects.filter(club=self.club)[0].pk],
            "seasons": [season.pk],
            "adjustments": [season.penalties[0].pk],
            "teams": [self._west(season).number],
            "players": [player.pk],
            "merges": [PlayerMerge.objects.filter(kept__club=self.club).latest("pk").pk],
            "tournaments": [self.tournament.pk],
            "rounds": [1, 2],
            "stages": [2],
            "squads": [self.squad_players.number],
            "lineup": [self.squad_players.number],
            "tables": [1],
            "places": [1],
            "entrants": [self.tournament.entrants.order_by("pk")[0].pk],
            "penalties": [self.tournament.penalties[0].pk],
            "hand": [1],
            "passkeys": [1],
            "variant": ["riichi", "ten"],
            "role": ["viewer"],
            "token": [self.token],
            "archive": [Export.objects.create(club=self.club, finished_at=timezone.now()).pk],
            "upload": [self.upload().pk],
            "origins": [self.origin().pk],
            "rest": ["nothing"],
            "guide": ["trouble"],
        }


class World:
    """The club that is looked at, the private one, and the browsers of everybody."""

    def __init__(self) -> None:
        self.open, self.shut = FullClub(1), FullClub(2)
        for player in self.open.club.players.filter(name=HIDDEN):
            player.name = HIDDEN_CANARY
            player.save()
        self.shut.club.visibility = Club.Visibility.PRIVATE
        self.shut.club.save()
        self.elsewhere = self.table_at_home()
        self.shut.values["code"].append(self.elsewhere.code)
        for row, field in self.words(self.shut.club):
            setattr(row, field, f"{CANARY} {row.pk}")
            row.save()
        codes = Session.objects.filter(club=self.shut.club).values_list("code", flat=True)
        self.secret = re.compile("|".join([CANARY, self.elsewhere.code, self.shut.token, *codes]))
        self.browsers = dict(self.make_browsers())
        self.shut_before = self.rows_of_shut()

    def rows_of_shut(self) -> list[list[Any]]:
        """What is known of the private club."""
        club = self.shut.club
        rows = (
            *(Club.objects.filter(pk=club.pk), club.memberships, club.evenings, club.players, club.sessions),
            *(Seat.objects.filter(session__club=club), Season.objects.filter(league__club=club)),
            *(Tournament.objects.filter(club=club), HouseRules.objects.filter(club=club)),
        )
        return [list(some.order_by("pk").values_list()) for some in rows]

    def shut_is_untouched(self) -> None:
        assert self.rows_of_shut() == self.shut_before, "the private club was changed"

    def table_at_home(self) -> Session:
        """A table of no club, on a phone of somebody else's."""
        game = find_variant("riichi")
        names = [f"{CANARY} {place}" for place in "abcd"]
        preset = game.presets[0]
        return open_session(Device.objects.create(), game.key, preset.key, preset.rules, names, "order")

    def words(self, club: Club) -> Iterator[tuple[Model, str]]:
        """Everything of a club that somebody typed."""
        yield club, "name"
        yield from ((one, "username") for one in Account.objects.filter(memberships__club=club))
        named = (
            *(Player.objects.filter(club=club), HouseRules.objects.filter(club=club)),
            *(League.objects.filter(club=club), Season.objects.filter(league__club=club)),
            *(Team.objects.filter(competition__club=club), Tournament.objects.filter(club=club)),
            *(Stage.objects.filter(tournament__club=club),),
            Entrant.objects.filter(tournament__club=club),
        )
        for rows in named:
            yield from ((one, "name") for one in rows)
        for evening in Evening.objects.filter(club=club):
            yield evening, "name"
            yield evening, "place"
        yield from ((one, "source") for one in Origin.objects.filter(club=club))
        yield from ((one, "reason") for one in Penalty.objects.filter(competition__club=club))
        yield from ((one, "pause_reason") for one in Clock.objects.filter(session__club=club))

    def make_browsers(self) -> Iterator[tuple[str, Browser]]:
        """One for each of ROLES, and the insider's."""
        club = self.open
        stranger = Account.objects.create_user("stranger")
        create_club_with_owner(stranger, "Another club", Club.Visibility.PRIVATE)
        yield "guest", Browser()
        yield "viewer", Browser(device=club.device(Access.Role.VIEWER))
        yield "stranger", Browser(stranger, Device.objects.create())
        yield "member", Browser(club.account(Role.MEMBER))
        yield "scorer", Browser(club.account(Role.SCORER), club.device(Access.Role.SCORER))
        yield "organiser", Browser(club.account(Role.ORGANISER))
        yield "owner", Browser(club.owner, club.device(Access.Role.SCORER))
        shut = self.shut
        yield "insider", Browser(Account.objects.get(pk=shut.owner.pk), shut.device(Access.Role.SCORER))
