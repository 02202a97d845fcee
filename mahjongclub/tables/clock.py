"""Reading a session's clock: what may be seen of it, which alarms have sounded, which hand is the last.

Nothing runs on the server between two requests: an answer follows from the stored moments and the time it is
asked at. From the first alarm on a hiding clock says nothing from which the end could be told.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from mahjongclub.rules.options import GameRules

from .models import Clock, Countdown, EveningClock, Revision, Session

#: an alarm told later than this (seconds) is said to be late
LATE = 5.0
#: how often a phone asks, in seconds: where it cannot count down to the next alarm, and where it can
ASK_HIDDEN = 2.0
ASK_SEEN = 10.0
SHORTEST_ASK = 0.15

CLOCK_ACTIONS = (
    Revision.Action.CLOCK,
    Revision.Action.CLOCK_START,
    Revision.Action.PAUSE,
    Revision.Action.RESUME,
)


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A clock at one moment. Times are seconds.

    `state` is "ready", "running", "paused" or "over". `fired` counts the alarms that have sounded, the end
    being the last of `alarms`. `left` and `to_next` (time to the next alarm) are None where they are hidden.
    """

    state: str
    fired: int
    alarms: int
    hidden: bool
    late: bool
    left: float | None
    to_next: float | None

    @property
    def poll_seconds(self) -> float:
        """How often a phone should look, in seconds, apart from the moment of an alarm it can see coming."""
        if self.hidden:
            return max(SHORTEST_ASK, min(ASK_HIDDEN, ASK_HIDDEN * settings.CLOCK_SECONDS_PER_MINUTE / 60))
        return ASK_SEEN


def read_clock(clock: Countdown, now: datetime | None = None) -> ClockReading:
    """What the clock says at `now`."""
    length = clock_seconds(clock)
    moments = [minute * settings.CLOCK_SECONDS_PER_MINUTE for minute in clock.alarms] + [length]
    if clock.deadline is None:
        return ClockReading("ready", 0, len(moments), False, False, length, None)
    elapsed = length - (clock.deadline - (clock.paused_at or now or timezone.now())).total_seconds()
    fired = sum(elapsed >= moment for moment in moments)
    over = elapsed >= length
    hidden = clock.hides and fired > 0 and not over
    state = "over" if over else "paused" if clock.paused_at else "running"
    seen = not hidden and not over
    return ClockReading(
        state=state,
        fired=fired,
        alarms=len(moments),
        hidden=hidden,
        late=fired > 0 and elapsed - moments[fired - 1] > LATE,
        left=length - elapsed if seen else None,
        to_next=moments[fired] - elapsed if seen and state == "running" else None,
    )


def clock_seconds(clock: Countdown) -> float:
    """The whole length of a clock in seconds."""
    return clock.minutes * settings.CLOCK_SECONDS_PER_MINUTE


def start_without_pauses(clock: Countdown) -> datetime | None:
    """When a clock without pauses would have started to have run as long; None before it starts."""
    return clock.deadline and clock.deadline - timedelta(seconds=clock_seconds(clock))


def minutes_run(clock: Countdown, now: datetime) -> float:
    """How many minutes a clock has run at `now`, its pauses not counted; 0 before it starts."""
    begins = start_without_pauses(clock)
    if begins is None:
        return 0
    return ((clock.paused_at or now) - begins).total_seconds() / settings.CLOCK_SECONDS_PER_MINUTE


def deadline_if_started(clock: Countdown, start: datetime) -> datetime:
    """When a clock started at `start` ends."""
    return start + timedelta(seconds=clock_seconds(clock))


def clock_of(session: Session) -> Clock | None:
    """The session's clock, None without one. One query at most."""
    return getattr(session, "clock", None)


