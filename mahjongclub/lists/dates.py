"""Days as people write them: in any order, with the month as a word, in the calendars of East Asia.

A day that stands alone may be read in several orders (`possible_days`). In a column the order is told by all
of them: one day above 12 proves it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from .letters import plain_digits, without_accents

#: orders of day, month and year, the usual one of most of our players first
DMY, MDY, YMD = "dmy", "mdy", "ymd"
ORDERS = (DMY, MDY, YMD)
#: of eight digits in a row: which four of them can be the year
YEARS = range(1900, 2201)
#: of two digits: how many years ahead of now they may be
AHEAD = 20
#: the year before the first of each era in which Japan and Taiwan count years
ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911, "民国": 1911}
ERAS |= {"m": 1867, "t": 1911, "s": 1925, "h": 1988, "r": 2018}
#: the day of the week behind a day of East Asia
_WEEKDAY = r"(?:\s*[(（]?[月火水木金土日월화수목금토일](?:曜日?|요일)?[)）]?)?"
IN_ERA = re.compile(
    rf"({'|'.join(ERAS)})\s?(元|[0-9]{{1,3}})\s*[年./-]\s*([0-9]{{1,2}})\s*[月./-]\s*([0-9]{{1,2}})\s*日?"
    + _WEEKDAY
)
EAST_ASIAN = re.compile(r"([0-9]{2,4})\s*[年년]\s*([0-9]{1,2})\s*[月월]\s*([0-9]{1,2})\s*[日일]?" + _WEEKDAY)
#: a day as spreadsheets count them, with the part of the day behind it
SERIAL = re.compile(r"([0-9]{5})(?:[.,][0-9]{1,15})?")
NUMBERS = re.compile(r"([0-9]{1,4})(?:\s*([-/.])\s*|\s)([0-9]{1,2})(?:\s*\2\s*|\s)([0-9]{1,4})\.?")
#: how a cell with a day in numbers begins, whatever stands about it
DAY_IN_CELL = re.compile(r"^[^0-9]{0,12}?([0-9]{1,4}\s*[-/. ]\s*[0-9]{1,2}\s*[-/. ]\s*[0-9]{1,4})(?![0-9])")
COMPACT_IN_CELL = re.compile(r"^((?:19|20)[0-9]{6})(?![0-9])")
TIME_IN_CELL = re.compile(r"[\s,t]+(?:(?:at|a|um|om|kl)\.?\s+)?[0-9]{1,2}\s?[:h.]\s?[0-9]{2}(?![0-9.]).*$")
BRACKET_IN_CELL = re.compile(r"\s*[(（\[].*$")
#: words beside a day that say nothing of it
FILLERS = frozenset(
    ["le", "la", "les", "the", "of", "de", "du", "den", "der", "am", "on", "er", "st", "nd", "rd", "th", "a"]
)
#: Names of the months in the languages of our players, without accents, forms of one word beside each other;
#: beginnings of three letters and more mean the same where they begin the names of one month alone.
MONTHS = (
    "january janvier januar januari tammikuuta gennaio enero janeiro stycznia styczen ledna leden "
    "января январь січня січень ιανουαριου ιανουαριοσ ocak ianuarie",
    "february fevrier februar februari helmikuuta febbraio febrero fevereiro lutego luty unora unor "
    "февраля февраль лютого лютии φεβρουαριου φεβρουαριοσ subat februarie",
    "march mars marz maart marts maaliskuuta marzo marco marca marzec brezna brezen marcius марта март "
    "березня березень μαρτιου μαρτιοσ mart martie",
    "april avril huhtikuuta aprile abril kwietnia kwiecien dubna duben aprilis апреля апрель квітня "
    "квітень απριλιου απριλιοσ nisan aprilie",
    "may mai maj mei toukokuuta maggio mayo maio maja kvetna kveten majus мая маи травня травень μαιου "
    "μαιοσ mayis",
    "june juin juni kesakuuta giugno junio junho czerwca czerwiec cervna cerven junius июня июнь червня "
    "червень ιουνιου ιουνιοσ haziran iunie",
    "july juillet juli heinakuuta luglio julio julho lipca lipiec cervence cervenec julius июля июль "
    "липня липень ιουλιου ιουλιοσ temmuz iulie",
    "august aout augustus augusti elokuuta agosto sierpnia sierpien srpna srpen augusztus августа "
    "август серпня серпень αυγουστου αυγουστοσ agustos",
    "september septembre syyskuuta settembre septiembre setembro wrzesnia wrzesien zari szeptember "
    "сентября сентябрь вересня вересень σεπτεμβριου σεπτεμβριοσ eylul septembrie",
    "october octobre oktober lokakuuta ottobre octubre outubro pazdziernika rijna rijen октября октябрь "
    "жовтня жовтень οκτωβριου οκτωβριοσ ekim octombrie",
    "november novembre marraskuuta noviembre novembro listopada listopadu listopad ноября ноябрь "
    "листопада листопад νοεμβριου νοεμβριοσ kasim noiembrie",
    "december decembre dezember desember joulukuuta dicembre diciembre dezembro grudnia grudzien "
    "prosince prosinec декабря декабрь грудня грудень δεκεμβριου δεκεμβριοσ aralik decembrie",
)
#: beginnings that are usual for one month though the name of another begins alike
SHORT_MONTHS = {"mar": 3, "mrt": 3, "cvn": 6, "cvc": 7, "lip": 7, "mai": 5}
#: The days of the week likewise, from Monday. "Mar." is a Tuesday and March in French.
WEEKDAYS = (
    "monday lundi montag maandag mandag maanantaina lunedi lunes segunda poniedzialek pondeli hetfo "
    "понедельник понеділок δευτερα pazartesi luni",
    "tuesday mardi dienstag dinsdag tirsdag tisdag tiistaina martedi martes terca wtorek utery kedd "
    "вторник вівторок τριτη sali marti",
    "wednesday mercredi mittwoch woensdag onsdag keskiviikkona mercoledi miercoles quarta sroda streda "
    "szerda среда середа τεταρτη carsamba miercuri",
    "thursday jeudi donnerstag donderdag torsdag torstaina giovedi jueves quinta czwartek ctvrtek "
    "csutortok четверг четвер πεμπτη persembe joi",
    "friday vendredi freitag vrijdag fredag perjantaina venerdi viernes sexta piatek patek pentek "
    "пятница παρασκευη cuma vineri",
    "saturday samedi samstag sonnabend zaterdag lordag lauantaina sabato sabado sobota szombat суббота "
    "субота σαββατο cumartesi sambata",
    "sunday dimanche sonntag zondag sondag sunnuntai domenica domingo niedziela nedele vasarnap "
    "воскресенье неділя κυριακη pazar duminica",
)
SHORT_WEEKDAYS = {
    "mo": 0,
    "di": 1,
    "mi": 2,
    "do": 3,
    "fr": 4,
    "sa": 5,
    "so": 6,
    "ma": 0,
    "wo": 2,
    "vr": 4,
    "za": 5,
}
SHORT_WEEKDAYS |= {"zo": 6, "to": 3, "ti": 1, "on": 2, "ke": 2, "pe": 4, "la": 5, "su": 6, "mer": 2, "dom": 6}
SHORT_WEEKDAYS |= {"пн": 0, "вт": 1, "ср": 2, "чт": 3, "пт": 4, "сб": 5, "вс": 6, "нд": 6}


@dataclass(frozen=True, slots=True)
class DateOrders:
    """The order in which a column writes its days. `orders` are those in which every cell is a day."""

    orders: tuple[str, ...]

    @property
    def is_sure(self) -> bool:
        """Whether there is one way to read them."""
        return len(self.orders) == 1


def possible_days(text: str, orders: Sequence[str] = ORDERS) -> list[date]:
    """Return every day that a text can mean with its numbers in one of these orders, the earliest first.

    >>> possible_days("11/12/2026", (DMY, MDY))
    [datetime.date(2026, 11, 12), datetime.date(2026, 12, 11)]
    >>> possible_days("12 nov. 2026") == possible_days("令和8年11月12日") == possible_days("12.11.26", [DMY])
    True
    >>> possible_days("31/02/2026"), possible_days("tomorrow")
    ([], [])
    """
    plain = " ".join(re.sub("[‐-―−]", "-", without_accents(plain_digits(text))).split())
    return sorted(set(_readings(plain, orders)))


def read_day(text: str, order: str = DMY) -> date | None:
    """Return the day of a cell, whatever hour or weekday stands beside it; None for what is none.

    >>> read_day("21/11/2026"), read_day("11/21/2026", MDY), read_day("2026-11-21 20:15")
    (datetime.date(2026, 11, 21), datetime.date(2026, 11, 21), datetime.date(2026, 11, 21))
    >>> read_day("26-03-12", YMD), read_day("21 novembre 2026"), read_day("2026年3月1日")
    (datetime.date(2026, 3, 12), datetime.date(2026, 11, 21), datetime.date(2026, 3, 1))
    """
    days = possible_days(_day_in(text), (order,))
    return days[0] if len(days) == 1 else None


def read_serial_day(text: str) -> date | None:
    """Return the day that a number of a spreadsheet is, from 2000 to 2099; None for what is no such number.

    Such a number is a day only in a column that is known to hold days.

    >>> read_serial_day("45992.75"), read_serial_day("25000"), read_serial_day("2026")
    (datetime.date(2025, 12, 1), None, None)
    """
    serial = SERIAL.fullmatch(plain_digits(text).strip())
    day = date(1899, 12, 30) + timedelta(days=int(serial[1])) if serial is not None else None
    return day if day is not None and 2000 <= day.year <= 2099 else None


def column_date_orders(cells: Iterable[str], until: date | None = None) -> DateOrders:
    """Return in which orders every day of a column can be read, none after `until`.

    >>> column_date_orders(["03/04/2026", "21/04/2026"]).orders, column_date_orders(["03/04/2026"]).orders
    (('dmy',), ('dmy', 'mdy'))
    >>> column_date_orders(["26-03-12", "26-03-31"], date(2026, 12, 31)).orders
    ('ymd',)
    >>> column_date_orders(["2026-11-21"]).orders
    ('ymd',)
    """
    in_numbers = [part for cell in cells if NUMBERS.fullmatch(part := _day_in(cell)) or part.isdecimal()]
    last = until or date.max
    by_order = {
        order: [
            next((day for day in possible_days(part, (order,)) if day <= last), None) for part in in_numbers
        ]
        for order in ORDERS
    }
    readings = {order: tuple(days) for order, days in by_order.items() if days and None not in days}
    if in_numbers and all(re.match("[0-9]{4}", part) for part in in_numbers) and readings:
        return DateOrders((YMD,))
    orders = tuple(readings)
    return DateOrders(orders[:1] if len(set(readings.values())) == 1 else orders)


def _day_in(cell: str) -> str:
    """Return what of a cell is its day, in plain digits."""
    plain = " ".join(plain_digits(cell).split())
    if (in_era := IN_ERA.match(plain.casefold())) is not None:
        return in_era[0]
    if (day_match := DAY_IN_CELL.match(plain) or COMPACT_IN_CELL.match(plain)) is not None:
        return day_match[1]
    return TIME_IN_CELL.sub("", BRACKET_IN_CELL.sub("", plain.casefold()))


def _readings(plain: str, orders: Sequence[str]) -> Iterator[date]:
    if match := IN_ERA.fullmatch(plain):
        year = ERAS[match[1]] + (1 if match[2] == "元" else int(match[2]))
        yield from _days(str(year), match[3], match[4])
    elif match := EAST_ASIAN.fullmatch(plain):
        yield from _days(match[1], match[2], match[3])
    elif match := NUMBERS.fullmatch(plain):
        yield from _by_numbers(match[1], match[3], match[4], orders)
    elif re.fullmatch("[0-9]{8}", plain):
        either = (*_days(plain[:4], plain[4:6], plain[6:]), *_days(plain[4:], plain[2:4], plain[:2]))
        yield from (day for day in either if day.year in YEARS)
    else:
        yield from _by_words(plain)


def _by_numbers(first: str, second: str, third: str, orders: Sequence[str]) -> Iterator[date]:
    if len(first) == 4:
        yield from _days(first, second, third)
        return
    in_order = {DMY: (third, second, first), MDY: (third, first, second), YMD: (first, second, third)}
    for order in orders:
        yield from _days(*in_order[order])


def _by_words(plain: str) -> Iterator[date]:
    """Yield the day with its month as a word, day and year as numbers; a weekday beside it is its own."""
    words = re.findall(r"[0-9]+|[^\W\d_]+", plain)
    if re.search(r"[^\w\s.,'’-]", plain):
        return
    numbers = [word for word in words if word.isdecimal()]
    letters = [word for word in words if not word.isdecimal() and word not in FILLERS]
    months = [word for word in letters if month_number(word)]
    if len(months) > 1:
        months = [word for word in months if _weekday(word) is None]
    weekdays = {_weekday(word) for word in letters if word not in months} - {None}
    is_known = all(month_number(word) or _weekday(word) is not None for word in letters)
    if len(months) != 1 or len(numbers) != 2 or not is_known:
        return
    for day, year in (numbers, numbers[::-1]):
        if len(day) <= 2:
            days = _days(year, str(month_number(months[0])), day)
            yield from (day for day in days if not weekdays or day.weekday() in weekdays)


def _days(year: str, month: str, day: str) -> Iterator[date]:
    """Yield the day of a year, a month and a day as they are written; nothing where there is no such day."""
    if len(year) not in (2, 4) or len(day) > 2 or len(month) > 2:
        return
    number = int(year)
    if len(year) == 2:
        number += 2000 if number <= date.today().year % 100 + AHEAD else 1900
    with suppress(ValueError):
        yield date(number, int(month), int(day))


def month_number(word: str) -> int | None:
    """Return the month, from 1, that a word without accents means; None for another word."""
    return SHORT_MONTHS.get(word) or _meanings(MONTHS, 1).get(word)


def _weekday(word: str) -> int | None:
    return SHORT_WEEKDAYS[word] if word in SHORT_WEEKDAYS else _meanings(WEEKDAYS, 0).get(word)


@cache
def _meanings(names: Sequence[str], first: int) -> dict[str, int]:
    """Return the numbers, from `first`, of the names and of their beginnings that mean one of them alone."""
    meanings: dict[str, set[int]] = {}
    whole: dict[str, int] = {}
    for number, words in enumerate(names, start=first):
        for word in words.split():
            whole[word] = number
            for length in range(3, len(word)):
                meanings.setdefault(word[:length], set()).add(number)
    return {word: next(iter(numbers)) for word, numbers in meanings.items() if len(numbers) == 1} | whole
