"""The door: the tables on this device, join with a code."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit

from ..access import let_in
from ..addresses import spoken_hash, tidy_spoken_code
from ..club_games import clubs_here, table_row
from ..forms import JoinForm
from ..models import JoinCode, Session

# All together: with 200 codes good at a time, whoever has ever so many addresses guesses one in ten weeks.
WRONG_CODES = Limit("wrong-codes", per_device=10, per_address=60, seconds=600, altogether=300)
TABLES_SHOWN = 30


@require_safe
def home(request: ClubRequest) -> HttpResponse:
    """What this device can do, and the tables it has."""
    return door(request, JoinForm())


def door(request: ClubRequest, form: JoinForm, status: int = 200) -> HttpResponse:
    """The start page, with the form to join as it was typed."""
    tables = tables_here(request)
    context = {
        "form": form,
        "clubs": clubs_here(request),
        "open": [row for row in tables if row["session"].ended_at is None],
        "finished": [row for row in tables if row["session"].ended_at is not None],
    }
    return render(request, "tables/home.html", context, status=status)


def tables_here(request: ClubRequest) -> list[dict[str, Any]]:
    """The sessions of this device, the newest first, each with its players."""
    if request.visitor.device_id is None:
        return []
    sessions = Session.objects.on_device(request.visitor.device_id).prefetch_related("seats__player")
    return [table_row(session) for session in sessions[:TABLES_SHOWN]]


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: ClubRequest) -> HttpResponse:
    """Open a table by the short code somebody says. Wrong guesses are counted."""
    if request.method != "POST":
        return door(request, JoinForm())
    form = JoinForm(request.POST)
    status = 422
    if form.is_valid():
        if WRONG_CODES.reached(request):
            form.add_error("code", _("Too many wrong codes. Wait ten minutes, or scan the QR code."))
            status = 429
        elif found := _find_code(form.cleaned_data["code"]):
            let_in(request, found.session, found.role)
            return redirect("tables:table", found.session.code)
        else:
            WRONG_CODES.count(request)
            form.add_error(
                "code", _("No table has this code. Codes expire: ask for the one on the phone now.")
            )
    return door(request, form, status)


def _find_code(typed: str) -> JoinCode | None:
    codes = JoinCode.objects.select_related("session")
    known = spoken_hash(tidy_spoken_code(typed))
    return codes.filter(code_hash=known, expires_at__gt=timezone.now()).first()
