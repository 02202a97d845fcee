"""The read API: results of public clubs as JSON, for other people's pages. Everything below /api/1/ stays.

An answer of one thing is that thing, of many a page: {"data", "count", "page", "pages", "next"}. A fault is
{"error": {"code", "message", "field"}}. Any page of the internet may read it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import add_to_count, client_address
from mahjongclub.clubs.models import Club
from mahjongclub.events.state import TournamentState
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.registry import variants
from mahjongclub.tables.replaying import game_record

from . import api_data as data
from . import api_event as event_data
from .pages import with_etag

PER_PAGE = 50
#: requests that one address may send in a minute
MOST_A_MINUTE = 240
MINUTE = 60
#: an answer of each kind, as the page on the API prints it; a test compares them
GIVEN: dict[str, Any] = json.loads(Path(__file__).with_name("api_examples.json").read_text(encoding="utf-8"))


class InvalidQueryParameter(Exception):
    """Something asked for that is not understood, at a field of the address."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


Answer = data.Json
View = Callable[..., Answer]
#: a club's rows (None: the clubs themselves), with their addresses made whole
Written = Callable[[Any, Sequence[Any], data.Absolute], list[Answer]]


def public_api_view(view: View) -> Callable[..., HttpResponse]:
    """A view of a public club (or of none) whose plain value is answered as JSON, to everybody, once."""

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
    if add_to_count(f"api:{client_address(request)}", MINUTE) > MOST_A_MINUTE:
        answer = _fault(429, "too_many", f"More than {MOST_A_MINUTE} requests in a minute.")
        answer["Retry-After"] = str(MINUTE)
        return answer
    try:
        if "slug" in kwargs:
            kwargs["here"] = get_object_or_404(data.public_clubs_with_counts(), slug=kwargs.pop("slug"))
        return with_etag(request, _json(view(request, **kwargs)))
    except Http404:
        return _fault(404, "not_found", "There is nothing here that everybody may read.")
    except InvalidQueryParameter as fault:
        return _fault(422, "not_understood", str(fault), fault.field)


def _json(value: Answer, status: int = 200) -> JsonResponse:
    return JsonResponse(value, status=status, json_dumps_params={"ensure_ascii": False})


def _fault(status: int, code: str, message: str, field: str | None = None) -> HttpResponse:
    answer = _json({"error": {"code": code, "message": message, "field": field}}, status)
    answer["Cache-Control"] = "no-store"
    return answer


def _one(request: ClubRequest, here: Any, row: Any, to_json: Written) -> Answer:
    return to_json(here, [row], partial(absolute_url, request))[0]


def _listed(request: ClubRequest, here: Any, rows: QuerySet[Any], to_json: Written) -> Answer:
    """A page of a list; Fault for a page that is no number of one."""
    pages = Paginator(rows, PER_PAGE)
    page_number = whole_number(request.GET.get("page", "1"), 9)
    if page_number is None or not 1 <= page_number <= pages.num_pages:
        raise InvalidQueryParameter("page", f"A page from 1 to {pages.num_pages}.")
    page = pages.page(page_number)
    query = request.GET.copy()
    query["page"] = str(page.number + 1)
    return {
        "data": to_json(here, list(page.object_list), partial(absolute_url, request)),
        "count": pages.count,
        "page": page.number,
        "pages": pages.num_pages,
        "next": absolute_url(request, f"{request.path}?{query.urlencode()}") if page.has_next() else None,
    }


@public_api_view
def read_clubs(request: ClubRequest) -> Answer:
    """Every public club."""
    return _listed(request, None, data.public_clubs_with_counts(), data.clubs_json)


@public_api_view
def read_club(request: ClubRequest, here: Club) -> Answer:
    """One club."""
    return _one(request, None, here, data.clubs_json)


@public_api_view
def read_seasons(request: ClubRequest, here: Club) -> Answer:
    """The seasons of a club, the latest first."""
    return _listed(request, here, data.club_seasons(here), data.seasons_json)


@public_api_view
def read_season(request: ClubRequest, here: Club, pk: int) -> Answer:
    """A season with its standings."""
    season_row = get_object_or_404(data.club_seasons(here), pk=pk)
    return {**_one(request, here, season_row, data.seasons_json), **data.standings_json(season_row)}


@public_api_view
def read_games(request: ClubRequest, here: Club) -> Answer:
    """The ended games of a club; ?variant= and ?season= choose among them."""
    games_found = data.ended_game_appearances(here)
    if variant := request.GET.get("variant"):
        keys = [game.key for game in variants()]
        if variant not in keys:
            raise InvalidQueryParameter("variant", f"One of: {', '.join(keys)}.")
        games_found = games_found.filter(book__variant=variant)
    if season_number := request.GET.get("season"):
        if (number := whole_number(season_number, 15)) is None:
            raise InvalidQueryParameter("season", "The id of a season.")
        games_found = games_found.filter(season_game__season=number)
    return _listed(request, here, games_found, data.games_json)


