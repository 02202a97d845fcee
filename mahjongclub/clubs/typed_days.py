"""Days, hours and moments as people type them in their language; what can be read two ways is never guessed.

A browser's own calendar sends 2026-12-24 and is always understood. What is typed is read in every language of
the app; a day that two readings make two days is refused, with both of them.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mahjongclub.lists.dates import DMY, MDY, YMD, possible_days
from mahjongclub.lists.letters import plain_digits, without_accents

from .time_zones import today

#: letters of what was typed that are told again
LONGEST_TOLD = 40
#: and of which so many are read
LONGEST_TYPED = 400
HOUR = re.compile(
    r"(\d{1,2})(?:\s*(?:[:.h]|時|시)\s*(\d{2})?)?(?::\d{2})?\s*(?:h|uhr|分|분)?\s*([ap])?(?:\.?m\.?)?"
)
#: a moment's hour begins after a T, or it is the last of the text
MOMENT = re.compile(
    r"(?P<day>.+?)(?:t|,|\s+(?:a|at|um))?\s*"
    r"(?P<hour>\d{1,2}\s*[:h].*|(?<=\s)\d{1,2}\.\d{2}|\d{1,2}(?:[.:]\d{2})?\s*[ap]\.?m\.?)"
)


def read_typed_day(typed: str) -> date:
    """Return the day that somebody typed. ValidationError where it is none, or could be two."""
    days = possible_days(typed[:LONGEST_TYPED], _orders(typed))
    words = {"what": typed.strip()[:LONGEST_TOLD]}
    if len(days) > 1:
        first, second = (date_format(day, "DATE_FORMAT") for day in days[:2])
        text = _("“%(what)s” can be %(one)s or %(other)s: write the month as a word, or as %(iso)s.")
        words |= {"one": first, "other": second, "iso": days[0].isoformat()}
        raise forms.ValidationError(text % words, code="ambiguous")
    if not days:
        words["day"] = date_format(today(), "SHORT_DATE_FORMAT")
        text = _("“%(what)s” is not a day: write it as %(day)s or 2026-12-24.")
        raise forms.ValidationError(text % words, code="invalid")
    return days[0]


def _orders(typed: str) -> list[str]:
    """Return the orders that numbers typed in the reader's language can have: the day first, in English the
    month too unless points stand between, and of two digits the year before dashes.
    """
    orders = [DMY]
    if "." not in typed and (get_language() or "en").startswith("en"):
        orders.append(MDY)
    return [*orders, YMD] if re.search("[-‐-―−]", typed) else orders


def read_typed_hour(typed: str) -> time:
    """The hour of the day that somebody typed: 19:30, 19h30, 19.30, 7:30 pm. ValidationError if it is none.

    >>> [str(read_typed_hour(typed)) for typed in ("19 h 30", "7 pm", "19h", "12.15 a.m.")]
    ['19:30:00', '19:00:00', '19:00:00', '00:15:00']
    """
    text = _plain(typed)
    match = HOUR.fullmatch(text)
    # a bare 7 can be of the morning or evening, a bare 19 cannot
    if match is not None and (match[2] or match[3] or not text.isdigit() or int(text) > 12):
        hour, minute = int(match[1]), int(match[2] or 0)
        if match[3] and 1 <= hour <= 12:
            hour = hour % 12 + (12 if match[3] == "p" else 0)
        elif match[3]:
            hour = 99
        if hour < 24 and minute < 60:
            return time(hour, minute)
    text = _("“%(what)s” is not an hour of the day: write it as 19:30.")
    raise forms.ValidationError(text % {"what": typed.strip()[:LONGEST_TOLD]}, code="invalid")


def read_typed_moment(typed: str) -> datetime:
    """The day and hour that somebody typed, in the zone that is active. ValidationError where it is none.

    An hour that the clocks leave out, or have twice, is refused.
    """
    match = MOMENT.fullmatch(_plain(typed))
    if match is None:
        read_typed_day(typed)  # which says what is wrong with the day
        raise forms.ValidationError(_("Say the hour too, such as 2026-12-24 19:30."), code="invalid")
    return aware_in_active_zone(
        datetime.combine(read_typed_day(match["day"]), read_typed_hour(match["hour"]))
    )


def aware_in_active_zone(moment: datetime) -> datetime:
    """A moment by the clocks of the active zone. ValidationError where they leave it out or have it twice."""
    zone = timezone.get_current_timezone()
    early, late = (moment.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if early.utcoffset() == late.utcoffset():
        return early
    if early.utcoffset() < late.utcoffset():  # type: ignore[operator]
        text = _("The clocks go forward: there is no %(hour)s on that day. Choose another hour.")
    else:
        text = _("The clocks go back: there are two %(hour)s on that day. Choose another hour.")
    raise forms.ValidationError(text % {"hour": f"{moment:%H:%M}"}, code="invalid")


class DayField(forms.DateField):
    """A day, as a browser's own calendar sends it or as somebody types it."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def to_python(self, value: Any) -> date | None:
        if isinstance(value, str) and value.strip():
            return read_typed_day(value)
        return super().to_python(value)


class HourField(forms.TimeField):
    """An hour of the day, as a browser's own clock sends it or as somebody types it."""

    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})

    def to_python(self, value: Any) -> time | None:
        if isinstance(value, str) and value.strip():
            return read_typed_hour(value)
        return super().to_python(value)


class MomentField(forms.DateTimeField):
    """A day with its hour in the active zone, as a browser's own calendar sends it or somebody types it."""

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> datetime | None:
        if isinstance(value, str) and value.strip():
            return read_typed_moment(value)
        return super().to_python(value)


def _plain(typed: str) -> str:
    """Return what was typed in plain small letters and digits, without accents and with single blanks."""
    plain = without_accents(plain_digits(typed[:LONGEST_TYPED]))
    return " ".join(re.sub(r"[‐-―−]", "-", plain).split())
