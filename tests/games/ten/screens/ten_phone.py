"""A Ten table on a phone: its throws, notes and pages."""

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


def throw(phone: Phone, session: Session, **fields: str) -> HttpResponse:
    version = Session.objects.get(pk=session.pk).version
    return phone.post(reverse("tables:dice", args=[session.code]), {"version": version, **fields})


def note(phone: Phone, session: Session, do: str, **fields: Any) -> HttpResponse:
    """A tap of the phase panel, as its form sends it."""
    now = Session.objects.get(pk=session.pk)
    form = {"do": do, "version": now.version, "hand": now.next_row_number, "key": str(uuid4()), **fields}
    return phone.post(reverse("tables:notes", args=[session.code]), form)


def table_page(phone: Phone, session: Session) -> str:
    return html.unescape(phone.get(reverse("tables:table", args=[session.code])).content.decode())


def entry_page(phone: Phone, session: Session, draft: dict[str, Any], number: int = 1, **query: str) -> str:
    url = reverse("tables:entry", args=[session.code, number])
    return html.unescape(phone.get(url, {"draft": json.dumps(draft), **query}).content.decode())


def drafts_on(page: str) -> list[dict[str, Any]]:
    """Every draft a link of the page leads to."""
    links = re.findall(r'<a[^>]* href="([^"]+)"', page)
    queries = [parse_qs(urlsplit(link).query) for link in links]
    return [json.loads(query["draft"][0]) for query in queries if "draft" in query]
