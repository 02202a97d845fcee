"""A Chinese classical hand counted on four phones at once, each sitting on its own seat.

The hand is the first one worked out in docs/rules/classical.md (seed 001's table): West dominant, East 32,
South wins with 68, West 12, North 0; the scores after it are +32, +196, -84 and -144.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opening import link_to_join, open_table, payments
from tests.rules.command_line import command_line_result
from tests.waiting import within

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
        self.page.wait_for_function("before => window.settled > before", arg=before)

    def throw_dice(self) -> None:
        """3 and 4."""
        self.tap(".dice-strip a.button")
        self.tap("#choice-die-3")
        self.tap(".face[value='4']")
        expect(self.page.locator(".middle")).to_contain_text("West is dominant")

    def score(self, seat: int) -> int:
        text = self.page.locator(f"#seat-{seat} .score").inner_text()
        return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


#: where two have no phone, their points are typed on the first
@pytest.fixture(params=[2, pytest.param(4, marks=pytest.mark.nightly)])
def phones(request: pytest.FixtureRequest, open_device: Callable[..., Page]) -> list[Phone]:
    """Phones at one table, each on its own seat."""
    first = Phone(open_device())
    table = first.open_table()
    link = link_to_join(first.page, table)
    phones = [first, *(Phone(open_device()) for _ in range(request.param - 1))]
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
    count = len(phones)
    for phone, name in zip(phones, NAMES[:count], strict=True):
        expect(phone.page.locator("#sheet-title")).to_contain_text(f"{name}’s hand", timeout=within(8_000))
    # a tap on each phone in turn, until all have laid down their hands
    hands = [[tap for taps in sets for tap in taps] for sets in TAPS[:count]]
    for turn in zip_longest(*hands):
        for phone, tap in zip(phones, turn, strict=True):
            if tap:
                phone.tap(f"#choice-{tap}")
    totals = ("32", "68", "12", "0")
    for phone, total in zip(phones, totals[:count], strict=True):
        expect(phone.page.locator(".total-now b")).to_have_text(total)
    for phone in phones:
        phone.page.get_by_role("button", name="Done").click()
    for seat in range(count if count < 4 else 0):  # once the last is counted, what each pays is there
        expect(phones[0].page.locator(f"#seat-{seat}")).to_contain_text("✓")
    for seat in range(count, 4):
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
    replayed = command_line_result(record)["hands"][-1]
    assert replayed["scores"] == [32, 196, -84, -144]
    assert replayed["hand_points"] == [32, 68, 12, 0]
