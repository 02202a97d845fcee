"""Settle up: choose games, see who owes whom, tick off what was paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.club_access import ClubVisit, role_in
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.clubs.room import check_quota
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.reading import whole_number
from mahjongclub.tables.club_games import played_on
from mahjongclub.tables.models import Session
from mahjongclub.tables.sitters import Seating

from .access import may_delete, may_settle, settleable_games, visible_sheet_or_404, visible_sheets
from .forms import DebtSheetForm, PaidDebtForm
from .models import DebtSheet
from .settling import delete_repayment, find_or_create_sheet, save_repayment_if_owed, save_terms_if_valid
from .sheet import SheetState, games_title, games_with_result

#: games to choose from, the newest first
MOST_GAMES, MOST_SHEETS = 60, 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose_games_to_settle(request: ClubRequest) -> HttpResponse:
    """Choose the games that are settled together: of one evening, or any in which the visitor sat."""
    evening = _visited_evening(request)
    games = list(settleable_games(request, evening).order_by("-started_at", "-pk")[:MOST_GAMES])
    error, status = "", 200
    chosen = set(request.POST.getlist("game"))
    if request.method == "POST":
        sessions = [game for game in games if game.code in chosen]
        if sessions and len(sessions) == len(chosen):
            return _begin(request, sessions, evening)
        error, status = _("Choose at least one game."), 422
        if chosen:
            error = _("One of these games has no result any more. Choose again.")
    elif evening is not None:
        chosen = {game.code for game in games}
    club = evening.club if evening is not None else None
    context = {
        "rows": [_game_row(game, game.code in chosen) for game in games],
        "sheets": _sheet_rows(request, evening),
        "evening": evening,
        "club": club,
        "error": error,
    }
    return render(request, "debts/choose.html", context, status=status)


@require_POST
def settle_up_game(request: ClubRequest, code: str) -> HttpResponse:
    """Settle up one game, from its end page."""
    session = Session.objects.counting().select_related("club", "evening").filter(code=code).first()
    if session is None or not may_settle(request, session):
        raise Http404("no such game of this visitor")
    return _begin(request, [session], session.evening)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_sheet(request: ClubRequest, number: int) -> HttpResponse:
    """Show who owes whom, and save what a point is worth."""
    debt_sheet = visible_sheet_or_404(request, number)
    activate_club_zone(debt_sheet.club)
    if request.method == "POST":
        check_quota(debt_sheet.club)
        form = save_terms_if_valid(debt_sheet, request.POST)
        if form.is_valid():
            return redirect("debts:sheet", number)
        debt_sheet.refresh_from_db()
        return _show(request, debt_sheet, form, 422)
    return _show(request, debt_sheet, None)


@require_POST
def mark_debt_paid(request: ClubRequest, number: int) -> HttpResponse:
    """Tick off a debt that was paid."""
    debt_sheet = visible_sheet_or_404(request, number)
    check_quota(debt_sheet.club)
    form = PaidDebtForm(request.POST)
    if not form.is_valid() or not save_repayment_if_owed(
        debt_sheet, form.cleaned_data, request.visitor.get_or_create_device()
    ):
        why = _("The amounts have changed since: this is what is still owed.")
        return _show(request, debt_sheet, None, 422, why)
    return redirect("debts:sheet", number)


@require_POST
def mark_debt_unpaid(request: ClubRequest, number: int, repayment: int) -> HttpResponse:
    """Take back that a debt was paid."""
    debt_sheet = visible_sheet_or_404(request, number)
    check_quota(debt_sheet.club)
    delete_repayment(debt_sheet, repayment)
    return redirect("debts:sheet", number)


@require_POST
def delete_sheet(request: ClubRequest, number: int) -> HttpResponse:
    """Delete a sheet with what was ticked off on it; its games stay."""
    debt_sheet = visible_sheet_or_404(request, number)
    check_quota(debt_sheet.club)
    if not may_delete(request, debt_sheet):
        raise PermissionDenied("another phone began it")
    debt_sheet.delete()
    messages.success(request, _("The list of who owes whom is deleted. The games stay."))
    return redirect("debts:choose")


def _begin(request: ClubRequest, sessions: Sequence[Session], evening: Evening | None) -> HttpResponse:
    for club in {session.club for session in sessions}:
        check_quota(club)
    before = visible_sheets(request).first()
    debt_sheet = find_or_create_sheet(sessions, evening, request.visitor.get_or_create_device(), before)
    return redirect("debts:sheet", debt_sheet.pk)


def _show(
    request: ClubRequest, sheet: DebtSheet, form: DebtSheetForm | None, status: int = 200, alert: str = ""
) -> HttpResponse:
    state = SheetState(sheet)
    tallies = state.tallies()
    context = {
        "sheet": sheet,
        "club": sheet.club,
        "title": state.title(),
        "tallies": [(tally, [(debt, uuid4()) for debt in tally.debts]) for tally in tallies],
        "games": [_game_row(session, True) for session in state.sessions],
        "form": form or DebtSheetForm(state),
        "open": form is not None,
        "has_money": state.has_money,
        "has_substitutes": state.has_substitutes,
        "all_paid": all(tally.is_settled for tally in tallies),
        "text": state.share_text(tallies),
        "alert": alert,
        "missing": state.missing,
        "may_delete": may_delete(request, sheet),
    }
    return render(request, "debts/sheet.html", context, status=status)


def _visited_evening(request: ClubRequest) -> Evening | None:
    """Return the evening that the address names, if any. Http404 if the visitor may not look at its club."""
    typed = request.GET.get("evening", "")
    if not typed:
        return None
    number = whole_number(typed) or 0
    evening = Evening.objects.select_related("club").filter(pk=number).first()
    if evening is None or not evening.club.settles_up or not _may_look(request, evening.club):
        raise Http404("no such evening")
    activate_club_zone(evening.club)
    return evening


def _may_look(request: ClubRequest, club: Club) -> bool:
    return ClubVisit(club, role_in(club, request)).may_see_club


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sheet of debts in the list; `names` are the players where it is of one game alone."""

    number: int
    title: str
    names: str


@dataclass(frozen=True, slots=True)
class SelectableGame:
    """A game that a sheet of debts may count, and whether it does."""

    code: str
    game: str
    day: date
    names: str
    chosen: bool


def _sheet_rows(request: ClubRequest, evening: Evening | None) -> list[SheetRow]:
    sheets = visible_sheets(request, evening).prefetch_related(
        Prefetch("sessions", queryset=games_with_result(Session.objects.all()))
    )
    return [
        SheetRow(
            number=debt_sheet.pk,
            title=games_title(games),
            names=_names_of(games[0]) if len(games) == 1 else "",
        )
        for debt_sheet in sheets[:MOST_SHEETS]
        for games in [list(debt_sheet.sessions.all())]
    ]


def _game_row(session: Session, chosen: bool) -> SelectableGame:
    return SelectableGame(
        code=session.code,
        game=said(session.game.name),
        day=played_on(session),
        names=_names_of(session),
        chosen=chosen,
    )


def _names_of(session: Session) -> str:
    names = [seat.player.shown_name for seat in session.seats.all()]
    return ", ".join(Seating(session, names).joined_names if session.state.get("entries") else names)
