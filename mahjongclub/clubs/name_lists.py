"""A list of names on a page: what was read of it, and the columns that somebody changes in place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mahjongclub.lists.answers import says_no
from mahjongclub.lists.columns import has_gaps, recognise_columns
from mahjongclub.lists.dates import DMY, MDY, YMD
from mahjongclub.lists.headings import NAMES
from mahjongclub.lists.lines import tidy_cell
from mahjongclub.lists.names import has_columns, is_in_blocks, names_in, rows_below_headings, split_couple
from mahjongclub.lists.people import is_heading_or_note, person_in_row, whole_name
from mahjongclub.lists.tables import Table, read_table

from .club_model import Club
from .mended_rows import LEAVE_GAPS, RowsOnPage
from .naming import name_key, tidy_name, without_invisible
from .readings import list_text_with_corrections
from .typed_names import LONGEST_LIST, MOST_NAMES, TypedName, look_up_names, not_a_name_error

#: what a column of a list of names may be ("" is one that is left out)
KINDS = {
    "": gettext_lazy("– left out –"),
    "name": gettext_lazy("Name"),
    "turned": gettext_lazy("Name, family name first"),
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
}
#: the same where people are added: a column may say who comes
COMING = "coming"
PEOPLE_KINDS = {**KINDS, COMING: gettext_lazy("Comes: yes or no")}
#: what a form says of a column with yes and no that no heading explains
NOT_COMING, NO_MATTER = "absent", "other"

#: kinds of columns that put people together
GROUPS = ("team",)
#: people shown of a group
MOST_SHOWN = 5

#: what stands between names that are typed one a line, or in a line
BETWEEN_NAMES = re.compile(r"[\n\r,;、，；،؛]")


@dataclass(frozen=True, slots=True)
class NameRow:
    """A row of a list of names, as a page shows it."""

    line: int
    cells: Sequence[str]
    name: str
    fault: str = ""
    double: bool = False
    summary: str = ""
    #: whether its column says no, and whether the person is left out for it
    says_no: bool = False
    declined: bool = False


@dataclass
class ListColumns:
    """What the columns of a table are, recognised or as a form tells ("column-0": a kind, "heads").

    `is_seen` says whether somebody has looked at the list as it is; `unsure` are columns of which nothing
    says which of them holds the names.
    """

    table: Table
    kinds: list[str]
    has_heads: bool
    unsure: tuple[int, ...] = ()
    is_seen: bool = False
    #: whether a form told the columns
    is_chosen: bool = False
    #: whether a form says that cells below a team are empty because there is none
    leaves_gaps: bool = False
    #: what the columns were recognised as, those too that are left out here
    recognised: list[str] = field(default_factory=list)
    #: the column with yes and no of which nothing says what it answers; None where there is none
    answer_column: int | None = None

    def apply_answers(self, answers: Mapping[str, str], kinds: Mapping[str, object]) -> None:
        """Take the columns as a form tells them, where it does."""
        if "column-0" not in answers:
            return
        chosen = [answers.get(f"column-{at}", "") for at in range(self.table.width)]
        self.kinds = [kind if kind in kinds else "" for kind in chosen]
        self.has_heads, self.unsure, self.is_chosen = "heads" in answers, (), True
        self.leaves_gaps = answers.get("gaps") == LEAVE_GAPS
        if COMING in self.kinds or answers.get("no-means") in (NOT_COMING, NO_MATTER):
            if answers.get("no-means") == NOT_COMING and COMING not in self.kinds:
                self.kinds[self.answer_column or 0] = COMING
            self.answer_column = None
        asks = self.asks_about_gaps or self.answer_column is not None
        self.is_seen = answers.get("seen", self.seen_stamp) == self.seen_stamp and not asks

    @property
    def seen_stamp(self) -> str:
        """What a form sends along to say that this list was looked at with these columns."""
        content = repr((self.table.rows, self.kinds, self.has_heads))
        return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    @property
    def gap_column_indexes(self) -> list[int]:
        """The columns of teams that are empty in rows below one with a team: they may be its players."""
        rows = [row for _line, row in self.numbered_rows]
        return [
            at for at, kind in enumerate(self.kinds) if kind in GROUPS and has_gaps([row[at] for row in rows])
        ]

    @property
    def asks_about_gaps(self) -> bool:
        """Whether somebody has to say what the gaps mean."""
        return bool(self.gap_column_indexes) and not self.leaves_gaps

    @property
    def gaps_field_value(self) -> str:
        """The gaps as a form sends them along."""
        return " ".join(map(str, self.gap_column_indexes))

    @property
    def first_team_with_gaps(self) -> tuple[str, list[str]]:
        """The first team with empty cells below it, and what stands in its rows beside it."""
        at = self.gap_column_indexes[0]
        rows = [row for _line, row in self.numbered_rows]
        end = next((index for index in range(1, len(rows)) if rows[index][at]), len(rows))
        names = [tidy_name(whole_name(person_in_row(self.kinds, row))) for row in rows[:end]]
        return rows[0][at], [name for name in names if name][:MOST_SHOWN]

    @property
    def answer_column_heading(self) -> str:
        """What the column with yes and no is called on a page."""
        at = self.answer_column or 0
        head = self.table.rows[0][at] if self.has_heads else ""
        return head or _("Column %(number)s") % {"number": at + 1}

    @property
    def names_saying_no(self) -> list[str]:
        """Some of those who say no in the column with yes and no."""
        rows = [row for _line, row in self.numbered_rows if says_no(row[self.answer_column or 0])]
        return [tidy_name(whole_name(person_in_row(self.kinds, row))) for row in rows[:MOST_SHOWN]]

    def says_no(self, cells: Sequence[str]) -> bool:
        """Whether a row does not say yes in a column of who comes."""
        if COMING not in self.kinds:
            return False
        answer = cells[self.kinds.index(COMING)]
        return not answer.strip(" -–—?") or says_no(answer)

    @property
    def column_rows(self) -> list[dict[str, object]]:
        """The columns as a page shows them above the rows."""
        heads = self.table.rows[0] if self.has_heads and self.table.rows else ()
        return [
            {
                "name": f"column-{at}",
                "head": heads[at] if at < len(heads) else "",
                "kind": kind,
                "unsure": at in self.unsure,
            }
            for at, kind in enumerate(self.kinds)
        ]

    @property
    def has_names(self) -> bool:
        """Whether some column holds names."""
        return any(kind in NAMES for kind in self.kinds)

    @property
    def numbered_rows(self) -> list[tuple[int, Sequence[str]]]:
        """The rows below the headings, each with its line in the text."""
        return rows_below_headings(self.table, has_heads=self.has_heads)


def list_columns(table: Table, answers: Mapping[str, str], kinds: Mapping[str, object]) -> ListColumns:
    """Return the columns of a table as a form tells them, else as they are recognised; `kinds` are those to
    choose.
    """
    recognised = recognise_columns(table)
    asks = COMING in kinds and COMING not in recognised.kinds and "answer" in recognised.kinds
    columns = ListColumns(
        table,
        [kind if kind in kinds else "" for kind in recognised.kinds],
        recognised.has_heads,
        recognised.unsure,
        recognised=recognised.kinds,
        answer_column=recognised.kinds.index("answer") if asks else None,
    )
    columns.apply_answers(answers, kinds)
    return columns


@dataclass
class NameList(RowsOnPage):
    """The names of a text; `columns` is None for names one a line, or in a line."""

    names: list[str]
    columns: ListColumns | None = None
    #: whether the names stand otherwise in the text, which has no columns: numbered, beside a
    #: heading, or in blocks that may be teams
    is_rewritten: bool = False
    #: lines of a text that name nobody who comes
    left_out: Sequence[str] = ()
    #: whether signs that nobody sees were removed
    has_unseen: bool = False
    rows: list[NameRow] = field(default_factory=list)
    #: names that stand in the list more than once
    repeated: Sequence[str] = ()

    @property
    def is_seen(self) -> bool:
        """Whether the names are those somebody looked at: a list without columns always is."""
        return self.columns is None or self.columns.is_seen


def read_names(text: str, answers: Mapping[str, str]) -> NameList:
    """Return the names of a list, each once, by its columns as a form tells them."""
    table = read_table(text)
    if not has_columns(table):
        read = names_in(text)
        names = _once(read)
        typed = {tidy_name(tidy_cell(part)) for part in BETWEEN_NAMES.split(text)} - {""}
        is_rewritten = set(map(name_key, typed)) != set(map(name_key, names))
        cleaned = any(without_invisible(name) != name for name in read)
        repeated = _repeated(read)
        return NameList(
            names,
            is_rewritten=is_rewritten or cleaned or bool(repeated) or is_in_blocks(text),
            left_out=table.titles,
            has_unseen=cleaned or table.has_unseen,
            repeated=repeated,
        )
    columns = list_columns(table, answers, PEOPLE_KINDS)
    rows = []
    for line, cells in columns.numbered_rows:
        name = tidy_name(whole_name(person_in_row(columns.kinds, cells)))
        is_no = bool(name) and columns.says_no(cells)
        declined = is_no and f"comes-{line}" not in answers
        fault = row_error(cells, name) if columns.has_names and not declined else ""
        rows.append(NameRow(line, cells, name, fault, says_no=is_no, declined=declined))
    coming = [row.name for row in rows if row.name and not row.fault and not row.declined]
    return NameList(
        _once(coming),
        columns,
        left_out=table.titles,
        has_unseen=table.has_unseen,
        rows=rows,
        repeated=_repeated(coming),
    )


def row_error(cells: Sequence[str], name: str) -> str:
    """Return why nobody stands in a row of a table; "" for a person."""
    if not name:
        return _("This row has no name: type one, or empty the row.")
    if is_heading_or_note(cells):
        return _("This looks like a heading or a note: type a name, or empty the row.")
    return text_error(name)


def text_error(name: str) -> str:
    """Return why a text with signs that stand between names is no name; "" for a name."""
    if split_couple(name) is not None:
        return _("These are two people: type one of them here, and the other in the list below.")
    if re.search("[,，、;；،؛]", name):
        return _("This text is not a name: say what the columns hold.")
    return not_a_name_error(name) or number_error(name)


def number_error(name: str) -> str:
    """Return why a number is no name; "" for a name."""
    if any(sign.isalpha() for sign in name) or not any(sign.isdecimal() for sign in name):
        return ""
    return _("“%(name)s” is a number and no name: type who has it.") % {"name": name[:40]}


def set_row_faults(listed: NameList, typed: Sequence[TypedName]) -> None:
    """Put what is wrong with a name into its row; names that are no table get rows for it."""
    faults = {name.name: name.fault for name in typed if name.fault}
    for name in typed if len(typed) > 1 else ():
        if name.player is None and not name.fault and (fault := number_error(name.name)):
            faults[name.name] = name.fault = fault
    if not faults:
        return
    if listed.columns is None:
        listed.rows = [NameRow(at, [name], name) for at, name in enumerate(listed.names, start=1)]
    listed.rows = [replace(row, fault=faults.get(row.name, row.fault)) for row in listed.rows]


@dataclass
class TypedList:
    """The names of a form: `typed` are who they are on the roster, `errors` what is wrong with the list as a
    whole; what is wrong with a name stands in its row.
    """

    text: str
    listed: NameList = field(default_factory=lambda: NameList([]))
    typed: list[TypedName] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def names_asked_about(self) -> list[TypedName]:
        """The names of which it is asked who they are, answered or not."""
        return [name for name in self.typed if name.is_or_was_asked]

    @property
    def has_open_questions(self) -> bool:
        """Whether something of the list has still to be said or mended."""
        return bool(self.errors) or any(name.asks for name in self.typed)

    @property
    def context(self) -> dict[str, Any]:
        """What clubs/_read_names.html shows of a list that is not kept yet."""
        rewritten = self.listed.is_rewritten and len(self.text) <= LONGEST_LIST
        return {
            "read_names": self.listed,
            "name_kinds": PEOPLE_KINDS.items(),
            "names": "\n".join(self.listed.names) if rewritten else self.text,
            "asked": self.names_asked_about,
        }


def look_up_typed_list(club: Club, post: QueryDict, account_id: int | None = None) -> TypedList:
    """Return the names of a form with what was typed beside its rows, looked up on the roster.

    A table of names is looked at first, and so are names that stand otherwise in a text: until somebody
    has, that is what is wrong with it.
    """
    answers = {name: str(text) for name, text in post.dict().items()}
    looked = TypedList(list_text_with_corrections(post, "names"))
    if len(looked.text) > LONGEST_LIST:
        looked.errors.append(_("This list is too long."))
        return looked
    listed = looked.listed = read_names(looked.text, answers)
    if error := too_many_error(listed):
        looked.errors.append(error)
        return looked
    looked.typed = look_up_names(club, listed.names, answers, account_id, are_listed=True)
    set_row_faults(listed, looked.typed)
    if any(row.fault for row in listed.rows):
        looked.errors.append(_("Some lines have errors: correct them below."))
    if listed.columns is not None and not listed.columns.has_names:
        looked.errors.append(_("Say which column holds the names."))
    elif not listed.is_seen:
        looked.errors.append(_("Check the list as we read it from the table, then send it again."))
    elif listed.is_rewritten and looked.typed:
        looked.errors.append(_("The names were read as shown below: check them, then send them again."))
    return looked


def too_many_error(listed: NameList) -> str:
    """Return why a list has too many names; "" where it has not."""
    if len(listed.names) <= MOST_NAMES:
        return ""
    most = ngettext("At most %(count)s name at once.", "At most %(count)s names at once.", MOST_NAMES)
    return most % {"count": MOST_NAMES}


def date_order_choices() -> list[tuple[str, str]]:
    """Return the orders of day, month and year that a list may have, each with its words."""
    return [
        (DMY, _("day first: 31/12/2026")),
        (MDY, _("month first: 12/31/2026")),
        (YMD, _("year first: 2026-12-31")),
    ]


def _once(names: Sequence[str]) -> list[str]:
    by_key: dict[str, str] = {}
    for name in map(tidy_name, names):
        by_key.setdefault(name_key(name), name)
    return list(by_key.values())


def _repeated(names: Sequence[str]) -> list[str]:
    """Return the names that are there more than once, each as it is written first."""
    counts = Counter(map(name_key, map(tidy_name, names)))
    return [name for name in _once(names) if counts[name_key(name)] > 1]
