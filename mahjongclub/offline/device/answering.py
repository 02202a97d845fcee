"""A request answered on the phone: its table is put into the database, the app asked, the table taken out.

A hand's worth is answered beside whatever table is there.
"""

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
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.db import connection
from django.http import HttpResponse
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import override

from mahjongclub.clubs.models import Device, Player
from mahjongclub.tables.models import Access, Session

from ..copies import copy_as_json, copy_of_table, create_session_from_copy, start_page_row, unsent_changes
from . import ANSWERED, NEEDS_SERVER
from . import start as worker
from .elsewhere import ME, RELEASE, TOKEN

log = logging.getLogger(__name__)

#: pages of a hand's worth, of no table
WORTH = frozenset(
    f"worth:{name}" for name in ("games", "value", "options", "step", "practice_games", "practice")
)
#: what a phone answers: everything at the table itself, and what a hand is worth
PAGES = WORTH | frozenset(
    (
        *("new", "table", "seats", "draw_seats", "start", "sit", "notes", "drop_notes", "more", "undo"),
        *("sticks", "rules", "need", "record", "dice", "clock", "clock_now", "clock_start", "clock_pause"),
        *("clock_resume", "end", "close", "continue", "again", "log", "sheet", "typed", "entry", "steps"),
        *("step", "delete", "agree", "names", "begin", "adjust", "other_rules", "sit_down", "sit_out"),
        "worth:why",
    )
)
#: pages that change a hand named in their address
OF_ONE_HAND = ("entry", "delete")
#: pages from which a table is opened
OPENING = ("new", "again")
#: the answer where only the server can give one
NOT_HERE: dict[str, Any] = {"status": NEEDS_SERVER, "headers": {}, "body": ""}
NOTHING_SENT = {"version": 0, "hands": 0}


class PhoneApp:
    """The app on this phone. It keeps one table at a time, the one last asked about."""

    def __init__(self) -> None:
        with connection.schema_editor() as editor:
            for model in apps.get_models():
                editor.create_model(model)
        self._app = WSGIHandler()
        self._cookies: SimpleCookie = SimpleCookie()
        self._held: str | None = None
        self._base: dict[str, Any] = {}
        self._local = False

    def answer_request(self, request_data: dict[str, Any]) -> dict[str, Any]:
        """Answer one request.

        `request_data`: method, path (with its query), headers, body (text), language, token (of the server's
        forms), release, origin (where the site is, as links name it), copy (as text, "" without a table),
        offset (seconds that the server's clock is ahead), minute (seconds a minute of a clock lasts) and
        names (players known on this phone, the latest first).

        Gives status, headers, body, and after a change that was made `copy` (text), `code`, what the server
        does not have yet (see `waiting`) and `shown` (the table in a line). 504 for what only the server
        can do, with `message`, why in words where there is more to say; 500 for what went wrong.
        """
        try:
            return self._answer(request_data)
        except Exception:
            log.exception("this phone could not answer %s", request_data.get("path"))
            self._held = None
            return {"status": 500, "headers": {}, "body": ""}

    def _answer(self, request_data: dict[str, Any]) -> dict[str, Any]:
        page = _page(request_data["path"])
        if page is None or page[0] not in PAGES:
            return NOT_HERE
        worker.ahead = float(request_data.get("offset") or 0)
        settings.CLOCK_SECONDS_PER_MINUTE = float(request_data.get("minute") or 60)
        if page[0] in WORTH:
            return self._ask(request_data)
        self._hold(request_data["copy"], request_data.get("names", ()))
        if page[0] in ("draw_seats", "names") and not self._local:
            return NOT_HERE  # the players are the server's to seat
        if past := self._hand_of_the_server(*page):
            with override(request_data["language"]):
                message = _(
                    "Hand %(number)s is on the server already: you can change it once the network is "
                    "back and everything is sent."
                )
                return {**NOT_HERE, "why": "past", "message": message % {"number": past}}
        answer = self._ask(request_data)
        return answer | self._changed(page[0], request_data) if request_data["method"] == "POST" else answer

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
            create_session_from_copy(read, device)
            self._base, self._local = read["base"], read.get("local", False)
        else:
            # the latest first: the app lists those who joined last before the others, else by name
            Player.objects.bulk_create(Player(name=name, known_on=device) for name in names)
        self._held = copy

    def _changed(self, name: str, request_data: dict[str, Any]) -> dict[str, Any]:
        """The table as it is after a change, {} where nothing changed."""
        session = Session.objects.filter(accesses__device=ME).order_by("-pk").first()
        if session is None:
            return {}
        if name in OPENING:
            if request_data["copy"] and Session.objects.count() == 1:
                return {}
            self._base, self._local = NOTHING_SENT, True
        access = Access.objects.select_related("session__clock").get(session=session, device=ME)
        local = {"local": True} if self._local else {}
        copy = copy_as_json({**copy_of_table(access), "base": self._base, **local})
        if copy == self._held:
            return {}
        # a table opened after another stands beside it: the next request has it alone
        self._held = None if name in OPENING else copy
        with override(request_data["language"]):
            lists = {**unsent_changes(access, self._base, self._local), "shown": start_page_row(session)}
        return {"copy": copy, "code": session.code, **lists}

    def _hand_of_the_server(self, name: str, of: dict[str, Any]) -> int:
        """The hand this would change, if the server has it: others may have gone on from it. 0 for none."""
        if name == "undo":
            session = Session.objects.first()
            last = session.row_count if session is not None else 0
            return last if last <= self._base["hands"] else 0
        return of["number"] if name in OF_ONE_HAND and of["number"] <= self._base["hands"] else 0

    def _ask(self, request_data: dict[str, Any]) -> dict[str, Any]:
        address, site = urlsplit(request_data["path"]), urlsplit(request_data.get("origin") or "http://phone")
        body = request_data["body"].encode()
        environ = {
            "REQUEST_METHOD": request_data["method"],
            "PATH_INFO": address.path,
            "QUERY_STRING": address.query,
            "SERVER_NAME": "phone",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": site.netloc,
            "wsgi.url_scheme": site.scheme,
            "wsgi.input": io.BytesIO(body),
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "HTTP_ACCEPT_LANGUAGE": request_data["language"],
            "HTTP_COOKIE": "; ".join(
                f"{name}={cookie.coded_value}" for name, cookie in self._cookies.items()
            ),
            TOKEN: request_data["token"],
            RELEASE: request_data["release"],
            **{
                f"HTTP_{name.upper().replace('-', '_')}": value
                for name, value in request_data["headers"].items()
            },
        }
        answer = self._app.get_response(WSGIRequest(environ))
        assert isinstance(answer, HttpResponse)
        self._cookies.update(answer.cookies)
        for name in [name for name, cookie in self._cookies.items() if not cookie.value]:
            del self._cookies[name]
        text = answer.content.decode()
        return {"status": answer.status_code, "headers": dict(answer.items()), "body": text}


def _page(path: str) -> tuple[str, dict[str, Any]] | None:
    try:
        match = resolve(urlsplit(path).path)
    except (Resolver404, ValueError):
        return None
    if match.namespace not in ANSWERED:
        return None
    return match.view_name.removeprefix("tables:"), match.kwargs
