"""A registration sheet, pasted or from a spreadsheet: what each column is, and whom it puts on the list."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.mended_rows import RowsOnPage
from mahjongclub.clubs.name_lists import PEOPLE_KINDS, ListColumns, list_columns, row_error
from mahjongclub.clubs.naming import name_key, tidy_name
from mahjongclub.clubs.near_names import NearNames
from mahjongclub.clubs.typed_names import TypedName, look_up_names, not_a_name_error
from mahjongclub.lists.answers import says_no
from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.mending import table_as_text
from mahjongclub.lists.names import has_columns, is_in_blocks, names_in, split_names_by_blanks
from mahjongclub.lists.people import person_in_row, whole_name
from mahjongclub.lists.tables import Table, read_table, table_from_rows

from ..federation.details import federation_game_name
from ..models import Tournament
from ..namesakes import name_without_namesake_mark
from .changes import MOST_ENTRANTS, Status, distinct_entrant_name
from .forms import OrganiserEntrantForm

LONGEST_LIST = 100_000
MOST_COLUMNS = 40
#: what a name is set apart by where spaces align the columns
ALIGNED_BY = "   "
#: what a column may be ("" is one that is left out)
KINDS = {
    **PEOPLE_KINDS,
    "country": gettext_lazy("Country"),
    "ema_number": gettext_lazy("EMA number"),
    "federation": gettext_lazy("Federation or club"),
    "team": gettext_lazy("Team"),
}


@dataclass(frozen=True, slots=True)
class PersonDetails:
    """What tells somebody on the list apart from others of the name."""

    name: str
    country: str
    ema_number: str

    def differs_from(self, other: PersonDetails) -> bool:
        """Whether two of one name are two people: by their numbers, else by their countries."""
        if self.ema_number and other.ema_number:
            return self.ema_number != other.ema_number
        return bool(self.country and other.country) and self.country != other.country


@dataclass
class EntryListRow:
    """A row of a list as it was read: `person` is what its columns say, `name` what it is called in the
    event.

    `fault` is why it cannot be put on the list. `double` says that somebody of the name stands there
    already and nothing tells the two apart, `is_sure` that both have one number; `apart` that country or
    number tell them apart.
    """

    line: int
    cells: Sequence[str]
    person: dict[str, str]
    name: str = ""
    fault: str = ""
    double: bool = False
    is_sure: bool = False
    apart: bool = False
    #: whether its column says no, and whether they are left out for it
    says_no: bool = False
    declined: bool = False
    entry: dict[str, Any] = field(default_factory=dict)

    @property
    def namesake_field(self) -> str:
        """The form's field that says that this is somebody else of the name."""
        return f"other-{self.line}"

    @property
    def summary(self) -> str:
        """What was read of the row, beside its name."""
        parts = (self.entry.get(key, "") for key in ("country", "ema_number", "federation", "team"))
        return " · ".join(filter(None, parts))


@dataclass
class EntryListing(RowsOnPage):
    """A list as it was read. `entries` are the columns of those who are put on the list.

    `names_asked_about` are names nearly on the club's roster.
    """

    columns: ListColumns
    rows: list[EntryListRow] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    names_asked_about: list[TypedName] = field(default_factory=list)
    leaves_out_faults: bool = False

    @property
    def entries(self) -> list[dict[str, Any]]:
        """What is put on the list, in the order of the rows."""
        return [row.entry for row in self.rows if row.entry and not row.double]

    @property
    def namesake_positions(self) -> list[int]:
        """Which of the entries are told apart from somebody of their name, by their place."""
        entry_rows = [row for row in self.rows if row.entry and not row.double]
        return [at for at, row in enumerate(entry_rows) if row.apart]

    @property
    def already_listed_rows(self) -> list[EntryListRow]:
        """Rows of names that stand on the list already, or above in this one."""
        return [row for row in self.rows if row.double]

    @property
    def possible_namesake_rows(self) -> list[EntryListRow]:
        """Those of them who may be somebody else."""
        return [row for row in self.already_listed_rows if not row.is_sure]

    @property
    def faulty_rows(self) -> list[EntryListRow]:
        """Rows that cannot be put on the list as they are."""
        return [row for row in self.rows if row.fault]

    @property
    def has_open_questions(self) -> bool:
        """Whether something has still to be looked at, said or mended."""
        wrong = bool(self.faults) or (bool(self.faulty_rows) and not self.leaves_out_faults)
        return (
            not self.columns.is_seen
            or wrong
            or not self.entries
            or any(typed_name.asks for typed_name in self.names_asked_about)
        )


