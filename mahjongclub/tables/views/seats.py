"""Who sits where: the throw for a first dealer, the draw, "I sit here", two changing places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.club_access import ClubVisit, role_in
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.people.merging import AlreadyClaimed, PlayedTogether, claim_player
from mahjongclub.games.kit.controls import read_posted_dice, roll_dice
from mahjongclub.games.kit.wording import WIND_NAMES, fault_in_words
from mahjongclub.games.registry import game_of
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.reseating import swapped

from ..access import visit_as_scorer, visit_as_scorer_at_any_time, visit_table
from ..claiming import answer_seat_request, claimable_players, take_seat_or_ask
from ..forms import NamesForm
from ..models import NamedSeat, Session, names_by_seat, seat_rows, unnamed_seats
from ..opening import METHODS, delete_unplayed_session, draw_and_save_seats, name_players, start_session
from ..recording import save_dealer_throw, swap_seats
from ..replaying import settle_outcomes, state_after, stored_outcomes
from ..sitters import find_players, swap_in_outcome
from .answers import (
    answer_after_change,
    answer_with_page,
    attempt_change,
    current_table_answer,
    wants_table_fragment,
)
from .new_table import known_names


@dataclass(frozen=True, slots=True)
class DrawnSeat(NamedSeat):
    """A seat as it was drawn: its wind, whether it sits out, the two dice of each throw, who deals first."""

    wind: str
    out: bool
    throws: list[list[int]]
    dealer: bool


@require_safe
def show_seats(request: ClubRequest, code: str) -> HttpResponse:
    """The seats as drawn, with the throws that decided, before the first hand."""
    access = visit_table(request, code)
    session = access.session
    if session.started_at is not None:
        # the phones that wait here ask by htmx
        here = reverse("tables:table", args=[code])
        return HttpResponseClientRedirect(here) if request.htmx else redirect(here)
    draw, winds = session.seat_draw, game_of(session).seat_winds
    rows = [
        DrawnSeat(
            seat.number,
            seat.name,
            seat.score,
            wind=str(WIND_NAMES[winds[seat.number]]) if seat.number < len(winds) else "",
            out=seat.number == session.game.seats,
            throws=draw["throws"][seat.number] if draw.get("throws") else [],
            # where dice name the first dealer they are thrown at the table: here nobody deals yet
            dealer=seat.number == session.table.dealer and not session.game.thrown_dealer,
        )
        for seat in seat_rows(session)
    ]
    context = {"access": access, "session": session, "rows": rows, "unnamed": unnamed_seats(session)}
    return render(request, "tables/seats.html", context)


@require_POST
def draw_seats_again(request: ClubRequest, code: str) -> HttpResponse:
    """Draw the seats anew, by the way asked for."""
    access = visit_as_scorer(request, code)
    method = request.POST.get("method", "")
    if method in METHODS:
        draw_and_save_seats(access.session, method)
    return redirect("tables:seats", code)


@require_http_methods(["GET", "HEAD", "POST"])
def name_seats(request: ClubRequest, code: str) -> HttpResponse:
    """Say who sits at the seats that were left without a name."""
    access = visit_as_scorer(request, code)
    session, device_id = access.session, request.visitor.device_id
    form = NamesForm(
        session,
        lambda names: find_players(names, device_id, session.club, request.user.pk),
        request.POST if request.method == "POST" else None,
    )
    if request.method == "POST" and form.is_valid():
        name_players(session.pk, form.names, request.visitor.get_or_create_device(), request.user.pk)
        return redirect("tables:seats", code)
    context = {"session": session, "form": form, "known_names": known_names(request, session.club)}
    return render(request, "tables/names.html", context, status=422 if form.errors else 200)


@require_POST
def start_first_hand(request: ClubRequest, code: str) -> HttpResponse:
    """Start the session: the first hand is dealt."""
    access = visit_as_scorer(request, code)
    start_session(access.session)
    return answer_with_page(request, reverse("tables:table", args=[code]))


@require_POST
def delete_unplayed_table(request: ClubRequest, code: str) -> HttpResponse:
    """Delete a table at which nothing was played; one that has begun stands."""
    access = visit_as_scorer(request, code)
    if not delete_unplayed_session(access.session):
        return redirect("tables:table", code)
    messages.success(request, _("The table is deleted."))
    return redirect("tables:home")


@require_http_methods(["GET", "HEAD", "POST"])
def choose_seat(request: ClubRequest, code: str) -> HttpResponse:
    """Say which seat is this phone's own: it comes to the bottom of the board. A viewer has none."""
    access = visit_table(request, code)
    rows = seat_rows(access.session)
    errors: list[str] = []
    status = 200
    if request.method == "POST":
        chosen = request.POST.get("seat", "")
        named = {str(row.number): row for row in rows}
        if chosen == "none":
            take_seat_or_ask(access, None)
            return redirect("tables:table", code)
        if not access.has_scorer_role:
            raise PermissionDenied("watching only")
        if chosen in named:
            # where another phone is asked first the board says so
            take_seat_or_ask(
                access, named[chosen].number, {request.user.pk} if request.user.is_authenticated else ()
            )
            return redirect("tables:table", code)
        errors, status = [_("Choose one of the seats.")], 422
    taken_seats = set(access.session.accesses.exclude(pk=access.pk).values_list("seat", flat=True))
    context = {
        "access": access,
        "session": access.session,
        "rows": rows,
        "taken": taken_seats,
        "errors": errors,
    }
    return render(request, "tables/sit.html", context, status=status)


