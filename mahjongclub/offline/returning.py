"""Where a phone comes back to: what it did beside its hands, tables it opened, results that differ."""

from __future__ import annotations

import json
import logging
from typing import Any
from uuid import UUID

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.access import score
from mahjongclub.tables.models import names_by_seat
from mahjongclub.tables.opening_limit import count_opened, too_many_opened
from mahjongclub.tables.wording import said
from mahjongclub.tables.writing import in_turn

from .adopting import adopt
from .arriving import read_coming, read_opened
from .measures import results_differing
from .opening import open_again, opened_before

log = logging.getLogger("mahjongclub.offline")

REPORTS = Limit("offline-differences", per_device=30, per_address=300, seconds=3600)
MOST_HANDS = 99_999
#: how much of a phone's result a line of the log keeps
SHOWN_RESULT = 2000
LONGEST_REPORT = 20_000


@require_POST
@in_turn
def come_back(request: ClubRequest, code: str) -> HttpResponse:
    """Take over what a phone did beside its hands: `coming`, JSON (see `arriving.Coming`).

    JSON: {state: "done", version, told}, the version its next hand follows and what was not taken over, in
    words; {state: "refused", why} (422) for what cannot be read.
    """
    access = score(request, code)
    try:
        taken = adopt(access, read_coming(request.POST.get("coming", "")))
    except RuleError as fault:
        return _refused(said(fault.text, names_by_seat(access.session)))
    return JsonResponse({"state": "done", "version": taken.version, "told": taken.told})


@require_POST
@in_turn
def open_table(request: ClubRequest) -> HttpResponse:
    """Open a table that a phone opened without network: `opened`, JSON, under its `key`.

    JSON: {state: "opened", code}; {state: "refused", why} (422, 429).
    """
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        return _refused(_("What this phone sent cannot be read."))
    known = opened_before(request.visitor.device_id, key)
    if known is None:
        try:
            told = read_opened(request.POST.get("opened", ""))
        except RuleError as fault:
            return _refused(said(fault.text))
        if too_many := too_many_opened(request):
            return _refused(too_many, status=429)
        count_opened(request)
        known = open_again(request.visitor.device(), key, told)
    return JsonResponse({"state": "opened", "code": known.code})


@require_POST
def differs(request: ClubRequest, code: str) -> HttpResponse:
    """A phone settled a hand otherwise than the server: `number`, `result` (JSON), its engine's `release`.

    Looked at here before it is believed; 204 also where nothing differs, or too often.
    """
    access = score(request, code)
    number, text = request.POST.get("number", ""), request.POST.get("result", "")
    fits = number.isascii() and number.isdigit() and len(number) < 6 and len(text) <= LONGEST_REPORT
    hand = access.session.hands.filter(number=int(number)).first() if fits else None
    if hand is None or REPORTS.reached(request):
        return HttpResponse(status=204)
    REPORTS.count(request)
    theirs = _result(text)
    if theirs is not None and theirs != hand.result:
        results_differing.labels(access.session.variant).inc()
        log.warning(
            "session %s hand %s: phone with engine %s settled %s, here %s; outcome %s",
            access.session.pk,
            hand.number,
            _release(request.POST.get("release", "")),
            *(json.dumps(one, sort_keys=True)[:SHOWN_RESULT] for one in (theirs, hand.result, hand.outcome)),
        )
    return HttpResponse(status=204)


def _result(text: str) -> Any:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _release(text: str) -> str:
    return text if text.isascii() and text.isalnum() and len(text) <= 40 else "unknown"


def _refused(why: str, status: int = 422) -> JsonResponse:
    return JsonResponse({"state": "refused", "why": why}, status=status)
