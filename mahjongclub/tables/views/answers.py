"""How the table answers: a fragment for htmx, a page for everybody else, the same content in both."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from mahjongclub.clubs.devices import ClubRequest

from ..agreeing_panel import agreeing_panel
from ..board import build_board, place_to_record
from ..clock_strip import clock_strip
from ..entry.place import EntryPlace, Screen
from ..games import game_of
from ..models import Access, Session, names_by_seat
from ..recording import Submission
from .freshness import table_tag, told_apart

MOST_VERSION = 2**31 - 1


def table_answer(request: ClubRequest, place: EntryPlace, screen: Screen, **extra: Any) -> HttpResponse:
    """The board with its sheet. After a change, `url` of the fragment is the table's own."""
    if place.session.started_at is None:
        return HttpResponseRedirect(reverse("tables:seats", args=[place.session.code]))
    board = build_board(place, screen)
    clock = clock_strip(place.access)
    fragment = wants_table_fragment(request)
    if clock and fragment and request.method == "GET" and "X-Clock" not in request.headers:
        # the page was loaded before there was a clock, without what makes it ring
        return HttpResponseClientRefresh()
    context = {
        "board": board,
        "session": place.session,
        "sheet": screen.sheet,
        "clock": clock,
        # what the fragment asks about: the table between two hands, at this version
        "tag": table_tag(place.access, "fragment") if board.refresh_href else "",
        "agreeing": asked_of_all(place),
        **(screen.sheet or {}),
        **extra,
    }
    template = "tables/_table.html" if fragment else "tables/table.html"
    answer = render(request, template, context, status=extra.get("status") or screen.status)
    told_apart(answer, fragment=fragment and not board.refresh_href)
    if clock:
        add_never_cache_headers(answer)  # a kept page would show the time when it is hidden
    return answer


def asked_of_all(place: EntryPlace) -> dict[str, Any] | None:
    """Who has yet to agree to a hand, before the next one is confirmed. No query where nobody asks."""
    if not place.session.agreeing or place.mode != "record":
        return None
    return agreeing_panel(place.access, place.names)


def wants_table_fragment(request: ClubRequest) -> bool:
    """Whether htmx asks for the table alone (going back in its history needs the whole page)."""
    return bool(request.htmx and request.htmx.target == "table" and not request.htmx.history_restore_request)


def fresh_table(request: ClubRequest, access: Access, session: Session, **extra: Any) -> HttpResponse:
    """The table as it is now, with no entry under way."""
    access.session = session
    place = place_to_record(session, access, names_by_seat(session))
    return table_answer(request, place, game_of(session).screen(place, {}), **extra)


def done(request: ClubRequest, access: Access, session: Session) -> HttpResponse:
    """After an accepted change: the fresh table, or the ranking once the session has ended."""
    page = "end" if session.table.ended else "table"
    url = reverse(f"tables:{page}", args=[session.code])
    if not request.htmx:
        return HttpResponseRedirect(url)
    if page == "end" or not wants_table_fragment(request):
        return HttpResponseClientRedirect(url)
    answer = fresh_table(request, access, session)
    answer["HX-Push-Url"] = url
    return answer


class BadSubmission(ValueError):
    """A form without a readable key or version: not one of our pages."""


def hand_number_of(request: ClubRequest) -> int:
    """The hand a form believes is being played. BadSubmission for a form that is not ours."""
    text = request.POST.get("hand", "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BadSubmission("hand")
    return int(text)


def submission_of(request: ClubRequest) -> Submission:
    """Who submits, from which version, under which key. BadSubmission for a form that is not ours."""
    try:
        version = int(request.POST.get("version", ""))
        key = UUID(request.POST["key"]) if request.POST.get("key") else uuid4()
    except ValueError as fault:
        raise BadSubmission(str(fault)) from None
    if not 0 <= version <= MOST_VERSION:
        raise BadSubmission("version")
    return Submission(key, version, request.visitor.device())
