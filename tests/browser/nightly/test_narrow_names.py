"""On the narrowest phone names can be read, cells of the value grid say what they are, Undo is in sight."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from mahjongclub.games.base import Game
from mahjongclub.games.registry import games
from tests.browser.chromium import broken_words
from tests.browser.opening import open_table, record, state_of
from tests.games.played import dealt
from tests.serving import RunningServer

NAMES = ("Aiko", "Bartholomäus von Winterstein", "Chen", "Maximiliane-Charlotte", "Emil", "Jean-Christophe")
HARD_NAMES = ("Marguerite", "Jean-Pierre", "Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου")
HAN_NAMES = ("Marguerite", "田中 愛子", "Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου")
#: whether any line of a name stands outside its seat, or is cut there
CUT = """() => [...document.querySelectorAll(".place .who")].filter((name) => {
  const [inner, outer] = [name.getBoundingClientRect(), name.closest(".place").getBoundingClientRect()];
  return name.scrollWidth > name.clientWidth + 1 || inner.top < outer.top || inner.right > outer.right + 1;
}).map((name) => name.textContent)"""


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("riichi", 4), ("classical", 4), ("six", 6), ("ten", 2)],
)
def test_no_name_is_cut(
    open_device: Callable[..., Page], server: RunningServer, variant: str, seats: int
) -> None:
    page = open_device((320, 640))
    open_table(page, variant, NAMES[:seats], server.url)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


@pytest.mark.parametrize("names", [HARD_NAMES, HAN_NAMES], ids=["hard", "han"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_correction_changes_names_nobody_in_two_halves(
    open_device: Callable[..., Page], server: RunningServer, language: str, names: tuple[str, ...]
) -> None:
    page = open_device((320, 640), language=language)
    table = open_table(page, "riichi", names, server.url)
    won: dict[str, Any] = {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
    record(page, table, won)
    page.goto(
        f"{table}hand/1/?correct=1&draft={json.dumps({**won, 'wins': [{**won['wins'][0], 'from': 0}]})}"
    )
    expect(page.locator(".sheet tbody th", has_text=HARD_NAMES[0])).to_be_visible()
    assert broken_words(page, ".sheet :is(th, bdi, strong)") == []
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_two_entries_of_one_hand_set_no_name_over_the_points(
    open_device: Callable[..., Page], server: RunningServer
) -> None:
    page = open_device((320, 640))
    table = open_table(page, "riichi", HAN_NAMES, server.url)
    _shown, seen = state_of(page, table)
    won: dict[str, Any] = {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
    record(page, table, won)
    mine = {**won, "wins": [{**won["wins"][0], "from": 0}]}
    page.goto(f"{table}decide/?{urlencode({**seen, 'draft': json.dumps(mine)})}")
    expect(page.locator(".data th", has_text=HAN_NAMES[2])).to_be_visible()
    assert broken_words(page, ".data th bdi") == []
    wide = "cells => cells.filter(c => c.scrollWidth > c.clientWidth).map(c => c.textContent)"
    assert page.locator(".data th").evaluate_all(wide) == []
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (820, 1180)])
def test_the_typed_hand_names_nobody_in_two_halves(
    open_device: Callable[..., Page], server: RunningServer, size: tuple[int, int]
) -> None:
    page = open_device(size)
    table = open_table(page, "riichi", HAN_NAMES, server.url)
    page.goto(f"{table}type/")
    page.get_by_text("Win", exact=True).check()
    expect(page.locator(".choice bdi", has_text=HAN_NAMES[2]).first).to_be_visible()
    assert broken_words(page, ".choice bdi") == []
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_a_phone_on_its_side_reads_who_deals_and_both_buttons_whole(
    open_device: Callable[..., Page], server: RunningServer
) -> None:
    page = open_device((844, 390), language="fr")
    table = open_table(page, "riichi", HAN_NAMES, server.url)
    record(page, table, {"type": "draw", "tenpai": [0], "riichi": [0]})
    page.goto(table)
    line = page.locator(".table-title p")
    expect(line).to_contain_text("Marguerite est donneur")
    assert line.evaluate("line => line.scrollWidth <= line.clientWidth")
    won: dict[str, Any] = {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
    page.goto(f"{table}hand/2/?draft={json.dumps(won)}")
    expect(page.get_by_role("link", name="Modifier")).to_be_visible()
    assert broken_words(page, ".confirm .button") == []


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1280, 800)])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_the_last_hand_is_undone_without_scrolling(
    open_device: Callable[..., Page], server: RunningServer, game: Game, size: tuple[int, int]
) -> None:
    page = open_device(size)
    table = open_table(page, game.key, NAMES[: game.variant.seats], server.url)
    record(page, table, dealt(game, 1)[0])
    page.goto(table)
    undo = page.locator(".bar").get_by_role("link", name="Undo")
    expect(undo).to_be_in_viewport(ratio=1)
    undo.click()
    button = page.locator("main form .danger")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    expect(page.locator("#table")).to_have_attribute("data-played", "0")


def test_a_cell_of_the_grid_says_its_han_and_fu(phone: Page, server: RunningServer) -> None:
    open_table(phone, "riichi", ("Aiko", "Benoît", "Chen", "Dina"), server.url)
    phone.locator("#seat-1").click()
    phone.locator("#seat-2").click()
    grid = phone.get_by_role("table", name="What a hand is worth").first
    # 3 han 40 fu by ron is 5,200 to a non-dealer (RULES.md, published table)
    expect(grid.get_by_role("link", name="5,200 (3 han 40 fu)")).to_be_visible()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_the_rules_of_a_table_break_no_word_in_french(
    open_device: Callable[..., Page], server: RunningServer, game: Game
) -> None:
    page = open_device((390, 844), language="fr")
    table = open_table(page, game.key, NAMES[: game.variant.seats], server.url)
    page.goto(f"{table}rules/")
    page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
    expect(page.locator(".options dt").first).to_be_visible()
    assert broken_words(page, ".options :is(dt, b)") == []
