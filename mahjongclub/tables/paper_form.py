"""The form of a game that was played on paper: who sat there, and with how many points each went home."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import FIRST_DATE
from mahjongclub.clubs.models import LONGEST_NAME
from mahjongclub.rules.game import Preset, RuleError, TableState, Variant
from mahjongclub.rules.on_paper import MOST_STICKS, table_on_paper

from .forms import PlayerNameField, refuse_same_names
from .games import GAMES
from .wording import said


class PointsField(forms.Field):
    """Points as people write them: "25,000", "25 000", "−3 200"."""

    def to_python(self, value: Any) -> int | None:
        text = re.sub(r"[\s,.'’_]", "", str(value or "")).replace("−", "-")
        if not text:
            return None
        if not re.fullmatch(r"[-+]?[0-9]{1,9}", text):
            raise forms.ValidationError(_("Write the points as a whole number."))
        return int(text)


class PaperForm(forms.Form):
    """`final` (after validation) is what the session keeps, `table` the table at its end.

    The rules matter: they say how many points were on the table, and how places are paid.
    """

    def __init__(
        self,
        variant: Variant,
        preset: Preset,
        *args: Any,
        evenings: list[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.variant, self.preset = variant, preset
        self.table: TableState | None = None
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
            self.fields[f"score-{seat}"] = PointsField(label=_("Points"))
        if GAMES[variant.key].has_sticks:
            self.fields["sticks"] = forms.IntegerField(
                label=_("Riichi sticks left on the table"),
                min_value=0,
                max_value=MOST_STICKS,
                initial=0,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        if self.start.bank is not None:
            self.fields["bank"] = PointsField(label=_("Points left in the bank"))

    @property
    def seat_fields(self) -> list[dict[str, forms.BoundField]]:
        """The two fields of every seat, in seat order."""
        return [
            {"name": self[f"name-{seat}"], "score": self[f"score-{seat}"]}
            for seat in range(self.variant.seats)
        ]

    @property
    def on_the_table(self) -> int:
        """How many points the seats and the bank hold together."""
        return sum(self.start.scores) + (self.start.bank or 0)

    @property
    def names(self) -> list[str]:
        """The names as typed, tidied."""
        return [self.cleaned_data[f"name-{seat}"] for seat in range(self.variant.seats)]

    @property
    def final(self) -> dict[str, Any]:
        """What the session keeps of the game."""
        scores = [self.cleaned_data[f"score-{seat}"] for seat in range(self.variant.seats)]
        return {
            "scores": scores,
            "sticks": self.cleaned_data.get("sticks") or 0,
            "bank": self.cleaned_data.get("bank"),
        }

    def clean_date(self) -> date:
        """A day that has come already."""
        day: date = self.cleaned_data["date"] or timezone.localdate()
        if not FIRST_DATE <= day <= timezone.localdate():
            raise forms.ValidationError(_("Give a date from 1900 until today."))
        return day

    def clean(self) -> dict[str, Any]:
        """Names differ; the points are all that was on the table, no more and no less."""
        cleaned = super().clean() or {}
        refuse_same_names(self, self.variant.seats)
        if not any(name.startswith(("score-", "sticks", "bank")) for name in self.errors):
            try:
                self.table = table_on_paper(self.variant, self.preset.rules, **self.final)
            except RuleError as fault:
                self.add_error(fault.field if fault.field in self.fields else None, said(fault.text))
        return cleaned
