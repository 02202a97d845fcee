"""A Chinese classical hand counted on four phones at once, each sitting on its own seat.

The hand is the first one worked out in docs/rules/classical.md (seed 001's table): West dominant, East 32,
South wins with 68, West 12, North 0; the scores after it are +32, +196, -84 and -144.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import link_to_join
from tests.games.classical.browser.test_table import TAPS, WIN, Phone, throw_dice_and_win
from tests.waiting import within


def test_no_set_takes_more_than_three_taps_and_the_seats_keep_their_places_until_then(phone: Page) -> None:
    """Four exposed sets of four different kinds and suits, the worst there is; the pair comes by itself."""
    device = Phone(phone)
    device.open_table()

    def seats() -> list[list[float]]:
        return phone.locator(".place").evaluate_all(
            "all => all.map(one => [one.getBoundingClientRect().x, one.getBoundingClientRect().y])"
        )

    device.throw_dice()
    phone.wait_for_load_state()
    began = seats()
    for tap in WIN:
        device.tap(tap)
        assert seats() == began
    device.tap("#seat-1")
    worst = (
        ("kind-k", "suit-s", "9s"),
        ("kind-c", "suit-p", "2p"),
        ("kind-p", "suit-z", "7z"),
        ("kind-k", "suit-m", "5m"),
    )
    for number, taps in enumerate(worst, start=1):
        assert len(taps) <= 3
        for tap in taps:
            device.tap(f"#choice-{tap}")
        expect(phone.locator(".laid li")).to_have_count(number)
    device.tap("#choice-suit-z")
    device.tap("#choice-2z")
    expect(phone.locator(".laid li").last).to_contain_text("Exposed pair, South wind")
    # kong of 9 16, pung of dragons 4, kong of 5 8, own wind 2, mahjong 20; dragons x2
    expect(phone.locator(".total-now b")).to_have_text("100")


def test_a_phone_in_the_middle_of_a_count_is_left_alone(open_device: Callable[..., Page]) -> None:
    one, other = Phone(open_device()), Phone(open_device())
    table = one.open_table()
    other.page.goto(link_to_join(one.page, table))
    throw_dice_and_win(one)
    expect(other.page.locator(".waiting")).to_contain_text(
        "Tap a player to count the hand", timeout=within(8_000)
    )
    one.tap("#seat-2")
    one.tap("#choice-tab-points")
    one.page.locator("#id_points").fill("12")
    other.tap("#seat-3")
    other.tap("text=Done")
    expect(other.page.locator("#seat-3")).to_contain_text("0 ✓")
    one.page.wait_for_timeout(700)
    assert one.page.locator("#id_points").input_value() == "12"
    one.tap("text=Done")
    expect(other.page.locator("#seat-2")).to_contain_text("12 ✓", timeout=within(8_000))


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        ((390, 844), False),
        ((320, 640), True),
        ((1280, 800), False),
    ],
)
def test_every_step_is_clean_and_fits(
    open_device: Callable[..., Page], size: tuple[int, int], dark: bool
) -> None:
    device = Phone(open_device(size, dark=dark))
    page = device.page

    def look() -> None:
        axe_clean(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        small = page.locator("#table a, #table button").evaluate_all(
            "all => all.map(one => [one.textContent.trim(), one.getBoundingClientRect()])"
            ".filter(([text, box]) => box.width && (box.width < 30 || box.height < 44)).map(([text]) => text)"
        )
        assert small == []

    device.open_table()
    look()
    device.tap(".dice-strip a.button")
    look()
    device.tap("#choice-die-3")
    device.tap(".face[value='4']")
    device.tap("#seat-1")
    device.tap(".middle.self")
    look()
    device.tap("text=Count the hands")
    look()
    device.tap("#seat-1")
    for taps in TAPS[1]:
        for tap in taps:
            device.tap(f"#choice-{tap}")
    look()
    device.tap("#choice-tab-tiles")
    look()
    device.tap("#choice-tab-points")
    look()
    page.locator("#id_points").fill("many")
    device.tap("text=Done")
    look()
    for seat in range(4):
        page.goto(page.url.partition("?")[0].partition("hand/")[0])
        device.tap(f"#seat-{seat}")
        device.tap("#choice-tab-points")
        page.locator("#id_points").fill("20")
        device.tap("text=Done")
    look()


def test_the_dice_stay_clear_of_the_bar_on_a_narrow_phone(open_device: Callable[..., Page]) -> None:
    """A hand put in between, and one being counted, in the language with the longer words."""
    device = Phone(open_device((320, 640), language="fr"))
    page = device.page
    table = device.open_table()

    def look() -> None:
        """Nothing of the strip lies over the bar; where it has too much for so small a screen, it scrolls."""
        strip, bar = page.locator(".table-strip"), page.locator(".bar").bounding_box()
        assert bar is not None
        if strip.evaluate("(strip) => getComputedStyle(strip).overflowY") == "auto":
            box = strip.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= bar["y"]
            return
        for part in page.locator(".table-strip :visible:not(.sr, .sr *)").all():
            box = part.bounding_box()
            assert box is None or box["y"] + box["height"] <= bar["y"], part.inner_text()

    look()
    device.tap("#seat-1")
    device.tap("#seat-3")
    device.tap(".sheet form button.primary")
    look()
    for seat in range(4):
        device.tap(f"#seat-{seat}")
        device.tap("#choice-tab-points")
        page.locator("#id_points").fill("10")
        device.tap(".sheet form button.primary")
    device.tap(".sheet form button.primary")
    hand = {"type": "win", "winner": 1, "from": 3, "dice": [3, 4]}
    page.goto(f"{table}hand/1/?insert=1&draft={json.dumps(hand)}")
    look()


def test_who_joins_to_score_finds_the_own_seat(open_device: Callable[..., Page]) -> None:
    one, other = Phone(open_device()), Phone(open_device((320, 640), dark=True))
    table = one.open_table()
    page = other.page
    page.goto(link_to_join(one.page, table))
    expect(page.locator(".bottom")).to_contain_text("Aiko")
    axe_clean(page)
    page.get_by_role("link", name="Which seat is yours?").click()
    page.get_by_role("button", name="Chen").click()
    expect(page.locator(".bottom")).to_contain_text("Chen")
    expect(page.get_by_role("link", name="Which seat is yours?")).to_have_count(0)


def test_without_script(open_device: Callable[..., Page]) -> None:
    page = open_device(javascript=False)
    device = Phone(page)
    table = device.open_table()
    page.get_by_role("button", name="Roll for me").click()
    expect(page.locator(".dice-strip")).to_contain_text("Breach:")
    page.locator("#seat-1").click()
    page.locator(".middle.self").click()
    page.get_by_role("button", name="Count the hands").click()
    for seat, points in enumerate((0, 40, 20, 8)):
        page.goto(table)
        page.locator(f"#seat-{seat}").click()
        page.locator("#choice-tab-points").click()
        page.locator("#id_points").fill(str(points))
        page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Confirm").click()
    # RULES.md 2: each pair by the difference of the hands, 0, 40, 20 and 8, twice with East (Aiko)
    assert [device.score(seat) for seat in range(4)] == [-136, 132, 32, -28]
