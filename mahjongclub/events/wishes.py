"""What the people of a tournament wish of its seating: to be apart from whom, to stay at which tables."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import combinations
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.pairing.wishes import Wishes
from mahjongclub.rounds.fields import number_field

from .models import LONGEST_NAME, MOST_ROUNDS, Place, Tournament
from .state import TournamentState

#: tables have numbers up to this
MOST_TABLES = 99


def wishes_of(state: TournamentState) -> Wishes:
    """The wishes as the draw weighs them, places by their index in the state's."""
    tournament = state.tournament
    members: dict[str, list[int]] = defaultdict(list)
    tables: dict[int, list[int]] = {}
    for number, place in enumerate(state.places):
        if place.group:
            members[f"group {place.group.casefold()}"].append(number)
        if tournament.apart_countries and place.last_holder and (country := place.last_holder.country):
            members[f"country {country}"].append(number)
        if place.tables:
            tables[number] = list(place.tables)
    pairs = (pair for group in members.values() for pair in combinations(group, 2))
    return Wishes(frozenset(map(frozenset, pairs)), tournament.apart_rounds, tables)


class TableNumbersField(forms.CharField):
    """Numbers of tables as somebody types them, "1", "1-4, 7", "2 3"; a list of them, [] for any."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=100, required=False, **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "inputmode": "text"}

    def prepare_value(self, value: Any) -> Any:
        """As it is typed."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        """ValidationError where it is no list of numbers."""
        numbers: set[int] = set()
        for word in re.split(r"[,;\s]+", re.sub(r"\s*[-–]\s*", "-", str(super().clean(value)))):
            if not word:
                continue
            read = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", word)
            first = int(read[1]) if read else 0
            last = int(read[2] or first) if read else 0
            if not 0 < first <= last:
                raise forms.ValidationError(_("Numbers of tables, such as 1 or 1-4."))
            numbers.update(range(first, last + 1))
        return sorted(numbers)


class WishesForm(forms.ModelForm):
    """The wishes of an event, and a group and tables for every place, by the number of the place."""

    apart_rounds = number_field(
        label=gettext_lazy("Rounds in which those of one group are kept apart, from the first"),
        help_text=gettext_lazy("0: in no round."),
        min_value=0,
        max_value=MOST_ROUNDS,
    )
    apart_countries = forms.BooleanField(
        label=gettext_lazy("Players of one country are a group too"), required=False
    )

    class Meta:
        model = Tournament
        fields = ("apart_rounds", "apart_countries")

    def __init__(self, state: TournamentState, data: Any = None) -> None:
        super().__init__(data, instance=state.tournament)
        self.places = [place for place in state.places if not place.steward]
        for place in self.places:
            self.fields[f"group-{place.number}"] = NameField(
                label=_("Group"),
                max_length=LONGEST_NAME,
                required=False,
                initial=place.group,
                widget=forms.TextInput(attrs={"list": "groups", "autocomplete": "off", "dir": "auto"}),
            )
            self.fields[f"tables-{place.number}"] = TableNumbersField(label=_("Tables"), initial=place.tables)

    def save_to(self, tournament: Tournament) -> None:
        """Store what a valid form says; `tournament` is locked."""
        for name in self.Meta.fields:
            setattr(tournament, name, self.cleaned_data[name])
        tournament.save(update_fields=self.Meta.fields)
        for place in self.places:
            place.group = self.cleaned_data[f"group-{place.number}"]
            place.tables = self.cleaned_data[f"tables-{place.number}"]
        Place.objects.bulk_update(self.places, ["group", "tables"])
