"""Days, hours and moments as people type them in their language; what can be read two ways is never guessed.

A browser's own calendar sends 2026-12-24 and is always understood. What is typed is read in every language of
the app; a day that two readings make two days is refused, with both of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, time
from functools import cache
from typing import Any
from unicodedata import category, normalize

from django import forms
from django.conf import settings
from django.utils import dates, timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from .time_zones import today

#: letters of what was typed that are told again
LONGEST_TOLD = 40
#: of eight digits in a row: which four of them can be the year
YEARS = range(1900, 2201)
#: of two digits: how many years ahead of now they may be
AHEAD = 20
#: words beside a day that say nothing of it
FILLERS = frozenset(
    ["le", "la", "les", "the", "of", "de", "du", "den", "der", "am", "on", "er", "st", "nd", "rd", "th"]
)
NUMBERS = re.compile(r"(\d{1,4})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?")
EAST_ASIAN = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?")
HOUR = re.compile(
    r"(\d{1,2})(?:\s*(?:[:.h]|時|시)\s*(\d{2})?)?(?::\d{2})?\s*(?:h|uhr|分|분)?\s*([ap])?(?:\.?m\.?)?"
)
#: a moment's hour begins after a T, or it is the last of the text
MOMENT = re.compile(
    r"(?P<day>.+?)(?:t|,|\s+(?:a|at|um))?\s*"
    r"(?P<hour>\d{1,2}\s*[:h].*|(?<=\s)\d{1,2}\.\d{2}|\d{1,2}(?:[.:]\d{2})?\s*[ap]\.?m\.?)"
)


def read_day(typed: str) -> date:
    """The day that somebody typed. ValidationError where it is none, or could be two."""
    found = sorted(set(_readings(_plain(typed))))
    told = {"what": typed.strip()[:LONGEST_TOLD]}
    if len(found) > 1:
        one, other = (date_format(day, "DATE_FORMAT") for day in found[:2])
        text = _("“%(what)s” can be %(one)s or %(other)s: write the month as a word, or as %(iso)s.")
        told |= {"one": one, "other": other, "iso": found[0].isoformat()}
        raise forms.ValidationError(text % told, code="ambiguous")
    if not found:
        told["day"] = date_format(today(), "SHORT_DATE_FORMAT")
        text = _("“%(what)s” is no day: write it as %(day)s or 2026-12-24.")
        raise forms.ValidationError(text % told, code="invalid")
    return found[0]


def read_hour(typed: str) -> time:
    """The hour of the day that somebody typed: 19:30, 19h30, 19.30, 7:30 pm. ValidationError if it is none.

    >>> read_hour("19 h 30"), read_hour("7 pm"), read_hour("19h"), read_hour("12.15 a.m.")
    (datetime.time(19, 30), datetime.time(19, 0), datetime.time(19, 0), datetime.time(0, 15))
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
    text = _("“%(what)s” is no hour of the day: write it as 19:30.")
    raise forms.ValidationError(text % {"what": typed.strip()[:LONGEST_TOLD]}, code="invalid")


def read_moment(typed: str) -> datetime:
    """The day and hour that somebody typed, in the zone that is active. ValidationError where it is none.

    An hour that the clocks leave out, or have twice, is refused.
    """
    match = MOMENT.fullmatch(_plain(typed))
    if match is None:
        read_day(typed)  # which says what is wrong with the day
        raise forms.ValidationError(_("Say the hour too, such as 2026-12-24 19:30."), code="invalid")
    return aware(datetime.combine(read_day(match["day"]), read_hour(match["hour"])))


def aware(moment: datetime) -> datetime:
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
            return read_day(value)
        return super().to_python(value)


class HourField(forms.TimeField):
    """An hour of the day, as a browser's own clock sends it or as somebody types it."""

    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})

    def to_python(self, value: Any) -> time | None:
        if isinstance(value, str) and value.strip():
            return read_hour(value)
        return super().to_python(value)


