"""What one cell of a table looks like: an address, a country, a day, a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .countries import country_code
from .dates import column_date_orders, read_day
from .numbers import read_ema_number, read_number

EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
PHONE = re.compile(r"\+?[0-9 ()./-]{7,24}")
TIME = re.compile(r"\d{1,2}[:h]\d{2}|[\sT]\d{1,2}\.\d{2}")
YES_NO = frozenset(
    [
        "yes",
        "no",
        "y",
        "n",
        "oui",
        "non",
        "o",
        "ja",
        "nein",
        "j",
        "nee",
        "nej",
        "nei",
        "kyllä",
        "ei",
        "si",
        "sì",
        "sí",
        "sim",
        "não",
        "nao",
        "tak",
        "nie",
        "ano",
        "ne",
        "igen",
        "nem",
        "да",
        "нет",
        "так",
        "ні",
        "ναι",
        "όχι",
        "evet",
        "hayır",
        "はい",
        "いいえ",
        "是",
        "否",
        "네",
        "아니요",
        "x",
        "✓",
        "✔",
        "✅",
        "☑",
        "✗",
        "❌",
        "true",
        "false",
        "ok",
        "paid",
        "payé",
        "bezahlt",
        "1",
        "0",
        "-",
        "–",
    ]
)
TURNED = re.compile(r"[^,，]{1,60}[,，][^,，]{1,60}")
#: words of a name; more are a text
MOST_WORDS, MOST_FIRST_NAMES = 6, 4
#: what no name has in it
NO_NAME = re.compile(r"[0-9]{4}|[@/\\:!?=_<>%€$#\[\]{}]|\bhttps?\b")


def share_that_fits(cells: Sequence[str], fits: Callable[[str], object]) -> float:
    """The share of cells, from 0 to 1, that fit."""
    return sum(1 for cell in cells if fits(cell)) / len(cells) if cells else 0.0


def is_email(cell: str) -> bool:
    """Whether a cell is an address of mail."""
    return bool(EMAIL.fullmatch(cell.strip("<> ")))


def is_ema_number(cell: str) -> bool:
    """Whether a cell is a number of the European federation."""
    return bool(read_ema_number(cell))


def is_country(cell: str) -> bool:
    """Whether a cell is a country; a code without its capitals may be a name: Bo, Lu."""
    is_code = len(cell) <= 3 and cell.isascii() and cell.isalpha()
    return bool(country_code(cell)) and (not is_code or cell.isupper())


def is_country_code(cell: str) -> bool:
    """Whether a cell is the code of a country in capitals: DEN is no day."""
    return len(cell) <= 3 and cell.isupper() and is_country(cell)


def may_be_country(cell: str) -> bool:
    """Whether a cell is a country, were its code a name too."""
    return bool(country_code(cell))


def starts_with_capital_last_name(cell: str) -> bool:
    """Whether a name has its family name in capitals, before the others: "DUPONT Léa"."""
    words = cell.split()
    capitals = [word.isupper() and len(word.strip(".'’-")) > 1 for word in words]
    count = capitals.index(False) if False in capitals else 0
    return 0 < count < len(words) and not any(capitals[count:])


def is_day(cell: str) -> bool:
    """Whether a cell is a day, with or without a time."""
    return read_day(cell) is not None or bool(column_date_orders([cell]).orders)


def is_timestamp(cell: str) -> bool:
    """Whether a cell is a day with a time."""
    return is_day(cell) and bool(TIME.search(cell))


def is_number(cell: str) -> bool:
    """Whether a cell is a number."""
    return read_number(cell) is not None


def is_phone(cell: str) -> bool:
    """Whether a cell is a telephone number."""
    digits = re.sub(r"\D", "", cell)
    return bool(PHONE.fullmatch(cell)) and 7 <= len(digits) <= 15


def is_yes_or_no(cell: str) -> bool:
    """Whether a cell says yes or no, in any language."""
    return cell.casefold() in YES_NO


def is_name(cell: str) -> bool:
    """Whether a cell may be the name of somebody, or a part of it.

    >>> [is_name(text) for text in ("Léa", "de La Tour", "no nuts, no fish", "bo@example.org")]
    [True, True, False, False]
    """
    words = cell.split()
    return (
        bool(words)
        and len(words) <= MOST_WORDS
        and not NO_NAME.search(cell)
        and not re.search(r"[,;，；]", cell)
        and any(sign.isalpha() for sign in cell)
    )


def is_last_name_first(cell: str) -> bool:
    """Whether a cell is "family name, first name": both parts are names, and the second is a short one."""
    if not TURNED.fullmatch(cell):
        return False
    last, first = (part.strip() for part in re.split("[,，]", cell))
    capital = first[:1].isupper() or not first[:1].islower()
    return is_name(last) and is_name(first) and len(first.split()) <= MOST_FIRST_NAMES and capital
