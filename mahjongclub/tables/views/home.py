"""The door: the tables on this device, join with a code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.games.kit.wording import and_list, honba_in_words, isolated, said, wind_letter
from mahjongclub.games.registry import game_of

from ..access import grant_access
from ..addresses import hash_spoken_code, tidy_spoken_code
from ..board import sticks_label
from ..club_games import current_hand_label, played_on, sessions_of_account, start_page_clubs, table_row
from ..forms import JoinForm, playable_variants
from ..models import Access, JoinCode, Session
from ..ranking import result_in_words
from ..replaying import standings

# All together: with 200 codes good at a time, whoever has ever so many addresses guesses one in ten weeks.
WRONG_CODES = Limit("wrong-codes", per_device=10, per_address=60, seconds=600, altogether=300)
TABLES_SHOWN = 30


@require_safe
def show_start_page(request: ClubRequest) -> HttpResponse:
    """Show what this device can do, and the tables it has."""
    return start_page_answer(request, JoinForm())


def start_page_answer(request: ClubRequest, form: JoinForm, status: int = 200) -> HttpResponse:
    """Answer with the start page, its form to join as it was typed. Tables that run come first."""
    sessions = sessions_on_device(request)
    opened = [session for session in sessions if session.ended_at is None]
    context = {
        "form": form,
        "clubs": start_page_clubs(request),
        "running": [_running_row(session) for session in opened if session.started_at is not None],
        "waiting": [table_row(session) for session in opened if session.started_at is None],
        "finished": [_finished_row(session) for session in sessions if session.ended_at is not None],
        "games": and_list([said(game.name) for game in playable_variants()]),
    }
    return render(request, "tables/home.html", context, status=status)


def sessions_on_device(request: ClubRequest) -> list[Session]:
    """The sessions of this device, the newest first, each with its players."""
    if request.visitor.device_id is None:
        return []
    sessions = Session.objects.on_device(request.visitor.device_id).prefetch_related("seats__player")
    return list(sessions[:TABLES_SHOWN])


@dataclass(frozen=True, slots=True)
class RunningSeat:
    """A seat of a table that is being played."""

    name: str
    score: int
    wind: str
    letter: str
    deals: bool


@dataclass(frozen=True, slots=True)
class RunningRow:
    """A table that is being played, for templates/tables/_running_table.html."""

    session: Session
    game: str
    now: str
    places: list[RunningSeat]
    lying: list[str]


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A table that is over: the winners with their result, then rank and name of the others."""

    session: Session
    game: str
    date: date
    first: str
    result: str
    others: list[tuple[int, str]]


def _running_row(session: Session) -> RunningRow:
    """A table that is being played: its hand, what lies on the table, and every seat with wind and score."""
    game, state = game_of(session), session.table
    seats = sorted(session.seats.all(), key=lambda seat: seat.number)
    places = []
    for seat in seats:
        place = session.seat_of(seat.number)
        wind = game.wind_of(state, place) if place is not None else ""
        deals = place == state.dealer and bool(wind)
        places.append(RunningSeat(seat.player.shown_name, seat.score, wind, wind_letter(wind), deals))
    lying = [honba_in_words(state.honba)] if game.has_honba and state.honba else []
    lying += [sticks_label(state.sticks)] if game.has_sticks and state.sticks else []
    return RunningRow(session, said(session.game.name), current_hand_label(session), places, lying)


def _finished_row(session: Session) -> FinishedRow:
    """A table that is over: who won with what, the others in their places, and its day."""
    names = [seat.player.shown_name for seat in sorted(session.seats.all(), key=lambda seat: seat.number)]
    ranked = standings(session)
    first = [row for row in ranked if row.rank == 1]
    return FinishedRow(
        session=session,
        game=said(session.game.name),
        date=played_on(session),
        first=and_list([isolated(names[row.seat]) for row in first]),
        result=result_in_words(session.game, first[0].tenths) if first else "",
        others=[(row.rank, names[row.seat]) for row in ranked if row.rank > 1],
    )


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: ClubRequest) -> HttpResponse:
    """Let this phone in at a table by the short code somebody says. Wrong guesses are counted."""
    if request.method != "POST":
        return start_page_answer(request, JoinForm())
    form = JoinForm(request.POST)
    status = 422
    if form.is_valid():
        if WRONG_CODES.is_reached(request):
            form.add_error("code", _("Too many wrong codes. Wait ten minutes, or scan the QR code."))
            status = 429
        elif join_code := _find_code(form.cleaned_data["code"]):
            grant_access(request, join_code.session, join_code.role)
            return redirect("tables:table", join_code.session.code)
        else:
            WRONG_CODES.count_use(request)
            form.add_error(
                "code", _("No table has this code. Codes expire: ask for the one on the phone now.")
            )
    return start_page_answer(request, form, status)


@login_required
@require_POST
def watch_my_table(request: ClubRequest, code: str) -> HttpResponse:
    """Let the visitor look on at a table they sat at, on another phone than it was played on."""
    session = get_object_or_404(sessions_of_account(request.user.pk), code=code)
    grant_access(request, session, Access.Role.VIEWER)
    return redirect("tables:end" if session.ended_at else "tables:table", code)


def _find_code(typed: str) -> JoinCode | None:
    codes = JoinCode.objects.select_related("session")
    code_hash = hash_spoken_code(tidy_spoken_code(typed))
    return codes.filter(code_hash=code_hash, expires_at__gt=timezone.now()).first()
