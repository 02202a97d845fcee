"""The form that opens a table. Every option of a variant is drawn from the rules themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.models import LONGEST_NAME, Player
from mahjongclub.clubs.naming import name_key, no_pseudonym
from mahjongclub.rules.game import Preset, Variant
from mahjongclub.rules.options import Rules
from mahjongclub.rules.variants import VARIANTS

from .games import GAMES
from .rules_form import OptionsForm

#: the player whom a typed name means, None for somebody new
FindPlayer = Callable[[str], Player | None]

METHOD_LABELS = {
    "shuffle": gettext_lazy("Shuffled by the app"),
    "dice": gettext_lazy("By dice: the highest throw is East"),
    "order": gettext_lazy("As typed: the first is East"),
}


def playable() -> list[Variant]:
    """The variants that have their screens."""
    return [variant for variant in VARIANTS if variant.key in GAMES]


class PlayerNameField(forms.CharField):
    """A name of any script; white space at the ends and in runs says nothing."""

    def to_python(self, value: Any) -> str:
        return re.sub(r"\s+", " ", super().to_python(value) or "").strip()


class NewTableForm(OptionsForm):
    """Names, the way seats are drawn, and the preset; the options of the preset may be changed one by one.

    `rules` (after validation) holds the rules whole. `belongs` says to which club or evening the table
    belongs; it is there only for somebody who may score for a club. `find` says whom a name means.
    """

    method = forms.ChoiceField(
        label=gettext_lazy("Who sits where"),
        choices=[(method, METHOD_LABELS[method]) for method in ("shuffle", "dice", "order")],
        widget=forms.RadioSelect,
        initial="shuffle",
    )
    agreeing = forms.BooleanField(
        label=gettext_lazy("All agree"),
        help_text=gettext_lazy(
            "After each hand every seat says yes, on its own phone, before the next is entered."
        ),
        required=False,
    )

    def __init__(
        self,
        variant: Variant,
        preset: Preset,
        *args: Any,
        belongings: Sequence[tuple[str, str]] = (),
        find: FindPlayer = lambda name: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(variant, preset, *args, **kwargs)
        self.find = find
        self.rules: Rules | None = None
        if belongings:
            self.fields["belongs"] = forms.ChoiceField(
                label=_("Played for"), choices=belongings, required=False
            )
        for number in range(variant.seats):
            self.fields[f"name-{number}"] = PlayerNameField(
                label=_("Player %(number)s") % {"number": number + 1}, max_length=LONGEST_NAME
            )

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields of the players' names, in the order typed."""
        return [self[f"name-{number}"] for number in range(self.variant.seats)]

    @property
    def names(self) -> list[str]:
        """The names as typed, tidied."""
        return [self.cleaned_data[f"name-{number}"] for number in range(self.variant.seats)]

    def clean(self) -> dict[str, Any]:
        """Names must differ at one table; options are read by the rules themselves."""
        cleaned = super().clean() or {}
        check_names(self, self.variant.seats, self.find)
        self.rules = self.read_rules(cleaned)
        return cleaned


def check_names(form: forms.Form, seats: int, find: FindPlayer) -> None:
    """An error at every field `name-<seat>` that names somebody a second time, or nobody anybody knows."""
    seen: set[str | int] = set()
    for number in range(seats):
        name = form.cleaned_data.get(f"name-{number}")
        if not name:
            continue
        player = find(name)
        who: set[str | int] = {name_key(name)} if player is None else {name_key(name), player.pk}
        if name_key(name) in seen:
            form.add_error(
                f"name-{number}", _("Two players have this name: add an initial to tell them apart.")
            )
        elif who & seen:
            form.add_error(f"name-{number}", _("This is another name of somebody at this table."))
        elif player is None:
            try:
                no_pseudonym(name)
            except forms.ValidationError as fault:
                form.add_error(f"name-{number}", fault)
        seen |= who


class JoinForm(forms.Form):
    """The short code somebody says aloud."""

    code = forms.CharField(label=gettext_lazy("Table code"), max_length=20)
