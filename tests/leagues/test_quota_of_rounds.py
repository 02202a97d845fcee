"""A quota of games counts all tables of a round, a night or a match before the first of them is opened."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.core.cache import cache

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.hosting_model import HostChoice
from mahjongclub.clubs.models import Club, Device
from mahjongclub.clubs.refusal import Refused
from mahjongclub.nights.changes import rounds_of
from mahjongclub.rounds.models import Round
from mahjongclub.seasons.matches import draw_match, open_tables_of_match, save_match_lineup
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house

from .conftest import Hall
from .test_team_league import TEAMS, team_season
from .tournament_hall import TournamentHall

NAMES = [
    "Marguerite",
    "Jean-Pierre",
    "Bo",
    "Σοφία Παπαδοπούλου",
    "田中 愛子",
    "O'Brien",
    "Łukasz Żółć",
    "ليلى منصور",
]
NO_ROOM = "2 more do not fit, and none was saved"


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


def make_room(house: ClubHouse, games: int) -> None:
    Club.objects.filter(pk=house.club.pk).update(most_games=Session.objects.count() + games)


def assert_refused(answer: Any) -> None:
    assert answer.status_code == 422
    assert NO_ROOM in unescape(answer.content.decode())
    assert Session.objects.count() == 0


def test_a_round_of_two_tables_is_not_opened_where_one_game_fits(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=3)
    hall.draw_and_publish()
    make_room(house, 1)
    assert_refused(hall.post("rounds/1/open/"))
    assert Round.objects.get(number=1).opened_at is None, "the round has not begun"
    make_room(house, 2)
    assert hall.post("rounds/1/open/").status_code == 302
    assert Session.objects.count() == 2


def test_a_night_of_two_tables_is_not_seated_where_one_game_fits(house: ClubHouse) -> None:
    make_room(house, 1)
    here = house.url(f"evenings/{house.evening.pk}/here/")
    form = {"names": "\n".join(NAMES), "seat": "1", "after": "0"}
    assert_refused(house.phone("organiser").post(here, form))
    assert rounds_of(house.evening).count() == 0
    HostChoice.objects.create(most_games=2)  # the host's own number for every club
    Club.objects.filter(pk=house.club.pk).update(most_games=None)
    assert house.phone("organiser").post(here, form).status_code == 302
    assert Session.objects.count() == 2


def test_a_match_of_two_tables_is_not_opened_where_one_game_fits(hall: Hall) -> None:
    season = team_season(hall)
    match = draw_match(season, tonight(), None, 2)
    first, second = match.tables.all()
    for table, later in ((first, 0), (second, 4)):
        for seat in table.seats.select_related("team"):
            assert seat.team is not None
            player = hall.players[TEAMS.index(seat.team.name) + later]
            save_match_lineup(match, {seat.pk: player.pk}, [seat.team_id or 0], None)
    Club.objects.filter(pk=hall.club.pk).update(most_games=1)
    match.refresh_from_db()
    match.season.league.club.refresh_from_db()
    with pytest.raises(Refused, match="2 more do not fit"):
        open_tables_of_match(match, Device.objects.create())
    assert Session.objects.count() == 0
