"""Hands bent out of shape, and junk beside them, at every page of a hand's worth: never a server error."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjongclub.games.registry import find_game, games
from tests.fuzz.bending import bent, drafts_of, keys_of
from tests.worth.test_pages import links, value

pytestmark = pytest.mark.django_db

GAMES = [game.key for game in games()]
ODD_VALUES = [{"a": []}, [1], "٣", "²", "x", -1, 10**30, 1.5, True]
#: what a query may hold beside the hand
NAMES = (
    *("draft", "rules", "preset", "round", "dealer", "honba", "sticks", "drawn", "scores", "rotation"),
    *("take", "tap", "typed", "called", "add", "level", "hand", "guess", "guess-0", "count", "kind", "set"),
)
GUESSED = ("level", "hand", "take", "guess", "guess-1")
JUNK = ("", "\x00", "٣", "²", "-1", "9" * 400, "1e999", "{", "[[]]", "null", "1,2,x", "<b>", "𝟛", "\ud7ff")


def riichi_win(**value):
    return {"type": "win", "riichi": [], "wins": [{"winner": 3, "from": 1, **value}]}


@pytest.mark.parametrize("name", ["yakuman", "han", "limit", "tiles", "yaku", "pao", "chips"])
@pytest.mark.parametrize("odd", ODD_VALUES, ids=repr)
def test_an_odd_value_in_a_riichi_hand_is_told_with_422(name, odd):
    beside = {"han": 3, "fu": 40} if name in ("yaku", "pao", "chips") else {}
    value("riichi", riichi_win(**beside, **{name: odd}), status=422)


@pytest.mark.parametrize("odd", [3, "1", {}, [9], [None], [[1]]], ids=repr)
@pytest.mark.parametrize("name", ["flowers", "seasons", "by", "sets", "special"])
def test_odd_tiles_of_a_classical_hand_are_told_with_422(name, odd):
    hands = [{"sets": [], name: odd}, {"points": 20}, {"points": 20}, {"points": 20}]
    assert value("classical", {"type": "win", "winner": 1, "from": None, "hands": hands}, status=422)


@pytest.mark.parametrize("name", ["flowers", "seasons", "by"])
def test_a_classical_hand_with_null_for_a_list_is_counted_again(name):
    hands = [{"sets": [], name: None}, {"points": 20}, {"points": 20}, {"points": 20}]
    draft = {"type": "win", "winner": 1, "from": None, "hands": hands, "counting": {"seat": 1}}
    assert links(value("classical", draft))


@st.composite
def queries(draw):
    """A page of a game, and a query with a bent hand or junk."""
    key = draw(st.sampled_from(GAMES))
    game = find_game(key)
    query = {"draft": json.dumps(draw(bent(draw(st.sampled_from(drafts_of(key))), keys_of(key))))}
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=2)):
        query[name] = draw(st.lists(st.sampled_from(JUNK), min_size=1, max_size=2))
    steps = [f"/value/{key}/{page}/" for page in game.pages]
    pages = [f"/value/{key}/", f"/value/{key}/", *steps, f"/value/{key}/options/", f"/practice/{key}/"]
    return f"{draw(st.sampled_from(pages))}?{urlencode(query, doseq=True)}"


@settings(max_examples=100)
@given(address=queries())
def test_no_bent_hand_and_no_junk_fails(address):
    assert Client().get(address).status_code < 500, address


@given(query=st.dictionaries(st.sampled_from(GUESSED), st.sampled_from(JUNK)))
def test_no_junk_fails_at_a_hand_to_guess(query):
    address = f"/practice/riichi/?{urlencode({'level': 1, 'hand': 1, **query})}"
    assert Client().get(address).status_code in (200, 302, 404, 422), address
