"""The forms of a tournament: itself, its players, a substitute, a penalty."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs import models as clubs
from mahjongclub.clubs.naming import name_key, tidy_name
from mahjongclub.rounds.fields import (
    CHOSEN_ERRORS,
    TICKED_ERRORS,
    CalendarDayField,
    ReadableNameField,
    number_field,
    read_signed_tenths,
)
from mahjongclub.rounds.penalties.forms import PenaltyForm

from .models import LONGEST_NAME, MOST_ROUNDS, Tournament
from .namesakes import name_with_namesake_mark

MOST_PLAYERS = 240
MOST_MINUTES = 600
MOST_PLACE_POINTS = 1000
#: points for the places of a table of so many, where the organiser says nothing else
USUAL_POINTS = {2: (2, 0), 3: (3, 1, 0), 4: (4, 2, 1, 0), 5: (5, 3, 2, 1, 0), 6: (6, 4, 3, 2, 1, 0)}


class TournamentForm(forms.ModelForm):
    """Name, day, rounds and how they are drawn; the game and its rules are chosen above it."""

    name = ReadableNameField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    day = CalendarDayField(label=gettext_lazy("Date"), initial=timezone.localdate)
    place = ReadableNameField(label=gettext_lazy("Where"), max_length=LONGEST_NAME, required=False)
    round_count = number_field(label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=4)
    minutes = number_field(
        label=gettext_lazy("Minutes per round"),
        help_text=gettext_lazy("For the common clock on the wall. Empty: no clock."),
        min_value=1,
        max_value=MOST_MINUTES,
        initial=75,
        required=False,
    )
    draw = forms.ChoiceField(
        label=gettext_lazy("Seating"),
        choices=Tournament.Draw.choices,
        widget=forms.RadioSelect,
        initial=Tournament.Draw.PLAN,
    )
    worth = forms.ChoiceField(
        label=gettext_lazy("A round is worth"),
        choices=Tournament.Worth.choices,
        widget=forms.RadioSelect,
        initial=Tournament.Worth.POINTS,
    )
    points_by_place = forms.CharField(
        label=gettext_lazy("Points for the place, from first to last"),
        help_text=gettext_lazy("Such as 4 2 1 0. Empty: the usual ones for so many players at a table."),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    public = forms.BooleanField(
        label=gettext_lazy("Anyone may see the page of the event, without an account"),
        help_text=gettext_lazy(
            "Schedule, seating, results and ranking; no result is shown of a round that is being played."
        ),
        required=False,
    )

    class Meta:
        model = Tournament
        fields = ["name", "day", "place", "round_count", "minutes", "draw", "worth", "public"]

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        if self.instance.place_points:
            self.initial["points_by_place"] = " ".join(map(str, self.instance.place_points))
        self.later_rounds = 0
        if self.instance.pk:
            self.later_rounds = sum(self.instance.stages.values_list("rounds", flat=True))
        if self.later_rounds and "round_count" in self.fields:
            self.fields["round_count"].label = _("Rounds of the qualification")
            if "round_count" not in (kwargs.get("initial") or {}):
                self.initial["round_count"] = self.instance.round_count - self.later_rounds

    def clean_points_by_place(self) -> str:
        """Whole numbers, one for each place of a table; kept as `instance.place_points`."""
        text = str(self.cleaned_data["points_by_place"])
        words = re.split(r"[\s,;/-]+", text.strip())
        if not text.strip():
            self.instance.place_points = list(USUAL_POINTS[self.seats])
        elif len(words) != self.seats or not all(re.fullmatch("[0-9]{1,4}", word) for word in words):
            values = {"seats": self.seats}
            raise forms.ValidationError(_("Write %(seats)s whole numbers, one for each place.") % values)
        else:
            points = [min(int(word), MOST_PLACE_POINTS) for word in words]
            if points != sorted(points, reverse=True):
                raise forms.ValidationError(_("A better place brings at least as many points."))
            self.instance.place_points = points
        return text

    def clean_round_count(self) -> int:
        """Those of all stages together: the form asks for the first one's."""
        whole = int(self.cleaned_data["round_count"]) + self.later_rounds
        if whole > MOST_ROUNDS:
            raise forms.ValidationError(
                _("A tournament has at most %(count)s rounds.") % {"count": MOST_ROUNDS}
            )
        return whole


