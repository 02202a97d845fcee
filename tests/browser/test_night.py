"""A club's first night: founded, 24 pasted names seated in a few clicks, two who change places."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from benchmarks.serving import RunningServer
from tests.browser.chromium import axe_clean
from tests.browser.opening import PASSWORD, found_club

NAMES = "\n".join(f"Player Number {chr(65 + number)}" for number in range(24))


class Organiser:
    """A laptop whose clicks are counted: typing and pasting are none."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, button: Locator) -> None:
        self.clicks += 1
        button.click()

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True))


def test_from_founding_to_the_first_table_and_the_next_night(page: Page, server: RunningServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    organiser = Organiser(page)
    page.goto(f"{server.url}/account/signup/?next=/clubs/new/")
    page.get_by_label("Name", exact=True).fill("Odile of the night")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password once more").fill(PASSWORD)
    organiser.press("Create the account")
    page.get_by_label("Name of the club").fill("Night of Arras")
    organiser.click(page.locator("main form button.primary"))
    founded = organiser.clicks
    organiser.press("Play tonight: who is here?")
    axe_clean(page)
    page.get_by_label("Names", exact=True).fill(NAMES)
    organiser.press("Seat everybody")
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    assert organiser.clicks <= 15
    assert organiser.clicks - founded <= 5, "six tables tonight"
    expect(page.locator(".drawn-tables > .card")).to_have_count(6)
    axe_clean(page)
    seats = page.locator("[data-player]")
    first, other = seats.nth(0).inner_text(), seats.nth(5).inner_text()
    seats.nth(0).hover()
    seats.nth(0).drag_to(seats.nth(5))
    expect(page.locator("[data-player]").nth(0)).to_contain_text(other.split("\n")[-1].strip())
    expect(page.locator("[data-player]").nth(5)).to_contain_text(first.split("\n")[-1].strip())

    page.wait_for_load_state()  # the drop led to a page, and all of it is there
    last = seats.last.inner_text().split("\n")[-1].strip()
    page.get_by_label("Who", exact=True).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(seats.nth(1)).to_contain_text(last)

    organiser.clicks = 0
    organiser.press("Next round")
    expect(page.get_by_role("heading", name="At two tables at once?")).to_be_visible()
    axe_clean(page)
    organiser.press("Open the tables anyway")
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert organiser.clicks == 2, "one where the tables have ended"


PAPER = (
    *(
        "Marguerite",
        "Jean-Pierre",
        "Anne-Sophie de La Rochefoucauld",
        "Bo",
        "Σοφία Παπαδοπούλου",
        "田中 愛子",
    ),
    *("O'Brien", "Łukasz Żółć", "ليلى منصور", "Odile", "Emil", "Fatou", "Gil", "Hana", "Ida", "Jo", "Kofi"),
)
#: names of more than one line of which not every line begins below the first
RAGGED = """names => names
  .filter((name) => new Set([...name.getClientRects()].map((line) => line.left)).size > 1)
  .map((name) => name.textContent)"""
#: final points in hundreds and the sticks left, each ended by Enter: 17 keys a table
ROW = [*"352", "Enter", *"253", "Enter", *"247", "Enter", *"148", "Enter", "Enter"]


def test_a_night_of_seventeen_is_played_on_paper_without_any_phone(
    open_device: Callable[..., Page], server: RunningServer
) -> None:
    desk = open_device((1280, 800), touch=False)
    club = found_club(desk, "Odile of the paper", "Paper Winds")
    desk.goto(club)
    desk.get_by_role("button", name="Play tonight: who is here?").click()
    desk.get_by_label("Names", exact=True).fill("\n".join(PAPER))
    desk.get_by_role("button", name="Seat everybody", exact=True).click()
    for number in (1, 2, 3):
        expect(desk.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
        desk.get_by_role("link", name="Type the results").click()
        expect(desk.locator("[data-desk-row]")).to_have_count(4)
        if number == 1:
            axe_clean(desk)
        expect(desk.locator("[data-desk-cell]").first).to_be_focused()
        for _table in range(4):
            assert len(ROW) <= 17
            for key in ROW:
                desk.keyboard.press(key)
        expect(desk.locator("#desk-count")).to_contain_text("4 of 4 tables finished")
        desk.get_by_role("link", name="Every table has its result: go on").click()
        expect(desk.locator("#round-tables .chip", has_text="finished")).to_have_count(4)
        if number < 3:
            desk.get_by_role("button", name="Next round").click()
    desk.goto(f"{club}evenings/1/")
    assert desk.locator(".evening-results .seat-score bdi").evaluate_all(RAGGED) == []
    desk.goto(f"{club}games/")
    expect(desk.locator("[id^=game-]")).to_have_count(12)
    expect(desk.locator("[id^=game-]", has_text="on paper")).to_have_count(12)
