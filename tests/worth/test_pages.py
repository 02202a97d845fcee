"""A hand's worth as somebody without an account, a table or JavaScript meets it."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from django.test import Client

from mahjongclub.games.registry import games
from tests.plain_browser import PlainBrowser
from tests.server.page_forms import all_forms

pytestmark = pytest.mark.django_db

GAMES = [game.key for game in games()]
RON = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
TILES = {
    "type": "win",
    "riichi": [1],
    "wins": [
        {
            "winner": 1,
            "from": None,
            "tiles": {"concealed": "234567m33345p555s", "winning": "5s", "dora": "3p"},
        }
    ],
}


def read(address, language="en", status=200):
    """The text of a page as a stranger's browser reads it."""
    answer = Client(headers={"accept-language": language}).get(address)
    assert answer.status_code == status, address
    return html.unescape(answer.content.decode())


def value(game, draft=None, status=200, language="en", **query):
    asked = {**({"draft": json.dumps(draft)} if draft is not None else {}), **query}
    text = "&".join(f"{name}={quote(str(held))}" for name, held in asked.items())
    return read(f"/value/{game}/?{text}", language, status)


def words(page):
    """What a page shows, in one line."""
    main = page[page.index("<main") : page.index("</main")]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def links(page):
    main = page[page.index("<main") : page.index("</main")]
    return [link for link in re.findall(r'href="(/value/[^"]+)"', main) if "draft=" in link]


def test_a_stranger_finds_a_hands_worth_from_the_home_page_in_one_tap():
    assert 'href="/value/"' in read("/")
    page = read("/value/")
    for game in GAMES:
        assert f'href="/value/{game}/"' in page


def test_a_stranger_learns_link_by_link_what_a_hand_pays():
    browser = PlainBrowser(Client(headers={"accept-language": "en"}))
    browser.visit("/")
    for link in ("What a hand is worth", "Riichi", "South", "Tsumo"):
        browser.press_named(link)
    browser.press_node(next(node for node in browser.page.nodes("a") if "3 han 40 fu" in node.text))
    assert "South wins by tsumo, 3 han 40 fu" in [title.text for title in browser.page.nodes("h1", "h2")]
    tables = {caption(table): table.text for table in browser.page.nodes("table")}
    assert "2,600" in tables["What the hand of South wins"]


def caption(table):
    return next((node.text for node in table.nodes("caption")), "") or table.get("aria-label")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_questions_of_every_game_are_links_that_lead_to_a_question(game):
    begin = value(game)
    assert links(begin)
    for link in links(begin)[:8]:
        assert links(read(link)), link


def test_a_hand_is_told_tap_by_tap_and_says_what_it_pays():
    page = value("riichi")
    for pattern in (r'"winner":1\}', r'"from":2', r'"han":3,"fu":40'):
        page = read(next(link for link in links(page) if re.search(pattern, _draft(link))))
    said = words(page)
    assert "South wins by ron on West, 3 han 40 fu" in said
    assert "West → South 5,200" in said


def _draft(link):
    return parse_qs(urlsplit(link).query)["draft"][0]


def test_a_hand_says_what_it_pays_as_dealer_and_not_on_a_discard_and_self_drawn():
    said = words(value("riichi", RON))
    assert "As dealer 7,700 who discards 7,700 7,800 each of the others 2,600" in said
    assert "Not as dealer 5,200 who discards 5,200 5,200 each other player 1,300 the dealer 2,600" in said


def test_a_hand_of_tiles_says_every_yaku_and_every_fu():
    said = words(value("riichi", TILES))
    assert "Riichi 1 han" in said
    assert "Dora 1 han" in said
    for line in ("Every hand, with what a closed ron adds 20 fu", "Closed triplet 4 fu", "Self-drawn 2 fu"):
        assert line in said
    assert "26 fu, rounded up 30 fu" in said


def test_the_table_of_the_address_counts():
    said = words(value("riichi", RON, honba=2, sticks=1, round="S"))
    assert "South 1, 2 honba" in said
    assert "West → South 600 (honba)" in said
    assert "the table → South 1,000 (riichi sticks)" in said


