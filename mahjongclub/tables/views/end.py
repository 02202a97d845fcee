"""The end of a session: the ranking explained, the chart, stopping, playing on, the same players again."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.room import check_quota
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import has_unrecorded_notes
from mahjongclub.rules.entries import is_entry

from ..access import count_opened_table, opening_limit_message, visit_as_scorer, visit_table
from ..agreeing import agreeing_panel
from ..club_choice import NOBODY, may_rematch_with_players, rematch_club_and_evening
from ..club_games import CONFIRMED, other_running_seats, path_back_to_club, played_on
from ..models import Access, seat_rows
from ..opening import find_or_create_namesakes, open_session
from ..payments import payment_notices
from ..ranking import (
    ending_sentence,
    figure_rows,
    lines_still_due,
    ranking_in_words,
    ranking_rows,
    score_chart,
    winners_in_words,
)
from ..recording import close_session, continue_session
from ..rules_form import rules_name
from ..sitters import Seating
from .answers import attempt_change
from .log import log_sheet
from .table import more_menu

#: so long after the end the page says what the last hand moved: the players may still have to pay it
JUST_ENDED = timedelta(minutes=10)
#: so long after the end the tiles of its page are turned one by one: whoever comes later knows the result
TURNING = timedelta(minutes=1)


@require_safe
def show_table_result(request: ClubRequest, code: str) -> HttpResponse:
    """Show the ranking with every line of it explained, and the chart of the session."""
    return _end_page(request, visit_table(request, code))


def _end_page(request: ClubRequest, access: Access, refused: str = "", status: int = 200) -> HttpResponse:
    session = access.session
    if not session.table.ended:
        return redirect("tables:table", session.code)
    sat = Seating(session)
    names = sat.joined_names
    rows = ranking_rows(session, names, sat.names_in_turn)
    played = list(session.hands.order_by("number").values_list("outcome", "result"))
    hands = sum(not is_entry(outcome) for outcome, _result in played)
    since_end = timezone.now() - session.ended_at if session.ended_at else JUST_ENDED
    context = {
        "access": access,
        "session": session,
        "refused": refused,
        "may_play_again": not session.of_round,
        "over": access.has_scorer_role and not access.may_score,
        "more": more_menu(request, access),
        "more_open": "more" in request.GET,
        "to_club": path_back_to_club(request, session),
        "agreeing": agreeing_panel(access, sat.players) if session.agreeing else None,
        "game": said(session.game.name),
        "played_on": played_on(session),
        "rules_name": rules_name(session),
        "title": winners_in_words(rows),
        "why": ending_sentence(session, names, hands),
        "rows": rows,
        "turning": since_end < TURNING and not refused,
        "text": ranking_in_words(session, rows),
        "names": names,
        "sheet": log_sheet(session, sat) if played else None,
        "to_pay": lines_still_due(payment_notices(session, sat.players, access.seat))
        if since_end < JUST_ENDED
        else [],
        "chart": score_chart(session, [result for _outcome, result in played], names),
        "figures": figure_rows(played, names),
        "last_number": session.row_count if access.may_score and not session.is_paper_only else 0,
        "may_continue": access.may_score
        and (access.directs or not session.of_round)
        and not session.on_paper
        and session.game.continued(session.current_rules, session.table.ended) is not None,
    }
    return render(request, "tables/end.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def end_table(request: ClubRequest, code: str) -> HttpResponse:
    """Ask first (GET), then end the session here and rank the players as they stand (POST)."""
    access = visit_as_scorer(request, code)
    if access.session.table.ended:
        return redirect("tables:end", code)
    if access.session.started_at is None:
        return redirect("tables:seats", code)  # nothing to rank; it can be discarded there
    errors: list[str] = []
    status = 200
    noted = has_unrecorded_notes(access.session)
    if noted:
        status = 422 if request.method == "POST" else 200
    elif request.method == "POST":
        errors, status, _now = attempt_change(request, access.session, close_session)
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
def continue_table(request: ClubRequest, code: str) -> HttpResponse:
    """Reopen the ended session."""
    access = visit_as_scorer(request, code)
    errors, _status, _now = attempt_change(request, access.session, continue_session)
    for error in errors:
        messages.error(request, error)
    return redirect("tables:end" if errors else "tables:table", code)


@require_POST
def start_rematch(request: ClubRequest, code: str) -> HttpResponse:
    """Open a new table for the same players and rules, the seats to be drawn.

    It asks first where somebody plays at another table already: two phones that say it both open one.
    Who only looks on gets guests of the same names, and a table of no club. No rematch of a round’s table.
    """
    access = visit_table(request, code)
    old = access.session
    if old.of_round:
        why = _("This table was part of a round: the organiser opens the next one.")
        return _end_page(request, access, why, 422)
    if too_many := opening_limit_message(request):
        if old.table.ended:
            return _end_page(request, access, too_many, 429)
        return render(request, "429.html", status=429)
    bring = may_rematch_with_players(request, access)
    if bring and CONFIRMED not in request.POST and (elsewhere := other_running_seats(old)):
        context = {"session": old, "elsewhere": elsewhere}
        return render(request, "tables/again_elsewhere.html", context, status=422)
    check_quota(old.club if bring else None, games=1)
    count_opened_table(request)
    device = request.visitor.get_or_create_device()
    session = open_session(
        device,
        old.variant,
        old.preset,
        old.current_rules,
        [],
        "shuffle",
        previous_session=old,
        agreeing=old.agreeing,
        belonging=rematch_club_and_evening(old) if bring else NOBODY,
        house_rules=old.house_rules if bring else None,
        player_ids=() if bring else find_or_create_namesakes(old, device, request.user.pk),
    )
    if old.club is not None and not bring:
        text = _("This table belongs to no club: its players are guests of this phone with the same names.")
        messages.info(request, text)
    return redirect("tables:seats", session.code)
