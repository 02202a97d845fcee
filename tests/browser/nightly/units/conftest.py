"""Scripts alone in a browser: no server, each answer is the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.chromium import device_options


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A phone whose page may trip over nothing."""
    return new_context(**device_options())


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    faults: list[str] = []
    context.on("weberror", lambda fault: faults.append(str(fault.error)))
    context.set_default_timeout(10_000)
    yield context.new_page()
    assert faults == []


class Server:
    """What stands for the server: answers by address, and remembers what it was sent."""

    def __init__(self, context: BrowserContext) -> None:
        self.heard: list[tuple[str, dict[str, str]]] = []
        self.answers: dict[str, Any] = {}
        context.route("**/*", self._answer)

    def _answer(self, route: Any) -> None:
        path = urlsplit(route.request.url).path
        fields = dict(parse_qsl(route.request.post_data or ""))
        self.heard.append((path, fields))
        told = self.answers.get(path)
        told = told(fields) if callable(told) else told
        if told is None:
            route.abort()
        elif isinstance(told, int):
            route.fulfill(status=told)
        elif isinstance(told, tuple):
            route.fulfill(status=told[0], json=told[1])
        else:
            route.fulfill(json=told)

    def sent_to(self, path: str) -> list[dict[str, str]]:
        """The fields of each request to that address, in their order."""
        return [fields for heard, fields in self.heard if heard == path]


@pytest.fixture
def server(context: BrowserContext) -> Server:
    return Server(context)
