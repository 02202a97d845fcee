"""A list of who has paid dues until when: it fills in the form of the dues."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.lists.answers import phrases_of
from mahjongclub.lists.dates import DMY, ORDERS, column_date_orders, read_day, read_serial_day
from mahjongclub.lists.headings import NAMES, plain_text
from mahjongclub.lists.people import person_in_row, whole_name
from mahjongclub.lists.periods import (
    is_paid,
    last_day_of_period,
    names_month_or_year,
    names_month_without_year,
    only_year_in,
)
from mahjongclub.lists.tables import read_table

from ..club_access import ClubVisit
from ..club_forms import FARTHEST
from ..devices import ClubRequest
from ..mended_rows import RowsOnPage
from ..name_lists import KINDS as NAME_KINDS
from ..name_lists import ListColumns, NameRow, list_columns
from ..naming import tidy_name
from ..typed_names import MOST_NAMES, TypedName, look_up_names

#: what a column of a list of dues may be
DATE, PERIOD = "date", "period"
KINDS = {
    **NAME_KINDS,
    DATE: gettext_lazy("Paid until"),
    PERIOD: gettext_lazy("Paid for the month or year in its heading"),
}
#: kinds of columns that are never what somebody paid for
NOT_PAID = (*NAMES, "email", "phone", "ema_number", "country", "city", "federation")
#: headings of days on which somebody paid, which do not say until when, without accents
DAYS_OF_PAYMENT = phrases_of(
    """
    paid on|date paid|payment date|date of payment|day of payment|paye le|payee le|date de paiement|
    date du paiement|date de reglement|bezahlt am|zahlungsdatum|gezahlt am|eingang|betaald op|betaaldatum|
    betalt den|betalingsdato|betalingsdag|betald den|betaldatum|maksupaiva|maksettu pvm|data pagamento|
    data di pagamento|pagato il|fecha de pago|pagado el|data de pagamento|data wplaty|data platnosci|
    datum platby|fizetes datuma|дата оплаты|дата оплати|入金日|支払日|付款日期|납부일|
    ημερομηνια πληρωμης|odeme tarihi
    """
)


#: a name and a day behind it, and letters of such a line
NAME_AND_DAY = re.compile(r"([^:=\t;]{1,80}?)\s*(?:[:=]|\s[–—-])\s*(\S.{0,40})")
LONGEST_LINE = 200


@dataclass
class DuesList(RowsOnPage):
    """A list of who has paid until when, as it was read: `until` by the players' ids."""

    columns: ListColumns | None = None
    rows: list[NameRow] = field(default_factory=list)
    until: dict[int, date] = field(default_factory=dict)
    names_asked_about: list[TypedName] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    asks_dates: bool = False

    @property
    def has_open_questions(self) -> bool:
        """Whether something of the list has still to be said or mended."""
        asks = self.asks_dates or any(typed_name.asks for typed_name in self.names_asked_about)
        return asks or bool(self.faults) or any(row.fault for row in self.rows)


def read_dues(visit: ClubVisit, text: str, request: ClubRequest) -> DuesList:
    """Return who of the roster has paid until when, by the columns of a list."""
    answers = request.POST.dict()
    columns = list_columns(read_table(text), answers, KINDS)
    heads = columns.table.rows[0] if columns.has_heads else ("",) * columns.table.width
    year = only_year_in([*columns.table.titles, *heads])
    if "column-0" not in answers:
        columns.kinds = _with_dates(columns, heads)
    listed = DuesList(columns)
    if not {DATE, PERIOD} & {*columns.kinds} or not columns.has_names:
        listed.faults.append(_("Say which columns hold the names and the dates."))
        return listed
    reader = _UntilReader(columns.kinds, heads, year)
    listed.faults += reader.faults
    farthest = timezone.localdate() + FARTHEST
    cells_of_days = [
        cells[at]
        for at, kind in enumerate(columns.kinds)
        for _line, cells in columns.numbered_rows
        if kind == DATE and reader.counted_day(at, cells[at]) is None
    ]
    orders = column_date_orders(cells_of_days, until=farthest).orders
    order = answers.get("dates", "")
    listed.asks_dates = len(orders) > 1 and order not in ORDERS
    reader.order = order if order in ORDERS else next(iter(orders), DMY)
    people = [
        (line, cells, tidy_name(whole_name(person_in_row(columns.kinds, cells))))
        for line, cells in columns.numbered_rows
    ]
    names = list(dict.fromkeys(name for _line, _cells, name in people if name))[:MOST_NAMES]
    typed = {
        typed_name.name: typed_name
        for typed_name in look_up_names(visit.club, names, answers, request.user.pk)
    }
    listed.names_asked_about = [typed_name for typed_name in typed.values() if typed_name.is_or_was_asked]
    for line, cells, name in people:
        until, fault = reader.read(cells)
        typed_name = typed.get(name)
        if typed_name is None or (typed_name.player is None and not typed_name.asks):
            fault = _("Nobody of this name is on the roster.")
        elif not fault and typed_name.player is not None and until is not None:
            listed.until[typed_name.player.pk] = max(until, listed.until.get(typed_name.player.pk, until))
        summary = date_format(until, "DATE_FORMAT") if until is not None else ""
        listed.rows.append(NameRow(line, cells, name, fault, summary=summary))
    return listed


