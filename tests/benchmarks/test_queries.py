"""What the pages that everybody looks at ask of the database: these numbers, however much there is."""

from __future__ import annotations

import pytest

from benchmarks.measures import queries_of
from benchmarks.phones import hand_form
from benchmarks.tables import long_game, new_device, open_table, record_all
from mahjongclub.clubs.models import Player
from mahjongclub.figures.cached import clear_cached_answers
from mahjongclub.rules.registry import variants
from mahjongclub.tables.models import Session
from tests.leagues.conftest import Hall, ron

pytestmark = pytest.mark.django_db

#: the visitor's access with the table and its clock, the names
TABLE_PAGE = 2
#: the access; the session as it is now, the hand, the scores, the session, the revision; the names
RECORD_HAND = 7
#: the club, the season, whether it has teams, whether there is news, what organisers added, the names, its
#: year’s others, and what waits to be counted; the sums for the first reader after a result
STANDINGS = 8
FIRST_STANDINGS = STANDINGS + 1


@pytest.mark.parametrize("hands", [1, 40])
def test_a_table_asks_the_same_after_any_number_of_hands(hands: int) -> None:
    rules, outcomes = long_game()
    device, cookie = new_device()
    session = open_table(device, rules)
    record_all(session, device, outcomes[:hands])
    assert queries_of(f"/t/{session.code}/", cookie) == TABLE_PAGE
    form = hand_form(outcomes[hands], hands)
    assert queries_of(f"/t/{session.code}/hand/{hands + 1}/", cookie, form) == RECORD_HAND
    assert Session.objects.get(pk=session.pk).state["hands"] == hands + 1


@pytest.mark.parametrize("variant", [variant.key for variant in variants()])
def test_a_table_asks_the_same_with_any_number_of_seats(variant: str) -> None:
    device, cookie = new_device()
    session = open_table(device, variant=variant)
    assert queries_of(f"/t/{session.code}/", cookie) == TABLE_PAGE


@pytest.mark.parametrize(("games", "players"), [(1, 6), (6, 18)])
def test_standings_ask_the_same_of_any_number_of_games_and_players(games: int, players: int) -> None:
    hall = Hall()
    season = hall.season()
    hall.players += [Player.objects.create(name=f"P{number}", club=hall.club) for number in range(6, players)]
    for number in range(games):
        first = 4 * number % (players - 3)
        hall.play([ron(1, 2)], (first, first + 1, first + 2, first + 3))
    assert season.games.count() >= 4
    page = f"/c/{hall.club.slug}/seasons/{season.pk}/"
    clear_cached_answers()
    assert queries_of(page) == FIRST_STANDINGS
    assert queries_of(page) == STANDINGS
