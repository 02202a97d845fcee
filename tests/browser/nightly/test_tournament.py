"""A small tournament from a phone: drawn, opened by one tap, played, its ranking on a laptop, published."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.opening import make_account

#: the card of a table that does not end within the paper, or of a table that starts or ends beside it
OUTSIDE = """(width) => [...document.querySelectorAll('.table-cards .card')]
  .filter((card) => card.getBoundingClientRect().right > width - 1 || card.scrollWidth > card.clientWidth + 1)
  .map((card) => card.textContent)"""
#: the room on A4 and on US Letter within a margin of 10 mm, in CSS pixels
WIDTHS = {"A4": round(190 / 25.4 * 96), "Letter": round(195.9 / 25.4 * 96)}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_table_cards_are_whole_four_to_a_page(open_device: Callable[..., Page], language: str) -> None:
    """Five tables of the longest names, on either paper: two pages, every border within them."""
    laptop = open_device((1280, 800), touch=False)
    laptop.goto("/account/signup/?next=/clubs/new/")
    make_account(laptop, f"Printer {language}")
    laptop.get_by_label("Name of the club").fill(f"Mahjong Arras {language}")
    laptop.get_by_role("button", name="Create the club").click()
    laptop.locator(".rail").get_by_role("link", name="Tournaments").click()
    laptop.get_by_role("link", name="New tournament").click()
    laptop.get_by_label("Name", exact=True).fill("Spring open of the Riichi clubs of the North")
    laptop.get_by_label("Rounds", exact=True).fill("1")
    laptop.get_by_role("button", name="Create the tournament").click()
    laptop.get_by_role("link", name="Enter the players").click()
    names = ["Wolfeschlegelsteinhausenbergerdorff", "Marguerite-Marie de Montmorency-Laval"]
    players = "\n".join(f"{names[number % 2]} {number}" for number in range(20))
    laptop.get_by_label("The list", exact=True).fill(players)
    laptop.get_by_role("button", name="Check the list").click()
    laptop.get_by_role("button", name="Put 20 people on the list").click()
    laptop.get_by_role("button", name="Make the seating").click()
    laptop.get_by_role("button", name="Publish the seating").click()
    laptop.get_by_role("button", name="Open the tables of round 1").click()
    laptop.get_by_role("link", name="Table cards with QR codes").click()
    if language == "fr":
        laptop.context.add_cookies([{"name": "django_language", "value": "fr", "url": laptop.url}])
        laptop.reload()
        expect(laptop.locator(".table-cards")).to_contain_text("Ronde 1")
    expect(laptop.locator(".table-cards svg")).to_have_count(5)
    margins = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    for paper, width in WIDTHS.items():
        printed = PdfReader(io.BytesIO(laptop.pdf(format=paper, margin=margins))).pages
        cards = [len(re.findall(r"Code", page.extract_text())) for page in printed]
        assert cards == [4, 1], (paper, [page.extract_text() for page in printed])
        laptop.set_viewport_size({"width": width, "height": 1000})
        laptop.emulate_media(media="print")
        assert laptop.evaluate(OUTSIDE, width) == [], paper
