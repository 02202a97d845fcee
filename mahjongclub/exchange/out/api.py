"""The read API: results of public clubs as JSON, for other people's pages. Everything below /api/1/ stays.

An answer of one thing is that thing, of many a page: {"data", "count", "page", "pages", "next"}. A fault is
{"error": {"code", "message", "field"}}. Any page of the internet may read it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any

from django.core.cache import cache
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club
from mahjongclub.leagues.season_model import Season
from mahjongclub.rules.variants import VARIANTS

from . import api_data as data
from .api_examples import ADDRESSES
from .conditional import answer_once
from .links import absolute

PER_PAGE = 50
#: requests that one address may send in a minute, to each process
MOST_A_MINUTE = 240
MINUTE = 60


class Fault(Exception):
    """Something asked for that is not understood, at a field of the address."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


Answer = data.Json
View = Callable[..., Answer]


def reading(view: View) -> Callable[..., HttpResponse]:
    """A view whose plain value is answered as JSON, to every page of the internet, once."""

    @csrf_exempt  # whatever is sent is refused, in JSON
    @wraps(view)
    def page(request: ClubRequest, **kwargs: Any) -> HttpResponse:
        with override("en"):
            answer = _answered(request, view, kwargs)
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Expose-Headers"] = "ETag"
        return answer

    return page


def _answered(request: ClubRequest, view: View, kwargs: dict[str, Any]) -> HttpResponse:
    if request.method == "OPTIONS":
        answer = HttpResponse(status=204)
        answer["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
        answer["Access-Control-Allow-Headers"] = "If-None-Match"
        answer["Access-Control-Max-Age"] = "86400"
        return answer
    if request.method not in ("GET", "HEAD"):
        answer = _fault(405, "not_allowed", "This API is for reading: GET.")
        answer["Allow"] = "GET, HEAD, OPTIONS"
        return answer
    if _too_many(request):
        answer = _fault(429, "too_many", f"More than {MOST_A_MINUTE} requests in a minute.")
        answer["Retry-After"] = str(MINUTE)
        return answer
    try:
        return answer_once(request, _json(view(request, **kwargs)))
    except Http404:
        return _fault(404, "not_found", "There is nothing here that everybody may read.")
    except Fault as fault:
        return _fault(422, "not_understood", str(fault), fault.field)


def _json(value: Answer, status: int = 200) -> JsonResponse:
    return JsonResponse(value, status=status, json_dumps_params={"ensure_ascii": False})


def _fault(status: int, code: str, message: str, field: str | None = None) -> HttpResponse:
    answer = _json({"error": {"code": code, "message": message, "field": field}}, status)
    answer["Cache-Control"] = "no-store"
    return answer


def _too_many(request: ClubRequest) -> bool:
    key = f"api:{request.META.get('REMOTE_ADDR', '')}"
    cache.add(key, 0, MINUTE)
    try:
        return cache.incr(key) > MOST_A_MINUTE
    except ValueError:  # it expired in between
        return False


def _absolute(request: ClubRequest) -> data.Absolute:
    return partial(absolute, request)


def _public(slug: str) -> Any:
    return get_object_or_404(data.clubs(), slug=slug)


def _listed(
    request: ClubRequest, found: QuerySet[Any], to_json: Callable[[Sequence[Any]], list[Answer]]
) -> Answer:
    """A page of a list; Fault for a page that is no number of one."""
    pages = Paginator(found, PER_PAGE)
    asked = request.GET.get("page", "1")
    if not asked.isascii() or not asked.isdigit() or not 1 <= int(asked[:9]) <= pages.num_pages:
        raise Fault("page", f"A page from 1 to {pages.num_pages}.")
    page = pages.page(int(asked))
    query = request.GET.copy()
    query["page"] = str(page.number + 1)
    return {
        "data": to_json(list(page.object_list)),
        "count": pages.count,
        "page": page.number,
        "pages": pages.num_pages,
        "next": _absolute(request)(f"{request.path}?{query.urlencode()}") if page.has_next() else None,
    }


@reading
def clubs(request: ClubRequest) -> Answer:
    """Every public club."""
    whole = _absolute(request)
    return _listed(request, data.clubs(), lambda found: [data.club_json(one, whole) for one in found])


@reading
def club(request: ClubRequest, slug: str) -> Answer:
    """One club."""
    return data.club_json(_public(slug), _absolute(request))


@reading
def seasons(request: ClubRequest, slug: str) -> Answer:
    """The seasons of a club, the latest first."""
    found = Season.objects.filter(league__club=_public(slug)).select_related("league__club")
    whole = _absolute(request)
    return _listed(request, found, lambda some: [data.season_json(one, whole) for one in some])


@reading
def season(request: ClubRequest, slug: str, pk: int) -> Answer:
    """A season with its standings."""
    found = get_object_or_404(
        Season.objects.select_related("league__club"), league__club=_public(slug), pk=pk
    )
    return {**data.season_json(found, _absolute(request)), **data.standings_json(found)}


@reading
def games(request: ClubRequest, slug: str) -> Answer:
    """The ended games of a club; ?variant= and ?season= choose among them."""
    here: Club = _public(slug)
    found = data.games(here)
    if variant := request.GET.get("variant"):
        if variant not in {game.key for game in VARIANTS}:
            raise Fault("variant", "One of: " + ", ".join(game.key for game in VARIANTS) + ".")
        found = found.filter(book__variant=variant)
    if asked := request.GET.get("season"):
        if not asked.isascii() or not asked.isdigit() or len(asked) > 15:
            raise Fault("season", "The id of a season.")
        found = found.filter(season=int(asked))
    return _listed(request, found, lambda some: data.games_json(here, some, _absolute(request)))


@reading
def game(request: ClubRequest, slug: str, code: str) -> Answer:
    """One game with its record."""
    here: Club = _public(slug)
    return data.game_json(here, get_object_or_404(data.games(here), session__code=code), _absolute(request))


@reading
def players(request: ClubRequest, slug: str) -> Answer:
    """Whoever has played, with their figures."""
    here: Club = _public(slug)
    return _listed(
        request, data.players(here), lambda some: data.players_json(here, some, _absolute(request))
    )


@reading
def player(request: ClubRequest, slug: str, pk: int) -> Answer:
    """One player."""
    here: Club = _public(slug)
    found = get_object_or_404(data.players(here), pk=pk)
    return data.players_json(here, [found], _absolute(request))[0]


@reading
def evenings(request: ClubRequest, slug: str) -> Answer:
    """The evenings, the latest first."""
    here: Club = _public(slug)
    whole = _absolute(request)
    return _listed(
        request, data.evenings(here), lambda some: [data.evening_json(here, one, whole) for one in some]
    )


@reading
def nothing(request: ClubRequest, rest: str) -> Answer:
    """Any other address."""
    raise Http404(rest)


@require_safe
def about(request: ClubRequest) -> HttpResponse:
    """What can be read, where, and how."""
    example = Club.objects.filter(visibility=Club.Visibility.PUBLIC).order_by("pk").first()
    context = {
        "slug": example.slug if example else None,
        "addresses": ADDRESSES,
        "per_page": PER_PAGE,
        "most": MOST_A_MINUTE,
    }
    return render(request, "exchange/api.html", context)
