"""What a phone does at a six-player table, and how the tests read its screens."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

SIX = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")

#: docs/rules/six.md, round 1 of "Five winners, twice": 31, 1, 3, 2, -13, -24
FIVE_WINNERS: list[dict[str, Any]] = [
    {"type": "kong", "seat": 2, "kind": "concealed"},
    {"type": "win", "seat": 3, "from": 1, "hand": "pure"},
    {"type": "kong", "seat": 5, "kind": "exposed"},
    {"type": "kong", "seat": 0, "kind": "claimed", "from": 4},
    {"type": "win", "seat": 0, "from": None, "hand": "all_pungs", "kongs": 1, "on_kong": True},
    {"type": "win", "seat": 2, "from": 5, "hand": "chows", "kongs": 1},
    {"type": "win", "seat": 1, "from": None, "hand": "pungs_258"},
    {"type": "win", "seat": 4, "from": None, "hand": "four_pairs", "four_identical": 1},
]
AFTER_FIVE = [31, 1, 3, 2, -13, -24]


def text(answer: HttpResponse) -> str:
    return html.unescape(answer.content.decode())


def board(phone: Phone, session: Session) -> str:
    return text(phone.get(reverse("tables:table", args=[session.code])))


def step(phone: Phone, session: Session, draft: Any, number: int = 1, **query: Any) -> HttpResponse:
    """The page of a draft of round `number`."""
    return phone.get(
        reverse("tables:entry", args=[session.code, number]), {"draft": json.dumps(draft), **query}
    )


def note(phone: Phone, session: Session, what: str, draft: Any, **fields: Any) -> HttpResponse:
    """Post a note as the screens' forms do."""
    now = Session.objects.get(pk=session.pk)
    form = {
        "do": what,
        "draft": json.dumps(draft),
        "version": now.version,
        "hand": now.next_row_number,
        "key": str(uuid4()),
        **fields,
    }
    return phone.post(reverse("tables:notes", args=[session.code]), form)


def put(phone: Phone, session: Session, event: dict[str, Any], **where: Any) -> HttpResponse:
    """Note one event."""
    return note(phone, session, "put", {"edit": {"event": event, **where}})


def put_all(phone: Phone, session: Session, events: list[dict[str, Any]]) -> None:
    for event in events:
        answer = put(phone, session, event)
        assert answer.status_code == 302, text(answer)


def close(phone: Phone, session: Session, draft: Any = None) -> None:
    """Confirm the end of the round as its sheet on the board, or that of `draft`, would."""
    number = Session.objects.get(pk=session.pk).next_row_number
    table = reverse("tables:table", args=[session.code])
    answer = phone.get(table) if draft is None else step(phone, session, draft, number)
    sent = re.search(r'name="draft" value="([^"]+)"', answer.content.decode())
    assert sent is not None, text(answer)
    assert phone.confirm(session, json.loads(html.unescape(sent[1]))).status_code == 302


def shown_scores(page: str) -> dict[str, int]:
    """Each name on the board with the score beside it."""
    found = re.findall(
        r'<span class="who" dir="auto">\s*([^<]+?)\s*</span>\s*<span class="score[^"]*">([^<]+)</span>',
        page,
        re.DOTALL,
    )
    return {name: int(score.replace("−", "-").replace(",", "")) for name, score in found}


def drafts_on(page: str) -> list[dict[str, Any]]:
    """Every draft a link of the page leads to."""
    queries = [parse_qs(urlsplit(link).query) for link in re.findall(r'<a[^>]* href="([^"]+)"', page)]
    return [json.loads(query["draft"][0]) for query in queries if "draft" in query]


def pending(session: Session) -> list[dict[str, Any]]:
    return Session.objects.get(pk=session.pk).pending["events"]
