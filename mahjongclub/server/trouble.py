"""When the database does not answer or its disk is full: a page that says so and keeps what was typed.

503 where trying again will do (another process holds the lock, the server is away), 507 where somebody has to
make room first. A transaction that broke off has written nothing, and a form sent again carries the same key.
"""

from __future__ import annotations

import errno
import logging
import math
import sqlite3
import sys
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import translation
from django.views.defaults import server_error as any_server_error

# Of SQLite's result codes, the last eight bits, those that may pass.
SQLITE_AWAY = {
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_READONLY),
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN),
}
# Of PostgreSQL's classes: connection, rolled back, resources, not ready, ended by somebody.
POSTGRES_AWAY = ("08", "40", "53", "55", "57")
DISK_FULL = "53100"
#: never written into a page
SECRETS = ("password", "credential")

log = logging.getLogger("mahjongclub.trouble")


class DatabaseUnavailableMiddleware:
    """Middleware that answers for a database that is away."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for trouble a view ran into, None for a fault of ours."""
        status = trouble_status(error)
        return None if status is None else trouble_page(request, status, error)


def server_error(request: HttpRequest) -> HttpResponse:
    """As Django's own, where it was no trouble that a middleware ran into."""
    error = sys.exc_info()[1]
    status = trouble_status(error) if error is not None else None
    return any_server_error(request) if status is None else trouble_page(request, status, error)


def trouble_status(error: BaseException) -> HTTPStatus | None:
    """What to answer for an error that is none of the program's; None for one that is."""
    if isinstance(error, OSError):
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        return HTTPStatus.INSUFFICIENT_STORAGE if full else None
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return HTTPStatus.INSUFFICIENT_STORAGE
        return HTTPStatus.SERVICE_UNAVAILABLE if code in SQLITE_AWAY else None
    state = getattr(cause, "sqlstate", None)  # none where the connection was lost
    if state == DISK_FULL:
        return HTTPStatus.INSUFFICIENT_STORAGE
    return HTTPStatus.SERVICE_UNAVAILABLE if state is None or state.startswith(POSTGRES_AWAY) else None


def trouble_page(request: HttpRequest, status: HTTPStatus, error: BaseException | None) -> HttpResponse:
    """The page, with a form that sends again what was sent. It asks nothing of the database."""
    log.error("The database did not take a request: %s", error)
    fields = resendable_fields(request)
    context = {
        "full": status == HTTPStatus.INSUFFICIENT_STORAGE,
        "fields": fields,
        "again": request.get_full_path(),
        "csrf_token": get_token(request),
    }
    with translation.override(translation.get_language_from_request(request)):
        page = render_to_string("trouble.html", context)
    wait = math.ceil(settings.DATABASE_WAIT_SECONDS)
    return HttpResponse(page, status=status, headers={"Retry-After": str(wait), "Cache-Control": "no-store"})


def resendable_fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """The fields of a form that can be sent again; None where it cannot: a page, a file, a secret."""
    if request.method != "POST":
        return None
    try:
        posted, files = request.POST, request.FILES
    except OSError:  # the line broke while it was being sent
        return None
    names = [name for name in posted if name != "csrfmiddlewaretoken"]
    if files or any(secret in name for name in names for secret in SECRETS):
        return None
    return [(name, value) for name in names for value in posted.getlist(name)]
