"""The table in every game, played with the hard cast: nothing moves, nothing is cut or out of sight."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from mahjongclub.games.registry import find_game, games
from tests.browser.opening import answered, gone_back, link_to_join, open_table, record, stop
from tests.browser.test_felt import HARD, ORDINARY, Felt
from tests.serving import RunningServer

PHONES = ((390, 844), (320, 640), (844, 390))


#: the words in the middle of the felt that are broken over two lines
BROKEN_WORDS = r"""() => [...document.querySelectorAll(".middle .lies")].flatMap((line) => {
  const text = line.firstChild;
  return [...text.data.matchAll(/\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map((word) => word[0]);
})"""


def _win(source: int | None, **value: int) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": 1, "from": source, **value}]}


def _counted(source: int | None) -> dict[str, Any]:
    hands = [{"points": points} for points in (40, 58, 8, 0)]
    return {"type": "win", "winner": 1, "from": source, "dice": [3, 4], "hands": hands}


def _valued(source: int | None) -> dict[str, Any]:
    return {"type": "win", "winner": 1, "from": source, "value": 25}


def _round(source: int | None) -> dict[str, Any]:
    return {"type": "round", "events": [{"type": "win", "seat": 1, "from": source, "hand": "chows"}]}


RIICHI = (_win(2, han=3, fu=40), _win(None, han=2, fu=30), {"type": "draw", "tenpai": [0], "riichi": [0]})
#: of each game a win by a discard, a self-drawn one, and a hand that nobody won
HANDS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "riichi": RIICHI,
    "sanma": RIICHI,
    "hongkong": (_win(2, faan=4), _win(None, faan=5), {"type": "draw"}),
    "american": (_valued(2), _valued(None), {"type": "draw"}),
    "taiwanese": (_win(2, tai=4), _win(None, tai=5), {"type": "draw"}),
    "classical": (_counted(2), _counted(None), {"type": "draw"}),
    "six": (_round(2), _round(None), {"type": "round", "events": [], "tenpai": []}),
    "ten": (
        {"type": "draw", "reason": "guessed", "declared": 1, "riichi": [1]},
        {"type": "win", "winner": 0, "riichi": [0], "han": 2, "fu": 30},
        {"type": "draw", "reason": "wall_exhausted", "declared": 0, "riichi": []},
    ),
}


@pytest.mark.parametrize(
    ("game", "size"),
    [(game.key, size) for game in games() for size in PHONES],
    ids=str,
)
def test_nothing_moves_and_all_is_in_sight_in_every_game_and_after_every_end_of_a_hand(
    open_device: Callable[..., Page], server: RunningServer, game: str, size: tuple[int, int]
) -> None:
    by_discard, self_drawn, nobody = HANDS[game]
    shift = 3 * PHONES.index(size)  # each size has others of the hard cast
    names = [*HARD[shift:], *HARD[:shift]][: find_game(game).variant.seats]
    page = open_device(size, language="fr-FR" if size == (320, 640) else "en")  # where words are longest
    table = open_table(page, game, names, server.url)
    felt = Felt(page)
    felt.look("idle")
    assert page.evaluate(BROKEN_WORDS) == []
    for hand in (by_discard, self_drawn, nobody):
        record(page, table, hand)
        page.goto(table)
        felt.look(f"after {hand}")
        felt.payers_in_sight()
    page.locator(".bar .undo").click()
    page.locator("main form .danger").click()
    expect(page.locator("#table")).to_have_attribute("data-played", "2")
    felt.look("an undo")
    page.goto(f"{table}hand/1/?correct=1&draft={quote(json.dumps(self_drawn))}")
    page.locator("#confirm").click()
    expect(page.locator("#confirm")).to_have_count(0)
    page.goto(table)
    felt.look("a correction")
    page.goto("about:blank")  # the page of the table would go to the end by itself
    stop(page, table)
    page.goto(f"{table}end/")
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    if size[1] > 600:
        expect(page.locator(".end-places > li").last).to_be_in_viewport(ratio=1)


def test_back_and_forward_after_confirm_on_two_phones_record_nothing_and_claim_no_conflict(
    phone: Page, open_device: Callable[..., Page], server: RunningServer
) -> None:
    table = open_table(phone, "riichi", ORDINARY[:4], server.url)
    other = open_device()
    other.goto(link_to_join(phone, table))
    other.goto(table)
    for page, played in ((phone, 1), (other, 2)):
        for control, brings in (("#seat-1", ".step-from"), ("#seat-2", ".step-value"), (".cell", "#confirm")):
            page.locator(control).first.click()
            expect(page.locator(brings)).to_be_attached()
            answered(page)
        page.go_back()
        expect(page.locator(".step-value")).to_be_attached()
        page.go_forward()
        page.locator("#confirm").click()
        for one in (phone, other):
            expect(one.locator(f'#table[data-played="{played}"]')).to_be_attached()
        gone_back(page)
        for step in (page.go_forward, page.go_back, page.go_back, page.go_forward):
            step()
            expect(page.locator("#confirm")).to_have_count(0)
            expect(page.locator(".alert, .note.warning").filter(visible=True)).to_have_count(0)
        page.goto(table)
        expect(page.locator(f'.step-idle[data-played="{played}"]')).to_be_attached()
    assert len(phone.request.get(f"{table}record.json").json()["hands"]) == 2


def test_the_strip_says_at_every_step_whose_turn_it_is_to_do_what(phone: Page, server: RunningServer) -> None:
    open_table(phone, "riichi", ORDINARY[:4], server.url)
    strip = phone.locator(".table-strip")
    for control, words in (
        (None, "Tap the winner"),
        ("#seat-1", "Who dealt in?"),
        ("#seat-2", None),
        (".cell >> text=5,200", "Jean-Pierre wins by ron on Ann, 3 han 40 fu"),
        ("#confirm", "Ann pays Jean-Pierre 5,200"),
        (".dismiss", "Tap the winner"),
    ):
        if control:
            phone.locator(control).first.click()
            answered(phone)
        if words:
            expect(strip).to_contain_text(words)


def test_a_riichi_stick_lies_in_its_groove_until_it_is_taken_back(phone: Page, server: RunningServer) -> None:
    open_table(phone, "riichi", ORDINARY[:4], server.url)
    stick, score = phone.locator("#stick-2"), phone.locator(".top-seat .score")
    for pressed, shown, count in (("true", "24,000", "1 stick"), ("false", "25,000", "0 sticks")):
        stick.click()
        expect(stick).to_have_attribute("aria-pressed", pressed)
        expect(stick.locator(".stick")).to_have_count(int(pressed == "true"))
        expect(score).to_have_text(shown)
        expect(phone.locator(".lies.sticks")).to_have_text(count)
    box = stick.bounding_box()
    assert box is not None
    assert box["height"] >= 48


def test_the_seat_is_asked_until_it_is_said_or_waved_away(
    phone: Page, open_device: Callable[..., Page], server: RunningServer
) -> None:
    table = open_table(phone, "riichi", ORDINARY[:4], server.url)
    for control in ("a", "button"):
        other = open_device()
        other.goto(link_to_join(phone, table))
        asked = other.get_by_role("link", name="Which seat is yours?")
        expect(asked).to_have_count(1)
        other.locator(f".seat-asked {control}").click()
        if control == "a":
            other.get_by_role("button", name="Ann").click()
            expect(other.locator(".bottom .who")).to_have_text("Ann")
        for _time in range(2):
            expect(other.locator(".board")).to_be_visible()
            expect(asked).to_have_count(0)
            other.reload()


def test_the_address_after_a_correction_is_the_tables_own_and_corrects_nothing_again(
    phone: Page, server: RunningServer
) -> None:
    table = open_table(phone, "riichi", ORDINARY[:4], server.url)
    record(phone, table, _win(2, han=3, fu=40))
    phone.goto(f"{table}hand/1/?correct=1&draft={quote(json.dumps(_win(2, han=2, fu=30)))}")
    phone.locator("#confirm").click()
    expect(phone).to_have_url(table)
    phone.reload()
    expect(phone.locator(".notice").first).to_contain_text("E1 was corrected.")
    expect(phone.locator("#table")).to_have_attribute("data-version", "2")


@pytest.mark.parametrize("size", [(320, 640), (390, 844)], ids=str)
@pytest.mark.parametrize("names", [HARD[:4], ("",) * 4], ids=["hard", "none"])
def test_what_is_paid_and_owed_is_read_whole_in_french_without_scrolling(
    open_device: Callable[..., Page], server: RunningServer, size: tuple[int, int], names: tuple[str, ...]
) -> None:
    page = open_device(size, language="fr")
    table = open_table(page, "riichi", names, server.url)
    page.goto(f"{table}sit/")
    page.locator("main form button[value='0']").click()
    felt = Felt(page)
    for hand in RIICHI:
        record(page, table, hand)
        page.goto(table)
        expect(page.locator(".notice").first).to_be_visible()
        felt.look(f"after {hand}")
    for number in (3, 2):
        page.locator(".bar .undo").click()
        page.locator("main form .danger").click()
        expect(page.locator("#table")).to_have_attribute("data-played", str(number - 1))
        felt.look(f"hand {number} undone")


@pytest.mark.parametrize("size", [(320, 640), (390, 844)], ids=str)
def test_more_shows_its_twelve_entries_without_scrolling_in_french(
    open_device: Callable[..., Page], server: RunningServer, size: tuple[int, int]
) -> None:
    page = open_device(size, language="fr")
    open_table(page, "riichi", HARD[:4], server.url)
    page.locator(".bar a").last.click()
    expect(page.locator(".sheet .more-top")).to_be_visible()
    for entry in page.locator(".sheet .entries > li > :is(a, button)").filter(visible=True).all():
        expect(entry).to_be_in_viewport(ratio=1)