def with_colons_as_columns(text: str) -> str:
    """Return lines of a name and a day behind a colon or a dash as two columns; another text as it is.

    >>> with_colons_as_columns("Bo: 31.12.2026\\nLu - Dec 2026")
    'Bo\\t31.12.2026\\nLu\\tDec 2026'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    matches = [NAME_AND_DAY.fullmatch(line[:LONGEST_LINE]) for line in lines]
    if len(lines) < 2 or not all(match is not None and _is_day(match[2]) for match in matches):
        return text
    return "\n".join(f"{match[1]}\t{match[2]}" for match in matches if match is not None)


class _UntilReader:
    """Reads until when the people of rows have paid, by the columns of days and those of months and years."""

    order = DMY

    def __init__(self, kinds: Sequence[str], heads: Sequence[str], year: int | None) -> None:
        self._heads = heads
        self._days = [at for at, kind in enumerate(kinds) if kind == DATE]
        periods = {
            at: last_day_of_period(heads[at], year, in_words=True)
            for at, kind in enumerate(kinds)
            if kind == PERIOD
        }
        self._year = year
        self._periods = sorted((last, at) for at, last in periods.items() if last is not None)
        text = _("“%(heading)s” does not say of which year: write it in the heading, as in “Nov 2026”.")
        #: headings of which nothing says the month and the year
        self.faults = [text % {"heading": heads[at] or "–"} for at, last in periods.items() if last is None]

    def counted_day(self, at: int, cell: str) -> date | None:
        """Return the day of a cell that is a number of a spreadsheet, or a month or year; else None."""
        return read_serial_day(cell) or last_day_of_period(
            cell, only_year_in([self._heads[at]]) or self._year
        )

    def read(self, cells: Sequence[str]) -> tuple[date | None, str]:
        """Return until when a row says that somebody has paid, and what is wrong with it."""
        until: list[date] = []
        for at in self._days:
            day = read_day(cells[at], self.order) or self.counted_day(at, cells[at])
            if day is not None:
                until.append(day)
            elif names_month_without_year(cells[at]):
                return None, _("Say the year of the month too, as in “Nov 2026”.")
            elif cells[at]:
                return None, _("This text is not a date.")
        paid = [is_paid(cells[at]) for _last, at in self._periods]
        begun = paid[paid.index(True) :] if True in paid else []
        if True in begun and False in begun[: len(begun) - begun[::-1].index(True)]:
            _last, at = self._periods[len(paid) - len(begun) + begun.index(False)]
            text = _("“%(heading)s” is not paid, and a later one is: type until when, or mend the row.")
            return None, text % {"heading": self._heads[at]}
        until += [last for (last, _at), is_one in zip(self._periods, paid, strict=True) if is_one]
        return max(until, default=None), ""


def _with_dates(columns: ListColumns, heads: Sequence[str]) -> list[str]:
    """Return the kinds with columns whose headings are months or years, or else with a column of days as
    until when, whatever its heading calls it: "Paid".
    """
    rows = columns.numbered_rows
    kinds = [
        PERIOD
        if kind in ("", DATE) and columns.recognised[at] not in NOT_PAID and names_month_or_year(heads[at])
        else kind
        for at, kind in enumerate(columns.kinds)
    ]
    if PERIOD in kinds and DATE not in kinds:
        return kinds
    if DATE in kinds:
        at = kinds.index(DATE)
        return ["" if plain_text(heads[at]) in DAYS_OF_PAYMENT and kind == DATE else kind for kind in kinds]
    for at, kind in enumerate(kinds):
        cells = [row[at] for _line, row in rows if row[at]]
        if kind or not cells or plain_text(heads[at]) in DAYS_OF_PAYMENT:
            continue
        counted = columns.recognised[at] in ("paid", DATE) and all(map(read_serial_day, cells))
        if counted or all(map(_is_day, cells)):
            return [*kinds[:at], DATE, *kinds[at + 1 :]]
    return kinds


def _is_day(cell: str) -> bool:
    """Whether a cell is a day, or a month or a year."""
    is_day = read_day(cell) is not None or bool(column_date_orders([cell]).orders)
    return is_day or last_day_of_period(cell) is not None or names_month_without_year(cell)
