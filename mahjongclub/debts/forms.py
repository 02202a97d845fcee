"""The forms of a debt sheet: what a point is worth, the currency, the chips, and a debt that was paid."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypedDict
from unicodedata import normalize

from django import forms
from django.forms import BoundField
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.club_model import LONGEST_CURRENCY
from mahjongclub.clubs.money import decimal_places
from mahjongclub.clubs.naming import tidy_name
from mahjongclub.games.kit.wording import said, with_minus
from mahjongclub.rules.registry import find_variant

from .models import LONGEST_PAY_BY, DebtSheet
from .sheet import MONEY, POT, SheetState

RATE = re.compile(r"[0-9]{1,7}(?:[.,][0-9]{1,6})?")
MOST_CHIPS = 100_000
#: what amounts are rounded to; "" is the smallest coin of the currency
COINS = ("0.05", "0.1", "0.5", "1", "5", "10", "100")


#: a larger amount of money has too many digits to be stored with its decimals
MOST_MONEY = 10**12


class Terms(TypedDict):
    """The fields of a sheet that a DebtSheetForm asks for: the worth of a point by variant, as decimal text.

    `coin` is what amounts are rounded to, `chip_rate` the worth of a chip, `chips` their number by player.
    """

    rates: dict[str, str]
    currency: str
    coin: Decimal
    chip_rate: str
    chips: dict[str, int]
    pay_by: str


class RateField(forms.CharField):
    """The worth of a point or a chip, as decimal text; "" for nothing."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(max_length=20, required=False, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        is_stored = isinstance(value, str) and re.fullmatch(r"[0-9]+(\.[0-9]+)?", value)
        return number_format(value, use_l10n=True, force_grouping=False) if is_stored else value

    def clean(self, value: Any) -> str:
        text = re.sub(r"\s", "", normalize("NFKC", str(super().clean(value))))
        if not text:
            return ""
        if not RATE.fullmatch(text):
            raise forms.ValidationError(_("Write the value as a number, such as 0.05 or 2."))
        rate = Decimal(text.replace(",", ".")).normalize()
        return f"{rate:f}" if rate else ""


class ChipsField(forms.IntegerField):
    """How many chips somebody has won, below 0 what they lost, with either minus sign."""

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.replace("\u2212", "-") if isinstance(value, str) else value)


