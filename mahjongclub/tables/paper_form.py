"""The form of a game that was played on paper: who sat there, and with how many points each went home."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.on_paper import MOST_STICKS, table_on_paper

from .games import GAMES
from .past_game_form import PastGameForm, PointsField
from .wording import said


class PaperForm(PastGameForm):
    """`final` (after validation) is what the session keeps, `table` the table at its end.

    The rules say how places are paid, too.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table: TableState | None = None
        for seat in range(self.variant.seats):
            self.fields[f"score-{seat}"] = PointsField(label=_("Points"))
        if GAMES[self.variant.key].has_sticks:
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
        seats = [name for seat in range(self.variant.seats) for name in (f"name-{seat}", f"score-{seat}")]
        self.order_fields(["belongs", "date", *seats])

    @property
    def seat_fields(self) -> list[dict[str, forms.BoundField]]:
        """The two fields of every seat, in seat order."""
        return [
            {"name": self[f"name-{seat}"], "score": self[f"score-{seat}"]}
            for seat in range(self.variant.seats)
        ]

    @property
    def final(self) -> dict[str, Any]:
        """What the session keeps of the game."""
        scores = [self.cleaned_data[f"score-{seat}"] for seat in range(self.variant.seats)]
        return {
            "scores": scores,
            "sticks": self.cleaned_data.get("sticks") or 0,
            "bank": self.cleaned_data.get("bank"),
        }

    def clean(self) -> dict[str, Any]:
        """The points are all that was on the table, no more and no less."""
        cleaned = super().clean()
        if not any(name.startswith(("score-", "sticks", "bank")) for name in self.errors):
            try:
                self.table = table_on_paper(self.variant, self.preset.rules, **self.final)
            except RuleError as fault:
                self.add_error(fault.field if fault.field in self.fields else None, said(fault.text))
        return cleaned
