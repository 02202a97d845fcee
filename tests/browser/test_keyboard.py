"""A first table by keyboard alone, by what a screen reader is told, in French on the smallest phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    target.focus()
    page.keyboard.press(key)


def test_a_first_table_is_opened_and_a_hand_recorded_by_keyboard(open_device: Callable[..., Page]) -> None:
    page = open_device((320, 640), language="fr", dark=True, touch=False)
    page.goto("/")
    press(page, page.get_by_role("link", name="Nouvelle table"))
    for number, name in enumerate(("Ana", "Béa", "Cléo", "Dan"), start=1):
        page.get_by_role("textbox", name=f"Joueur {number}").focus()
        page.keyboard.type(name)
    page.keyboard.press("Enter")  # in the last name: the seats are drawn, the rules are not chosen anew
    press(page, page.get_by_role("button", name="Commencer à jouer"))
    expect(page).to_have_url(re.compile(r"/t/\w+/$"))
    page.wait_for_load_state()  # before the scripts are there, a link leads to a whole page

    press(page, page.get_by_role("link", name=re.compile("Béa")))
    expect(page.get_by_role("link", name=re.compile("Béa.*gagne"))).to_be_focused()
    press(page, page.get_by_role("link", name=re.compile("Cléo.*de qui")))
    values = page.get_by_role("region", name=re.compile("Béa, ron sur Cléo"))
    expect(values).to_be_focused()
    press(page, values.get_by_role("row", name=re.compile("^1 han")).get_by_role("link").first)
    payment = page.get_by_role("region", name=re.compile("Béa gagne par ron sur Cléo, 1 han 30 fu"))
    expect(payment).to_be_focused()
    press(page, payment.get_by_role("button", name="Confirmer"))

    # Afterwards the next Tab leads to a seat, not to the head of the page.
    expect(page.get_by_role("group", name=re.compile("^E"))).to_be_focused()
    page.keyboard.press("Tab")
    seat = page.evaluate("document.activeElement.textContent")
    assert re.search("Ana|Béa|Cléo|Dan", seat), seat
    # Nothing is wider than the phone.
    assert page.evaluate("document.documentElement.scrollWidth") == 320
