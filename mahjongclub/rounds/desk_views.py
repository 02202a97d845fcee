"""The page of a desk and the saving of its rows, the same for events, nights and matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account, Club
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.room import quota_message
from mahjongclub.games.kit.wording import WIND_NAMES
from mahjongclub.games.registry import find_game

from .desk import OUTDATED, Desk, DeskRows, row_state
from .desk_form import RowForm

AnyDesk = TypeVar("AnyDesk", bound=Desk)


@dataclass(frozen=True)
class DeskPageParts(Generic[AnyDesk]):
    """What differs between the pages of the desks.

    `load` reads the desk and raises Http404 if there is none. `save` saves the row of a table; it returns the
    desk as it is then if that has been read already.
    """

    path: str
    template: str
    load: Callable[[], AnyDesk]
    save: Callable[[int, RowForm, Account | None], AnyDesk | None]
    context: Callable[[AnyDesk], Mapping[str, object]]


def show_desk(
    request: ClubRequest,
    page: DeskPageParts[AnyDesk],
    desk: AnyDesk,
    status: int = 200,
    typed: int | None = None,
    form: RowForm | None = None,
    *,
    outdated: bool = False,
) -> HttpResponse:
    """Show every table; the table numbered `typed` keeps what was typed into its `form`."""
    rows = DeskRows(desk).all_rows(typed, form, outdated=outdated)
    return render(request, page.template, {**page.context(desk), "rows": rows}, status=status)


def save_row(
    request: ClubRequest, club: Club, page: DeskPageParts[AnyDesk], table_number: int, form: RowForm
) -> HttpResponse:
    """Save the row of a table. htmx gets the row as it is then, a browser without script the page.

    What cannot be saved stays in the row with the reason, also if the club is locked: what is typed in other
    rows stays too.
    """
    desk, outdated = None, False
    if form.is_valid() and (locked := quota_message(club)):
        form.add_error(None, locked + " " + _("What you typed stays here: save it again then."))
    elif form.is_valid():
        try:
            desk = page.save(table_number, form, request.user if isinstance(request.user, Account) else None)
        except Refused as refused:
            outdated = refused.code == OUTDATED
            if not outdated:
                form.add_error(None, str(refused))
    desk = desk or page.load()
    table = desk.find_table(table_number)
    if table is None:
        raise Http404("no such table")
    status = 409 if outdated else 422 if form.errors else 200
    if request.htmx:
        row = DeskRows(desk).row(table, form, outdated=outdated)
        return render(request, "leagues/_desk_answer.html", {**page.context(desk), "row": row}, status=status)
    if status == 200:
        return redirect(f"{page.path}#table-{table_number}")
    return show_desk(request, page, desk, status, table_number, form, outdated=outdated)


def desk_context(desk: Desk, done: str, done_path: str) -> dict[str, object]:
    """Return what every desk shows beside its rows: progress, and `done` with its link once complete."""
    states = [row_state(table) for table in desk.tables]
    results = [state == "done" for state in states]
    played = [desk.variant_and_rules(table) for table in desk.tables]
    totals = {RowForm(*variant_and_rules).expected_sum for variant_and_rules in played}
    variants = {variant.key for variant, _rules in played}
    game = find_game(variants.pop()) if len(variants) == 1 else None
    return {
        "winds": [WIND_NAMES[wind] for wind in game.seat_winds] if game else [],
        "has_sticks": game is not None and game.has_sticks,
        "to_type": states.count("missing"),
        "to_check": states.count("check"),
        "finished": (finished := sum(table.has_result for table in desk.tables)),
        "table_count": len(results),
        "missing": len(results) - finished,
        "any_sum": totals == {None},
        "expected": totals.pop() if len(totals) == 1 else None,
        "penalties": desk.takes_penalties,
        "done": done if all(results) else "",
        "done_path": done_path,
    }
