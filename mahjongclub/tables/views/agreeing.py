"""All agree: what a seat says to the last hand, and the switch that asks for it."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score, visit
from ..agreeing_changes import agree, switch_agreeing
from ..models import Access
from ..recording import Stale
from ..wording import said
from .answers import BadSubmission, done, fresh_table, hand_number_of, submission_of


@require_POST
def say(request: ClubRequest, code: str) -> HttpResponse:
    """This phone's seat agrees, or calls the hand wrong; a scorer also speaks for a seat without a phone."""
    access = visit(request, code)
    behalf = request.POST.get("do") == "behalf"
    if behalf and not access.may_score:
        raise PermissionDenied("watching only")
    seat = _seat_named(request, access) if behalf else access.seat
    if seat is None:
        told = _("Choose one of the seats.") if behalf else _("Say first which seat is yours.")
        return _again(request, access, 422, told)
    try:
        receipt = agree(
            access.session.pk,
            submission_of(request),
            hand_number_of(request),
            seat,
            behalf=behalf,
            wrong=request.POST.get("do") == "wrong",
        )
    except BadSubmission:
        return _again(request, access, 422, _("This form is too old. Look again, then confirm."))
    except Stale:
        return _again(request, access, 409, _("The table has changed meanwhile. Look again, then confirm."))
    except RuleError as fault:
        return _again(request, access, 422, said(fault.text))
    access.session = receipt.session
    return done(request, access, receipt.session)


@require_http_methods(["GET", "HEAD", "POST"])
def switch(request: ClubRequest, code: str) -> HttpResponse:
    """Whether every seat is asked about each hand before the next one is entered."""
    access = score(request, code)
    errors: list[str] = []
    if request.method == "POST":
        wanted = request.POST.get("agreeing")
        try:
            if wanted not in ("on", "off"):
                raise BadSubmission("agreeing")
            switch_agreeing(access.session.pk, submission_of(request), wanted == "on")
            return redirect("tables:table", code)
        except BadSubmission:
            errors = [_("This form is too old. Look again, then confirm.")]
            status = 422
        except Stale as stale:
            access.session, status = stale.session, 409
            errors = [_("The table has changed meanwhile. Look again, then confirm.")]
    context = {"access": access, "session": access.session, "errors": errors}
    return render(request, "tables/agreeing.html", context, status=status if errors else 200)


def _seat_named(request: ClubRequest, access: Access) -> int | None:
    seats = {str(seat): seat for seat in range(access.session.game.seats)}
    return seats.get(request.POST.get("seat", ""))


def _again(request: ClubRequest, access: Access, status: int, told: str) -> HttpResponse:
    access.session.refresh_from_db()
    return fresh_table(request, access, access.session, status=status, errors=[told])