class DebtSheetForm(forms.Form):
    """The rates, the currency and the chips of a sheet."""

    currency = NameField(
        label=gettext_lazy("Currency"),
        max_length=LONGEST_CURRENCY,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    coin = forms.ChoiceField(label=gettext_lazy("Round to"), required=False)
    chip_rate = RateField(label=gettext_lazy("One chip is worth"))
    pay_by = forms.CharField(
        label=gettext_lazy("How to pay"),
        help_text=gettext_lazy("Cash, a phone number or an account: shown below the list you share."),
        max_length=LONGEST_PAY_BY,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    #: what the sheet said when the page was made: another phone may have changed it since
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, state: SheetState, data: Mapping[str, Any] | None = None) -> None:
        sheet = state.sheet
        coin = "" if sheet.coin == _usual_coin(sheet.currency) else f"{sheet.coin.normalize():f}"
        super().__init__(
            data,
            initial={
                **{f"rate-{variant}": rate for variant, rate in sheet.rates.items()},
                **{f"chips-{person}": count for person, count in state.chips_won.items()},
                **{"currency": sheet.currency, "coin": coin},
                **{
                    "chip_rate": sheet.chip_rate,
                    "pay_by": sheet.pay_by,
                    "seen": terms_fingerprint(_terms_of(sheet)),
                },
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
            self.fields[f"chips-{person}"] = ChipsField(
                label=player.shown_name,
                required=False,
                min_value=-MOST_CHIPS,
                max_value=MOST_CHIPS,
                widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text"}),
            )
        choices = [("", _("the smallest coin"))]
        stored = [coin] if coin and coin not in COINS else []
        choices += [(choice, number_format(choice, use_l10n=True)) for choice in (*stored, *COINS)]
        self.fields["coin"].choices = choices  # type: ignore[attr-defined]

    def rate_fields(self) -> Iterator[BoundField]:
        """A field a game."""
        return (self[f"rate-{variant}"] for variant in self.state.variants)

    def chip_fields(self) -> Iterator[BoundField]:
        """A field a person."""
        return (self[f"chips-{person}"] for person in self.state.people)

    def clean_pay_by(self) -> str:
        """One line of signs that can be seen: it stands below the list that is shared."""
        return tidy_name(self.cleaned_data["pay_by"])

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        chips = {person: data.get(f"chips-{person}") or 0 for person in self.state.people}
        total = sum(chips.values())
        if total and not any(self.has_error(f"chips-{person}") for person in chips):
            text = _("The chips add up to %(sum)s: what some win others lose, so it must be 0.")
            self.add_error("chip_rate", text % {"sum": with_minus(f"{total:+d}")})
        for variant in self.state.variants:
            points = max(map(abs, self.state.points_by_variant[variant].values()), default=Fraction(0))
            if points * Fraction(data.get(f"rate-{variant}") or 0) > MOST_MONEY:
                self.add_error(f"rate-{variant}", _("Somebody would win more than can be paid. Enter less."))
        self._check_currency(data)
        if not self.errors:
            self._check_seen(data["seen"])

    def _check_currency(self, data: Mapping[str, Any]) -> None:
        """Refuse amounts smaller than the smallest coin, and another currency once something was paid."""
        currency, coin = data.get("currency", ""), data.get("coin")
        if coin and Decimal(coin) < (smallest := _usual_coin(currency)):
            text = _("Amounts in %(currency)s are whole multiples of %(amount)s.")
            self.add_error("coin", text % {"currency": currency, "amount": number_format(f"{smallest:f}")})
        before = self.state.sheet.currency
        is_paid = any(repayment.variant == MONEY for repayment in self.state.repayments)
        if is_paid and currency != before and "currency" not in self.errors:
            text = _(
                "Something on this list was paid in another currency (%(currency)s): keep that "
                "currency, or undo the payment."
            )
            self.add_error("currency", text % {"currency": before or "–"})

    def _check_seen(self, seen: str) -> None:
        """Refuse to write over what another phone has written since, once: then it has been seen."""
        stored = _terms_of(self.state.sheet)
        if seen and seen != terms_fingerprint(stored) and self._typed_terms() != stored:
            self.data = {
                **{name: self.data.get(name, "") for name in self.data},
                "seen": terms_fingerprint(stored),
            }
            text = _(
                "Somebody else has changed this list meanwhile: the amounts above are theirs. Send "
                "yours again to replace them."
            )
            self.add_error(None, text)

    def _typed_terms(self) -> Terms:
        """Return what was typed, as the fields of the sheet."""
        data, sheet = self.cleaned_data, self.state.sheet
        rates = sheet.rates | {variant: data[f"rate-{variant}"] for variant in self.state.variants}
        return {
            "rates": {variant: rate for variant, rate in rates.items() if rate},
            "currency": data["currency"],
            "coin": Decimal(data["coin"] or _usual_coin(data["currency"])),
            "chip_rate": data["chip_rate"],
            "chips": {
                str(person): count
                for person in self.state.people
                if person != POT and (count := data[f"chips-{person}"])
            },
            "pay_by": data["pay_by"],
        }

    def save(self) -> None:
        """Store what was typed."""
        for name, value in self._typed_terms().items():
            setattr(self.state.sheet, name, value)
        self.state.sheet.save()


def _usual_coin(currency: str) -> Decimal:
    return Decimal(1).scaleb(-decimal_places(currency))


def _terms_of(sheet: DebtSheet) -> Terms:
    """Return what the sheet has stored of the fields of a DebtSheetForm."""
    return {
        "rates": sheet.rates,
        "currency": sheet.currency,
        "coin": sheet.coin,
        "chip_rate": sheet.chip_rate,
        "chips": sheet.chips,
        "pay_by": sheet.pay_by,
    }


def terms_fingerprint(terms: Terms) -> str:
    """Return a short text that is another one for other terms."""
    parts = [
        terms["rates"],
        terms["chips"],
        terms["currency"],
        str(terms["chip_rate"]),
        str(terms["pay_by"]),
    ]
    text = json.dumps([*parts, f"{terms['coin'].normalize():f}"], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class PaidDebtForm(forms.Form):
    """A debt that was paid, as the page showed it."""

    payer = forms.IntegerField(min_value=0)
    payee = forms.IntegerField(min_value=0)
    variant = forms.CharField(max_length=20, required=False)
    amount = forms.DecimalField(max_digits=18, decimal_places=4)
    key = forms.UUIDField()


def prefill_unsaved_terms(sheet: DebtSheet, before: DebtSheet | None, people: Collection[int]) -> None:
    """Set the rates and the currency of the last sheet on a new one for these people; nothing is saved.

    How to pay may be somebody's number: it goes along only where everybody was on that sheet too.
    """
    if before is None:
        return
    sheet.rates, sheet.currency, sheet.coin = before.rates, before.currency, before.coin
    sheet.chip_rate = before.chip_rate
    if SheetState(before).people.keys() >= set(people):
        sheet.pay_by = before.pay_by
