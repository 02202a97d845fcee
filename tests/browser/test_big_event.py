"""An event as a federation certifies it: nine countries, two days, from the entry page to the workbook."""

from __future__ import annotations

import html
import http.client
import re
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import xlrd
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.chromium import axe_clean, device_options
from tests.http_phone import HttpPhone
from tests.outbox.test_killed import owner
from tests.searching import thorough
from tests.serving import RunningServer, running_server

COUNTRIES = ("FRA", "GER", "NED", "DEN", "ITA", "POL", "AUT", "BEL", "SUI")
FINALISTS = 8
#: places, rounds, and MERS: two days weigh 2, nine countries half a point, more than eighty players 1
SIZES = [pytest.param(84, 7, 3.5, marks=thorough), (36, 4, 2.5)]


class Organiser:
    """Who runs the event, by the forms of its pages."""

    def __init__(self, server: RunningServer, rounds: int) -> None:
        self.server, self.phone = server, owner(server)
        settings = {"variant": "riichi", "preset": "ema-2025", "name": "Northern open", "day": "2026-10-10"}
        settings |= {"place": "Arras", "round_count": str(rounds), "minutes": "75", "draw": "plan"}
        made = self.phone.post("/c/arras/tournaments/new/", {**settings, "worth": "points", "public": "on"})
        assert made.status == 302, made.text
        found = re.search(r"/tournaments/\d+/", made.headers["Location"])
        assert found is not None
        self.home = f"/c/arras{found[0]}"

    def post(self, page: str, **form: str) -> str:
        """Send a form of the event; where it leads to."""
        answer = self.phone.post(self.home + page, form)
        assert answer.status == 302, (page, answer.status, html.unescape(answer.text))
        return answer.headers["Location"]

    def read(self, page: str = "") -> str:
        answer = self.phone.get(self.home + page)
        assert answer.status == 200, (page, answer.status)
        return re.sub(r"\s+", " ", html.unescape(answer.text))

    def open_next(self, number: int) -> None:
        self.post(f"rounds/{number}/open/")

    def type_results(self, number: int, tables: Collection[int], first: int = 450) -> None:
        """What the papers of some tables say, in hundreds; no two tables end alike."""
        page = self.read(f"rounds/{number}/desk/")
        for table in tables:
            seen = re.search(rf'name="t{table}-seen" value="(\w*)"', page)
            assert seen is not None
            more = table + 3 * number
            scores = (first + more, 800 - first - more, 250, 150)
            form = {f"t{table}-score-{seat}": str(score) for seat, score in enumerate(scores)}
            answer = self.phone.post(
                f"{self.home}rounds/{number}/tables/{table}/desk/", {**form, f"t{table}-seen": seen[1]}
            )
            assert answer.status == 302, html.unescape(answer.text)

    def table(self, number: int, table: int) -> str:
        """The code of a table's game."""
        return self.post(f"rounds/{number}/tables/{table}/enter/").split("/")[2]

    def workbook(self) -> xlrd.sheet.Sheet:
        with closing(http.client.HTTPConnection(urlsplit(self.server.url).netloc)) as connection:
            cookies = "; ".join(f"{name}={value}" for name, value in self.phone.cookies.items())
            connection.request("GET", f"{self.home}federation.xls", headers={"Cookie": cookies})
            return xlrd.open_workbook(file_contents=connection.getresponse().read()).sheet_by_index(0)


