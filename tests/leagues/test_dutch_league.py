"""A season that counts as clubs of the Netherlands do: groenehartmahjong.com/competitie-reglement.

For each evening and table 4, 2, 1 and 0.5 points by place, one more for everybody who came, equal totals by
more hands won, then fewer dealt into, and a place in the table for who came to 75 % of the evenings.
"""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import pytest

from mahjongclub.pairing.scoring import VALUE_UNIT, Scoring, read_scoring
from mahjongclub.pairing.standings import Sums, rank_entries
from mahjongclub.rules.game import RuleError
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.wording import unplaced_in_words
from tests.clubs.club_house import ClubHouse, open_club_house

GROENE_HART = {
    "worth": "places",
    "place_4": 0.5,
    "coming": 1,
    "evenings_share": 75,
    "tie_1": "wins",
    "tie_2": "deal_ins",
}
FIELDS = {
    "league": "Competitie",
    "name": "2026",
    "variant": "riichi",
    "starts": "2026-01-01",
    "option-worth": "places",
}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def sums_of(key: int, *places: int, wins: int = 0, deal_ins: int = 0) -> Sums:
    scoring = read_scoring(GROENE_HART)
    values = [scoring.value(place, 1, 0) for place in places]
    held = tuple(places.count(place) for place in (1, 2, 3, 4))
    best = tuple(sorted(values, reverse=True))
    return Sums(
        key, len(places), sum(values), best, 0, held, evenings=len(places), wins=wins, deal_ins=deal_ins
    )


def test_half_points_and_a_point_for_coming_add_up() -> None:
    rows = rank_entries(read_scoring(GROENE_HART), [sums_of(1, 1, 2, 4), sums_of(2, 2, 1, 1)], evenings=3)
    assert {row.sums.key: row.total / VALUE_UNIT for row in rows} == {1: 9.5, 2: 13}


def test_equal_totals_are_decided_by_hands_won_then_by_hands_dealt_into() -> None:
    scoring = read_scoring(GROENE_HART)
    players = [
        sums_of(1, 1, 2, wins=3, deal_ins=2),
        sums_of(2, 2, 1, wins=4, deal_ins=5),
        sums_of(3, 2, 1, wins=3, deal_ins=1),
    ]
    rows = rank_entries(scoring, players)
    assert [(row.sums.key, row.rank, row.decided_by) for row in rows] == [
        (2, 1, None),
        (3, 2, "wins"),
        (1, 3, "deal_ins"),
    ]


def test_who_came_to_fewer_than_three_quarters_of_the_evenings_has_no_place() -> None:
    rows = rank_entries(read_scoring(GROENE_HART), [sums_of(1, 1, 1), sums_of(2, 4, 4, 4)], evenings=4)
    assert [(row.sums.key, row.rank, row.missing_evenings) for row in rows] == [(2, 1, 0), (1, None, 1)]


@pytest.mark.parametrize("wrong", [0.125, "0.5", True, 1001, float("nan")])
def test_points_for_the_place_have_two_decimals_at_most(wrong: object) -> None:
    with pytest.raises(RuleError):
        read_scoring({"place_1": wrong})


def test_a_scoring_of_before_reads_as_it_did() -> None:
    before = {"worth": "places", "place_1": 5, "place_2": 3}
    scoring = read_scoring(before)
    assert scoring == replace(Scoring(), worth="places", place_1=5, place_2=3)
    assert scoring.to_json()["place_1"] == 5


@pytest.mark.parametrize("half", ["0.5", "0,5", "０．５", "½", " 0,5 "])
def test_an_organiser_types_half_a_point_as_people_write_it(house: ClubHouse, half: str) -> None:
    places = {f"option-place_{place}": points for place, points in zip((1, 2, 3), "421", strict=True)}
    form = {**FIELDS, **places, "option-place_4": half, "option-coming": "1"}
    answer = house.phone("organiser").post(house.url("seasons/new/"), form)
    assert answer.status_code == 302
    assert Season.objects.get().rules.place_4 == 0.5
    page = unescape(house.phone("organiser").get(answer["Location"]).content.decode())
    assert "0.5" in page


@pytest.mark.parametrize("worth", ["places", "uma"])
def test_a_season_asks_what_each_place_brings(house: ClubHouse, worth: str) -> None:
    empty = {f"option-place_{place}": "" for place in range(1, 8)}
    form = {**FIELDS, **empty, "option-worth": worth, "option-place_1": "15"}
    answer = house.phone("organiser").post(house.url("seasons/new/"), form)
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert page.count("How many points does this place bring?") == 3, "of four at a table one is there"
    assert 'value="15"' in page
    assert not Season.objects.exists()


def test_the_form_shows_one_game_as_the_season_would_count_it(house: ClubHouse) -> None:
    places = dict(
        zip((f"option-place_{place}" for place in range(1, 5)), ("15", "5", "−5", "−15"), strict=True)
    )
    form = {**FIELDS, **places, "option-worth": "uma"}
    answer = house.phone("organiser").post(house.url("seasons/example/"), form)
    page = unescape(answer.content.decode())
    # 25,000 to begin with, 30,000 to return: +30.0 with the oka of 20, 0.0, -10.0 and -20.0 before the uma
    for points, worth in (("40,000", "+45.0"), ("30,000", "+5.0"), ("20,000", "-15.0"), ("10,000", "-35.0")):
        assert f"<td>{points}</td><td><b>{worth}</b></td>" in page


def test_the_example_waits_while_the_scoring_is_not_whole(house: ClubHouse) -> None:
    form = {**FIELDS, "option-worth": "uma", "option-place_1": "", "variant": "bridge"}
    answer = house.phone("organiser").post(house.url("seasons/example/"), form)
    assert answer.status_code == 200
    assert "appears once every place has its points" in answer.content.decode()


@pytest.mark.parametrize(
    ("scoring", "teams", "words"),
    [
        ({"evenings_share": 75}, False, "“–”: not placed yet: at least 75 % of the evenings are needed."),
        (
            {"evenings_share": 75, "minimum_games": 1},
            False,
            "“–”: not placed yet: at least 75 % of the evenings and 1 game are needed.",
        ),
        ({"evenings_share": 75, "minimum_games": 8}, True, "“–”: fewer than 8 games, not placed yet."),
    ],
)
def test_what_a_place_needs_is_said_without_what_nobody_asks_for(
    scoring: dict[str, int], teams: bool, words: str
) -> None:
    assert unplaced_in_words(read_scoring(scoring), teams=teams) == words
