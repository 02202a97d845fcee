"""What is answered with 422 has written nothing: asked of every request that a test sends by Django's client.

A plugin of pytest. What a visit leaves behind wherever it leads does not count, nor what was taken back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.http import HttpResponse
from django.test import Client

#: the browser itself, and that it was there
HARMLESS = {"clubs_device", "django_session"}
WRITES = re.compile(r'\s*(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM|REPLACE INTO) "(\w+)"')
SAVEPOINT = re.compile(r'\s*(SAVEPOINT|ROLLBACK TO SAVEPOINT) "?(\w+)"?')


#: whoever is too few to be seated stays on the list of who is here, as the page says
STAYS = {re.compile(r"/c/[\w-]+/evenings/\d+/here/"): {"leagues_presence", "clubs_player"}}


class Writes:
    """The tables written to, in their order; those within a savepoint are forgotten as it is rolled back."""

    #: False while a test plays somebody else in the middle of a request
    counted = True

    def __init__(self) -> None:
        self.tables: list[str] = []
        self._begun: dict[str, int] = {}

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        # SQLite counts the rows of a RETURNING only once they are fetched
        if not Writes.counted:
            return result
        if (match := WRITES.match(sql)) and (context["cursor"].rowcount or "RETURNING" in sql):
            self.tables.append(match[1])
        elif match := SAVEPOINT.match(sql):
            if match[1] == "SAVEPOINT":
                self._begun[match[2]] = len(self.tables)
            else:
                del self.tables[self._begun.get(match[2], 0) :]
        return result


@contextmanager
def by_somebody_else() -> Iterator[None]:
    """Write within this what another phone writes while a request is answered."""
    Writes.counted = False
    try:
        yield
    finally:
        Writes.counted = True


def pytest_configure() -> None:
    send = Client.request

    def request(self: Client, **environ: Any) -> HttpResponse:
        if not connection.in_atomic_block:  # what is rolled back there is not seen
            return send(self, **environ)
        writes = Writes()
        with connection.execute_wrapper(writes):
            answer = send(self, **environ)
        path = str(environ.get("PATH_INFO"))
        stays = (tables for address, tables in STAYS.items() if address.fullmatch(path))
        written = set(writes.tables).difference(HARMLESS, *stays)
        assert answer.status_code != 422 or not written, f"422 wrote to {written}: {path}"
        return answer

    Client.request = request  # type: ignore[method-assign]
