"""The clock of a table: set, started, paused, and its forms; the referee called to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.game import RuleError

from ..access import visit_as_scorer, visit_table
from ..clock import clock_of
from ..clock_changes import (
    call_referee,
    pause_clock,
    resume_clock,
    set_clock,
    settings_while_running,
    start_clock,
)
from ..clock_strip import clock_strip
from ..models import LONGEST_REASON, Access, Clock, Countdown, Session
from ..recording import Receipt, Submission
from .answers import answer_after_change, attempt_change, current_table_answer

MOST_MINUTES = 600
MOST_ALARMS = 5


class ClockForm(forms.Form):
    """Minutes, alarms, whether the time is hidden, and what happens at the end.

    With a `running` clock the settings are those it goes on with.
    """

    def __init__(self, *args: Any, running: Clock | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.running = running

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        help_text=gettext_lazy("How long the game lasts, from the tap that starts the clock."),
        min_value=1,
        max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    alarms = forms.CharField(
        label=gettext_lazy("Alarms"),
        help_text=gettext_lazy(
            "Minutes after which the alarms sound, such as 50, 55. The end has its own alarm. May be empty."
        ),
        required=False,
        max_length=60,
    )
    hides = forms.BooleanField(label=gettext_lazy("From the first alarm on, hide the time"), required=False)
    at_end = forms.ChoiceField(
        label=gettext_lazy("When the time is up"), choices=Clock.AtEnd.choices, widget=forms.RadioSelect
    )

    def clean_alarms(self) -> list[int]:
        """The alarms as minutes, ascending, each once."""
        text = self.cleaned_data["alarms"].strip()
        if not re.fullmatch(r"[0-9\s,;/]*", text):
            raise forms.ValidationError(_("Write minutes with commas between them, such as 50, 55."))
        minutes = sorted({int(number) for number in re.findall(r"[0-9]{1,9}", text)})
        if len(minutes) > MOST_ALARMS:
            raise forms.ValidationError(_("At most %(count)s alarms.") % {"count": MOST_ALARMS})
        return minutes

    def clean(self) -> None:
        """Every alarm sounds before the end; of a running clock neither lies in the past."""
        super().clean()
        cleaned = self.cleaned_data
        minutes, alarms = cleaned.get("minutes"), cleaned.get("alarms")
        if minutes and alarms and not (alarms[0] >= 1 and alarms[-1] < minutes):
            self.add_error(
                "alarms", _("Alarms sound from minute 1 to minute %(last)s.") % {"last": minutes - 1}
            )
        if self.running is not None and not self.errors:
            try:
                settings_while_running(self.running, cleaned, timezone.now())
            except RuleError as fault:
                self.add_error(fault.field, said(fault.text))


class PauseForm(forms.Form):
    """Why the clock stands still."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("Kept in the log of the table. May be left empty."),
        max_length=LONGEST_REASON,
        required=False,
    )


class EveningClockForm(ClockForm):
    """The common clock of an evening: it closes no table, so nothing is asked about its end."""

    at_end = None  # type: ignore[assignment]  # how Django takes a field out of a form's child


USUAL: dict[str, Any] = {"minutes": 60, "alarms": [50, 55], "hides": True, "at_end": Clock.AtEnd.FINISH.value}


@require_safe
@never_cache
def show_clock_now(request: ClubRequest, code: str) -> HttpResponse:
    """What the clock says, for the strip above the board; 204 where the phone shows that already."""
    strip = clock_strip(visit_table(request, code))
    if strip is None:
        # ended, or taken off: the table itself has the news
        return HttpResponse(status=204, headers={"HX-Trigger": "table:changed"})
    if request.GET.get("seen") == strip["token"]:
        return HttpResponse(status=204)
    return render(request, "tables/_clock.html", {"clock": strip})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def set_table_clock(request: ClubRequest, code: str) -> HttpResponse:
    """Show the clock's page; set it before it starts and while it runs, or take it off."""
    access = visit_as_scorer(request, code)
    session = access.session
    if session.table.ended:
        return redirect("tables:end", code)
    form, status = _settings_form(session), 200
    errors: list[str] = []
    if request.method == "POST":
        clock = clock_of(session)
        started = clock is not None and clock.started_at is not None
        form = ClockForm(request.POST, running=clock if started else None)
        if "remove" in request.POST or form.is_valid():
            new_settings = None if "remove" in request.POST else form.cleaned_data
            errors, status, _now = attempt_change(
                request, session, lambda pk, sub: set_clock(pk, sub, new_settings)
            )
            if not errors:
                return redirect("tables:table", code)
            if new_settings is None:
                form = _settings_form(session)
        else:
            status = 422
    return _page(request, access, status=status, form=form, errors=errors)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pause_table_clock(request: ClubRequest, code: str) -> HttpResponse:
    """Stop the table's clock at once, and save why: then, or once it stands."""
    access = visit_as_scorer(request, code)
    if request.method == "POST" and "reason" not in request.POST:
        return _on_table(request, code, lambda pk, sub: pause_clock(pk, sub, ""))
    if access.session.table.ended:
        return redirect("tables:end", code)
    form, status = PauseForm(), 200
    errors: list[str] = []
    if request.method == "POST":
        form = PauseForm(request.POST)
        status = 422
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            errors, status, _now = attempt_change(
                request, access.session, lambda pk, sub: pause_clock(pk, sub, reason)
            )
            if not errors:
                return redirect("tables:table", code)
    return _page(request, access, status=status, pause_form=form, errors=errors)


@require_POST
def start_table_clock(request: ClubRequest, code: str) -> HttpResponse:
    """Start the table's clock."""
    return _on_table(request, code, start_clock)


@require_POST
def resume_table_clock(request: ClubRequest, code: str) -> HttpResponse:
    """Let the table's clock run again."""
    return _on_table(request, code, resume_clock)


@require_POST
def call_table_referee(request: ClubRequest, code: str) -> HttpResponse:
    """Call the referee to a tournament's table, or say that none is needed any more."""
    is_called = request.POST.get("call") != "off"
    return _on_table(request, code, lambda pk, sub: call_referee(pk, sub, is_called=is_called))


def _on_table(request: ClubRequest, code: str, change: Callable[[int, Submission], Receipt]) -> HttpResponse:
    access = visit_as_scorer(request, code)
    errors, status, access.session = attempt_change(request, access.session, change)
    if errors:
        access.session.refresh_from_db()
        return current_table_answer(request, access, access.session, status=status, errors=errors)
    return answer_after_change(request, access, access.session)


def initial_clock_values(clock: Countdown | None, usual: dict[str, Any]) -> dict[str, Any]:
    """What a form shows of a clock: as it is set, or as most set one."""
    values = {name: getattr(clock, name) for name in usual} if clock is not None else usual
    return {**values, "alarms": ", ".join(map(str, values["alarms"]))}


def _settings_form(session: Session) -> ClockForm:
    return ClockForm(initial=initial_clock_values(clock_of(session), USUAL))


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
