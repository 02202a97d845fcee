"""A hand kept without network meets a table that has moved on: both entries, and the choice between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.context import BadDraft, Draft, decode_draft
from mahjongclub.games.kit.wording import fault_in_words, isolated, label_in_words
from mahjongclub.games.registry import game_of
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.game import RuleError

from ..access import visit_as_scorer, visit_table
from ..agreeing import record_agreement, switch_agreeing
from ..models import Access, Revision, Session, names_by_seat
from ..queueing import TOUCHING, unseen_hands
from ..recording import NotAgreed, Receipt, StalePage, Submission, correct_hand, record_after_end, record_hand
from ..replaying import settle_after_end, stored_outcomes
from ..sitters import Seating
from .answers import (
    MOST_NUMBER,
    MOST_VERSION,
    BadSubmission,
    answer_after_change,
    attempt_change,
    current_table_answer,
    hand_number_of,
    read_number_field,
    submission_of,
)
from .entry import table_entry
from .log import hand_row
from .revisions import revised_hand_numbers, revision_in_words


@dataclass(frozen=True)
class KeptHand:
    """A kept hand as its address tells it: `version` and `played` are what its phone had seen."""

    key: str
    version: int
    played: int
    draft: Draft


@require_http_methods(["GET", "HEAD", "POST"])
def resolve_hand_conflict(request: ClubRequest, code: str) -> HttpResponse:
    """Show both sides of one hand (GET), or do what was chosen and go back to the table (POST)."""
    access = visit_as_scorer(request, code)
    try:
        submission, pending = _read(request, access.session)
    except (BadDraft, BadSubmission, RuleError):
        raise Http404(_("This address does not fit the table.")) from None
    if access.session.revisions.filter(key=submission.key).exists():
        return redirect("tables:table", code)
    if request.method != "POST":
        return _page(request, access, pending)
    try:
        return _do(request, access, submission, pending)
    except StalePage as stale:
        access.session = stale.session
        error_text = _("The table has changed meanwhile. Check again, then choose.")
        return _page(request, access, pending, status=409, errors=[error_text])
    except NotAgreed:
        error_text = _(
            "Not everybody has agreed to an earlier hand yet. Have them agree at the table, then choose."
        )
        return _page(request, access, pending, status=409, errors=[error_text])
    except RuleError as fault:
        access.session = Session.objects.get(pk=access.session.pk)
        return _page(
            request,
            access,
            pending,
            status=422,
            errors=[fault_in_words(fault, names_by_seat(access.session))],
        )


def _do(request: ClubRequest, access: Access, submission: Submission, pending: KeptHand) -> HttpResponse:
    """Carry the choice out under the key of the kept hand: its phone hears of it as it sends that again."""
    session, choice = access.session, request.POST.get("choice", "")
    theirs = _theirs(session, pending)
    if choice in ("same", "drop"):
        if submission.version != session.version:
            raise StalePage(session)
        before = theirs - 1 if theirs else session.row_count
        return _let_go(session, pending, before + (choice == "same" and theirs is not None))
    if choice == "record" and (theirs is None or not session.table.ended):
        record = record_after_end if session.table.ended else record_hand
        record(session.pk, submission, pending.draft)
    elif choice == "correct" and theirs is not None:
        correct_hand(session.pk, submission, theirs, pending.draft)
    else:
        return _page(request, access, pending, status=422, errors=[_("Choose what to do with this hand.")])
    return redirect("tables:table", session.code)


def _let_go(session: Session, pending: KeptHand, played: int) -> HttpResponse:
    """Tell the phone that its hand is not wanted; the next one it kept comes after `played` hands."""
    fragment = urlencode({"settled": pending.key, "version": session.version, "played": played})
    return HttpResponseRedirect(f"{reverse('tables:table', args=[session.code])}#{fragment}")


def _theirs(session: Session, pending: KeptHand) -> int | None:
    """The first hand entered elsewhere, which may be the same deal as the kept one."""
    return next(iter(_hands_elsewhere(session, pending)), None)


def _hands_elsewhere(session: Session, pending: KeptHand) -> list[int]:
    """The numbers of the hands entered elsewhere; adjusted points and the like are changes, and no hands."""
    outcomes = stored_outcomes(session)
    unseen = unseen_hands(session, pending.version, pending.played)
    return [number for number in unseen if not is_entry(outcomes[number - 1])]


def _read(request: ClubRequest, session: Session) -> tuple[Submission, KeptHand]:
    """What is asked about. A form carries the version its page showed beside the one the phone had seen."""
    params = request.POST if request.method == "POST" else request.GET
    seen = "seen" if request.method == "POST" else "version"
    version = read_number_field(params, seen, MOST_VERSION)
    played = read_number_field(params, "played", MOST_NUMBER)
    draft = decode_draft(params.get("draft", ""))
    canonical = session.game.hand_to_json(session.game.read_hand(session.current_rules, draft))
    submission = submission_of(request) if request.method == "POST" else _looking(params.get("key", ""))
    return submission, KeptHand(submission.key.hex, version, played, canonical)


def _looking(key: str) -> Submission:
    """The key of a kept hand that is only looked at. BadSubmission."""
    try:
        return Submission(UUID(key), 0, None)
    except ValueError:
        raise BadSubmission("key") from None


def _changes(session: Session, pending: KeptHand) -> list[str]:
    """What else was done to the table meanwhile: "Hand 4: hand corrected"."""
    actions = [action for action in TOUCHING if action != Revision.Action.RECORD]
    made = session.revisions.filter(version__gt=pending.version, action__in=actions)
    numbers = revised_hand_numbers(session)
    return [revision_in_words(session, revision, numbers) for revision in made]


def _page(
    request: ClubRequest, access: Access, pending: KeptHand, status: int = 200, errors: Any = ()
) -> HttpResponse:
    session = access.session
    names, theirs = names_by_seat(session), _theirs(session, pending)
    called = [isolated(name) for name in names]
    recorded = session.hands.filter(number=theirs).first() if theirs else None
    sat = Seating(session)
    row = hand_row(session, recorded, sat) if recorded else None
    mine, fault = _settled(access, pending, theirs)
    others = _hands_elsewhere(session, pending)[1:]
    context = {
        "session": session,
        "kept": pending,
        "errors": errors,
        "number": theirs or session.next_row_number,
        "next_number": session.next_row_number,
        "mine": game_of(session).hand_sentence(session.current_rules, pending.draft, called),
        "theirs": row,
        "label": label_in_words(recorded.result["label"]) if recorded else "",
        "fault": fault,
        "points": list(zip(names, mine, [seat.delta for seat in row.seats] if row else mine, strict=True))
        if mine
        else [],
        "others": [hand_row(session, hand, sat) for hand in session.hands.filter(number__in=others)],
        "changes": _changes(session, pending),
        "may_correct": theirs is not None and fault is None and bool(mine),
        "may_record": not session.table.ended or (theirs is None and fault is None),
        "draft": request.POST.get("draft", request.GET.get("draft", "")),
    }
    return render(request, "tables/decide.html", context, status=status)


def _settled(access: Access, pending: KeptHand, theirs: int | None) -> tuple[list[int], str | None]:
    """What the kept hand moves for each seat, in place of theirs or as the next one; or why it cannot be."""
    session = access.session
    try:
        if theirs is None and session.table.ended:
            return list(settle_after_end(session, pending.draft).settlement.deltas), None
        place = table_entry(access, theirs or session.next_row_number, insert=False)
        return list(place.settle(pending.draft).settlement.deltas) if place is not None else [], None
    except RuleError as fault:
        return [], fault_in_words(fault)


@require_POST
def save_agreement(request: ClubRequest, code: str) -> HttpResponse:
    """Save that a seat agrees or calls the hand wrong: this phone's, or for a scorer one without a phone."""
    access = visit_table(request, code)
    behalf = request.POST.get("do") == "behalf"
    if behalf and not access.may_score:
        raise PermissionDenied("watching only")
    seat = _seat_named(request, access) if behalf else access.seat
    if seat is None:
        return _again(request, access, 422, _no_seat(access, behalf))
    wrong = request.POST.get("do") == "wrong"
    errors, status, access.session = attempt_change(
        request,
        access.session,
        lambda pk, sub: record_agreement(pk, sub, hand_number_of(request), seat, behalf=behalf, wrong=wrong),
    )
    return (
        _again(request, access, status, *errors)
        if errors
        else answer_after_change(request, access, access.session)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def edit_agreeing(request: ClubRequest, code: str) -> HttpResponse:
    """Choose whether every seat is asked about each hand before the next one is entered."""
    access = visit_as_scorer(request, code)
    errors: list[str] = []
    if request.method == "POST":
        errors, status, access.session = attempt_change(request, access.session, _as_wanted(request))
        if not errors:
            return redirect("tables:table", code)
    context = {"access": access, "session": access.session, "errors": errors}
    return render(request, "tables/agreeing.html", context, status=status if errors else 200)


def _as_wanted(request: ClubRequest) -> Callable[[int, Submission], Receipt]:
    def change(session_id: int, submission: Submission) -> Receipt:
        choice = request.POST.get("agreeing")
        if choice not in ("on", "off"):
            raise BadSubmission("agreeing")
        return switch_agreeing(session_id, submission, choice == "on")

    return change


def _seat_named(request: ClubRequest, access: Access) -> int | None:
    seats = {str(seat): seat for seat in range(access.session.game.seats)}
    return seats.get(request.POST.get("seat", ""))


def _no_seat(access: Access, behalf: bool) -> str:
    if behalf:
        return _("Choose one of the seats.")
    if not access.has_scorer_role:
        return _("This phone only watches, and has no seat: ask for the code to keep the score.")
    return _("Say first which seat is yours.")


def _again(request: ClubRequest, access: Access, status: int, error_text: str) -> HttpResponse:
    access.session.refresh_from_db()
    return current_table_answer(request, access, access.session, status=status, errors=[error_text])
