"""Entering, correcting and inserting a hand, with the pages of a game's own steps (tiles, patterns).

Each step is an address: back, reload and no script all work.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode
from uuid import uuid5

from django.conf import settings
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.write_lock import with_write_lock
from mahjongclub.games.kit.context import BadDraft, Draft, Screen, StepPage, decode_draft
from mahjongclub.games.registry import game_of
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.game import RuleError

from ..access import FULL, is_at_hand_limit, visit_as_scorer
from ..agreeing import stop_waiting_for_agreement
from ..entry_sheet import TableEntry
from ..models import Access, Hand, Session
from ..recording import NotAgreed, Receipt, StalePage, Submission, correct_hand, insert_hand, record_hand
from ..replaying import rules_before, settle_outcomes, starting_state, stored_outcomes
from ..sitters import Seating
from ..steps import follow_taps, shorten_addresses
from .answers import (
    MOST_NUMBER,
    BadSubmission,
    answer_after_change,
    hand_limit_answer,
    read_number_field,
    screens_to_come,
    submission_of,
    table_answer,
    table_context,
    vary_on_htmx,
    wants_table_fragment,
    with_replaced_url,
)
from .kept import conflict_path


@require_http_methods(["GET", "HEAD", "POST"])
@with_write_lock
def enter_hand(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """Show one step of an entry (GET), or record, correct or insert the hand (POST)."""
    access = visit_as_scorer(request, code)
    params = request.POST if request.method == "POST" else request.GET
    insert = "insert" in request.GET or "insert" in params
    try:
        draft = decode_draft(params.get("draft", ""))
        if request.method == "POST":
            return _save(request, access, number, insert, draft)
        place = table_entry(access, number, insert)
        if place is None:
            if draft and not insert and "correct" not in params and number <= access.session.row_count:
                # no hand stands there now, but points were adjusted, say: this is still the hand to come
                return _overtaken(request, access, number, insert, draft, seen=number - 1)
            return redirect("tables:table", code)
        if "edit" in params:
            place = replace(place, shows_whole_hand=True)
        if place.mode != "correct" and is_at_hand_limit(access.session):
            return hand_limit_answer(request, access)
        if draft and _recorded_meanwhile(place, params):
            return _overtaken(request, access, number, insert, draft, seen=number - 1)
        if not draft and place.mode == "correct":
            return _as_recorded(request, place, _recorded(access.session, number))
        return _tapped(request, place, draft) if "tap" in request.GET else _shown(request, place, draft)
    except (BadDraft, BadSubmission):
        raise Http404(_("This address does not fit the table.")) from None


def _recorded_meanwhile(place: TableEntry, params: QueryDict) -> bool:
    """Whether this is a hand to come as its phone sees it, which has been recorded since."""
    return place.mode == "correct" and not place.address_params.keys() & params.keys()


def _recorded(session: Session, number: int) -> Draft:
    """A hand as records are written today; a win that names no discarder was self-drawn."""
    stored = stored_outcomes(session)[number - 1]
    draft = dict(session.game.outcome_to_json(session.game.read_outcome(session.current_rules, stored)))
    if "wins" in draft:
        draft["wins"] = [{"from": None, **win} for win in draft["wins"]]
    return draft


#: how long a browser shows a correction's first screen that it fetched ahead, in seconds
AHEAD = 120


def _as_recorded(request: ClubRequest, place: TableEntry, draft: Draft) -> HttpResponse:
    """The first screen of a correction, with those one tap away from it.

    The log fetches it ahead under an address that names the version it showed ("seen"): of another version it
    is not kept, and what a tap brings or Confirm sends is held to the table as it is by then.
    """
    screen = game_of(place.session).screen(place, draft)
    if wants_table_fragment(request):
        return table_answer(request, place, screen)
    ahead = screens_to_come(request, place, draft, one_tap_only=True) if settings.STEPS_WITH_PAGE else {}
    answer = table_answer(request, place, screen, screens_ahead=ahead)
    if request.GET.get("seen") == str(place.session.version):
        patch_cache_control(answer, private=True, max_age=AHEAD)
    return answer


def _shown(request: ClubRequest, place: TableEntry, draft: Draft) -> HttpResponse:
    game = game_of(place.session)
    return table_answer(request, place, game.screen(place, game.with_typed_values(draft, request.GET)))


def _tapped(request: ClubRequest, place: TableEntry, draft: Draft) -> HttpResponse:
    """What taps that came together lead to, from the screen of the draft on."""
    game = game_of(place.session)

    def fragment(query: QueryDict) -> str:
        context = table_context(request, place, game.screen(place, _draft(query) or draft))
        return render_to_string("tables/_table.html", context, request)

    query = follow_taps(request.GET, place.path, fragment)
    answer = table_answer(request, place, game.screen(place, _draft(query) or draft))
    return with_replaced_url(answer, place.path, query)


def table_entry(access: Access, number: int, insert: bool) -> TableEntry | None:
    """Where hand `number` is entered; None when the session has not come that far, or that is no hand."""
    session = access.session
    sat, rules = Seating(session), session.current_rules
    names, played = tuple(sat.seat_names), session.row_count
    if number == played + 1 and not insert:
        if session.table.ended:
            return None
        return TableEntry(session, access, number, "record", session.table, names, rules)
    if number > played:
        return None
    outcomes = stored_outcomes(session)
    if not insert and is_entry(outcomes[number - 1]):
        return None  # no hand: the log leads to its own page
    before = settle_outcomes(session, outcomes[: number - 1])
    state = session.game.table_after(before[-1]) if before else starting_state(session)
    names, rules = tuple(sat.names_before(number)), rules_before(session, outcomes, number)
    return TableEntry(session, access, number, "insert" if insert else "correct", state, names, rules)


def _save(request: ClubRequest, access: Access, number: int, insert: bool, draft: Draft) -> HttpResponse:
    submission = submission_of(request)
    session = access.session
    try:
        if insert:
            receipt = insert_hand(session.pk, submission, number, draft)
        elif number <= hands_seen_by_phone(request):
            receipt = correct_hand(session.pk, submission, number, draft)
        else:
            receipt = record_next_hand(request, session, submission, draft)
    except NotAgreed:
        access.session.refresh_from_db()
        place = table_entry(access, number, insert)
        if place is None:
            return redirect("tables:table", session.code)
        return table_answer(request, place, game_of(session).screen(place, draft), status=409, held=True)
    except StalePage as stale:
        access.session = stale.session
        return _overtaken(request, access, number, insert, draft, hands_seen_by_phone(request))
    except RuleError as fault:
        if fault.code == FULL:
            return hand_limit_answer(request, access)
        # The screen settles the same draft again and says what is wrong with it, at its place.
        place = table_entry(access, number, insert)
        if place is None:
            return redirect("tables:table", session.code)
        return table_answer(request, place, game_of(session).screen(place, draft), status=422)
    return answer_after_change(request, access, receipt.session)


def record_next_hand(request: ClubRequest, session: Session, submission: Submission, draft: Draft) -> Receipt:
    """Record the hand to come, after going on without those yet to agree where the form says so."""
    if "without" in request.POST:
        stop_waiting_for_agreement(session.pk, replace(submission, key=uuid5(submission.key, "without")))
    return record_hand(session.pk, submission, draft)


def hands_seen_by_phone(request: ClubRequest) -> int:
    """How many hands the phone saw when it made this form: it decides between recording and correcting."""
    return read_number_field(request.POST, "played", MOST_NUMBER)


def _overtaken(
    request: ClubRequest, access: Access, number: int, insert: bool, draft: Draft, seen: int
) -> HttpResponse:
    """The table moved on since the phone saw `seen` hands: show it as it is, with what was typed counted for
    the new state."""
    session = access.session
    played = session.row_count
    recording = not insert and number > seen
    place = table_entry(access, played + 1 if recording else number, insert)
    if place is None:
        whole = recording and request.method == "POST"
        return (
            redirect_to_conflict(request, access, draft)
            if whole
            else answer_after_change(request, access, session)
        )
    place = replace(place, shows_whole_hand=True)  # whose hand it is has to be read first
    screen: Screen = game_of(session).screen(place, draft)
    stale = hand_recorded_meanwhile(place, seen, draft if recording else None)
    return table_answer(request, place, screen, status=409, stale=stale)


def redirect_to_conflict(request: ClubRequest, access: Access, draft: Draft) -> HttpResponse:
    """Another phone's hand ended the session: what was entered here stands beside it, to correct or drop."""
    submission = submission_of(request)
    seen = replace(submission, version=min(submission.version, access.session.version))
    address = conflict_path(access.session.code, seen, hands_seen_by_phone(request), draft)
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def hand_recorded_meanwhile(place: TableEntry, seen: int, draft: Draft | None) -> dict[str, object]:
    """The hand that was recorded meanwhile, the first after `seen`, in words; without one they are empty.

    What is no hand (points adjusted, say) is told and not compared. `own` says that this phone recorded it,
    as where Back leads to the draft of a recorded hand. With the hand to come that was overtaken (`draft`)
    come its own words, and where it corrects theirs.
    """
    unseen = list(Hand.objects.filter(session=place.session, number__gt=seen).order_by("number"))
    hands = [hand for hand in unseen if not is_entry(hand.outcome)]
    theirs = next(iter(hands or unseen), None)
    game = game_of(place.session)
    event_shown: dict[str, object] = {"hand": None, "what": ""}
    if theirs is not None:
        stored = Seating(place.session, place.names).with_sitter_name(theirs.outcome)
        what = game.hand_sentence(place.rules, stored, place.isolated_names)
        event_shown = {
            "hand": theirs.number if hands else None,
            "what": what,
            "own": theirs.entered_by_id == place.access.device_id,
        }
    if theirs is None or not hands:
        return event_shown
    try:
        outcome = place.session.game.read_outcome(place.rules, draft or {})
    except RuleError:
        return event_shown  # not whole, or no hand at all: its own screen says so
    return {
        **event_shown,
        "mine": game.in_words(outcome, place.isolated_names),
        "correct_href": replace(place, number=theirs.number, mode="correct").link(draft or {}),
        "drop_href": place.cancel_url,
    }


