"""Setting, starting, pausing a session's clock; the referee called to it, and the time it gets more.

Each change is a revision: the log tells who and why.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Device
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.words import Text

from .clock import clock_of, deadline_if_started, minutes_run, read_clock, start_without_pauses
from .models import Clock, Revision, Session
from .recording import Receipt, Submission, change_clock, change_session
from .replaying import Change
from .writing import check_director


def set_clock(session_id: int, submission: Submission, new_settings: dict[str, Any] | None) -> Receipt:
    """Set the session's clock (`minutes`, `alarms`, `hides`, `at_end`), or take it off.

    A clock that has started runs on: what has run stays run, what has rung stays rung.
    """

    def work(session: Session) -> Change:
        check_director(session, directs=submission.directs)
        clock = clock_of(session)
        before = clock_settings(clock) if clock is not None else None
        settings = new_settings
        if clock is not None and new_settings is None:
            clock.delete()
        elif new_settings is not None:
            if clock is not None and clock.started_at is not None:
                settings = settings_while_running(clock, new_settings, submission.moment)
            Clock.objects.update_or_create(session=session, defaults=settings)
        logged = {name: value for name, value in settings.items() if name != "deadline"} if settings else None
        return Change(Revision.Action.CLOCK, None, before, logged)

    return change_clock(session_id, submission, work)


def settings_while_running(clock: Clock, new_settings: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Return the `new_settings` settings for a clock that has started, with its new `deadline`.

    Alarms that have rung stay among its alarms. Raises RuleError, with the field, where the time is up, or
    where the end or a new alarm would lie in the past. While the time is hidden the clock only gets longer:
    what is refused would else tell the time.
    """
    reading = read_clock(clock, now)
    if reading.state == "over":
        raise RuleError("time_is_up", "minutes", Text("The time is up: the clock can no longer be changed."))
    rung = clock.alarms[: reading.fired]
    new = [alarm for alarm in new_settings["alarms"] if alarm not in clock.alarms]
    if reading.hidden:
        _check_tells_no_time(clock, new_settings, new)
    run = minutes_run(clock, now)
    if new_settings["minutes"] <= run:
        raise RuleError("time_has_passed", "minutes", Text("The clock has run for longer than that already."))
    if new and new[0] <= run:
        text = Text("Minute {minute} has passed: a new alarm sounds later.", minute=new[0])
        raise RuleError("alarm_has_passed", "alarms", text)
    begins = start_without_pauses(clock)
    return {
        **new_settings,
        "alarms": sorted({*rung, *new_settings["alarms"]}),
        "deadline": begins and deadline_if_started(Clock(minutes=new_settings["minutes"]), begins),
    }


def _check_tells_no_time(clock: Clock, new_settings: dict[str, Any], new: list[int]) -> None:
    last = {"minutes": clock.minutes}
    if not new_settings["hides"]:
        raise RuleError("time_is_hidden", "hides", Text("The time stays hidden until the end."))
    if new_settings["minutes"] < clock.minutes:
        text = Text("While the time is hidden, at least the {minutes} minutes of now.", **last)
        raise RuleError("time_is_hidden", "minutes", text)
    if new and new[0] < clock.minutes:
        text = Text("While the time is hidden, a new alarm sounds from minute {minutes} on.", **last)
        raise RuleError("time_is_hidden", "alarms", text)


def start_clock(session_id: int, submission: Submission) -> Receipt:
    """Start the session's clock."""

    def work(session: Session) -> Change:
        clock = _clock(session)
        if clock.started_at is not None:
            raise RuleError("clock_has_started", None, Text("The clock has started already."))
        clock.started_at = submission.moment
        clock.deadline = deadline_if_started(clock, clock.started_at)
        clock.save()
        return Change(Revision.Action.CLOCK_START)

    return change_clock(session_id, submission, work)


def pause_clock(session_id: int, submission: Submission, reason: str) -> Receipt:
    """Stop the clock at once; the reason, which the log keeps, may be said in a second pause."""

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
    """Let the clock run again; its end moves by the length of the pause."""

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


def clock_settings(clock: Clock) -> dict[str, Any]:
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


def call_referee(session_id: int, submission: Submission, *, is_called: bool) -> Receipt:
    """Note that a tournament's table calls the referee, or needs none any more. Twice is once."""

    def work(session: Session) -> Change:
        _must_have_referee(session)
        before = session.called_at is not None
        if is_called != before:
            session.called_at = submission.moment if is_called else None
        return Change(Revision.Action.REFEREE, None, {"called": before}, {"called": is_called})

    return change_session(session_id, submission, work, any_version=True)


def clear_referee_call(session_id: int, device: Device | None) -> None:
    """Note that the referee goes to the table. Nothing happens where nobody waits."""

    def work(session: Session) -> Change:
        _must_have_referee(session)
        called, session.called_at = session.called_at is not None, None
        return Change(Revision.Action.REFEREE, None, {"called": called}, {"called": False})

    change_session(session_id, Submission(uuid4(), 0, device, directs=True), work, any_version=True)


def give_extra_time(session_id: int, device: Device | None, minutes: int) -> None:
    """Let a tournament's table play so many minutes longer than the others in all; 0 takes them back."""

    def work(session: Session) -> Change:
        _must_have_referee(session)
        before, session.extra_minutes = session.extra_minutes, minutes
        return Change(Revision.Action.REFEREE, None, {"extra": before}, {"extra": minutes})

    change_session(session_id, Submission(uuid4(), 0, device, directs=True), work, any_version=True)


def referee_in_words(call_log: dict[str, Any]) -> str:
    """What a revision of the referee keeps, in words."""
    if "extra" in call_log:
        return ngettext("%(count)s minute more", "%(count)s minutes more", call_log["extra"]) % {
            "count": call_log["extra"]
        }
    if "clock" in call_log:
        return _("the clock of the round")
    return _("called") if call_log["called"] else _("not called")


def _must_have_referee(session: Session) -> None:
    if session.extra_minutes is None:
        raise RuleError("no_referee", None, Text("This table has no referee."))
