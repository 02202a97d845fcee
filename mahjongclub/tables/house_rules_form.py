"""The form of a club's own rules: a name, and every option of the game."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.models import Club
from mahjongclub.clubs.naming import name_key
from mahjongclub.rules.game import Preset, Variant
from mahjongclub.rules.options import Rules

from .house_rules_model import LONGEST_RULES_NAME
from .models import HouseRules
from .rules_form import OptionsForm


class HouseRulesForm(OptionsForm):
    """`rules` (after validation) holds the rules whole."""

    def __init__(
        self, club: Club, own: HouseRules | None, variant: Variant, preset: Preset, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(variant, preset, *args, **kwargs)
        self.club, self.own = club, own
        self.rules: Rules | None = None
        self.fields["name"] = NameField(label=_("Name of these rules"), max_length=LONGEST_RULES_NAME)

    def clean_name(self) -> str:
        """Rules of one game are told apart by their names."""
        name = str(self.cleaned_data["name"])
        others = self.club.house_rules.filter(variant=self.variant.key, name_key=name_key(name))
        if self.own is not None:
            others = others.exclude(pk=self.own.pk)
        if others.exists():
            self.add_error("name", _("The club has rules of this name for this game."))
        return name

    def clean(self) -> dict[str, Any]:
        """Options are read by the rules themselves."""
        cleaned = super().clean() or {}
        self.rules = self.read_rules(cleaned)
        return cleaned
