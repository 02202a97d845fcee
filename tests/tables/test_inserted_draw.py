"""A drawn hand that was forgotten is put in by a button under the felt, in every game."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.games.six.screens.six_phone import SIX

from .conftest import NAMES, Phone

FORGOTTEN: dict[str, tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]] = {
    "riichi": (NAMES, {"type": "draw", "riichi": [], "tenpai": [], "nagashi": []}, {}),
    "sanma": (NAMES[:3], {"type": "draw", "riichi": [], "tenpai": [], "nagashi": []}, {}),
    "classical": (NAMES, {"type": "draw"}, {}),
    "taiwanese": (NAMES, {"type": "draw"}, {}),
    "hongkong": (NAMES, {"type": "draw"}, {}),
    "american": (NAMES, {"type": "draw"}, {}),
    "ten": (NAMES[:2], {"type": "draw"}, {"reason": "no_declaration"}),
    "six": (SIX, {"type": "round", "events": []}, {}),
}


def bar_draft(page: str) -> dict[str, Any]:
    """What the quick button of the strip leads to; the bar's first one cancels."""
    link = re.search(r'<p class="quick">\s*<a class="button quiet" href="([^"]+)"', page)
    assert link is not None, page
    return dict(json.loads(parse_qs(urlsplit(html.unescape(link[1])).query)["draft"][0]))


@pytest.mark.parametrize("variant", FORGOTTEN)
def test_a_forgotten_draw_is_put_in_from_under_the_felt(phone: Phone, variant: str) -> None:
    names, begun, completed = FORGOTTEN[variant]
    session = phone.open_table(variant, names=names)
    recorded = {**begun, **completed}
    assert phone.confirm(session, recorded).status_code == 302
    url = reverse("tables:entry", args=[session.code, 1])
    assert bar_draft(phone.get(url, {"insert": "1"}).content.decode()) == begun
    answer = phone.confirm(session, recorded, number=1, played=1, insert="1")
    assert answer.status_code == 302, answer.content.decode()
    assert Session.objects.get(pk=session.pk).state["hands"] == 2


def test_the_dice_on_the_table_are_not_those_of_an_inserted_draw(phone: Phone) -> None:
    session = phone.open_table("classical")
    phone.confirm(session, {"type": "draw"})
    now = Session.objects.get(pk=session.pk)
    form = {"note": "dice", "one": "3", "two": "4"}
    phone.post(
        reverse("tables:notes", args=[session.code]),
        {**form, "version": now.version, "hand": now.next_row_number, "key": str(uuid4())},
    )
    assert "dice" in Session.objects.get(pk=session.pk).pending
    table = phone.get(reverse("tables:table", args=[session.code])).content.decode()
    in_bar = re.search(r'<nav class="bar"[^>]*>\s*<a class="button" href="([^"]+)"', table)
    assert in_bar is not None
    draft = parse_qs(urlsplit(html.unescape(in_bar[1])).query)["draft"][0]
    assert json.loads(draft) == {"type": "draw", "dice": [3, 4]}
    inserted = phone.get(reverse("tables:entry", args=[session.code, 1]), {"insert": "1"}).content.decode()
    assert bar_draft(inserted) == {"type": "draw"}


def test_the_wall_ends_an_inserted_round_with_the_events_put_into_it(phone: Phone) -> None:
    session = phone.open_table("six", names=SIX)
    phone.confirm(session, {"type": "round", "events": []})
    kong = {"type": "kong", "seat": 2, "kind": "concealed"}
    draft = {"type": "round", "events": [kong], "open": True}
    url = reverse("tables:entry", args=[session.code, 1])
    page = phone.get(url, {"insert": "1", "draft": json.dumps(draft)}).content.decode()
    assert bar_draft(page) == {"type": "round", "events": [kong]}
