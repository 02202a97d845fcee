"""A classical table on a phone: the notes, counts and confirmations its forms send."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.games.classical.draft import count_fingerprint
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

#: the hands of that example, as the counting sheet carries them: small letters exposed, capitals concealed
EAST = {"seat": 0, "sets": "P1z", "flowers": "1"}
SOUTH = {"seat": 1, "sets": "p7z.c2p.C4p.P9s.d2z"}
WEST = {"seat": 2, "sets": "k5m.D3z"}
NORTH = {"seat": 3}
HANDS = (EAST, SOUTH, WEST, NORTH)
WORTH = (32, 68, 12, 0)
AFTER = [32, 196, -84, -144]


def fresh(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def note(phone: Phone, session: Session, what: str, **fields: Any) -> HttpResponse:
    """Send a note of the hand being played, as the forms of its screens do."""
    now = fresh(session)
    form = {"note": what, "version": now.version, "hand": now.next_row_number, "key": str(uuid4()), **fields}
    return phone.post(reverse("tables:notes", args=[session.code]), form)


def count(phone: Phone, session: Session, counting: dict[str, Any], **fields: Any) -> HttpResponse:
    """Count a hand, as a phone that has seen what is noted of it."""
    noted = fresh(session).pending.get("hands", {}).get(str(counting["seat"]))
    return note(
        phone, session, "count", counting=json.dumps({"over": count_fingerprint(noted), **counting}), **fields
    )


def begin(phone: Phone, session: Session, winner: int = 1, source: int | str = 3) -> None:
    """Dice 3 and 4, West dominant; Benoît (South) wins on Dina."""
    assert note(phone, session, "dice", one=3, two=4).status_code == 302
    assert note(phone, session, "winner", winner=winner, **{"from": source}).status_code == 302


def shown(
    phone: Phone, session: Session, draft: dict[str, Any] | None = None, number: int = 0, **more: str
) -> str:
    """What a step says: the table's own address, or a draft's."""
    if draft is None:
        answer = phone.get(reverse("tables:table", args=[session.code]))
    else:
        address = reverse("tables:entry", args=[session.code, number or fresh(session).next_row_number])
        answer = phone.get(address, {"draft": json.dumps(draft), **more})
    assert answer.status_code == 200, answer.content.decode()
    return words(answer)


def words(answer: HttpResponse) -> str:
    """An answer as people read it: without tags, and without what waits for a tap."""
    page = re.sub(r"<template.*?</template>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def confirm_form(phone: Phone, session: Session) -> dict[str, str]:
    """The hidden fields of the confirm sheet that the table shows."""
    page = phone.get(reverse("tables:table", args=[session.code])).content.decode()
    fields = re.findall(r'<input type="hidden" name="(draft|version|played|key)" value="([^"]*)"', page)
    assert fields, "the table shows no confirmation"
    return {name: html.unescape(value) for name, value in fields}


def confirm(phone: Phone, session: Session) -> HttpResponse:
    number = fresh(session).next_row_number
    form = confirm_form(phone, session)
    return phone.post(reverse("tables:entry", args=[session.code, number]), form)


def play_first_hand(phone: Phone, session: Session) -> None:
    begin(phone, session)
    for counting in HANDS:
        assert count(phone, session, counting).status_code == 302
    assert confirm(phone, session).status_code == 302
