"""Years and months as what dues are paid for: "dues 2026", "Nov 2026", "11/2026"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date

from .answers import says_no
from .dates import month_number
from .letters import plain_digits, without_accents
from .numbers import read_number

YEAR = re.compile(r"20[0-9]{2}")
YEAR_MONTH = re.compile(r"(20[0-9]{2})\s?[-/.]\s?(0?[1-9]|1[0-2])|(0?[1-9]|1[0-2])\s?[-/.]\s?(20[0-9]{2})")
EAST_ASIAN = re.compile(r"(?:(20[0-9]{2})\s?[年년]\s?)?(?:(0?[1-9]|1[0-2])\s?[月월])?[分]?")
#: letters of a heading in which a month or year is looked for
LONGEST_HEADING = 100


def last_day_of_period(text: str, year: int | None = None, *, in_words: bool = False) -> date | None:
    """Return the last day of the month or the year that a text names; None for any other text.

    `year` is that of a month alone; `in_words` lets other words stand beside, as in a heading. Two years or
    two months are none: nobody knows the last day of a season.

    >>> last_day_of_period("2026"), last_day_of_period("Nov. 2026"), last_day_of_period("2026-02")
    (datetime.date(2026, 12, 31), datetime.date(2026, 11, 30), datetime.date(2026, 2, 28))
    >>> last_day_of_period("Nov"), last_day_of_period("Nov", 2026)
    (None, datetime.date(2026, 11, 30))
    >>> last_day_of_period("2025/2026"), last_day_of_period("12.11.2026")
    (None, None)
    """
    plain = " ".join(without_accents(plain_digits(text[:LONGEST_HEADING])).split()).strip(" .")
    if (both := YEAR_MONTH.fullmatch(plain)) is not None:
        return _last_day(int(both[1] or both[4]), int(both[2] or both[3]))
    if (east_asian := EAST_ASIAN.fullmatch(plain)) is not None and any(east_asian.groups()):
        number = int(east_asian[1]) if east_asian[1] else year
        return _last_day(number, int(east_asian[2] or 12)) if number else None
    months, numbers, others = _parts(plain)
    years = [int(number) for number in numbers if YEAR.fullmatch(number)]
    if len(numbers) > len(years) or len(years) > 1 or len(months) > 1 or (others and not in_words):
        return None
    number = years[0] if years else year
    if number is None or not (years or months):
        return None
    return _last_day(number, months[0] if months else 12)


def names_month_without_year(text: str, *, in_words: bool = False) -> bool:
    """Whether a text names a month without its year.

    >>> [names_month_without_year(text) for text in ("Nov", "Nov 2026", "novembre")]
    [True, False, True]
    """
    return last_day_of_period(text, in_words=in_words) is None and bool(
        last_day_of_period(text, 2000, in_words=in_words)
    )


def names_month_or_year(heading: str) -> bool:
    """Whether a heading names a month or a year.

    >>> names_month_or_year("Dues 2026"), names_month_or_year("Nov"), names_month_or_year("Name")
    (True, True, False)
    """
    return bool(last_day_of_period(heading, 2000, in_words=True))


def only_year_in(texts: Iterable[str]) -> int | None:
    """Return the one year that texts name; None where they name none, or several.

    >>> only_year_in(["Club dues 2026", "paid"]), only_year_in(["2025/2026"])
    (2026, None)
    """
    years = {int(year) for text in texts for year in re.findall(r"(?<![0-9])20[0-9]{2}(?![0-9])", text)}
    return years.pop() if len(years) == 1 else None


def is_paid(cell: str) -> bool:
    """Whether a cell below a month or year says that it is paid: a mark, an amount, a day.

    >>> [is_paid(cell) for cell in ("x", "25 €", "12.01.2026", "", "-", "no", "0")]
    [True, True, True, False, False, False, False]
    """
    return bool(cell.strip(" -–—.?")) and not says_no(cell) and read_number(cell) != 0


def _parts(plain: str) -> tuple[list[int], list[str], list[str]]:
    """Return the months, the numbers and the other words of a text in small letters."""
    words = re.findall(r"[0-9]+|[^\W\d_]+", plain)
    numbers = [word for word in words if word.isdecimal()]
    months = [number for word in words if (number := month_number(word)) is not None]
    others = [word for word in words if not word.isdecimal() and month_number(word) is None]
    return months, numbers, others


def _last_day(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])
