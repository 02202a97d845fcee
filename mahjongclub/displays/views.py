"""What follows by itself: the wall for a projector or a television; one table over a stream's picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import blake2b
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import (
    ClubVisit,
    club_page,
    enter_club_zone_and_visit,
    is_wall_token,
    show,
    void_wall_links,
    wall_token,
)
from mahjongclub.clubs.club_model import Role, evenings_tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.live import live_token
from mahjongclub.release import release
from mahjongclub.rules.entries import ENTRIES
from mahjongclub.tables.addresses import token_matches
from mahjongclub.tables.evening_clock import clock_to_show, evening_clock_of, wall_clock
from mahjongclub.tables.models import Access, EveningClock, Session
from mahjongclub.tables.notify import notify_wall, wall_stamp, wall_stream_path
from mahjongclub.tables.sitters import Seating
from mahjongclub.tables.views.answers import page_etag
from mahjongclub.tables.views.log import HandRow, hand_row

from .wall import WallList, WallPages, build_wall, clock_fingerprint, overlay_table, wall_asks


@require_safe
def show_wall(request: ClubRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The wall of a club, or of one of its evenings."""
    club = _club(request, slug)
    if club is None:
        return _turned_away(request)
    evening = get_object_or_404(club.evenings.select_related("clock"), pk=number) if number else None
    stamp = wall_stamp()  # before the tables are read: what changes meanwhile is newer
    built = build_wall(club, evening)
    evenings = [evening] if evening else list(evenings_tonight(club).select_related("clock"))
    clock = clock_to_show(clock for evening in evenings if (clock := evening_clock_of(evening)) is not None)
    answers: list[tuple[Any, Any]] = wall_asks.send(Club, club=club, evenings=evenings)
    lists = [page for _receiver, pages in answers for page in pages]
    tag = _tag(built, evenings, clock, lists)
    if answer := get_conditional_response(request, etag=tag):
        return _labelled(answer, tag)
    if request.htmx and request.GET.get("release") != release():
        return HttpResponseClientRefresh()  # shown for days: the page itself is renewed with the code
    table_pages = len(built.pages) if built.pages[0] else 0
    context = {
        "club": club,
        "named_evenings": [named for named in evenings if named.name or named.place],
        "wall": built,
        "lists": lists,
        "table_pages": table_pages,
        "count": table_pages + len(lists),
        "clock": wall_clock(clock),
        "stamp": stamp,
        "stream": wall_stream_path(club),
        "refresh": _address(request, release=release()),
        "tag": tag,
        "light": request.GET.get("light") == "1",
        "by_link": bool(request.GET.get("token")),  # such a screen may not see the club's page
    }
    template = "displays/_wall.html" if request.htmx else "displays/wall.html"
    return _labelled(render(request, template, context), tag)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def show_or_renew_wall_link(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The wall's address for a screen without an account; posting makes a new one and voids the old."""
    if request.method == "POST":
        void_wall_links(visit.club)
        notify_wall(visit.club.pk)
        messages.success(request, _("The wall has a new link. The old link no longer works."))
        return redirect("displays:wall_link", visit.club.slug)
    path = f"{reverse('displays:wall', args=[visit.club.slug])}?token={wall_token(visit.club)}"
    link = absolute_url(request, path)
    return show(request, visit, "displays/wall_link.html", {"link": link})


def allow_framing_anywhere(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that may stand in a frame of any other site: an overlay, and no other page of ours."""

    @wraps(view)
    def framed(*args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(*args, **kwargs)
        # What django-csp's csp_replace says; a phone's own engine is without that library.
        answer._csp_replace = {"frame-ancestors": ["*"]}  # type: ignore[attr-defined]
        return answer

    return cast(Callable[..., HttpResponse], xframe_options_exempt(framed))


@require_safe
@allow_framing_anywhere
def show_table_overlay(request: ClubRequest, code: str, token: str) -> HttpResponse:
    """One table over the picture of a stream, for who has a link to watch it."""
    session = get_object_or_404(Session, code=code)
    if not token_matches(token, code, Access.Role.VIEWER, session.access_generation):
        raise Http404("no such table")
    stream = f"/live/{code}?token={live_token(code, Access.Role.VIEWER)}&clock=1"
    return overlay_answer(request, session, None, stream, session.version)


def overlay_answer(
    request: ClubRequest,
    session: Session | None,
    number: int | None,
    stream: str,
    stamp: int,
    *,
    show_scores: bool = True,
) -> HttpResponse:
    """The page, or for htmx the table alone; nothing is shown where no session is played, and no score where
    `show_scores` is False.

    `stream` is the address of the news, `stamp` the version of it that is shown, `number` that of the table.
    """
    table = None
    if session is not None and session.started_at is not None:
        prefetch_related_objects([session], "seats__player")
        table = overlay_table(session, number, show_scores=show_scores)
    clock = table.clock if table else None
    tag = page_etag(
        request,
        number,
        session and (session.code, session.version, show_scores),
        table and [seat.name for seat in table.seats],
        clock and (clock.state, clock.fired),
    )
    if answer := get_conditional_response(request, etag=tag):
        return _labelled(answer, tag)
    if request.htmx and request.GET.get("release") != release():
        return HttpResponseClientRefresh()
    context = {
        "table": table,
        "last": _last_hand(session) if session is not None and table and show_scores else None,
        "stream": stream,
        "stamp": stamp,
        "refresh": _address(request, release=release()),
        "tag": tag,
    }
    template = "displays/_overlay.html" if request.htmx else "displays/overlay.html"
    return _labelled(render(request, template, context), tag)


def _last_hand(session: Session) -> HandRow | None:
    hands = session.hands.exclude(outcome__type__in=ENTRIES).order_by("-number")
    hand = hands.first()
    return hand_row(session, hand, Seating(session)) if hand is not None else None


def _club(request: ClubRequest, slug: str) -> Club | None:
    """The club whose wall may be shown here."""
    visit = enter_club_zone_and_visit(request, slug)
    token = request.GET.get("token", "")
    if visit is not None and (visit.may_see_club or (token and is_wall_token(token, visit.club))):
        return visit.club
    return None


def _turned_away(request: ClubRequest) -> HttpResponse:
    """404, or the way to sign in where that might help. A wall that stands there already is taken down."""
    if request.htmx:
        return HttpResponseClientRefresh()
    if request.user.is_authenticated or request.GET.get("token"):
        raise Http404("no such wall for this screen")
    return redirect_to_login(request.get_full_path())


def _address(request: ClubRequest, **more: Any) -> str:
    """This wall's own address, with the token and the wish for light that it was opened with."""
    assert request.resolver_match is not None
    kept_params = {name: request.GET[name] for name in ("token", "light") if name in request.GET}
    here = reverse(request.resolver_match.view_name, kwargs=request.resolver_match.kwargs)
    return f"{here}?{urlencode({**kept_params, **more})}"


def _tag(
    built: WallPages, evenings: Sequence[Evening], clock: EveningClock | None, lists: Sequence[WallList]
) -> str:
    parts = (
        release(),
        built.marks,
        built.more,
        [(evening.pk, evening.name, evening.place) for evening in evenings],
        clock_fingerprint(clock),
        lists,
        get_language(),
    )
    return f'W/"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


def _labelled(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"] = tag
    patch_cache_control(answer, private=True, no_store=True)
    return answer
