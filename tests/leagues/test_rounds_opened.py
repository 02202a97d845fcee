"""The tables of a round are all opened or none, be it an event's, a night's or a match's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Device, Evening, Player
from mahjongclub.events.models import Tournament
from mahjongclub.events.opening import open_event_round_tables
from mahjongclub.nights.changes import check_in_players, draw_and_open_round
from mahjongclub.outbox.models import Notice
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rounds.models import Seat as DrawnSeat
from mahjongclub.seasons.matches import draw_match, open_tables_of_match, save_match_lineup
from mahjongclub.tables.models import Access, EveningClock, JoinCode, Seat, Session
from tests.clubs.club_house import open_club_house

from .conftest import Hall
from .rounds_of_tables import have_everybody_told
from .test_quota_of_rounds import NAMES
from .test_team_league import TEAMS, team_season
from .tournament_hall import TournamentHall

#: opens two tables of four
Opening = Callable[[], Any]


SAVEPOINTS = ("SAVEPOINT", "RELEASE", "ROLLBACK")
TRANSACTION = ("BEGIN", "COMMIT")


class Stopped(Exception):
    """The process ends here."""


def only(allowed: int) -> Callable[..., Any]:
    """Let so many statements through, then stop."""
    left = iter(range(allowed))

    def run(execute: Any, sql: str, *more: Any) -> Any:
        if not sql.startswith(SAVEPOINTS) and next(left, None) is None:
            raise Stopped
        return execute(sql, *more)

    return run


def an_event() -> Opening:
    return event_of(NAMES)


def event_of(names: list[str]) -> Opening:
    hall = TournamentHall(open_club_house(), names, round_count=1, minutes=75)
    hall.draw_and_publish()
    one = Round.objects.get()
    return lambda: open_event_round_tables(one.tournament, Round.objects.get(), Device.objects.create())


def a_night() -> Opening:
    hall = Hall()
    for name in ("Gina", "Hugo"):
        hall.players.append(type(hall.players[0]).objects.create(name=name, club=hall.club))
    evening = hall.club.evenings.create(date=tonight())
    check_in_players(evening, hall.players)
    return lambda: draw_and_open_round(evening, 0, Device.objects.create())


def a_match() -> Opening:
    hall = Hall()
    match = draw_match(team_season(hall), tonight(), None, 2)
    for number, table in enumerate(match.tables.all()):
        for seat in table.seats.select_related("team"):
            assert seat.team is not None
            player = hall.players[TEAMS.index(seat.team.name) + 4 * number]
            save_match_lineup(match, {seat.pk: player.pk}, [seat.team.pk], None)
    return lambda: open_tables_of_match(match, Device.objects.create())


@pytest.fixture(params=[an_event, a_night, a_match])
def opening(request: pytest.FixtureRequest, db: None) -> Opening:
    cache.clear()
    made: Opening = request.param()
    return made


def opened() -> list[Session]:
    tables = [*Table.objects.all()]
    return [table.session for table in tables if table.session is not None]


def large_event() -> Opening:
    hall = TournamentHall(open_club_house(), [f"Player {number}" for number in range(84)], round_count=1)
    hall.draw_and_publish()
    tournament = Tournament.objects.select_related("club").get()
    one, device = tournament.rounds.get(), Device.objects.create()
    return lambda: open_event_round_tables(tournament, one, device)


def large_night() -> Opening:
    hall = Hall()
    evening = hall.club.evenings.create(date=tonight())
    check_in_players(evening, players_of(hall))
    device = Device.objects.create()
    return lambda: draw_and_open_round(evening, 0, device)


def large_match() -> Opening:
    """Four teams of 21."""
    hall = Hall()
    players = players_of(hall)
    match = draw_match(team_season(hall), tonight(), None, 21)
    seats = list(match.seats.order_by("pk"))
    for seat, player in zip(seats, players, strict=True):
        seat.player = player
    DrawnSeat.objects.bulk_update(seats, ["player"])
    match, device = Round.objects.with_owner().get(), Device.objects.create()
    return lambda: open_tables_of_match(match, device)


def players_of(hall: Hall) -> list[Player]:
    return Player.objects.bulk_create(Player(name=f"Player {number}", club=hall.club) for number in range(84))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("owner", [large_event, large_night, large_match])
def test_84_players_are_seated_in_one_transaction_of_at_most_25_statements(owner: Any) -> None:
    cache.clear()
    opening = owner()
    have_everybody_told()
    with CaptureQueriesContext(connection) as asked:
        opening()
    assert len(opened()) == 21
    statements = [one["sql"] for one in asked if not one["sql"].startswith((*SAVEPOINTS, *TRANSACTION))]
    assert sum(one["sql"].startswith("COMMIT") for one in asked) == 1, "one transaction"
    assert len(statements) <= 25, statements
    assert Notice.objects.filter(kind__in=("round", "seat")).count() == 84
    assert JoinCode.objects.count() == 21


def test_a_stop_before_any_statement_leaves_no_table_open(opening: Opening) -> None:
    have_everybody_told()
    evenings = Evening.objects.count()
    for allowed in range(200):
        try:
            with transaction.atomic(), connection.execute_wrapper(only(allowed)):
                opening()
            break
        except Stopped:
            for model in (Session, Seat, Access, JoinCode, EveningClock, Notice):
                assert not model._default_manager.exists(), model
            assert Evening.objects.count() == evenings
            assert not Round.objects.filter(opened_at__isnull=False).exists()
            assert opened() == []
            assert not Round.objects.filter(evening__isnull=False).exists()
    else:
        pytest.fail("more than 200 statements")
    sessions = opened()
    assert len(sessions) == 2
    assert {session.pk for session in sessions} == set(Session.objects.values_list("pk", flat=True))
    for session in sessions:
        assert session.started_at is not None
        assert session.of_round
        assert session.phones_until is not None
        assert session.seats.count() == 4
        assert session.accesses.get().role == Access.Role.SCORER
