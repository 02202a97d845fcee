"""Events as they are run: nine countries from the entry page to the workbook, seventeen players, teams."""

from __future__ import annotations

import html
import http.client
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest
import xlrd
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.http_phone import HttpPhone, owner
from tests.serving import RunningServer, running_server

COUNTRIES = ("FRA", "GER", "NED", "DEN", "ITA", "POL", "AUT", "BEL", "SUI")
FINALISTS = 8
#: places, rounds, and MERS: two days weigh 2, nine countries half a point, more than eighty players 1
SIZES = [(84, 7, 3.5), (28, 3, 2.5)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("events")) as running:
        yield running


@pytest.fixture(scope="module")
def phone(server: RunningServer) -> HttpPhone:
    """The phone of the club's owner."""
    return owner(server)


class Organiser:
    """Who runs an event, by the forms of its pages."""

    def __init__(self, server: RunningServer, phone: HttpPhone, name: str, rounds: int, **more: str) -> None:
        self.server, self.phone = server, phone
        settings = {"variant": "riichi", "preset": "ema-2025", "name": name, "day": "2026-10-10"}
        settings |= {"place": "Arras", "round_count": str(rounds), "minutes": "75", "draw": "plan"}
        made = self.phone.post(
            "/c/arras/tournaments/new/", {**settings, "worth": "points", "public": "on", **more}
        )
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
    server: RunningServer,
    phone: HttpPhone,
    open_device: Callable[..., Page],
    places: int,
    rounds: int,
    weight: float,
) -> None:
    organiser = Organiser(server, phone, "Northern open", rounds)
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

    stranger = open_device(language="fr")
    own = enter_by_page(stranger, organiser)
    links = [enter(server, organiser, number) for number in range(2, places + 3)]
    # all of them enter from one network: beyond its budget they wait for the organiser's look
    organiser.post("entrants/selected/", show="doubtful", everybody="1", do="confirm")
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


def test_seventeen_play_swiss_rounds_and_whoever_sits_out_is_told(
    server: RunningServer, phone: HttpPhone, open_device: Callable[..., Page]
) -> None:
    organiser = Organiser(server, phone, "Swiss", 3, draw="swiss")
    organiser.post("players/", players="\n".join(f"Player {number:02}" for number in range(1, 18)))
    organiser.post("byes/", over="bye", bye_tenths="10", substitute_tenths="", most_substitutes="")
    stranger, out = open_device((320, 640), dark=True), set()
    for number in range(1, 4):
        organiser.post("draw/")
        organiser.post("publish/")
        stranger.goto(f"{organiser.home}event/")
        told = re.findall(r"Player \d\d", stranger.locator("p", has_text="Sits out").last.inner_text())
        assert len(told) == 1
        out.update(told)
        organiser.open_next(number)
        organiser.type_results(number, range(1, 5))
    assert len(out) == 3, "nobody sits out twice before everybody has once"
    organiser.post("finish/")
    stranger.reload()
    assert len(totals(stranger)) == 17
    expect(stranger.locator("#ranking")).to_contain_text("bye")
    axe_clean(stranger)


def test_the_captain_of_a_team_names_who_plays_on_a_phone(
    server: RunningServer, phone: HttpPhone, open_device: Callable[..., Page]
) -> None:
    organiser = Organiser(server, phone, "Teams", 2)
    lines = [
        f"{team} {number}; {team}" for number in (1, 2) for team in ("Reds", "Blues", "Greens", "Whites")
    ]
    organiser.post("players/", players="\n".join(lines))
    organiser.post("draw/")
    organiser.post("publish/")
    found = re.findall(r'/squads/(\d+)/"> ?<span class="grow"> <bdi>Reds', organiser.read("squads/"))
    (reds,) = found
    organiser.post(f"squads/{reds}/captain/", captain="", names="Reds 3", link="1")
    (link,) = set(re.findall(r"/lineup/\d+/\w+/", organiser.read(f"squads/{reds}/")))
    captain = open_device(language="fr")
    captain.goto(link)
    axe_clean(captain)
    captain.locator("select[name^=place-]").first.select_option(label="Reds 3")
    captain.locator("form button.primary").click()
    captain.wait_for_load_state()
    expect(captain.locator("select[name^=place-]").first.locator("option:checked")).to_have_text("Reds 3")
    assert "Reds 3" in organiser.read("seating/")
    for number in (1, 2):
        organiser.open_next(number)
        organiser.type_results(number, (1, 2))
    organiser.post("finish/")
    captain.goto(f"{organiser.home}event/")
    expect(captain.locator("main")).to_contain_text("Reds")
    expect(captain.locator("main")).to_contain_text("Reds 3")


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
