"""A request answered on the phone: its table is put into the database, the app asked, the table taken out."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Sequence
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import override

from mahjongclub.clubs.models import Device, Player
from mahjongclub.tables.models import Access, Session

from ..copies import copy_of_table, put_in_place, written
from . import NEEDS_SERVER, moments
from .visitor import ME, RELEASE, TOKEN
from .waiting import shown, waiting

log = logging.getLogger(__name__)

#: what a phone answers: everything at the table itself
PAGES = frozenset(
    (
        *("new", "table", "seats", "draw_seats", "start", "sit", "during", "drop_notes", "more", "undo"),
        *("sticks", "rules", "record", "dice", "clock", "clock_now", "clock_start", "clock_pause"),
        *("clock_resume", "end", "close", "continue", "again", "log", "typed", "entry", "tiles", "patterns"),
        *("delete", "agree"),
    )
)
#: pages that change a hand named in their address
OF_ONE_HAND = ("entry", "delete")
#: pages from which a table is opened
OPENING = ("new", "again")
NOTHING_SENT = {"version": 0, "hands": 0}


class Phone:
    """The app on this phone. It keeps one table at a time, the one last asked about."""

    def __init__(self) -> None:
        with connection.schema_editor() as editor:
            for model in apps.get_models():
                editor.create_model(model)
        self._app = get_wsgi_application()
        self._cookies: SimpleCookie = SimpleCookie()
        self._held: str | None = None
        self._base: dict[str, Any] = {}
        self._local = False

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Answer one request.

        `asked`: method, path (with its query), headers, body (text), language, token (of the server's forms),
        release, copy (as text, "" without a table), offset (seconds that the server's clock is ahead),
        minute (seconds a minute of a clock lasts) and names (players known on this phone, the latest first).

        Gives status, headers, body, and after a change that was made `copy` (text), `code`, what the server
        does not have yet (see `waiting`) and `shown` (the table in a line). 504 for what only the server
        can do, with `said`, why in words where there is more to say; 500 for what went wrong.
        """
        try:
            return self._answer(asked)
        except Exception:
            log.exception("this phone could not answer %s", asked.get("path"))
            self._held = None
            return {"status": 500, "headers": {}, "body": ""}

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        page = _page(asked["path"])
        if page is None or page[0] not in PAGES:
            return _needs_server()
        moments.ahead = float(asked.get("offset") or 0)
        settings.CLOCK_SECONDS_PER_MINUTE = float(asked.get("minute") or 60)
        self._hold(asked["copy"], asked.get("names", ()))
        if page[0] == "draw_seats" and not self._local:
            return _needs_server()  # the players are the server's to seat
        past = self._hand_of_the_server(*page)
        if past:
            with override(asked["language"]):
                said = _(
                    "Hand %(number)s is on the server already:"
                    " it can be changed once the network is back and all is sent."
                )
                return {**_needs_server(), "why": "past", "said": said % {"number": past}}
        status, headers, body = self._ask(asked)
        answer: dict[str, Any] = {"status": status, "headers": headers, "body": body}
        return answer | self._changed(page[0], asked) if asked["method"] == "POST" else answer

    def _hold(self, copy: str, names: Sequence[str]) -> None:
        if copy and copy == self._held:
            return
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA foreign_keys = OFF")
            for model in apps.get_models():
                cursor.execute(f"DELETE FROM {model._meta.db_table}")
        self._held = None  # not whole before the end
        device = Device.objects.create(pk=ME)
        if copy:
            read = json.loads(copy)
            put_in_place(read, device)
            self._base, self._local = read["base"], read.get("local", False)
        else:
            # the latest first: the app lists those who joined last before the others, else by name
            Player.objects.bulk_create(Player(name=name, known_on=device) for name in names)
        self._held = copy

    def _changed(self, name: str, asked: dict[str, Any]) -> dict[str, Any]:
        """The table as it is after a change, {} where nothing changed."""
        session = Session.objects.filter(accesses__device=ME).order_by("-pk").first()
        if session is None:
            return {}
        if name in OPENING:
            if asked["copy"] and Session.objects.count() == 1:
                return {}
            self._base, self._local = NOTHING_SENT, True
        access = Access.objects.select_related("session__clock").get(session=session, device=ME)
        local = {"local": True} if self._local else {}
        copy = written({**copy_of_table(access), "base": self._base, **local})
        if copy == self._held:
            return {}
        # a table opened after another stands beside it: the next request has it alone
        self._held = None if name in OPENING else copy
        with override(asked["language"]):
            lists = {**waiting(access, self._base, self._local), "shown": shown(session)}
        return {"copy": copy, "code": session.code, **lists}

    def _hand_of_the_server(self, name: str, of: dict[str, Any]) -> int:
        """The hand this would change, if the server has it: others may have gone on from it. 0 for none."""
        if name == "undo":
            session = Session.objects.first()
            last = session.state["hands"] if session is not None else 0
            return last if last <= self._base["hands"] else 0
        return of["number"] if name in OF_ONE_HAND and of["number"] <= self._base["hands"] else 0

    def _ask(self, asked: dict[str, Any]) -> tuple[int, dict[str, str], str]:
        address = urlsplit(asked["path"])
        body = asked["body"].encode()
        environ = {
            "REQUEST_METHOD": asked["method"],
            "PATH_INFO": address.path,
            "QUERY_STRING": address.query,
            "SERVER_NAME": "phone",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "HTTP_ACCEPT_LANGUAGE": asked["language"],
            "HTTP_COOKIE": "; ".join(f"{name}={held.coded_value}" for name, held in self._cookies.items()),
            TOKEN: asked["token"],
            RELEASE: asked["release"],
            **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in asked["headers"].items()},
        }
        begun: list[tuple[int, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], _fault: Any = None, /) -> Any:
            begun.append((int(status.split()[0]), headers))

        text = b"".join(self._app(environ, start)).decode()
        status, headers = begun[0]
        for name, value in headers:
            if name == "Set-Cookie":
                self._cookies.load(value)
        for name in [name for name, held in self._cookies.items() if not held.value]:
            del self._cookies[name]
        return status, {name: value for name, value in headers if name != "Set-Cookie"}, text


def _needs_server() -> dict[str, Any]:
    return {"status": NEEDS_SERVER, "headers": {}, "body": ""}


def _page(path: str) -> tuple[str, dict[str, Any]] | None:
    try:
        match = resolve(urlsplit(path).path)
    except (Resolver404, ValueError):
        return None
    return (match.url_name or "", match.kwargs) if match.namespace == "tables" else None
