"""The session running now: several tables at their hands, clocks going, one table already done."""

from __future__ import annotations

from datetime import datetime, timedelta

from mahjongclub.clubs.models import Evening
from mahjongclub.clubs.nights import night_of
from mahjongclub.rules.variants import find_variant
from mahjongclub.tables.clock import deadline_from
from mahjongclub.tables.models import Clock, EveningClock, Session

from .chance import source
from .club import Founded
from .evenings import PLACES, Table
from .keeping import Keeper
from .people import Person
from .playing import Plan, play

#: what is played, since how many minutes, and after how many hands we look in; with None it has ended
TABLES: tuple[tuple[str, int, int | None], ...] = (
    ("riichi", 55, 7),
    ("riichi", 40, 5),
    ("classical", 35, 4),
    ("taiwanese", 46, 6),
    ("ten", 31, 4),
    ("six", 30, 2),
    ("riichi", 240, None),
)
CLOCK_MINUTES, EVENING_MINUTES = 90, 180


def open_tonight(
    keeper: Keeper, founded: Founded, people: list[Person], now: datetime, first_game: int
) -> list[Session]:
    """Tonight's evening with its tables; the first riichi table and the evening have a clock, Ten its own."""
    evening = Evening.objects.create(
        club=founded.club, date=night_of(now), name="Club night", place=PLACES[0]
    )
    Evening.objects.filter(pk=evening.pk).update(created_at=now - timedelta(days=1))
    coming = list(people)
    source(keeper.seed, "tonight").shuffle(coming)
    played = []
    for number, (variant, minutes, hands) in enumerate(TABLES):
        ruleset = founded.rules[variant][0]
        seats = find_variant(variant).seats
        sitting, coming = coming[:seats], coming[seats:]
        plan = Plan(
            keeper.seed,
            first_game + number,
            variant,
            ruleset.preset,
            ruleset.options,
            tuple(person.strength for person in sitting),
            hands,
        )
        players = tuple(person.player_id for person in sitting)
        played.append((Table(plan, ruleset, players, now - timedelta(minutes=minutes)), play(plan)))
    sessions = keeper.keep(evening, played)
    _start(Clock(session=sessions[0], minutes=CLOCK_MINUTES, hides=False), played[0][0].starts)
    _start(EveningClock(evening=evening, minutes=EVENING_MINUTES, hides=False), now - timedelta(minutes=55))
    return sessions


def _start(clock: Clock | EveningClock, moment: datetime) -> None:
    clock.started_at, clock.deadline = moment, deadline_from(clock, moment)
    clock.save()
