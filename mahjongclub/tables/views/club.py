"""A club's page: tonight, what is being played, its evenings and results; its games; one evening."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models.functions import Coalesce, TruncDate
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role, evenings_tonight, tonight
from mahjongclub.clubs.corners import club_menu
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.finding import LONGEST_SEARCH, search_words
from mahjongclub.clubs.models import Evening
from mahjongclub.clubs.roster import own_player
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.registry import variants

from ..access import grant_access
from ..club_games import GameRow, game_row, game_rows, names_at_two_tables, search_games, table_numbers
from ..evening_clock import (
    evening_clock_of,
    pause_evening_clock,
    resume_evening_clock,
    set_evening_clock,
    start_evening_clock,
    wall_clock,
)
from ..models import Access, Session
from ..notify import codes_voided
from ..ranking import ranking_in_words, ranking_rows
from ..sitters import Seating
from ..visibility import viewer_of
from .clock import EveningClockForm, initial_clock_values
from .share import revoke_scoring

EVENINGS_SHOWN = 8
GAMES_SHOWN = 6
#: on a laptop; a phone shows as many as of the others (club.css)
PLAYING_SHOWN = 12


@require_safe
@club_page()
def show_club(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Show what is on tonight, and what was."""
    today, viewer = tonight(), viewer_of(request, visit)
    played = visit.club.sessions.exclude(ended_at=None).order_by("-ended_at")
    playing = visit.club.sessions.filter(ended_at=None).order_by("-created_at")
    evenings = visit.club.evenings
    context = {
        "evenings_tonight": evenings_tonight(visit.club),
        "coming": evenings.filter(date__gt=today).order_by("date")[:EVENINGS_SHOWN],
        "past": evenings.filter(date__lt=today)[:EVENINGS_SHOWN],
        "playing": (running := game_rows(playing[:PLAYING_SHOWN], viewer)),
        "twice": names_at_two_tables(visit.club) if visit.is_member and len(running) > 1 else [],
        "played": game_rows(played[:GAMES_SHOWN], viewer),
        "any_more": played.count() > GAMES_SHOWN or playing.count() > GAMES_SHOWN,
        "off_roster": visit.is_member and own_player(request.user.pk, visit.club) is None,
        "corners": club_menu(
            visit,
            counted={
                "members": visit.club.memberships.count(),
                "players": visit.club.players.on_roster().without_merged().count(),
            },
        ),
    }
    return show(request, visit, "tables/club.html", context)


#: as many as a laptop shows at once
GAMES_A_PAGE = 40
ORDERS = {
    "newest": ("-day", "-created_at", "-pk"),
    "oldest": ("day", "created_at", "pk"),
    "game": ("variant", "-day", "-created_at", "-pk"),
}
#: the day that stands in the row of a game, as `club_games.played_on` has it
DAY = Coalesce("evening__date", TruncDate("started_at"), TruncDate("created_at"))