def test_patterns_are_told_with_what_each_brings():
    said = words(
        value("taiwanese", {"type": "win", "wins": [{"winner": 0, "from": 1, "patterns": ["concealed"]}]})
    )
    assert "Concealed hand 1 tai" in said
    assert "The calculation" in said


def test_the_page_speaks_french():
    said = words(value("riichi", RON, language="fr"))
    assert "Sud gagne par ron sur Ouest" in said
    assert "Donneur" in said


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"honba": "x"}, "Enter a whole number."),
        ({"honba": "-1"}, "greater than or equal to 0"),
        ({"sticks": "99999999999999999999"}, "less than or equal to"),
        ({"preset": "nowhere"}, "There is no such set of rules"),
        ({"rules": "{"}, "The rules in this address cannot be read"),
        ({"rules": '{"uma": "x"}'}, "The rules in this address cannot be read"),
        ({"round": "Q"}, "Q"),
        ({"dealer": "7"}, ""),
        ({"scores": "1,2"}, ""),
        ({"scores": "9" * 500}, ""),
    ],
)
def test_bad_input_is_told_with_422_and_the_hand_stays(query, message):
    page = value("riichi", RON, status=422, **query)
    assert message in words(page)
    assert "South wins by ron on West" in page  # the hand is still there, by what could be read


@pytest.mark.parametrize(
    "draft",
    ["{", "[]", '{"type":"nothing"}', '{"wins":3}', "x" * 7000, '{"type":"win","wins":[{"winner":99}]}'],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_is_none_is_told_with_422(game, draft):
    page = read(f"/value/{game}/?draft={quote(draft)}", status=422)
    assert "This address has no hand that could be read" in page


def test_an_impossible_hand_says_why():
    wins = [{"winner": 1, "from": None, "tiles": {"concealed": "19m19p19s1234567z1m", "winning": "3m"}}]
    answer = Client().get(f"/value/riichi/?draft={quote(json.dumps({'type': 'win', 'wins': wins}))}")
    assert answer.status_code == 422


def test_pages_of_no_game_and_no_step_are_not_there():
    for address in ("/value/go/", "/value/riichi/nothing/", "/value/go/options/"):
        read(address, status=404)


def sent_options(page, **changed):
    """The query of the form of options as a browser sends it, with some of them changed."""
    form = next(form for form in all_forms(page) if "take" in form.fields)
    return urlencode({**form.fields, **changed}, doseq=True)


def test_an_option_is_changed_and_the_hand_is_shown_by_it():
    address = f"/value/riichi/options/?draft={quote(json.dumps(RON))}&honba=1"
    page = Client().get(address).content.decode()
    answer = Client().get(f"/value/riichi/options/?{sent_options(page, **{'option-honba': '1500'})}")
    assert answer.status_code == 302
    address = urlsplit(answer["Location"])
    assert address.path == "/value/riichi/"
    assert "honba" in parse_qs(address.query)["rules"][0]
    assert "West → South 1,500 (honba)" in words(read(answer["Location"]))


def test_a_wrong_option_is_told_at_its_field_with_422():
    page = read("/value/riichi/options/")
    sent = sent_options(page, **{"option-honba": "many"})
    assert "What you typed is still there" in read(f"/value/riichi/options/?{sent}", status=422)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_a_games_own_steps_needs_no_table(game):
    for name in next(one for one in games() if one.key == game).pages:
        assert Client().get(f"/value/{game}/{name}/").status_code in (200, 302), name


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_games_own_steps_opens(game):
    found = next(one for one in games() if one.key == game)
    for name in found.pages:
        page, seen = value(game), set()
        for _step in range(4):
            step = next((link for link in links(page) if f"/value/{game}/{name}/" in link), None)
            if step or not links(page):
                break
            page = read(next(link for link in links(page) if link not in seen))
        if step:
            assert 'id="main"' in read(step)
