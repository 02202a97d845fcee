"""What is no hand: points given or taken, other rules, another player, where the game began.

Looked at, then confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.club_access import role_in
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.wording import fault_in_words, said
from mahjongclub.games.registry import game_of
from mahjongclub.rules.beginning import surplus_over_start
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.rotation import ROTATIONS, unrotated

from ..access import visit_as_scorer
from ..entry_sheet import change_rows
from ..models import Access, Session, names_by_player
from ..payments import payments_after_change
from ..recording import Receipt, Submission, append_entry, correct_hand, insert_hand, set_start
from ..replaying import consequence, starting_state, stored_outcomes
from ..sitters import Seating, find_at_table
from .answers import attempt_change
from .entry_forms import AdjustForm, OtherRulesForm, Outcome, SitDownForm, SitOutForm, StartForm
from .new_table import known_names
from .revisions import start_in_words


@require_http_methods(["GET", "HEAD", "POST"])
def replace_player(request: ClubRequest, code: str) -> HttpResponse:
    """Somebody takes another's place from a hand on, or correct who did (`number`), after a look at it."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())
    session = access.session
    outcomes = stored_outcomes(session)
    params = request.POST if request.method == "POST" else request.GET
    number, there = _asked_for(session, outcomes, params, "seat")
    if session.started_at is None:
        return redirect("tables:seats", code)
    if not there:
        return redirect("tables:log", code)
    device_id = request.visitor.device_id
    member = session.club is not None and role_in(session.club, request) is not None
    form = SitDownForm(
        session,
        outcomes,
        number,
        lambda name: find_at_table(session, name, device_id, request.user.pk),
        params if "player" in params else None,
    )
    errors: list[str] = []
    valid = form.is_bound and form.is_valid()
    status = 422 if form.errors else 200
    if request.method == "POST" and valid:
        errors, status, session = attempt_change(
            request, session, _put(form.entry, form.row_number, number, len(outcomes))
        )
        if not errors:
            return redirect("tables:log" if form.row_number <= len(outcomes) else "tables:table", code)
    context: dict[str, object] = {
        "session": session,
        "form": form,
        "number": number,
        # whoever keeps the score by a link is told no roster
        "known_names": known_names(request, session.club if member else None),
    }
    if valid:
        outcomes[form.row_number - 1 : form.row_number if number else form.row_number - 1] = [form.looked_at]
        fault = consequence(session, outcomes, form.row_number).fault
        context["words"] = form.words
        if fault is not None:
            status, errors = 422, [*errors, fault_in_words(fault, form.sat.players)]
    context |= {"errors": [*errors, *form.non_field_errors()], "preview": valid and not errors}
    return render(request, "tables/sit_down.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_sitting_out(request: ClubRequest, code: str) -> HttpResponse:
    """Somebody gets up for who sits out, from a hand on, or correct who did (`number`)."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())
    session = access.session
    outcomes = stored_outcomes(session)
    params = request.POST if request.method == "POST" else request.GET
    number, there = _asked_for(session, outcomes, params, "sit")
    if not there or not session.rotation:
        return redirect("tables:log", code)
    form = SitOutForm(session, outcomes, number, request.POST if request.method == "POST" else None)
    errors: list[str] = []
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        entry = {"type": "sit", "out": form.cleaned_data["out"]}
        errors, status, session = attempt_change(
            request, session, _put(entry, form.row_number, number, len(outcomes))
        )
        if not errors:
            return redirect("tables:log" if form.row_number <= len(outcomes) else "tables:table", code)
    context = {
        "session": session,
        "form": form,
        "number": number,
        "errors": errors,
        "out": Seating(session).all_names_before(number or len(outcomes) + 1)[-1],
        "rotation": said(ROTATIONS[session.rotation]),
    }
    return render(request, "tables/sit_out.html", context, status=status)


def _put(entry: Outcome, at: int, number: int | None, listed: int) -> Callable[[int, Submission], Receipt]:
    """The change that puts an entry before hand `at`, or in the place of entry `number`."""

    def change(pk: int, submission: Submission) -> Receipt:
        if number is not None:
            return correct_hand(pk, submission, number, entry)
        if at <= listed:
            return insert_hand(pk, submission, at, entry)
        return append_entry(pk, submission, entry)

    return change


@require_http_methods(["GET", "HEAD", "POST"])
def change_table_rules(request: ClubRequest, code: str) -> HttpResponse:
    """Play by other options from a hand on, or correct what was changed there (`number`)."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())
    session = access.session
    outcomes = stored_outcomes(session)
    params = request.POST if request.method == "POST" else request.GET
    number, there = _asked_for(session, outcomes, params, "rules")
    if not there:
        return redirect("tables:log", code)
    names = names_by_player(session)
    typed = params if any(key.startswith("option-") for key in params) else None
    form = OtherRulesForm(session, outcomes, number, typed)
    errors: list[str] = []
    valid = form.is_bound and form.is_valid()
    status = 422 if form.errors else 200
    at = number or (form.cleaned_data.get("since") if valid else None) or len(outcomes) + 1
    if request.method == "POST" and valid:
        put = _put({"type": "rules", "rules": form.options}, at, number, len(outcomes))
        errors, status, session = attempt_change(request, session, put)
        if not errors:
            return redirect("tables:log" if at <= len(outcomes) else "tables:table", code)
    context: dict[str, object] = {
        "session": session,
        "form": form,
        "number": number,
        "sent": [
            (key, value)
            for key, values in params.lists()
            if key == "since" or key.startswith("option-")
            for value in values
        ],
        "errors": [*errors, *form.non_field_errors()],
    }
    if valid:
        entry = {"type": "rules", "rules": form.options}
        outcomes[at - 1 : at if number else at - 1] = [entry]
        context["words"] = game_of(session).hand_sentence(form.before, entry, names)
        context |= _preview(access, outcomes, at, names)
        if "fault" in context:
            status, context["errors"] = 422, [*errors, *form.non_field_errors(), context["fault"]]
    return render(request, "tables/other_rules.html", context, status=status)


def _asked_for(
    session: Session, outcomes: Sequence[Outcome], params: QueryDict, kind: str
) -> tuple[int | None, bool]:
    """Which entry is to be corrected, None for a new one; and whether that can be."""
    number = whole_number(params.get("number", ""), 4)
    if number is None:
        return None, not session.table.ended
    return number, 0 < number <= len(outcomes) and outcomes[number - 1]["type"] == kind


@require_http_methods(["GET", "HEAD", "POST"])
def adjust_points(request: ClubRequest, code: str) -> HttpResponse:
    """Give or take points now, or correct what was given (`number`), after a look at what that changes."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())  # a page of its own, no part of the table
    session = access.session
    outcomes = stored_outcomes(session)
    params = request.POST if request.method == "POST" else request.GET
    number, there = _asked_for(session, outcomes, params, "adjust")
    if not there:
        return redirect("tables:log", code)
    recorded = outcomes[number - 1] if number is not None else None
    names = names_by_player(session)
    typed = params if any(key.startswith("seat-") for key in params) else None
    form = AdjustForm(names, typed, _initial(recorded))
    errors: list[str] = []
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        put = _put(form.entry, len(outcomes) + 1, number, len(outcomes))
        errors, status, session = attempt_change(request, session, put)
        if not errors:
            return redirect("tables:table" if number is None else "tables:log", code)
    context: dict[str, object] = {
        "session": session,
        "form": form,
        "number": number,
        "errors": [*errors, *form.non_field_errors()],
    }
    if form.is_bound and form.is_valid():
        at = number or len(outcomes) + 1
        outcomes[at - 1 : at] = [form.entry]
        context |= _preview(access, outcomes, at, names)
        if "fault" in context:
            status, context["errors"] = 422, [*errors, *form.non_field_errors(), context["fault"]]
    return render(request, "tables/adjust.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_start(request: ClubRequest, code: str) -> HttpResponse:
    """Say where the game began, or let it begin at the beginning again, after a look at what that changes."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())
    session = access.session
    if session.on_paper:
        return redirect("tables:log", code)
    names = names_by_player(session)
    params = request.POST if request.method == "POST" else request.GET
    form = StartForm(session, names, params if "seat-0" in params else None)
    errors: list[str] = []
    valid = form.is_bound and form.is_valid()
    status = 422 if form.errors else 200
    if request.method == "POST" and valid:
        errors, status, session = attempt_change(
            request, session, lambda pk, submission: set_start(pk, submission, form.typed_start)
        )
        if not errors:
            return redirect("tables:log" if session.table.ended else "tables:table", code)
    context: dict[str, object] = {"session": session, "form": form, "errors": errors}
    if valid:
        session.begun = form.typed_start  # looked at, not kept
        context |= _preview(access, stored_outcomes(session), 0, names)
        if "fault" not in context:
            context["words"] = start_in_words(session.begun or {}, names)
            off = surplus_over_start(session.game, session.opened_rules, starting_state(session))
            # the sticks lie where the players say they do: there is nothing to put right
            context |= {"too_many": max(off, 0), "missing": max(-off, 0), "payments": ()}
        else:
            status, context["errors"] = 422, [*errors, context["fault"]]
    return render(request, "tables/begin.html", context, status=status)


def _initial(recorded: Any) -> dict[str, Any]:
    if recorded is None:
        return {}
    points = {f"seat-{seat}": points or "" for seat, points in enumerate(recorded["points"])}
    return {**points, "why": recorded.get("why", "")}


def _preview(access: Access, outcomes: Sequence[Outcome], at: int, names: Sequence[str]) -> Outcome:
    """What these hands, the entry among them, change: scores, later hands, what to put right at the table."""
    session = access.session
    changed = consequence(session, outcomes, at)
    if changed.fault is not None or changed.state is None:
        assert changed.fault is not None
        return {"fault": fault_in_words(changed.fault, names)}
    before, then = unrotated(session.table).scores, unrotated(changed.state).scores
    return {
        "preview": {
            "deltas": [
                {"name": name, "delta": after - was, "score_after": after}
                for name, was, after in zip(names, before, then, strict=True)
            ]
        },
        "changes": [row for row in change_rows(changed, names) if not row.edited],
        "payments": payments_after_change(session, changed.state, names),
    }
