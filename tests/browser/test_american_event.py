"""An event of American mah jongg from a list to its prizes: 120 people, results from paper and phones."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from fractions import Fraction
from itertools import groupby

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect
from pypdf import PdfReader

from tests.browser.chromium import axe_clean, led_to
from tests.browser.opening import answered, found_club, link_to_join

PRIZES = (300, 200, 100)
#: the tables of the first round that keep their score on a phone
ON_PHONES = (1, 2)
#: who wins from whom on a phone: the winner gets 30, the discarder loses 20
HANDS = ((1, 0), (2, 3), (1, 2), (3, 1))
CAST = (
    ("Marguerite", "Dupont", "France"),
    ("Anne-Sophie", "de La Rochefoucauld", "FRA"),
    ("Σοφία", "Παπαδοπούλου", "Ελλάδα"),
    ("愛子", "田中", "Japan"),
    ("Seán", "O'Brien", "Ireland"),
    ("Łukasz", "Żółć", "Polska"),
    ("ليلى", "منصور", "FR"),
    ("Maximilienne", "de Montmorency-Luxembourg", "FRA"),
)
FIRST_NAMES = (
    "Alice",
    "Bernard",
    "Carol",
    "Dorothy",
    "Edwin",
    "Frances",
    "Gloria",
    "Harold",
    "Irene",
    "Joyce",
    "Kenneth",
    "Lucille",
)
SURNAMES = (
    "Abrams",
    "Bloomfield",
    "Castellano",
    "Dixon",
    "Eisenberg",
    "Fletcher",
    "Goldman",
    "Hughes",
    "Ingram",
    "Jacobs",
)
#: how many rows are whole on the first screen
SHOWN = "rows => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length"


def list_of_people(count: int) -> bytes:
    """Return a spreadsheet of so many people, those with hard names first."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow(("First name", "Surname", "Country"))
    for number in range(count):
        plain = (FIRST_NAMES[number // len(SURNAMES)], SURNAMES[number % len(SURNAMES)], "USA")
        writer.writerow(CAST[number] if number < len(CAST) else plain)
    return out.getvalue().encode()


def as_number(shown: str) -> int:
    """Read points as a page shows them."""
    return int(shown.replace("−", "-").replace("+", "").replace(",", ""))


def shared_prizes(totals: list[int]) -> list[tuple[int, Fraction]]:
    """Return rank and prize of each total, the best first: equal totals share both."""
    rows: list[tuple[int, Fraction]] = []
    for _total, group in groupby(sorted(totals, reverse=True)):
        count, before = len(list(group)), len(rows)
        rows += [(before + 1, Fraction(sum(PRIZES[before : before + count]), count))] * count
    return rows


def play_on_a_phone(phone: Page) -> None:
    """Play the four hands of a table by taps."""
    for hand, (winner, payer) in enumerate(HANDS, start=1):
        expect(phone.locator(".step-idle")).to_be_visible()
        for target in (
            phone.locator(f"#seat-{winner}"),
            phone.locator(f"#seat-{payer}"),
            phone.locator(".value-keys .cell", has_text="30"),
            phone.locator(".cell", has_text="−20"),
            phone.get_by_role("button", name="Confirm"),
        ):
            target.first.tap()
            answered(phone)
        if hand < len(HANDS):
            expect(phone.locator(f"#seat-{winner} .score")).not_to_have_text("0")
    phone.wait_for_url("**/end/")


def type_row(laptop: Page, points: list[int]) -> None:
    """Type the points of the row where the cursor stands, East first."""
    for typed in points:
        for key in (*str(typed), "Enter"):
            laptop.keyboard.press(key)


def names_of(row: Locator) -> list[str]:
    return row.locator(".desk-scores .field label bdi:not(.on-laptop)").all_text_contents()[:4]


@pytest.mark.parametrize(("people", "rounds"), [(12, 2), pytest.param(120, 4, marks=pytest.mark.nightly)])
def test_an_american_event_goes_from_a_list_to_its_prizes(
    open_device: Callable[..., Page], people: int, rounds: int
) -> None:
    laptop, tables = open_device((1280, 800), touch=False), people // 4
    club = found_club(laptop, f"Ruth of {people}", f"Mah Jongg Reims {people}")
    laptop.goto(f"{club}tournaments/new/?variant=american")
    expect(laptop.get_by_label("Minutes")).to_have_value("55")
    laptop.get_by_label("Name", exact=True).fill("Reims open")
    laptop.get_by_label("Rounds", exact=True).fill(str(rounds))
    tournament = led_to(laptop.get_by_role("button", name="Create the tournament"))

    laptop.get_by_role("link", name="Enter the players").click()
    sheet = FilePayload(name="list.csv", mimeType="text/csv", buffer=list_of_people(people))
    laptop.get_by_label("Or a file: XLSX, ODS, CSV or TSV").set_input_files(sheet)
    laptop.get_by_role("button", name="Check the file").click()
    laptop.get_by_role("button", name=f"Put {people} people on the list").click()
    laptop.get_by_role("button", name="Make the seating").click()
    laptop.get_by_role("button", name="Publish the seating").click()

    totals: dict[str, int] = {}
    for number in range(1, rounds + 1):
        laptop.goto(tournament)
        laptop.get_by_role("button", name=f"Open the tables of round {number}").click()
        round_page = laptop.url
        for table in ON_PHONES if number == 1 else ():
            keep = laptop.locator(f"form[action$='/rounds/1/tables/{table}/enter/'] button")
            phone = open_device()
            phone.goto(link_to_join(laptop, led_to(keep)))
            play_on_a_phone(phone)
            laptop.wait_for_url("**/end/")  # by itself, which another page asked for meanwhile could lose to
            laptop.goto(round_page)
        laptop.get_by_role("link", name="Type the results").click()
        rows = laptop.locator("[data-desk-row]")
        expect(rows).to_have_count(tables)
        seats = [names_of(row) for row in rows.all()]
        if number == 1:
            assert rows.evaluate_all(SHOWN) >= min(tables, 12)
            axe_clean(laptop)
        by_phone = ON_PHONES if number == 1 else ()
        expect(laptop.get_by_text("from the phone")).to_have_count(len(by_phone))
        results = {
            table: [25 + table % 7 * 5, 20 - table % 3 * 10, -10 - table % 4 * 5, 5 * (number % 2)]
            for table in range(1, tables + 1)
        }
        for table in by_phone:
            told = rows.nth(table - 1).locator("small", has_text="Phone: ").all_inner_texts()
            results[table] = [as_number(points.removeprefix("Phone: ")) for points in told]
            assert sorted(results[table]) == [-20, 10, 10, 40]
        if number == rounds:  # the first two end equal
            first, second = sorted(totals, key=lambda name: -totals[name])[:2]
            for table, names in enumerate(seats, start=1):
                for seat, name in enumerate(names):
                    if name in (first, second):
                        results[table][seat] = totals[first] + 200 - totals[name]
        expect(rows.nth(len(by_phone)).locator("[data-desk-score]").first).to_be_focused()
        for table in range(1 + len(by_phone), tables + 1):
            type_row(laptop, results[table])
            if table % 5 == 0 or table == tables:  # nobody types thirty rows before the first is saved
                expect(laptop.locator("#desk-count")).to_contain_text(f"{table} of {tables} tables finished")
        expect(laptop.get_by_text("to be confirmed")).to_have_count(0)
        for table, names in enumerate(seats, start=1):
            for name, points in zip(names, results[table], strict=True):
                totals[name] = totals.get(name, 0) + points
    assert len(totals) == people

    laptop.goto(tournament)
    lines = laptop.locator("#ranking tbody tr")
    expect(lines).to_have_count(people)
    expected = shared_prizes([*totals.values()])
    assert [int(rank) for rank in lines.locator(".rank-cell").all_inner_texts()] == [
        rank for rank, _ in expected
    ]
    assert [as_number(total) for total in lines.locator(".total-cell").all_inner_texts()] == sorted(
        totals.values(), reverse=True
    )
    assert laptop.evaluate("document.documentElement.scrollWidth <= screen.width")
    axe_clean(laptop)

    laptop.get_by_role("link", name="Publish the final ranking").click()
    laptop.get_by_label("Prizes from the first place down").fill(" ".join(map(str, PRIZES)))
    laptop.get_by_role("button", name="List the prizes").click()
    prizes = laptop.locator("table", has=laptop.locator("caption", has_text="Prizes")).locator("tbody tr")
    winners = [row for row in expected if row[1]]
    expect(prizes).to_have_count(len(winners))
    assert winners[:2] == [(1, Fraction(250))] * 2
    expect(prizes.nth(0)).to_contain_text("shared 250")
    expect(prizes.nth(1)).to_contain_text("shared 250")
    expect(laptop.locator("details.fold", has_text="Winners of round")).to_have_count(rounds)
    shown = laptop.locator("details.fold", has_text=f"Winners of round {rounds} by table")
    expect(shown.locator("li")).to_have_count(tables)
    axe_clean(laptop)
    assert laptop.evaluate("document.documentElement.scrollWidth <= screen.width")
    page = PdfReader(io.BytesIO(laptop.pdf(format="Letter"))).pages[0].extract_text()
    assert "250" in page
    assert f"Winners of round {rounds}" in page
    for part in ("cards/", "numbers/", "seating/", "rounds/1/scores/", "rounds/1/ranking/"):
        way = tournament.replace("/c/", "/sheets/c/")
        for paper in ("a4", "letter"):
            answer = laptop.request.get(f"{way}{part}sheet.pdf?paper={paper}")
            assert answer.ok, (part, answer.status)
            assert PdfReader(io.BytesIO(answer.body())).pages
    laptop.get_by_role("button", name="Publish it as final").click()
    expect(laptop.get_by_text("The final ranking is published.")).to_be_visible()
