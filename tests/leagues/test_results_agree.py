"""A result is put right in one place: game, event, season and figures follow, and agree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from mahjongclub.clubs.models import Player
from mahjongclub.events.ranking import ranking
from mahjongclub.events.state import TournamentState
from mahjongclub.figures.models import Rating
from mahjongclub.figures.players import tally_by
from mahjongclub.pairing.scoring import VALUE_UNIT, read_scoring
from mahjongclub.seasons.changes import add_season
from mahjongclub.seasons.games import SeasonSelection, sums_by_player
from mahjongclub.seasons.models import League, Season
from mahjongclub.tables.models import Session
from mahjongclub.tables.paper import Correction, correct_result
from mahjongclub.tables.recording import Submission, correct_hand, swap_seats
from mahjongclub.tables.replaying import standings
from tests.clubs.club_house import open_club_house
from tests.tables.conftest import ron

from .test_tournament_desk import row
from .tournament_hall import TournamentHall

NAMES = ["Aiko", "Benoît", "Chen", "Dina"]


@pytest.fixture
def hall(db: None) -> TournamentHall:
    """One table of two rounds, the first played by phone, and a season that takes events in."""
    house = open_club_house()
    league = League.objects.create(club=house.club, name="League")
    add_season(league, "All", "riichi", date(2020, 1, 1), None, read_scoring({}), events=True)
    hall = TournamentHall(house, NAMES, round_count=2, day=str(timezone.localdate()))
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    return hall


def game(hall: TournamentHall) -> Session:
    session = hall.tables(1)[0].session
    assert session is not None
    return session


def seen(session: Session) -> Submission:
    """What an organiser sends: the round is over."""
    return Submission(uuid4(), Session.objects.get(pk=session.pk).version, None, directs=True)


def of_the_game(hall: TournamentHall) -> dict[str, Fraction]:
    session = game(hall)
    names = {seat.number: seat.player.name for seat in session.seats.select_related("player")}
    return {names[one.seat]: Fraction(one.tenths, 10) for one in standings(session)}


def everywhere(hall: TournamentHall) -> dict[str, dict[str, Fraction]]:
    """Points by player, as each part of the app tells them."""
    lines = ranking(TournamentState(hall.tournament))
    names = dict(Player.objects.values_list("pk", "name"))
    season = Season.objects.get()
    played = SeasonSelection(hall.house.club, None, season.variant, season=season)
    return {
        "game": of_the_game(hall),
        "event": {line.name: Fraction(line.value) / VALUE_UNIT for line in lines},
        "season": {
            names[player]: Fraction(sums.value, VALUE_UNIT) for player, sums in sums_by_player(season).items()
        },
        "figures": {
            names[player]: Fraction(row["tenths"], 10)
            for player, row in tally_by(played, "player_id").items()
        },
    }


def other_hand(hall: TournamentHall) -> None:
    correct_hand(game(hall).pk, seen(game(hall)), 1, ron(3, 2, han=5))


def other_seats(hall: TournamentHall) -> None:
    ranked = standings(game(hall))
    swap_seats(game(hall).pk, seen(game(hall)), ranked[0].seat, ranked[-1].seat)


def paper_over_phone(hall: TournamentHall) -> None:
    row(hall, 45000, 35000, 25000, 15000)


def paper_and_other_persons(hall: TournamentHall) -> None:
    """The paper's result, and the first two had been written at each other's points."""
    paper_over_phone(hall)
    session = game(hall)
    names = [seat.player.name for seat in session.seats.select_related("player").order_by("number")]
    swapped = [names[1], names[0], *names[2:]]
    final: dict[str, Any] = session.on_paper or {}
    correction = Correction(swapped, final, session.evening, timezone.localdate())
    correct_result(session.pk, seen(session), correction)


@pytest.mark.parametrize("change", [other_hand, other_seats, paper_over_phone, paper_and_other_persons])
def test_a_result_put_right_is_the_same_everywhere_and_after_a_rebuild(
    hall: TournamentHall, change: Callable[[TournamentHall], None]
) -> None:
    before = everywhere(hall)
    assert len(before["game"]) == 4
    assert all(told == before["game"] for told in before.values())
    change(hall)
    after = everywhere(hall)
    assert after["game"] != before["game"]
    assert all(told == after["game"] for told in after.values()), after
    ratings = sorted(Rating.objects.values_list("player", "games", "mu", "r"))
    call_command("rebuild", stdout=StringIO())
    assert everywhere(hall) == after
    assert sorted(Rating.objects.values_list("player", "games", "mu", "r")) == ratings