class MomentField(forms.DateTimeField):
    """A day with its hour in the active zone, as a browser's own calendar sends it or somebody types it."""

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> datetime | None:
        if isinstance(value, str) and value.strip():
            return read_moment(value)
        return super().to_python(value)


def _plain(typed: str) -> str:
    """What was typed in plain small letters and digits, without accents and with single blanks."""
    letters = (one for one in normalize("NFKD", typed.casefold()) if category(one) != "Mn")
    digits = "".join(str(int(one)) if one.isdecimal() else one for one in letters)
    composed = normalize("NFKC", digits)  # Korean syllables fell apart
    return " ".join(re.sub(r"[‐-―−]", "-", composed).split())


def _readings(text: str) -> Iterator[date]:
    """Every day that a plain text can mean."""
    if match := EAST_ASIAN.fullmatch(text):
        yield from _days(match[1], match[2], match[3])
    elif match := NUMBERS.fullmatch(text):
        yield from _by_numbers(*match.groups())
    elif re.fullmatch(r"\d{8}", text):
        either = (*_days(text[:4], text[4:6], text[6:]), *_days(text[4:], text[2:4], text[:2]))
        yield from (day for day in either if day.year in YEARS)
    else:
        yield from _by_words(text)


def _by_numbers(one: str, sign: str, two: str, three: str) -> Iterator[date]:
    """With the year first; else the day first, and in English the month too, unless the sign is a point."""
    if len(one) == 4:
        yield from _days(one, two, three)
        return
    yield from _days(three, two, one)
    if sign != "." and (get_language() or "en").startswith("en"):
        yield from _days(three, one, two)
    if sign == "-" and len(three) <= 2:
        yield from _days(one, two, three)


def _by_words(text: str) -> Iterator[date]:
    """With the month as a word of a language of the app, the day and the year as numbers."""
    words = re.findall(r"\d+|[^\W\d_]+", text)
    if re.search(r"[^\w\s.,'’-]", text):
        return
    numbers = [word for word in words if word.isdigit()]
    letters = [word for word in words if not word.isdigit() and word not in FILLERS]
    months = [month for word in letters if (month := _month(word))]
    weekdays = {weekday for word in letters if (weekday := _weekday(word)) is not None}
    if len(months) > 1:  # "mar." is a Tuesday and March in French
        letters_of_months = [word for word in letters if _month(word) and _weekday(word) is None]
        months = [month for word in letters_of_months if (month := _month(word))]
    else:
        weekdays -= {_weekday(word) for word in letters if _month(word)}
    known = all(_month(word) or _weekday(word) is not None for word in letters)
    if len(months) != 1 or len(numbers) != 2 or not known:
        return
    for day, year in (numbers, numbers[::-1]):
        if len(day) <= 2 and len(year) in (2, 4):
            found = _days(year, str(months[0]), day)
            yield from (one for one in found if not weekdays or one.weekday() in weekdays)


def _days(year: str, month: str, day: str) -> Iterator[date]:
    """The day of a year, a month and a day as they are typed; none where there is no such day."""
    if len(year) not in (2, 4) or len(day) > 2:
        return
    number = int(year)
    if len(year) == 2:
        number += 2000 if number <= today().year % 100 + AHEAD else 1900
    with suppress(ValueError):
        yield date(number, int(month), int(day))


def _month(word: str) -> int | None:
    return _names("months").get(word)


def _weekday(word: str) -> int | None:
    return _names("weekdays").get(word)


@cache
def _names(of: str) -> dict[str, int]:
    """The names of months (from 1) or weekdays (from 0) in the languages of the app, and their beginnings of
    three letters and more that mean one of them alone."""
    meant: dict[str, set[int]] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            for number, name in (dates.MONTHS if of == "months" else dates.WEEKDAYS).items():
                plain = _plain(str(name))
                for length in range(3, len(plain) + 1):
                    meant.setdefault(plain[:length], set()).add(number)
    whole = {word: numbers for word, numbers in meant.items() if len(numbers) == 1}
    return {word: next(iter(numbers)) for word, numbers in whole.items()}
