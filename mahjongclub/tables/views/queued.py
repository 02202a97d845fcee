"""Where a phone sends the hands it kept while it had no network, one by one and as often as it takes."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score
from ..agreeing import NotAgreed
from ..entry.place import BadDraft, Draft, read_draft, write_draft
from ..models import Revision, Session, names_by_seat
from ..queueing import moment_told, record_queued
from ..recording import Stale, Submission
from ..typed import FormFault, draft_from
from ..wording import said
from ..writing import in_turn
from .answers import BadSubmission, submission_of

MOST_HANDS = 9999
MOST_KEYS = 500


@require_POST
@in_turn
def queued(request: ClubRequest, code: str) -> HttpResponse:
    """Record one kept hand; `entered` says when it was, `earlier` under which keys it may have come before.
    JSON, by `state`.

    recorded {version, played, result}: version and number of this hand's own revision, which the next kept
    hand follows, and the hand as it is settled here, null where it has been taken out since;
    waiting {why} (409): somebody has yet to agree to an earlier hand, it will do later;
    refused {why, edit} (422): such a hand cannot be, or this form cannot be read;
    conflict {decide} (409): the table has moved on, a person decides at that address.
    """
    access = score(request, code)
    session = access.session
    draft: Draft = {}
    try:
        submission, played = queued_submission(request)
        submission = replace(submission, at=moment_told(session, request.POST.get("entered", "")))
        if known := session.revisions.filter(key=submission.key).first():
            return _recorded(session, known)
        earlier = keys_in(request.POST.get("earlier", ""))
        draft = _draft_of(session, request)
        session.game.read_outcome(session.frozen_rules, draft)
        _receipt, revision = record_queued(session.pk, submission, draft, played, earlier)
    except Stale:
        return JsonResponse(
            {"state": "conflict", "decide": decide_address(code, submission, played, draft)}, status=409
        )
    except NotAgreed:
        why = _("Not everybody has agreed to an earlier hand yet; this one is recorded once they have.")
        return JsonResponse({"state": "waiting", "why": why}, status=409)
    except (BadDraft, BadSubmission):
        return _refused(session, _("This entry cannot be read. Type the hand again."), {})
    except FormFault as fault:
        return _refused(session, " ".join(chain.from_iterable(fault.errors.values())), {})
    except RuleError as fault:
        return _refused(session, said(fault.text, names_by_seat(session)), draft)
    return _recorded(session, revision, submission.version)


def queued_submission(request: ClubRequest) -> tuple[Submission, int]:
    """Who sends a kept hand under which key, and how many hands that phone had seen. BadSubmission."""
    if not request.POST.get("key"):
        raise BadSubmission("key")
    return submission_of(request), hands_in(request.POST.get("played", ""))


def hands_in(text: str) -> int:
    """A number of hands as a form writes it. BadSubmission."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= MOST_HANDS):
        raise BadSubmission("played")
    return int(text)


def keys_in(text: str) -> list[UUID]:
    """Keys as a form lists them, with spaces between. BadSubmission."""
    words = text.split()
    if len(words) > MOST_KEYS:
        raise BadSubmission("earlier")
    try:
        return [UUID(word) for word in words]
    except ValueError:
        raise BadSubmission("earlier") from None


def decide_address(code: str, submission: Submission, played: int, draft: Draft) -> str:
    """The page on which a person decides about a kept hand that the table has overtaken."""
    query = {
        "key": submission.key.hex,
        "version": submission.version,
        "played": played,
        "draft": write_draft(draft),
    }
    return f"{reverse('tables:decide', args=[code])}?{urlencode(query)}"


def _draft_of(session: Session, request: ClubRequest) -> Draft:
    """A draft from the confirm sheet, or the fields of a typed hand."""
    if "draft" in request.POST:
        return read_draft(request.POST["draft"])
    return draft_from(session, request.POST)


def _recorded(session: Session, revision: Revision, seen: int = 0) -> JsonResponse:
    number = revision.hand_number or 0
    result = session.hands.filter(number=number).values_list("result", flat=True).first()
    return JsonResponse(
        {
            "state": "recorded",
            "version": max(revision.version, seen),
            "played": number,
            "result": result,
        }
    )


def _refused(session: Session, why: str, draft: Draft) -> JsonResponse:
    edit: dict[str, Any] = {}
    if draft:
        query = urlencode({"draft": write_draft(draft)})
        edit = {"edit": f"{reverse('tables:typed', args=[session.code])}?{query}"}
    return JsonResponse({"state": "refused", "why": why, **edit}, status=422)
