"""The form that opens a table. Every option of a variant is drawn from the rules themselves."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.models import LONGEST_NAME
from mahjongclub.rules.game import Preset, RuleError, Variant
from mahjongclub.rules.options import Option, Rules
from mahjongclub.rules.variants import VARIANTS

from .games import GAMES
from .wording import said

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


class NewTableForm(forms.Form):
    """Names, the way seats are drawn, and the preset; the options of the preset may be changed one by one.

    `changed` (after validation) holds the rules whole. Fields of options are named `option-<name>`.
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

    def __init__(self, variant: Variant, preset: Preset, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.variant = variant
        self.preset = preset
        self.rules: Rules | None = None
        for number in range(variant.seats):
            self.fields[f"name-{number}"] = PlayerNameField(
                label=_("Player %(number)s") % {"number": number + 1}, max_length=LONGEST_NAME
            )
        for option in variant.rules_type.describe_options():
            self.fields[f"option-{option.name}"] = option_field(option, getattr(preset.rules, option.name))

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields of the players' names, in the order typed."""
        return [self[f"name-{number}"] for number in range(self.variant.seats)]

    @property
    def reading_fields(self) -> list[forms.BoundField]:
        """The options that fill a gap of the source text."""
        return [self[f"option-{option.name}"] for option in self._options() if option.reading]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """All other options that stand alone."""
        return [
            self[f"option-{option.name}"]
            for option in self._options()
            if not option.reading and option.group is None
        ]

    @property
    def option_groups(self) -> list[dict[str, Any]]:
        """Options of one kind under their own heading, open where one of them is wrong."""
        groups: dict[str, list[forms.BoundField]] = {}
        for option in self._options():
            if option.group is not None and not option.reading:
                groups.setdefault(said(option.group), []).append(self[f"option-{option.name}"])
        return [
            {"title": title, "fields": fields, "has_errors": any(field.errors for field in fields)}
            for title, fields in groups.items()
        ]

    @property
    def names(self) -> list[str]:
        """The names as typed, tidied."""
        return [self.cleaned_data[f"name-{number}"] for number in range(self.variant.seats)]

    @property
    def options_have_errors(self) -> bool:
        """Whether the folded options must be shown open."""
        return any(name.startswith("option-") for name in self.errors)

    def clean(self) -> dict[str, Any]:
        """Names must differ at one table; options are read by the rules themselves."""
        cleaned = super().clean() or {}
        seen: dict[str, int] = {}
        for number in range(self.variant.seats):
            name = cleaned.get(f"name-{number}")
            if name and name.casefold() in seen:
                self.add_error(
                    f"name-{number}", _("Two players have this name: add an initial to tell them apart.")
                )
            elif name:
                seen[name.casefold()] = number
        self.rules = self._read_rules(cleaned)
        return cleaned

    def _read_rules(self, cleaned: dict[str, Any]) -> Rules | None:
        rules = self.preset.rules
        for option in self._options():
            value = cleaned.get(f"option-{option.name}")
            if f"option-{option.name}" in self.errors or f"option-{option.name}" not in self.data_names:
                continue
            try:
                rules = rules.with_options({option.name: value})
            except RuleError as fault:
                self.add_error(f"option-{option.name}", said(fault.text))
        return rules

    @property
    def data_names(self) -> set[str]:
        """The options the form sent. A short form sends none: the preset stands as it is."""
        sent = set(self.data)
        if any(name.startswith("option-") for name in sent):
            # unticked boxes are not sent, so where one option is sent all are
            return {f"option-{option.name}" for option in self._options()}
        return set()

    def _options(self) -> tuple[Option, ...]:
        return self.variant.rules_type.describe_options()


class NumbersField(forms.Field):
    """Whole numbers with anything between them: "20/10", "20, 10, -10, -20"."""

    def to_python(self, value: Any) -> list[int]:
        numbers = re.findall(r"[-−]?[0-9]{1,6}", str(value or ""))
        return [int(number.replace("−", "-")) for number in numbers]

    def prepare_value(self, value: Any) -> str:
        return "/".join(str(number) for number in value) if isinstance(value, list | tuple) else value


def option_field(option: Option, value: Any) -> forms.Field:
    """The form field of one option, with its label and explanation.

    None is required here: the rules themselves say what an empty field means.
    """
    common: dict[str, Any] = {
        "label": said(option.label),
        "help_text": said(option.help),
        "required": False,
        "initial": value,
    }
    choices = [(word, said(text)) for word, text in (option.choices or {}).items()]
    if option.kind == "yes_no":
        return forms.BooleanField(**common)
    if option.kind == "choice":
        return forms.ChoiceField(choices=choices, **common)
    if option.kind == "set":
        return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **common)
    if option.kind == "numbers":
        return NumbersField(**common)
    return forms.IntegerField(min_value=option.low, max_value=option.high, **common)


class JoinForm(forms.Form):
    """The short code somebody says aloud."""

    code = forms.CharField(label=gettext_lazy("Table code"), max_length=20)
