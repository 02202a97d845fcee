"""Whether a phone already shows the table as it is: one row tells, and spares building the board.

The tag stands in the answer's ETag, for the browser, and inside the fragment, which sends it along when it
asks for news: so nothing is swapped under the finger where nothing has changed.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

from django.conf import settings
from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from mahjongclub.clubs.devices import ClubRequest

from ..clock_strip import clock_strip
from ..models import Access

ASKED_FOR_BY = ("HX-Request", "HX-Target", "HX-History-Restore-Request")
SOURCES = {"mahjongclub": "*.py", "templates": "*.html", "static": "*", "locale": "*.po"}


def table_tag(access: Access, kind: str) -> str:
    """The weak ETag of the table between two hands as this phone sees it; `kind` is "page" or "fragment".

    Free where `access.session` and its clock are loaded. The time on a clock is not part of it: the clock
    asks for itself, and only its alarms change the table around it.
    """
    session = access.session
    clock = clock_strip(access)
    parts = (
        release(),
        kind,
        session.code,
        session.version,
        session.started_at is not None,
        access.role,
        access.seat,
        access.asks_seat,
        get_language(),
        clock and clock["token"],
    )
    return f'W/"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


def unchanged(request: ClubRequest, tag: str) -> HttpResponse | None:
    """The answer 304 where the phone named `tag` as what it has, else None."""
    if _messages_wait(request):
        return None
    answer = get_conditional_response(request, etag=tag)
    return _labelled(answer, tag) if answer is not None else None


def tagged(request: ClubRequest, answer: HttpResponse, tag: str) -> HttpResponse:
    """The answer with its tag, to be asked about before it is shown again."""
    if answer.status_code != 200 or "HX-Refresh" in answer or _messages_wait(request):
        return answer
    return _labelled(answer, tag)


def told_apart(answer: HttpResponse, *, fragment: bool) -> HttpResponse:
    """One of two answers of an address: a browser going back must not take a kept fragment for the page."""
    patch_vary_headers(answer, ASKED_FOR_BY)
    if fragment:
        patch_cache_control(answer, private=True, no_store=True)
    return answer


def _labelled(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"] = tag
    patch_vary_headers(answer, ASKED_FOR_BY)
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _messages_wait(request: ClubRequest) -> bool:
    """Whether an answer tells something once: it is not the one to be kept, nor to be left out."""
    return "messages" in request.COOKIES


@cache
def release() -> str:
    """What tells this code from an older or newer one on the same machine."""
    digest = blake2b(digest_size=8)
    for folder, pattern in SOURCES.items():
        for path in sorted(Path(settings.BASE_DIR, folder).rglob(pattern)):
            digest.update(f"{path} {path.stat().st_mtime_ns}".encode())
    return digest.hexdigest()
