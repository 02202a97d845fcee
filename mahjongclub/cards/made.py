"""Which lines of a card were made, and how often. It follows from the hands as they stand now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mahjongclub.tables.models import Hand, Session

from .models import CardLine, LinePick
from .owners import CardOwner


@dataclass(frozen=True)
class LineWithTimesMade:
    """A line of a card with how often it was made, and how often of that by the person whose card it is."""

    line: CardLine
    times: int
    by_owner: int

    @property
    def section(self) -> str:
        """The heading under which the line stands."""
        return self.line.section


def lines_with_times_made(owner: CardOwner) -> list[LineWithTimesMade]:
    """Return every line of a card with how often it was made. Three queries.

    A game that has left the club, or whose result is not shown yet, counts for nothing.
    """
    lines = list(owner.lines)
    picks = LinePick.objects.filter(line__in=lines, session__embargoed=False)
    if owner.club is not None:
        picks = picks.filter(session__club=owner.club)
    made = list(_recorded(list(picks)))
    times = Counter(pick.line_id for pick in made)
    by_owner = Counter(pick.line_id for pick in made if pick.by_owner)
    return [LineWithTimesMade(line, times[line.pk], by_owner[line.pk]) for line in lines]


def _recorded(picks: list[LinePick]) -> Iterable[LinePick]:
    """Those whose hand was recorded as it was picked: won by the same seat with the same value."""
    sessions = Session.objects.filter(pk__in={pick.session_id for pick in picks})
    rows = Hand.objects.filter(session__in=sessions).values_list("session_id", "number", "outcome")
    wins = {
        (session, number, outcome.get("winner"), outcome.get("value"))
        for session, number, outcome in rows
        if outcome.get("type") == "win"
    }
    return (pick for pick in picks if (pick.session_id, pick.number, pick.winner, pick.value) in wins)
