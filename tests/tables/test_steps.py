"""The screens behind a table, and taps that come together: what each address would have answered."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from mahjongclub.tables.steps import BEGINS, ENDS, FOLLOWED
from tests.tables.conftest import Phone, draw, ron

FRAGMENT = {"HX-Request": "true", "HX-Target": "table"}
PLAYERS = {"riichi": 4, "sanma": 3, "classical": 4, "taiwanese": 4, "hongkong": 4, "american": 4, "six": 6}
NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")
#: other with each answer
PASSING = re.compile(r'name="(?:key|csrfmiddlewaretoken)" value="[^"]*"')
DRAWN = re.compile(r"next_east(?:%22|&quot;)(?:%3A|:)\d")


def steps_of(phone: Phone, session: Session, number: int, **asked: str) -> dict[str, Any]:
    answer = phone.get(reverse("tables:steps", args=[session.code, number]), asked)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    steps = {address: written_out(*screen) for address, screen in told["screens"].items()}
    return {"version": told["version"], "steps": steps}


def written_out(short: str, begin: str, end: str) -> str:
    """A screen as static/js/table/steps.js writes it out again."""
    written = short.replace(BEGINS, begin).replace(ENDS, end)
    return re.sub(rf'{FOLLOWED}("[^"]*")', r"href=\1 hx-get=\1", written)


def comparable(fragment: str) -> str:
    """A fragment without what each answer has of its own; six players' lot is drawn anew in each."""
    table = fragment.partition("<!--/table-->")[0].replace("<!--table-->", "")
    return re.sub(r"\s+", " ", DRAWN.sub("", PASSING.sub("", table))).strip()


@pytest.mark.parametrize("variant", PLAYERS)
def test_every_screen_behind_a_table_is_what_its_address_answers(phone: Phone, variant: str) -> None:
    session = phone.open_table(variant, names=NAMES[: PLAYERS[variant]])
    told = steps_of(phone, session, 1)
    assert told["version"] == session.version
    # who won, from whom or self-drawn (six: by whom, each of five others), and nobody
    winners = PLAYERS[variant]
    assert len(told["steps"]) >= winners * winners + 1
    for address in told["steps"]:
        answer = phone.get(address, headers=FRAGMENT)
        assert comparable(told["steps"][address]) == comparable(answer.content.decode()), address


def test_a_hand_that_is_whole_leads_to_the_second_ron_and_to_other_winners(
    phone: Phone, table: Session
) -> None:
    whole = ron(0, 1, 2, 30)
    told = steps_of(phone, table, 1, draft=json.dumps(whole), edit="1")
    drafts = [json.loads(parse_qs(urlsplit(address).query)["draft"][0]) for address in told["steps"]]
    assert {"type": "win", "riichi": [], "wins": [*whole["wins"], {"from": 1}]} in drafts
    second = [one for one in drafts if len(one.get("wins", ())) == 2 and "winner" in one["wins"][1]]
    assert sorted(one["wins"][1]["winner"] for one in second) == [2, 3]
    # the screens of a single ron are there since the table was shown
    assert [one for one in drafts if one.get("wins") == [{"winner": 0, "from": 1}]] == []


def test_of_two_rons_nobody_draws_the_tile_and_no_third_is_asked_for_first(
    phone: Phone, table: Session
) -> None:
    two = {"type": "win", "riichi": [], "wins": [{"winner": 0}, {}]}
    asked = phone.get(reverse("tables:entry", args=[table.code, 1]), {"draft": json.dumps(two)})
    page = asked.content.decode()
    assert "Who dealt in?" in page
    assert "Tsumo" not in page
    assert "Two rons" not in page


def test_what_addresses_have_alike_is_told_once(phone: Phone, table: Session) -> None:
    answer = phone.get(reverse("tables:steps", args=[table.code, 1]))
    for screen, begin, end in answer.json()["screens"].values():
        if begin:
            assert begin not in screen
            assert f'{end}"' not in screen


