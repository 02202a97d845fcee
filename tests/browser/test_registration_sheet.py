"""An event of 84 from the registration sheet of a form to its ranking, on a laptop, no line typed twice."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import found_club, send
from tests.browser.test_tournament import SETTINGS

PEOPLE, TABLES = 84, 21
HEADS = (
    "Horodateur",
    "What is your first name?",
    "What is your surname?",
    "In which country do you live?",
    "EMA number (if you have one)",
    "E-mail address",
    "Allergies, or anything else we should know",
)
CAST = (
    ("Marguerite", "Dupont", "France"),
    ("Anne-Sophie", "de La Rochefoucauld", "FRA"),
    ("Σοφία", "Παπαδοπούλου", "Ελλάδα"),
    ("愛子", "田中", "Japan"),
    ("Seán", "O'Brien", "Ireland"),
    ("Łukasz", "Żółć", "Polska"),
    ("ليلى", "منصور", "FR"),
    ("Wei", "Wang", "CHN"),
    ("Wei", "Wang", "Netherlands"),
)
REMARKS = ("no nuts, no fish", 'I am "Bo", really', "vegan; gluten free", "", "late,\nby train")


def registration_sheet() -> bytes:
    """The answers to a form as a spreadsheet saves them: a BOM, semicolons, quotes, a line break in a cell.

    Seven of the numbers have lost the zero they begin with.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(HEADS)
    for number in range(PEOPLE):
        first, last, country = CAST[number] if number < len(CAST) else (f"Vorname{number}", "Meyer", "GER")
        if number >= len(CAST):
            last = f"{last}-{'abcdefghij'[number // 10]}{'klmnopqrst'[number % 10]}"
        ema = "" if number % 6 == 0 else f"{(4 if number < 9 else 21) * 1_000_000 + number}"
        when = f"2026-10-{number % 28 + 1:02} 19:{number % 60:02}:07"
        mail = f"person{number}@example.org"
        writer.writerow([when, first, last, country, ema, mail, REMARKS[number % len(REMARKS)]])
    return out.getvalue().encode("utf-8-sig")


def test_an_event_of_84_goes_from_a_registration_sheet_to_its_ranking(
    open_device: Callable[..., Page],
) -> None:
    laptop = open_device((1280, 800), touch=False)
    club = found_club(laptop, "Odile of the sheet", "Mahjong Lens sheet")
    form = laptop.request.get(f"{club}tournaments/new/").text()
    settings = {**SETTINGS, "preset": "ema-2025", "name": "Lens open"}
    laptop.goto(send(laptop, f"{club}tournaments/new/", form, settings).url)
    tournament = laptop.url

    laptop.get_by_role("link", name="Enter the players").click()
    sheet = {"name": "answers.csv", "mimeType": "text/csv", "buffer": registration_sheet()}
    laptop.get_by_label("Or a file: XLSX, ODS, CSV or TSV").set_input_files([sheet])  # type: ignore[list-item]
    laptop.get_by_role("button", name="Check the file").click()
    expect(laptop.get_by_role("button", name=f"Put {PEOPLE} people on the list")).to_be_visible()
    axe_clean(laptop)
    laptop.get_by_role("button", name=f"Put {PEOPLE} people on the list").click()
    expect(laptop.get_by_text(f"{PEOPLE} players.")).to_be_visible()
    people = laptop.request.get(f"{tournament}entrants/").text()
    for told in ("04000001", "04000002", "GRE", "JPN", "POL"):
        assert told in people
    for remark in ("nuts", "vegan", "example.org", "train"):
        assert remark not in people

    laptop.get_by_role("button", name="Make the seating").click()
    laptop.get_by_role("button", name="Publish the seating").click()
    laptop.get_by_role("button", name="Open the tables of round 1").click()
    laptop.get_by_role("link", name="Type the results").click()
    expect(laptop.locator("[data-desk-row]")).to_have_count(TABLES)
    expect(laptop.locator("[data-desk-cell]").first).to_be_focused()
    shown = laptop.locator("[data-desk-row]").evaluate_all(
        "rows => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length"
    )
    assert shown >= 11, "a dozen tables stand on the first screen, with names of three lines among them"
    for table in range(1, TABLES + 1):
        for key in (*"402", "Enter", *"303", "Enter", *"297", "Enter", *"198", "Enter", "Enter"):
            laptop.keyboard.press(key)
        if table % 7 == 0:  # nobody types all of them in one breath, and SQLite writes one after the other
            expect(laptop.locator(".desk-row[data-state=done]")).to_have_count(table)
    expect(laptop.locator("#desk-count")).to_contain_text(f"{TABLES} of {TABLES} tables finished")
    laptop.goto(tournament)
    expect(laptop.locator("#ranking tbody tr")).to_have_count(PEOPLE)
    assert laptop.evaluate("document.documentElement.scrollWidth <= screen.width")
    axe_clean(laptop)
