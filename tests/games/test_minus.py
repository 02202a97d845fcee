"""Minus signs are minus signs wherever people read points; what spreadsheets read has the keyboard's."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse
from django.utils import translation

from mahjongclub.games.kit.wording import points_in_words, signed_points
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone, ron

HYPHEN = re.compile(r">\s*-\d|\s-\d")
DEAR = {"han": 13}


@pytest.mark.parametrize(("language", "gap"), [("en", ","), ("fr", "\N{NO-BREAK SPACE}")])
def test_points_are_written_with_a_true_minus_sign(language: str, gap: str) -> None:
    with translation.override(language):
        assert points_in_words(-3900) == f"\N{MINUS SIGN}3{gap}900"
        assert signed_points(-3900) == f"\N{MINUS SIGN}3{gap}900"
        assert signed_points(3900) == f"+3{gap}900"
        assert signed_points(0) == points_in_words(0) == "0"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_screen_of_a_table_below_zero_has_a_hyphen_for_a_minus(phone: Phone, language: str) -> None:
    table = phone.open_table()
    phone.confirm(table, ron(1, 0, **DEAR))
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    session = Session.objects.get(pk=table.pk)
    pages = ["log", "sticks", "need", "share", "table", "close"]
    if session.table.ended:
        pages = ["log", "end", "share"]
    minuses = 0
    for page in pages:
        text = phone.get(reverse(f"tables:{page}", args=[table.code])).content.decode()
        body = html.unescape(re.sub(r"<(script|style).*?</\1>", "", text, flags=re.S))
        words = re.sub(r"<[^>]+>", ">", body)
        assert not HYPHEN.findall(words), page
        minuses += words.count("\N{MINUS SIGN}")
    assert minuses > 2
