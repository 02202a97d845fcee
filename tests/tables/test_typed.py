"""The typed hand: one page of plain fields, looked at, then recorded."""

from __future__ import annotations

import html
import re
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Session

from .conftest import Phone, ron, scores


def typed_url(session: Session) -> str:
    return reverse("tables:typed", args=[session.code])


def send(phone: Phone, session: Session, fields: dict[str, Any], **more: Any) -> HttpResponse:
    """Send the page's form as a browser does, from the table as it is now."""
    session = Session.objects.get(pk=session.pk)
    form = {
        "version": session.version,
        "played": session.state["hands"],
        "key": str(uuid4()),
        "step": "check",
    }
    return phone.post(typed_url(session), {**form, **fields, **more})


def text_of(answer: HttpResponse) -> str:
    return html.unescape(answer.content.decode())


def confirm(phone: Phone, session: Session, fields: dict[str, Any], **more: Any) -> HttpResponse:
    """Look, then confirm what the page shows."""
    page = text_of(send(phone, session, fields))
    looked = re.search(r'name="looked" value="(.*?)">', page)
    assert looked, page
    return send(phone, session, fields, step="record", looked=looked[1], **more)


RON = {"end": "win", "won": "1", "from": "2", "value-1": "3", "fu-1": "40"}


def test_a_ron_is_looked_at_and_recorded(phone: Phone, table: Session) -> None:
    answer = send(phone, table, RON)
    assert answer.status_code == 200
    assert "5,200" in text_of(answer)  # published table: 3 han 40 fu
    assert scores(table) == [25000] * 4
    assert confirm(phone, table, RON).status_code == 302
    assert scores(table) == [25000, 30200, 19800, 25000]


def test_what_is_missing_is_asked_at_its_field_and_the_rest_stays(phone: Phone, table: Session) -> None:
    answer = send(phone, table, {**RON, "fu-1": ""})
    assert answer.status_code == 422
    page = text_of(answer)
    assert "How many fu?" in page
    assert re.search(r'<option value="3" selected>3 han</option>', page)
    assert re.search(r'name="won" value="1"[^>]* checked', page)
    assert scores(table) == [25000] * 4


def test_a_hand_recorded_meanwhile_is_told_and_what_was_typed_stays(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    page = text_of(send(phone, table, RON))
    looked = re.search(r'name="looked" value="(.*?)">', page)
    assert looked
    old = {"version": table.version, "played": 0}
    phone.confirm(table, ron(0, 3))
    answer = send(phone, table, RON, **old, step="record", looked=looked[1])
    assert answer.status_code == 409
    assert "Another phone recorded hand 1 meanwhile." in text_of(answer)
    assert re.search(r'name="won" value="1"[^>]* checked', text_of(answer))
    assert scores(table) == [32700, 25000, 25000, 17300]
