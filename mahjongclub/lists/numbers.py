"""Numbers as spreadsheets and people write them: a federation's numbers, points, amounts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from .letters import plain_digits

EMA_DIGITS = 8
#: a number of eight digits without the zero at its beginning, and with what a spreadsheet adds
EMA = re.compile(r"(?:n\s*[°ºo.]?\s*)?(?:EMA[\s:-]*)?([0-9]{7,8})(?:[.,]0+)?", re.IGNORECASE)
#: a day, which has eight digits too
DAY = re.compile(
    r"(?:19|20)[0-9]{2}[-./ ](?:0[1-9]|1[0-2])[-./ ][0-3][0-9]|"
    r"[0-3][0-9][-./][0-3][0-9][-./](?:19|20)[0-9]{2}"
)
#: how a spreadsheet writes a long number in a narrow column: 4.090001E+06
POWER = re.compile(r"([1-9])[.,]([0-9]{1,9})E\+0?([0-9])", re.IGNORECASE)
#: minus signs: of the keyboard, of typography, of Japanese score sheets
MINUS_BEFORE = re.compile(r"^[-−–—‐‑﹣－▲△▼▽]\s*")
IN_BRACKETS = re.compile(r"^[(（]\s*(.*?)\s*[)）]$")
MINUS_AFTER = re.compile(r"\s*[-−–—]$")
UNIT = re.compile(r"\s*(?:pts?|points?|p|点|點|分|점|€|eur|£|\$|kr|zł|kč|ft|chf)\.?$", re.IGNORECASE)
#: thousands, as players say their scores
THOUSANDS = re.compile(r"(?<=[0-9])\s*k$", re.IGNORECASE)
GROUPS = re.compile(r"[\s'’\u00a0\u202f\u2009]")


def read_ema_number(text: str) -> str:
    """Return a federation's number of eight digits, with the zero that a spreadsheet ate; "" for anything
    else.

    >>> [read_ema_number(text) for text in ("4090001", "04090001", "4090001.0", "n° 04 090 001")]
    ['04090001', '04090001', '04090001', '04090001']
    >>> [read_ema_number(text) for text in ("409", "+33 6 12 34 56", "4.090001E+06", "4,09E+06")]
    ['', '', '04090001', '']
    >>> read_ema_number("2026-12-31"), read_ema_number("31.12.2026")
    ('', '')
    """
    plain = plain_digits(text).strip()
    if DAY.fullmatch(plain):
        return ""
    if (power := POWER.fullmatch(plain)) is not None and len(power[2]) == int(power[3]):  # no digit is lost
        plain = power[1] + power[2]
    tidy = re.sub(r"(?<=\d)[\s\u00a0'’.-](?=\d{2,})", "", plain.lstrip("'"))
    ema_match = EMA.fullmatch(tidy)
    return ema_match[1].zfill(EMA_DIGITS) if ema_match else ""


def decimal_sign(cells: Iterable[str]) -> str:
    """Return the sign before decimals in a column: "," or "."; "" where no cell proves one.

    A sign is proved by standing once with another number of digits behind it than three, or after the other
    one.

    >>> decimal_sign(["1,234.5", "12"]), decimal_sign(["1.234", "12,5"]), decimal_sign(["1,234", "5,678"])
    ('.', ',', '')
    """
    votes = {",": 0, ".": 0}
    grouped = {",": 0, ".": 0}
    for cell in cells:
        digits = GROUPS.sub("", plain_digits(cell))
        signs = [sign for sign in digits if sign in ",."]
        if not signs:
            continue
        last = signs[-1]
        behind = len(re.sub(r"\D", "", digits[digits.rindex(last) :]))
        if len(set(signs)) == 2:
            votes[last] += 1
        elif len(signs) > 1:
            grouped[last] += 1
        elif behind != 3 or digits.lstrip("-−(▲△").startswith(("0,", "0.")):
            votes[last] += 1
    for sign, other in ((",", "."), (".", ",")):
        if (votes[sign] and not votes[other]) or (grouped[other] and not grouped[sign] and not votes[other]):
            return sign
    return ""


def _is_grouped(whole: str) -> bool:
    """Whether the signs in a whole number set apart groups of digits, three in the last of them.

    >>> _is_grouped("1.234.567"), _is_grouped("1,23,456"), _is_grouped("12.3.4")
    (True, True, False)
    """
    signs = set(re.findall("[.,]", whole))
    grouped = re.fullmatch(r"[0-9]{1,3}(?:[.,][0-9]{2,3})*[.,][0-9]{3}", whole)
    return not signs or (len(signs) == 1 and grouped is not None)


def read_number(text: str, decimal: str = "") -> Decimal | None:
    """Return a number however its minus, groups and decimals are written; None for what is none.

    `decimal` is the sign before decimals of its column, "" where a sign before three digits groups them.

    >>> [str(read_number(text)) for text in ("▲12.5", "(1 200)", "−3,5", "25'000", "８０００", "300-")]
    ['-12.5', '-1200', '-3.5', '25000', '8000', '-300']
    >>> read_number("1,234"), read_number("1,234", ","), read_number("abc")
    (Decimal('1234'), Decimal('1.234'), None)
    """
    digits = UNIT.sub("", plain_digits(text).strip())
    thousands = bool(THOUSANDS.search(digits))
    digits = THOUSANDS.sub("", digits)
    negative = False
    if in_brackets := IN_BRACKETS.match(digits):
        digits, negative = in_brackets[1], True
    if MINUS_BEFORE.match(digits):
        digits, negative = MINUS_BEFORE.sub("", digits), not negative
    elif MINUS_AFTER.search(digits):
        digits, negative = MINUS_AFTER.sub("", digits), not negative
    digits = UNIT.sub("", GROUPS.sub("", digits.removeprefix("+")))
    digits = "0" if digits == "±0" else digits
    sign = decimal or decimal_sign([digits])
    if thousands and not decimal and len(re.findall("[.,]", digits)) == 1:
        sign = "," if "," in digits else "."  # 32.500k is no grouping of thousands
    other = {",": ".", ".": ",", "": ""}[sign]
    if not _is_grouped(digits.partition(sign)[0] if sign else digits):
        return None
    if sign:
        digits = digits.replace(other, "").replace(sign, ".")
    else:
        digits = digits.replace(",", "").replace(".", "")
    if not re.fullmatch(r"[0-9]{1,15}(?:\.[0-9]{0,6})?|\.[0-9]{1,6}", digits):
        return None
    value = Decimal(digits) * (1000 if thousands else 1)
    return -value if negative and value else value