@require_safe
@club_page()
def list_club_games(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Every game of the club, the newest first; ?q= for those of some players, ?variant=, and ?sort=."""
    typed = request.GET.get("q", "")[:LONGEST_SEARCH]
    order = request.GET.get("sort", "")
    order = order if order in ORDERS else "newest"
    played = set(visit.club.sessions.order_by().values_list("variant", flat=True).distinct())
    variant = request.GET.get("variant", "")
    variant = variant if variant in played else ""
    games_shown = search_games(visit.club, search_words(typed))
    if variant:
        games_shown = games_shown.filter(variant=variant)
    pages = Paginator(games_shown.annotate(day=DAY).order_by(*ORDERS[order]), GAMES_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    filters = {name: value for name, value in (("q", typed), ("variant", variant)) if value}
    context = {
        "page": page,
        "rows": game_rows(page.object_list, viewer_of(request, visit)),  # type: ignore[arg-type]
        "typed": typed,
        "variant": variant,
        "variants": [
            {"key": game_.key, "name": said(game_.name)} for game_ in variants() if game_.key in played
        ],
        "order": order,
        "asked": urlencode(filters),
        "query": urlencode({**filters, **({"sort": order} if order != "newest" else {})}),
        "any": bool(played),
    }
    return show(request, visit, "tables/club_games.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page()
def show_club_game(request: ClubRequest, visit: ClubVisit, code: str) -> HttpResponse:
    """One game as it stands; from here to its table, to look on or, for organisers, to keep the score too."""
    session = get_object_or_404(visit.club.sessions.select_related("evening"), code=code)
    access, viewer = _own_access(request, session), viewer_of(request, visit)
    if request.method == "POST":
        role = Access.Role.SCORER if "score" in request.POST else Access.Role.VIEWER
        if role == Access.Role.SCORER and not (visit.is_organiser and session.club_may_score):
            raise PermissionDenied("organisers only, where the opener has not taken scoring back")
        viewer.check_may_see_result(session)
        grant_access(request, session, role, by_club=True)
        return redirect("tables:log" if session.table.ended else "tables:table", code)
    row = game_row(session, viewer)
    context = {
        "row": row,
        "session": session,
        "access": access,
        "text": ranking_in_words(session, ranking_rows(session, Seating(session).joined_names))
        if row.ended and not row.waits and not row.empty
        else "",
        "may_score_too": visit.is_organiser
        and session.club_may_score
        and (access is None or not access.has_scorer_role),
        "may_void": visit.is_organiser and session.club_may_score and not row.ended,
    }
    return show(request, visit, "tables/club_game.html", context)


@require_POST
@club_page(Role.ORGANISER)
def void_table_codes(request: ClubRequest, visit: ClubVisit, code: str) -> HttpResponse:
    """Make the codes of one running table void: phones that keep its score scan a new one.

    Those that keep it by their role in the club stay, and so does the phone that opened it.
    """
    session = get_object_or_404(visit.club.sessions, code=code, ended_at=None)
    if not session.club_may_score:
        raise PermissionDenied("the table is the opener's")
    with hold_write_lock(), transaction.atomic():
        revoke_scoring(session, session.accesses.filter(by_club=False).exclude(device=session.opener_id))
        codes_voided.send(Session, session=session)
    messages.success(request, _("The codes of this table are void. Print a new one for its players."))
    return redirect("tables:club_game", visit.club.slug, code)


def _own_access(request: ClubRequest, session: Session) -> Access | None:
    device_id = request.visitor.device_id
    return session.accesses.filter(device_id=device_id).first() if device_id is not None else None


USUAL: dict[str, Any] = {"minutes": 90, "alarms": [80], "hides": False}
TURNS = {"start": start_evening_clock, "pause": pause_evening_clock, "resume": resume_evening_clock}


@require_safe
@never_cache
@club_page()
def show_evening(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Show what is played, what has been, and what organisers may do about it."""
    evening_ = _evening(visit, number)
    sessions, viewer = evening_.sessions.order_by("created_at"), viewer_of(request, visit)
    playing = game_rows(sessions.filter(ended_at=None), viewer)
    played = [row for row in game_rows(sessions.exclude(ended_at=None), viewer) if not row.empty]

    def ended_at(row: GameRow) -> datetime:
        return row.session.ended_at or row.session.created_at

    started = [row.session for row in (*playing, *played) if row.session.started_at]
    numbers = table_numbers(visit.club, started)
    playing, played = (
        [replace(row, number=numbers.get(row.session.pk)) for row in rows] for rows in (playing, played)
    )
    context = {
        "evening": evening_,
        "playing": sorted(playing, key=lambda row: (row.number is None, row.number)),
        "played": sorted(played, key=ended_at, reverse=True),
        "clock": wall_clock(evening_clock_of(evening_)),
        "over": evening_.date < tonight(),
    }
    return show(request, visit, "tables/evening.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def edit_evening_clock(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Give the evening its clock, change it before it starts, take it off."""
    evening_ = _evening(visit, number)
    evening_clock = evening_clock_of(evening_)
    form = EveningClockForm(initial=initial_clock_values(evening_clock, USUAL))
    errors: list[str] = []
    if request.method == "POST" and "remove" in request.POST:
        set_evening_clock(evening_, None)
        return redirect("tables:evening", visit.club.slug, number)
    if request.method == "POST":
        form = EveningClockForm(request.POST)
        if form.is_valid():
            if set_evening_clock(evening_, form.cleaned_data):
                return redirect("tables:evening", visit.club.slug, number)
            errors = [_("The clock has started: remove it to set another.")]
    context = {"evening": evening_, "form": form, "clock": wall_clock(evening_clock), "errors": errors}
    status = 422 if errors or form.errors else 200
    return show(request, visit, "tables/evening_clock.html", context, status=status)


@require_POST
@club_page(Role.ORGANISER)
def control_evening_clock(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Start, pause or resume the evening's clock, as the form's button says."""
    evening_ = _evening(visit, number)
    turn = TURNS.get(request.POST.get("turn", ""))
    if turn is not None:
        turn(evening_)
    return redirect("tables:evening", visit.club.slug, number)


def _evening(visit: ClubVisit, number: int) -> Evening:
    return get_object_or_404(visit.club.evenings.select_related("clock"), pk=number)
