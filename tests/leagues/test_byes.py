"""Any number of players: who sits out, what it brings, and stewards who fill the tables instead."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from mahjongclub.events.models import Place
from mahjongclub.rounds.models import Bye
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall, tenths

NAMES = [f"Player {number:02}" for number in range(1, 18)]
SETTINGS = {"over": "bye", "bye_tenths": "10", "substitute_tenths": "-30", "most_substitutes": "2"}
#: as in test_tournament: 5,200 with the uma of EMA 2025
FIRST, LAST = 202, -202


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def met_once(hall: TournamentHall, rounds: int) -> bool:
    """Whether no two have sat at one table twice in the first so many rounds."""
    tables = [table for number in range(1, rounds + 1) for table in hall.tables(number)]
    seated = [sorted(seat.place.number for seat in table.seats.all()) for table in tables]
    pairs = Counter(pair for numbers in seated for pair in combinations(numbers, 2))
    return max(pairs.values()) == 1


def test_seventeen_players_play_five_swiss_rounds(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=5, draw="swiss", public="on")
    assert hall.post("byes/", **SETTINGS).status_code == 302
    assert 'value="10"' in hall.read("byes/")
    expected: Counter[str] = Counter()
    sat_out: list[str] = []
    for number in range(1, 6):
        hall.draw_and_publish()
        bye = Bye.objects.get(round__competition__tournament=hall.tournament, round__number=number)
        name = NAMES[bye.place.number - 1]
        assert name not in sat_out, "nobody sits out twice before everybody has once"
        if number > 1:
            # the last of the ranking who has not yet sits out, another only so that nobody meets again
            ranked = [player for player in hall.totals() if player not in sat_out]
            assert name == ranked[-1] or met_once(hall, number)
        sat_out.append(name)
        assert "A bye brings +10.0." in hall.read("seating/")
        assert name in sits_out(hall.read(f"rounds/{number}/", "member"))
        assert len(hall.tables(number)) == 4
        hall.open(number)
        for won, paid in hall.play(number):
            expected[NAMES[won - 1]] += FIRST
            expected[NAMES[paid - 1]] += LAST
        expected[name] += 100
    assert name in sits_out(hall.read("event/", "nobody"))
    hall.post("finish/")
    totals = hall.totals("member")
    assert {one: tenths(total) for one, (_rank, total) in totals.items()} == {
        one: expected[one] for one in NAMES
    }
    assert totals[max(expected, key=lambda one: expected[one])][0] == "1"
    assert hall.read(who="member").count("<small>bye</small>") == 5
    # what a bye brings is a rule of the event: the ranking follows it
    assert hall.post("byes/", **SETTINGS).status_code == 422, "it is final"
    hall.post("reopen/")
    hall.post("byes/", **{**SETTINGS, "bye_tenths": ""})
    assert tenths(hall.totals()[name][1]) == expected[name] - 100


def test_stewards_fill_the_tables_and_are_ranked_nowhere(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:14], round_count=3)
    hall.post("byes/", **{**SETTINGS, "over": "steward", "stewards": "Stew"})
    refused = hall.phone.post(hall.url("draw/"), follow=True).content.decode()
    assert "2 stewards are needed to fill the tables; 1 is named." in refused
    taken = hall.post("byes/", **{**SETTINGS, "over": "steward", "stewards": "Stew\nPlayer 01"})
    assert "plays already, as number 1." in taken.content.decode()
    hall.post("byes/", **{**SETTINGS, "over": "steward", "stewards": "Stew\nAda\nSpare"})
    hall.draw_and_publish()
    assert not Bye.objects.exists()
    hall.open(1)
    hall.play(1)
    totals = hall.totals()
    assert [totals[name][0] for name in ("Stew", "Ada", "Spare")] == ["–", "–", "–"]
    assert {totals[name][0] for name in NAMES[:14]} <= {str(rank) for rank in range(1, 15)}
    kept = hall.post("byes/", **{**SETTINGS, "over": "steward", "stewards": "Spare"})
    assert "is seated already, as a steward." in kept.content.decode()
    hall.post("byes/", **{**SETTINGS, "over": "steward", "stewards": "Stew\nAda"})
    assert not Place.objects.filter(stints__player__name="Spare").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"over": "coin"},
        {"bye_tenths": "many"},
        {"substitute_tenths": "1.25"},
        {"most_substitutes": "-1"},
        {"stewards": "Stew\nSTEW"},
        {"stewards": "--"},
    ],
)
def test_what_is_typed_wrong_is_said_at_its_field_and_nothing_is_stored(
    house: ClubHouse, wrong: dict[str, str]
) -> None:
    hall = TournamentHall(house, NAMES[:8])
    answer = hall.post("byes/", **{**SETTINGS, "bye_tenths": "5", **wrong})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode() or "over" in wrong
    hall.tournament.refresh_from_db()
    assert hall.tournament.bye_tenths == 0
    assert not Place.objects.filter(steward=True).exists()


def sits_out(page: str) -> str:
    """The part of a page that says who sits out, last."""
    return page.rpartition("Sits out:")[2].partition("</p>")[0]
