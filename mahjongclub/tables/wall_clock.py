"""The common clock as the wall and the evening's page show it."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from .clock import read_clock
from .clock_strip import alarm_in_words, as_shown
from .models import EveningClock


def wall_clock(clock: EveningClock | None) -> dict[str, Any] | None:
    """The context of templates/tables/_wall_clock.html; None without a clock."""
    if clock is None:
        return None
    reading = read_clock(clock)
    return {
        "pk": f"evening-{clock.pk}",
        "reading": reading,
        "fired": reading.fired,
        "alarms": reading.alarms,
        "ask_ms": round(reading.ask_again * 1000),
        "now_ms": round(timezone.now().timestamp() * 1000),
        "next_ms": None if reading.to_next is None else round(reading.to_next * 1000),
        "left_ms": None if reading.left is None else round(reading.left * 1000),
        "shown": "" if reading.left is None else as_shown(reading.left),
        "alarm": "" if reading.state == "over" else alarm_in_words(reading, None),
        "minutes": clock.minutes,
    }