@require_POST
def answer_request_for_seat(request: ClubRequest, code: str) -> HttpResponse:
    """Give a seat to the phone that asks for it, or keep it: said by the phone at that seat, by the one that
    opened the table, by an organiser of its club."""
    access = visit_as_scorer_at_any_time(request, code)
    session = access.session
    asker = whole_number(request.POST.get("who", ""))
    give = request.POST.get("do") == "give"
    club = session.club if session.club_may_score else None
    organises = club is not None and ClubVisit(club, role_in(club, request)).is_organiser
    if asker is None or request.POST.get("do") not in ("give", "keep"):
        messages.error(request, _("This form is too old. Check again, then answer."))
    elif not answer_seat_request(access, asker, give=give, as_organiser=organises):
        messages.info(request, _("The other phone has stopped asking, or another phone has the seat now."))
    return redirect("tables:table", code)


@require_http_methods(["GET", "HEAD", "POST"])
def swap_table_seats(request: ClubRequest, code: str) -> HttpResponse:
    """Two players change places from the first hand on, after a look at what that changes."""
    access = visit_as_scorer(request, code)
    session = access.session
    rows = seat_rows(session)
    params = request.POST if request.method == "POST" else request.GET
    pair = _pair(params.get("one", ""), params.get("other", ""), len(rows))
    along = params.get("along") == "1"
    errors = [_("Choose two different seats.")] if "one" in params and pair is None else []
    status = 422 if errors else 200
    if request.method == "POST" and pair is not None:
        errors, status, session = attempt_change(
            request, session, lambda pk, sub: swap_seats(pk, sub, *pair, along=along)
        )
        if not errors:
            return redirect("tables:log", code)
        rows = seat_rows(session)
    after: list[SwappedSeat] = []
    if pair and not errors:
        try:
            after = _swapped(session, rows, pair, along)
        except RuleError as fault:
            errors, status = [fault_in_words(fault, names_by_seat(session))], 422
    context = {
        "access": access,
        "session": session,
        "rows": rows,
        "pair": pair,
        "one": params.get("one", ""),
        "other": params.get("other", ""),
        "along": along,
        "after": after,
        "errors": errors,
    }
    return render(request, "tables/swap.html", context, status=status)


def _pair(first_text: str, other: str, count: int) -> tuple[int, int] | None:
    numbers_by_text = {str(number): number for number in range(count)}
    if first_text in numbers_by_text and other in numbers_by_text and first_text != other:
        return numbers_by_text[first_text], numbers_by_text[other]
    return None


@dataclass(frozen=True, slots=True)
class SwappedSeat(NamedSeat):
    """A seat after a swap, and the name and the points it had before."""

    was: str
    score_was: int


def _swapped(
    session: Session, rows: list[NamedSeat], pair: tuple[int, int], along: bool
) -> list[SwappedSeat]:
    """Each seat with the player and score it would have. RuleError for a hand that cannot be from there."""
    places = swapped(*pair, len(rows))
    names = [rows[seat].name for seat in places]
    scores = [row.score for row in rows]
    if along and not session.rotation:
        outcomes = [swap_in_outcome(outcome, places) for outcome in stored_outcomes(session)]
        played = settle_outcomes(session, outcomes)
        scores = list(state_after(session, played).scores)
    return [
        SwappedSeat(row.number, name, score, was=row.name, score_was=row.score)
        for row, name, score in zip(rows, names, scores, strict=True)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def throw_for_first_dealer(request: ClubRequest, code: str) -> HttpResponse:
    """Name the first dealer by dice; later, put right what was typed wrongly."""
    access = visit_as_scorer(request, code)
    session, errors, status = access.session, [], 200
    if not session.game.thrown_dealer:
        raise Http404(_("This address does not fit the table."))
    if session.table.ended:
        return redirect("tables:end", code)
    if request.method == "POST":
        thrown = roll_dice() if "throw" in request.POST else read_posted_dice(request.POST, "one", "other")
        if thrown is None:
            errors, status = [_("Choose what each of the two dice shows.")], 422
        else:
            errors, status, session = attempt_change(
                request, session, lambda pk, sub: save_dealer_throw(pk, sub, thrown)
            )
        if not errors:
            return answer_after_change(request, access, session)
        if wants_table_fragment(request):
            return current_table_answer(request, access, session, status=status, errors=errors)
    context = {
        "session": session,
        "errors": errors,
        "faces": range(1, 7),
        "first_name": names_by_seat(session)[0],
        "below": {"faces": range(1, 7), "version": session.version},
    }
    return render(request, "tables/dice.html", context, status=status)


@login_required
@require_POST
def claim_seat(request: ClubRequest, code: str) -> HttpResponse:
    """Give the guest on this seat to the visitor's account, with every game of theirs."""
    access = visit_table(request, code)
    account = cast(Account, request.user)
    free = {str(claimable.pk): claimable for claimable in claimable_players(access, account)}
    player = free.get(request.POST.get("player", ""))
    if player is None:
        messages.error(
            request,
            _("This seat is not free to claim: say first that you sit there, on this phone.")
            if access.may_score
            else _("A phone that only watches claims no seat: ask for the link to keep the score."),
        )
        return redirect("tables:sit", code)
    try:
        claim_player(player, account, by_seat=True)
    except AlreadyClaimed:
        messages.error(request, _("This player belongs to another account."))
    except PlayedTogether as together:
        messages.error(request, together.in_words(player))
    else:
        messages.success(
            request, _("%(name)s is you: every game of theirs is now yours.") % {"name": player.name}
        )
    return redirect("people:me")
