"""What is asked before a blank score sheet is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.models import LONGEST_NAME
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.variant import Variant
from mahjongclub.tables.models import HouseRules

from ..options import SheetOptions

MOST_SHEETS = 50


class BlankOptions(SheetOptions):
    """How many sheets; the rules by name or left open; the names, one by one, or left open.

    A club's own rules (`house_rules`) come before the presets. At a table the rules and the names are the
    table's: one choice leaves the names open.
    """

    copies = forms.IntegerField(
        label=gettext_lazy("Number of sheets"), initial=1, min_value=1, max_value=MOST_SHEETS
    )

    def __init__(
        self,
        variant: Variant,
        data: Mapping[str, Any],
        *,
        at_table: bool = False,
        house_rules: Sequence[HouseRules] = (),
    ) -> None:
        self.variant = variant
        self.at_table = at_table
        self.house_rules = house_rules
        super().__init__(data)

    def add_fields(self) -> None:
        """The fields that depend on the game."""
        if self.at_table:
            self.fields["names"] = forms.ChoiceField(
                label=_("Names"),
                choices=[("table", _("of the table")), ("open", _("left open"))],
                initial="table",
                widget=forms.RadioSelect,
            )
            return
        presets: list[Any] = [(preset.key, said(preset.name)) for preset in self.variant.presets]
        if self.house_rules:
            own_choices = [(house.key, house.name) for house in self.house_rules]
            presets = [(_("House rules"), own_choices), (_("Presets"), presets)]
        self.fields["preset"] = forms.ChoiceField(
            label=_("Rules"),
            choices=[("", _("left open")), *presets],
            required=False,
            initial=self.variant.default_preset.key,
        )
        for number in range(self.variant.seats):
            self.fields[f"name-{number}"] = NameField(
                label=_("Player %(number)s") % {"number": number + 1}, max_length=LONGEST_NAME, required=False
            )

    @property
    def names(self) -> Sequence[str]:
        """The names typed, "" for each left open."""
        return [self.cleaned_data.get(f"name-{number}", "") for number in range(self.variant.seats)]
