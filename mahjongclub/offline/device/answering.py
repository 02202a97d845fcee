"""A request answered on the phone: its table put into the database, the app asked, the table taken out again."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from django.apps import apps
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.urls import Resolver404, resolve

from mahjongclub.clubs.models import Device
from mahjongclub.tables.models import Access, Hand, Revision, Session

from ..copies import copy_of_table, put_in_place, written
from . import NEEDS_SERVER
from .visitor import ME, RELEASE, TOKEN

#: what a phone answers: everything at the table itself
PAGES = frozenset(
    (
        *("new", "table", "seats", "draw_seats", "start", "sit", "during", "drop_notes", "more", "undo"),
        *("sticks", "rules", "record", "dice", "clock", "clock_now", "clock_start", "clock_pause"),
        *("clock_resume", "end", "close", "continue", "log", "typed", "entry", "tiles", "patterns"),
        *("delete", "agree"),
    )
)
#: pages that change a hand named in their address
OF_ONE_HAND = ("entry", "delete")


class Phone:
    """The app on this phone. It keeps one table at a time, the one last asked about."""

    def __init__(self) -> None:
        with connection.schema_editor() as editor:
            for model in apps.get_models():
                editor.create_model(model)
        self._app = get_wsgi_application()
        self._cookies: SimpleCookie = SimpleCookie()
        self._held = ""
        self._base: dict[str, int] = {}

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Answer one request.

        `asked`: method, path (with its query), headers, body (text), language, token (of the server's forms), release and
        copy (as text, "" to open a new table). Gives status, headers, body, and after a change that was made
        `copy` (text), `code` and `waiting`, the hands the server does not have yet; 504 for what only it can do.
        """
        page = _page(asked["path"])
        if page is None or page[0] not in PAGES:
            return {"status": NEEDS_SERVER, "headers": {}, "body": ""}
        self._hold(asked["copy"])
        if self._touches_the_past(asked, *page):
            return {"status": NEEDS_SERVER, "headers": {}, "body": "", "why": "past"}
        status, headers, body = self._ask(asked)
        answer: dict[str, Any] = {"status": status, "headers": headers, "body": body}
        session = Session.objects.filter(accesses__device=ME).first()
        if asked["method"] == "POST" and session is not None:
            copy = self._taken(session)
            if copy != self._held:
                self._held = copy
                answer |= {"copy": copy, "code": session.code, "waiting": waiting(session, self._base)}
        return answer

    def _hold(self, copy: str) -> None:
        if copy and copy == self._held:
            return
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA foreign_keys = OFF")
            for model in apps.get_models():
                cursor.execute(f"DELETE FROM {model._meta.db_table}")
        device = Device.objects.create(pk=ME)
        self._held, self._base = copy, {"version": 0, "hands": 0}
        if copy:
            read = json.loads(copy)
            put_in_place(read, device)
            self._base = read["base"]

    def _taken(self, session: Session) -> str:
        access = Access.objects.select_related("session__clock").get(session=session, device=ME)
        return written({**copy_of_table(access), "base": self._base})

    def _touches_the_past(self, asked: dict[str, Any], name: str, of: dict[str, Any]) -> bool:
        """Whether this would change a hand that the server has: others may have gone on from it."""
        if name == "undo":
            session = Session.objects.first()
            return session is not None and session.state["hands"] <= self._base["hands"]
        return name in OF_ONE_HAND and of["number"] <= self._base["hands"]

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

        def start(status: str, headers: list[tuple[str, str]], _fault: Any = None) -> None:
            begun.append((int(status.split()[0]), headers))

        parts: Iterator[bytes] = self._app(environ, start)
        text = b"".join(parts).decode()
        status, headers = begun[0]
        for name, value in headers:
            if name == "Set-Cookie":
                self._cookies.load(value)
        for name in [name for name, held in self._cookies.items() if not held.value]:
            del self._cookies[name]
        return status, {name: value for name, value in headers if name != "Set-Cookie"}, text


def waiting(session: Session, base: dict[str, int]) -> list[dict[str, Any]]:
    """The hands the server does not have, in order: number, outcome, the key of what last touched it, the points
    it gave and each seat's score after it."""
    hands = Hand.objects.filter(session=session, number__gt=base["hands"]).order_by("number")
    told = []
    for hand in hands:
        touched = Revision.objects.filter(
            session=session,
            hand_number=hand.number,
            action__in=(Revision.Action.RECORD, Revision.Action.CORRECT, Revision.Action.INSERT),
        )
        told.append(
            {
                "number": hand.number,
                "key": touched.latest("version").key.hex,
                "outcome": hand.outcome,
                "result": hand.result,
                "at": hand.entered_at.isoformat(),
            }
        )
    return told


def _page(path: str) -> tuple[str, dict[str, Any]] | None:
    try:
        match = resolve(urlsplit(path).path)
    except Resolver404:
        return None
    return (match.url_name or "", match.kwargs) if match.namespace == "tables" else None
