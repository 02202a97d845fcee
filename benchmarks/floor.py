"""The least that an accepted form can cost here: what recording a hand is measured against.

The same server, the same middleware, the same access check, one insert in one transaction, as many bytes
back, compressed as well. It exists in the site map of `benchmarks.settings` alone, which is this module.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.tables.access import visit_as_scorer
from mahjongclub.tables.models import Hand

#: what the floor answers with, below DATA_DIR: the bytes of a recorded hand's answer
BODY = "floor.html"


@require_POST
def floor(request: ClubRequest, code: str) -> HttpResponse:
    """Store the form's hand as it came, settled by nobody."""
    access = visit_as_scorer(request, code)
    number, outcome = int(request.POST["played"]) + 1, json.loads(request.POST["draft"])
    device = request.visitor.get_or_create_device()
    with hold_write_lock(), transaction.atomic():
        Hand.objects.create(
            session=access.session, number=number, outcome=outcome, result={}, entered_by=device
        )
    return HttpResponse(_body())


@cache
def _body() -> bytes:
    return Path(settings.DATA_DIR, BODY).read_bytes()


urlpatterns = [path("", include("mahjongclub.urls")), path("bench/floor/<code:code>/", floor)]
