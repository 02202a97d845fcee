"""How the table answers: a fragment for htmx, a page for everybody else, or nothing where it is there.

One row tells whether the table has changed, which spares building the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, cast
from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext_lazy
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.readers import get_or_create_form_secret, reader_key
from mahjongclub.games.kit.context import Draft, Screen
from mahjongclub.games.kit.wording import fault_in_words
from mahjongclub.games.registry import game_of
from mahjongclub.release import release
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import whole_number

from ..access import MOST_HANDS
from ..agreeing import agreeing_panel
from ..board import build_board, next_hand_entry
from ..claiming import seat_requests_panel
from ..clock_strip import clock_strip
from ..club_games import path_back_to_club
from ..entry_sheet import TableEntry
from ..models import Access, Session, names_by_seat
from ..recording import Receipt, StalePage, Submission
from ..steps import entry_screens_ahead

#: what stands around the table of a page
MARKS = re.compile("<!--/?table-->")
MOST_VERSION = 2**31 - 1
#: the number of a hand in a form: no table holds so many
MOST_NUMBER = 9999


def answer_with_page(request: ClubRequest, address: str) -> HttpResponse:
    """Answer a form with the page it leads to, for a page that puts the address into its place itself
    (`templates/first.js`); a redirect for any other. On a bad line that spares half a second.
    """
    if "at_once" not in request.POST:
        return HttpResponseRedirect(address)
    view = resolve(address)
    get_request = type(request).__new__(type(request))
    get_request.__dict__.update(
        request.__dict__, method="GET", path=address, path_info=address, at_once=address
    )
    get_request.GET = get_request.POST = QueryDict()
    get_request.resolver_match = view
    return cast(HttpResponse, view.func(get_request, *view.args, **view.kwargs))


def table_answer(request: ClubRequest, place: TableEntry, screen: Screen, **extra: Any) -> HttpResponse:
    """The board with its sheet. After a change, `url` of the fragment is the table's own."""
    if place.session.started_at is None:
        return HttpResponseRedirect(reverse("tables:seats", args=[place.session.code]))
    context = table_context(request, place, screen, **extra)
    fragment = wants_table_fragment(request)
    if context["clock"] and fragment and request.method == "GET" and "X-Clock" not in request.headers:
        # the page was loaded before there was a clock, without what makes it ring
        return HttpResponseClientRefresh()
    goes_on = screen.step == "idle" and context["board"].steps_href
    if goes_on and not fragment and request.method == "GET" and settings.STEPS_WITH_PAGE:
        context["screens_ahead"] = screens_to_come(request, place, {}, one_tap_only=True)
    if not fragment:
        context["to_club"] = path_back_to_club(request, place.session)
    template = "tables/_table.html" if fragment else "tables/table.html"
    answer = render(request, template, context, status=extra.get("status") or screen.status)
    vary_on_htmx(answer, fragment=fragment and not context["board"].refresh_href)
    if context["clock"]:
        add_never_cache_headers(answer)  # a kept page would show the time when it is hidden
    return answer


def table_context(request: ClubRequest, place: TableEntry, screen: Screen, **extra: Any) -> dict[str, Any]:
    """What the templates of the table ask for."""
    board = build_board(place, screen)
    return {
        "board": board,
        "session": place.session,
        "sheet": screen.sheet,
        "clock": clock_strip(place.access),
        # what the fragment asks about: the table between two hands, at this version
        "tag": table_etag(request, place.access, "fragment") if board.refresh_href else "",
        "agreeing": pending_hand_agreement(place),
        "seat_requests": seat_requests_panel(place.access, place.everybody),
        **(screen.sheet or {}),
        **extra,
    }


def screens_to_come(
    request: ClubRequest, place: TableEntry, draft: Draft, *, one_tap_only: bool = False
) -> dict[str, str]:
    """The screens that taps lead to from the one of the draft, by address."""
    token = get_token(request)  # masked once: the forms are the same lines
    fragments: dict[str, str] = {}
    for address, at, screen in entry_screens_ahead(place, draft, one_tap_only=one_tap_only):
        context = table_context(request, at, screen, csrf_token=token)
        fragment = render_to_string("tables/_table.html", context, request)
        fragments[address] = mark_safe(MARKS.sub("", fragment))
    return fragments


def hand_limit_answer(request: ClubRequest, access: Access) -> HttpResponse:
    """Answer that the table takes no further hand: play on at a new one, or rank the players here."""
    if request.htmx:
        # a page of its own, not a piece of the table; the entry's address has it for everybody
        return HttpResponseClientRedirect(reverse("tables:typed", args=[access.session.code]))
    context = {"session": access.session, "most": MOST_HANDS}
    return render(request, "tables/full.html", context, status=422 if request.method == "POST" else 200)


def pending_hand_agreement(place: TableEntry) -> dict[str, Any] | None:
    """Who has yet to agree to a hand, before the next one is confirmed. No query where nobody asks."""
    if not place.session.agreeing or place.mode != "record":
        return None
    return agreeing_panel(place.access, place.names)


def wants_table_fragment(request: ClubRequest) -> bool:
    """Whether htmx asks for the table alone (going back in its history needs the whole page)."""
    return bool(request.htmx and request.htmx.target == "table" and not request.htmx.history_restore_request)


def current_table_answer(
    request: ClubRequest, access: Access, session: Session, **extra: Any
) -> HttpResponse:
    """Answer with the table as it is now, with no entry under way."""
    access.session = session
    place = next_hand_entry(access)
    return table_answer(request, place, game_of(session).screen(place, {}), **extra)


