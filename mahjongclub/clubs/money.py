"""Amounts of money as people type and read them: whole hundredths of the club's currency."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any
from unicodedata import normalize

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext as _

#: the currencies of ISO 4217 whose amounts have no decimals, or three of them, with the signs people write
WITHOUT_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF ¥ ￥ 円 YEN ₩ 원 ₫"
WITH_THREE = "BHD IQD JOD KWD LYD OMR TND"
PLACES = {**dict.fromkeys(WITHOUT_DECIMALS.split(), 0), **dict.fromkeys(WITH_THREE.split(), 3)}
#: a million
MOST_CENTS = 100_000_000
AMOUNT = re.compile(r"[0-9]{1,7}(?:[.,][0-9]{1,2})?")


def read_amount(typed: str) -> int | None:
    """The hundredths of an amount, None for nothing typed. ValidationError for anything else.

    >>> read_amount("20"), read_amount("12,50 €"), read_amount("12.5"), read_amount(" ")
    (2000, 1250, 1250, None)
    """
    text = re.sub(r"\s|^[^\d,.+-]{1,8}|[^\d,.]{1,8}$", "", normalize("NFKC", typed).strip())
    if not text and not typed.strip():
        return None
    if not AMOUNT.fullmatch(text):
        raise forms.ValidationError(_("Write the amount as a number, such as 20 or 12.50."))
    whole, _sign, decimals = text.replace(",", ".").partition(".")
    cents = int(whole) * 100 + int(decimals.ljust(2, "0") or 0)
    if cents > MOST_CENTS:
        raise forms.ValidationError(_("The amount can be at most 1,000,000."))
    return cents


def amount_in_words(cents: int, currency: str) -> str:
    """An amount as the reader writes it: "12.50 €"."""
    return money_in_words(Decimal(cents).scaleb(-2), 2, currency)


def money_in_words(amount: Decimal, places: int, currency: str) -> str:
    """An amount with so many decimal places as the reader writes it: "12.50 €", "1,250 ¥"."""
    number = number_format(f"{amount:.{places}f}", places, force_grouping=True)
    return f"{number}\u00a0{currency}".strip()


def decimal_places(currency: str) -> int:
    """How many decimal places amounts of a currency have, by its code or sign (ISO 4217).

    >>> decimal_places("€"), decimal_places("JPY"), decimal_places("¥"), decimal_places("kwd")
    (2, 0, 0, 3)
    """
    return PLACES.get(currency.strip().upper(), 2)


def amount_for_field(cents: int | None) -> str:
    """An amount as it stands in a field."""
    if cents is None:
        return ""
    text = str(number_format(f"{cents // 100}.{cents % 100:02}", 2, use_l10n=True, force_grouping=False))
    return text.removesuffix("00")[:-1] if cents % 100 == 0 else text


class AmountField(forms.CharField):
    """An amount of money; empty for none."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(max_length=20, required=False, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return amount_for_field(value) if isinstance(value, int) or value is None else value

    def clean(self, value: Any) -> Any:
        """Its hundredths."""
        return read_amount(str(super().clean(value)))
