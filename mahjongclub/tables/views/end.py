"""The end of a session: the ranking explained, the chart, stopping, playing on, the same players again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score, visit
from ..agreeing_panel import agreeing_panel
from ..belonging import belonging_again
from ..chart import score_chart
from ..games import would_lose_notes
from ..models import Access, Session, names_by_seat, seat_rows
from ..opening import open_session
from ..opening_limit import count_opened, too_many_opened
from ..ranking import ranking_rows, why_ended
from ..recording import Stale, close_session, continue_session
from ..wording import ending_in_words, label_in_words, said
from .answers import BadSubmission, submission_of


@require_safe
def end(request: ClubRequest, code: str) -> HttpResponse:
    """The ranking with every line of it explained, and the chart of the session."""
    return _end_page(request, visit(request, code))


def _end_page(request: ClubRequest, access: Access, too_many: str = "") -> HttpResponse:
    session = access.session
    if not session.table.ended:
        return redirect("tables:table", session.code)
    names = names_by_seat(session)
    results = list(session.hands.order_by("number").values_list("result", flat=True))
    context = {
        "access": access,
        "session": session,
        "too_many": too_many,
        "agreeing": agreeing_panel(access, names) if session.agreeing else None,
        "why": ending_in_words(why_ended(session, session.table.ended)),
        "rows": ranking_rows(session, names),
        "names": names,
        "results": [{**result, "label": label_in_words(result["label"])} for result in results],
        "chart": score_chart(session, results, names),
        "may_continue": access.may_score
        and not session.on_paper
        and session.game.continued(session.frozen_rules, session.table.ended) is not None,
    }
    return render(request, "tables/end.html", context, status=429 if too_many else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: ClubRequest, code: str) -> HttpResponse:
    """Stop here: rank the players as they stand."""
    access = score(request, code)
    if access.session.table.ended:
        return redirect("tables:end", code)
    errors: list[str] = []
    status = 200
    noted = would_lose_notes(access.session)
    if noted:
        status = 422 if request.method == "POST" else 200
    elif request.method == "POST":
        errors, status = _try(close_session, request, access.session)
        if not errors:
            return redirect("tables:end", code)
        access.session.refresh_from_db()
    context = {
        "session": access.session,
        "errors": errors,
        "rows": seat_rows(access.session),
        "noted": noted,
        "drop_back": "close",
    }
    return render(request, "tables/close.html", context, status=status)


@require_POST
def play_on(request: ClubRequest, code: str) -> HttpResponse:
    """Continue after all."""
    access = score(request, code)
    errors, _status = _try(continue_session, request, access.session)
    for error in errors:
        messages.error(request, error)
    return redirect("tables:end" if errors else "tables:table", code)


@require_POST
def again(request: ClubRequest, code: str) -> HttpResponse:
    """The same players and rules at a new table, the seats to be drawn."""
    access = visit(request, code)
    old = access.session
    if too_many := too_many_opened(request):
        if old.table.ended:
            return _end_page(request, access, too_many)
        return render(request, "429.html", status=429)
    count_opened(request)
    session = open_session(
        request.visitor.device(),
        old.variant,
        old.preset,
        old.frozen_rules,
        names_by_seat(old),
        "shuffle",
        previous=old,
        agreeing=old.agreeing,
        belonging=belonging_again(old),
        house_rules=old.house_rules,
    )
    return redirect("tables:seats", session.code)


def _try(change: Any, request: ClubRequest, session: Session) -> tuple[list[str], int]:
    """Make a change of the whole session; what went wrong in words, with the status to answer."""
    try:
        change(session.pk, submission_of(request))
    except Stale:
        return [_("The table has changed meanwhile. Look again, then confirm.")], 409
    except RuleError as fault:
        return [said(fault.text)], 422
    except BadSubmission:
        return [_("This form is too old. Look again, then confirm.")], 422
    return [], 200