class PlayersForm(forms.Form):
    """The players, a line each; `entries` (after validation) are (name, team or "")."""

    players = forms.CharField(
        label=gettext_lazy("Players, one per line"),
        help_text=gettext_lazy(
            "A team after a semicolon: “Aiko; Red Dragons”. Lists from a spreadsheet can be pasted."
        ),
        max_length=60_000,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 12, "autocomplete": "off", "spellcheck": "false", "dir": "auto"}
        ),
    )

    others = forms.BooleanField(
        label=gettext_lazy("Players of one name are different people: a number tells them apart"),
        required=False,
    )

    def __init__(self, listed_names: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries: list[tuple[str, str]] = []
        #: whether a name stands there twice, and it has to be said that these are two people
        self.asks_others = False
        self.fields["known"] = forms.MultipleChoiceField(
            label=_("From the roster"),
            choices=[(name, name) for name in listed_names],
            widget=forms.CheckboxSelectMultiple,
            required=False,
            error_messages=TICKED_ERRORS,
        )

    def clean(self) -> None:
        """Names differ and fit; with teams everybody has one."""
        super().clean()
        cleaned = self.cleaned_data
        if self.errors:
            return
        entries = [_entry(line) for line in cleaned["players"].splitlines() if line.strip()]
        typed = {name.casefold() for name, _team in entries}
        entries += [(name, "") for name in cleaned["known"] if name.casefold() not in typed]
        if cleaned["others"]:
            self.asks_others = True
            entries = _numbered(entries)
        self._refuse(entries)
        self.entries = entries

    def _refuse(self, entries: list[tuple[str, str]]) -> None:
        seen: set[str] = set()
        if len(entries) > MOST_PLAYERS:
            self.add_error("players", _("At most %(count)s players.") % {"count": MOST_PLAYERS})
            return
        for number, (name, team) in enumerate(entries, start=1):
            fault = None
            if not any(letter.isalnum() for letter in name):
                fault = _("Choose a name of letters or digits.")
            elif len(name) > clubs.LONGEST_NAME or len(team) > LONGEST_NAME:
                fault = _("This name is too long.")
            elif name.casefold() in seen:
                fault = _("Two players have this name: add an initial to tell them apart.")
                self.asks_others = True
            elif any(other for _name, other in entries) and not team:
                fault = _("With teams, everybody needs one.")
            if fault:
                where = _("Line %(number)s, “%(name)s”: %(what)s")
                self.add_error("players", where % {"number": number, "name": name[:40], "what": fault})
                return
            seen.add(name.casefold())


class SubstituteForm(forms.Form):
    """Who comes in for a place, or nobody, from which round on; and what becomes of its points."""

    name = ReadableNameField(
        label=gettext_lazy("Who plays from now on"),
        help_text=gettext_lazy(
            "Leave this field empty while there is nobody: the table then waits for a substitute."
        ),
        max_length=clubs.LONGEST_NAME,
        required=False,
    )
    points = forms.ChoiceField(
        label=gettext_lazy("The points so far"),
        choices=(
            (
                "usual",
                gettext_lazy(
                    "The new player takes over the points; the player who leaves is out of the ranking"
                ),
            ),
            (
                "keep",
                gettext_lazy("The new player takes over the points, and the place stays in the ranking"),
            ),
            ("fill", gettext_lazy("A substitute plays for an absent player, who keeps the place")),
            ("out", gettext_lazy("The place is listed outside the ranking")),
        ),
        initial="usual",
        widget=forms.RadioSelect,
    )
    begins = forms.TypedChoiceField(
        label=gettext_lazy("From which round on"), coerce=int, empty_value=None, required=False
    )
    only = forms.BooleanField(
        label=gettext_lazy("For one round only: afterwards the player before has the place again"),
        required=False,
    )

    def __init__(self, rounds: list[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["begins"].choices = rounds  # type: ignore[attr-defined]


class PlacePenaltyForm(PenaltyForm):
    """A penalty of a place: `number` is the place's."""

    number = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int, error_messages=CHOSEN_ERRORS)
    round_number = forms.TypedChoiceField(
        label=gettext_lazy("Round"), coerce=int, empty_value=None, required=False
    )
    field_order = ("number", "kind", "points", "reason", "round_number")
    takes_points = True

    def __init__(self, places: list[tuple[int, str]], rounds: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].choices = [("", _("Choose…")), *places]  # type: ignore[attr-defined]
        numbers = [(number, str(number)) for number in range(1, rounds + 1)]
        self.fields["round_number"].choices = [("", _("of no round")), *numbers]  # type: ignore[attr-defined]


class PointsOfRankingField(forms.CharField):
    """Tenths of a point as somebody types points of the ranking: 20, 7.5, -30; None where nothing is."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """7.5 for 75."""
        return f"{value / 10:g}" if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """ValidationError where it is no number."""
        typed = str(super().clean(value))
        return read_signed_tenths(typed) if typed else None


def _numbered(entries: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The entries, each name but the first of those alike with a number."""
    used_keys: set[str] = set()
    pairs = []
    for name, team in entries:
        new = name_with_namesake_mark(name, "", used_keys) if name_key(name) in used_keys else name
        used_keys.add(name_key(new))
        pairs.append((new, team))
    return pairs


def _entry(line: str) -> tuple[str, str]:
    """The name and the team of a line."""
    name, _sep, team = re.sub(r"\t", ";", line, count=1).partition(";")
    return tidy_name(name), tidy_name(team)
