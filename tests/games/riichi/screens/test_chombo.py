"""A chombo on a riichi table's screens: what it is called, and how another player is named."""

from __future__ import annotations

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone, draw

from .entry_pages import drafts_on, page_of


def test_the_correction_of_a_chombo_leads_to_another_player(phone: Phone, table: Session) -> None:
    chombo = {"type": "chombo", "offenders": [2], "riichi": [1]}
    phone.confirm(table, chombo)
    sheet = page_of(phone, table, chombo, number=1, correct="1")
    assert "Change the player" in sheet
    nobody = {**chombo, "offenders": []}
    assert nobody in drafts_on(sheet)
    seats = page_of(phone, table, nobody, number=1, correct="1")
    assert {**chombo, "offenders": [3]} in drafts_on(seats)


def test_a_chombo_has_one_name_in_french_beside_who_dealt_in_and_where_nobody_won(
    phone: Phone, table: Session
) -> None:
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    for draft in ({"type": "win", "riichi": [], "wins": [{"winner": 0}]}, draw()):
        page = page_of(phone, table, draft)
        assert "Chombo" in page
        assert "Faux mahjong" not in page
