"""Points as people type them: "54,200", "54.200", "54 200", "54’200", "−3 200"."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.on_paper import MOST_STICKS

#: spaces aside: digits, or one separator throughout with groups of three behind it
_POINTS = re.compile(r"([-+−]?)(\d{1,9}|\d{1,3}(?P<between>[,.'’‘_])\d{3}(?:(?P=between)\d{3})?)", re.ASCII)
#: an input method for Japanese types "５４，２００"
_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}


def read_points(text: str) -> int | None:
    """The whole number somebody typed, None where it is none: "2.5" and "1,00" are none.

    >>> read_points("54\\u202f200"), read_points("−3’200"), read_points("2.5")
    (54200, -3200, None)
    """
    match = _POINTS.fullmatch("".join(text.translate(_NARROW).split()))
    if not match:
        return None
    return int(re.sub(r"\D", "", match[2])) * (-1 if match[1] in ("-", "−") else 1)


class PointsField(forms.IntegerField):
    """Points, with or without anything between the thousands. The error stands at the field."""

    widget = forms.TextInput

    def __init__(self, *, min_value: int | None = None, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, **kwargs)
        # the number keys of some phones have no minus
        negative = min_value is None or min_value < 0
        self.widget.attrs.setdefault("inputmode", "text" if negative else "numeric")

    def to_python(self, value: Any) -> int | None:
        text = str(value if value is not None else "").strip()
        if not text:
            return None
        points = read_points(text)
        if points is None:
            raise forms.ValidationError(_("Write the points as a whole number."))
        return points


class StickCountField(forms.IntegerField):
    """How many riichi sticks are left on the table; whoever types their points is told so."""

    def __init__(self, **kwargs: Any) -> None:
        fault = gettext_lazy("At most %(limit_value)s sticks: type how many there are, not their points.")
        super().__init__(
            min_value=0, max_value=MOST_STICKS, required=False, error_messages={"max_value": fault}, **kwargs
        )
