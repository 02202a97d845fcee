"""What stands above and below the rows of a sheet: evening, names, the first throw, final points on paper."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from ..games import GAMES
from ..past_game_form import PastGameForm, PointsField
from ..wording import points_in_words
from .running import Typed


class SheetForm(PastGameForm):
    """The final points are a check that may be left out; `despite` keeps the sheet although they differ."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if GAMES[self.variant.key].thrown_dealer:
            self.fields["dice"] = forms.CharField(
                label=_("Throw for the first dealer"),
                help_text=_("Two dice, such as 43. Left empty, East deals first."),
                required=False,
                max_length=5,
            )
        for seat in range(self.variant.seats):
            self.fields[f"final-{seat}"] = PointsField(label=_("Points on paper"), required=False)
        self.fields["despite"] = forms.BooleanField(
            label=_("Keep it with the points that follow from the hands."), required=False
        )

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields of the names, in seat order."""
        return [self[f"name-{seat}"] for seat in range(self.variant.seats)]

    @property
    def final_fields(self) -> list[forms.BoundField]:
        """The fields of the final points, in seat order."""
        return [self[f"final-{seat}"] for seat in range(self.variant.seats)]

    def clean_dice(self) -> str:
        """Two dice or none."""
        dice = re.sub(r"[\s,;/+-]", "", unicodedata.normalize("NFKC", self.cleaned_data["dice"]))
        if dice and not re.fullmatch("[1-6][1-6]", dice):
            raise forms.ValidationError(_("Two dice, such as 34."))
        return dice

    @property
    def first_throw(self) -> tuple[int, int] | None:
        """The throw for the first dealer, None without one."""
        dice = self.cleaned_data.get("dice") or ""
        return (int(dice[0]), int(dice[1])) if dice else None

    @property
    def finals(self) -> list[int | None]:
        """The points on paper, None where none are written or none can be read."""
        return [self.cleaned_data.get(f"final-{seat}") for seat in range(self.variant.seats)]

    def compare(self, typed: Typed) -> None:
        """An error at each seat whose points on paper are not those of its hands; none with `despite`."""
        if self.cleaned_data.get("despite"):
            return
        for seat, (off, due) in enumerate(zip(differences(typed, self.finals), typed.final, strict=True)):
            if off:
                self.add_error(
                    f"final-{seat}", _("By the hands it is %(points)s.") % {"points": points_in_words(due)}
                )


def differences(typed: Typed, finals: list[int | None]) -> list[int | None]:
    """How far each seat's points on paper are from those of its hands, None where none are written.

    Sticks left on the table may be counted on paper or not: both are right.
    """
    before_sticks = list(typed.state.scores)
    due = before_sticks if finals == before_sticks else typed.final
    return [None if final is None else final - score for final, score in zip(finals, due, strict=True)]
