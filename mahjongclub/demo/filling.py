"""Filling a database with a made-up club: founded, played evening by evening, added up, seen tonight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from multiprocessing import get_context

from django.db import transaction

from mahjongclub.clubs.club_model import night_of
from mahjongclub.clubs.models import Club, Device, Evening, Membership, Player
from mahjongclub.clubs.people.merging import merge_player
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.figures.folding import Report, build_new_figures
from mahjongclub.games.kit.chance import random_source
from mahjongclub.games.registry import game_of, games
from mahjongclub.rules.on_paper import PaperResult
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Access, Hand, Revision, Seat, Session
from mahjongclub.tables.notify import results_changed
from mahjongclub.tables.paper import save_paper_game
from mahjongclub.tables.recording import Submission, correct_hand
from mahjongclub.tables.replaying import consequence, stored_outcomes

from .club import (
    ONE_YEAR,
    TWO_YEARS,
    SignIn,
    add_teams_and_adjustments,
    backdate,
    found_demo_club,
    make_demo_players,
    make_members,
    moment_on_day,
)
from .evenings import (
    PLACES,
    evening_days,
    open_tonight,
    plan_tables,
    play_tournament,
    prepare_coming_tournament,
)
from .keeping import Keeper, submission_key
from .playing import GamePlan, PlayedGame, play_plan

DEVICES = 12
NOON = time(12)
#: more hands than this are played in worker processes, and stored without a revision for each
WITH_HISTORY = 30_000
#: games of the last evenings, among which some are corrected and one is typed under a wrong name
LATEST = 60
MOST_ROUNDS = 50
CORRECTIONS, SPELT_GAMES = 12, 2
#: a second spelling of somebody
SPELLING, SPELT = "Aiko T.", "田中 愛子"


@dataclass(frozen=True, slots=True)
class FilledClub:
    """What was made: the club, how to sign in, and how much of it."""

    club: Club
    sign_ins: list[SignIn]
    running: list[Session]
    games: int
    hands: int
    evenings: int


def fill(hands: int, seed: int, now: datetime, report: Report, processes: int = 1) -> FilledClub:
    """A club with at least `hands` hands over the two years before `now`, the same for the same three.

    `report` hears (what is being done, how much is done, of how much). Up to the figures each evening is a
    transaction of its own, so memory is bounded by one evening.
    """
    today = night_of(now)
    since = moment_on_day(today - TWO_YEARS, NOON)
    with hold_write_lock(), transaction.atomic():
        devices = Device.objects.bulk_create(Device() for _number in range(DEVICES))
        Device.objects.filter(pk__in=[device.pk for device in devices]).update(created_at=since)
    club, rules = found_demo_club(today, since)
    people = make_demo_players(club, seed, since)
    sign_ins = make_members(club, people, since)
    keeper = Keeper(club, rules, people, seed, devices, history=hands <= WITH_HISTORY)

    total = played = 0
    evenings = evening_days(today, hands)
    with _players(processes if hands > WITH_HISTORY else 1) as play_all:
        for number, day in enumerate(evenings):
            report("hands played", played, hands)
            share = hands * (number + 1) / len(evenings)
            # what an evening falls short of, the next one plays; the last one plays until there are enough
            for _round in range(MOST_ROUNDS if day == evenings[-1] else 1):
                if played >= share:
                    break
                tables = plan_tables(keeper, number, day, share - played, total)
                done = list(zip(tables, play_all([table.plan for table in tables]), strict=True))
                with hold_write_lock(), transaction.atomic():
                    made = moment_on_day(day - timedelta(days=7), NOON)
                    keeper.store_games(keeper.create_evening(day, PLACES[number % len(PLACES)], made), done)
                total += len(done)
                played += sum(len(game.hands) for _table, game in done)
    with hold_write_lock(), transaction.atomic():
        cup = play_tournament(keeper, today, total)
    total += len(cup)
    running = open_tonight(keeper, now, total)
    total += len(running)
    played += sum(len(game.hands) for game in cup) + sum(session.row_count for session in running)

    mine = Session.objects.filter(club=club, ended_at__isnull=False).order_by("started_at", "pk")
    with hold_write_lock(), transaction.atomic():
        build_new_figures(list(mine.values_list("pk", flat=True)), report)
    report("afterwards", 0, 1)
    ordinary = mine.filter(evening__date__lt=today, round_table=None).select_related("opener")
    latest = list(ordinary.order_by("-started_at", "-pk")[:LATEST])
    _correct_some(seed, latest)
    _merge_spelling(club, latest, now - timedelta(days=3))
    _keep_paper(keeper, evenings[-1], total)
    add_teams_and_adjustments(club, people, today - ONE_YEAR + timedelta(days=90), now - timedelta(days=90))
    prepare_coming_tournament(keeper, now)
    report("afterwards", 1, 1)
    return FilledClub(club, sign_ins, running, total + 2, played, len(evenings) + 2)


@contextmanager
def _players(processes: int) -> Iterator[Callable[[list[GamePlan]], Iterable[PlayedGame]]]:
    """What plays a list of plans: here, or in worker processes that know nothing of the database."""
    if processes == 1:
        yield lambda plans: map(play_plan, plans)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield lambda plans: pool.map(play_plan, plans, chunksize=4)


def _correct_some(seed: int, sessions: Sequence[Session]) -> None:
    """Correct a hand of some of these ended games a quarter of an hour after its end."""
    chance = random_source(seed, "corrections")
    done = 0
    for session in chance.sample(sessions, len(sessions)):
        if done == CORRECTIONS:
            break
        outcomes = stored_outcomes(session)
        for number in chance.sample(range(1, len(outcomes) + 1), len(outcomes)):
            other = game_of(session).samples.common_mistake(outcomes[number - 1])
            if other is None:
                continue
            after = consequence(session, [*outcomes[: number - 1], other, *outcomes[number:]], number)
            if after.fault is None and after.state and after.state.ended == session.state["ended"]:
                key = submission_key(session.code, "correction")
                correct_hand(session.pk, Submission(key, session.version, session.opener), number, other)
                assert session.ended_at is not None
                moment = session.ended_at + timedelta(minutes=15)
                Hand.objects.filter(session=session, number=number).update(changed_at=moment)
                Revision.objects.filter(session=session, key=key).update(made_at=moment)
                done += 1
                break


def _merge_spelling(club: Club, sessions: Sequence[Session], moment: datetime) -> None:
    """Somebody was typed under a second spelling in two games, and the two players were merged."""
    with hold_write_lock(), transaction.atomic():
        person = Player.objects.get(club=club, name=SPELT)
        spelling = Player.objects.create(club=club, name=SPELLING)
        seats = Seat.objects.filter(session__in=sessions, player=person)
        chosen = list(seats.order_by("-session__started_at", "pk")[:SPELT_GAMES])
        Seat.objects.filter(pk__in=[seat.pk for seat in chosen]).update(player=spelling)
        results_changed.send(Session, session_ids=[seat.session_id for seat in chosen])
    backdate(spelling, created_at=moment)
    owner = Membership.objects.select_related("account").get(club=club, role="owner")
    backdate(merge_player(person, spelling, owner.account), made_at=moment)


def _keep_paper(keeper: Keeper, day: date, number: int) -> None:
    """Two results of games played on paper."""
    evening = Evening.objects.filter(club=keeper.club, date=day).first()
    played = [(game.variant, game.samples.on_paper) for game in games() if game.samples.on_paper]
    for shift, (game, scores) in enumerate(played):
        here = keeper.people[4 * shift : 4 * shift + game.seats]
        named = Player.objects.in_bulk([person.player_id for person in here])
        rules = (game, game.default_preset, None)
        names = [named[person.player_id].name for person in here]
        final: PaperResult = {"scores": list(scores), "sticks": 0, "bank": None}
        where = ClubAndEvening(keeper.club, evening)
        session = save_paper_game(keeper.devices[0], where, *rules, names, final, day)
        began = session.started_at
        Session.objects.filter(pk=session.pk).update(
            code=keeper.session_code(number + shift), created_at=began
        )
        Access.objects.filter(session=session).update(created_at=began)
