"""What a phone asks of the server to be able to do without it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.tables.access import visit

from .copies import copy_of_table, written
from .installed import engine

TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}
A_YEAR = 31_536_000


@require_safe
def what_to_fetch(request: ClubRequest) -> HttpResponse:
    """The engine of this release as JSON: its name, its files with their sizes in bytes; {} without one."""
    installed = engine()
    told: dict[str, Any] = {}
    if installed:
        files = [{"path": f"/offline/engine/{path}", "bytes": size} for path, size in installed.files]
        told = {"release": installed.release, "files": files}
    answer = JsonResponse(told)
    patch_cache_control(answer, no_cache=True)
    return answer


@require_safe
def engine_file(request: ClubRequest, path: str) -> HttpResponseBase:
    """One file of the engine. Its address never means another content."""
    installed = engine()
    if installed is None or path not in dict(installed.files):
        raise Http404("no such file of the engine")
    place = settings.OFFLINE_DIR / path
    smaller = place.with_name(f"{place.name}.gz")
    compressed = smaller.exists() and "gzip" in request.headers.get("Accept-Encoding", "")
    # open for as long as the answer is being sent
    answer = FileResponse(open(smaller if compressed else place, "rb"), content_type=TYPES[place.suffix])
    if compressed:
        answer["Content-Encoding"] = "gzip"
    patch_cache_control(answer, public=True, immutable=True, max_age=A_YEAR)
    return answer


@require_safe
def copy(request: ClubRequest, code: str) -> HttpResponse:
    """The table for a phone to take along: {copy, token, now}; `now` in seconds, by the server's clock."""
    access = visit(request, code)
    told = {
        "copy": written(copy_of_table(access)),
        "token": get_token(request),
        "now": timezone.now().timestamp(),
    }
    answer = JsonResponse(told)
    patch_cache_control(answer, private=True, no_store=True)
    return answer
