"""Everybody visits everything: no server error, and nothing of the private club or of a hidden name."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from tests.made_up_language import CODE

from .browser import PLAIN, tally, text_of
from .site import LEFT_OUT, Address, addresses, one_in_ten
from .world import HIDDEN_CANARY, World

QUERIES: tuple[dict[str, str], ...] = (
    *({"page": "\x00", "sort": "9" * 99}, {"draft": "{", "since": "٣"}, {"draft": "[]", "insert": "-1"}),
    *({"from": "0001-01-01", "to": "x", "year": "1e999"}, {"compare": "9" * 400, "q": "%00<script>"}),
    *({"draft": '{"type": 3}', "page": "0"}, {"player": "999999999999999999999", "next": "//evil.example"}),
)
#: an address, how to ask it, what to send
Try = tuple[Address, Any, dict[str, str]]
MOST_TOLD = 25
#: the pages of whoever runs the server, who sees every club; nobody else is let in (tests/rights)
HOST = "host/"
FEWEST_OF_ONE = 400
#: what a visit may leave behind wherever it leads: the browser itself, and that it was there
HARMLESS = {"clubs_device", "django_session", "clubs_account"}


class Faults:
    """What went wrong, gathered so that one run tells all of it."""

    def __init__(self) -> None:
        self.told: list[str] = []

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        try:
            yield
        except AssertionError as fault:
            self.told.append(str(fault))

    def tell(self) -> None:
        assert not self.told, f"{len(self.told)} faults:\n" + "\n".join(self.told[:MOST_TOLD])


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody saw at an address: the page, but for a refusal, and what was wrong with it."""

    address: Address
    page: str
    fault: str


#: what somebody sees who goes everywhere; asked for once, for all tests that look at it
PagesOf = Callable[[str], list[Seen]]


def pages_seen_by(world: World, who: str, every: list[Address]) -> list[Seen]:
    """Go to each of these addresses, in the made-up language, which a page must be able to speak as any."""
    seen = []
    for place, address in enumerate(every):
        page, faults = "", Faults()
        refused = {PLAIN: place % 10 > 0}  # a tenth of the refusals with their page
        with faults.noted():
            answer = world.browsers[who].get(address.path, HTTP_ACCEPT_LANGUAGE=CODE, **refused)
            html = answer.get("Content-Type", "").startswith("text/html")
            if html and answer.status_code not in (403, 404):
                page = answer.text
            look(world, address, {}, answer)
        seen.append(Seen(address, page, "".join(faults.told)))
    return seen


def visit_everything(world: World, who: str, pages_of: PagesOf) -> None:
    """Look at each address, ask it something odd, and send it an empty form; tell all that went wrong."""
    browser, faults, queries = world.browsers[who], Faults(), itertools.cycle(QUERIES)
    before = tally.requests
    pages = pages_of(who)
    faults.told += [seen.fault for seen in pages if seen.fault]
    every = list(addresses(world))
    odd: list[Try] = [(address, browser.get, next(queries)) for address in every if not address.foreign]
    empty: list[Try] = [(address, browser.post, {}) for address in every if address.pattern not in LEFT_OUT]
    for address, send, fields in one_in_ten([*odd, *empty]):
        with faults.noted():
            look(world, address, fields, send(address.path, fields, **{PLAIN: True}))
    faults.tell()
    assert tally.requests - before + len(pages) >= FEWEST_OF_ONE


def look(world: World, address: Address, fields: dict[str, Any], answer: HttpResponse) -> None:
    """What must hold of an answer, whoever it was for."""
    shown = text_of(answer)
    told = f"{answer.status_code} to {address.path} {fields}"
    asked = f"{address.path} {fields}"  # what was asked for may be said again
    secrets = {secret for secret in world.secret.findall(shown) if secret not in asked}
    if answer.status_code == 200 and address.pattern.startswith(HOST):
        secrets.clear()
    assert not secrets, f"{told} shows {secrets}"
    assert HIDDEN_CANARY not in shown, f"{told} shows a hidden name"
    if address.foreign and not address.pattern.startswith(HOST):
        assert tally.written <= HARMLESS, f"{told} wrote to {tally.written}"
