"""What stands above and below the rows of a sheet, as a form and on its page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import (
    label_in_words,
    points_in_words,
    signed_points,
    sticks_in_words,
    termination_in_words,
    wind_letter,
)
from mahjongclub.games.registry import find_game
from mahjongclub.rules.rotation import unrotated

from ..paper import PastGameForm
from ..ranking import bust_in_words, busted_names
from .running import TypedSheet


class SheetForm(PastGameForm):
    """The final points are a check that may be left out; `despite` keeps the sheet although they differ."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.variant.thrown_dealer:
            self.fields["dice"] = forms.CharField(
                label=_("Throw for the first dealer"),
                help_text=_("Two dice, such as 43. If left empty, East deals first."),
                required=False,
                max_length=5,
            )
        for seat in range(self.variant.seats):
            self.fields[f"final-{seat}"] = PointsField(label=_("Points on paper"), required=False)
        self.fields["despite"] = forms.BooleanField(
            label=_("Save the sheet with the points worked out from the hands."), required=False
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

    def add_final_errors(self, typed: TypedSheet) -> None:
        """An error at each seat whose points on paper are not those of its hands; none with `despite`."""
        if self.cleaned_data.get("despite"):
            return
        for seat, (off, due) in enumerate(
            zip(paper_differences(typed, self.finals), typed.final_scores, strict=True)
        ):
            if off:
                self.add_error(
                    f"final-{seat}", _("By the hands it is %(points)s.") % {"points": points_in_words(due)}
                )


def paper_differences(typed: TypedSheet, finals: list[int | None]) -> list[int | None]:
    """How far each seat's points on paper are from those of its hands, None where none are written.

    Sticks left on the table may be counted on paper or not: both are right.
    """
    before_sticks = list(typed.state.scores)
    due = before_sticks if finals == before_sticks else typed.final_scores
    return [None if final is None else final - score for final, score in zip(finals, due, strict=True)]


def column_heads(typed: TypedSheet, names: Sequence[str]) -> list[dict[str, str]]:
    """The head of every seat's column: its number where codes name seats, else its wind, and the name."""
    wind_of = find_game(typed.variant.key).wind_of
    return [
        {
            "mark": str(seat + 1) if typed.sheet.numbered else wind_letter(wind_of(typed.start, seat)),
            "name": name,
        }
        for seat, name in enumerate(names)
    ]


@dataclass(frozen=True, slots=True)
class SheetProgress:
    """How far a sheet was settled, in words, and the numbers of the rows that stop it."""

    words: str
    then: str
    faulty: list[int]


@dataclass(frozen=True, slots=True)
class SheetFoot:
    """What stands below the rows of a sheet, in words: scores by the hands, how far the paper is from them.

    `whole` says that every seat's points on paper are typed, `agrees` that they are right too.
    """

    now: list[str]
    sum: str
    rest: str
    due: str
    off: list[str]
    differs: bool
    whole: bool
    agrees: bool
    typed_sum: str
    sum_off: str


def sheet_progress(typed: TypedSheet, names: Sequence[str]) -> SheetProgress:
    """How far the sheet was settled: the number of hands, the hand to come or the end, rows that stop it."""
    played = sum(row.played is not None for row in typed.rows)
    words = ngettext("%(count)s hand scored", "%(count)s hands scored", played) % {"count": played}
    if typed.state.ended:
        out = busted_names(getattr(typed.preset.rules, "bust", None), unrotated(typed.state).scores, names)
        bust = typed.state.ended == "bust" and out
        then = bust_in_words(out) if bust else termination_in_words(typed.state.ended)
    else:
        label = label_in_words(typed.variant.label(typed.state))
        then = _("next: %(label)s") % {"label": label}
    return SheetProgress(words=words, then=then, faulty=[row.number for row in typed.faulty_rows])


def sheet_foot(typed: TypedSheet, finals: list[int | None]) -> SheetFoot:
    """Below the rows: the scores by the hands, what they add up to, and how far the paper is from them."""
    off = paper_differences(typed, finals)
    on_paper = [final for final in finals if final is not None]
    whole = len(on_paper) == len(finals)
    due = typed.state.scores if whole and not any(off) else typed.final_scores
    together = sum(on_paper) - sum(due)
    return SheetFoot(
        now=[points_in_words(score) for score in typed.state.scores],
        sum=points_in_words(sum(typed.state.scores)),
        rest=_rest_in_words(typed),
        due=points_in_words(sum(typed.final_scores)),
        off=[_off_in_words(payment) for payment in off],
        differs=any(off),
        whole=whole,
        agrees=whole and not any(off),
        typed_sum=points_in_words(sum(on_paper)) if whole else "",
        sum_off=_off_in_words(together) if whole and together else "",
    )


def _rest_in_words(typed: TypedSheet) -> str:
    """The points that lie before nobody: sticks on the table, the bank."""
    if typed.state.bank is not None:
        return _("in the bank: %(points)s") % {"points": points_in_words(typed.state.bank)}
    if typed.state.sticks:
        return sticks_in_words(typed.state.sticks)
    return ""


def _off_in_words(off: int | None) -> str:
    """A difference with its sign; "" where nothing is written on paper or it is right."""
    return signed_points(off) if off else ""
