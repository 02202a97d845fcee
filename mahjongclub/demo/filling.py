"""Filling a database with a made-up club: founded, played evening by evening, added up, seen tonight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from multiprocessing import get_context

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Club, Device, Evening
from mahjongclub.clubs.nights import night_of
from mahjongclub.leagues.folding_new import Report, fold_new
from mahjongclub.tables.models import Session
from mahjongclub.tables.writing import one_writer

from .club import ONE_YEAR, TWO_YEARS, add_to_season, found
from .evenings import PLACES, days, tables_of
from .keeping import Keeper
from .people import SignIn, make_members, make_players
from .playing import Game, Plan, play
from .tonight import open_tonight
from .touches import correct_some, keep_paper, merge_spelling
from .tournament import announce_tournament, play_tournament

DEVICES = 12
#: more hands than this are played in worker processes, and stored without a revision for each
WITH_HISTORY = 30_000
#: games of the last evenings, among which some are corrected and one is typed under a wrong name
LATEST = 60
MOST_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class Filled:
    """What was made: the club, how to sign in, and how much of it."""

    club: Club
    sign_ins: list[SignIn]
    running: list[Session]
    games: int
    hands: int
    evenings: int


def fill(hands: int, seed: int, now: datetime, report: Report, processes: int = 1) -> Filled:
    """A club with at least `hands` hands over the two years before `now`, the same for the same three.

    `report` hears (what is being done, how much is done, of how much). Up to the figures each evening is a
    transaction of its own, so memory is bounded by one evening.
    """
    today = night_of(now)
    since = timezone.make_aware(datetime.combine(today - TWO_YEARS, time(12)))
    with one_writer(), transaction.atomic():
        devices = Device.objects.bulk_create(Device() for _number in range(DEVICES))
        Device.objects.filter(pk__in=[device.pk for device in devices]).update(created_at=since)
    founded = found(today, since)
    club = founded.club
    people = make_players(club, seed, since)
    sign_ins = make_members(club, people, since)
    keeper = Keeper(club, seed, devices, history=hands <= WITH_HISTORY)

    games = played = 0
    evenings = days(today, hands)
    with _players(processes if hands > WITH_HISTORY else 1) as play_all:
        for number, day in enumerate(evenings):
            report("hands played", played, hands)
            share = hands * (number + 1) / len(evenings)
            # what an evening falls short of, the next one plays; the last one plays until there are enough
            for _round in range(MOST_ROUNDS if day == evenings[-1] else 1):
                if played >= share:
                    break
                tables = tables_of(seed, number, day, share - played, founded, people, games)
                done = list(zip(tables, play_all([table.plan for table in tables]), strict=True))
                with one_writer(), transaction.atomic():
                    keeper.keep(_evening(club, day, number), done)
                games += len(done)
                played += sum(len(game.hands) for _table, game in done)
    with one_writer(), transaction.atomic():
        cup = play_tournament(keeper, founded, people, today, games)
    games += len(cup)
    played += sum(len(game.hands) for game in cup)
    running = open_tonight(keeper, founded, people, now, games)
    games += len(running)
    played += sum(session.state["hands"] for session in running)

    mine = Session.objects.filter(club=club, ended_at__isnull=False).order_by("started_at", "pk")
    with one_writer(), transaction.atomic():
        fold_new(list(mine.values_list("pk", flat=True)), report)
    report("afterwards", 0, 1)
    ordinary = mine.filter(evening__date__lt=today, drawn_table=None).select_related("opener")
    latest = list(ordinary.order_by("-started_at", "-pk")[:LATEST])
    correct_some(keeper, latest)
    merge_spelling(club, latest, now - timedelta(days=3))
    keep_paper(keeper, people, evenings[-1], games)
    add_to_season(club, people, today - ONE_YEAR + timedelta(days=90), now - timedelta(days=90))
    announce_tournament(founded, now)
    report("afterwards", 1, 1)
    return Filled(club, sign_ins, running, games + 2, played, len(evenings) + 2)


def _evening(club: Club, day: date, number: int) -> Evening:
    evening, made = Evening.objects.get_or_create(club=club, date=day, place=PLACES[number % len(PLACES)])
    if made:
        before = timezone.make_aware(datetime.combine(day - timedelta(days=7), time(12)))
        Evening.objects.filter(pk=evening.pk).update(created_at=before)
    return evening


@contextmanager
def _players(processes: int) -> Iterator[Callable[[list[Plan]], Iterable[Game]]]:
    """What plays a list of plans: here, or in worker processes that know nothing of the database."""
    if processes == 1:
        yield lambda plans: map(play, plans)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield lambda plans: pool.map(play, plans, chunksize=4)
