"""Days of a column, whose order is told by all of them: one day above 12 proves it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from .headings import plain_text
from .numbers import plain_digits

DAY = re.compile(r"^\D{0,12}?([0-9]{1,4})\s*[-/. 年년]\s*([0-9]{1,2})\s*[-/. 月월]\s*([0-9]{1,4})(?!\d)")
COMPACT = re.compile(r"^((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})(?!\d)")
WORDS = re.compile(
    r"^\D{0,12}?([0-9]{1,2})(?:st|nd|rd|th|er|\.)?[\s-]+(?:de\s+)?([^\W\d_]{3,12})\.?\,?[\s-]+(?:de\s+)?"
    r"([0-9]{2,4})"
)
#: the year before the first of each era in which Japan and Taiwan count years
ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911, "民国": 1911}
ERAS |= {"M": 1867, "T": 1911, "S": 1925, "H": 1988, "R": 2018}
IN_ERA = re.compile(
    rf"^({'|'.join(ERAS)})(元|[0-9]{{1,3}})\s*[年./-]\s*([0-9]{{1,2}})\s*[月./-]\s*([0-9]{{1,2}})(?!\d)"
)
WORDS_US = re.compile(r"^([^\W\d_]{3,12})\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\s+([0-9]{4})")
#: orders of day, month and year, the usual one of most of our players first
DMY, MDY, YMD = "dmy", "mdy", "ymd"
ORDERS = (DMY, MDY, YMD)
#: the first letters of the months, without accents, in the languages of our players
MONTHS = (
    "jan janv tam tammi gen ene sty led január янв січ ιαν oca",
    "feb fev fevr hel helmi lut uno февр фев лют φεβ sub",
    "mar mars maa maalis marz bre marc март мар бер μαρ mart maart mrt",
    "apr avr avril abr huh huhti kwi dub апр кві απρ nis",
    "may mai maj mag tou touko kve май мая тра μαι mayis mei",
    "jun juin giu kes kesa cze cer июн чер ιουν haz juni",
    "jul juil lug hei heina lip cvc июл лип ιουλ tem juli",
    "aug aou aout ago elo sie srp авг сер αυγ agu",
    "sep sept set syy syys wrz zar szept сен вер σεπ eyl",
    "oct okt ott out loka lok paz rij окт жов οκτ eki",
    "nov marras mar_ lis noj ноя лис νοε kas",
    "dec dez dic joulu jou gru pro дек гру δεκ ara des",
)


@dataclass(frozen=True, slots=True)
class Dates:
    """The order in which a column writes its days. `orders` are those in which every cell is a day."""

    orders: tuple[str, ...]

    @property
    def is_sure(self) -> bool:
        """Whether there is one way to read them."""
        return len(self.orders) == 1


def _parts(text: str) -> tuple[str, str, str] | None:
    plain = plain_digits(text.strip())
    if era := IN_ERA.match(plain):
        year = ERAS[era[1]] + (1 if era[2] == "元" else int(era[2]))
        return str(year), era[3], era[4]
    found = DAY.match(plain) or COMPACT.match(plain)
    return (found[1], found[2], found[3]) if found else None


def _named_day(text: str) -> date | None:
    """Return a day whose month is a word: "21 novembre 2026", "Nov 21, 2026"."""
    from_day = WORDS.match(text.strip())
    from_month = WORDS_US.match(text.strip())
    if from_day:
        day, word, year = from_day.groups()
    elif from_month:
        word, day, year = from_month.groups()
    else:
        return None
    month = _month(word)
    return _day(_year(year), month, int(day)) if month else None


def _month(word: str) -> int:
    plain = plain_text(word)
    candidates = [
        (len(start), number)
        for number, starts in enumerate(MONTHS, start=1)
        for start in starts.split()
        if plain.startswith(plain_text(start))
    ]
    return max(candidates, default=(0, 0))[1]


def _year(text: str) -> int:
    return int(text) if len(text) > 2 else 2000 + int(text)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _in_order(parts: tuple[str, str, str], order: str) -> date | None:
    first, second, third = parts
    if order == YMD:
        if len(third) > 2:
            return None
        return _day(_year(first), int(second), int(third))
    if len(first) > 2:
        return None
    day, month = (first, second) if order == DMY else (second, first)
    return _day(_year(third), int(month), int(day))


def order_of(cells: Iterable[str], until: date | None = None) -> Dates:
    """Return in which orders every day of a column can be read, none after `until`.

    >>> order_of(["03/04/2026", "21/04/2026"]).orders, order_of(["03/04/2026"]).orders
    (('dmy',), ('dmy', 'mdy'))
    >>> order_of(["26-03-12", "26-03-31"], date(2026, 12, 31)).orders, order_of(["2026-11-21"]).orders
    (('ymd',), ('ymd',))
    """
    parts = [found for cell in cells if cell.strip() and (found := _parts(cell)) is not None]
    last = until or date.max
    orders = tuple(
        order
        for order in ORDERS
        if parts and all((day := _in_order(one, order)) is not None and day <= last for one in parts)
    )
    if len(orders) > 1 and len({tuple(_in_order(one, order) for one in parts) for order in orders}) == 1:
        orders = orders[:1]
    return Dates(orders)


def read_day(text: str, order: str = DMY) -> date | None:
    """Return a day as people write it; None for what is none.

    >>> read_day("21/11/2026"), read_day("11/21/2026", MDY), read_day("2026-11-21 20:15")
    (datetime.date(2026, 11, 21), datetime.date(2026, 11, 21), datetime.date(2026, 11, 21))
    >>> read_day("26-03-12", YMD), read_day("21 novembre 2026"), read_day("2026年3月1日")
    (datetime.date(2026, 3, 12), datetime.date(2026, 11, 21), datetime.date(2026, 3, 1))
    """
    parts = _parts(text)
    if parts is None:
        return _named_day(text)
    if len(parts[0]) == 4:
        order = YMD
    return _in_order(parts, order)
