"""A first table by keyboard alone, by what a screen reader is told, in French on the smallest phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    target.focus()
    page.keyboard.press(key)


def board(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile("^E"))


def test_a_first_table_is_opened_and_a_hand_recorded_by_keyboard(open_device: Callable[..., Page]) -> None:
    page = open_device((320, 640), language="fr", dark=True, touch=False)
    page.goto("/")
    press(page, page.get_by_role("link", name="Ouvrir une table"))
    for number, name in enumerate(("Ana", "Béa", "Cléo", "Dan"), start=1):
        page.get_by_role("textbox", name=f"Joueur {number}").focus()
        page.keyboard.type(name)
    page.keyboard.press("Enter")  # in the last name: the game starts, the rules are not chosen anew
    expect(page).to_have_url(re.compile(r"/t/\w+/$"))
    page.wait_for_load_state()  # before the scripts are there, a link leads to a whole page

    press(page, page.get_by_role("link", name=re.compile("Béa")))
    expect(page.get_by_role("link", name=re.compile("Béa.*gagne"))).to_be_focused()
    press(page, page.get_by_role("link", name=re.compile("Cléo.*a donné la tuile", re.IGNORECASE)))
    values = page.get_by_role("region", name=re.compile("Béa, ron sur Cléo"))
    expect(values).to_be_focused()
    press(page, values.get_by_role("row", name=re.compile("^1 han")).get_by_role("link").first)
    # The hand waits on the felt to be confirmed, said aloud; the focus stays at the table.
    strip = page.locator(".table-strip")
    expect(strip).to_contain_text("Béa gagne par ron sur Cléo, 1 han 30 fu")
    expect(strip.get_by_role("status")).to_contain_text("Cléo paie 1 000 à Béa")
    expect(board(page)).to_be_focused()
    press(page, strip.get_by_role("button", name="Confirmer"))

    # Afterwards the next Tab leads to a seat, not to the head of the page.
    expect(page.get_by_role("region", name="À payer")).to_contain_text("Cléo paie 1 000 à Béa")
    expect(board(page)).to_be_focused()
    page.keyboard.press("Tab")
    seat = page.evaluate("document.activeElement.textContent")
    assert re.search("Ana|Béa|Cléo|Dan", seat), seat
    # Nothing is wider than the phone.
    assert page.evaluate("document.documentElement.scrollWidth") == 320
