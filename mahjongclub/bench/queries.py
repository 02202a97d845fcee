"""`queries.*`: what pages and a hand ask of the database, the same number however much there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from mahjongclub.tables.recording import Submission, record_hand

from .figures import Figure
from .phones import Refused, hand_form
from .stand import Stand
from .tables import LONG, long_game, new_device, open_table

#: not counted: what begins and ends a transaction, which differs between databases
OF_TRANSACTIONS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


def measure(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """At a table after its first hand, and after very many."""
    assert stand.server  # its start collects the static files that a page names
    rules, hands = long_game()
    device, cookie = new_device()
    session = open_table(device, rules)
    pages, records = [], []
    for number, outcome in enumerate(hands[: stand.few(LONG)]):
        if number in (1, stand.few(LONG) - 1):
            pages.append(of_table_page(cookie, session.code))
            records.append(of_record_hand(cookie, session.code, outcome, number))
        else:
            record_hand(session.pk, Submission(uuid4(), number, device), outcome)
    yield "queries.table_page", Figure(pages[-1], beside={"after_one_hand": pages[0]})
    yield "queries.record_hand", Figure(records[-1], beside={"after_one_hand": records[0]})


def of_table_page(cookie: str, code: str) -> int:
    """The whole page of a table."""
    return asked("GET", f"/t/{code}/", cookie)


def of_record_hand(cookie: str, code: str, outcome: dict[str, Any], played: int) -> int:
    """Confirming the next hand, and the scoreboard that comes back."""
    return asked("POST", f"/t/{code}/hand/{played + 1}/", cookie, hand_form(outcome, played))


def asked(method: str, path: str, cookie: str = "", form: dict[str, Any] | None = None) -> int:
    """How many queries a request takes; a form is sent as htmx sends it."""
    name, _equals, value = cookie.partition("=")
    client = Client(headers={"Host": "localhost"})
    client.cookies[name or "none"] = value
    with CaptureQueriesContext(connection) as queries:
        if method == "POST":
            answer = client.post(path, form, headers={"HX-Request": "true", "HX-Target": "table"})
        else:
            answer = client.get(path)
    if answer.status_code != 200:
        raise Refused(f"{method} {path} was answered with {answer.status_code}")
    return sum(not query["sql"].startswith(OF_TRANSACTIONS) for query in queries.captured_queries)