def common_clock(session: Session) -> EveningClock | None:
    """The clock of its evening by which a table of a tournament goes, with the time this table has more.

    It is not to be saved. None at other tables, and before the round has one. One query at most.
    """
    if session.extra_minutes is None or session.evening_id is None:
        return None
    clock_once: list[EveningClock | None] = session.__dict__.setdefault("_common_clock", [])
    if not clock_once:
        clock = EveningClock.objects.filter(evening_id=session.evening_id).first()
        clock_once.append(clock and with_extra_minutes(clock, session.extra_minutes))
    return clock_once[0]


def with_extra_minutes(clock: EveningClock, minutes: int) -> EveningClock:
    """Return the clock, not to be saved, with so many minutes more before its end: its alarms move too."""
    more = timedelta(seconds=minutes * settings.CLOCK_SECONDS_PER_MINUTE)
    return EveningClock(
        pk=clock.pk,
        evening_id=clock.evening_id,
        minutes=clock.minutes + minutes,
        alarms=[alarm + minutes for alarm in clock.alarms],
        hides=clock.hides,
        started_at=clock.started_at,
        deadline=clock.deadline and clock.deadline + more,
        paused_at=clock.paused_at,
        pause_reason=clock.pause_reason,
    )


def is_time_hidden(session: Session) -> bool:
    """Whether no answer may tell how much time is left."""
    clock = clock_of(session)
    return clock is not None and not session.table.ended and read_clock(clock).hidden


def last_hand_number(clock: Clock, session: Session, now: datetime | None = None) -> int | None:
    """The number of the hand that ends the session, None while there is time (at `now`)."""
    if clock.last_hand is not None:
        return clock.last_hand
    if read_clock(clock, now).state != "over":
        return None
    return session.next_row_number + (clock.at_end == Clock.AtEnd.ONE_MORE)


def save_last_hand_at_time_up(session: Session, now: datetime | None = None) -> None:
    """Save, once the time is up, which hand is the last. To be called before a change made at `now`.

    No hand can have been recorded between the deadline and the first change after it, so the hand in play is
    still the one that was in play when the time was up.
    """
    clock = clock_of(session)
    if clock is None or clock.last_hand is not None or session.table.ended:
        return
    clock.last_hand = last_hand_number(clock, session, now)
    if clock.last_hand is not None:
        clock.save(update_fields=["last_hand"])


def was_closed_by_clock(session: Session) -> bool:
    """Whether the session ended because its time was up."""
    clock = clock_of(session)
    last = clock.last_hand if clock is not None else None
    return session.closed and last is not None and session.row_count >= last


def would_reopen(session: Session, number: int) -> bool:
    """Whether undoing hand `number` opens a session that the clock had closed with it."""
    clock = clock_of(session)
    return session.closed and clock is not None and clock.last_hand == number


def shift_last_hand_mark(session: Session, action: str, number: int | None) -> bool:
    """Keep the last hand in its place after a change; True where the session is to be closed now."""
    clock = clock_of(session)
    if clock is None:
        return False
    if action == Revision.Action.CONTINUE:
        clock.delete()  # the players go on beyond it; its settings and pauses stay in the revisions
        return False
    if clock.last_hand is None:
        return False
    if number is not None and number <= clock.last_hand:
        shift = {Revision.Action.INSERT: 1, Revision.Action.DELETE: -1}.get(Revision.Action(action), 0)
        if shift:
            clock.last_hand += shift
            clock.save(update_fields=["last_hand"])
    return not session.table.ended and session.row_count >= clock.last_hand


def unsaved_rules_clock(session: Session, rules: GameRules) -> Clock | None:
    """Return the clock, not saved, that a variant's own rules give (Ten), None where they give none."""
    minutes = getattr(rules, "minutes", None)
    if minutes is None:
        return None
    alarms = {getattr(rules, "alarm_first", minutes), getattr(rules, "alarm_second", minutes)}
    return Clock(session=session, minutes=minutes, alarms=sorted(a for a in alarms if a < minutes))


def unsaved_clock_copy(clock: Clock, session: Session) -> Clock:
    """Return a clock of the same settings for another session, not started and not saved."""
    return Clock(
        session=session, minutes=clock.minutes, alarms=clock.alarms, hides=clock.hides, at_end=clock.at_end
    )
