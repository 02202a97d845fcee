"""Nobody is first before a point has moved, on any page; everybody has a place after the first hand."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from mahjongclub.displays.wall import overlay_table
from mahjongclub.tables.models import Session

from .conftest import Phone, ron

PAGES = ("table", "need", "log", "share", "sticks")
PLACES = re.compile(r"\b(1st|2nd|3rd|4th|1er|2e|3e|4e)\b")


def words_of(phone: Phone, page: str, language: str) -> str:
    """What a page of the table says, without what a hand would change."""
    text = html.unescape(phone.get(page, headers={"accept-language": language}).content.decode())
    text = re.sub(r"<(script|style|dl|template)\b.*?</\1>", "", text, flags=re.S)
    return re.sub(r"<[^>]+>", " ", text)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("page", PAGES)
def test_nobody_has_a_place_at_the_start(phone: Phone, table: Session, page: str, language: str) -> None:
    words = words_of(phone, reverse(f"tables:{page}", args=[table.code]), language)
    assert not PLACES.findall(words)


def test_ones_own_sheet_has_no_place_at_the_start(phone: Phone, table: Session) -> None:
    phone.post(reverse("tables:sit", args=[table.code]), {"seat": "1"})
    address = f"{reverse('tables:need', args=[table.code])}?mine=1"
    assert not PLACES.findall(words_of(phone, address, "en").split("What do I need?")[-1])


def test_no_row_of_the_wall_leads_at_the_start(phone: Phone, table: Session) -> None:
    assert {seat.rank for seat in overlay_table(table, 1, show_scores=True).seats} == {None}
    phone.confirm(table, ron(1, 2))
    table = Session.objects.get(pk=table.pk)
    assert sorted(seat.rank for seat in overlay_table(table, 1, show_scores=True).seats) == [1, 2, 2, 4]


@pytest.mark.parametrize("page", ["table", "need"])
def test_everybody_has_a_place_after_the_first_hand(phone: Phone, table: Session, page: str) -> None:
    phone.confirm(table, ron(1, 2))
    found = PLACES.findall(words_of(phone, reverse(f"tables:{page}", args=[table.code]), "en"))
    assert sorted(found) == ["1st", "2nd", "2nd", "4th"]
