"""The pictures of the organiser's guide, into docs/pictures/guide: a club of the hard cast on a laptop.

`make screens` runs it before it takes the pictures of every screen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, expect

from tests.browser import readme_pictures
from tests.browser.alone import server_and_browser
from tests.browser.opening import found_club, record
from tests.browser.readme_pictures import LAPTOP, OUTCOMES, PHONE, WALL, device
from tests.serving import ROOT

FOLDER = ROOT / "docs" / "pictures" / "guide"
ORGANISER, CLUB = "Marguerite", "East Wind Club"
CAST = (
    *("Marguerite", "Jean-Pierre", "Anne-Sophie de La Rochefoucauld", "Bo", "Σοφία Παπαδοπούλου"),
    *("田中 愛子", "O'Brien", "Łukasz Żółć", "ليلى منصور", "Emil", "Fatou", "Gil", "Hana", "Ida", "Jo"),
    *("Kofi", "Odile"),
)
WITH_A_PHONE = "Kofi"
#: as a spreadsheet copies it: a number without its zero, people of several countries
REGISTRATION = "\n".join(
    "\t".join(cells)
    for cells in (
        ("First name", "Last name", "Country", "EMA number", "Remarks"),
        ("Marguerite", "Dupont", "FRA", "04050001", ""),
        ("Jean-Pierre", "Martin", "FRA", "4050002", "no nuts, please"),
        ("Anne-Sophie", "de La Rochefoucauld", "FRA", "04050003", ""),
        ("Bo", "Andersen", "DEN", "06000004", ""),
        ("Σοφία", "Παπαδοπούλου", "GRE", "", ""),
        ("Conor", "O'Brien", "IRL", "15000007", ""),
        ("Łukasz", "Żółć", "POL", "11000012", ""),
        ("愛子", "田中", "JPN", "", ""),
    )
)
#: final points in hundreds and the sticks left
RESULTS = (("352", "253", "247", "148", "0"), ("301", "288", "220", "191", "0"))


def shoot(page: Page, name: str) -> None:
    """Take one picture for the guide."""
    readme_pictures.shoot(page, name, FOLDER)


def type_results(page: Page, results: Sequence[Sequence[str]]) -> None:
    """Type the results of the first tables at a desk: Enter leads on, and to the next table."""
    page.locator("[data-desk-cell]").first.focus()
    for points in results:
        for value in points:
            page.keyboard.type(value)
            page.keyboard.press("Enter")
    expect(page.locator(".desk-sum", has_text="✓")).to_have_count(len(results))
    page.wait_for_load_state("networkidle")


def take_night(browser: Browser, page: Page, club: str) -> None:
    """Photograph who is here, a phone that checked in, the seating, the desk, the evening and the wall."""
    page.goto(f"{club}players/")
    page.get_by_label("Name, or several").fill("\n".join(CAST))
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Add these players").click()
    page.goto(club)
    page.get_by_role("button", name="Play tonight: who is here?").click()
    check_in = re.search(r'href="([^"]*/here/[\w-]+/\d+/\w+/)"', page.content())
    assert check_in is not None
    with device(browser, PHONE) as phone:
        phone.goto(check_in[1])
        phone.get_by_label("Your name").fill(WITH_A_PHONE)
        phone.get_by_role("button", name="I am here").click()
        page.reload()
        for name in CAST[:15]:
            page.get_by_label(name, exact=True).check()
        shoot(page, "here")
        page.get_by_role("button", name="Seat everybody").click()
        shoot(page, "seating")
        phone.goto(check_in[1])
        shoot(phone, "check-in")
    seating = page.url
    codes = [*dict.fromkeys(re.findall(r'/games/(\w+)/"', page.content()))]
    for code in codes[2:]:
        for outcome in OUTCOMES[:3]:
            record(page, urljoin(page.url, f"/t/{code}/"), outcome)
    page.goto(seating)
    page.get_by_role("link", name="Type the results").click()
    type_results(page, RESULTS[:1])
    shoot(page, "desk")
    page.goto(seating.removesuffix("seating/"))
    shoot(page, "evening")
    with device(browser, WALL) as wall:
        wall.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
        wall.goto(club.replace("/c/", "/wall/"))
        shoot(wall, "wall")


def take_season(page: Page, club: str) -> None:
    """Photograph the form of a season."""
    page.goto(f"{club}seasons/new/")
    page.get_by_label("League", exact=True).fill("Thursday league")
    page.get_by_label("Season", exact=True).fill("Autumn")
    page.get_by_label("A game is worth").scroll_into_view_if_needed()
    shoot(page, "season")


def take_event(page: Page, club: str) -> None:
    """Photograph a registration sheet as it was read, the event between two rounds, the federation's page."""
    page.goto(f"{club}tournaments/new/")
    page.get_by_label("Name", exact=True).fill("Rooster Cup")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_role("button", name="Create the tournament").click()
    event = page.url
    page.get_by_role("link", name="Enter the players").click()
    page.get_by_label("The list").fill(REGISTRATION)
    page.get_by_role("button", name="Check the list").click()
    columns = page.get_by_role("heading", name="Contents of the columns")
    columns.evaluate("heading => heading.scrollIntoView()")
    shoot(page, "list")
    page.get_by_role("button", name=re.compile("^Put 8 people")).click()
    page.goto(event)
    page.get_by_role("button", name="Make the seating").click()
    page.get_by_role("button", name="Publish the seating").click()
    page.get_by_role("button", name="Open the tables of round 1").click()
    page.goto(f"{event}rounds/1/desk/")
    type_results(page, RESULTS)
    page.goto(event)
    shoot(page, "event")
    page.goto(f"{event}federation/")
    shoot(page, "federation")


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with server_and_browser() as (server, browser), device(browser, LAPTOP, url=server.url) as page:
        club = found_club(page, ORGANISER, CLUB)
        take_night(browser, page, club)
        take_season(page, club)
        take_event(page, club)
    print(f"the guide's pictures are in {FOLDER.relative_to(ROOT)}/")


if __name__ == "__main__":
    main()
