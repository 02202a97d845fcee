"""The made-up club before anybody plays: who belongs to it, by which rules and for what it plays."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import chain, count
from typing import Any

from django.db.models import Model
from django.utils import timezone

from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.founding import free_slug
from mahjongclub.clubs.models import Account, Club, Membership, Player
from mahjongclub.clubs.naming import name_key
from mahjongclub.games.kit.chance import random_source
from mahjongclub.games.registry import games, most_played_game
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rounds.teams.models import TeamMember, create_team
from mahjongclub.seasons.changes import add_season, give_points
from mahjongclub.seasons.models import League, Season
from mahjongclub.tables.models import HouseRules

TWO_YEARS = timedelta(days=728)
ONE_YEAR = timedelta(days=364)

#: forty players of many languages
NAMES = (
    """
Camille Moreau, 田中 愛子, Tomasz Zieliński, Fatou Diop, Benoît Lefèvre, 陳志明, Dina Haddad, Emil Sørensen,
Зоя Ковальчук, 김서연, Nguyễn Thị Hương, Σοφία Παπαδοπούλου, ليلى منصور, דוד כהן,
Anne-Sophie de La Rochefoucauld, Wang Li, José Ñíguez, Priya Raghavan, สมชาย ใจดี, Åsa Öberg,
Jean-Baptiste O’Connor, 王小红, Mikael Häkkinen, Noor van der Velde, अनिता शर्मा, Giulia D’Angelo,
İlker Yıldız, Kōji Nakamura, Marek Dvořák, Inês Gonçalves, Bao, Élodie, Oluwaseun Adébáyò, Lucía Fernández,
Hans Grüßner, 林美玲, Yuki, Théo Garnier, Ava Mitchell, Rémi Caron
""".strip()
    .replace(",\n", ", ")
    .split(", ")
)
#: the first of NAMES have accounts, one in each role
ROLES = (Role.OWNER, Role.ORGANISER, Role.SCORER, Role.MEMBER)
#: whose name is hidden
HIDDEN = "Ava Mitchell"
TEAMS = ("Dragons", "Bamboo", "Winds", "Plum")
ADJUSTMENTS = ((5, -200, "Late to the table twice"), (8, 100, "Helped to run the open day"))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Rules a table may be opened with; `number` is that of the house rules, None for a preset."""

    preset: str
    options: dict[str, Any]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class SignIn:
    """How somebody signs in, for the terminal alone."""

    role: Role
    name: str
    password: str


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    """A player of the club, how well they play (1.0 is usual) and how often they come."""

    player_id: int
    strength: float
    comes: float


def backdate(row: Model, **moments: datetime) -> None:
    """What was done just now was done then: moments that a row is given by itself."""
    type(row)._default_manager.filter(pk=row.pk).update(**moments)


def moment_on_day(day: date, moment: time) -> datetime:
    """That moment of a day, here."""
    return timezone.make_aware(datetime.combine(day, moment))


def found_demo_club(today: date, since: datetime) -> tuple[Club, dict[str, list[Ruleset]]]:
    """The club with its leagues, and by variant the rules it plays: the usual ones first."""
    name = _free_name(Club, "name_key", "East Wind Club")
    club = Club.objects.create(name=name, slug=free_slug(name), visibility=Club.Visibility.PUBLIC)
    backdate(club, created_at=since)
    rules = {}
    begin, second = today - TWO_YEARS, today - ONE_YEAR
    for game in games():
        preset, samples = game.variant.default_preset, game.samples
        rules[game.key] = [Ruleset(preset.key, preset.rules.to_json())]
        for title, key, changed in samples.house_rules:
            options = game.variant.find_preset(key).rules.with_options(changed).to_json()
            house_rules = HouseRules(club=club, variant=game.key, preset=key, name=title, rules=options)
            house_rules.save()
            rules[game.key].append(Ruleset(key, options, house_rules.pk))
        name, scoring = samples.league
        league, read = League.objects.create(club=club, name=name), read_scoring(dict(scoring))
        for starts, ends in ((begin, second), (second, today)):
            last = ends - timedelta(days=1) if ends < today else None
            add_season(league, f"{starts.year}–{ends.year}", game.key, starts, last, read)
    HouseRules.objects.filter(club=club).update(changed_at=since)
    League.objects.filter(club=club).update(created_at=since)
    return club, rules


def make_demo_players(club: Club, seed: int, since: datetime) -> list[DemoPlayer]:
    """The forty players on the club's roster."""
    chance = random_source(seed, "people")
    players = Player.objects.bulk_create(
        Player(club=club, name=name, name_hidden=name == HIDDEN) for name in NAMES
    )
    Player.objects.filter(club=club).update(created_at=since)
    return [DemoPlayer(player.pk, chance.uniform(0.72, 1.38), chance.uniform(0.3, 1.0)) for player in players]


def make_members(club: Club, players: list[DemoPlayer], since: datetime) -> list[SignIn]:
    """An account in every role, with a password nobody can guess, also from the seed.

    The owner of the club owns the installation too where nobody does yet.
    """
    sign_ins = []
    owned = Account.objects.filter(is_superuser=True).exists()
    for role, name, person in zip(ROLES, NAMES, players, strict=False):
        owns = role == Role.OWNER and not owned
        username, password = _free_name(Account, "username_key", name), secrets.token_urlsafe(9)
        account = Account(username=username, is_staff=owns, is_superuser=owns, date_joined=since)
        account.set_password(password)
        account.save()
        Membership.objects.create(club=club, account=account, role=role)
        Player.objects.filter(pk=person.player_id).update(account=account)
        sign_ins.append(SignIn(role, username, password))
    Membership.objects.filter(club=club).update(joined_at=since)
    return sign_ins


def add_teams_and_adjustments(club: Club, people: list[DemoPlayer], day: date, moment: datetime) -> None:
    """Teams and adjustments of the season that goes on."""
    season = Season.objects.filter(league__club=club, variant=most_played_game().key).latest("starts")
    for number, name in enumerate(TEAMS):
        team = create_team(season.get_or_create_competition(), name)
        members = people[number : 6 * len(TEAMS) : len(TEAMS)]
        TeamMember.objects.bulk_create(
            TeamMember(team=team, player_id=person.player_id) for person in members
        )
    for who, tenths, reason in ADJUSTMENTS:
        player = Player.objects.get(pk=people[who].player_id)
        adjustment = give_points(season, player, tenths, reason, day)
        backdate(adjustment, made_at=moment)


def _free_name(model: type[Model], field: str, wish: str) -> str:
    """The name, or with the first number that makes it nobody's."""
    rows = model._default_manager
    wishes = chain([wish], (f"{wish} {number}" for number in count(2)))
    return next(name for name in wishes if not rows.filter(**{field: name_key(name)}).exists())
