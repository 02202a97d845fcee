"""The wall display: one page for a projector or a television, which follows by itself."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from mahjongclub.clubs.club_access import visit_club
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.clubs.nights import tonight
from mahjongclub.clubs.wall_links import opens_wall

from ..evening_clock import evening_clock_of
from ..telling import wall_stamp, wall_stream
from ..wall_clock import wall_clock
from ..wall_display import Wall, build_wall, clock_mark
from .freshness import release


@require_safe
def wall(request: ClubRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The wall of a club, or of one of its evenings."""
    club = _club(request, slug)
    if club is None:
        return _turned_away(request)
    evening = get_object_or_404(club.evenings.select_related("clock"), pk=number) if number else None
    stamp = wall_stamp()  # before the tables are read: what changes meanwhile is newer
    built = build_wall(club, evening)
    tonight = evening or _tonight(club)
    tag = _tag(built, tonight)
    if answer := get_conditional_response(request, etag=tag):
        return _labelled(answer, tag)
    if request.htmx and request.GET.get("release") != release():
        return HttpResponseClientRefresh()  # shown for days: the page itself is renewed with the code
    context = {
        "club": club,
        "evening": tonight,
        "wall": built,
        "clock": wall_clock(evening_clock_of(tonight)),
        "stamp": stamp,
        "stream": wall_stream(club),
        "refresh": _address(request, release=release()),
        "tag": tag,
        "light": request.GET.get("light") == "1",
        "by_link": bool(request.GET.get("token")),  # such a screen may not see the club's page
    }
    template = "tables/_wall_display.html" if request.htmx else "tables/wall_display.html"
    return _labelled(render(request, template, context), tag)


def _club(request: ClubRequest, slug: str) -> Club | None:
    """The club whose wall may be shown here."""
    visit = visit_club(request, slug)
    token = request.GET.get("token", "")
    if visit is not None and (visit.may_look or (token and opens_wall(token, visit.club))):
        return visit.club
    return None


def _turned_away(request: ClubRequest) -> HttpResponse:
    """404, or the way to sign in where that might help. A wall that stands there already is taken down."""
    if request.htmx:
        return HttpResponseClientRefresh()
    if request.user.is_authenticated or request.GET.get("token"):
        raise Http404("no such wall for this screen")
    return redirect_to_login(request.get_full_path())


def _tonight(club: Club) -> Evening | None:
    evenings = club.evenings.select_related("clock")
    return evenings.filter(date=tonight()).first()


def _address(request: ClubRequest, **more: Any) -> str:
    """This wall's own address, with the token and the wish for light that it was opened with."""
    assert request.resolver_match is not None
    kept = {name: request.GET[name] for name in ("token", "light") if name in request.GET}
    here = reverse(request.resolver_match.view_name, kwargs=request.resolver_match.kwargs)
    return f"{here}?{urlencode({**kept, **more})}"


def _tag(built: Wall, evening: Evening | None) -> str:
    parts = (
        release(),
        built.marks,
        built.more,
        evening and (evening.pk, evening.name, evening.place),
        clock_mark(evening_clock_of(evening)),
        get_language(),
    )
    return f'W/"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


def _labelled(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"] = tag
    patch_cache_control(answer, private=True, no_store=True)
    return answer
