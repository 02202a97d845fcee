"""Ten afterwards: the log, corrections and insertions, and hostile input."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone, scores

from .ten_phone import drafts_on, entry_page, note, table_page, throw


@pytest.fixture
def ten(phone: Phone) -> Session:
    """A session of Ten; the dice 4 + 4 = 8 name North's wall, so East (Aiko) deals."""
    session = phone.open_table("ten", names=("Aiko", "Benoît"))
    throw(phone, session, one="4", other="4")
    return session


# --- the log


def test_winner_value_reason_and_riichi_are_corrected_from_the_log(phone: Phone, ten: Session) -> None:
    phone.confirm(ten, {"type": "win", "winner": 0, "riichi": [0], "han": 3, "fu": 30})
    page = html.unescape(phone.get(reverse("tables:entry", args=[ten.code, 1])).content.decode())
    offered = drafts_on(page)
    assert {"type": "win", "winner": 0, "riichi": [0]} in offered  # another value
    assert {"type": "win"} in offered  # somebody else
    assert {"type": "draw", "declared": 0} in offered  # a draw
    assert {"type": "win", "winner": 0, "riichi": [], "han": 3, "fu": 30} in offered  # no riichi
    draw = {"type": "draw", "declared": 0, "reason": "wall_exhausted", "riichi": [0]}
    sheet = entry_page(phone, ten, draw, correct="1")
    assert "Confirm the correction" in sheet
    phone.confirm(ten, draw, number=1, played=1)
    assert scores(ten) == [9000, 10000]
    assert "Draw: the wall is empty (riichi by Aiko)" in phone.get(
        reverse("tables:log", args=[ten.code])
    ).content.decode().replace("&#x27;", "'")


def test_a_correction_tells_what_the_bank_is_owed(phone: Phone, ten: Session) -> None:
    # published table: a dealer's tsumo of 30 fu pays 3 × 1000 with 2 han, 3 × 2000 with 3
    phone.confirm(ten, {"type": "win", "winner": 0, "riichi": [], "han": 3, "fu": 30})
    cheaper = {"type": "win", "winner": 0, "riichi": [], "han": 2, "fu": 30}
    sheet = entry_page(phone, ten, cheaper, correct="1")
    assert re.search(r"<strong>Aiko</strong> pays the bank\s*</span>\s+<b>3,000</b>", sheet)
    # the stick of a riichi that was forgotten stays on the table after a right guess
    draw = {"type": "draw", "declared": 1, "reason": "guessed"}
    phone.confirm(ten, {**draw, "riichi": []})
    sheet = entry_page(phone, ten, {**draw, "riichi": [1]}, number=2, correct="1")
    assert re.search(r"<strong>Benoît</strong> pays the table\s*</span>\s+<b>1,000</b>", sheet)


def test_a_forgotten_hand_is_inserted(phone: Phone, ten: Session) -> None:
    phone.confirm(ten, {"type": "draw", "reason": "no_declaration"})
    page = entry_page(phone, ten, {}, insert="1")
    offered = drafts_on(page)
    assert {"type": "win", "winner": 1, "riichi": []} in offered
    assert {"type": "draw", "reason": "guessed"} in offered
    asked = entry_page(phone, ten, {"type": "draw", "reason": "guessed"}, insert="1")
    assert "Who had declared?" in asked
    phone.confirm(ten, {"type": "draw", "reason": "guessed", "declared": 1}, number=1, played=1, insert="1")
    assert Session.objects.get(pk=ten.pk).table.honba == 2


# --- hostile input


@pytest.mark.parametrize(
    "draft",
    [
        {"type": "abort"},
        {"type": "win", "winner": 2},
        {"type": "win", "winner": "0"},
        {"type": "win", "winner": 0, "from": 1},
        {"type": "draw", "reason": "chombo"},
        {"type": "draw", "reason": "guessed", "declared": [0]},
        {"type": "win", "winner": 0, "riichi": [0, 0]},
        {"type": ["win"]},
        *({"type": "win", "winner": 0, **value} for value in ({"han": "x"}, {"limit": []}, {"tiles": "1m"})),
        {"han": 3},
    ],
)
def test_a_draft_that_is_none_of_ours_is_no_page(phone: Phone, ten: Session, draft: dict[str, Any]) -> None:
    url = reverse("tables:entry", args=[ten.code, 1])
    status = phone.get(url, {"draft": json.dumps(draft)}).status_code
    assert status in (404, 200 if draft == {"han": 3} else 404)
    assert phone.confirm(ten, draft).status_code in (404, 422)


@pytest.mark.parametrize(
    "value",
    [
        {"han": 99},
        {"fu": 30},
        {"yakuman": 0},
        {"han": 1, "fu": 20},
    ],
)
def test_an_impossible_value_says_why(phone: Phone, ten: Session, value: dict[str, Any]) -> None:
    answer = phone.confirm(ten, {"type": "win", "winner": 0, **value})
    assert answer.status_code == 422
    assert 'class="alert"' in answer.content.decode()
    assert not Session.objects.get(pk=ten.pk).state["hands"]


@pytest.mark.parametrize(
    "fields",
    [
        {"do": ""},
        {"do": "win"},
        {"do": "turn"},
        {"do": "turn", "turn": "-1"},
        {"do": "turn", "turn": "²"},
        {"do": "declare", "seat": "2"},
        {"do": "declare", "seat": "\x00"},
        {"do": "drew", "count": "9" * 30},
        {"do": "wall"},
        {"do": "missed"},
        {"do": "drew", "count": "0"},
    ],
)
def test_junk_notes_change_nothing(phone: Phone, ten: Session, fields: dict[str, str]) -> None:
    before = Session.objects.get(pk=ten.pk).pending
    answer = note(phone, ten, **{**fields, "do": fields["do"]})
    assert answer.status_code in (404, 422)
    assert Session.objects.get(pk=ten.pk).pending == before


def test_a_viewer_follows_the_phases_and_touches_nothing(
    phone: Phone, other_phone: Phone, ten: Session
) -> None:
    share = phone.get(reverse("tables:share", args=[ten.code])).content.decode()
    other_phone.get(re.findall(r'value="https?://[^/]+(/t/[^"]+)"', share)[-1])
    note(phone, ten, "declare", seat=0, riichi=0)
    page = table_page(other_phone, ten)
    assert "<b>Aiko</b> attacks" in page
    assert "<form" not in (re.search(r'<section class="phase".*?</section>', page, re.DOTALL) or [""])[0]
    assert note(other_phone, ten, "missed").status_code == 403
