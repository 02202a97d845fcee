"""Yaku ticked for a value that was said, and typed."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

from .entry_pages import page_of

YAKU = {"type": "win", "riichi": [1], "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}


def yaku_page(phone: Phone, session: Session, draft: dict, **query: str | list[str]) -> HttpResponse:
    url = reverse("tables:step", args=[session.code, 1, "yaku"])
    return phone.get(url, {"draft": json.dumps(draft), **query})


def test_a_player_ticks_the_yaku_of_a_value_that_was_said_and_the_hand_keeps_them(
    phone: Phone, table: Session
) -> None:
    assert "Tick the yaku" in page_of(phone, table, YAKU, edit="1")
    page = html.unescape(yaku_page(phone, table, YAKU).content.decode())
    assert re.findall(r'value="(\w+)"\s+checked', page) == ["riichi"]  # the stick says so
    offered = re.findall(r'name="yaku-1" value="(\w+)"', page)
    assert {"seat_wind_south", "round_wind_east"} < set(offered)
    assert not {"self_drawn", "seat_wind_east", "all_honours", "dora"} & set(offered)
    taken = yaku_page(phone, table, YAKU, take="1", **{"yaku-1": ["pinfu", "riichi"]})
    [query] = [parse_qs(urlsplit(taken["Location"]).query)]
    draft = json.loads(query["draft"][0])
    assert draft["wins"][0] == {**YAKU["wins"][0], "yaku": ["riichi", "pinfu"]}
    assert "Riichi, Pinfu (no points)" in page_of(phone, table, draft, edit="1")
    phone.confirm(table, draft)
    [hand] = table.hands.all()
    assert hand.outcome["wins"][0]["yaku"] == ["riichi", "pinfu"]
    log = phone.get(reverse("tables:log", args=[table.code])).content.decode()
    assert "Riichi, Pinfu (no points)" in log


@pytest.mark.parametrize(
    ("preset", "played"),
    [("club", {"ippatsu"}), ("ema-2025", {"ippatsu", "hand_of_man"}), ("jpml-a", {"hand_of_man"})],
)
def test_a_yaku_that_these_rules_do_not_count_has_no_box(phone: Phone, preset: str, played: set[str]) -> None:
    session = phone.open_table("riichi", preset=preset)
    ticks = re.findall(r'name="yaku-1" value="(\w+)"', yaku_page(phone, session, YAKU).content.decode())
    typed = re.findall(
        r'name="yaku-1" value="(\w+)"',
        phone.get(reverse("tables:typed", args=[session.code])).content.decode(),
    )
    for offered in (ticks, typed):
        assert {"ippatsu", "hand_of_man", "value_wind_north"} & {*offered} == played
        assert "pinfu" in offered


def test_yaku_that_no_page_of_ours_has_are_not_found(phone: Phone, table: Session) -> None:
    assert yaku_page(phone, table, YAKU, take="1", **{"yaku-1": "moon"}).status_code == 404
    assert yaku_page(phone, table, {"type": "draw", "tenpai": []}).status_code == 404
    assert yaku_page(phone, table, {**YAKU, "wins": [{"winner": 1, "from": 2}]}).status_code == 404


def test_a_typed_hand_takes_yaku_too(phone: Phone, table: Session) -> None:
    typed = reverse("tables:typed", args=[table.code])
    page = phone.get(typed).content.decode()
    assert re.search(r"<details[^>]*>\s*<summary>Yaku, for the statistics", page)
    form = dict(re.findall(r'name="(version|played|key|csrfmiddlewaretoken)" value="([^"]*)"', page))
    hand = {"end": "win", "won": "1", "from": "2", "value-1": "3", "fu-1": "40", "yaku-1": ["pinfu"]}
    looked = phone.post(typed, {**form, **hand, "step": "check"}).content.decode()
    assert re.search(r'value="pinfu"[^>]*checked', looked)
    told = re.search(r'name="looked" value="([^"]*)"', looked)
    assert told
    phone.post(typed, {**form, **hand, "step": "record", "looked": html.unescape(told[1])})
    [kept] = table.hands.all()
    assert kept.outcome["wins"] == [{"winner": 1, "from": 2, "han": 3, "fu": 40, "yaku": ["pinfu"]}]
