"""A list of who has paid dues until when: it fills in the form of the dues."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.lists.dates import DMY, ORDERS, order_of, read_day
from mahjongclub.lists.people import person_of, whole_name
from mahjongclub.lists.tables import read_table

from ..club_access import ClubVisit
from ..club_forms import FARTHEST
from ..devices import ClubRequest
from ..mended_rows import RowsOnPage
from ..name_lists import KINDS as NAME_KINDS
from ..name_lists import ListColumns, NameRow, list_columns
from ..naming import tidy_name
from ..typed_names import MOST_NAMES, TypedName, looked_up

#: what a column of a list of dues may be
KINDS = {**NAME_KINDS, "date": gettext_lazy("Paid until")}


@dataclass
class DuesList(RowsOnPage):
    """A list of who has paid until when, as it was read: `until` by the players' ids."""

    columns: ListColumns | None = None
    rows: list[NameRow] = field(default_factory=list)
    until: dict[int, date] = field(default_factory=dict)
    names_to_confirm: list[TypedName] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    asks_dates: bool = False

    @property
    def is_wrong(self) -> bool:
        """Whether something of the list has still to be said or mended."""
        asks = self.asks_dates or any(one.asks for one in self.names_to_confirm)
        return asks or bool(self.faults) or any(row.fault for row in self.rows)


def read_dues(visit: ClubVisit, text: str, request: ClubRequest) -> DuesList:
    """Return who of the roster has paid until when, by the columns of a list."""
    answers = request.POST.dict()
    columns = list_columns(read_table(text), answers, KINDS)
    if "column-0" not in answers:
        columns.kinds = _with_dates(columns)
    listed = DuesList(columns)
    if "date" not in columns.kinds or not columns.has_names:
        listed.faults.append(_("Say which columns hold the names and the dates."))
        return listed
    at = columns.kinds.index("date")
    farthest = timezone.localdate() + FARTHEST
    orders = order_of([cells[at] for _line, cells in columns.numbered_rows], until=farthest).orders
    order = answers.get("dates", "")
    listed.asks_dates = len(orders) > 1 and order not in ORDERS
    order = order if order in ORDERS else next(iter(orders), DMY)
    people = [
        (line, cells, tidy_name(whole_name(person_of(columns.kinds, cells))))
        for line, cells in columns.numbered_rows
    ]
    names = list(dict.fromkeys(name for _line, _cells, name in people if name))[:MOST_NAMES]
    typed = {one.name: one for one in looked_up(visit.club, names, answers, request.user.pk)}
    listed.names_to_confirm = [one for one in typed.values() if one.near]
    for line, cells, name in people:
        until = read_day(cells[at], order)
        one = typed.get(name)
        fault = ""
        if one is None or (one.player is None and not one.asks):
            fault = _("Nobody of this name is on the roster.")
        elif cells[at] and until is None:
            fault = _("This is no date.")
        elif one.player is not None and until is not None:
            listed.until[one.player.pk] = max(until, listed.until.get(one.player.pk, until))
        summary = date_format(until, "DATE_FORMAT") if until is not None else ""
        listed.rows.append(NameRow(line, cells, name, fault, summary=summary))
    return listed


def _with_dates(columns: ListColumns) -> list[str]:
    """Return the kinds with a column of days as the dates, whatever its heading calls it: "Paid"."""
    if "date" in columns.kinds:
        return columns.kinds
    rows = columns.numbered_rows
    for at, kind in enumerate(columns.kinds):
        cells = [row[at] for _line, row in rows if row[at]]
        if not kind and cells and all(read_day(cell) or order_of([cell]).orders for cell in cells):
            return [*columns.kinds[:at], "date", *columns.kinds[at + 1 :]]
    return columns.kinds
