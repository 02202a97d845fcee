"""How far a night is and what comes next, in one line with its buttons; and who is where."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Evening
from mahjongclub.clubs.naming import alphabetical_key

from .changes import night_or_unsaved, people_here, rounds_of
from .pages import NightRoundRow, night_round_row, tables_in_words


@dataclass(frozen=True)
class PersonHere:
    """Somebody who is here: the name, and the table in words, "" for who waits."""

    name: str
    table: str


@dataclass(frozen=True)
class NightStep:
    """How far an evening is. `round` is the row of the newest round, None before the first."""

    title: str
    detail: str
    people: list[PersonHere]
    round: NightRoundRow | None
    may_seat: bool

    @property
    def unfinished_table_count(self) -> int:
        """How many tables of the round have no result yet."""
        return self.round.missing if self.round else 0


def evening_step(evening: Evening) -> NightStep:
    """Return how far the evening is."""
    presences = people_here(evening)
    last = rounds_of(evening).last()
    round_row = night_round_row(evening, last, None) if last is not None else None
    at_table = {
        seat.player: _("Table %(number)s") % {"number": row.number}
        for row in (round_row.tables if round_row else ())
        if not row.finished and not row.closed
        for seat in row.persons
    }
    names = [
        PersonHere(presence.player.person.shown_name, at_table.get(pk, ""))
        for pk, presence in presences.items()
    ]
    people = sorted(names, key=lambda person: alphabetical_key(person.name))
    count = ngettext("%(count)s person is here", "%(count)s people are here", len(presences)) % {
        "count": len(presences)
    }
    if round_row is None:
        title = count if presences else _("Nobody has checked in yet")
        tables = tables_in_words(night_or_unsaved(evening), len(presences)) if presences else ""
        return NightStep(title, tables, people, None, bool(presences))
    number = round_row.round.number
    if round_row.over:
        return NightStep(
            _("Round %(number)s is finished") % {"number": number}, count, people, round_row, True
        )
    tables = ngettext("%(count)s table plays", "%(count)s tables play", round_row.missing)
    title = _("Round %(number)s: %(tables)s") % {
        "number": number,
        "tables": tables % {"count": round_row.missing},
    }
    waiting = len(round_row.waiting)
    waits = ngettext("%(count)s person waits", "%(count)s people wait", waiting) % {"count": waiting}
    finished = ngettext("%(count)s result is in", "%(count)s results are in", round_row.finished)
    parts = [finished % {"count": round_row.finished}] if round_row.finished else []
    return NightStep(title, " · ".join([*parts, *([waits] if waiting else [])]), people, round_row, True)
