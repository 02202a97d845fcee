"""The stick check names the hand and the slip that explain why the sticks are not as the scores."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session

from .conftest import Phone, draw, ron, scores
from .test_access import link


def checked(phone: Phone, session: Session, counted: list[int | None]) -> list[tuple[str, str]]:
    """What the check proposes for these sticks: the words and the link of each."""
    typed = {f"seat-{seat}": str(points) for seat, points in enumerate(counted) if points is not None}
    page = html.unescape(phone.post(reverse("tables:sticks", args=[session.code]), typed).content.decode())
    told = page.partition("What may have happened")[2].partition("<form")[0]
    rows = re.findall(r'<a class="item" href="([^"]+)">(.*?)</a>', told, re.S)
    return [(" ".join(re.sub(r"<[^>]*>", " ", words).split()), link) for link, words in rows]


#: recorded, meant, what is proposed; the points are those of RULES.md's han-fu table
SLIPS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (ron(1, 2), ron(1, 3), "Benoît wins by ron on Dina, 3 han 40 fu"),
    (ron(1, 2), ron(2, 1), "Chen wins by ron on Benoît, 3 han 40 fu"),
    (ron(1, 2), ron(1, 2, fu=30), "Benoît wins by ron on Chen, 3 han 30 fu"),
    (ron(1, 2), ron(1, 2, han=2), "Benoît wins by ron on Chen, 2 han 40 fu"),
    (
        ron(1, 2),
        {"type": "win", "wins": [{"winner": 1, "from": None, "han": 3, "fu": 40}]},
        "Benoît wins by tsumo, 3 han 40 fu",
    ),
    (ron(1, 2), ron(1, 2, riichi=[3]), "riichi sticks: Dina"),
    (draw(0, 1), draw(0), "Draw, in tenpai: Aiko"),
]


@pytest.mark.parametrize(("recorded", "meant", "words"), SLIPS, ids=[words for *_, words in SLIPS])
def test_a_slip_is_named_and_its_link_mends_it(
    phone: Phone, other_phone: Phone, table: Session, recorded: dict, meant: dict, words: str
) -> None:
    real = other_phone.open_table()
    other_phone.confirm(real, meant)
    phone.confirm(table, recorded)
    found = checked(phone, table, list(scores(real)))
    what, address = next(one for one in found if words in one[0])
    assert what.startswith("Hand 1 (E1): perhaps: ")
    assert what.endswith("Correct the entry")
    assert "Confirm the correction" in phone.get(address).content.decode()
    phone.confirm(table, json.loads(parse_qs(urlsplit(address).query)["draft"][0]), number=1)
    assert scores(table) == scores(real)


def test_honba_that_were_not_paid_are_named_and_nothing_is_to_correct(phone: Phone, table: Session) -> None:
    phone.confirm(table, draw(0, 1, 2, 3))
    phone.confirm(table, ron(1, 2))
    # RULES.md section 1: 5,200 and 300 for a honba; Chen paid 5,200
    found = checked(phone, table, [25000, 30200, 19800, 25000])
    assert found == [
        (
            "Hand 2 (E1-1): perhaps not paid: Chen → Benoît 300 (honba) To the payments",
            reverse("tables:log", args=[table.code]) + "#hand-2",
        )
    ]


def test_a_stick_forgotten_in_a_draw_is_followed_to_who_took_it(phone: Phone, table: Session) -> None:
    phone.confirm(table, draw(0, 1, 2, 3))
    phone.confirm(table, ron(1, 2))  # 5,500 with the honba
    # Dina's stick lay on the table too, and Benoît took it up
    found = checked(phone, table, [25000, 31500, 19500, 24000])
    assert found[0][0] == "Hand 2 (E1-1): perhaps: riichi sticks: Dina Correct the entry"
    assert any(what.startswith("Hand 1 (E1): perhaps: riichi sticks: Dina") for what, _link in found)


@pytest.mark.parametrize(
    "counted",
    [[25000, 30200, 19800, 25000], [None, None, 25000, None], [25000, 30201, 19799, 25000], [None] * 4],
)
def test_nothing_is_proposed_where_all_is_right_one_seat_was_counted_or_no_slip_explains_it(
    phone: Phone, table: Session, counted: list[int | None]
) -> None:
    phone.confirm(table, ron(1, 2))
    assert checked(phone, table, counted) == []


def test_who_only_looks_on_is_led_to_the_log(phone: Phone, other_phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    log = reverse("tables:log", args=[table.code]) + "#hand-1"
    other_phone.get(link(table, "viewer"))
    found = checked(other_phone, table, [25000, 30200, 25000, 19800])
    assert [address for _what, address in found] == [log]
