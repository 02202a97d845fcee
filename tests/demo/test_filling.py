"""A made-up club is the same for the same numbers, adds up, and is what its outcomes settle to."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from itertools import combinations
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from benchmarks.management.commands.page_times import Command as PageTimesCommand
from mahjongclub.clubs.models import Club, Player
from mahjongclub.demo.filling import FilledClub, fill
from mahjongclub.events.models import Tournament
from mahjongclub.events.ranking import ranking, ranking_snapshot
from mahjongclub.events.state import TournamentState
from mahjongclub.figures.folding import update_figures
from mahjongclub.figures.models import Appearance, Rating
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.registry import variants
from mahjongclub.seasons.games import sums_by_player
from mahjongclub.seasons.models import Season
from mahjongclub.tables.models import Hand, Revision, Seat, Session
from mahjongclub.tables.replaying import game_record
from tests.leagues.folded import folded

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
HANDS = 60
#: tables begin together, and their codes are made by chance; rows are made in the same order each time
ORDER = ("started_at", "pk")


def quiet(*_said: object) -> None:
    pass


def filled(hands: int = HANDS, seed: int = 1) -> FilledClub:
    return fill(hands, seed, NOW, quiet)


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[FilledClub]:
    """One club for all who only look at it; what they change is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield filled()
        transaction.set_rollback(True)


def facts(club: Club) -> list[Any]:
    """Everything somebody could see of the club, without the numbers of its rows."""
    sessions = Session.objects.filter(club=club)
    seats = Seat.objects.filter(session__club=club).order_by(*(f"session__{one}" for one in ORDER), "number")
    hands = Hand.objects.filter(session__club=club).order_by(
        "entered_at", *(f"session__{one}" for one in ORDER), "number"
    )
    names = dict(Player.objects.values_list("pk", "name"))
    entries = [
        (season.name, season.variant, names[player], sums.value, sums.games)
        for season in Season.objects.filter(league__club=club)
        for player, sums in sums_by_player(season).items()
    ]
    return [
        list(
            sessions.order_by(*ORDER).values_list(
                "variant",
                "preset",
                "rules",
                "dice",
                "started_at",
                "ended_at",
                "created_at",
                "version",
                "state",
            )
        ),
        list(seats.values_list("player__name", "score")),
        list(hands.values_list("number", "outcome", "result", "entered_at", "changed_at")),
        sorted(map(repr, entries)),
        sorted(map(repr, Rating.objects.filter(book__club=club).values_list("player__name", "mu", "r"))),
    ]


def derived() -> dict[str, list[Any]]:
    """Every derived figure, without the numbers of its own row."""
    found: dict[str, list[Any]] = {**folded(9)}
    found["hands"] = list(Hand.objects.order_by("pk").values_list("pk", "outcome", "result"))
    found["states"] = list(Session.objects.order_by("pk").values_list("pk", "state", "ended_at", "closed"))
    found["scores"] = list(Seat.objects.order_by("pk").values_list("pk", "player", "score"))
    return found


@pytest.mark.django_db
@pytest.mark.nightly
def test_the_same_numbers_make_the_same_club_and_others_another() -> None:
    first = filled()
    again = filled()
    other = filled(seed=2)
    assert facts(again.club) == facts(first.club)
    assert facts(other.club)[0] != facts(first.club)[0]
    assert {one.password for one in first.sign_ins}.isdisjoint(one.password for one in again.sign_ins)


@pytest.mark.django_db
def test_rebuilding_finds_nothing_to_change(made: FilledClub) -> None:
    before = derived()
    call_command("rebuild", verbosity=0)
    after = derived()
    for what, rows in before.items():
        assert after[what] == rows, what


@pytest.mark.django_db
def test_no_point_is_made_or_lost(made: FilledClub) -> None:
    """Points only move: seats, sticks on the table and the bank hold together what they began with."""
    for session in Session.objects.filter(club=made.club):
        start = session.game.start(session.current_rules, tuple(session.dice) if session.dice else None)
        table = session.table
        held = sum(table.scores) + 1000 * table.sticks + (table.bank or 0)
        assert held == sum(start.scores) + (start.bank or 0), session


