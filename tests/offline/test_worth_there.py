"""What a hand is worth on a phone without network: the server's own pages, word for word."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from mahjongclub.games.registry import games
from mahjongclub.worth.practice import practice_hand_queries
from tests.offline.device import Engine, Handset, words

KEYS = [game.key for game in games()]
SITE = "https://testserver"


def main_of(page: str) -> str:
    """The content of a page, without what is the phone's or the server's own."""
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r"/static/[^\"]+", "", main)


def there(engine: Engine, path: str, language: str = "en") -> dict[str, Any]:
    return Handset(engine, language=language, origin=SITE).ask("GET", path)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", KEYS)
def test_a_phone_says_word_for_word_what_the_server_says_of_a_hand(
    engine: Engine, key: str, language: str
) -> None:
    server = Client(headers={"accept-language": language})
    hands = [f"/value/{key}/?{hand}" for hand in practice_hand_queries(key)[len(key) % 10 :: 10]]
    pages = [f"/value/{key}/", f"/value/{key}/options/", f"/practice/{key}/?level=3&hand=2"]
    for path in ("/value/", "/practice/", *pages, *hands):
        answer = there(engine, path, language)
        assert answer["status"] == 200, path
        here = server.get(path, secure=True).content.decode()
        assert main_of(answer["body"]) == main_of(here), path


def test_the_link_of_a_hand_leads_to_the_server(engine: Engine) -> None:
    answer = there(engine, f"/value/riichi/?{practice_hand_queries('riichi')[0]}")
    assert f'value="{SITE}/value/riichi/?' in html.unescape(answer["body"])


def test_a_hand_is_drawn_to_guess_and_junk_is_told(engine: Engine) -> None:
    answer = there(engine, "/practice/ten/?level=1")
    assert answer["status"] == 302
    assert answer["headers"]["Location"].startswith("/practice/ten/?level=1&hand=")
    assert there(engine, "/value/riichi/?draft={")["status"] == 422
    assert there(engine, "/value/nothing/")["status"] == 404


def test_a_step_of_tiles_is_answered_with_its_part_alone(engine: Engine) -> None:
    draft = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": None}]}
    path = f"/value/riichi/tiles/?draft={json.dumps(draft)}"
    answer = Handset(engine).ask("GET", path, **{"hx-request": "true", "hx-target": "tiles"})
    assert answer["status"] == 200
    assert "<html" not in answer["body"]


def test_a_hand_of_a_table_is_explained_there_and_the_table_stays(engine: Engine) -> None:
    phone = Handset(engine)
    phone.open("riichi", "Marguerite", "Σοφία Παπαδοπούλου", "田中 愛子", "O'Brien")
    phone.hand({"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]})
    why = phone.get("why/1/")
    assert why["status"] == 302
    answer = phone.ask("GET", why["headers"]["Location"])
    assert "South wins by ron on West, 3 han 40 fu" in words(answer)
    assert phone.get("why/2/")["status"] == 404
    assert phone.hand({"type": "draw", "tenpai": [0]})["status"] == 302
    assert "copy" not in answer


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """The server's pages know who asks."""
