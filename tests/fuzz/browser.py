"""A browser in the tests' own process, for very many requests: no copies of what templates were given, no
cookies taken over from answers. It keeps count, and what each request wrote."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.signals import got_request_exception
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.http.cookie import SimpleCookie
from django.test import Client, RequestFactory
from django.test.client import ClientHandler
from django.urls import set_script_prefix
from django.utils import translation

from mahjongclub.clubs.devices import COOKIE, create_device_cookie
from mahjongclub.clubs.models import Account, Device

#: in the environment of a request, for an answer 403 or 404 in one word: most answers are one of the two
PLAIN = "tests.plain"
WRITES = re.compile(r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"(\w+)"')


@dataclass
class Tally:
    """What the browsers of this process have done."""

    requests: int = 0
    #: why the last server error happened
    trouble: str = ""
    #: the tables the last request wrote to
    written: set[str] = field(default_factory=set)

    def note_trouble(self, **_signal: Any) -> None:
        self.trouble = traceback.format_exc()

    def note_write(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        # SQLite counts the rows of a RETURNING only once they are fetched
        if (found := WRITES.match(sql)) and (context["cursor"].rowcount or "RETURNING" in sql):
            self.written.add(found[1])
        return result


tally = Tally()
got_request_exception.connect(tally.note_trouble)


class Browser(RequestFactory):
    """Somebody's browser: signed in as `account`, and known to tables as `device`, where given.

    Nothing stays of what a request wrote.
    """

    def __init__(self, account: Account | None = None, device: Device | None = None) -> None:
        # passkeys want a name, no number
        super().__init__(headers={"host": "localhost"})
        self.handler = ClientHandler(enforce_csrf_checks=False)
        #: looks at what a request wrote
        self.before_taking_back: Callable[[], None] | None = None
        if account is not None:
            client = Client()
            client.force_login(account)
            self.cookies = SimpleCookie(client.cookies.output(header="", sep=";"))
            self.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
        if device is not None:
            self.cookies[COOKIE] = create_device_cookie(device)

    def request(self, **request: Any) -> HttpResponse:
        """Send one request and see that it did not fail. With `PLAIN` a refusal has no page."""
        environ = self._base_environ(**request)
        tally.requests += 1
        tally.trouble = ""
        tally.written.clear()
        cache.clear()  # nobody is made to wait here for trying too often
        with transaction.atomic(), connection.execute_wrapper(tally.note_write):
            answer: HttpResponse = self.handler(environ)
            if tally.written and self.before_taking_back is not None:
                self.before_taking_back()
            transaction.set_rollback(True)
        set_script_prefix("/")
        translation.activate(settings.LANGUAGE_CODE)
        if answer.status_code >= 500:
            told = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ['QUERY_STRING']}"
            raise AssertionError(f"{answer.status_code} to {told}\n{tally.trouble}")
        return answer


def refuse_plainly(page: Callable[..., HttpResponse], status: int) -> Callable[..., HttpResponse]:
    """The page for a refusal, for the requests that want it."""

    def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
        plain = request.META.get(PLAIN, False)
        return HttpResponse("no", status=status) if plain else page(request, exception)

    return refused


def text_of(answer: HttpResponse) -> str:
    """What an answer shows, its headers too."""
    body = b"".join(answer) if answer.streaming else answer.content
    return f"{answer.headers}\n{answer.cookies.output()}\n{body.decode(errors='replace')}"
