"""Three at the table on a phone: taps, tiles with norths, what three do not have."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.games.riichi.screens.entry_pages import drafts_on, page_of
from tests.tables.conftest import Phone, scores

THREE = ("Aiko", "Benoît", "Chen")
TILES = {"concealed": "456p678s99m345s", "winning": "4s", "melds": [{"kind": "pon", "tiles": "777z"}]}


@pytest.fixture
def three(phone: Phone) -> Session:
    return phone.open_table("sanma", names=THREE)


def tiles_page(phone: Phone, session: Session, tiles: dict[str, Any]) -> str:
    draft = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 0, "tiles": tiles}]}
    url = reverse("tables:step", args=[session.code, 1, "tiles"])
    return html.unescape(phone.get(url, {"draft": json.dumps(draft)}).content.decode())


def tiles_behind(page: str, link: str) -> dict[str, Any]:
    """The tiles that the link with this mark leads to."""
    found = re.search(rf'<a[^>]*{link}[^>]*href="([^"]+)"', page)
    assert found, link
    draft = json.loads(parse_qs(urlsplit(found[1]).query)["draft"][0])
    return dict(draft["wins"][0]["tiles"])


def test_a_ron_takes_four_taps_from_the_table(phone: Phone, three: Session) -> None:
    page = html.unescape(phone.get(reverse("tables:table", args=[three.code])).content.decode())
    winner = {"type": "win", "riichi": [], "wins": [{"winner": 1}]}
    assert winner in drafts_on(page)  # tap 1
    discarder = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 2}]}
    assert discarder in drafts_on(page_of(phone, three, winner))  # tap 2
    value = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
    assert value in drafts_on(page_of(phone, three, discarder))  # tap 3
    assert phone.confirm(three, value).status_code == 302  # tap 4
    # 3 han 40 fu are 5,200 (EMA 2016, chapter 6)
    assert scores(three) == [35000, 40200, 29800]


def test_a_self_draw_shows_what_the_two_pay(phone: Phone, three: Session) -> None:
    """A mangan of South: 2,000 and 4,000, the rest is lost (tenhou.club/sanma-tumo-tensuu)."""
    draft = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": None}]}
    page = re.sub(r"<[^>]*>|\u200b", " ", page_of(phone, three, draft))
    assert re.search(r"mangan\s*2,000\s*4,000", page)
    assert (
        phone.confirm(three, {**draft, "wins": [{**draft["wins"][0], "limit": "mangan"}]}).status_code == 302
    )
    assert scores(three) == [31000, 41000, 33000]


def test_norths_are_laid_aside_and_taken_back_with_a_tap(phone: Phone, three: Session) -> None:
    page = tiles_page(phone, three, TILES)
    assert "1 han 30 fu" in page
    one = tiles_behind(page, 'id="into-north"')
    assert one == {**TILES, "norths": 1, "concealed": one["concealed"]}
    page = tiles_page(phone, three, {**one, "norths": 3})
    assert "Nukidora (norths laid aside)" in page
    assert "4 han 30 fu" in page
    assert tiles_behind(page, 'data-tap="away-4z4z4z"')["norths"] == 2
    full = tiles_page(phone, three, {**one, "norths": 4})
    assert 'id="into-north"' not in full


def test_what_three_do_not_have_is_not_offered(phone: Phone, three: Session) -> None:
    page = tiles_page(phone, three, {})
    keys = set(re.findall(r'id="key-(\w+)"', page))
    assert {"1m", "9m", "1p", "5s", "0p", "0s", "4z"} <= keys
    assert not keys & {"2m", "5m", "8m", "0m"}
    assert 'id="into-chii"' not in page
    entry = reverse("tables:entry", args=[three.code, 1])
    draw = phone.get(
        entry, {"draft": json.dumps({"type": "draw", "tenpai": [], "riichi": []})}
    ).content.decode()
    assert "Nine terminals" in draw
    assert "Four winds" not in draw


def test_where_norths_are_value_tiles_none_is_laid_aside(phone: Phone) -> None:
    session = phone.open_table("sanma", names=THREE)
    Session.objects.filter(pk=session.pk).update(rules={**session.rules, "north": "value"})
    north = {**TILES, "melds": [{"kind": "pon", "tiles": "444z"}]}
    page = tiles_page(phone, session, north)
    assert 'id="into-north"' not in page
    assert "everybody’s value tile" in page


def test_the_points_card_has_what_the_rules_make_of_a_self_draw(phone: Phone) -> None:
    """Non-dealer's mangan: 2,000/4,000 or 3,000/5,000 (GAMES.md 5.2)."""
    lost = phone.get("/help/sanma/").content.decode().replace("\u200b", "")
    split = phone.get('/help/sanma/?rules={"tsumo":"split"}').content.decode().replace("\u200b", "")
    assert "2,000/4,000" in lost
    assert "3,000/5,000" in split
    assert "Sanshoku dōjun" not in lost
    assert "Each north laid aside is a dora, and no yaku." in lost