def answer_after_change(request: ClubRequest, access: Access, session: Session) -> HttpResponse:
    """Answer an accepted change: with the fresh table, or the ranking once the session has ended."""
    page = "end" if session.table.ended else "table"
    url = reverse(f"tables:{page}", args=[session.code])
    if not request.htmx:
        return HttpResponseRedirect(url)
    if page == "end" or not wants_table_fragment(request):
        return HttpResponseClientRedirect(url)
    answer = current_table_answer(request, access, session)
    answer["HX-Replace-Url"] = url  # the hand takes the place of its draft
    return answer


class BadSubmission(ValueError):
    """A form without a readable key or version: not one of our pages."""


def read_number_field(form: Mapping[str, str], name: str, most: int) -> int:
    """A number of a form, from 0 to `most`. BadSubmission for a form that is not ours."""
    number = whole_number(form.get(name, ""), 10)
    if number is None or number > most:
        raise BadSubmission(name)
    return number


def hand_number_of(request: ClubRequest) -> int:
    """The hand a form believes is being played. BadSubmission for a form that is not ours."""
    return read_number_field(request.POST, "hand", MOST_NUMBER)


def submission_of(request: ClubRequest) -> Submission:
    """Who submits, from which version, under which key. BadSubmission for a form that is not ours."""
    try:
        key = UUID(request.POST["key"]) if request.POST.get("key") else uuid4()
    except ValueError as fault:
        raise BadSubmission(str(fault)) from None
    version = read_number_field(request.POST, "version", MOST_VERSION)
    return Submission(
        key,
        version,
        request.visitor.get_or_create_device(),
        account_id=request.user.pk,
        directs=request.visitor.directs,
    )


OVERTAKEN = gettext_lazy("The table has changed meanwhile. Check again, then confirm.")
TOO_OLD = gettext_lazy("This form is too old. Check again, then confirm.")


def attempt_change(
    request: ClubRequest, session: Session, change: Callable[[int, Submission], Receipt]
) -> tuple[list[str], int, Session]:
    """Make a change of a session; return what is wrong with it in words, the status, the session now."""
    try:
        return [], 200, change(session.pk, submission_of(request)).session
    except StalePage as stale:
        return [str(OVERTAKEN)], 409, stale.session
    except RuleError as fault:
        return [fault_in_words(fault, names_by_seat(session))], 422, session
    except BadSubmission:
        return [str(TOO_OLD)], 422, session


ASKED_FOR_BY = ("HX-Request", "HX-Target", "HX-History-Restore-Request")


def table_etag(request: ClubRequest, access: Access, kind: str) -> str:
    """The weak ETag of the table between two hands as this phone sees it; `kind` is "page" or "fragment".

    It takes all that the body depends on: a page names the account, both have forms with the browser's
    secret. Where `access.session` and its clock are loaded a fragment's is free while the session goes on;
    after its end names may change without a version. The time on a clock is not part of it: the clock asks
    for itself, and only its alarms change the table around it.
    """
    session = access.session
    clock = clock_strip(access)
    parts = (
        release(),
        kind,
        session.code,
        session.version,
        session.started_at is not None,
        access.role,
        access.may_score,
        access.directs,
        access.seat,
        access.asks_seat,
        get_language(),
        clock and clock["token"],
        reader_key(request) if kind == "page" else get_or_create_form_secret(request),
        names_by_seat(session) if session.ended_at else None,
    )
    return f'W/"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


def shared_etag(*parts: Any) -> str:
    """The weak ETag of what depends on these alone, whoever reads it, in the language of now."""
    return f'W/"{blake2b(repr((release(), get_language(), *parts)).encode(), digest_size=12).hexdigest()}"'


def page_etag(request: ClubRequest, *parts: Any) -> str:
    """The weak ETag of a page that depends on these, on who reads it and in which language."""
    whole = (release(), get_language(), reader_key(request), *parts)
    return f'W/"{blake2b(repr(whole).encode(), digest_size=12).hexdigest()}"'


def not_modified_answer(request: ClubRequest, tag: str) -> HttpResponse | None:
    """Return the answer 304 where the phone named `tag` as what it has, else None."""
    if _messages_wait(request):
        return None
    answer = get_conditional_response(request, etag=tag)
    return _labelled(answer, tag) if answer is not None else None


def with_tag(request: ClubRequest, answer: HttpResponse, tag: str) -> HttpResponse:
    """The answer with its tag, to be asked about before it is shown again."""
    if answer.status_code != 200 or "HX-Refresh" in answer or _messages_wait(request):
        return answer
    return _labelled(answer, tag)


def vary_on_htmx(answer: HttpResponse, *, fragment: bool) -> HttpResponse:
    """One of two answers of an address: a browser going back must not take a kept fragment for the page."""
    patch_vary_headers(answer, ASKED_FOR_BY)
    if fragment:
        patch_cache_control(answer, private=True, no_store=True)
    return answer


def with_replaced_url(answer: HttpResponse, path: str, query: QueryDict) -> HttpResponse:
    """The answer to taps sent together, with the address of what it shows."""
    answer["HX-Replace-Url"] = f"{path}?{query.urlencode()}"
    return answer


def _labelled(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"] = tag
    patch_vary_headers(answer, ASKED_FOR_BY)
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _messages_wait(request: ClubRequest) -> bool:
    """Whether an answer tells something once: it is not the one to be kept, nor to be left out."""
    return "messages" in request.COOKIES
