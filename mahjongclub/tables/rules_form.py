"""The part of a form that changes a variant's options one by one, drawn from the rules themselves."""

from __future__ import annotations

import re
from typing import Any

from django import forms

from mahjongclub.rules.game import Preset, RuleError, Variant
from mahjongclub.rules.options import Option, Rules

from .wording import said


class OptionsForm(forms.Form):
    """Every option of a variant, as `preset` has it. Fields are named `option-<name>`."""

    def __init__(self, variant: Variant, preset: Preset, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.variant = variant
        self.preset = preset
        for option in self._options():
            self.fields[f"option-{option.name}"] = option_field(option, getattr(preset.rules, option.name))

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
    def options_have_errors(self) -> bool:
        """Whether the folded options must be shown open."""
        return any(name.startswith("option-") for name in self.errors)

    def read_rules(self, cleaned: dict[str, Any]) -> Rules | None:
        """The rules whole, each option read by the rules themselves; errors at its field."""
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
