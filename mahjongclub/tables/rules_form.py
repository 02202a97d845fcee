"""The options of a game as a form, and the rules a club keeps for itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.models import Club
from mahjongclub.clubs.naming import name_key
from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import decimal_in_words, said, with_minus
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import GameRules, Option
from mahjongclub.rules.variant import Preset, Variant

from .models import LONGEST_RULES_NAME, HouseRules, Session

#: numbers that may come to so much are typed as points are
THOUSANDS = 10_000


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options of one kind under their heading."""

    title: str
    fields: list[forms.BoundField]
    has_errors: bool


class OptionsForm(forms.Form):
    """Every option of a variant, as `preset` has it. Fields are named `option-<name>`."""

    def __init__(self, variant: Variant, preset: Preset, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.variant = variant
        self.preset = preset
        for option in self._options():
            self.fields[f"option-{option.name}"] = option_field(option, getattr(preset.rules, option.name))

    @property
    def rules_field_text(self) -> str:
        """The game and the rules whose options these are, as the form brings them back."""
        return rules_field_value(self.variant, self.preset)

    @property
    def gap_fields(self) -> list[forms.BoundField]:
        """The options that fill a gap of the source text."""
        return [self[f"option-{option.name}"] for option in self._options() if option.reading]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """All other options that stand alone."""
        alone = (option for option in self._options() if not option.reading and option.group is None)
        return [self[f"option-{option.name}"] for option in alone]

    @property
    def option_groups(self) -> list[OptionGroup]:
        """Options of one kind under their own heading, open where one of them is wrong."""
        groups: dict[str, list[forms.BoundField]] = {}
        for option in self._options():
            if option.group is not None and not option.reading:
                groups.setdefault(said(option.group), []).append(self[f"option-{option.name}"])
        return [
            OptionGroup(title, fields, any(field.errors for field in fields))
            for title, fields in groups.items()
        ]

    @property
    def option_labels(self) -> list[str]:
        """The labels of all options, for the words in them that a reader may want explained."""
        return [said(option.label) for option in self._options()]

    @property
    def options_have_errors(self) -> bool:
        """Whether the folded options must be shown open."""
        return any(name.startswith("option-") for name in self.errors)

    def read_rules(self, cleaned: dict[str, Any]) -> GameRules | None:
        """The rules whole, each option read by the rules themselves; errors at its field."""
        values = {
            option.name: cleaned.get(f"option-{option.name}")
            for option in self._options()
            if f"option-{option.name}" in self.posted_options and f"option-{option.name}" not in self.errors
        }
        rules: GameRules = self.preset.rules
        # all together, for some are bound by others: what is wrong is taken out until the rest goes together
        while True:
            try:
                return rules.with_options(values)
            except RuleError as fault:
                name = (fault.field or "").removeprefix("rules.")
                self.add_error(f"option-{name}" if name in values else None, said(fault.text))
                if values.pop(name, None) is None:
                    return rules

    @property
    def posted_options(self) -> set[str]:
        """The options the form sent. A short form sends none: the preset stands as it is."""
        sent = set(self.data)
        if self.data.get("options-of") not in (None, self.rules_field_text):
            return set()  # the options of other rules
        if any(name.startswith("option-") for name in sent):
            # unticked boxes are not sent, so where one option is sent all are
            return {f"option-{option.name}" for option in self._options()}
        return set()

    def _options(self) -> tuple[Option, ...]:
        rules_type: type[GameRules] = self.variant.rules_type
        return rules_type.describe_options()


class NumbersField(forms.Field):
    """Whole numbers with anything between them: "20/10", "20, 10, -10, -20"."""

    def to_python(self, value: Any) -> list[int]:
        numbers = re.findall(r"[-−]?[0-9]{1,6}", str(value or ""))
        return [int(number.replace("−", "-")) for number in numbers]

    def prepare_value(self, value: Any) -> str:
        return "/".join(str(number) for number in value) if isinstance(value, list | tuple) else value


class NamedNumbersField(forms.Field):
    """Names with their numbers, one on each line: "Little snake = 500 / 200"."""

    widget = forms.Textarea(attrs={"rows": 3})

    def __init__(self, option: Option, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.parts = option.named

    def to_python(self, value: Any) -> list[dict[str, Any]]:
        return [self._line(line) for line in str(value or "").splitlines() if line.strip()]

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        return "\n".join(f"{name} = {' / '.join(map(str, numbers))}" for name, *numbers in value)

    def _line(self, line: str) -> dict[str, Any]:
        name, _equals, numbers = line.rpartition("=") if "=" in line else (line, "", "")
        numbers_read = [int(number) for number in re.findall(r"[0-9]{1,9}", numbers)]
        return {"name": name.strip(), **dict(zip(self.parts, numbers_read, strict=False))}


class DecimalOptionField(forms.CharField):
    """A number as people write it: "0.5", "0,5" or "−15". Whole ones are read as int, others as float."""

    def __init__(self, *, decimals: int, low: int | None, high: int | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.decimals, self.low, self.high = decimals, low, high
        self.widget.attrs.update(inputmode="text" if low is None or low < 0 else "decimal", maxlength=12)

    def prepare_value(self, value: Any) -> Any:
        return decimal_in_words(value) if isinstance(value, int | float) else value

    def to_python(self, value: Any) -> Any:
        text = "".join(str(value if value is not None else "").split())
        if not text:
            return None
        text = unicodedata.normalize("NFKC", text.replace("½", "0.5")).replace("−", "-").replace(",", ".")
        if not re.fullmatch(rf"[-+]?[0-9]{{1,7}}(\.[0-9]{{1,{self.decimals}}})?", text):
            raise forms.ValidationError(
                ngettext(
                    "Write a number with at most %(count)s decimal.",
                    "Write a number with at most %(count)s decimals, such as 0.5.",
                    self.decimals,
                )
                % {"count": self.decimals}
            )
        number = float(text)
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            text = _("Write a number from %(low)s to %(high)s.")
            raise forms.ValidationError(text % {"low": with_minus(str(self.low)), "high": self.high})
        return int(number) if number == int(number) else number


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
    if option.kind == "named":
        return NamedNumbersField(option, **common)
    if option.kind == "decimal":
        return DecimalOptionField(decimals=option.decimals, low=option.low, high=option.high, **common)
    number = PointsField if (option.high or 0) >= THOUSANDS else forms.IntegerField
    return number(min_value=option.low, max_value=option.high, **common)


def house_rules_of(variant: Variant, club: Club | None) -> list[HouseRules]:
    """The club's rules for a game, by name; [] for nobody's table."""
    return list(club.house_rules.filter(variant=variant.key)) if club is not None else []


def chosen_preset(variant: Variant, club: Club | None, key: str) -> tuple[Preset, HouseRules | None]:
    """The rules a form names: the club's own, or a preset; of an unknown key those the club begins with, else
    the variant's first preset."""
    house = house_rules_of(variant, club)
    for preset_key in (key, club.begins_with.get(variant.key, "") if club is not None else ""):
        for rules_row in house:
            if rules_row.key == preset_key:
                return rules_row.as_preset(), rules_row
        with suppress(RuleError):
            return variant.find_preset(preset_key), None
    return variant.default_preset, None


def rules_field_value(variant: Variant, preset: Preset) -> str:
    """The game and its rules, as a hidden field of a form names them."""
    return f"{variant.key} {preset.key}"


def rules_name(session: Session) -> str:
    """What the rules of a table are called: the club's own by their name, else the preset's."""
    if session.house_rules:
        return session.house_rules.name
    return said(session.game.find_preset(session.preset).name)


def _options_changed(request: HttpRequest, variant: Variant, shown_preset: Preset) -> bool:
    form = OptionsForm(variant, shown_preset, request.POST)
    return (
        not form.is_valid() or form.read_rules(form.cleaned_data) != shown_preset.rules or bool(form.errors)
    )


def asks_for_options(
    request: HttpRequest, variant: Variant, preset: Preset, shown_preset: Preset | None = None
) -> bool:
    """Whether a form wants the options of these rules shown, with what was typed.

    It says so by its button, or brings those of others: these were chosen before the page's script was there.
    `shown_preset` are the rules whose options it brings: where these were left as they are nothing is asked.
    """
    if "choose" in request.POST:
        return True
    if request.POST.get("options-of") in (None, rules_field_value(variant, preset)):
        return False
    if shown_preset is not None and not _options_changed(request, variant, shown_preset):
        return False
    messages.info(request, _("You chose other rules. Their options are shown now: go on when they suit you."))
    return True


def set_default_rules(club: Club, presets: Mapping[str, str]) -> None:
    """Save the rules that new tables of the club begin with, by game; "" for the game's first preset."""
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        begins = {**locked.begins_with, **presets}
        locked.begins_with = {variant: key for variant, key in begins.items() if key}
        locked.save(update_fields=["begins_with"])


class HouseRulesForm(OptionsForm):
    """`rules` (after validation) holds the rules whole."""

    def __init__(
        self,
        club: Club,
        house_rules: HouseRules | None,
        variant: Variant,
        preset: Preset,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(variant, preset, *args, **kwargs)
        self.club, self.own = club, house_rules
        self.rules: GameRules | None = None
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

    def clean(self) -> None:
        """Options are read by the rules themselves."""
        super().clean()
        cleaned = self.cleaned_data
        self.rules = self.read_rules(cleaned)
