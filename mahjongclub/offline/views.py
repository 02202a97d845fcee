"""What a phone asks of the server to be able to do without it."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.access import visit

from .bundle import WORKER
from .copies import copy_of_table, written
from .installed import SMALLER, engine_now, place_of, pyodide_version

TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}
A_YEAR = 31_536_000
TRIAL = {
    "format": 1,
    "variant": "riichi",
    "players": ["1", "2", "3", "4"],
    "hands": [
        {"type": "draw", "tenpai": [0, 2], "riichi": [2]},
        {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]},
    ],
}


#: the worker's own policy: Pyodide compiles WebAssembly, which no page may, and it reaches this server alone
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


@require_safe
def what_to_fetch(request: ClubRequest) -> HttpResponse:
    """The engine of this release as JSON: its name, its files with size and digest; {} without one (yet).

    A phone keeps no file that came otherwise than its digest says.
    """
    installed = engine_now()
    told: dict[str, Any] = {}
    if installed:
        files = [
            {"path": address(path), "bytes": size, "sha256": sha256_of(path)}
            for path, size in installed.files
        ]
        parts = {name: address(getattr(installed, name)) for name in ("bundle", "worker")}
        told = {
            "release": installed.release,
            "files": files,
            "pyodide": f"{reverse('offline:engine_files')}{installed.folder}",
            **parts,
        }
    answer = JsonResponse(told)
    patch_cache_control(answer, no_cache=True)
    return answer


@cache
def sha256_of(path: str) -> str:
    """The digest of a file as it is installed, in hex; "" for the worker's, a script of our own."""
    place = place_of(path)
    return sha256(place.read_bytes()).hexdigest() if place else ""


@require_safe
def engine_file(request: ClubRequest, path: str) -> HttpResponseBase:
    """One file of the engine. Its address never means another content."""
    installed = engine_now()
    if installed and path == installed.worker:
        return kept_for_ever(_worker())
    place = place_of(path)
    if place is None or place.suffix == SMALLER:
        raise Http404("no such file of the engine")
    smaller = place.with_name(f"{place.name}{SMALLER}")
    compressed = smaller.exists() and "br" in request.headers.get("Accept-Encoding", "")
    file = (smaller if compressed else place).open("rb")  # for as long as the answer is being sent
    answer = FileResponse(file, content_type=TYPES[place.suffix])
    # named in any case: what is compressed already would be compressed again on its way
    answer["Content-Encoding"] = "br" if compressed else "identity"
    return kept_for_ever(answer)


def _worker() -> HttpResponseBase:
    script = settings.BASE_DIR / "static" / "js" / f"{WORKER}.js"
    answer = HttpResponse(script.read_bytes(), content_type=TYPES[".mjs"])
    answer["Content-Security-Policy"] = WORKER_POLICY
    return answer


def kept_for_ever(answer: HttpResponseBase) -> HttpResponseBase:
    patch_cache_control(answer, public=True, immutable=True, max_age=A_YEAR)
    return answer


def address(path: str) -> str:
    return reverse("offline:engine_file", args=[path])


@require_safe
def phone(request: ClubRequest) -> HttpResponse:
    """What is on this phone for when there is no network: its own engine, and tables."""
    installed = engine_now()
    context = {
        "engine": installed,
        "preparing": bool(pyodide_version()),
        "trial": trial(),
    }
    return render(request, "offline/phone.html", context)


@cache
def trial() -> str:
    """A small game as JSON, and the scores to which this server settles it: what a phone is tried with."""
    played = replay(read_record(TRIAL))
    scores = [list(hand.settlement.after.scores) for hand in played.hands]
    return json.dumps({"record": TRIAL, "result": scores})


@require_safe
def copy(request: ClubRequest, code: str) -> HttpResponse:
    """The table for a phone to take along: {copy, token, now, minute, release}.

    `now` is in seconds by the server's clock, `minute` how many of them a minute of a clock lasts; `release`
    names the engine that a copy of this kind is for.
    """
    access, installed = visit(request, code), engine_now()
    told = {
        "copy": written(copy_of_table(access)),
        "token": get_token(request),
        "now": timezone.now().timestamp(),
        "minute": settings.CLOCK_SECONDS_PER_MINUTE,
        "release": installed.release if installed else "",
    }
    answer = JsonResponse(told)
    patch_cache_control(answer, private=True, no_store=True)
    return answer
