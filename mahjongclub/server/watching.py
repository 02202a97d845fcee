"""Around every page: an id that its log lines carry, and what it took."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable
from contextlib import nullcontext

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .log_lines import request_id
from .measures import count_request, time_statements

HEADER = "X-Request-ID"
# What a proxy gives is kept where it can do no harm in a log.
HARMLESS = re.compile(r"[A-Za-z0-9._-]{1,64}")

log = logging.getLogger("mahjongclub.requests")


class RequestLogMiddleware:
    """The outermost middleware: what it does holds for refused requests and faults too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent_id = request.headers.get(HEADER, "")
        number = sent_id if HARMLESS.fullmatch(sent_id) else uuid.uuid4().hex
        # Not taken back: Django logs some faults once the middleware is through. Each request sets its own.
        request_id.set(number)
        began = time.perf_counter()
        with time_statements() if settings.METRICS_TOKEN else nullcontext() as database:
            response = self.get_response(request)
        took = time.perf_counter() - began
        # A file that is kept for years would carry the id of whoever fetched it first.
        if "immutable" not in response.get("Cache-Control", ""):
            response[HEADER] = number
        match = request.resolver_match
        view = (match.view_name or match.route) if match is not None else ""
        if database is not None:
            count_request(view, request.method, response.status_code, took, database)
        log.info(
            "%s %s %d",
            request.method,
            view,
            response.status_code,
            extra={
                "view": view,
                "method": request.method,
                "status": response.status_code,
                "milliseconds": round(took * 1000, 1),
            },
        )
        return response
