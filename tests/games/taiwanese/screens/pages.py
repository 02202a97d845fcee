"""What the tests of the Taiwanese screens read on a page and send to it."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.rules.taiwanese.patterns import TAI_LIST
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

AIKO, BENOIT, CHEN, DINA = range(4)


def won(winner: int, payer: int | None, tai: int | None = None, **more: Any) -> dict[str, Any]:
    """A win as a draft writes it, its tai left out where they are not known yet."""
    win = {"winner": winner, "from": payer, **more}
    return {"type": "win", "wins": [win if tai is None else {**win, "tai": tai}]}


#: The numbers a form with every option sends; what is not a number keeps its preset where it is left out.
OPTIONS = {
    "option-base": "300",
    "option-unit": "100",
    "option-false_win_tai": "8",
    "option-rounds": "4",
    "option-starting_points": "0",
    "option-flowers": "flowers_seasons",
    "option-first_break": "dice",
    "option-all_chows": "five_chows",
    "option-dealer_draw": "stays",
    **{f"option-tai_{key}": str(pattern.value) for key, pattern in TAI_LIST.by_key.items()},
}


def answer_to(phone: Phone, session: Session, draft: Any, number: int = 1, **query: str) -> HttpResponse:
    """What an address of the entry shows; of a whole hand all that can be changed of it (behind "Edit")."""
    text = draft if isinstance(draft, str) else json.dumps(draft)
    asked = {"draft": text, "edit": "1", **query}
    return phone.get(reverse("tables:entry", args=[session.code, number]), asked)


def read(answer: HttpResponse) -> str:
    """The text of a page, its tags away."""
    shown = re.sub(r"<template.*?</template>", " ", answer.content.decode(), flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", " ", shown)
    return re.sub(r"\s+", " ", html.unescape(text))


def links_of(answer: HttpResponse) -> list[tuple[str, dict[str, Any], str]]:
    """Every link with a draft: its words, its draft, the end of its address' path."""
    found = []
    for href, words in re.findall(r'<a[^>]* href="([^"]+)"[^>]*>(.*?)</a>', answer.content.decode(), re.S):
        address = urlsplit(html.unescape(href))
        query = parse_qs(address.query)
        if "draft" in query:
            said = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", words))).strip()
            found.append((said, json.loads(query["draft"][0]), address.path.split("/")[-2]))
    return found


def drafts_of(answer: HttpResponse) -> list[dict[str, Any]]:
    return [draft for _words, draft, _page in links_of(answer)]


def draft_behind(answer: HttpResponse, words: str) -> dict[str, Any]:
    """The draft of the one link that says so."""
    return next(draft for said, draft, _page in links_of(answer) if said.startswith(words))


def keys_of(answer: HttpResponse) -> dict[int, str]:
    """The keys of the tai sheet: what each shows that is paid."""
    found = re.findall(r'class="cell".*?<b>(\d+)<.*?</span>([^<]+)</small>', answer.content.decode(), re.S)
    return {int(tai): paid.replace("\u200b", "") for tai, paid in found}


def tick(
    phone: Phone, session: Session, draft: dict, *patterns: str, number: int = 1, **form: Any
) -> HttpResponse:
    """The patterns page after ticking, as its form sends it."""
    data = {"draft": json.dumps(draft), "ticked": "1", "pattern": patterns, **form}
    return phone.get(reverse("tables:step", args=[session.code, number, "patterns"]), data)


def ticked_on(answer: HttpResponse) -> list[str]:
    return re.findall(r'name="pattern" value="(\w+)" checked', answer.content.decode())


def followed(answer: HttpResponse) -> dict[str, Any]:
    """The draft an answer redirects to."""
    assert answer.status_code == 302
    return json.loads(parse_qs(urlsplit(answer["Location"]).query)["draft"][0])
