"""A Chinese classical hand counted on four phones at once, each sitting on its own seat.

The hand is the first one worked out in docs/rules/classical.md (seed 001's table): West dominant, East 32,
South wins with 68, West 12, North 0; the scores after it are +32, +196, -84 and -144.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import zip_longest

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_again, axe_clean
from tests.browser.opening import link_to_join, open_table, payments
from tests.searching import THOROUGH, thorough, within
from tests.serving import ROOT

NAMES = ("Aiko", "Benoît", "Chen", "Dina")
COUNT_ANSWERS = "window.settled = 0; addEventListener('htmx:afterSettle', () => window.settled++)"

#: what each seat taps: kinds by letter (capitals concealed), suits, tiles, flowers; a list for every set
TAPS: tuple[tuple[Sequence[str], ...], ...] = (
    (("kind-P", "suit-z", "1z"), ("flowers-1",)),
    (
        ("suit-z", "7z"),
        ("kind-c", "suit-p", "2p"),
        ("kind-C", "4p"),
        ("kind-P", "suit-s", "9s"),
        ("suit-z", "2z"),
    ),
    (("kind-k", "5m"), ("kind-D", "suit-z", "3z")),
    (),
)


class Phone:
    """One phone at the table, tapped as a thumb taps it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(COUNT_ANSWERS)

    def open_table(self) -> str:
        table = open_table(self.page, "classical", NAMES)
        expect(self.page.locator(".board")).to_be_visible()
        return table

    def sit(self, table: str, seat: int) -> None:
        self.page.goto(f"{table}sit/")
        self.page.locator(f"button[name=seat][value='{seat}']").click()
        expect(self.page.locator(".board")).to_be_visible()

    def tap(self, selector: str) -> None:
        """One tap, and the answer to it; the keys of a suit ask nobody."""
        self.page.wait_for_load_state()  # before htmx is there, a link leads to a whole page
        if "-suit-" in selector:
            self.page.locator(selector).click()
            return
        before = self.page.evaluate("window.settled")
        self.page.locator(selector).first.click()
        for _wait in range(400):
            if self.page.evaluate("window.settled") > before:
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"no answer to the tap on {selector}")

    def throw_dice(self) -> None:
        """3 and 4."""
        self.tap(".dice-strip a.button")
        self.tap("#choice-die-3")
        self.tap(".face[value='4']")
        expect(self.page.locator(".middle")).to_contain_text("West is dominant")

    def score(self, seat: int) -> int:
        text = self.page.locator(f"#seat-{seat} .score").inner_text()
        return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


#: in `make thorough` every seat has a phone, else two: the others' points are typed on the first
PHONES = 4 if THOROUGH else 2


@pytest.fixture
def phones(open_device: Callable[..., Page]) -> list[Phone]:
    """Phones at one table, each on its own seat."""
    first = Phone(open_device())
    table = first.open_table()
    link = link_to_join(first.page, table)
    phones = [first, *(Phone(open_device()) for _ in range(PHONES - 1))]
    for seat, phone in enumerate(phones):
        if seat:
            phone.page.goto(link)
        phone.sit(table, seat)
    return phones


#: Benoît wins on Dina
WIN = ("#seat-1", "#seat-3", "text=Count the hands")


def throw_dice_and_win(phone: Phone) -> None:
    phone.throw_dice()
    for tap in WIN:
        phone.tap(tap)


def test_four_phones_count_one_hand_at_once(phones: list[Phone]) -> None:
    throw_dice_and_win(phones[0])
    for phone, name in zip(phones, NAMES[:PHONES], strict=True):
        expect(phone.page.locator("#sheet-title")).to_contain_text(f"{name}’s hand", timeout=within(8_000))
    # a tap on each phone in turn, until all have laid down their hands
    hands = [[tap for taps in sets for tap in taps] for sets in TAPS[:PHONES]]
    for turn in zip_longest(*hands):
        for phone, tap in zip(phones, turn, strict=True):
            if tap:
                phone.tap(f"#choice-{tap}")
    totals = ("32", "68", "12", "0")
    for phone, total in zip(phones, totals[:PHONES], strict=True):
        expect(phone.page.locator(".total-now b")).to_have_text(total)
    for phone in phones:
        phone.page.get_by_role("button", name="Done").click()
    for seat in range(PHONES if PHONES < 4 else 0):  # once the last is counted, what each pays is there
        expect(phones[0].page.locator(f"#seat-{seat}")).to_contain_text("✓")
    for seat in range(PHONES, 4):
        phones[0].tap(f"#seat-{seat}")
        phones[0].tap("#choice-tab-points")
        phones[0].page.locator("#id_points").fill(totals[seat])
        phones[0].tap("text=Done")
    for phone in phones:
        strip = phone.page.locator(".table-strip")
        expect(strip).to_contain_text("Benoît wins on Dina’s discard", timeout=within(8_000))
        assert payments(phone.page) == {"Dina, Benoît, 144", "Chen, Benoît, 52", "Chen, Aiko, 32"}
    phones[-1].page.get_by_role("button", name="Confirm").click()
    for phone in phones:
        expect(phone.page.locator("#confirm, .sheet")).to_have_count(0, timeout=within(8_000))
        assert [phone.score(seat) for seat in range(4)] == [32, 196, -84, -144]
        assert phone.page.locator(".middle .hand").text_content() == "2"
    page = phones[0].page
    record = page.request.get(f"{page.url.partition('?')[0]}record.json").json()
    command = [sys.executable, "-m", "mahjongclub.rules", "replay", "-"]
    run = subprocess.run(
        command, cwd=ROOT, input=json.dumps(record), capture_output=True, text=True, check=True
    )
    replayed = json.loads(run.stdout)["hands"][-1]
    assert replayed["scores"] == [32, 196, -84, -144]
    assert replayed["hand_points"] == [32, 68, 12, 0]


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


@thorough
@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param((390, 844), False, marks=thorough),
        ((320, 640), True),
        pytest.param((1280, 800), False, marks=thorough),
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


@thorough
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
    axe_again(page)
    page.get_by_role("link", name="Which seat is yours?").click()
    page.get_by_role("button", name="Chen").click()
    expect(page.locator(".bottom")).to_contain_text("Chen")
    expect(page.get_by_role("link", name="Which seat is yours?")).to_have_count(0)


@thorough
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
