"""A phone that posts forms as htmx does, over one connection kept open, and takes the time."""

from __future__ import annotations

import gzip
import http.client
import json
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import uuid4

if TYPE_CHECKING:
    from .tables import Table

#: nothing moves and the dealer stays, so that a riichi table never ends
ALL_TENPAI: dict[str, Any] = {"type": "draw", "tenpai": [0, 1, 2, 3], "riichi": []}
#: any will do, as long as cookie and form agree
TOKEN = "bench" * 6 + "ok"


class Refused(Exception):
    """The server answered otherwise than a phone hopes for: what is measured would not be the thing meant."""


@dataclass
class Phone:
    """A device at the server on this port. Times are seconds, until the last byte is here."""

    port: int
    cookie: str = ""
    connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def get(self, path: str) -> float:
        """Load a page."""
        seconds, _body = self._ask("GET", path, None, {"Accept-Encoding": "gzip"})
        return seconds

    def record(self, table: Table) -> float:
        """Confirm the next hand of a table."""
        seconds, _body = self.recorded(table)
        return seconds

    def recorded(self, table: Table) -> tuple[float, bytes]:
        """Confirm the next hand of a table; the time, and the scoreboard that came back."""
        form = hand_form(table.hands[table.played], table.played)
        answer = self.post(f"/t/{table.code}/hand/{table.played + 1}/", form)
        table.played += 1
        return answer

    def post(self, path: str, form: dict[str, Any]) -> tuple[float, bytes]:
        """Send a form and have the table's fragment back."""
        headers = {
            "Accept-Encoding": "gzip",
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "HX-Target": "table",
        }
        return self._ask("POST", path, urlencode({**form, "csrfmiddlewaretoken": TOKEN}), headers)

    def close(self) -> None:
        """Hang up."""
        self.connection.close()

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[float, bytes]:
        whole = {**headers, "Cookie": f"{self.cookie}; csrftoken={TOKEN}"}
        began = perf_counter()
        self.connection.request(method, path, body, whole)
        with self.connection.getresponse() as answer:
            content = answer.read()
            seconds = perf_counter() - began
            if answer.status != 200:
                raise Refused(f"{method} {path} was answered with {answer.status}")
            packed = answer.headers.get("Content-Encoding") == "gzip"
        return seconds, gzip.decompress(content) if packed else content


def hand_form(outcome: dict[str, Any], played: int, version: int | None = None) -> dict[str, Any]:
    """What the confirm sheet sends."""
    return {
        "draft": json.dumps(outcome),
        "version": played if version is None else version,
        "played": played,
        "key": uuid4(),
    }
