"""The query of an address: a game, its rules, the table as the hand begins. Nothing of it is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.games.base import Game
from mahjongclub.games.kit.controls import choice_field
from mahjongclub.games.kit.wording import WIND_NAMES, said
from mahjongclub.help.address import read_rules, rules_query
from mahjongclub.rules.beginning import MOST_COUNTERS, state_at_start, stored_start, winds_of
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.rotation import ROTATIONS
from mahjongclub.rules.variant import Preset, Variant

#: the parts of a start by the names of their fields
PARTS = {"round": "round_wind", "dealer": "dealer", "honba": "honba", "sticks": "riichi_sticks"}
#: what else is said of the table as a hand begins
MORE = ("scores", "drawn", "rotation")
LONGEST_SCORES = 120


class TableQueryForm(forms.Form):
    """The rules and the table of a hand, as an address names them; what is left out is as a game begins.

    `table_query` has what could be read: after a fault the rest stands.
    """

    honba = forms.IntegerField(
        label=gettext_lazy("Honba"), required=False, min_value=0, max_value=MOST_COUNTERS
    )
    sticks = forms.IntegerField(
        label=gettext_lazy("Riichi sticks"), required=False, min_value=0, max_value=MOST_COUNTERS
    )
    dealer = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    scores = forms.CharField(required=False, max_length=LONGEST_SCORES, widget=forms.HiddenInput)
    rules = forms.CharField(required=False, widget=forms.HiddenInput)
    #: whether the hand before was drawn, where the rules play the next one otherwise then
    drawn = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, game: Game, query: Mapping[str, str]) -> None:
        self.game, variant = game, game.variant
        self.params: dict[str, str] = {}
        self.faults: list[str] = []
        self.preset, self.read = read_rules(variant, query, self.params, self.faults)
        self.seated = variant.with_seats(getattr(self.read, "seats", None))
        super().__init__(query, auto_id="asked-%s")
        if self.seated.may_rotate:  # one more player than seats: who sits out may have a part in the payments
            rotations = [(key, key) for key in ROTATIONS]
            self.fields["rotation"] = forms.ChoiceField(
                choices=rotations, required=False, widget=forms.HiddenInput
            )
        self.fields["preset"] = forms.ChoiceField(
            label=_("Rules"),
            choices=[(preset.key, said(preset.name)) for preset in variant.presets],
            required=False,
        )
        winds = winds_of(self.seated, self.read)
        self.fields["round"] = choice_field(
            _("Round wind"), [(wind, str(WIND_NAMES[wind])) for wind in winds], empty="–"
        )
        counted = {"honba": variant.counts_honba and game.has_honba, "sticks": variant.knows_riichi}
        for name, is_visible in {**counted, "round": len(winds) > 1}.items():
            if not is_visible:
                self.fields[name].widget = forms.HiddenInput()
        self.order_fields(["preset", "round", "honba", "sticks"])

    def clean(self) -> None:
        """The table as the hand begins; what the engine refuses stands at its field."""
        super().clean()
        cleaned = self.cleaned_data
        for fault in self.faults:
            self.add_error("preset", fault)
        self.seated = self.seated.with_rotation(cleaned.get("rotation") or "")
        self.before = state_at_start(self.seated, self.read)
        start: dict[str, Any] = {
            start_field: cleaned[name]
            for name, start_field in PARTS.items()
            if cleaned.get(name) not in (None, "")
        }
        if scores := cleaned.get("scores"):
            start["scores"] = [int(points) for points in re.findall(r"-?[0-9]{1,9}", scores)]
        try:
            self.before = state_at_start(
                self.seated, self.read, start=stored_start(self.seated, self.read, start or None)
            )
            self.before = replace(self.before, drawn=bool(cleaned.get("drawn")))
        except RuleError as fault:
            start_field = (fault.field or "").removeprefix("start.").split(".")[0]
            name = next((name for name, of_start in PARTS.items() if of_start == start_field), start_field)
            self.add_error(name if name in self.fields else None, said(fault.text))

    @property
    def table_query(self) -> TableQuery:
        """The rules and the table as far as they could be read."""
        valid = self.is_valid()
        typed = {name: self.data.get(name, "") for name in (*PARTS, *MORE)} if valid else {}
        params = {**self.params, **{name: value for name, value in typed.items() if value}}
        return TableQuery(self.game, self.seated, self.preset, self.read, self.before, params)

    @property
    def top_errors(self) -> list[str]:
        """The errors of fields that the page does not show, and of all fields together."""
        hidden = [error for field in self.hidden_fields() for error in field.errors]
        return [*self.non_field_errors(), *hidden]


@dataclass(frozen=True)
class TableQuery:
    """The rules and the table by which a hand is looked at. `params` say so in every address of the page."""

    game: Game
    variant: Variant
    preset: Preset
    rules: Any
    before: TableState
    params: Mapping[str, str]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats: their winds, or their numbers."""
        return tuple(self._name_of(seat) for seat in range(self.before.seats))

    @property
    def seat_and_sitting_out_names(self) -> tuple[str, ...]:
        """The names of the seats, then of who sits out, where somebody does."""
        return (*self.seat_names, _("who sits out")) if self.before.order else self.seat_names

    def _name_of(self, seat: int) -> str:
        wind = self.game.wind_of(self.before, seat)
        return str(WIND_NAMES[wind]) if wind else _("Player %(number)s") % {"number": seat + 1}

    def address(self, name: str = "worth:value", **more: str) -> str:
        """Return the address of a page of this game with the same rules and table."""
        query = urlencode({**self.params, **more})
        path = reverse(name, args=[self.game.key])
        return f"{path}?{query}" if query else path


def query_of_table(game: Game, preset: Preset, rules: Any, before: TableState) -> dict[str, str]:
    """Return the query that names these rules and this table, without what is as a game begins."""
    variant = game.variant.with_seats(getattr(rules, "seats", None))
    usual = variant.start(rules, None)
    query = rules_query(preset, rules)
    if before.order:
        variant, query["rotation"] = variant.with_rotation(next(iter(ROTATIONS))), next(iter(ROTATIONS))
        usual = state_at_start(variant, rules)
    wind = variant.wind_to_come(rules, before)
    if wind is not None and before.round != usual.round:
        query["round"] = wind
    for name, value, at_first in (
        ("dealer", before.dealer, usual.dealer),
        ("honba", before.honba if variant.counts_honba else 0, 0),
        ("sticks", before.sticks, 0),
    ):
        if value != at_first:
            query[name] = str(value)
    if before.drawn:
        query["drawn"] = "1"
    if before.all_scores != usual.all_scores:
        query["scores"] = ",".join(map(str, before.all_scores))
    return query
