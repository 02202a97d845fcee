"""What a phone asks of the server to be able to do without it, and where it comes back to afterwards."""

from __future__ import annotations

import json
import logging
from functools import cache
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import split_domain_port
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from prometheus_client import Counter

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.clubs.write_lock import with_write_lock
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import most_played_game
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.record import read_record, replay
from mahjongclub.server.ways_to_https import ways_to_https
from mahjongclub.tables.access import (
    count_opened_table,
    opening_limit_message,
    visit_as_scorer,
    visit_as_scorer_at_any_time,
    visit_table,
)
from mahjongclub.tables.models import names_by_seat

from .adopting import apply_phone_moves, find_or_open_phone_session, find_session_opened_by_phone
from .arriving import read_phone_moves, read_table_opened_on_phone
from .copies import copy_as_json, copy_of_table
from .installed import fetchable_file, installed_pyodide_version, packed_engine

results_differing = Counter(
    "mahjongclub_offline_differences",
    "Hands that a phone's engine settled otherwise than the server.",
    ["variant"],
)
log = logging.getLogger("mahjongclub.offline")
REPORTS = Limit("offline-differences", per_device=30, per_address=300, seconds=3600)
#: how much of a phone's result a line of the log keeps
SHOWN_RESULT = 2000
LONGEST_REPORT = 20_000


@require_safe
def show_offline_status(request: ClubRequest) -> HttpResponse:
    """What is on this phone for when there is no network: its own engine, and tables."""
    host, port = split_domain_port(request.get_host())
    context = {
        "engine": packed_engine(),
        "preparing": bool(installed_pyodide_version()),
        "trial": trial_hands_and_scores_json(),
        "offline_command": "make offline" if settings.IS_CHECKOUT else f"{settings.PROGRAM} manage offline",
        "ways": [] if request.is_secure() else ways_to_https(host, int(port or 80)),
    }
    return render(request, "offline/phone.html", context)


@cache
def trial_hands_and_scores_json() -> str:
    """Two hands of the usual game as JSON, and their scores by this server: a phone is tried with them."""
    game = most_played_game()
    assert game.samples.endless is not None
    options, hands = game.samples.endless(2)
    players = [str(seat + 1) for seat in range(game.variant.seats)]
    record = {"format": 1, "variant": game.key, "rules": options, "players": players, "hands": hands}
    scores = [hand.settlement.after.scores for hand in replay(read_record(record)).hands]
    return json.dumps({"record": record, "result": scores})


@require_safe
def list_engine_files(request: ClubRequest) -> HttpResponse:
    """The engine of this release as JSON: its name, its files with size and digest; {} without one (yet).

    A phone keeps no file that came otherwise than its digest says.
    """
    payload: dict[str, Any] = {}
    if installed := packed_engine():
        payload = {
            "release": installed.release,
            "files": [
                {"path": engine_file_address(path), "bytes": size, "sha256": engine_file_sha256(path)}
                for path, size in installed.files
            ],
            "pyodide": engine_file_address(installed.pyodide_folder),
            "bundle": engine_file_address(installed.bundle_path),
            "worker": engine_file_address(installed.worker_file_name),
        }
    answer = JsonResponse(payload)
    patch_cache_control(answer, no_cache=True)
    return answer


@cache
def engine_file_sha256(path: str) -> str:
    """The digest of a file as it is installed, in hex; "" for the worker's, a script of our own."""
    place = fetchable_file(path)
    return sha256(place.read_bytes()).hexdigest() if place else ""


def engine_file_address(path: str) -> str:
    """Where a phone fetches a file of the engine."""
    return reverse("offline:engine_file", args=[path])


@require_safe
def engine_file_missing(request: ClubRequest, path: str) -> HttpResponseBase:
    """What no file of the engine is: those are sent beside the pages (`installed.find_engine_file`)."""
    raise Http404("no such file of the engine")


@require_safe
def download_table_copy(request: ClubRequest, code: str) -> HttpResponse:
    """The table for a phone to take along: {copy, token, now, minute, release}.

    `now` is in seconds by the server's clock, `minute` how many of them a minute of a clock lasts; `release`
    names the engine that a copy of this kind is for.
    """
    access, installed = visit_table(request, code), packed_engine()
    payload = {
        "copy": copy_as_json(copy_of_table(access)),
        "token": get_token(request),
        "now": timezone.now().timestamp(),
        "minute": settings.CLOCK_SECONDS_PER_MINUTE,
        "release": installed.release if installed else "",
    }
    answer = JsonResponse(payload)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


@require_POST
@with_write_lock
def save_phone_changes_beside_hands(request: ClubRequest, code: str) -> HttpResponse:
    """Take over what a phone did beside its hands: `coming`, JSON (see `arriving.PhoneChangesBesideHands`).

    JSON: {state: "done", version, told}, the version its next hand follows and what was not taken over, in
    words; {state: "refused", why} (422) for what cannot be read.
    """
    access = visit_as_scorer_at_any_time(request, code)
    try:
        coming = read_phone_moves(request.POST.get("coming", ""))
        if not access.may_score:
            over = _("This table is over: later changes of this phone are not saved.")
            return JsonResponse({"state": "done", "version": coming.version, "told": [over]})
        adoption = apply_phone_moves(access, coming)
    except RuleError as fault:
        return _refused(said(fault.text, names_by_seat(access.session)))
    return JsonResponse({"state": "done", "version": adoption.version, "told": adoption.told})


@require_POST
@with_write_lock
def open_table_from_phone(request: ClubRequest) -> HttpResponse:
    """Open a table that a phone opened without network: `opened`, JSON, under its `key`.

    JSON: {state: "opened", code}; {state: "refused", why} (422, 429).
    """
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        return _refused(_("What this phone sent cannot be read."))
    session = find_session_opened_by_phone(request.visitor.device_id, key)
    if session is None:
        try:
            opened = read_table_opened_on_phone(request.POST.get("opened", ""))
        except RuleError as fault:
            return _refused(said(fault.text))
        if too_many := opening_limit_message(request):
            return _refused(too_many, status=429)
        count_opened_table(request)
        session = find_or_open_phone_session(request.visitor.get_or_create_device(), key, opened)
    return JsonResponse({"state": "opened", "code": session.code})


def _refused(why: str, status: int = 422) -> JsonResponse:
    return JsonResponse({"state": "refused", "why": why}, status=status)


@require_POST
def report_result_mismatch(request: ClubRequest, code: str) -> HttpResponse:
    """A phone settled a hand otherwise than the server: `number`, `result` (JSON), its engine's `release`.

    Looked at here before it is believed; 204 also where nothing differs, or too often.
    """
    access, done = visit_as_scorer(request, code), HttpResponse(status=204)
    number, text = whole_number(request.POST.get("number", ""), 5), request.POST.get("result", "")
    if number is None or len(text) > LONGEST_REPORT:
        return done
    hand = access.session.hands.filter(number=number).first()
    if hand is None or REPORTS.is_reached(request):
        return done
    REPORTS.count_use(request)
    try:
        theirs = json.loads(text)
    except (ValueError, RecursionError):
        return done
    if isinstance(theirs, dict) and theirs != hand.result:
        results_differing.labels(access.session.variant).inc()
        release = request.POST.get("release", "")
        log.warning(
            "session %s hand %s: phone with engine %s settled %s, here %s; outcome %s",
            access.session.pk,
            hand.number,
            release if release.isascii() and release.isalnum() and len(release) <= 40 else "unknown",
            *(
                json.dumps(result, sort_keys=True)[:SHOWN_RESULT]
                for result in (theirs, hand.result, hand.outcome)
            ),
        )
    return done