def is_plain_name_list(text: str, listed: Collection[str] = ()) -> bool:
    """Whether a text is names one a line, some with a team after a semicolon, and nothing more.

    `listed` are lines that stand on the list already: they are names, whatever they look like.
    """
    if len(text) > LONGEST_LIST:
        return False
    text = "\n".join(line for line in text.splitlines() if tidy_name(line) not in listed)
    table = read_table(text)
    if not has_columns(table):  # who says no is asked about, and what is no name is shown
        lines = [tidy_name(line) for line in text.splitlines()]
        # what cannot be a name at all is refused where it was typed
        names = [line for line in lines if any(letter.isalnum() for letter in line)]
        is_read_as_it_stands = [*map(tidy_name, names_in(text))] == names or "\0" in text
        is_told_apart = is_in_blocks(text) or any(
            not_a_name_error(line) or says_no(line) or split_names_by_blanks(line) for line in lines
        )
        return is_read_as_it_stands and not is_told_apart
    columns = recognise_columns(table)
    teams = table.separator == ";" and table.width == 2 and not columns.has_heads and not table.titles
    if teams and not all(row[0] for row in table.rows):  # teams first, or a row without a name
        return False
    return teams and set(columns.kinds) <= {"name", "team", ""} and not any(columns.seen)


def list_with_names_added(text: str, names: Sequence[str]) -> str:
    """Return a list with these names in further rows, in the column that has the names."""
    if not names or len(text) > LONGEST_LIST:
        return text
    table = read_table(text)
    if not table.rows or not has_columns(table):
        return "\n".join([*filter(None, [text.rstrip()]), *names])
    text = table_as_text(table) if table.is_rearranged else text
    kinds = recognise_columns(table).kinds
    at = next((kinds.index(kind) for kind in ("name", "turned", "last_name") if kind in kinds), 0)
    separator = ALIGNED_BY if table.separator.isspace() and table.separator != "\t" else table.separator
    rows = [separator.join([*[""] * at, name, *[""] * (table.width - at - 1)]) for name in names]
    return "\n".join([text.rstrip(), *rows])


def read_entrant_list(tournament: Tournament, text: str, answers: Mapping[str, str]) -> EntryListing:
    """Return the list as `answers` says what its columns are ("column-0": a kind), else as they are
    recognised.

    "heads" says that the first row are headings, "other-3" that the person of line 3 is somebody else of
    that name, "skip" that rows with faults are left out.
    """
    if len(text) > LONGEST_LIST:
        return EntryListing(ListColumns(Table(()), [], False), faults=[_("This list is too long.")])
    table = read_table(text)
    if not has_columns(table):
        table = _with_one_a_row(table)
    columns = list_columns(table, answers, KINDS)
    listing = EntryListing(columns, leaves_out_faults="skip" in answers)
    if not federation_game_name(tournament):
        columns.kinds = ["" if kind == "ema_number" else kind for kind in columns.kinds]
    twice = next((kind for kind in columns.kinds if kind and columns.kinds.count(kind) > 1), "")
    if not columns.has_names:
        listing.faults.append(_("Say which column holds the names."))
    elif twice:
        listing.faults.append(_("Two columns are “%(kind)s”: leave one out.") % {"kind": KINDS[twice]})
    elif len(table.rows) > MOST_ENTRANTS or table.width > MOST_COLUMNS:
        listing.faults.append(_("This list is too long."))
    else:
        _read_rows(tournament, listing, answers)
    return listing


