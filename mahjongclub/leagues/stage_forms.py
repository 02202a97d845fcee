"""The forms of a tournament's stages: a stage, who goes on, and when its rounds are."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .forms import NameField
from .stage_model import FEWEST_PLACES, Stage
from .tournament_forms import MOST_PLAYERS
from .tournament_model import LONGEST_NAME, LONGEST_REASON, MOST_ROUNDS

MOST_BONUS = 1_000_000


def _number(**kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(widget=forms.NumberInput(attrs={"inputmode": "numeric"}), **kwargs)


def _radio(choices: Any, **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **kwargs)


class StageForm(forms.ModelForm):
    """A stage after the first. `instance.bonus` (after validation) are tenths of a point."""

    name = NameField(
        label=gettext_lazy("Name of the stage"),
        help_text=gettext_lazy("For instance “Semi-final” or “Final”."),
        max_length=LONGEST_NAME,
    )
    rounds = _number(label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=1)
    places = _number(
        label=gettext_lazy("How many players go on"),
        help_text=gettext_lazy("Empty: everybody. The others keep their place in the ranking, behind them."),
        min_value=FEWEST_PLACES,
        max_value=MOST_PLAYERS,
        required=False,
    )
    rule = _radio(Stage.Rule.choices, label=gettext_lazy("Who goes on"), initial=Stage.Rule.RANKING)
    carries = _radio(Stage.Carry.choices, label=gettext_lazy("They bring along"), initial=Stage.Carry.ALL)
    bonus_points = forms.CharField(
        label=gettext_lazy("Bonus by rank"),
        help_text=gettext_lazy(
            "Points for the first rank, the second, and so on, such as “30 20 10”. Who ties shares."
        ),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    draw = _radio(Stage.Draw.choices, label=gettext_lazy("Seating"), initial=Stage.Draw.RANK)
    stays = forms.BooleanField(
        label=gettext_lazy("Those of a table stay together in all rounds of the stage"), required=False
    )

    class Meta:
        model = Stage
        fields = ["name", "rounds", "places", "rule", "carries", "draw", "stays"]

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        if self.instance.bonus:
            self.initial["bonus_points"] = " ".join(f"{tenths / 10:g}" for tenths in self.instance.bonus)

    def clean_places(self) -> int | None:
        """Whole tables."""
        places: int | None = self.cleaned_data["places"]
        if places is not None and places % self.seats:
            told = {"seats": self.seats, "places": places}
            raise forms.ValidationError(_("%(places)s players do not fill tables of %(seats)s.") % told)
        return places

    def clean(self) -> dict[str, Any]:
        """A bonus has points; who goes on of a planned stage does not stay together."""
        cleaned = super().clean() or {}
        if cleaned.get("carries") == Stage.Carry.BONUS and "bonus_points" not in self.errors:
            try:
                self.instance.bonus = read_bonus(cleaned.get("bonus_points", ""))
            except forms.ValidationError as fault:
                self.add_error("bonus_points", fault)
        elif cleaned.get("carries"):
            self.instance.bonus = []
        if cleaned.get("stays") and cleaned.get("draw") in (Stage.Draw.PLAN, Stage.Draw.SWISS):
            self.add_error("stays", _("Then the seating is by rank, by snake or by lot."))
        return cleaned


class CutForm(forms.Form):
    """Who of those who are level goes on, with the reason, or by lot."""

    how = _radio(
        [("lot", gettext_lazy("By lot")), ("organiser", gettext_lazy("The organiser decides"))],
        label=gettext_lazy("What decides between them"),
        initial="lot",
        required=False,
    )
    reason = NameField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Everybody can read it beside the ranking."),
        max_length=LONGEST_REASON,
        required=False,
    )

    def __init__(self, level: list[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chosen"] = forms.TypedMultipleChoiceField(
            label=_("Go on"),
            coerce=int,
            choices=level,
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )


def read_bonus(text: str) -> list[int]:
    """Tenths of a point for each rank, as somebody typed the points. ValidationError where they are none."""
    words = re.split(r"[\s;/]+|,\s+", text.replace("−", "-").strip())
    found = []
    for word in words:
        if not re.fullmatch(r"-?[0-9]{1,6}([.,][0-9])?", word):
            raise forms.ValidationError(_("Write the points of each rank with a space between them."))
        found.append(round(float(word.replace(",", ".")) * 10))
    if len(found) > MOST_PLAYERS:
        raise forms.ValidationError(_("At most %(count)s players.") % {"count": MOST_PLAYERS})
    return found
