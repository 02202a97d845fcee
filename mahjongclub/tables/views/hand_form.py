"""A whole hand typed on one page of plain fields: it needs the network only to be sent."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.context import BadDraft, decode_draft, encode_draft, settling_error
from mahjongclub.games.kit.hand_form import HandForm
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.views.answers import hand_limit_answer

from ..access import is_at_hand_limit, visit_as_scorer
from ..entry_sheet import TableEntry
from ..forms import initial_hand_form, posted_hand_form
from ..models import Access
from ..recording import NotAgreed, StalePage
from .answers import BadSubmission, answer_after_change, pending_hand_agreement, submission_of
from .entry import (
    hand_recorded_meanwhile,
    hands_seen_by_phone,
    record_next_hand,
    redirect_to_conflict,
    table_entry,
)


@require_http_methods(["GET", "HEAD", "POST"])
def enter_typed_hand(request: ClubRequest, code: str) -> HttpResponse:
    """Show the form, begun with a `draft` if there is one (GET); check and record what was typed (POST)."""
    access = visit_as_scorer(request, code)
    session = access.session
    if session.started_at is None:
        return redirect("tables:seats", code)
    try:
        if request.method == "POST":
            return _take(request, access)
        if session.table.ended:
            return redirect("tables:end", code)
        if is_at_hand_limit(session):
            return hand_limit_answer(request, access)
        draft = decode_draft(request.GET.get("draft", ""))
        return _page(request, access, initial_hand_form(session, draft, noted="noted" in request.GET))
    except (BadDraft, BadSubmission):
        raise Http404(_("This address does not fit the table.")) from None


def _take(request: ClubRequest, access: Access) -> HttpResponse:
    """Record what is right and was looked at; what comes from the queue (`queued`) is not asked again."""
    session = access.session
    submission, seen = submission_of(request), hands_seen_by_phone(request)
    form = posted_hand_form(session, request.POST)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    looked_at = _confirmed(request) and request.POST.get("looked") == encode_draft(form.draft)
    if not looked_at and request.POST.get("queued") != "1":
        return _look(request, access, form)
    try:
        receipt = record_next_hand(request, session, submission, form.draft)
    except NotAgreed:
        session.refresh_from_db()
        return _look(request, access, form, was_held=True)
    except StalePage as stale:
        access.session = stale.session
        if stale.session.table.ended:
            return redirect_to_conflict(request, access, form.draft)
        news = hand_recorded_meanwhile(_place(access), seen, form.draft)
        return _page(request, access, form, status=409, stale=news)
    except RuleError as fault:
        form.add_fault(fault)
        return _page(request, access, form, status=422)
    answer = answer_after_change(request, access, receipt.session)
    if request.POST.get("kept") == "1" and "Location" in answer:  # by its phone, as long as it was under way
        answer["Location"] += f"#recorded={submission.key.hex}"
    return answer


def _confirmed(request: ClubRequest) -> bool:
    """Whether it was the button under the payments, not the one that asks for them."""
    return request.POST.get("step") == "record" or "without" in request.POST


def _look(request: ClubRequest, access: Access, form: HandForm, *, was_held: bool = False) -> HttpResponse:
    """The same page with who pays whom below what was typed; nothing is recorded yet.

    `was_held`: it was confirmed, but somebody has yet to agree to the hand before.
    """
    if access.session.table.ended:
        return answer_after_change(request, access, access.session)
    place = _place(access)
    fault = settling_error(place, form.draft)
    if fault is not None:
        form.add_fault(fault)
        return _page(request, access, form, status=422)
    sheet = place.confirm_screen(form.draft, on_felt=False).sheet or {}
    return _page(
        request,
        access,
        form,
        status=409 if was_held else 200,
        held=was_held,
        looked=encode_draft(form.draft),
        changed=not was_held and _confirmed(request),
        agreeing=pending_hand_agreement(place),
        words=sheet.get("title"),
        preview=sheet.get("preview"),
    )


def _place(access: Access) -> TableEntry:
    """The hand to come, of the session as it is now."""
    place = table_entry(access, access.session.next_row_number, insert=False)
    if place is None:
        raise BadSubmission("ended")
    return place


def _page(
    request: ClubRequest, access: Access, form: HandForm, status: int = 200, **more: Any
) -> HttpResponse:
    form.focus_first_error()
    context = {
        "session": access.session,
        "form": form,
        "groups": list(form.groups()),
        "played": access.session.row_count,
        "key": request.POST.get("key", ""),
        **more,
    }
    return render(request, "tables/typed.html", context, status=status)
