"""What the made-up club plays for and by which rules: leagues of two seasons, house rules, teams."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from mahjongclub.clubs.founding import free_slug
from mahjongclub.clubs.models import Club
from mahjongclub.clubs.naming import name_key
from mahjongclub.leagues.models import Adjustment, League, Season, Team, TeamMember
from mahjongclub.leagues.scoring import read_scoring
from mahjongclub.leagues.seasons import open_season
from mahjongclub.rules.variants import find_variant
from mahjongclub.tables.models import HouseRules

from .people import Person

TWO_YEARS = timedelta(days=728)
ONE_YEAR = timedelta(days=364)

#: name, variant, and how it counts
LEAGUES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Riichi", "riichi", {"minimum_games": 5}),
    ("Jade Cup", "classical", {"together": "average", "minimum_games": 3}),
    ("Taiwanese", "taiwanese", {"worth": "places", "tie_1": "points", "tie_2": "firsts"}),
    ("Ten", "ten", {"together": "best", "best_of": 10}),
    ("Six at a table", "six", {"worth": "places", "together": "average", "place_1": 5, "place_2": 3}),
)
HOUSE_RULES: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("Short evening", "riichi", "club", {"rounds": 1}),
    ("Small stakes", "taiwanese", "50/20", {"rounds": 1}),
)
TEAMS = ("Dragons", "Bamboo", "Winds", "Plum")
ADJUSTMENTS = ((5, -200, "Late to the table twice"), (8, 100, "Helped to run the open day"))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Rules a table may be opened with; `number` is that of the house rules, None for a preset."""

    preset: str
    options: dict[str, Any]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Founded:
    """The club and, by variant, the rules it plays: the usual ones first."""

    club: Club
    rules: dict[str, list[Ruleset]]


def found(today: date, since: datetime) -> Founded:
    """The club with its leagues and rules, before anybody plays."""
    name, number = "East Wind Club", 1
    while Club.objects.filter(name_key=name_key(name)).exists():
        number += 1
        name = f"East Wind Club {number}"
    club = Club.objects.create(name=name, slug=free_slug(name), visibility=Club.Visibility.PUBLIC)
    Club.objects.filter(pk=club.pk).update(created_at=since)
    rules = {}
    for _league, variant, _scoring in LEAGUES:
        preset = find_variant(variant).default_preset
        rules[variant] = [Ruleset(preset.key, preset.rules.to_json())]
    for title, variant, key, changed in HOUSE_RULES:
        options = find_variant(variant).find_preset(key).rules.with_options(changed).to_json()
        own = HouseRules.objects.create(club=club, variant=variant, preset=key, name=title, rules=options)
        rules[variant].append(Ruleset(key, options, own.pk))
    HouseRules.objects.filter(club=club).update(changed_at=since)
    for title, variant, scoring in LEAGUES:
        _open_seasons(League.objects.create(club=club, name=title), variant, scoring, today)
    League.objects.filter(club=club).update(created_at=since)
    return Founded(club, rules)


def _open_seasons(league: League, variant: str, scoring: dict[str, Any], today: date) -> None:
    begin, second = today - TWO_YEARS, today - ONE_YEAR
    read = read_scoring(scoring)
    open_season(league, f"{begin.year}–{second.year}", variant, begin, second - timedelta(days=1), read)
    open_season(league, f"{second.year}–{today.year}", variant, second, None, read)


def add_to_season(club: Club, people: list[Person], day: date, moment: datetime) -> None:
    """Teams and adjustments of the season that goes on."""
    season = Season.objects.filter(league__club=club, variant="riichi").latest("starts")
    for number, name in enumerate(TEAMS):
        team = Team.objects.create(season=season, name=name)
        members = people[number : 6 * len(TEAMS) : len(TEAMS)]
        TeamMember.objects.bulk_create(
            TeamMember(season=season, team=team, player_id=person.player_id) for person in members
        )
    Adjustment.objects.bulk_create(
        Adjustment(season=season, player_id=people[who].player_id, tenths=tenths, reason=reason, day=day)
        for who, tenths, reason in ADJUSTMENTS
    )
    Adjustment.objects.filter(season=season).update(made_at=moment)
