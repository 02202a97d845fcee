"""After a hand every phone at the table says who pays whom, until it is put away or the next hand begins."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import gone_back, open_table, record
from tests.browser.test_agreeing import all_agree_table
from tests.browser.test_live_table import second_phone, wait_for_sign
from tests.browser.test_to_pay import CARD, RON
from tests.games.riichi.browser.test_game import NAMES, Table
from tests.serving import RunningServer
from tests.waiting import within

#: notes in each frame what a score shows on its way, and what flies
# A busy machine draws few frames or none: the steps are timed without them.
COUNTING = """() => {
  Object.assign(window, { counted: [], flew: 0 });
  window.requestAnimationFrame = (step) => setTimeout(() => step(performance.now()), 16);
  new MutationObserver((changes) => changes.forEach(({ target, type, addedNodes }) => {
    if (type === "attributes" && "counting" in target.dataset) {
      window.counted.push([target.dataset.counting, target.textContent]);
    }
    window.flew += [...addedNodes].filter((one) => one.matches?.(".flying")).length;
  })).observe(document, { attributeFilter: ["data-counting"], childList: true, subtree: true });
}"""


def below_each_other(page: Page, *parts: str) -> None:
    """None of these parts of the page lies over the next."""
    for above, below in pairwise(page.locator(one).bounding_box() for one in parts):
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"]


def test_what_was_put_away_stays_away_on_this_phone_alone(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table = Table(phone)
    other = second_phone(table, open_device)
    table.ron(2, 1, "5,200")
    gone_back(phone)
    phone.reload()
    expect(phone.locator(CARD)).to_be_visible()
    phone.locator(CARD).get_by_role("link", name="Dismiss").click()
    expect(phone.locator(CARD)).to_have_count(0)
    expect(phone.locator(".board")).to_be_focused()
    phone.reload()
    expect(phone.locator(".board")).to_be_visible()
    expect(phone.locator(CARD)).to_have_count(0)
    expect(other.locator(CARD)).to_be_visible()
    # the same hand again, after an undo, is told again
    phone.goto(f"{table.url}undo/")
    phone.get_by_role("button", name="Undo hand E1").click()
    table.ron(2, 1, "5,200")
    expect(phone.locator(CARD).first).to_contain_text("Benoît pays Chen 5,200")


def test_a_tap_on_the_winner_begins_the_next_hand_at_once_and_nothing_moves_until_it_is_over(
    phone: Page,
) -> None:
    table = Table(phone)
    record(phone, table.url, RON)
    expect(phone.locator(CARD)).to_be_visible()
    places = [phone.locator(f"#seat-{seat}").bounding_box() for seat in range(4)]
    table.seat(3)
    expect(phone.locator(CARD)).to_have_count(0)
    assert [phone.locator(f"#seat-{seat}").bounding_box() for seat in range(4)] == places
    phone.get_by_role("link", name="Cancel").click()
    expect(phone.locator(".step-idle")).to_be_visible()
    expect(phone.get_by_role("link", name="Undo")).to_have_count(1)
    expect(phone.locator(CARD)).to_have_count(0)
    table.ron(3, 1, "5,200")
    expect(phone.locator(CARD)).to_be_visible()
    # a riichi begins a hand as well
    table.stick(0)
    expect(phone.locator(CARD)).to_have_count(0)
    assert [phone.locator(f"#seat-{seat}").bounding_box() for seat in range(4)] == places


@pytest.mark.parametrize(("language", "dark"), [("en", False), ("fr", True)])
def test_on_the_smallest_phone_the_seats_and_the_bar_stay_in_sight(
    open_device: Callable[..., Page], server: RunningServer, language: str, dark: bool
) -> None:
    phone = open_device((320, 640), language=language, dark=dark)
    table = Table(phone)
    table.stick(0)
    table.tap("#seat-1", ".middle.self")
    table.tap(".middle.self", ".values")
    table.tap(phone.locator(".cell").nth(3), "#confirm")
    phone.locator("#confirm").click()
    card = phone.locator(CARD)
    expect(card).to_be_visible()
    for part in (*(f"#seat-{seat}" for seat in range(4)), ".bar"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    assert phone.evaluate("document.documentElement.scrollHeight") <= 640
    below_each_other(phone, "#seat-0", CARD, ".bar")
    axe_clean(phone)


def test_scores_count_and_sticks_fly_only_where_motion_is_welcome(phone: Page) -> None:
    table = Table(phone)
    phone.evaluate(COUNTING)
    table.stick(0)
    table.ron(2, 1, "5,200")
    phone.wait_for_timeout(300)
    assert phone.evaluate("[window.counted.length, window.flew]") == [0, 0]
    phone.emulate_media(reduced_motion="no-preference")
    table.stick(0)
    table.ron(3, 1, "5,200")
    # Dina's 25,000 and 5,200 and Aiko's stick; the text is right from the first
    expect(phone.locator("#seat-3 .score")).to_have_text("31,200")
    expect(phone.locator("[data-counting], .flying")).to_have_count(0)  # they have arrived
    counted = phone.evaluate("window.counted")
    figures = {int(shown.replace(",", "")) for shown, score in counted if score == "31,200"}
    assert len(figures) > 1
    assert all(25_000 <= figure <= 31_200 for figure in figures)
    assert phone.evaluate("window.flew") > 0


def test_without_script_it_stands_there_and_closes(open_device: Callable[..., Page], phone: Page) -> None:
    table = Table(phone)
    record(phone, table.url, RON)
    plain = open_device(javascript=False)
    plain.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    plain.goto(table.url)
    expect(plain.locator(CARD)).to_contain_text("Benoît pays Chen 5,200")
    plain.get_by_role("link", name="Dismiss").click()
    expect(plain.locator(CARD)).to_have_count(0)
    plain.locator("#seat-2").click()
    expect(plain.locator(".middle.self")).to_be_visible()


def test_the_sound_after_a_hand_is_a_choice_of_this_phone_off_at_first(phone: Page) -> None:
    phone.goto("/phone/")
    choice = phone.get_by_label("A sound after each hand")
    expect(choice).not_to_be_checked()
    choice.check()
    phone.reload()
    expect(choice).to_be_checked()
    phone.add_init_script(
        "window.tones = 0; const make = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { tones += 1; return make.call(this); };"
    )
    table = Table(phone)
    table.ron(2, 1, "5,200")
    expect(phone.locator(CARD)).to_be_visible()
    assert phone.evaluate("window.tones") == 2
    gone_back(phone)
    phone.goto("/phone/")
    choice.uncheck()
    phone.goto(table.url)
    table.ron(3, 1, "1,000")
    assert phone.evaluate("window.tones") == 0


def test_a_game_that_pays_pair_by_pair_shows_both_ways(phone: Page, server: RunningServer) -> None:
    # RULES.md, classical: East wins with 40, the others hold 20, 8, 0: +184, -8, -68, -108
    table = open_table(phone, "classical", NAMES, server.url)
    hands = [{"points": worth} for worth in (40, 20, 8, 0)]
    record(phone, table, {"type": "win", "winner": 0, "dice": [3, 4], "hands": hands})
    phone.goto(table)
    expect(phone.locator(CARD)).to_contain_text("Aiko gets 184")
    expect(phone.locator(CARD)).to_contain_text("Or pair by pair:")
    expect(phone.locator(CARD)).to_contain_text("Dina → Chen 8")
    for size in ((390, 844), (320, 640)):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        expect(phone.locator(".bar")).to_be_in_viewport(ratio=1)
    axe_clean(phone)


def test_a_hand_kept_without_network_is_told_on_both_phones_once_it_is_counted(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table = Table(phone)
    other = second_phone(table, open_device)
    wait_for_sign(other, "live")
    record(phone, table.url, RON)
    expect(phone.locator(CARD)).to_contain_text("Benoît pays Chen")
    expect(phone.locator("html[data-ready]")).to_be_attached()
    table.seat(3)
    table.seat(1)
    table.value("5,200")
    phone.context.set_offline(True)
    phone.locator("#confirm").click()
    expect(phone.locator("#queue li")).to_have_count(1)
    expect(phone.locator(CARD)).to_have_count(0)
    phone.context.set_offline(False)
    for page in (phone, other):
        expect(page.locator(CARD)).to_contain_text("Benoît pays Dina", timeout=within(2_000))


def test_beside_the_question_whether_all_agree_both_are_to_be_read(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table, other = all_agree_table(phone, open_device)
    table.ron(2, 1, "5,200")
    for page in (phone, other):
        paid = re.compile("Benoît pays Chen|You get 5,200 from Benoît")  # the other phone has Chen's seat
        expect(page.locator(CARD)).to_contain_text(paid, timeout=within(1_000))
        expect(page.locator(".agree")).to_contain_text(paid)
        below_each_other(page, ".agree", ".bar")
    axe_clean(other)
