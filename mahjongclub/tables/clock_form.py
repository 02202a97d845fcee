"""The form that gives a session its clock."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .clock_model import LONGEST_REASON, Clock

MOST_MINUTES = 600
MOST_ALARMS = 5


class ClockForm(forms.Form):
    """Minutes, alarms, whether the time is hidden, and what happens at the end."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        help_text=gettext_lazy("How long the session lasts, from the tap that starts the clock."),
        min_value=1,
        max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    alarms = forms.CharField(
        label=gettext_lazy("Alarms"),
        help_text=gettext_lazy(
            "After how many minutes they sound, such as 50, 55. The end has its own. May be empty."
        ),
        required=False,
        max_length=60,
    )
    hides = forms.BooleanField(label=gettext_lazy("From the first alarm on, hide the time"), required=False)
    at_end = forms.ChoiceField(
        label=gettext_lazy("When the time is up"), choices=Clock.AtEnd.choices, widget=forms.RadioSelect
    )

    def clean_alarms(self) -> list[int]:
        """The alarms as minutes, ascending, each once."""
        text = self.cleaned_data["alarms"].strip()
        if not re.fullmatch(r"[0-9\s,;/]*", text):
            raise forms.ValidationError(_("Write minutes with commas between them, such as 50, 55."))
        minutes = sorted({int(number) for number in re.findall(r"[0-9]{1,9}", text)})
        if len(minutes) > MOST_ALARMS:
            raise forms.ValidationError(_("At most %(count)s alarms.") % {"count": MOST_ALARMS})
        return minutes

    def clean(self) -> dict[str, Any]:
        """Every alarm sounds before the end."""
        cleaned = super().clean() or {}
        minutes, alarms = cleaned.get("minutes"), cleaned.get("alarms")
        if minutes and alarms and not (alarms[0] >= 1 and alarms[-1] < minutes):
            self.add_error(
                "alarms", _("Alarms sound from minute 1 to minute %(last)s.") % {"last": minutes - 1}
            )
        return cleaned


class PauseForm(forms.Form):
    """Why the clock stands still."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("Kept in the log of the table."),
        max_length=LONGEST_REASON,
    )


class EveningClockForm(ClockForm):
    """The common clock of an evening: it closes no table, so nothing is asked about its end."""

    at_end = None  # type: ignore[assignment]  # how Django takes a field out of a form's child