@pytest.mark.parametrize(("riichi", "others"), [([], 15), ([2], 7)])
def test_a_draw_leads_to_whoever_may_be_tenpai_with_the_payments_of_each(
    phone: Phone, table: Session, riichi: list[int], others: int
) -> None:
    start = {"type": "draw", "riichi": riichi, "tenpai": riichi, "nagashi": []}
    told = steps_of(phone, table, 1, draft=json.dumps(start))
    draws = [
        address for address in told["steps"] if '"tenpai"' in parse_qs(urlsplit(address).query)["draft"][0]
    ]
    assert len(draws) == others
    for address in draws:
        answer = phone.get(address, headers=FRAGMENT)
        assert comparable(told["steps"][address]) == comparable(answer.content.decode()), address


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_hand_corrected_and_one_inserted_have_their_screens(
    phone: Phone, table: Session, number: int
) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, draw(0, 3))
    corrected = steps_of(phone, table, number, correct="1")["steps"]
    assert corrected
    if number < 3:
        assert all("correct=1" in address for address in corrected)
        assert steps_of(phone, table, number)["steps"] == {}  # of a phone that has not heard of it
        inserted = steps_of(phone, table, number, insert="1")["steps"]
        assert inserted
        assert all("insert=1" in address for address in inserted)


def test_the_log_leads_to_a_correction_that_its_browser_may_keep_until_the_table_changes(
    phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    log = phone.get(reverse("tables:log", args=[table.code])).content.decode()
    table.refresh_from_db()
    href = f"{reverse('tables:entry', args=[table.code, 1])}?seen={table.version}"
    assert f'href="{href}"' in log
    first = phone.get(href)
    assert "max-age=" in first["Cache-Control"]
    assert "private" in first["Cache-Control"]
    near = re.findall(r'<template data-step="([^"]*)"', first.content.decode())
    told = steps_of(phone, table, 1, correct="1")["steps"]
    assert near
    assert {address.replace("&amp;", "&") for address in near} <= told.keys()
    phone.confirm(table, draw(0, 3))
    assert "max-age=" not in phone.get(href).get("Cache-Control", "")


def test_a_hand_that_is_not_there_yet_has_no_screens(phone: Phone, table: Session) -> None:
    assert steps_of(phone, table, 9)["steps"] == {}
    assert phone.get(reverse("tables:steps", args=[table.code, 1]), {"draft": "nonsense"}).status_code == 404


def test_taps_that_come_together_are_followed_in_their_order(phone: Phone, table: Session) -> None:
    url = reverse("tables:entry", args=[table.code, 1])
    start = json.dumps(draw())
    # Chen by mistake, taken back; a seat that is not there
    taps = ["tenpai-1", "tenpai-2", "tenpai-9", "tenpai-2", "tenpai-3"]
    answer = phone.get(url, {"draft": start, "tap": taps}, headers=FRAGMENT)
    shown = answer.content.decode()
    assert [seat for seat in range(4) if f'class="toggle chosen" id="tenpai-{seat}"' in shown] == [1, 3]
    address = urlsplit(answer["HX-Replace-Url"])
    assert "tap" not in parse_qs(address.query)
    assert json.loads(parse_qs(address.query)["draft"][0])["tenpai"] == [1, 3]
    # the address shows the same to whoever loads it
    assert 'class="toggle chosen" id="tenpai-3"' in phone.get(answer["HX-Replace-Url"]).content.decode()


def test_tiles_that_come_together_are_in_the_hand_and_a_fifth_is_not(phone: Phone, table: Session) -> None:
    url = reverse("tables:step", args=[table.code, 1, "tiles"])
    start = json.dumps({"type": "win", "wins": [{"winner": 1, "from": 2}]})
    taps = ["into-pon", "key-7z", "into-hand", *["key-2m"] * 5, "own-2m", "into-nowhere"]
    answer = phone.get(url, {"draft": start, "tap": taps}, headers={**FRAGMENT, "HX-Target": "tiles"})
    tiles = json.loads(parse_qs(urlsplit(answer["HX-Replace-Url"]).query)["draft"][0])["wins"][0]["tiles"]
    assert tiles["concealed"] == "222m"
    assert tiles["melds"] == [{"kind": "pon", "tiles": "777z"}]
