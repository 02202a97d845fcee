"""What a page of an entry says, and where its links lead."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import parse_qs, urlsplit

from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone


def page_of(phone: Phone, session: Session, draft: dict, number: int = 1, **query: str) -> str:
    """The page of a draft."""
    url = reverse("tables:entry", args=[session.code, number])
    answer = phone.get(url, {"draft": json.dumps(draft), **query})
    return html.unescape(answer.content.decode())


def drafts_on(page: str) -> list[dict]:
    """Every draft a link of the page leads to."""
    links = re.findall(r'<a[^>]* href="([^"]+)"', page)
    queries = [parse_qs(urlsplit(link).query) for link in links]
    return [json.loads(query["draft"][0]) for query in queries if "draft" in query]


def words(fragment: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", fragment).split())
