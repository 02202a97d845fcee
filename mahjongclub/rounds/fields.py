"""Fields of forms that events and seasons share: names, days, points of a penalty."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs import club_forms, typed_days

EARLIEST, LATEST = date(1900, 1, 1), date(2200, 1, 1)
MOST_POINTS = 10_000_000
#: errors of a field with people to tick: of two organisers one may have put somebody elsewhere meanwhile
TICKED_ERRORS = {
    "invalid_choice": gettext_lazy(
        "Somebody you ticked is not on the list any more: see who is ticked now, then send it again."
    )
}
#: errors of a field where one of them is chosen
CHOSEN_ERRORS = {"invalid_choice": gettext_lazy("Your choice is not on the list any more: choose again.")}


class ReadableNameField(club_forms.NameField):
    """A name with something to read in it."""

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not any(letter.isalnum() for letter in value):
            raise forms.ValidationError(_("Choose a name of letters or digits."))


class CalendarDayField(typed_days.DayField):
    """A day of the years that a calendar has."""

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None and not EARLIEST <= value <= LATEST:
            raise forms.ValidationError(_("Choose a day between 1900 and 2200."))


class CalendarMomentField(typed_days.MomentField):
    """A day with its hour, of the years that a calendar has; it may be left empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def validate(self, value: datetime | None) -> None:
        super().validate(value)
        if value is not None and not EARLIEST <= value.date() <= LATEST:
            raise forms.ValidationError(_("Choose a day between 1900 and 2200."))


def number_field(**kwargs: Any) -> forms.IntegerField:
    """A whole number, for which phones show digits to type."""
    return forms.IntegerField(widget=forms.NumberInput(attrs={"inputmode": "numeric"}), **kwargs)


def read_tenths(text: str) -> int:
    """Tenths of the points somebody typed for a penalty. ValidationError where they are none."""
    tenths = read_signed_tenths(text)
    if not tenths:
        raise forms.ValidationError(_("0 points change nothing."))
    return tenths


def read_signed_tenths(text: str) -> int:
    """Tenths of the points somebody typed, 0 or less too. ValidationError where they are none."""
    text = text.replace("−", "-").replace(",", ".").strip()
    if not re.fullmatch(r"[-+]?[0-9]{1,9}(\.[0-9])?", text):
        raise forms.ValidationError(_("Write the points as a number with one decimal at most."))
    whole, _dot, tenth = text.lstrip("+-").partition(".")
    tenths = int(whole) * 10 + int(tenth or 0)
    if tenths > MOST_POINTS:
        raise forms.ValidationError(_("A million points at most."))
    return -tenths if text.startswith("-") else tenths
