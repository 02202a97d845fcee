"""`GET /live/<code>?token=...`: a stream of server-sent events, `{"version": 7}` and nothing more.

`{"version": null}` says that something may have been missed: look. With `clock=1` also an event `clock` with
the number of an alarm, as it sounds; every 20 seconds an event `beat`, whose data mean nothing.
`POST /live/<code>?token=...&seat=2&page=ab12`: who keeps the score enters a hand; every stream of the table
has an event `entering` with `{"seat": 2, "page": "ab12"}`, once in two seconds at most. None is kept.
`GET /live/time`: the server's time, in milliseconds since 1970.
It runs on the event loop beside Django, without a thread or a database connection of its own.
"""

import contextlib
import json
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from http import HTTPStatus

from django.conf import settings
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from mahjongclub.live.bell import ringing_alarms
from mahjongclub.live.hub import REMEMBERED_SESSIONS, Alarm, EntryNote, hub
from mahjongclub.live.publishing import listen_to_other_processes, publish_entry_note
from mahjongclub.live.relay import read_entry_note
from mahjongclub.networks import network_of

from .hub import streams_open, streams_refused
from .publishing import role_in_token

PREFIX = "/live/"
TIME = "/live/time"
SCORER = "scorer"  # the role in the token of who may enter hands
ENTERING_EVERY = 2  # seconds: what comes sooner from the same seat is not passed on
HEARTBEAT_SECONDS = 20  # proxies and phone networks drop a silent connection after 30 to 60

_open_by_session: Counter[str] = Counter()
_open_by_address: Counter[str] = Counter()
#: when each seat of a table was last said to enter a hand, the least recent first
_entered: OrderedDict[tuple[str, int | None], float] = OrderedDict()


async def live_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request below PREFIX: a stream, or a refusal in plain text (403, 405, 429)."""
    request = Request(scope, receive)
    if request.url.path == TIME:
        await _time()(scope, receive, send)
        return
    code = request.url.path.removeprefix(PREFIX)
    address = network_of(request.client.host) if request.client else ""
    refusal = _refusal(request, code, address)
    if refusal is not None:
        await refusal(scope, receive, send)
        return
    if request.method == "POST":
        await _tell_entering(request, code)(scope, receive, send)
        return
    listen_to_other_processes()
    _open_by_session[code] += 1
    _open_by_address[address] += 1
    streams_open.inc()
    rings = ringing_alarms(hub, code) if "clock" in request.query_params else contextlib.nullcontext()
    try:
        stream = EventSourceResponse(_events(code), ping=HEARTBEAT_SECONDS, ping_message_factory=_beat)
        async with rings:
            await stream(scope, receive, send)
        # Broken off because the server stops: it logs an error for an answer without an end.
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        streams_open.dec()
        _leave(_open_by_session, code)
        _leave(_open_by_address, address)


def _refusal(request: Request, code: str, address: str) -> Response | None:
    if request.method not in ("GET", "HEAD", "POST"):
        return PlainTextResponse(
            "Only GET, POST.", HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": "GET, HEAD, POST"}
        )
    role = role_in_token(code, request.query_params.get("token", ""))
    if role is None:
        return PlainTextResponse("This link may not listen to this table.", HTTPStatus.FORBIDDEN)
    if request.method == "POST":
        if role != SCORER:
            return PlainTextResponse("Who watches enters nothing.", HTTPStatus.FORBIDDEN)
        return None
    if (
        _open_by_session[code] >= settings.LIVE_STREAMS_PER_SESSION
        or _open_by_address[address] >= settings.LIVE_STREAMS_PER_ADDRESS
    ):
        streams_refused.inc()
        # The page asks every few seconds instead (live/stream.js), so nobody is left behind.
        return PlainTextResponse(
            "Too many are listening.", HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": "60"}
        )
    return None


async def _events(code: str) -> AsyncIterator[ServerSentEvent]:
    async for news in hub.stream_news(code):
        if isinstance(news, Alarm):
            yield ServerSentEvent(str(news.number), event="clock", sep="\n")
        elif isinstance(news, EntryNote):
            entering = {"seat": news.seat, "page": news.page_id}
            yield ServerSentEvent(json.dumps(entering), event="entering", sep="\n")
        else:
            yield ServerSentEvent(json.dumps({"version": news}), sep="\n")


def _tell_entering(request: Request, code: str) -> Response:
    """Pass the note on, unless the table has just had one of that seat."""
    query = request.query_params
    note = read_entry_note(f"{query.get('seat', '')}:{query.get('page', '')}")
    if note is None:
        return PlainTextResponse("Which page says so?", HTTPStatus.UNPROCESSABLE_ENTITY)
    now, last = time.monotonic(), _entered.pop((code, note.seat), -ENTERING_EVERY)
    _entered[code, note.seat] = now if now - last >= ENTERING_EVERY else last
    if len(_entered) > REMEMBERED_SESSIONS:
        _entered.popitem(last=False)
    if now - last >= ENTERING_EVERY:
        publish_entry_note(code, note)
    return Response(status_code=HTTPStatus.NO_CONTENT)


def _beat() -> ServerSentEvent:
    """An event, not a comment: a page that misses it knows that its stream is dead (live/beat.js)."""
    return ServerSentEvent("0", event="beat", sep="\n")


def _time() -> Response:
    """For a phone to measure how far its own clock is from this one's. Every answer has its date."""
    return JSONResponse({"now": time.time() * 1000}, headers={"Cache-Control": "no-store"})


def _leave(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
