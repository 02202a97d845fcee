"""`/healthz`, `/readyz`, `/metrics`: what machines ask, on the event loop beside Django.

So they are answered under any host name and without TLS, as probes ask, and while every thread of the pages
is busy. Only `/metrics` tells anything, and only to whoever has METRICS_TOKEN; without one it does not exist.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from secrets import compare_digest

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from .measures import metrics_exposition
from .page_threads import page_threads
from .readiness import OK, dependency_states

HEALTHZ, READYZ, METRICS = PATHS = ("/healthz", "/readyz", "/metrics")
FRESH = {"Cache-Control": "no-store"}
#: so long no thread of the pages finished one while all were busy: whatever they wait for, nobody is served
STUCK_SECONDS = 30.0


async def answer_probe(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request for one of PATHS."""
    request = Request(scope, receive)
    answer = await _answer(request)
    await answer(scope, receive, send)


async def _answer(request: Request) -> Response:
    path = request.url.path
    if path == METRICS and not settings.METRICS_TOKEN:
        return PlainTextResponse("Not found.", HTTPStatus.NOT_FOUND)
    if request.method not in ("GET", "HEAD"):
        return PlainTextResponse("Only GET.", HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": "GET, HEAD"})
    if path == HEALTHZ:
        if page_threads.seconds_full() > STUCK_SECONDS:
            return PlainTextResponse("no page is answered", HTTPStatus.SERVICE_UNAVAILABLE, FRESH)
        return PlainTextResponse("ok", headers=FRESH)
    if path == READYZ:
        states_by_name = await dependency_states()
        ready = set(states_by_name.values()) == {OK}
        status = HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE
        return JSONResponse({"ready": ready, **states_by_name}, status, FRESH)
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    right = compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())
    if scheme.lower() != "bearer" or not right:
        challenge = {"WWW-Authenticate": "Bearer"}
        return PlainTextResponse("A token is needed.", HTTPStatus.UNAUTHORIZED, challenge)
    text = await asyncio.to_thread(metrics_exposition)
    return Response(text, media_type=CONTENT_TYPE_LATEST, headers=FRESH)
