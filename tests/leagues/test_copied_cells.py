"""What stands in a table is a number to the spreadsheet it is copied into.

Read as LibreOffice 7.4 reads a pasted table: 25,000 and -1.5 in English, 25 000 (U+00A0) and -1,5 in
French; a cell with a true minus sign (U+2212), a ± or a remark is text to it.
"""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.tables.conftest import Phone
from tests.tables.test_typed import send, text_of

from .conftest import Hall, ron
from .test_season_pages import signed_in

NUMBER = {
    "en": re.compile(r"[+-]?\d{1,3}(,\d{3})*(\.\d+)?( ?%)?"),
    "fr": re.compile(r"[+-]?\d{1,3}(\xa0\d{3})*(,\d+)?(\s?%)?"),
}


def cells(page: str) -> list[str]:
    """Every cell of the page's tables with a figure in it, as it would be copied."""
    found = re.findall(r"<td[^>]*>(.*?)</td>", page, re.S)
    texts = [unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in found]
    return [text for text in texts if re.search(r"\d", text) and not text.endswith((" kyū", " dan"))]


@pytest.fixture
def season_page(hall: Hall) -> list[str]:
    """The addresses of a club whose season has games and points taken."""
    season = hall.season()
    for _game in range(3):
        hall.play([ron(1, 2)], day=date(2026, 3, 5))
        hall.play([ron(1, 2)], day=date(2026, 3, 12))
    form = {"receiver": hall.players[1].pk, "points": "-1500", "day": "2026-03-06", "reason": "Late"}
    organiser = signed_in(hall, "organiser")
    assert (
        organiser.post(reverse("leagues:adjustments", args=[hall.club.slug, season.pk]), form).status_code
        == 302
    )
    slug, (one, two) = hall.club.slug, hall.players[:2]
    return [
        reverse("leagues:season", args=[slug, season.pk]),
        reverse("leagues:evenings", args=[slug, season.pk]),
        reverse("leagues:explained", args=[slug, season.pk, two.pk]),
        reverse("leagues:ratings", args=[slug, "riichi"]),
        reverse("leagues:record", args=[slug]),
        f"{reverse('leagues:figures', args=[slug])}?variant=riichi",
        f"{reverse('leagues:player', args=[slug, two.pk])}?variant=riichi",
        f"{reverse('leagues:pair', args=[slug, one.pk, two.pk])}?variant=riichi",
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_figure_of_a_league_is_a_number(season_page: list[str], language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    negative = 0
    for address in season_page:
        answer = client.get(address)
        assert answer.status_code == 200, address
        figures = cells(answer.content.decode())
        assert figures, address
        assert [text for text in figures if not NUMBER[language].fullmatch(text)] == [], address
        negative += sum(text.startswith("-") for text in figures)
    assert negative > 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hand_before_it_is_confirmed_is_read_and_has_true_minus_signs(db: None, language: str) -> None:
    """East deals into 13 han, 32,000 (published table), and has 25,000; nothing moves for the others."""
    phone = Phone()
    table = phone.open_table()
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    figures = cells(text_of(send(phone, table, {"end": "win", "won": "1", "from": "0", "value-1": "13"})))
    separator = {"en": ",", "fr": "\xa0"}[language]
    paid, left = f"32{separator}000", f"7{separator}000"
    moved = [f"\N{MINUS SIGN}{paid}", f"\N{MINUS SIGN}{left}", f"+{paid}", f"57{separator}000"]
    assert figures == [*moved, *["0", f"25{separator}000"] * 2]
