"""Six players record rounds of several hands: two phones that disagree are told of rounds, not of hands."""

from __future__ import annotations

import html
import json
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

from .six_phone import FIVE_WINNERS, SIX

MINE = {"type": "round", "events": FIVE_WINNERS}
THEIRS = {"type": "round", "events": [{"type": "win", "seat": 2, "from": 5, "hand": "chows"}]}


@pytest.fixture
def six(phone: Phone) -> Session:
    return phone.open_table("six", names=SIX)


def words(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def overtaken(phone: Phone, six: Session) -> Any:
    """Another phone recorded the round while this one's was confirmed."""
    other_phone = Phone()
    other_phone.join(six)
    assert other_phone.confirm(six, THEIRS).status_code == 302
    return phone.confirm(six, MINE, number=1, version=six.version, played=0)


def test_an_overtaken_round_is_called_one(phone: Phone, six: Session) -> None:
    answer = overtaken(phone, six)
    assert answer.status_code == 409
    page = words(answer)
    assert "Another phone recorded round 1 meanwhile." in page
    assert "Correct round 1 with mine" in page
    assert "hand 1" not in page


@pytest.mark.parametrize(
    ("language", "title", "corrected"),
    [
        ("en", "Round 1 was entered elsewhere too", "Round 1 is corrected"),
        ("fr", "Le tour 1 a aussi été saisi ailleurs", "Le tour 1 est corrigé"),
    ],
)
def test_the_page_that_decides_speaks_of_rounds(
    phone: Phone, six: Session, language: str, title: str, corrected: str
) -> None:
    overtaken(phone, six)
    asked = {"key": uuid4().hex, "version": six.version, "played": 0, "draft": json.dumps(MINE)}
    address = f"{reverse('tables:decide', args=[six.code])}?{urlencode(asked)}"
    page = words(phone.get(address, headers={"Accept-Language": language}))
    assert title in page
    assert corrected in page
    assert "hand 1" not in page.casefold()
    assert "partie 1" not in page.casefold()
