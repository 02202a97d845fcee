"""The forms of a tournament's stages, the times of its rounds, and until when line-ups are named."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.typed_days import HourField
from mahjongclub.rounds.fields import TICKED_ERRORS, ReadableNameField, number_field
from mahjongclub.rounds.models import LONGEST_REASON

from ..federation.details import MOST_DAYS
from ..forms import MOST_PLAYERS
from ..models import LONGEST_NAME, MOST_ROUNDS, Tournament
from .models import FEWEST_PLACES, Stage

MOST_LINEUP_MINUTES = 7 * 24 * 60


def _radio(choices: Any, **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **kwargs)


class StageForm(forms.ModelForm):
    """A stage after the first. `instance.bonus` (after validation) are tenths of a point."""

    name = ReadableNameField(
        label=gettext_lazy("Name of the stage"),
        help_text=gettext_lazy("For instance “Semi-final” or “Final”."),
        max_length=LONGEST_NAME,
    )
    rounds = number_field(label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=1)
    places = number_field(
        label=gettext_lazy("Number of players who qualify"),
        help_text=gettext_lazy("Empty: everybody. The others keep their place in the ranking, behind them."),
        min_value=FEWEST_PLACES,
        max_value=MOST_PLAYERS,
        required=False,
    )
    rule = _radio(Stage.Rule.choices, label=gettext_lazy("Qualifiers"), initial=Stage.Rule.RANKING)
    carries = _radio(
        Stage.Carry.choices, label=gettext_lazy("Qualifiers bring along"), initial=Stage.Carry.ALL
    )
    bonus_points = forms.CharField(
        label=gettext_lazy("Bonus by rank"),
        help_text=gettext_lazy(
            "Points for the first rank, the second, and so on, such as “30 20 10”. Ranks that tie share."
        ),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    draw = _radio(Stage.Draw.choices, label=gettext_lazy("Seating"), initial=Stage.Draw.RANK)
    stays = forms.BooleanField(
        label=gettext_lazy("The players of a table stay together in all rounds of the stage"), required=False
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
            values = {"seats": self.seats, "places": places}
            raise forms.ValidationError(_("%(places)s players do not fill tables of %(seats)s.") % values)
        return places

    def clean(self) -> None:
        """A bonus has points; who goes on of a planned stage does not stay together."""
        super().clean()
        cleaned = self.cleaned_data
        if cleaned.get("carries") == Stage.Carry.BONUS and "bonus_points" not in self.errors:
            try:
                self.instance.bonus = read_bonus_tenths(cleaned.get("bonus_points", ""))
            except forms.ValidationError as fault:
                self.add_error("bonus_points", fault)
        elif cleaned.get("carries"):
            self.instance.bonus = []
        if cleaned.get("stays") and cleaned.get("draw") in (Stage.Draw.PLAN, Stage.Draw.SWISS):
            self.add_error("stays", _("Then the seating is by rank, by snake or by lot."))


class CutForm(forms.Form):
    """Who of those who are level goes on, with the reason, or by lot; `seen` is what the page showed."""

    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    how = _radio(
        [("lot", gettext_lazy("By lot")), ("organiser", gettext_lazy("The organiser decides"))],
        label=gettext_lazy("What decides between them"),
        initial="lot",
        required=False,
    )
    reason = ReadableNameField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Everybody can read the reason beside the ranking."),
        max_length=LONGEST_REASON,
        required=False,
    )

    def __init__(self, level: list[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.level = level
        self.fields["chosen"] = forms.TypedMultipleChoiceField(
            label=_("Qualifiers"),
            coerce=int,
            choices=level,
            widget=forms.CheckboxSelectMultiple,
            required=False,
            error_messages=TICKED_ERRORS,
        )

    def clean(self) -> None:
        """Who decides says why; whoever is ticked is not left to the lot."""
        super().clean()
        cleaned = self.cleaned_data
        if cleaned.get("chosen") and cleaned.get("how") != "organiser":
            self.add_error(
                "how", _("You ticked who qualifies: choose “The organiser decides”, or untick them.")
            )
        decides = self.level and cleaned.get("how") == "organiser"
        if decides and not cleaned.get("reason") and "reason" not in self.errors:
            self.add_error("reason", _("Say why: everybody can read it beside the ranking."))


def read_bonus_tenths(text: str) -> list[int]:
    """Tenths of a point for each rank, as somebody typed the points. ValidationError where they are none."""
    words = re.split(r"[\s;/]+|,\s+", text.replace("−", "-").strip())
    bonuses = []
    for word in words:
        if not re.fullmatch(r"-?[0-9]{1,6}([.,][0-9])?", word):
            raise forms.ValidationError(_("Write the points of each rank with a space between them."))
        bonuses.append(round(float(word.replace(",", ".")) * 10))
    if len(bonuses) > MOST_PLAYERS:
        raise forms.ValidationError(_("At most %(count)s players.") % {"count": MOST_PLAYERS})
    return bonuses


class ScheduleForm(forms.Form):
    """On which day of the event each round is, and when it begins. `times` (after validation) by round."""

    days = number_field(label=gettext_lazy("Days of the event"), min_value=1, max_value=MOST_DAYS)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = range(1, tournament.round_count + 1)
        self.times: dict[int, tuple[int, str]] = {}
        round_times = {round_time.number: round_time for round_time in tournament.round_times.all()}
        self.initial["days"] = tournament.days
        for number in self.numbers:
            named = {"number": number}
            self.fields[f"day-{number}"] = number_field(
                label=_("Round %(number)s: day") % named, min_value=1, max_value=MOST_DAYS
            )
            self.fields[f"time-{number}"] = HourField(
                label=_("Round %(number)s: begins at") % named, required=False
            )
            self.initial[f"day-{number}"] = round_times[number].day if number in round_times else 1
            self.initial[f"time-{number}"] = round_times[number].starts_at if number in round_times else ""

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Day and time of each round."""
        return [(self[f"day-{number}"], self[f"time-{number}"]) for number in self.numbers]

    def clean(self) -> None:
        """Every round on a day of the event, none before the one before it."""
        super().clean()
        cleaned = self.cleaned_data
        before = (1, "")
        for number in self.numbers:
            day, at = cleaned.get(f"day-{number}"), cleaned.get(f"time-{number}")
            if day is None or "days" not in cleaned:
                continue
            starts_at = at.strftime("%H:%M") if at else ""
            if day > cleaned["days"]:
                self.add_error(f"day-{number}", _("The event has fewer days."))
            elif day < before[0]:
                self.add_error(f"day-{number}", _("A round cannot begin before the round that precedes it."))
            elif day == before[0] and starts_at and before[1] and starts_at <= before[1]:
                self.add_error(f"time-{number}", _("A round cannot begin before the round that precedes it."))
            else:
                before = (day, starts_at if starts_at or day > before[0] else before[1])
            self.times[number] = (day, starts_at)


class LineupDeadlineForm(forms.ModelForm):
    """Until when captains name who plays."""

    lineup_minutes = number_field(
        label=gettext_lazy("Line-ups close this many minutes before a round"),
        help_text=gettext_lazy(
            "By the times of the schedule. Empty: until the round’s tables open, as for organisers always."
        ),
        min_value=0,
        max_value=MOST_LINEUP_MINUTES,
        required=False,
    )

    class Meta:
        model = Tournament
        fields = ("lineup_minutes",)
