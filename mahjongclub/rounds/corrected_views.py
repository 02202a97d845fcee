"""Corrected since: what organisers changed in results after they were over, and hands that came too late."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import POST, READ, ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.games.kit.wording import fault_in_words, said
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.club_games import played_on
from mahjongclub.tables.late_hands import correct_with_late_hand, leave_out_late_hand, record_late_hand
from mahjongclub.tables.models import LateHand, Session, names_by_seat
from mahjongclub.tables.recording import StalePage

from .corrected import corrected_rows, waiting_late_hand_rows


@club_page(Role.ORGANISER, READ, fresh=True)
def show_evening_corrections(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """What was corrected since an evening was over."""
    evening = get_object_or_404(visit.club.evenings, pk=number)
    back = reverse("tables:evening", args=[visit.club.slug, number])
    return show_corrected(request, visit, evening.sessions.all(), str(evening), back)


@club_page(Role.ORGANISER, READ, fresh=True)
def show_game_corrections(request: ClubRequest, visit: ClubVisit, code: str) -> HttpResponse:
    """What was corrected in one game since it was over: it may be of no evening and of no season."""
    session = get_object_or_404(visit.club.sessions.select_related("evening"), code=code)
    back = reverse("tables:club_game", args=[visit.club.slug, code])
    title = f"{said(session.game.name)}, {date_format(played_on(session))}"
    return show_corrected(request, visit, visit.club.sessions.filter(pk=session.pk), title, back)


def show_corrected(
    request: ClubRequest, visit: ClubVisit, sessions: QuerySet[Session], title: str, back: str
) -> HttpResponse:
    """Show what was corrected in these sessions, and the hands of theirs that came too late."""
    context = {
        "rows": corrected_rows(sessions),
        "late": waiting_late_hand_rows(sessions),
        "title": title,
        "back": back,
    }
    return show(request, visit, "leagues/corrected.html", context)


@club_page(Role.ORGANISER, POST)
def settle_late_hand(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Record a hand that came too late, or leave it out; then back to the list."""
    waiting = LateHand.objects.filter(session__club=visit.club, left_out_at=None)
    late = get_object_or_404(waiting.select_related("session"), pk=number)
    session = late.session
    if not isinstance(request.user, Account):
        raise Http404("nobody is signed in")
    if "record" in request.POST or "correct" in request.POST:
        settle = record_late_hand if "record" in request.POST else correct_with_late_hand
        try:
            receipt = settle(late, request.visitor.get_or_create_device(), request.user)
        except RuleError as fault:
            messages.error(request, fault_in_words(fault, names_by_seat(session)))
        except StalePage:
            messages.error(request, _("The table has changed meanwhile. Check again, then confirm."))
        else:
            messages.success(request, _recorded_words(receipt.session))
    else:
        leave_out_late_hand(late)
        messages.success(request, _("The hand is left out."))
    return redirect(_list_of(request, visit, session))


def _recorded_words(session: Session) -> str:
    if session.on_paper:
        return _("The hand is recorded. The points typed from paper remain the result.")
    return _("The hand is recorded. Its result is updated.")


def _list_of(request: ClubRequest, visit: ClubVisit, session: Session) -> str:
    """The address of the list with this hand: as it came with the form, else the evening's or the game's."""
    slug, list_path = visit.club.slug, request.POST.get("list", "")
    if list_path.startswith(f"/c/{slug}/") and url_has_allowed_host_and_scheme(list_path, allowed_hosts=None):
        return list_path
    if session.evening_id is not None:
        return reverse("leagues:corrected_evening", args=[slug, session.evening_id])
    return reverse("leagues:corrected_game", args=[slug, session.code])
