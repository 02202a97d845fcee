"""A sheet of what a federation asks of the players: whose rows they are, and what each of them fills in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.mended_rows import RowsOnPage
from mahjongclub.clubs.name_lists import KINDS as NAME_KINDS
from mahjongclub.clubs.name_lists import ListColumns, NameRow, list_columns
from mahjongclub.clubs.naming import name_key, tidy_name
from mahjongclub.lists.numbers import read_ema_number
from mahjongclub.lists.people import join_names, person_in_row, says_nothing
from mahjongclub.lists.tables import read_table

from ..models import LONGEST_NAME, Stint
from ..namesakes import name_without_namesake_mark
from ..pages import name_or_blank
from ..state import TournamentState
from .details import COUNTRY

#: what a column may be ("" is one that is left out)
KINDS = {**NAME_KINDS, "country": gettext_lazy("Country"), "ema_number": gettext_lazy("EMA number")}
#: digits of a running number at most
RUNNING_DIGITS = 3


@dataclass
class DetailsList(RowsOnPage):
    """A sheet as it was read: `stints` are the players of its rows with what is new of them."""

    columns: ListColumns
    rows: list[NameRow] = field(default_factory=list)
    stints: list[Stint] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    leaves_out_faults: bool = False

    @property
    def faulty_rows(self) -> list[NameRow]:
        """Rows of which nothing can be filled in as they are."""
        return [row for row in self.rows if row.fault]

    @property
    def has_open_questions(self) -> bool:
        """Whether something has still to be said or mended."""
        return bool(self.faults) or (bool(self.faulty_rows) and not self.leaves_out_faults)

    @property
    def is_ready(self) -> bool:
        """Whether somebody has looked at the sheet as it is, and nothing is wrong with it."""
        return self.columns.is_seen and not self.has_open_questions


def read_pasted_details(state: TournamentState, text: str, answers: Mapping[str, str]) -> DetailsList:
    """Return what a sheet says of the players, its columns as `answers` says, else as they are recognised.

    "skip" among the answers says that rows with faults are left out.
    """
    players = _Players(state)
    columns = list_columns(read_table(text), answers, KINDS)
    if "column-0" not in answers:
        columns.kinds = _with_numbers(columns, _with_full_names(columns, players))
    details = DetailsList(columns, leaves_out_faults="skip" in answers)
    twice = next((kind for kind in columns.kinds if kind and columns.kinds.count(kind) > 1), "")
    if not columns.numbered_rows:
        details.faults.append(_("Nobody of this name plays here."))
    elif not columns.has_names:
        details.faults.append(_("Say which column holds the names."))
    elif twice:
        details.faults.append(_("Two columns are “%(kind)s”: leave one out.") % {"kind": KINDS[twice]})
    else:
        _read_rows(details, players)
    return details


class _Players:
    """The players of an event, to be found by their names."""

    def __init__(self, state: TournamentState) -> None:
        self.by_name: dict[str, Stint] = {}
        #: those of one full name, by its key
        self.alike: dict[str, list[Stint]] = {}
        for place in state.places:
            stint = place.last_holder
            if stint is not None and stint.player is not None:
                name = name_or_blank(stint.player.person)
                self.by_name[name_key(name)] = stint
                self.alike.setdefault(name_key(name_without_namesake_mark(name)), []).append(stint)

    def is_one(self, name: str) -> bool:
        """Whether somebody here is called so."""
        return name_key(name) in self.by_name or name_key(name) in self.alike

    def find(self, names: Sequence[str], clues: Sequence[str]) -> tuple[Stint | None, str]:
        """Return the player of one of these names, or why there is none.

        `clues` are number and country, by which two of one name are told apart.
        """
        keys = [name_key(name) for name in names]
        stint = next((self.by_name[key] for key in keys if key in self.by_name), None)
        alike = next((self.alike[key] for key in keys if key in self.alike), [])
        if stint is None and len(alike) > 1:
            matching = [stint for stint in alike if stint.ema_number and stint.ema_number in clues]
            matching = matching or [stint for stint in alike if stint.country and stint.country in clues]
            if len(matching) != 1:
                return None, _("Two players have this name: write it as it is listed here.")
            stint = matching[0]
        return stint, "" if stint is not None else _("Nobody of this name plays here.")


def _with_full_names(columns: ListColumns, players: _Players) -> list[str]:
    """Return the kinds with two columns of nothing we know as first and last name, beside that of the name.

    With one such column the two are first and last name, where together they are more players' names.
    """
    kinds = list(columns.kinds)
    free = [at for at, kind in enumerate(columns.recognised) if not kind]
    if "name" not in kinds or {"first_name", "last_name"} & set(kinds):
        return kinds
    at = kinds.index("name")
    if len(free) == 2:
        kinds[free[0]], kinds[free[1]] = "first_name", "last_name"
    elif len(free) == 1:
        rows = [cells for _line, cells in columns.numbered_rows]
        first, last = sorted((at, free[0]))
        orders = ((first, last), (last, first))
        matches = [sum(players.is_one(f"{row[first]} {row[two]}") for row in rows) for first, two in orders]
        if max(matches) > sum(players.is_one(row[at]) for row in rows):
            first, last = orders[matches.index(max(matches))]
            kinds[first], kinds[last] = "first_name", "last_name"
    return kinds


def _with_numbers(columns: ListColumns, kinds: list[str]) -> list[str]:
    """Return the kinds with a column of numbers as the federation's, unless they are running numbers."""
    if "ema_number" in kinds or "number" not in columns.recognised:
        return kinds
    at = columns.recognised.index("number")
    cells = [cells[at] for _line, cells in columns.numbered_rows]
    if any(len(re.sub(r"\D", "", cell)) > RUNNING_DIGITS for cell in cells):
        kinds[at] = "ema_number"
    return kinds


