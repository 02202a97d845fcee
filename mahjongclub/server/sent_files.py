"""Files sent from the event loop, beside Django: static files, and what `SendFilesMiddleware` is given.

whitenoise knows their hashed names, compressed forms, validators and ranges; no page's thread is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from .answers import send_bytes, send_file

Find = Callable[[str], StaticFile | None]


class SendFilesMiddleware:
    """Sends the file that one of `finds` has for the path, and passes every other request on."""

    def __init__(self, app: ASGIApp, *finds: Find) -> None:
        self.app, self.finds = app, finds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        file = self.find_file(scope)
        if file is None:
            await self.app(scope, receive, send)
            return
        file_request = {
            f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
            for name, value in scope["headers"]
        }
        answer = file.get_response(scope["method"], file_request)
        headers = {**security_headers(scope["scheme"]), **dict(answer.headers)}
        lines = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
        start = {"type": "http.response.start", "status": int(answer.status), "headers": lines}
        if answer.file is None:
            await send_bytes(send, start, b"")
        else:
            await send_file(send, start, answer.file)

    def find_file(self, scope: Scope) -> StaticFile | None:
        """The file asked for; None where Django is to answer, which leads from http to https."""
        if settings.SECURE_SSL_REDIRECT and scope["scheme"] != "https":
            return None
        return next((file for find in self.finds if (file := find(scope["path"])) is not None), None)


class StaticFiles(WhiteNoiseMiddleware):
    """The static files as they lie collected; of a server in DEBUG, as they are in the sources."""

    def find(self, path: str) -> StaticFile | None:
        """The file at an address, None where there is none."""
        return self.find_file(path) if self.autorefresh else self.files.get(path)


@cache
def security_headers(scheme: str) -> dict[str, str]:
    """What Django says with every page about how it may be used."""
    request = WSGIRequest({"REQUEST_METHOD": "GET", "wsgi.url_scheme": scheme, "wsgi.input": BytesIO()})
    answer = HttpResponse()
    del answer["Content-Type"]
    return dict(SecurityMiddleware(lambda _request: answer).process_response(request, answer).items())
