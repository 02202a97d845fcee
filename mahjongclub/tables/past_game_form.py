"""What every form of a game brought home on paper asks first: which evening or day, and who sat where."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import FIRST_DATE
from mahjongclub.clubs.models import LONGEST_NAME
from mahjongclub.rules.game import Preset, Variant

from .forms import FindPlayer, PlayerNameField, check_names
from .games import GAMES


class PointsField(forms.Field):
    """Points as people write them: "25,000", "25 000", "−3 200"."""

    def to_python(self, value: Any) -> int | None:
        text = re.sub(r"[\s,.'’_]", "", str(value or "")).replace("−", "-")
        if not text:
            return None
        if not re.fullmatch(r"[-+]?[0-9]{1,9}", text):
            raise forms.ValidationError(_("Write the points as a whole number."))
        return int(text)


class PastGameForm(forms.Form):
    """The evening or date, and a name a seat; `find` says whom a name means.

    The rules matter: they say how many points were on the table.
    """

    def __init__(
        self,
        variant: Variant,
        preset: Preset,
        *args: Any,
        evenings: list[tuple[str, str]],
        find: FindPlayer = lambda name: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.find = find
        self.variant, self.preset = variant, preset
        self.start = variant.start(preset.rules, (1, 1) if GAMES[variant.key].thrown_dealer else None)
        self.fields["belongs"] = forms.ChoiceField(label=_("Evening"), choices=evenings, required=False)
        self.fields["date"] = forms.DateField(
            label=_("Date"),
            help_text=_("Of a game without an evening."),
            initial=timezone.localdate,
            required=False,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        )
        for seat in range(variant.seats):
            self.fields[f"name-{seat}"] = PlayerNameField(
                label=_("Player %(number)s") % {"number": seat + 1}, max_length=LONGEST_NAME
            )

    @property
    def on_the_table(self) -> int:
        """How many points the seats and the bank hold together."""
        return sum(self.start.scores) + (self.start.bank or 0)

    @property
    def names(self) -> list[str]:
        """The names as typed, tidied."""
        return [self.cleaned_data[f"name-{seat}"] for seat in range(self.variant.seats)]

    def clean_date(self) -> date:
        """A day that has come already."""
        day: date = self.cleaned_data["date"] or timezone.localdate()
        if not FIRST_DATE <= day <= timezone.localdate():
            raise forms.ValidationError(_("Give a date from 1900 until today."))
        return day

    def clean(self) -> dict[str, Any]:
        """Nobody sits there twice."""
        cleaned = super().clean() or {}
        check_names(self, self.variant.seats, self.find)
        return cleaned