@public_api_view
def read_game(request: ClubRequest, here: Club, code: str) -> Answer:
    """One game with its record, which a game known from paper has not."""
    row = get_object_or_404(data.ended_game_appearances(here), session__code=code)
    record = None if row.session.is_paper_only else game_record(row.session)
    return {**_one(request, here, row, data.games_json), "record": record}


@public_api_view
def read_players(request: ClubRequest, here: Club) -> Answer:
    """Whoever has played, with their figures; guests of events have a page of their own alone."""
    return _listed(request, here, data.players_having_figures(here).on_roster(), data.players_json)


@public_api_view
def read_player(request: ClubRequest, here: Club, pk: int) -> Answer:
    """One player."""
    return _one(request, here, get_object_or_404(data.players_having_figures(here), pk=pk), data.players_json)


@public_api_view
def read_evenings(request: ClubRequest, here: Club) -> Answer:
    """The evenings, the latest first."""
    return _listed(request, here, data.evenings_with_game_counts(here), data.evenings_json)


@public_api_view
def read_public_events(request: ClubRequest, here: Club) -> Answer:
    """The tournaments that are published, the latest first."""
    return _listed(request, here, event_data.public_events(here), event_data.events_json)


@public_api_view
def read_event(request: ClubRequest, here: Club, pk: int) -> Answer:
    """A tournament with its seating, results and ranking; nothing of a round that runs."""
    tournament = get_object_or_404(event_data.public_events(here), pk=pk)
    content = _one(request, here, tournament, event_data.events_json)
    return {**content, **event_data.results_json(TournamentState(tournament).without_withheld_results())}


@public_api_view
def answer_not_found(request: ClubRequest, rest: str) -> Answer:
    """Answer 404: the address is none of the API's."""
    raise Http404(rest)


@dataclass(frozen=True, slots=True)
class ApiEndpoint:
    """An address below /api/1/, what it gives, and an answer. `listed`: the answer is one of a list's."""

    path: str
    what: str | Promise
    answer: dict[str, Any]
    listed: bool = False

    @property
    def answer_text(self) -> str:
        """The answer as the page prints it."""
        answer = self.answer
        if self.listed:
            answer = {"data": [answer], "count": 1, "page": 1, "pages": 1, "next": None}
        return json.dumps(answer, ensure_ascii=False, indent=2)


ADDRESSES = (
    ApiEndpoint("clubs/", _("Every public club, by name."), GIVEN["club"], listed=True),
    ApiEndpoint("clubs/east-wind/", _("One club."), GIVEN["club"]),
    ApiEndpoint(
        "clubs/east-wind/seasons/", _("Its seasons, the latest first."), GIVEN["season"], listed=True
    ),
    ApiEndpoint(
        "clubs/east-wind/seasons/3/",
        _("A season with its standings, and those of the teams where there are some."),
        {**GIVEN["season"], "standings": [GIVEN["standing"]], "teams": []},
    ),
    ApiEndpoint(
        "clubs/east-wind/games/",
        _("The games that have ended, the latest first. ?variant=riichi and ?season=3 choose among them."),
        GIVEN["game"],
        listed=True,
    ),
    ApiEndpoint(
        "clubs/east-wind/games/k7q2xw9m4hra3d/",
        _(
            "One game with its record: every hand, to be scored again. A game entered from paper has no "
            "record."
        ),
        {**GIVEN["game"], "record": GIVEN["record"]},
    ),
    ApiEndpoint(
        "clubs/east-wind/players/",
        _("Everybody who has played, with statistics and ratings in each game."),
        GIVEN["player"],
        listed=True,
    ),
    ApiEndpoint("clubs/east-wind/players/7/", _("One player."), GIVEN["player"]),
    ApiEndpoint(
        "clubs/east-wind/evenings/", _("The evenings, the latest first."), GIVEN["evening"], listed=True
    ),
    ApiEndpoint(
        "clubs/east-wind/events/",
        _("The tournaments whose seating is published, the latest first."),
        GIVEN["event"],
        listed=True,
    ),
    ApiEndpoint(
        "clubs/east-wind/events/4/",
        _("A tournament with its seating, results and ranking; for a running round, only the seating."),
        {**GIVEN["event"], **GIVEN["event_results"]},
    ),
)


@require_safe
def show_api_documentation(request: ClubRequest) -> HttpResponse:
    """What can be read, where, and how."""
    example = Club.objects.filter(visibility=Club.Visibility.PUBLIC).order_by("pk").first()
    context = {
        "slug": example.slug if example else None,
        "addresses": ADDRESSES,
        "per_page": PER_PAGE,
        "most": MOST_A_MINUTE,
    }
    return render(request, "exchange/api.html", context)
