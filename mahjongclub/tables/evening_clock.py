"""The common clock of an evening: set, started, paused, gone on, taken off. The wall hears of each change."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Evening

from .clock import deadline_from, read_clock
from .models import EveningClock
from .telling import tell_wall
from .writing import one_writer


def evening_clock_of(evening: Evening | None) -> EveningClock | None:
    """The evening's clock, None without one. One query at most."""
    return getattr(evening, "clock", None)


def set_evening_clock(evening: Evening, wanted: dict[str, Any] | None) -> bool:
    """Give the evening a clock, not started (`minutes`, `alarms`, `hides`), or with None take it off.

    False where it has started meanwhile: its settings then stay as they are.
    """
    with one_writer(), transaction.atomic():
        clock = _locked(evening)
        if wanted is None:
            EveningClock.objects.filter(evening=evening).delete()
        elif clock is not None and clock.started_at is not None:
            return False
        else:
            EveningClock.objects.update_or_create(evening=evening, defaults=wanted)
        _tell(evening)
    return True


def start_evening_clock(evening: Evening) -> None:
    """The time runs from now on. Starting twice changes nothing."""
    with one_writer(), transaction.atomic():
        clock = _locked(evening)
        if clock is None or clock.started_at is not None:
            return
        clock.started_at = timezone.now()
        clock.deadline = deadline_from(clock, clock.started_at)
        clock.save()
        _tell(evening)


def pause_evening_clock(evening: Evening) -> None:
    """The time stands still. Nothing happens to a clock that does not run."""
    with one_writer(), transaction.atomic():
        clock = _locked(evening)
        now = timezone.now()
        if clock is None or read_clock(clock, now).state != "running":
            return
        clock.paused_at = now
        clock.save()
        _tell(evening)


def resume_evening_clock(evening: Evening) -> None:
    """The time runs again; the end moves by the length of the pause."""
    with one_writer(), transaction.atomic():
        clock = _locked(evening)
        if clock is None or clock.paused_at is None or clock.deadline is None:
            return
        clock.deadline += timezone.now() - clock.paused_at
        clock.paused_at = None
        clock.save()
        _tell(evening)


def _locked(evening: Evening) -> EveningClock | None:
    return EveningClock.objects.select_for_update().filter(evening=evening).first()


def _tell(evening: Evening) -> None:
    club_id = evening.club_id
    transaction.on_commit(lambda: tell_wall(club_id))