def _read_rows(details: DetailsList, players: _Players) -> None:
    holders = {stint.ema_number: stint.pk for stint in players.by_name.values() if stint.ema_number}
    filled: set[int] = set()
    for line, cells in details.columns.numbered_rows:
        stint, values, fault = _read_row(details.columns.kinds, cells, players)
        number = values.get("ema_number", "")
        if stint is not None and stint.pk in filled:
            fault = _("This player is there twice.")
        elif stint is not None and number and holders.setdefault(number, stint.pk) != stint.pk:
            fault = _("Another player here has this EMA number.")
        if stint is None or fault:
            details.rows.append(NameRow(line, cells, " ".join(filter(None, cells))[:60], fault))
            continue
        filled.add(stint.pk)
        for name, text in values.items():
            setattr(stint, name, text)
        details.stints.append(stint)
        words = (join_names(stint.first_name, stint.last_name), stint.country, stint.ema_number)
        name = name_or_blank(stint.player and stint.player.person)
        details.rows.append(NameRow(line, cells, name, summary=" · ".join(filter(None, words))))


def _read_row(
    kinds: Sequence[str], cells: Sequence[str], players: _Players
) -> tuple[Stint | None, dict[str, str], str]:
    """Return the player of a row with what the row says of them, or what is wrong with it."""
    person = {kind: tidy_name(text) for kind, text in person_in_row(kinds, cells).items()}
    number, country = person.get("ema_number", ""), person.get("country", "")
    country = "" if says_nothing(country) else country
    both = [person.get(kind, "") for kind in ("first_name", "last_name")]
    names = [name for name in (person.get("name", ""), *both) if name]
    if any(len(name) > LONGEST_NAME for name in names):
        return None, {}, _("This name is too long.")
    if number and not read_ema_number(number):
        return None, {}, _("An EMA number has eight digits.")
    if country and not COUNTRY.fullmatch(country):
        return None, {}, _("No country we know: type its name, or three letters such as FRA.")
    called = [person["name"]] if "name" in person else [" ".join(both), " ".join(reversed(both))]
    stint, fault = players.find(called, [text for text in (number, country) if text])
    values = {"country": country, "ema_number": number}
    if all(both):
        values |= {"first_name": both[0], "last_name": both[1]}
    return stint, {name: text for name, text in values.items() if text}, fault
