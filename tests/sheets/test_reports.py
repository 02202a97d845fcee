"""Evenings and seasons on paper: rankings, sums, standings, and who may print them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils.translation import override

from mahjongclub.clubs.club_model import Club
from mahjongclub.clubs.models import Player
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rounds.teams.models import TeamMember, create_team
from mahjongclub.seasons.changes import give_points
from mahjongclub.seasons.models import League, Season
from mahjongclub.sheets.filled.evening import evening_sheet
from mahjongclub.sheets.filled.season import season_sheet
from mahjongclub.sheets.typesetting import print_sheet
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Session
from mahjongclub.tables.whole_record import WholeRecord, store_records
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import ron
from tests.tables.test_whole_record import BEGAN, record_of

from .reading import spoken_of, tags_of, text_of

SEASON = date(2026, 1, 1)


def play(house: ClubHouse, *games: tuple[str, dict[str, Any]]) -> None:
    """Games of the club's evening, each of them stopped after what it was given."""
    belonging = ClubAndEvening(house.club, house.evening)
    store_records(
        [
            WholeRecord(record_of(variant, closed=True, **more), BEGAN, belonging=belonging)
            for variant, more in games
        ],
        None,
    )


def season_of(house: ClubHouse) -> Season:
    league = League.objects.create(club=house.club, name="The *league*")
    scoring = read_scoring({}).to_json()
    return Season.objects.create(
        league=league, variant="riichi", name="Spring #1", starts=SEASON, scoring=scoring
    )


def printed(sheet: Any) -> bytes:
    return print_sheet(sheet).pdf


def evening_text(house: ClubHouse, language: str = "en") -> str:
    with override(language):
        return text_of(printed(evening_sheet(house.evening, paper="a4", language=language)))


def test_an_evening_has_every_game_and_what_each_took_home(house: ClubHouse) -> None:
    """By hand: a ron of 5,200 from an even start ends +40.2, -5.0 twice, -30.2 (see test_filled).

    The other way round in the second game: Benoît has +40.2 and -30.2, together +10.0.
    """
    play(house, ("riichi", {"hands": [ron(1, 2)]}), ("riichi", {"hands": [ron(2, 1)]}), ("ten", {}))
    text = evening_text(house)
    assert "3 games" in text
    assert "1 Benoît 30,200 +40.2" in text
    assert "1 Chen 30,200 +40.2" in text
    # Ten: 2,000 from the bank; the score alone ranks, so there is no other result
    assert "Points on the table 1 Benoît 12,000 2 Aiko 10,000" in text
    assert "Everybody’s evening: Riichi Player Games Places Result Benoît 2 1, 4 +10.0" in text
    assert "Aiko 2 2, 2 −10.0" in text
    assert "Everybody’s evening: Ten" not in text
    assert "30 200" in evening_text(house, "fr")


def test_an_evening_costs_the_same_after_many_games(house: ClubHouse, django_assert_num_queries: Any) -> None:
    for games in (1, 4):
        play(house, *[("riichi", {"hands": [ron(1, 2)]})] * games)
        with django_assert_num_queries(14):  # sessions, seats, players, and the story of the night
            evening_sheet(house.evening, paper="a4", language="en")


def test_a_running_table_is_named_and_an_empty_evening_says_so(house: ClubHouse) -> None:
    assert "No game has been finished yet." in evening_text(house)
    table = house.phone("scorer").open_table(belongs=f"e{house.evening.pk}")
    assert Session.objects.get(pk=table.pk).evening == house.evening
    assert "Being played Game 1 · Riichi, Home rules: E1 – Aiko, Benoît, Chen, Dina" in evening_text(house)


def test_the_standings_to_hang_up_and_the_whole_season(house: ClubHouse) -> None:
    season = season_of(house)
    play(house, ("riichi", {"hands": [ron(1, 2)]}), ("riichi", {"hands": [ron(1, 2)]}))
    aiko = Player.objects.get(club=house.club, name="Aiko")
    give_points(season, aiko, -50, "#late <often>", SEASON)
    team = create_team(season.get_or_create_competition(), "$Winds$")
    TeamMember.objects.create(team=team, player=aiko)
    bare = text_of(printed(season_sheet(season, whole=False, paper="a4", language="en")))
    # twice +40.2; twice -5.0 and five points taken; twice -5.0; twice -30.2
    assert "1 Benoît +80.4 2 1.00 2 0 0 0" in bare
    assert "2 Dina −10.0 2 2.00 0 2 0 0" in bare
    assert "3 Aiko −15.0 −5.0 2 2.00 0 2 0 0" in bare
    assert "Spring #1" in bare
    assert "$Winds$" in bare
    assert "#late" not in bare
    pdf = printed(season_sheet(season, whole=True, paper="letter", language="en"))
    whole = text_of(pdf)
    assert "#late <often>" in whole
    assert "How this season counts" in whole
    assert {"/Table", "/TH", "/H2"} <= set(tags_of(pdf))


def test_the_season_shows_how_it_went_from_the_second_evening_on(house: ClubHouse) -> None:
    season = season_of(house)
    play(house, ("riichi", {"hands": [ron(1, 2)]}))
    assert not spoken_of(printed(season_sheet(season, whole=True, paper="a4", language="en")))
    house.evening = house.club.evenings.create(date=date(2026, 6, 1))
    play(house, ("riichi", {"hands": [ron(2, 3)]}))
    told = spoken_of(printed(season_sheet(season, whole=True, paper="a4", language="en")))
    assert told == ["The totals of the first places after each evening."]


def test_who_hides_the_name_is_a_pseudonym_in_both(house: ClubHouse) -> None:
    season = season_of(house)
    play(house, ("riichi", {"hands": [ron(1, 2)]}))
    Player.objects.filter(name="Benoît").update(name_hidden=True)
    standings = text_of(printed(season_sheet(season, whole=True, paper="a4", language="en")))
    for text in (evening_text(house), standings):
        assert "Benoît" not in text
        assert "Player no. " in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("visibility", "allowed"),
    [
        (Club.Visibility.MEMBERS, {"member": 200, "stranger": 404, "nobody": 302}),
        (Club.Visibility.PRIVATE, {"organiser": 200, "member": 403, "stranger": 404}),
        (Club.Visibility.PUBLIC, {"stranger": 200, "nobody": 200}),
    ],
)
def test_who_may_look_may_print(visibility: str, allowed: dict[str, int]) -> None:
    house = open_club_house(visibility)
    season = season_of(house)
    for address in (f"evenings/{house.evening.pk}", f"seasons/{season.pk}"):
        for who, status in allowed.items():
            phone = house.phone(who)
            for part in ("", "sheet.pdf"):
                answer = phone.get(f"/sheets/c/{house.club.slug}/{address}/{part}")
                assert answer.status_code == status, (who, address)


def test_the_pages_lead_there(house: ClubHouse) -> None:
    season = season_of(house)
    play(house, ("riichi", {"hands": [ron(1, 2)]}))
    phone, sheets = house.phone("member"), f"/sheets/c/{house.club.slug}"
    page = phone.get(house.url(f"evenings/{house.evening.pk}/")).content.decode()
    assert f"{sheets}/evenings/{house.evening.pk}/" in page
    page = phone.get(house.url(f"seasons/{season.pk}/")).content.decode()
    assert f"{sheets}/seasons/{season.pk}/" in page
