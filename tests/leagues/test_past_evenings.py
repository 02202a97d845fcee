"""The evenings of a club by year and season, and who came how often."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.nights.models import Presence
from tests.clubs.club_house import ClubHouse, open_club_house

from .conftest import Hall, ron
from .test_season_pages import signed_in


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


def test_hundreds_of_evenings_stand_by_year_several_a_day(house: ClubHouse) -> None:
    for year in (2023, 2024):
        for month in range(1, 13):
            days = [date(year, month, 2 * day) for day in range(1, 14)]
            Evening.objects.bulk_create(Evening(club=house.club, date=day, name="Club night") for day in days)
    twice = [Evening(club=house.club, date=date(2024, 6, 4), name=name) for name in ("Morning", "Late")]
    Evening.objects.bulk_create(twice)
    member = house.phone("member")
    page = member.get(house.url("evenings/?year=2024")).content.decode()
    assert page.count("Club night") == 12 * 13
    assert "Morning" in page
    assert "Late" in page
    assert "June 2024" in page
    assert "June 2023" not in page
    months = [page.index(f"{month} 2024") for month in ("December", "June", "January")]
    assert months == sorted(months), "the latest first"
    assert page.count("June 2024") == 1
    assert '?year=2023"' in page, "the other years are one tap away"
    with CaptureQueriesContext(connection) as queries:
        member.get(house.url("evenings/?year=2024"))
    assert len(queries) < 15
    assert "No evening in this time." not in member.get(house.url("evenings/")).content.decode()
    assert house.phone("stranger").get(house.url("evenings/")).status_code == 404


@pytest.mark.parametrize("asked", ["?year=x", "?year=99999999999999999999999", "?season=999", "?year=1900"])
def test_a_year_without_evenings_shows_the_latest(house: ClubHouse, asked: str) -> None:
    page = house.phone("member").get(house.url(f"evenings/{asked}"))
    assert page.status_code == 200
    assert "Rue de Gand" in page.content.decode()


def test_who_came_how_often_counts_check_ins_and_games_of_the_year(db: None) -> None:
    cache.clear()
    hall = Hall()
    season_day, later = date(2025, 3, 5), date(2025, 4, 2)
    hall.play([ron(1, 2)], (0, 1, 2, 3), season_day)
    hall.play([ron(1, 2)], (0, 1, 2, 3), season_day)
    hall.play([ron(1, 2)], (0, 1, 2, 4), later)
    hall.play([ron(1, 2)], (0, 1, 2, 3), date(2024, 3, 5))
    evening = hall.club.evenings.get(date=later)
    for player in (hall.players[0], hall.players[3]):  # who sat at a table too comes once
        Presence.objects.create(evening=evening, player=player)
    twin = Player.objects.create(club=hall.club, name="Twin", merged_into=hall.players[4])
    Presence.objects.create(evening=hall.club.evenings.get(date=season_day), player=twin)
    organiser = signed_in(hall, "organiser")
    address = f"/c/{hall.club.slug}/attendance/"
    file = organiser.get(f"{address}sheet/?year=2025&kind=csv").content.decode("utf-8-sig")
    rows = {line.split(",")[0]: line.split(",")[1:] for line in file.splitlines()[1:]}
    names = [player.shown_name for player in hall.players]
    assert rows[names[0]] == ["2", "2", "3"], "two evenings of two, three games"
    assert rows[names[3]] == ["2", "2", "2"]
    assert rows[names[4]] == ["2", "2", "1"], "a second spelling counts for the person"
    page = organiser.get(f"{address}?year=2025").content.decode()
    assert "2 evenings" in page
    assert all(name in page for name in names[:5])
    assert "Nobody came" not in organiser.get(f"{address}?year=2024").content.decode()
