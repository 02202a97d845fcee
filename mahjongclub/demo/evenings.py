"""The evenings of two years: on which days the club plays, who comes, and which tables come together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from django.utils import timezone

from mahjongclub.rules.variants import find_variant

from .chance import source, weighted
from .club import TWO_YEARS, Founded, Ruleset
from .people import Person
from .playing import Plan

#: what a table plays, and how many hands that is on average
VARIANTS = {"riichi": 58.0, "taiwanese": 12.0, "classical": 14.0, "six": 10.0, "ten": 6.0}
USUAL_HANDS = {"riichi": 10.2, "taiwanese": 22.0, "classical": 11.0, "six": 6.0, "ten": 12.0}
#: how often the club's own rules are taken where it has some
HOUSE = 0.2
WEEKS = 104
#: hands of an evening above which the club meets more often than once a week, and the most evenings
FULL_EVENING, MOST_EVENINGS = 120, 728
MOST_TABLES = 8
FIRST_GAME = time(19)
PLACES = ("Maison des associations", "Café du Globe", "Salle Jean Jaurès")


@dataclass(frozen=True, slots=True)
class Table:
    """A table to be played: its plan, who sits where, and when it begins."""

    plan: Plan
    ruleset: Ruleset
    player_ids: tuple[int, ...]
    starts: datetime


def days(today: date, hands: int) -> list[date]:
    """The days of the evenings before today, in order: once a week, more often for very many hands."""
    count = min(MOST_EVENINGS, max(WEEKS, -(-hands // FULL_EVENING)))
    return [today - TWO_YEARS + timedelta(days=TWO_YEARS.days * number // count) for number in range(count)]


def tables_of(
    seed: int, number: int, day: date, hands: float, founded: Founded, people: list[Person], first_game: int
) -> list[Table]:
    """The tables of evening `number` for about so many hands; its games count on from `first_game`."""
    chance = source(seed, "evening", number, first_game)
    tables_wanted = max(2, round(hands / 11))
    rounds = max(2, -(-tables_wanted // MOST_TABLES))
    per_round = max(1, round(tables_wanted / rounds))
    coming = _who_comes(chance, people, min(len(people), 4 * per_round + chance.choice([0, 1, 2, 3])))
    tables: list[Table] = []
    planned = 0.0
    for turn in range(rounds * 2):
        if planned >= hands:
            break
        starts = timezone.make_aware(datetime.combine(day, FIRST_GAME)) + _later(turn, rounds)
        chance.shuffle(coming)
        for variant, sitting in _seated(chance, coming):
            if planned >= hands and tables:
                break
            ruleset = _rules_of(chance, founded.rules[variant])
            plan = Plan(
                seed,
                first_game + len(tables),
                variant,
                ruleset.preset,
                ruleset.options,
                tuple(person.strength for person in sitting),
            )
            players = tuple(person.player_id for person in sitting)
            tables.append(Table(plan, ruleset, players, starts))
            planned += USUAL_HANDS[variant]
    return tables


def _later(turn: int, rounds: int) -> timedelta:
    """Two games follow each other in an evening; where more are asked for, they crowd the day."""
    return timedelta(minutes=115 * turn if rounds <= 2 else -540 + 840 * turn // (rounds * 2))


def _who_comes(chance: Random, people: list[Person], count: int) -> list[Person]:
    """So many of them, who comes often rather than who does not."""
    return sorted(people, key=lambda person: chance.random() ** (1 / person.comes), reverse=True)[:count]


def _seated(chance: Random, coming: list[Person]) -> Iterator[tuple[str, list[Person]]]:
    """Tables for everybody there; two who are left over play Ten, one looks on."""
    left = list(coming)
    while len(left) >= 2:
        fitting = {key: often for key, often in VARIANTS.items() if find_variant(key).seats <= len(left)}
        variant = weighted(chance, fitting)
        seats = find_variant(variant).seats
        yield variant, left[:seats]
        left = left[seats:]


def _rules_of(chance: Random, rulesets: list[Ruleset]) -> Ruleset:
    return rulesets[-1] if len(rulesets) > 1 and chance.random() < HOUSE else rulesets[0]
