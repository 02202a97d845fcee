"""Entering, correcting and inserting a hand. Each step is an address: back, reload and no script all work."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid5

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score
from ..agreeing import NotAgreed
from ..agreeing_changes import go_on_without
from ..entry.place import BadDraft, Draft, EntryPlace, Screen, read_draft
from ..games import game_of
from ..models import Access, Hand, Session, names_by_seat
from ..recording import Receipt, Stale, Submission, correct_hand, insert_hand, record_hand
from ..replaying import settle_outcomes, starting_state, stored_outcomes
from ..writing import in_turn
from .answers import BadSubmission, done, submission_of, table_answer
from .queued import MOST_HANDS, decide_address, hands_in


@require_http_methods(["GET", "HEAD", "POST"])
@in_turn
def entry(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """One step of an entry (GET), or its confirmation (POST)."""
    access = score(request, code)
    asked = request.POST if request.method == "POST" else request.GET
    insert = "insert" in request.GET or "insert" in asked
    try:
        draft = read_draft(asked.get("draft", ""))
        if request.method == "POST":
            return _save(request, access, number, insert, draft)
        place = place_of(access, number, insert)
        if place is None:
            return redirect("tables:table", code)
        if not draft and place.mode == "correct":
            draft = stored_outcomes(access.session)[number - 1]
        game = game_of(access.session)
        return table_answer(request, place, game.screen(place, game.with_typed(draft, request.GET)))
    except (BadDraft, BadSubmission):
        raise Http404(_("This address does not fit the table.")) from None


def place_of(access: Access, number: int, insert: bool) -> EntryPlace | None:
    """Where hand `number` is entered; None when the session has not come that far."""
    session = access.session
    names, rules = tuple(names_by_seat(session)), session.frozen_rules
    played = session.state["hands"]
    if number == played + 1 and not insert:
        if session.table.ended:
            return None
        return EntryPlace(session, access, number, "record", session.table, names, rules)
    if number > played:
        return None
    before = settle_outcomes(session, stored_outcomes(session)[: number - 1])
    state = before[-1].settlement.after if before else starting_state(session)
    return EntryPlace(session, access, number, "insert" if insert else "correct", state, names, rules)


def _save(request: ClubRequest, access: Access, number: int, insert: bool, draft: Draft) -> HttpResponse:
    submission = submission_of(request)
    session = access.session
    try:
        if insert:
            receipt = insert_hand(session.pk, submission, number, draft)
        elif number <= hands_seen(request):
            receipt = correct_hand(session.pk, submission, number, draft)
        else:
            receipt = record_next(request, session, submission, draft)
    except NotAgreed:
        access.session.refresh_from_db()
        place = place_of(access, number, insert)
        if place is None:
            return redirect("tables:table", session.code)
        return table_answer(request, place, game_of(session).screen(place, draft), status=409, held=True)
    except Stale as stale:
        access.session = stale.session
        return _overtaken(request, access, number, insert, draft)
    except RuleError:
        # The screen settles the same draft again and says what is wrong with it, at its place.
        place = place_of(access, number, insert)
        if place is None:
            return redirect("tables:table", session.code)
        return table_answer(request, place, game_of(session).screen(place, draft), status=422)
    return done(request, access, receipt.session)


def record_next(request: ClubRequest, session: Session, submission: Submission, draft: Draft) -> Receipt:
    """Record the hand to come, after going on without those yet to agree where the form says so."""
    if "without" in request.POST:
        go_on_without(session.pk, replace(submission, key=uuid5(submission.key, "without")))
    return record_hand(session.pk, submission, draft)


def hands_seen(request: ClubRequest) -> int:
    """How many hands the phone saw when it made this form: it decides between recording and correcting."""
    try:
        return int(request.POST.get("played", ""))
    except ValueError:
        raise BadSubmission("played") from None


def _overtaken(request: ClubRequest, access: Access, number: int, insert: bool, draft: Draft) -> HttpResponse:
    """The table moved on meanwhile: show it as it is, with what was typed counted for the new state."""
    session = access.session
    seen = hands_seen(request)
    played = session.state["hands"]
    recording = not insert and number > seen
    place = place_of(access, played + 1 if recording else number, insert)
    if place is None:
        return ended_by_another(request, access, draft) if recording else done(request, access, session)
    screen: Screen = game_of(session).screen(place, draft)
    stale = what_happened(place, seen, draft if recording else None)
    return table_answer(request, place, screen, status=409, stale=stale)


def ended_by_another(request: ClubRequest, access: Access, draft: Draft) -> HttpResponse:
    """Another phone's hand ended the session: what was entered here stands beside it, to correct or drop."""
    submission = submission_of(request)
    seen = replace(submission, version=min(submission.version, access.session.version))
    address = decide_address(access.session.code, seen, hands_in(request.POST.get("played", "")), draft)
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def what_happened(place: EntryPlace, seen: int, draft: Draft | None) -> dict[str, Any]:
    """The hand that another phone recorded as the one after `seen`, in words; without one they are empty.

    With the hand to come that was overtaken (`draft`) come its own words, and where it corrects theirs.
    """
    theirs = (
        Hand.objects.filter(session=place.session, number=seen + 1).first() if seen < MOST_HANDS else None
    )
    told = (
        {"hand": None, "what": ""}
        if theirs is None
        else {"hand": theirs.number, "what": game_of(place.session).in_words(theirs.outcome, place.called)}
    )
    try:
        outcome = place.session.game.read_outcome(place.rules, draft or {})
    except RuleError:
        return told  # not whole, or no hand at all: its own screen says so
    if theirs is None:
        return told
    mine = place.session.game.write_outcome(outcome)
    return {
        **told,
        "mine": game_of(place.session).in_words(mine, place.called),
        "correct_href": replace(place, number=theirs.number, mode="correct").link(draft or {}),
        "drop_href": place.leave_url,
    }
