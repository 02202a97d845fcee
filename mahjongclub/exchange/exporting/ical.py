"""Lines of an iCalendar file (RFC 5545): the few kinds of value that a club's calendar has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from mahjongclub.clubs.time_zones import find_zone

#: octets of a line; a longer one goes on in the next after a space (3.1)
LINE = 75
NOTHING, SECOND, DAY = timedelta(), timedelta(seconds=1), timedelta(days=1)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def property_line(name: str, value: str | int | date) -> str:
    """Return one property; `name` may have parameters. A moment is told in UTC, a day as VALUE=DATE.

    What takes place at an hour of its town is told by `local_line`.

    >>> property_line("SUMMARY", "Rain, and\\nwind; again")
    'SUMMARY:Rain\\\\, and\\\\nwind\\\\; again'
    >>> property_line("DTSTART", date(2026, 11, 26))
    'DTSTART;VALUE=DATE:20261126'
    """
    if isinstance(value, datetime):
        return f"{name}:{value.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    if isinstance(value, date):
        return f"{name};VALUE=DATE:{value:%Y%m%d}"
    return f"{name}:{escape_text(value) if isinstance(value, str) else value}"


def local_line(name: str, moment: datetime, zone: str) -> str:
    """Return a moment as the clocks of a zone say it, which `zone_lines` describe; UTC needs none.

    A zone that this machine does not know is UTC, as for the club's pages (`Club.zone`).

    >>> local_line("DTSTART", datetime(2026, 10, 22, 17, 30, tzinfo=UTC), "Europe/Paris")
    'DTSTART;TZID=Europe/Paris:20261022T193000'
    """
    clocks = find_zone(zone)
    if zone == "UTC" or clocks is None:
        return property_line(name, moment)
    return f"{name};TZID={zone}:{moment.astimezone(clocks):%Y%m%dT%H%M%S}"


def zone_lines(zone: str, first: date, last: date) -> list[str]:
    """Return the VTIMEZONE of a zone (3.6.5), as it is from one day to another: every change between them."""
    clocks = find_zone(zone)
    if zone == "UTC" or clocks is None:
        return []
    begin, end = datetime.combine(first, time.min, UTC), datetime.combine(last, time.max, UTC)
    lines = ["BEGIN:VTIMEZONE", f"TZID:{zone}"]
    for moment in (begin, *_changes(clocks, begin, end)):
        before = (moment - SECOND).astimezone(clocks)
        after = moment.astimezone(clocks)
        kind = "DAYLIGHT" if (after.dst() or NOTHING) > NOTHING else "STANDARD"
        since = moment.replace(tzinfo=None) + (before.utcoffset() or NOTHING)
        lines += [
            f"BEGIN:{kind}",
            f"DTSTART:{since:%Y%m%dT%H%M%S}",
            f"TZOFFSETFROM:{before:%z}",
            f"TZOFFSETTO:{after:%z}",
            f"TZNAME:{after:%Z}",
            f"END:{kind}",
        ]
    return [*lines, "END:VTIMEZONE"]


def _changes(zone: tzinfo, begin: datetime, end: datetime) -> Iterator[datetime]:
    """The moments in UTC at which the clocks of a zone are put forward or back, to the second."""

    def facts(moment: datetime) -> tuple[Any, ...]:
        local = moment.astimezone(zone)
        return local.utcoffset(), local.dst(), local.tzname()

    day = begin
    while day < end:
        low, high = day, min(day + DAY, end)
        if facts(low) != facts(high):
            while high - low > SECOND:
                middle = low + (high - low) // 2
                middle = middle.replace(microsecond=0)
                low, high = (middle, high) if facts(middle) == facts(low) else (low, middle)
            yield high
        day = day + DAY


def escape_text(text: str) -> str:
    """Return a text as a value (3.3.11), without control characters, which no value may have."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return CONTROL.sub("", lines.replace("\n", "\\n"))


def fold_line(line: str) -> str:
    """Return a line with breaks where it is longer than 75 octets, never within a letter."""
    parts, size = [""], 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > LINE:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += octets
    return "\r\n".join(parts)


def calendar_file(lines: Iterable[str]) -> bytes:
    """Return the file that these lines are the content of."""
    return "".join(f"{fold_line(line)}\r\n" for line in ("BEGIN:VCALENDAR", *lines, "END:VCALENDAR")).encode()