@pytest.mark.parametrize(("places", "rounds", "weight"), SIZES)
def test_people_of_nine_countries_from_the_entry_page_to_the_workbook(
    tmp_path: Path, new_context: Callable[..., BrowserContext], places: int, rounds: int, weight: float
) -> None:
    with running_server(tmp_path / "data") as server:
        organiser = Organiser(server, rounds)
        organiser.post("entrants/settings/", wanted="on", capacity=str(places), note="40 €")
        organiser.post("federation/", event="1", country="FRA", days="2")
        organiser.post(
            "stages/",
            name="Final",
            rounds="1",
            places=str(FINALISTS),
            rule="ranking",
            draw="snake",
            carries="all",
        )

        stranger = new_context(base_url=server.url, **device_options(language="fr")).new_page()
        own = enter_by_page(stranger, organiser)
        links = [enter(server, organiser, number) for number in range(2, places + 3)]
        assert "2 wait" in organiser.read("entrants/")
        withdrawn = HttpPhone(server.url)
        withdrawn.get(links[10])
        assert withdrawn.post(links[10], {"do": "withdraw"}).status == 302
        assert "You moved up" in html.unescape(withdrawn.get(links[places - 1]).text)
        assert "1 waits" in organiser.read("entrants/")

        check_in(organiser, places)
        organiser.post("entrants/players/")
        organiser.post("draw/")
        organiser.post("publish/")
        stranger.goto(own)
        stranger.locator("a[href^='/badge/']").click()
        expect(stranger.locator("main")).to_contain_text("Table")
        axe_clean(stranger)

        event = f"{organiser.home}event/"
        shown: list[str] = []
        for number in range(1, rounds + 1):
            organiser.open_next(number)
            if number == 1:
                a_phone_dies(organiser)
            if number == 2:
                one_does_not_come(organiser)
            organiser.type_results(number, range(1, places // 4))
            if number == 2:  # of a round that is played a stranger reads nothing
                stranger.goto(event)
                assert totals(stranger) == shown
            organiser.type_results(number, [places // 4])
            if number in (1, 2):
                stranger.goto(event)
                before, shown = shown, totals(stranger)
                assert shown != before
        organiser.post("penalties/", number="5", points="20", reason="Late", round_number="3")
        assert "Late" in organiser.read("penalties/")
        organiser.type_results(3, [7], first=500)  # a paper that was misread
        axe_clean(stranger)

        organiser.post("stages/2/cut/", how="lot")
        organiser.post("draw/")
        organiser.post("publish/")
        organiser.open_next(rounds + 1)
        organiser.type_results(rounds + 1, [1, 2])
        organiser.post("finish/")
        assert f"MERS weight: {weight}" in organiser.read("federation/")
        sheet = organiser.workbook()
        assert sheet.row_values(2)[:2] == ["Northern open", places]
        assert sheet.row_values(2)[13] == weight
        assert sheet.row_values(2)[15:18] == ["riichi", "10-11 October 2026", 2]
        rows = [sheet.row_values(number) for number in range(1, places + 1)]
        assert [row[2] for row in rows[:FINALISTS]] == list(range(1, FINALISTS + 1))
        assert {row[9] for row in rows} >= set(COUNTRIES)
        stranger.goto(event)
        expect(stranger.locator("#ranking .total-cell")).to_have_count(places)


def totals(page: Page) -> list[str]:
    """The points in the ranking, from the first place down."""
    return page.locator("#ranking .total-cell").all_inner_texts()


def enter_by_page(page: Page, organiser: Organiser) -> str:
    """Somebody enters on a phone, in French; the address of their own page."""
    page.goto(f"{organiser.home}entry/")
    expect(page.locator("main")).to_contain_text("40 €")
    axe_clean(page)
    page.locator("[name=first_name]").fill("Élodie")
    page.locator("[name=last_name]").fill("Dupont")
    page.locator("[name=country]").fill("fra")
    page.locator("form button.primary").click()
    expect(page.locator("#id_agreed_error")).to_be_visible()
    expect(page.locator("[name=first_name]")).to_have_value("Élodie")
    page.locator("[name=agreed]").check()
    page.locator("form button.primary").click()
    page.wait_for_url("**/entry/*/*/")
    axe_clean(page)
    return page.url


def enter(server: RunningServer, organiser: Organiser, number: int) -> str:
    """Somebody enters by the same form on a phone of their own; the way to their own page."""
    phone = HttpPhone(server.url)
    phone.get(f"{organiser.home}entry/")
    person = {"first_name": f"Player {number:02}", "last_name": "Open", "agreed": "on"}
    person |= {"country": COUNTRIES[number % len(COUNTRIES)], "ema_number": f"{4010000 + number:08}"}
    answer = phone.post(f"{organiser.home}entry/", person)
    assert answer.status == 302, html.unescape(answer.text)
    return answer.headers["Location"]


def check_in(organiser: Organiser, places: int) -> None:
    """Everybody who has a place is ticked at the door."""
    rows = re.findall(r'action="([^"]+/entrants/\d+/tick/)"', organiser.read("entrants/?show=in"))
    for address in dict.fromkeys(rows):
        assert organiser.phone.post(address, {"do": "here"}).status == 302
    assert f"{places} of {places} here" in organiser.read("entrants/")


def a_phone_dies(organiser: Organiser) -> None:
    """A hand is recorded at table 1, then nothing more: its paper is typed with the others."""
    code = organiser.table(1, 1)
    assert (
        organiser.phone.confirm(code, organiser.phone.look(code), "6f0a4f0e-3c1e-4a57-9d39-61f4a0a0b001")
        == 302
    )


def one_does_not_come(organiser: Organiser) -> None:
    """Somebody is missing at an open table; a stand-in fills in, and the round counts as the event says."""
    settings = {"over": "bye", "bye_tenths": "", "substitute_tenths": "-30", "most_substitutes": "3"}
    organiser.post("byes/", **settings)
    organiser.post("places/12/", name="Stand-in", points="fill", begins="2", only="on")
    assert "Stand-in" in organiser.read("rounds/2/")
