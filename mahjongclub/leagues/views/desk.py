"""Typing a row at a desk, alike for events, nights and matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account, Club
from mahjongclub.clubs.room import Refused as NoRoom
from mahjongclub.clubs.room import why_not

from ..desk import Desk, OpenAlready, Overtaken, RowForm, status_of
from ..refusal import Refused


def keep_typed(
    request: ClubRequest, club: Club, form: RowForm, keep: Callable[[RowForm, Account | None], None]
) -> dict[str, Any]:
    """Keep what was typed in a row, where it can be; else the form has why, or the row is `overtaken`: that
    is returned.

    Where the club is locked nothing is kept and the row says so: what is typed in others stays too.
    """
    if not form.is_valid():
        return {}
    if why := why_not(club):
        kept = _("What you typed stays here: save it again then.")
        form.add_error(None, f"{why} {kept}")
        return {}
    try:
        keep(form, request.user if isinstance(request.user, Account) else None)
    except (Refused, NoRoom) as refused:
        form.add_error(None, str(refused))
    except (Overtaken, OpenAlready):
        return {"overtaken": True}
    return {}


def desk_context(desk: Desk, done: str, done_href: str) -> dict[str, Any]:
    """What every desk shows beside its rows: how far it is, where it goes on once all is there (`done`)."""
    results = [status_of(table) in ("paper", "phone") for table in desk.tables]
    sums = {RowForm(*desk.game_at(table)).expected for table in desk.tables}
    return {
        "finished": sum(results),
        "table_count": len(results),
        "expected": sums.pop() if len(sums) == 1 else None,
        "penalties": desk.penalties,
        "done": done if all(results) else "",
        "done_href": done_href,
    }
