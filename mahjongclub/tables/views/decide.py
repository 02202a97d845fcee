"""A hand kept without network meets a table that has moved on: both entries, and the choice between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score
from ..agreeing import NotAgreed
from ..entry.place import BadDraft, Draft, read_draft
from ..games import game_of
from ..models import Access, Revision, Session, names_by_seat
from ..queueing import TOUCHING, hands_unseen
from ..recording import Stale, Submission, correct_hand, record_hand
from ..wording import fault_in_words, isolated, label_in_words
from .answers import MOST_VERSION, BadSubmission, submission_of
from .entry import place_of
from .log import hand_row, what_was_done
from .queued import hands_in


@dataclass(frozen=True)
class Kept:
    """A kept hand as its address tells it: `version` and `played` are what its phone had seen."""

    key: str
    version: int
    played: int
    draft: Draft


@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: ClubRequest, code: str) -> HttpResponse:
    """Show both sides of one hand (GET), or do what was chosen and go back to the table (POST)."""
    access = score(request, code)
    try:
        submission, kept = _read(request, access.session)
    except (BadDraft, BadSubmission, RuleError):
        raise Http404(_("This address does not fit the table.")) from None
    if access.session.revisions.filter(key=submission.key).exists():
        return redirect("tables:table", code)
    if request.method != "POST":
        return _page(request, access, kept)
    try:
        return _do(request, access, submission, kept)
    except Stale as stale:
        access.session = stale.session
        told = _("The table has changed meanwhile. Look again, then choose.")
        return _page(request, access, kept, status=409, errors=[told])
    except NotAgreed:
        told = _(
            "Not everybody has agreed to an earlier hand yet. Have them agree at the table, then choose."
        )
        return _page(request, access, kept, status=409, errors=[told])
    except RuleError as fault:
        access.session = Session.objects.get(pk=access.session.pk)
        return _page(
            request, access, kept, status=422, errors=[fault_in_words(fault, names_by_seat(access.session))]
        )


def _do(request: ClubRequest, access: Access, submission: Submission, kept: Kept) -> HttpResponse:
    """Carry the choice out under the key of the kept hand: its phone hears of it as it sends that again."""
    session, choice = access.session, request.POST.get("choice", "")
    theirs = _theirs(session, kept)
    if choice in ("same", "drop"):
        if submission.version != session.version:
            raise Stale(session)
        before = theirs - 1 if theirs else session.state["hands"]
        return _let_go(session, kept, before + (choice == "same" and theirs is not None))
    if choice == "record":
        record_hand(session.pk, submission, kept.draft)
    elif choice == "correct" and theirs is not None:
        correct_hand(session.pk, submission, theirs, kept.draft)
    else:
        return _page(request, access, kept, status=422, errors=[_("Choose what to do with this hand.")])
    return redirect("tables:table", session.code)


def _let_go(session: Session, kept: Kept, played: int) -> HttpResponse:
    """Tell the phone that its hand is not wanted; the next one it kept comes after `played` hands."""
    told = urlencode({"settled": kept.key, "version": session.version, "played": played})
    return HttpResponseRedirect(f"{reverse('tables:table', args=[session.code])}#{told}")


def _theirs(session: Session, kept: Kept) -> int | None:
    """The first hand entered elsewhere, which may be the same deal as the kept one."""
    return next(iter(hands_unseen(session, kept.version, kept.played)), None)


def _read(request: ClubRequest, session: Session) -> tuple[Submission, Kept]:
    """What is asked about. A form carries the version its page showed beside the one the phone had seen."""
    asked = request.POST if request.method == "POST" else request.GET
    seen = "seen" if request.method == "POST" else "version"
    version, played = asked.get(seen, ""), hands_in(asked.get("played", ""))
    if not (version.isascii() and version.isdigit() and len(version) < 11 and int(version) <= MOST_VERSION):
        raise BadSubmission("version")
    draft = read_draft(asked.get("draft", ""))
    canonical = session.game.write_outcome(session.game.read_outcome(session.frozen_rules, draft))
    submission = submission_of(request) if request.method == "POST" else _looking(asked.get("key", ""))
    return submission, Kept(submission.key.hex, int(version), played, canonical)


def _looking(key: str) -> Submission:
    """The key of a kept hand that is only looked at. BadSubmission."""
    try:
        return Submission(UUID(key), 0, None)
    except ValueError:
        raise BadSubmission("key") from None


def _changes(session: Session, kept: Kept) -> list[str]:
    """What else was done to the table meanwhile: "Hand 4: hand corrected"."""
    told = [action for action in TOUCHING if action != Revision.Action.RECORD]
    made = session.revisions.filter(version__gt=kept.version, action__in=told)
    return [what_was_done(session, one) for one in made]


def _page(
    request: ClubRequest, access: Access, kept: Kept, status: int = 200, errors: Any = ()
) -> HttpResponse:
    session = access.session
    names, theirs = names_by_seat(session), _theirs(session, kept)
    called = [isolated(name) for name in names]
    recorded = session.hands.filter(number=theirs).first() if theirs else None
    row = hand_row(session, recorded, names) if recorded else None
    mine, fault = _settled(access, kept, theirs)
    others = hands_unseen(session, kept.version, kept.played)[1:]
    context = {
        "session": session,
        "kept": kept,
        "errors": errors,
        "number": theirs or session.next_number,
        "next_number": session.next_number,
        "mine": game_of(session).in_words(kept.draft, called),
        "theirs": row,
        "label": label_in_words(recorded.result["label"]) if recorded else "",
        "fault": fault,
        "points": list(
            zip(names, mine, [seat["delta"] for seat in row["seats"]] if row else mine, strict=True)
        )
        if mine
        else [],
        "others": [hand_row(session, hand, names) for hand in session.hands.filter(number__in=others)],
        "changes": _changes(session, kept),
        "may_correct": theirs is not None and fault is None,
        "may_record": not session.table.ended,
        "draft": request.POST.get("draft", request.GET.get("draft", "")),
    }
    return render(request, "tables/decide.html", context, status=status)


def _settled(access: Access, kept: Kept, theirs: int | None) -> tuple[list[int], str | None]:
    """What the kept hand moves for each seat, in place of theirs or as the next one; or why it cannot be."""
    place = place_of(access, theirs or access.session.next_number, insert=False)
    if place is None:
        return [], None
    try:
        return list(place.settle(kept.draft).settlement.deltas), None
    except RuleError as fault:
        return [], fault_in_words(fault)
