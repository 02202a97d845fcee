"""What the pages of a club show: their numbers and names, to be compared from one release to the next."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from unittest.mock import patch
from urllib.parse import urljoin, urlsplit

UNSEEN = re.compile(r"<(script|style|svg|template|form|nav)\b.*?</\1>", re.DOTALL)
MAIN = re.compile(r"<main\b.*?</main>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
NUMBER = re.compile(r"[-−+]?\d+(?:[.,:/\u00a0\u202f]\d+)*")
LINK = re.compile(r'href="([^"#?]+)"')
#: what changes data, files, and pages with hardly a number
LEFT_OUT = re.compile(
    r"/(settings|delete|edit|new|members|channels|export|print|sheets?|qr|share|clock|corrected|import|next|wall"
    r"|invitations|search|entrants|dues|calendar|here|seating|desk|rules|results|adjustments|playoff)(/|$)"
    r"|/seasons/\d+/(evenings|teams|players/\d\d)/$|/places/\d+/|\.\w+$"
)


def contents_of_pages(client: Any, start: str, names: Iterable[str], most: int) -> dict[str, dict[str, int]]:
    """Return how often each number and each of the names stands on the pages that `start` leads to."""
    contents: dict[str, dict[str, int]] = {}
    addresses = [start]
    for address in addresses:
        answer = client.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            page = answer.content.decode()
            contents[address] = content_of(page, names)
            links = {urljoin(address, html.unescape(link)) for link in LINK.findall(page)}
            for link in sorted(links - set(addresses)):
                if link.startswith(start) and not LEFT_OUT.search(urlsplit(link).path):
                    addresses.append(link)
        if len(contents) == most:
            break
    return contents


def content_of(page: str, names: Iterable[str]) -> dict[str, int]:
    """Return how often each number and each of the names is seen in the main part of a page."""
    main = MAIN.search(page)
    text = html.unescape(TAG.sub(" ", UNSEEN.sub(" ", main[0] if main else page)))
    counts = Counter(number.replace("−", "-").lstrip("+") for number in NUMBER.findall(text))
    counts.update({name: text.count(name) for name in names if name in text})
    return dict(counts)


def at_moment(moment: datetime) -> Any:
    """Let the clock of the app stand still at this moment."""
    return patch("django.utils.timezone.now", lambda: moment)
