"""Who sits where: the draw before the first hand, "I sit here", and two players changing places."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import WINDS, RuleError

from ..access import score, visit
from ..board import WIND_NAMES
from ..models import seat_rows
from ..opening import METHODS, draw_seats, start_session
from ..recording import Stale, swap_seats
from ..wording import said
from .answers import BadSubmission, submission_of


@require_safe
def seats(request: ClubRequest, code: str) -> HttpResponse:
    """The seats as drawn, with the throws that decided, before the first hand."""
    access = visit(request, code)
    session = access.session
    if session.started_at is not None:
        # the phones that wait here ask by htmx
        here = reverse("tables:table", args=[code])
        return HttpResponseClientRedirect(here) if request.htmx else redirect(here)
    draw = session.seat_draw
    rows = [
        {
            **row,
            "wind": WIND_NAMES[WINDS[row["number"] % 4]] if session.game.seats == 4 else "",
            "throws": draw["throws"][row["number"]] if draw.get("throws") else [],
            "dealer": row["number"] == session.table.dealer,
        }
        for row in seat_rows(session)
    ]
    return render(request, "tables/seats.html", {"access": access, "session": session, "rows": rows})


@require_POST
def draw_again(request: ClubRequest, code: str) -> HttpResponse:
    """Draw the seats anew, by the way asked for."""
    access = score(request, code)
    method = request.POST.get("method", "")
    if method in METHODS:
        draw_seats(access.session, method)
    return redirect("tables:seats", code)


@require_POST
def start(request: ClubRequest, code: str) -> HttpResponse:
    """The first hand is dealt."""
    access = score(request, code)
    start_session(access.session)
    return redirect("tables:table", code)


@require_http_methods(["GET", "HEAD", "POST"])
def sit(request: ClubRequest, code: str) -> HttpResponse:
    """Say which seat is this phone's own: it comes to the bottom of the board."""
    access = visit(request, code)
    rows = seat_rows(access.session)
    if request.method == "POST":
        chosen = request.POST.get("seat", "")
        if chosen in {str(row["number"]) for row in rows} or chosen == "none":
            access.seat, access.asks_seat = None if chosen == "none" else int(chosen), False
            access.save(update_fields=["seat", "asks_seat"])
            return redirect("tables:table", code)
    context = {
        "access": access,
        "session": access.session,
        "rows": rows,
        "errors": [_("Choose one of the seats.")] if request.method == "POST" else [],
    }
    return render(request, "tables/sit.html", context, status=422 if request.method == "POST" else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: ClubRequest, code: str) -> HttpResponse:
    """Two players change places from the first hand on, after a look at what that changes."""
    access = score(request, code)
    session = access.session
    rows = seat_rows(session)
    asked = request.POST if request.method == "POST" else request.GET
    pair = _pair(asked.get("one", ""), asked.get("other", ""), len(rows))
    errors = [_("Choose two different seats.")] if "one" in asked and pair is None else []
    status = 422 if errors else 200
    if request.method == "POST" and pair is not None:
        try:
            swap_seats(session.pk, submission_of(request), *pair)
            return redirect("tables:log", code)
        except Stale as stale:
            session, status = stale.session, 409
            rows = seat_rows(session)
            errors = [_("The table has changed meanwhile. Look again, then confirm.")]
        except RuleError as fault:
            errors, status = [said(fault.text)], 422
        except BadSubmission:
            errors, status = [_("This form is too old. Look again, then confirm.")], 422
    context = {
        "access": access,
        "session": session,
        "rows": rows,
        "pair": pair,
        "one": asked.get("one", ""),
        "other": asked.get("other", ""),
        "after": _swapped(rows, pair) if pair else [],
        "errors": errors,
    }
    return render(request, "tables/swap.html", context, status=status)


def _pair(one: str, other: str, count: int) -> tuple[int, int] | None:
    known = {str(number): number for number in range(count)}
    if one in known and other in known and one != other:
        return known[one], known[other]
    return None


def _swapped(rows: list[dict], pair: tuple[int, int]) -> list[dict]:
    """Each seat with the player it would have: the scores stay with the seats."""
    names = {row["number"]: row["name"] for row in rows}
    names[pair[0]], names[pair[1]] = names[pair[1]], names[pair[0]]
    return [{**row, "was": row["name"], "name": names[row["number"]]} for row in rows]
