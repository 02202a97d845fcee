"""One small public club in which every kind of thing exists, and everybody who may come to it.

Public, for there a stranger may do most; `docs/roles.md` tells what the other visibilities hide.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from mahjongclub.cards.models import CardLine
from mahjongclub.clubs.accounts.first_owner import create_owner_link_token
from mahjongclub.clubs.club_model import NIGHT_ENDS, Club, Evening, Role, tonight
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.hosting import create_host_invitation
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Account, Device, Membership, Player
from mahjongclub.clubs.people.leaving import schedule_name_erasure
from mahjongclub.clubs.people.merging import merge_player
from mahjongclub.debts.settling import find_or_create_sheet, save_repayment_if_owed
from mahjongclub.debts.sheet import SheetState
from mahjongclub.events.changes import (
    draw_rounds,
    finalise_ranking,
    give_penalty,
    publish_drawn_rounds,
    replace_places_and_discard_draw,
)
from mahjongclub.events.desk import save_paper_result
from mahjongclub.events.models import Place, Tournament
from mahjongclub.events.opening import open_event_round_tables
from mahjongclub.events.registration.changes import (
    add_entrants,
    add_players_as_entrants,
    save_registration_and_move_up,
)
from mahjongclub.events.registration.models import Entrant, Registration
from mahjongclub.events.registration.pages import badge_token, own_token
from mahjongclub.events.stages.cut import save_cut, save_stage
from mahjongclub.events.stages.models import Stage
from mahjongclub.exchange.models import Export, Origin, Upload
from mahjongclub.nights.changes import check_in_players, draw_and_open_round
from mahjongclub.outbox.channels.signed_json import new_signing_secret
from mahjongclub.outbox.models import Channel
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rounds.teams.models import TeamMember, create_team
from mahjongclub.rules.registry import find_variant
from mahjongclub.seasons.changes import add_season, give_points, save_season_and_count_games
from mahjongclub.seasons.matches import draw_match, save_match_lineup
from mahjongclub.seasons.models import League, PhaseEntrant, Season
from mahjongclub.seasons.phases import save_phase
from mahjongclub.tables.agreeing import switch_agreeing
from mahjongclub.tables.clock_changes import pause_clock, set_clock, start_clock
from mahjongclub.tables.club_choice import NOBODY, ClubAndEvening, attach_session
from mahjongclub.tables.evening_clock import set_evening_clock
from mahjongclub.tables.models import Access, HouseRules, LateHand, Seat, Session
from mahjongclub.tables.opening import open_session, start_session
from mahjongclub.tables.paper import save_paper_game
from mahjongclub.tables.recording import Submission, change_hand_notes, close_session, record_hand
from mahjongclub.tables.views.share import get_or_create_spoken_code
from tests.fuzz.browser import Browser

NAMES = ("Aiko", "Benoît", "Chen", "Dina")
PASSWORD = "four winds and a wall"


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who comes. `account` signs in; `phone` is known at every table of the hall in that way."""

    key: str
    words: str
    account: bool = True
    club: str = ""
    phone: str = ""


#: the order of the columns
EVERYBODY = (
    Who("guest", "a guest: not signed in, a browser no table knows", account=False),
    Who("viewer", "a phone that looks on, nobody signed in", account=False, phone="viewer"),
    Who("keeper", "a phone that keeps the score, nobody signed in", account=False, phone="scorer"),
    Who("opener", "the phone that opened the table, nobody signed in", account=False, phone="opener"),
    Who("stranger", "signed in, the owner of another club"),
    Who("onlooker", "as the stranger, on a phone that looks on", phone="viewer"),
    Who("member", "a member of the club", club="member"),
    Who("host", "a member, on the phone that opened the table", club="member", phone="opener"),
    Who("scorer", "a scorer of the club", club="scorer"),
    Who("organiser", "an organiser of the club", club="organiser"),
    Who("referee", "an organiser, on a phone that keeps the score", club="organiser", phone="scorer"),
    Who("owner", "the owner of the club", club="owner"),
    Who("staff", "staff of the installation, no member"),
    Who("installer", "the owner of the installation, no member"),
)
PEOPLE = {who.key: who for who in EVERYBODY}


