"""Pages and JSON compressed by brotli for who takes it, which browsers do over TLS; others get gzip.

Of what repeats itself, such as the screens of a table, brotli makes half of what gzip does, of a page a tenth
less.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import brotli  # type: ignore[import-untyped]
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

#: what is compressed; files have been, pictures and PDF are
KINDS = ("application/json", "text/html")
#: less than this is left to gzip, in bytes
LEAST = 4096
#: as small as it gets within a few milliseconds
QUALITY = 6
#: a header of a random length below this hides how well secrets in a page compress, as GZipMiddleware's name
#: of a file does
MOST_PADDING = 32


def compress_by_brotli(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: compress large answers."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        kind = response.headers.get("Content-Type", "")
        if response.streaming or not kind.startswith(KINDS) or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        content = getattr(response, "content", b"")
        if len(content) < LEAST or "br" not in request.headers.get("Accept-Encoding", ""):
            return response
        response.content = brotli.compress(content, quality=QUALITY)  # type: ignore[attr-defined]
        response.headers["Content-Encoding"] = "br"
        response.headers["Content-Length"] = str(len(response.content))  # type: ignore[attr-defined]
        response.headers["X-Padding"] = "-" * secrets.randbelow(MOST_PADDING)
        return response

    return middleware
