"""Everybody asks: what each is answered, and what the database has lost or gained by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import HttpResponse

from tests.fuzz.browser import PLAIN

from .asking import path_of
from .asks import Ask
from .changes import Database, Rows
from .hall import PEOPLE, Hall


@dataclass(frozen=True, slots=True)
class Cell:
    """What one of EVERYBODY gets by one method at one address."""

    answer: str
    changes: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return "; ".join([self.answer, *([" ".join(sorted(self.changes))] if self.changes else [])])


class Visits:
    """The hall, and the database as it stands before each request."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.database = hall, Database()
        self.before: dict[str, Rows] = {}
        self.found: frozenset[str] = frozenset()

    def ask(
        self, address: str, ask: Ask, method: str, people: Sequence[str] | None = None
    ) -> dict[str, Cell]:
        """The cells of one row: `people`, or everybody, in turn, each finding the hall as it was."""
        return {who: self.ask_as(who, address, ask, method) for who in people or PEOPLE}

    def ask_as(self, who: str, address: str, ask: Ask, method: str) -> Cell:
        """One cell."""
        browser = self.hall.browsers[who]
        with transaction.atomic():
            self.hall.opened_by(who)
            self.before, self.found = self.database.read_once(who), frozenset()
            path, query = path_of(self.hall, address, ask), ask.query(self.hall, who)
            browser.before_taking_back = self._look
            fields: dict[str, Any] = query if method == "GET" else ask.fields(self.hall, who)
            send = {"GET": browser.get, "POST": browser.post}.get(method)
            if send is not None:
                answer = send(path, fields, **{PLAIN: True})
            else:
                answer = browser.generic(method, path, **{PLAIN: True})
            browser.before_taking_back = None
            transaction.set_rollback(True)
        return Cell(in_words(answer, bool(self.found)), self.found)

    def _look(self) -> None:
        self.found = self.database.changes(self.before, self.database.read())


def in_words(answer: HttpResponse, changed: bool) -> str:
    """What an answer means to whoever asked."""
    status, to = answer.status_code, answer.get("Location", "")
    if 300 <= status < 400 and status != 304:
        if to.startswith(("/account/login/", "/admin/login/")):
            return "sign in"
        return "yes" if changed else "led on"
    if status in (400, 409, 422, 429):
        return "refused"
    return "yes" if status < 400 else str(status)