class Hall:
    """The club, its things, and a browser for each of EVERYBODY."""

    def __init__(self) -> None:
        self.accounts = {who.key: self._account(who.key) for who in EVERYBODY if who.account}
        self.club = create_club_with_owner(self.accounts["owner"], "Four Winds", Club.Visibility.PUBLIC)
        self.own_clubs: dict[str, Club] = {}
        for who in EVERYBODY:
            if who.club and who.club != "owner":
                Membership.objects.create(club=self.club, account=self.accounts[who.key], role=Role(who.club))
            elif who.key in ("stranger", "onlooker"):
                name = f"Another of {who.key}"
                self.own_clubs[who.key] = create_club_with_owner(
                    self.accounts[who.key], name, Club.Visibility.PRIVATE
                )
        Account.objects.filter(username__in=("staff", "installer")).update(is_staff=True)
        Account.objects.filter(username="installer").update(is_superuser=True)
        # one of them signs in with a second factor too
        TOTP.activate(self.accounts["scorer"], generate_totp_secret())
        RecoveryCodes.activate(self.accounts["scorer"])
        self.devices = {who.key: Device.objects.create() for who in EVERYBODY if who.phone}
        self.opener = self.devices["opener"]
        self.evening = Evening.objects.create(club=self.club, date=tonight(), place="Rue de Gand")
        set_evening_clock(self.evening, {"minutes": 90, "alarms": [], "hides": False})
        self._people()
        self._tables()
        self._league()
        self._tournaments()
        self._papers()
        self._let_in()
        self._late()
        self._debts()
        self._cards()
        self.things = self._things()
        self.browsers = {who.key: self._browser(who) for who in EVERYBODY}

    def _late(self) -> None:
        """A hand of a running table that came once its table had been over, as a phone would send it."""
        self.late = LateHand.objects.create(
            session=self.running,
            key=uuid4(),
            number=self.running.next_row_number,
            outcome={"type": "draw", "tenpai": [], "riichi": []},
            device=self.devices["keeper"],
            entered_at=timezone.now(),
        )

    def _debts(self) -> None:
        """Who owes whom after the ended game, in points, with one debt paid."""
        Club.objects.filter(pk=self.club.pk).update(settles_up=True)
        self.debts = find_or_create_sheet([self.ended], self.evening, self.opener, None)
        paid = SheetState(self.debts).tallies()[0].debts[0]
        debt = {"payer": paid.payer, "payee": paid.payee, "variant": "riichi", "amount": paid.amount}
        assert save_repayment_if_owed(self.debts, {**debt, "key": uuid4()}, self.opener)
        self.repayment = self.debts.repayments.get()

    def _cards(self) -> None:
        """A line on the card of the club, and one on that of its member."""
        line = {"section": "Waterways", "text": "Four herons over a canal", "value": 35}
        self.club_line = CardLine.objects.create(club=self.club, **line)
        self.my_line = CardLine.objects.create(account=self.accounts["member"], **line)

    def _browser(self, who: Who) -> Browser:
        """Who is signed in has typed the password a moment ago: nobody is sent to do that first."""
        account = Account.objects.get(username=who.key) if who.account else None
        browser = Browser(account, self.devices.get(who.key))
        if account is not None:
            session = SessionStore(browser.cookies[settings.SESSION_COOKIE_NAME].value)
            session["account_authentication_methods_user"] = str(account.pk)
            session["account_authentication_methods"] = [
                {"method": "password", "at": time.time(), "reauthenticated": True}
            ]
            session.save()
        return browser

    def _account(self, name: str) -> Account:
        return Account.objects.create_user(name, password=PASSWORD)

    def _people(self) -> None:
        new = Player.objects.create
        self.players = {name: new(name=name, club=self.club) for name in (*NAMES, "Emil", "Fatou")}
        self.spelling = merge_player(
            self.players["Emil"], new(name="Emile", club=self.club), self.accounts["owner"]
        )
        self.claimed = new(name="Gina", club=self.club, account=self.accounts["scorer"])
        self.guest = new(name="Henri", known_on=self.opener)
        self.leaving = new(name="Rosa", club=self.club)
        schedule_name_erasure(self.leaving, self.accounts["owner"])
        self.passer_by = new(name="Inès")

    def _tables(self) -> None:
        ours = ClubAndEvening(self.club, self.evening)
        riichi = find_variant("riichi").default_preset
        self.house_rules = HouseRules.objects.create(
            club=self.club, variant="riichi", name="Ours", preset=riichi.key, rules=riichi.rules.to_json()
        )
        self.unused_rules = HouseRules.objects.create(
            club=self.club, variant="riichi", name="Theirs", preset=riichi.key, rules=riichi.rules.to_json()
        )
        self.running = self.open(belonging=ours, house_rules=self.house_rules)
        for winner in (1, 2):
            record_hand(self.running.pk, ask(self.running), ron(winner, 3))
        self.shared = self.open(names=(*NAMES, "Farid"), belonging=ours, rotation="deal")
        self.unstarted = self.open(belonging=ours, start=False)
        self.nameless = self.open(names=("Aiko", "", "Chen", "Dina"), belonging=ours)
        self.ended = self.open(belonging=ours)
        record_hand(self.ended.pk, ask(self.ended), ron(1, 3))
        close_session(self.ended.pk, ask(self.ended))
        self.past = self.open(belonging=ours)
        record_hand(self.past.pk, ask(self.past), ron(1, 3))
        close_session(self.past.pk, ask(self.past))
        Session.objects.filter(pk=self.past.pk).update(phones_until=timezone.now() - timedelta(minutes=1))
        self.free = self.open(names=("Aiko", "Benoît", "Chen", "Henri"))
        record_hand(self.free.pk, ask(self.free), ron(1, 3))
        self.timed = self.open(belonging=ours)
        set_clock(self.timed.pk, ask(self.timed), CLOCK)
        self.ticking = self.open(belonging=ours)
        set_clock(self.ticking.pk, ask(self.ticking), CLOCK)
        start_clock(self.ticking.pk, ask(self.ticking))
        self.paused = self.open(belonging=ours)
        set_clock(self.paused.pk, ask(self.paused), CLOCK)
        start_clock(self.paused.pk, ask(self.paused))
        pause_clock(self.paused.pk, ask(self.paused), "tea")
        self.agreeing = self.open(belonging=ours)
        switch_agreeing(self.agreeing.pk, ask(self.agreeing), True)
        record_hand(self.agreeing.pk, ask(self.agreeing), ron(1, 3))
        self.asked_for = self.open(belonging=ours)
        self.noted = self.open(belonging=ours)
        change_hand_notes(self.noted.pk, ask(self.noted), 1, lambda _session, _notes: {"riichi": [0]})
        self.ten = self.open("ten", NAMES[:2], belonging=ours)
        self.given = self.open(names=("Nadia", "Otto", "Pia", "Quentin"))
        attach_session(self.given.pk, ours)
        self.taiwanese = self.open("taiwanese", belonging=ours)
        self.by_card = self.open("american", belonging=ours)
        Seat.objects.filter(session=self.taiwanese, number=3).update(player=self.passer_by)
        self.elsewhere = self.open(names=("Jo", "Kim", "Lou", "Max"))
        Seat.objects.filter(session=self.elsewhere, number=0).update(player=self.claimed)
        self.spoken = {
            role: get_or_create_spoken_code(self.running, role).code for role in ("scorer", "viewer")
        }
        final = {"scores": [40000, 30000, 20000, 10000], "sticks": 0, "bank": None}
        self.paper = save_paper_game(
            self.opener, ours, find_variant("riichi"), riichi, None, NAMES, final, tonight()
        )

    def open(
        self,
        variant: str = "riichi",
        names: Any = NAMES,
        start: bool = True,
        belonging: ClubAndEvening = NOBODY,
        **options: Any,
    ) -> Session:
        """A table on the opener's phone."""
        game = find_variant(variant)
        preset = game.default_preset
        session = open_session(
            self.opener, variant, preset.key, preset.rules, names, "order", belonging=belonging, **options
        )
        if start:
            start_session(session)
            # of the evening's day after midnight too: a session taken out of its evening counts for the same
            began = timezone.make_aware(datetime.combine(tonight(), datetime.min.time())) + NIGHT_ENDS
            Session.objects.filter(pk=session.pk).update(started_at=began)
        return Session.objects.get(pk=session.pk)

    def _let_in(self) -> None:
        """Each phone is known at every table; "opener" as who opened it."""
        roles = {
            "viewer": Access.Role.VIEWER,
            "scorer": Access.Role.SCORER,
            "opener": Access.Role.SCORER,
        }
        for who in EVERYBODY:
            for session in Session.objects.exclude(pk=self.elsewhere.pk) if who.phone else ():
                seat = 3 if who.phone != "viewer" else None
                defaults = {"role": roles[who.phone], "seat": seat}
                Access.objects.update_or_create(
                    session=session, device=self.devices[who.key], defaults=defaults
                )
        # here the keeper alone sits there, and a further phone asks for that seat
        others = self.asked_for.accesses.exclude(device=self.devices["keeper"])
        others.update(seat=None, asks_seat=False)
        self.asker = Access.objects.create(
            session=self.asked_for, device=Device.objects.create(), role=Access.Role.SCORER
        )
        requests = {str(self.asker.pk): 3}
        Session.objects.filter(pk=self.asked_for.pk).update(seat_requests=requests)

    def _league(self) -> None:
        today = tonight()
        league = League.objects.create(club=self.club, name="Spring")
        self.season = add_season(
            league, "2026", "riichi", today - timedelta(days=30), today + timedelta(days=30), read_scoring({})
        )
        self.adjustment = give_points(self.season, self.players["Aiko"], -50, "late", today)
        self.team = create_team(self.season.get_or_create_competition(), "West")
        TeamMember.objects.create(team=self.team, player=self.players["Aiko"])
        days = today - timedelta(days=400), today - timedelta(days=300)
        earlier = add_season(league, "2025", "riichi", *days, read_scoring({}))
        for number, player in enumerate(list(self.players.values())[:4]):
            give_points(earlier, player, 100 - number, "as it was", days[0])
        self.phase = Season(
            league=league,
            name="2025, final",
            variant="riichi",
            starts=today - timedelta(days=299),
            ends=today - timedelta(days=290),
            scoring=earlier.scoring,
        )
        save_phase(self.phase, earlier, 4, "half")
        self.playoff = Season(
            league=league, name="Playoff", variant="riichi", starts=today, scoring=earlier.scoring
        )
        self.playoff.counts = Season.CountedGames.MATCHES
        save_phase(self.playoff, self.phase, 4, "half")
        for number, player in enumerate(list(self.players.values())[:4], start=1):
            PhaseEntrant.objects.create(season=self.playoff, number=number, player=player)
        self.team_season = Season(
            league=league, name="Teams", variant="riichi", starts=today, scoring=earlier.scoring
        )
        self.team_season.counts = Season.CountedGames.TEAMS
        save_season_and_count_games(self.team_season)
        self.match_player = self.claimed
        for player in (self.match_player, *list(self.players.values())[:3]):
            team = create_team(self.team_season.get_or_create_competition(), player.name, player)
            TeamMember.objects.create(team=team, player=player)
        match = draw_match(self.team_season, today + timedelta(days=7), None, 1)
        self.match_seat = match.seats.get(team__captain=self.match_player)
        self.night = Evening.objects.create(club=self.club, date=today + timedelta(days=1))
        came = [Player.objects.create(name=f"Night {number}", club=self.club) for number in range(4)]
        check_in_players(self.night, came)
        draw_and_open_round(self.night, 0, self.opener)
        named = draw_match(self.team_season, today, None, 1)
        wanted = {seat.pk: seat.team.captain_id for seat in named.seats.select_related("team") if seat.team}
        save_match_lineup(named, wanted, self.team_season.teams.values_list("pk", flat=True), None)

    def _tournaments(self) -> None:
        self.draft = self._tournament("In preparation")
        replace_places_and_discard_draw(self.draft, [(f"Draft {number}", "") for number in range(8)])
        self.drawn = self._tournament("Drawn")
        replace_places_and_discard_draw(self.drawn, [(f"Drawn {number}", "") for number in range(8)])
        draw_rounds(self.drawn, 1)
        self.published = self._tournament("Published", public=True)
        replace_places_and_discard_draw(self.published, [(f"Published {number}", "") for number in range(4)])
        draw_rounds(self.published, 1)
        publish_drawn_rounds(self.published)
        self.final = self._tournament("Final")
        replace_places_and_discard_draw(self.final, [(f"Final {number}", "") for number in range(4)])
        draw_rounds(self.final, 1)
        publish_drawn_rounds(self.final)
        finalise_ranking(self.final)
        self.tournament = self._tournament("Open")
        replace_places_and_discard_draw(self.tournament, [(f"Place {number}", "") for number in range(8)])
        draw_rounds(self.tournament, 1)
        publish_drawn_rounds(self.tournament)
        opened = open_event_round_tables(self.tournament, self.tournament.rounds.get(number=1), self.opener)
        self.directed, calls = opened
        Session.objects.filter(pk=calls.pk).update(called_at=timezone.now())
        first = Place.objects.filter(tournament=self.tournament).order_by("number")[0]
        give_penalty(first, -100, "late", None, self.accounts["owner"])
        self.penalty = self.tournament.penalties.get()
        add_players_as_entrants(self.tournament)
        self.entered = self._tournament("Entered")
        save_registration_and_move_up(Registration(tournament=self.entered, wanted=True, capacity=1))
        self.entrant = add_entrants(self.entered, [{"name": "Entered"}, {"name": "Waiting"}])[0]
        self.of_teams = self._tournament("Of teams")
        replace_places_and_discard_draw(
            self.of_teams, [(f"Team {number}", "ABCD"[number // 2]) for number in range(8)]
        )
        draw_rounds(self.of_teams, 1)
        publish_drawn_rounds(self.of_teams)
        self.captained = self.of_teams.teams.get(name="A")
        self.captained.save_captain(None, new_link=True)
        self.to_cut, self.has_cut = self._before_a_cut("To be cut"), self._before_a_cut("Cut")
        stage = self.has_cut.stages.get()
        save_cut(self.has_cut, stage.pk, (), lot=True, reason="", account=self.accounts["owner"], seed=1)
        add_players_as_entrants(self.tournament)
        self.entered = self._tournament("Entered")
        save_registration_and_move_up(Registration(tournament=self.entered, wanted=True, capacity=1))
        self.entrant = add_entrants(self.entered, [{"name": "Entered"}, {"name": "Waiting"}])[0]

    def _before_a_cut(self, name: str) -> Tournament:
        """A tournament whose one round is over, and four are to play a final."""
        found = self._tournament(name)
        replace_places_and_discard_draw(found, [(f"{name} {number}", "") for number in range(4)])
        save_stage(found, Stage(name="Final", places=4))
        found.refresh_from_db()
        draw_rounds(found, 1)
        publish_drawn_rounds(found)
        for one in found.rounds.filter(number__lt=3):
            final = {"scores": [40000, 30000, 20000, 10000], "sticks": 0, "bank": None}
            save_paper_result(found, one.number, one.tables.get().number, final, self.opener)
        return found

    def _tournament(self, name: str, **more: Any) -> Tournament:
        ema = find_variant("riichi").default_preset
        return Tournament.objects.create(
            club=self.club,
            name=name,
            day=tonight(),
            variant="riichi",
            preset=ema.key,
            rules=ema.rules.to_json(),
            round_count=2,
            minutes=75,
            **more,
        )

    def _papers(self) -> None:
        owner, installer = self.accounts["owner"], self.accounts["installer"]
        self.owner_token = create_owner_link_token()
        self.invitation, self.token = create_club_invitation(self.club, owner, Role.MEMBER, 3, 3)
        self.host_invitation, self.host_token = create_host_invitation(installer, "club", "", 3)
        self.channel = Channel.objects.create(  # which is told nothing by itself
            club=self.club,
            kind="json",
            address="https://example.org/",
            secret=new_signing_secret(),
            language="en",
        )
        self.export = Export.objects.create(club=self.club, finished_at=timezone.now())
        self.upload = Upload.objects.create(club=self.club, account=self.accounts["organiser"])
        record = {"format": 1, "variant": "riichi", "players": NAMES, "hands": [], "closed": True}
        self.upload.files.create(name="game.json", content=json.dumps(record).encode())
        self.origin = Origin.objects.create(
            session=self.ended, club=self.club, source="old.xml", fingerprint="f", differences=[]
        )

    def _things(self) -> dict[str, Any]:
        """What stands in an address, by its own name or by the word before it."""
        return {
            "slug": self.club.slug,
            "code": self.running.code,
            "account": self.accounts["scorer"].pk,
            "token": self.token,
            "invitations": self.invitation.pk,
            "channels": self.channel.pk,
            "kind": "json",
            "evenings": self.evening.pk,
            "wall": self.evening.pk,
            "": self.evening.pk,
            "rules": self.unused_rules.pk,
            "variant": "riichi",
            "role": "viewer",
            "hand": 1,
            "why": 1,
            "players": self.players["Aiko"].pk,
            "other_id": self.players["Chen"].pk,
            "merges": self.spelling.pk,
            "seasons": self.season.pk,
            "adjustments": self.adjustment.pk,
            "matches": 1,
            "teams": self.team.number,
            "tournaments": self.tournament.pk,
            "rounds": 1,
            "stages": 2,
            "squads": self.captained.number,
            "lineup": self.captained.number,
            "tables": 1,
            "places": 1,
            "penalties": self.penalty.pk,
            "entrants": Entrant.objects.filter(tournament=self.tournament)[0].pk,
            "entry": self.entrant.pk,
            "own_token": own_token(self.entrant),
            "badge": self.entrant.pk,
            "badge_token": badge_token(self.entrant),
            "passkeys": 1,
            "page": 1,
            "path": "nothing.js",
            "rest": "nothing",
            "archive": self.export.pk,
            "upload": self.upload.pk,
            "origins": self.origin.pk,
            "debts": self.debts.pk,
            "paid": self.repayment.pk,
            "card": self.club_line.pk,
            "app_label": "clubs",
            "url": "nothing/",
        }

    def opened_by(self, who: str) -> None:
        """Every table was opened on the phone of somebody who is said to have done so."""
        if who in self.devices and PEOPLE[who].phone == "opener":
            Session.objects.filter(opener=self.opener).update(opener=self.devices[who])
            Player.objects.filter(known_on=self.opener).update(known_on=self.devices[who])


CLOCK = {"minutes": 60, "alarms": [], "hides": False, "at_end": "finish"}


def ask(session: Session) -> Submission:
    """A change of the session as it stands now, from the phone that opened it."""
    now = Session.objects.get(pk=session.pk)
    return Submission(uuid4(), now.version, now.opener)


def ron(winner: int, payer: int) -> dict[str, Any]:
    """3 han 40 fu."""
    return {"type": "win", "riichi": [], "wins": [{"winner": winner, "from": payer, "han": 3, "fu": 40}]}