@require_safe
def show_entry_screens(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """The screens to come of an entry as JSON, each by its address (see `tables.steps.shorten_addresses`),
    with the version they belong to. None where there is no such hand yet or the table takes no more.
    """
    access = visit_as_scorer(request, code)
    session = access.session
    place = table_entry(access, number, "insert" in request.GET)
    if place is not None and "edit" in request.GET:
        place = replace(place, shows_whole_hand=True)
    fragments: dict[str, str] = {}
    overtaken = place is not None and _recorded_meanwhile(place, request.GET)
    if place is not None and not overtaken and (place.mode == "correct" or not is_at_hand_limit(session)):
        try:
            draft = decode_draft(request.GET.get("draft", ""))
            if not draft and place.mode == "correct":
                draft = _recorded(session, number)
            fragments = screens_to_come(request, place, draft)
        except BadDraft:
            raise Http404(_("This address does not fit the table.")) from None
    short = {"separators": (",", ":"), "ensure_ascii": False}
    screens = {address: shorten_addresses(fragment) for address, fragment in fragments.items()}
    answer = JsonResponse({"version": session.version, "screens": screens}, json_dumps_params=short)
    add_never_cache_headers(answer)
    return answer


@require_safe
def show_step_page(request: ClubRequest, code: str, number: int, page: str) -> HttpResponse:
    """Show the page with the draft so far; each tap is an address."""
    access = visit_as_scorer(request, code)
    step_page_of = game_of(access.session).pages.get(page)
    place = table_entry(access, number, "insert" in request.GET) if step_page_of else None
    try:
        if step_page_of is None:
            raise BadDraft("this game has no such page")
        if place is None:
            return redirect("tables:table", code)
        if _recorded_meanwhile(place, request.GET):
            address = f"{place.path}?{urlencode({'draft': request.GET['draft']})}"
            return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
        query = follow_taps(
            request.GET,
            request.path,
            lambda query: _fragment(request, step_page_of(place, _draft(query), query)),
        )
        step = step_page_of(place, _draft(query), query)
    except BadDraft:
        raise Http404(_("This address does not fit the table.")) from None
    if step.go:
        return redirect(step.go)
    fragment = bool(request.htmx and request.htmx.target == step.target)
    template = step.fragment if fragment else step.template
    answer = vary_on_htmx(render(request, template, step.context, status=step.status), fragment=fragment)
    return with_replaced_url(answer, request.path, query) if "tap" in request.GET else answer


def _draft(query: QueryDict) -> Draft:
    return decode_draft(query.get("draft", ""))


def _fragment(request: ClubRequest, step: StepPage) -> str:
    return render_to_string(step.fragment, step.context, request)
