"""Until when a captain names who plays; organisers name players after that too."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.refusal import Refused


def are_closed(until: datetime | None) -> bool:
    """Whether captains name nobody any more. With None nothing but the opening of tables ends it."""
    return until is not None and until <= timezone.now()


def check_captain_in_time(until: datetime | None, *, is_open: bool = False) -> None:
    """Raise Refused if a captain comes too late, or if the table of somebody named `is_open`."""
    if are_closed(until):
        raise Refused(_("Line-ups are closed. Ask an organiser."))
    if is_open:
        raise Refused(_("The table is open already: ask an organiser."))


def check_nobody_twice(players: Sequence[int]) -> None:
    """Raise Refused if a player is named twice."""
    if len(set(players)) < len(players):
        raise Refused(_("Nobody plays twice at the same time."))
