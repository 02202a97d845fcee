"""Guess the score: hands of every game at three levels, with the reasons after the answer."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from mahjongclub.games.registry import games
from mahjongclub.worth.practice import LEVELS, GuessForm, practice_hand_queries, practice_path

pytestmark = pytest.mark.django_db


def read(address, status=200):
    answer = Client().get(address)
    assert answer.status_code == status, address
    return html.unescape(answer.content.decode())


def right_guess(game, level, number):
    """What is to be typed, as the query of the form has it."""
    wanted = GuessForm(game, level, number, None).wanted
    return "".join(f"&{name}={points}" for name, points in wanted.items()) + "&take=1"


def test_every_game_has_hands_at_every_level():
    page = read("/practice/")
    for game in games():
        assert len(practice_hand_queries(game.key)) >= 5, game.key
        for level in LEVELS:
            assert practice_path(game, level) in page


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_a_right_guess_is_told_with_the_reasons(game, level):
    for number in range(1, len(practice_hand_queries(game.key)) + 1, 5):
        address = practice_path(game, level, number)
        asked = read(address)
        assert 'id="answer"' not in asked
        told = read(address + right_guess(game, level, number))
        assert "Right." in told
        assert 'id="answer"' in told


def test_a_hand_to_practise_on_has_its_colons_as_french_writes_them():
    game = next(game for game in games() if game.key == "riichi")
    for number in range(1, len(practice_hand_queries("riichi")) + 1):
        page = Client(headers={"accept-language": "fr"}).get(practice_path(game, 1, number)).content.decode()
        asked = html.unescape(re.sub(r"<[^>]+>", "", page.partition("<main")[2].partition("</ul>")[0]))
        assert not re.search(r"[^\u202f\s]: ", asked), asked
        assert "\u202f: " in asked


def test_every_hand_to_practise_on_can_be_asked():
    for game in games():
        for number in range(1, len(practice_hand_queries(game.key)) + 1):
            wanted = GuessForm(game, 1, number, None).wanted["guess"]
            values = re.findall(r'value="([^"]*)"', str(GuessForm(game, 1, number, None)["guess"]))
            assert str(wanted) in values
            assert len(values) > 1


def test_a_wrong_guess_shows_the_answer_and_a_guess_that_is_none_stays():
    game = games()[0]
    address = practice_path(game, 2, 1)
    assert "Not quite" in read(f"{address}&take=1&guess=7")
    page = read(f"{address}&take=1&guess=many", status=422)
    assert "Write the points as a whole number." in page
    assert 'value="many"' in page


def test_a_hand_is_drawn_where_none_is_named():
    answer = Client().get("/practice/riichi/?level=3")
    assert answer.status_code == 302
    assert re.fullmatch(r"/practice/riichi/\?level=3&hand=[0-9]+", answer["Location"])


@pytest.mark.parametrize("query", ["level=0", "level=x", "level=1&hand=0", "level=1&hand=9999", "hand=-1"])
def test_a_hand_or_level_there_is_none_of_is_not_found(query):
    read(f"/practice/riichi/?{query}", status=404)