@pytest.mark.django_db
def test_a_game_replays_from_its_record_alone(made: FilledClub) -> None:
    for session in Session.objects.filter(club=made.club, on_paper=None):
        result = replay(read_record(game_record(session)))
        stored = [seat.score for seat in session.seats.order_by("number")]
        assert list(result.state.scores) == stored
        assert result.state.ended == session.state["ended"]


@pytest.mark.django_db
def test_the_club_has_what_a_trial_looks_for(made: FilledClub) -> None:
    club = made.club
    today = timezone.localdate(NOW)
    assert made.hands >= HANDS
    assert Hand.objects.filter(session__club=club).count() == made.hands
    assert Player.objects.filter(club=club, merged_into=None).count() == 40
    assert {one.role.value for one in made.sign_ins} == {"owner", "organiser", "scorer", "member"}
    played = set(Session.objects.filter(club=club).values_list("variant", flat=True))
    assert played == {game.key for game in variants()}
    seasons = Season.objects.filter(league__club=club)
    assert all(seasons.filter(variant=game.key).count() == 2 for game in variants())
    assert all(season.games.exists() for season in seasons.filter(variant="riichi"))
    assert Session.objects.filter(club=club, evening__date=today, ended_at=None).count() >= 5
    assert Revision.objects.filter(session__club=club, action="correct").exists()
    assert Session.objects.filter(club=club, house_rules__isnull=False).exists()
    assert Session.objects.filter(club=club, on_paper__isnull=False).count() == 2
    assert Player.objects.get(club=club, name="Aiko T.").merged_into is not None
    to_come, played_through = Tournament.objects.filter(club=club).order_by("-day")
    assert to_come.day > today
    assert to_come.is_draft
    assert played_through.is_final
    assert to_come.places.count() == played_through.places.count() == 16


@pytest.mark.django_db
def test_a_tournament_is_played_to_its_final_ranking() -> None:
    club = filled(1).club  # a tournament as long as in any
    cup = Tournament.objects.get(club=club, state=Tournament.State.FINAL)
    course = TournamentState(cup)
    assert len(course.published) == cup.round_count
    assert not course.tables_without_result()
    lines = ranking(course)
    assert ranking_snapshot(lines) == cup.final_ranking  # nothing was corrected since
    # uma and oka add up to nothing; missing are the referee's five points, and sticks left on tables
    assert sum(line.value for line in lines) <= -5 * VALUE_UNIT
    seated = [
        [[course.place[seat.place_id].number for seat in table.seats.all()] for table in one.tables.all()]
        for one in course.published
    ]
    meetings = Counter(pair for one in seated for table in one for pair in combinations(sorted(table), 2))
    assert max(meetings.values()) == 1


@pytest.mark.django_db
def test_nobody_sits_at_two_tables_at_once(made: FilledClub) -> None:
    sitting = defaultdict(list)
    seats = Seat.objects.filter(session__club=made.club, session__on_paper=None).select_related("session")
    for seat in seats:
        sitting[seat.session.started_at, seat.player_id].append(seat.session.code)
    assert all(len(codes) == 1 for codes in sitting.values())


@pytest.mark.django_db
def test_figures_made_at_once_are_those_folded_game_by_game(made: FilledClub) -> None:
    at_once = derived()
    for model in (Rating, Appearance):
        model.objects.all().delete()
    ended = Session.objects.filter(club=made.club, ended_at__isnull=False).order_by("-pk")
    for number in ended.values_list("pk", flat=True):
        update_figures([number])
    one_by_one = derived()
    for what, rows in at_once.items():
        assert one_by_one[what] == rows, what


@pytest.mark.django_db
def test_both_pages_are_timed_on_the_club_of_the_demonstration(made: FilledClub) -> None:
    said = StringIO()
    call_command(PageTimesCommand(), "--requests", "3", stdout=said)
    times = json.loads(said.getvalue())
    assert times["hands"] == Hand.objects.count()
    assert times["standings"]["path"].startswith(f"/c/{made.club.slug}/seasons/")
    assert times["player"]["path"].startswith(f"/c/{made.club.slug}/players/")
    assert 0 < times["player"]["ms"] <= times["player"]["median_ms"]
    assert times["standings"]["queries"] < 20
