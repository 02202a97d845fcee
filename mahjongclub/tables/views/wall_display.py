"""The wall display: one page for a projector or a television, which follows by itself."""

from __future__ import annotations

from collections.abc import Sequence
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

from mahjongclub.clubs.club_access import opens_wall, visit_club
from mahjongclub.clubs.club_model import evenings_tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.release import release

from ..evening_clock import clock_shown, evening_clock_of, wall_clock
from ..models import EveningClock
from ..notify import wall_stamp, wall_stream
from ..wall_display import Wall, build_wall, clock_mark


@require_safe
def wall(request: ClubRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The wall of a club, or of one of its evenings."""
    club = _club(request, slug)
    if club is None:
        return _turned_away(request)
    evening = get_object_or_404(club.evenings.select_related("clock"), pk=number) if number else None
    stamp = wall_stamp()  # before the tables are read: what changes meanwhile is newer
    built = build_wall(club, evening)
    evenings = [evening] if evening else list(evenings_tonight(club).select_related("clock"))
    clock = clock_shown(clock for one in evenings if (clock := evening_clock_of(one)) is not None)
    tag = _tag(built, evenings, clock)
    if answer := get_conditional_response(request, etag=tag):
        return _labelled(answer, tag)
    if request.htmx and request.GET.get("release") != release():
        return HttpResponseClientRefresh()  # shown for days: the page itself is renewed with the code
    context = {
        "club": club,
        "evenings": evenings,
        "wall": built,
        "clock": wall_clock(clock),
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


def _address(request: ClubRequest, **more: Any) -> str:
    """This wall's own address, with the token and the wish for light that it was opened with."""
    assert request.resolver_match is not None
    kept = {name: request.GET[name] for name in ("token", "light") if name in request.GET}
    here = reverse(request.resolver_match.view_name, kwargs=request.resolver_match.kwargs)
    return f"{here}?{urlencode({**kept, **more})}"


def _tag(built: Wall, evenings: Sequence[Evening], clock: EveningClock | None) -> str:
    parts = (
        release(),
        built.marks,
        built.more,
        [(one.pk, one.name, one.place) for one in evenings],
        clock_mark(clock),
        get_language(),
    )
    return f'W/"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


def _labelled(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"] = tag
    patch_cache_control(answer, private=True, no_store=True)
    return answer
