"""A registration sheet in a browser: chosen as a file, looked at with its columns, put on the list."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean, led_to
from tests.browser.opening import found_club, send
from tests.browser.test_tournament import SETTINGS

SHEET = "Vezetéknév;Keresztnév;Ország;EMA szám;Megjegyzés\n" + "\n".join(
    f"{last};{first};{country};{number};{remark}"
    for last, first, country, number, remark in (
        ("Erdős", "István", "Magyarország", "7010001", '"dió, hal"'),
        ("Szűcs", "Győző", "Magyarország", "7010002", ""),
        ("Müller", "Jörg", "Németország", "3010002", ""),
        ("Novák", "Anna", "Atlantisz", "", ""),
    )
)


def test_a_sheet_of_another_code_page_is_looked_at_and_mended_in_place(
    open_device: Callable[..., Page],
) -> None:
    for number, size in enumerate(((1280, 800), (390, 844))):
        desk = open_device(size, touch=size[0] < 500)
        club = found_club(desk, f"Ilona {number}", f"Mahjong Pest {number}")
        form = desk.request.get(f"{club}tournaments/new/").text()
        made = send(desk, f"{club}tournaments/new/", form, {**SETTINGS, "name": "Pest open"})
        found = re.match(r".*/tournaments/\d+/", made.url)
        assert found is not None
        desk.goto(found[0])
        desk.get_by_role("link", name="Enter the players").click()
        file = {"name": "lista.csv", "mimeType": "text/csv", "buffer": SHEET.encode("cp1250")}
        desk.get_by_label("Or a file").set_input_files(files=[file])  # type: ignore[list-item]
        desk.get_by_role("button", name="Check the file").click()
        if desk.get_by_text("Which of these names are right?").is_visible():
            desk.get_by_role("radio").filter(has=desk.get_by_text("Erdős")).first.check()
        expect(desk.locator("tr.faulty")).to_contain_text("No country we know")
        expect(desk.locator(".read-list")).to_contain_text("07010001")
        axe_clean(desk)
        width = desk.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0], "a wide table scrolls by itself"
        text = desk.get_by_label("The list", exact=True)
        text.fill(text.input_value().replace("Atlantisz", "Szlovákia"))
        desk.get_by_role("button", name="Check again").click()
        expect(desk.locator("tr.faulty")).to_have_count(0)
        led_to(desk.get_by_role("button", name="Put 4 people on the list"))
        expect(desk.get_by_text("4 players are entered.")).to_be_visible()
