"""Setting, starting, pausing a session's clock; the referee called to it, and the time it gets more.

Each change is a revision: the log tells who and why.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Device
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.words import Text

from .clock import clock_of, deadline_from, read_clock
from .models import Clock, Revision, Session
from .recording import Receipt, Submission, change_clock, change_session
from .replaying import Change
from .writing import check_director


def set_clock(session_id: int, submission: Submission, wanted: dict[str, Any] | None) -> Receipt:
    """Give the session a clock, not started (`minutes`, `alarms`, `hides`, `at_end`), or take it off."""

    def work(session: Session) -> Change:
        check_director(session, directs=submission.directs)
        clock = clock_of(session)
        before = settings_of(clock) if clock is not None else None
        if clock is not None and clock.started_at is not None and wanted is not None:
            raise RuleError(
                "clock_has_started", "minutes", Text("The clock has started: its settings stay as they are.")
            )
        if clock is not None and wanted is None:
            clock.delete()
        elif wanted is not None:
            Clock.objects.update_or_create(session=session, defaults=wanted)
        return Change(Revision.Action.CLOCK, None, before, wanted)

    return change_clock(session_id, submission, work)


def start_clock(session_id: int, submission: Submission) -> Receipt:
    """The time runs from now on."""

    def work(session: Session) -> Change:
        clock = _clock(session)
        if clock.started_at is not None:
            raise RuleError("clock_has_started", None, Text("The clock has started already."))
        clock.started_at = submission.moment
        clock.deadline = deadline_from(clock, clock.started_at)
        clock.save()
        return Change(Revision.Action.CLOCK_START)

    return change_clock(session_id, submission, work)


def pause_clock(session_id: int, submission: Submission, reason: str) -> Receipt:
    """The time stands still at once; the reason, which the log keeps, may be said in a second pause."""

    def work(session: Session) -> Change:
        clock = _clock(session)
        now = submission.moment
        if clock.paused_at is not None and reason:
            before, clock.pause_reason = {"reason": clock.pause_reason}, reason
            clock.save()
            return Change(Revision.Action.PAUSE, None, before, {"reason": reason})
        if read_clock(clock, now).state != "running":
            raise RuleError("clock_not_running", None, Text("The clock is not running."))
        clock.paused_at, clock.pause_reason = now, reason
        clock.save()
        return Change(Revision.Action.PAUSE, None, None, {"reason": reason})

    return change_clock(session_id, submission, work)


def resume_clock(session_id: int, submission: Submission) -> Receipt:
    """The time runs again; the end moves by the length of the pause."""

    def work(session: Session) -> Change:
        clock = _clock(session)
        if clock.paused_at is None or clock.deadline is None:
            raise RuleError("clock_not_paused", None, Text("The clock is not paused."))
        pause = max(submission.moment - clock.paused_at, timedelta(0))
        stood = {"reason": clock.pause_reason, "seconds": round(pause.total_seconds())}
        change = Change(Revision.Action.RESUME, None, stood)
        clock.deadline += pause
        clock.paused_at, clock.pause_reason = None, ""
        clock.save()
        return change

    return change_clock(session_id, submission, work)


def settings_of(clock: Clock) -> dict[str, Any]:
    """What was set of a clock, as its revision keeps it."""
    return {
        "minutes": clock.minutes,
        "alarms": clock.alarms,
        "hides": clock.hides,
        "at_end": str(clock.at_end),
    }


def _clock(session: Session) -> Clock:
    clock = clock_of(session)
    if clock is None:
        raise RuleError("no_clock", None, Text("This table has no clock."))
    return clock


def call_referee(session_id: int, submission: Submission, *, wanted: bool) -> Receipt:
    """The players of a tournament's table call the referee, or need none any more. Twice is once."""

    def work(session: Session) -> Change:
        _must_have_referee(session)
        before = session.called_at is not None
        if wanted != before:
            session.called_at = submission.moment if wanted else None
        return Change(Revision.Action.REFEREE, None, {"called": before}, {"called": wanted})

    return change_session(session_id, submission, work, any_version=True)


def answer_call(session_id: int, device: Device | None) -> None:
    """The referee goes there. Nothing happens where nobody waits."""

    def work(session: Session) -> Change:
        _must_have_referee(session)
        called, session.called_at = session.called_at is not None, None
        return Change(Revision.Action.REFEREE, None, {"called": called}, {"called": False})

    change_session(session_id, Submission(uuid4(), 0, device, directs=True), work, any_version=True)


def give_extra_time(session_id: int, device: Device | None, minutes: int) -> None:
    """A tournament's table plays so many minutes longer than the others, all in all; 0 takes them back."""

    def work(session: Session) -> Change:
        _must_have_referee(session)
        before, session.extra_minutes = session.extra_minutes, minutes
        return Change(Revision.Action.REFEREE, None, {"extra": before}, {"extra": minutes})

    change_session(session_id, Submission(uuid4(), 0, device, directs=True), work, any_version=True)


def referee_in_words(kept: dict[str, Any]) -> str:
    """What a revision of the referee keeps, in words."""
    if "extra" in kept:
        return ngettext("%(count)s minute more", "%(count)s minutes more", kept["extra"]) % {
            "count": kept["extra"]
        }
    if "clock" in kept:
        return _("the clock of the round")
    return _("called") if kept["called"] else _("not called")


def _must_have_referee(session: Session) -> None:
    if session.extra_minutes is None:
        raise RuleError("no_referee", None, Text("This table has no referee."))
