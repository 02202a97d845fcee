"""Lines of an iCalendar file (RFC 5545): the few kinds of value that a club's calendar has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime

#: octets of a line; a longer one goes on in the next after a space (3.1)
LINE = 75
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def property_line(name: str, value: str | int | date) -> str:
    """Return one property; `name` may have parameters. A moment is told in UTC, a day as VALUE=DATE.

    >>> property_line("SUMMARY", "Rain, and\\nwind; again")
    'SUMMARY:Rain\\\\, and\\\\nwind\\\\; again'
    >>> property_line("DTSTART", date(2026, 11, 26))
    'DTSTART;VALUE=DATE:20261126'
    """
    if isinstance(value, datetime):
        return f"{name}:{value.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    if isinstance(value, date):
        return f"{name};VALUE=DATE:{value:%Y%m%d}"
    return f"{name}:{escaped(value) if isinstance(value, str) else value}"


def escaped(text: str) -> str:
    """Return a text as a value (3.3.11), without control characters, which no value may have."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return CONTROL.sub("", lines.replace("\n", "\\n"))


def folded(line: str) -> str:
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
    return "".join(f"{folded(line)}\r\n" for line in ("BEGIN:VCALENDAR", *lines, "END:VCALENDAR")).encode()