def _with_one_a_row(table: Table) -> Table:
    """Return the names of lines, one in each row; two with a comma in a line stay, and are asked about."""
    single = len(table.rows) == 1
    names = [
        names_in(row[0]) if single or not re.search("[,;，；]", row[0]) else [row[0]] for row in table.rows
    ]
    if all(len(of_row) < 2 for of_row in names):
        return table
    rows = [[name] for row, of_row in zip(table.rows, names, strict=True) for name in (of_row or row)]
    return replace(table_from_rows(rows), titles=table.titles, has_unseen=table.has_unseen)


def _read_rows(tournament: Tournament, listing: EntryListing, answers: Mapping[str, str]) -> None:
    there: NearNames[PersonDetails] = NearNames()
    for entrant in tournament.entrants.exclude(status=Status.OUT):
        there.add(
            name_without_namesake_mark(entrant.name),
            PersonDetails(entrant.name, entrant.country, entrant.ema_number),
        )
    numbers: set[str] = set()
    for line, cells in listing.columns.numbered_rows:
        read = person_in_row(listing.columns.kinds, cells)
        person = {kind: tidy_name(text) for kind, text in read.items()}
        row = EntryListRow(line, cells, person, name=whole_name(person))
        listing.rows.append(row)
        row.says_no = bool(row.name) and listing.columns.says_no(cells)
        row.declined = row.says_no and f"comes-{line}" not in answers
        if row.declined:
            continue
        form = OrganiserEntrantForm(tournament, person)
        if not form.is_valid():
            row.fault = " ".join(str(error) for errors in form.errors.values() for error in errors)
            if "ema_number" in form.errors and _stands_already(
                there.find_near(name_without_namesake_mark(row.name)), row
            ):
                row.fault, row.double, row.is_sure = "", True, True
            continue
        entry = form.entrant_columns
        if fault := row_error(cells, entry["name"]):
            row.fault = fault
            continue
        details = PersonDetails(entry["name"], entry["country"], entry.get("ema_number", ""))
        near = there.find_near(name_without_namesake_mark(details.name))
        if (
            near
            and row.namesake_field not in answers
            and not all(details.differs_from(other) for other in near)
        ):
            row.double, row.is_sure = True, _stands_already(near, row)
            continue
        if details.ema_number and details.ema_number in numbers:
            row.fault = _("Another player here has this EMA number.")
            continue
        numbers.add(details.ema_number)
        row.apart = any(name_key(details.name) == name_key(other.name) for other in near)
        row.entry = entry
        there.add(name_without_namesake_mark(details.name), details)
    _look_up(tournament, listing, answers)


def _stands_already(others: Sequence[PersonDetails], row: EntryListRow) -> bool:
    """Whether the row's number is one that somebody of its name has already."""
    return any(other.ema_number and other.ema_number == row.person.get("ema_number") for other in others)


def _look_up(tournament: Tournament, listing: EntryListing, answers: Mapping[str, str]) -> None:
    """Find those of the list on the club's roster; who has a namesake in the event is nobody there."""
    entry_rows = [row for row in listing.rows if row.entry]
    names = [row.entry["name"] for row in entry_rows if not row.apart]
    typed = look_up_names(tournament.club, names, answers, are_listed=True)
    people = {typed_name.name: typed_name for typed_name in typed}
    listing.names_asked_about = [typed_name for typed_name in people.values() if typed_name.is_or_was_asked]
    used_names: list[str] = []
    for row in entry_rows:
        if row.apart:
            row.name = distinct_entrant_name(
                tournament, row.entry["name"], row.entry.get("country", ""), used_names
            )
        else:
            player = people[row.entry["name"]].player
            row.entry["name"] = player.shown_name if player is not None else row.entry["name"]
            row.name = row.entry["name"]
        used_names.append(row.name)
