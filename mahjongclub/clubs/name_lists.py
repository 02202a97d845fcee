"""A list of names on a page: what was read of it, and the columns that somebody changes in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from django.utils.translation import gettext_lazy

from mahjongclub.lists.columns import columns_of
from mahjongclub.lists.headings import NAMES
from mahjongclub.lists.names import is_table, names_in
from mahjongclub.lists.people import person_of, whole_name
from mahjongclub.lists.tables import Table, read_table

from .naming import name_key, tidy_name

#: what a column of a list of names may be ("" is one that is left out)
KINDS = {
    "": gettext_lazy("– left out –"),
    "name": gettext_lazy("Name"),
    "turned": gettext_lazy("Name, family name first"),
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
}


@dataclass(frozen=True, slots=True)
class NameRow:
    """A row of a list of names, as a page shows it."""

    line: int
    cells: Sequence[str]
    name: str
    fault: str = ""
    double: bool = False
    summary: str = ""


@dataclass
class ToldColumns:
    """What the columns of a table are, recognised or as a form tells ("column-0": a kind, "heads").

    `is_seen` says whether somebody has looked at the list as it is; `unsure` are columns of which nothing
    says which of them holds the names.
    """

    table: Table
    kinds: list[str]
    has_heads: bool
    unsure: tuple[int, ...] = ()
    is_seen: bool = False

    @property
    def seen(self) -> str:
        """What a form sends along to say that this list was looked at with these columns."""
        told = repr((self.table.rows, self.kinds, self.has_heads))
        return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    @property
    def shown(self) -> list[dict[str, object]]:
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
        numbered: list[tuple[int, Sequence[str]]] = list(zip(self.table.lines, self.table.rows, strict=True))
        return numbered[1:] if self.has_heads else numbered


def told_columns(table: Table, told: Mapping[str, str], kinds: Mapping[str, object]) -> ToldColumns:
    """Return the columns of a table as a form tells them, else as they are recognised; `kinds` are those to
    choose.
    """
    recognised = columns_of(table)
    columns = ToldColumns(
        table,
        [kind if kind in kinds else "" for kind in recognised.kinds],
        recognised.has_heads,
        recognised.unsure,
    )
    if "column-0" in told:
        chosen = [told.get(f"column-{at}", "") for at in range(table.width)]
        columns.kinds = [kind if kind in kinds else "" for kind in chosen]
        columns.has_heads, columns.unsure = "heads" in told, ()
        columns.is_seen = told.get("seen", columns.seen) == columns.seen
    return columns


@dataclass
class NameList:
    """The names of a text; `columns` is None for names one a line, or in a line."""

    names: list[str]
    columns: ToldColumns | None = None
    rows: list[NameRow] = field(default_factory=list)

    @property
    def is_seen(self) -> bool:
        """Whether the names are those somebody looked at: a list without columns always is."""
        return self.columns is None or self.columns.is_seen


def read_names(text: str, told: Mapping[str, str]) -> NameList:
    """Return the names of a list, each once, by its columns as a form tells them."""
    table = read_table(text)
    if not is_table(table):
        return NameList(_once(names_in(text)))
    columns = told_columns(table, told, KINDS)
    rows = [
        NameRow(line, cells, tidy_name(whole_name(person_of(columns.kinds, cells))))
        for line, cells in columns.numbered_rows
    ]
    return NameList(_once([row.name for row in rows if row.name]), columns, rows)


def _once(names: Sequence[str]) -> list[str]:
    found: dict[str, str] = {}
    for name in map(tidy_name, names):
        found.setdefault(name_key(name), name)
    return list(found.values())
