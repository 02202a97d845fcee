"""What a point is worth, in which currency, and who won how many chips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any
from unicodedata import normalize

from django import forms
from django.forms import BoundField
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_model import LONGEST_CURRENCY
from mahjongclub.clubs.money import decimal_places
from mahjongclub.clubs.naming import readable_name
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.registry import find_variant

from .models import LONGEST_PAY_BY, DebtSheet
from .sheet import POT, SheetState

RATE = re.compile(r"[0-9]{1,7}(?:[.,][0-9]{1,6})?")
MOST_CHIPS = 100_000
#: what amounts are rounded to; "" is the smallest coin of the currency
COINS = ("0.05", "0.1", "0.5", "1", "5", "10", "100")


class RateField(forms.CharField):
    """What a point or a chip is worth, as decimal text; "" for nothing."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(max_length=20, required=False, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        is_kept = isinstance(value, str) and re.fullmatch(r"[0-9]+(\.[0-9]+)?", value)
        return number_format(value, use_l10n=True, force_grouping=False) if is_kept else value

    def clean(self, value: Any) -> str:
        text = re.sub(r"\s", "", normalize("NFKC", str(super().clean(value))))
        if not text:
            return ""
        if not RATE.fullmatch(text):
            raise forms.ValidationError(_("Write what it is worth as a number, such as 0.05 or 2."))
        rate = Decimal(text.replace(",", ".")).normalize()
        return f"{rate:f}" if rate else ""


class SheetForm(forms.Form):
    """The rates, the currency and the chips of a sheet."""

    currency = forms.CharField(
        label=gettext_lazy("Currency"),
        max_length=LONGEST_CURRENCY,
        required=False,
        validators=[readable_name],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    coin = forms.ChoiceField(label=gettext_lazy("Round to"), required=False)
    chip_rate = RateField(label=gettext_lazy("One chip is worth"))
    pay_by = forms.CharField(
        label=gettext_lazy("How to pay"),
        help_text=gettext_lazy("Cash, a phone number or an account: it stands below the list you share."),
        max_length=LONGEST_PAY_BY,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    def __init__(self, state: SheetState, data: Mapping[str, Any] | None = None) -> None:
        sheet = state.sheet
        usual = Decimal(1).scaleb(-decimal_places(sheet.currency))
        coin = "" if sheet.coin == usual else f"{sheet.coin.normalize():f}"
        super().__init__(
            data,
            initial={
                **{f"rate-{variant}": rate for variant, rate in sheet.rates.items()},
                **{f"chips-{person}": count for person, count in state.chips.items()},
                **{"currency": sheet.currency, "coin": coin},
                **{"chip_rate": sheet.chip_rate, "pay_by": sheet.pay_by},
            },
        )
        self.state = state
        for variant in state.variants:
            game = find_variant(variant)
            points = _("One point of %(game)s is worth") % {"game": said(game.name)}
            thousand = _("One point of the final result, such as +42.3, is 1,000 on the table.")
            self.fields[f"rate-{variant}"] = RateField(
                label=points, help_text=thousand if game.decimal_points else ""
            )
        for person, player in state.people.items():
            self.fields[f"chips-{person}"] = forms.IntegerField(
                label=player.shown_name,
                required=False,
                min_value=-MOST_CHIPS,
                max_value=MOST_CHIPS,
                widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text"}),
            )
        choices = [("", _("the smallest coin"))]
        kept = [coin] if coin and coin not in COINS else []
        choices += [(one, number_format(one, use_l10n=True)) for one in (*kept, *COINS)]
        self.fields["coin"].choices = choices  # type: ignore[attr-defined]

    def rate_fields(self) -> Iterator[BoundField]:
        """A field a game."""
        return (self[f"rate-{variant}"] for variant in self.state.variants)

    def chip_fields(self) -> Iterator[BoundField]:
        """A field a person."""
        return (self[f"chips-{person}"] for person in self.state.people)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chips = {person: data.get(f"chips-{person}") or 0 for person in self.state.people}
        total = sum(chips.values())
        if total and not any(self.has_error(f"chips-{person}") for person in chips):
            text = _("The chips add up to %(sum)s: what some win others lose, so it must be 0.")
            self.add_error("chip_rate", text % {"sum": f"{total:+d}"})
        return data

    def save(self) -> None:
        """Store what was typed."""
        data, sheet = self.cleaned_data, self.state.sheet
        rates = sheet.rates | {variant: data[f"rate-{variant}"] for variant in self.state.variants}
        sheet.rates = {variant: rate for variant, rate in rates.items() if rate}
        sheet.chips = {
            str(person): count
            for person in self.state.people
            if person != POT and (count := data[f"chips-{person}"])
        }
        sheet.currency, sheet.pay_by = data["currency"], data["pay_by"]
        sheet.chip_rate = data["chip_rate"]
        usual = Decimal(1).scaleb(-decimal_places(sheet.currency))
        sheet.coin = Decimal(data["coin"]) if data["coin"] else usual
        sheet.save()


class TickForm(forms.Form):
    """A debt that was paid, as the page showed it."""

    payer = forms.IntegerField(min_value=0)
    payee = forms.IntegerField(min_value=0)
    variant = forms.CharField(max_length=20, required=False)
    amount = forms.DecimalField(max_digits=18, decimal_places=4)
    key = forms.UUIDField()


def new_sheet_rates(sheet: DebtSheet, before: DebtSheet | None) -> None:
    """Begin a sheet with the rates, the currency and the way to pay of the last one of the same people."""
    if before is not None:
        sheet.rates, sheet.currency, sheet.coin = before.rates, before.currency, before.coin
        sheet.chip_rate, sheet.pay_by = before.chip_rate, before.pay_by
