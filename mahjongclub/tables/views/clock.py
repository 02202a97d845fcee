"""The session's clock: its page, its start, its pauses, and what phones ask while it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score, visit
from ..clock import clock_of
from ..clock_changes import pause_clock, resume_clock, set_clock, settings_of, start_clock
from ..clock_form import ClockForm, PauseForm
from ..clock_model import Clock
from ..clock_strip import clock_strip
from ..models import Access, Session
from ..recording import Receipt, Submission
from ..wording import said
from .answers import BadSubmission, done, fresh_table, submission_of

USUAL: dict[str, Any] = {"minutes": 60, "alarms": [50, 55], "hides": True, "at_end": Clock.AtEnd.FINISH.value}


@require_safe
@never_cache
def now(request: ClubRequest, code: str) -> HttpResponse:
    """What the clock says, for the strip above the board; 204 where the phone shows that already."""
    strip = clock_strip(visit(request, code))
    if strip is None:
        # ended, or taken off: the table itself has the news
        return HttpResponse(status=204, headers={"HX-Trigger": "table:changed"})
    if request.GET.get("seen") == strip["token"]:
        return HttpResponse(status=204)
    return render(request, "tables/_clock.html", {"clock": strip})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def clock(request: ClubRequest, code: str) -> HttpResponse:
    """The clock's page: set it before it starts, pause it while it runs, take it off."""
    access = score(request, code)
    session = access.session
    if session.table.ended:
        return redirect("tables:end", code)
    form, status = _settings_form(session), 200
    errors: list[str] = []
    if request.method == "POST":
        form = ClockForm(request.POST)
        if "remove" in request.POST or form.is_valid():
            wanted = None if "remove" in request.POST else form.cleaned_data
            errors, status, _receipt = _try(request, session, lambda pk, sub: set_clock(pk, sub, wanted))
            if not errors:
                return redirect("tables:table", code)
            if wanted is None:
                form = _settings_form(session)
        else:
            status = 422
    return _page(request, access, status=status, form=form, errors=errors)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pause(request: ClubRequest, code: str) -> HttpResponse:
    """Stop the time, saying why."""
    access = score(request, code)
    if access.session.table.ended:
        return redirect("tables:end", code)
    form, status = PauseForm(), 200
    errors: list[str] = []
    if request.method == "POST":
        form = PauseForm(request.POST)
        status = 422
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            errors, status, _receipt = _try(
                request, access.session, lambda pk, sub: pause_clock(pk, sub, reason)
            )
            if not errors:
                return redirect("tables:table", code)
    return _page(request, access, status=status, pause_form=form, errors=errors)


@require_POST
def start(request: ClubRequest, code: str) -> HttpResponse:
    """The tap that starts the time."""
    return _on_table(request, code, start_clock)


@require_POST
def resume(request: ClubRequest, code: str) -> HttpResponse:
    """The time runs again."""
    return _on_table(request, code, resume_clock)


def _on_table(request: ClubRequest, code: str, change: Callable[[int, Submission], Receipt]) -> HttpResponse:
    access = score(request, code)
    errors, status, receipt = _try(request, access.session, change)
    if receipt is None:
        access.session.refresh_from_db()
        return fresh_table(request, access, access.session, status=status, errors=errors)
    access.session = receipt.session
    return done(request, access, receipt.session)


def _try(
    request: ClubRequest, session: Session, change: Callable[[int, Submission], Receipt]
) -> tuple[list[str], int, Receipt | None]:
    """Make a change of the clock; what went wrong in words, with the status to answer."""
    try:
        return [], 200, change(session.pk, submission_of(request))
    except RuleError as fault:
        return [said(fault.text)], 422, None
    except BadSubmission:
        return [_("This form is too old. Look again, then confirm.")], 422, None


def _settings_form(session: Session) -> ClockForm:
    clock = clock_of(session)
    initial = dict(settings_of(clock) if clock is not None else USUAL)
    initial["alarms"] = ", ".join(map(str, initial["alarms"]))
    return ClockForm(initial=initial)


def _page(request: ClubRequest, access: Access, *, status: int, **extra: Any) -> HttpResponse:
    session = Session.objects.get(pk=access.session.pk)
    access.session = session
    clock = clock_of(session)
    context = {
        "session": session,
        "access": access,
        "attached": clock is not None,
        "started": clock is not None and clock.started_at is not None,
        "strip": clock_strip(access),
        "at_end": Clock.AtEnd(clock.at_end).label if clock is not None else "",
        "clock_alarms": ", ".join(map(str, clock.alarms)) if clock is not None else "",
        "hides": clock is not None and clock.hides,
        "form": extra.pop("form", None) or _settings_form(session),
        "pause_form": extra.pop("pause_form", None) or PauseForm(),
        **extra,
    }
    return render(request, "tables/clock.html", context, status=status)
