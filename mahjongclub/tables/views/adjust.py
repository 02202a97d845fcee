"""Points given or taken, with why: a penalty, a slip of dealing, points typed wrongly on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import fault_in_words
from mahjongclub.rules.entries import LONGEST_REASON, MOST_POINTS
from mahjongclub.rules.reading import is_text, whole_number

from ..access import score
from ..entry_sheet import change_rows
from ..models import Access, names_by_seat
from ..payments import to_put_right
from ..recording import adjust_points
from ..replaying import consequence, stored_outcomes
from .answers import attempt


class AdjustForm(forms.Form):
    """Points of any sign for each seat, and why."""

    why = forms.CharField(required=False, max_length=LONGEST_REASON)

    def __init__(self, names: Sequence[str], data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        for seat, name in enumerate(names):
            self.fields[f"seat-{seat}"] = PointsField(
                label=name, required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )
        self.seats = range(len(names))

    @property
    def rows(self) -> list[forms.BoundField]:
        """The fields of the points, in the order of seats."""
        return [self[f"seat-{seat}"] for seat in self.seats]

    @property
    def points(self) -> list[int]:
        """The points of each seat, once the form is valid."""
        return [self.cleaned_data[f"seat-{seat}"] or 0 for seat in self.seats]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not is_text(cleaned.get("why", ""), LONGEST_REASON):
            self.add_error("why", ValidationError(_("This text cannot be kept.")))
        if not self.errors and not any(self.points):
            self.add_error(None, ValidationError(_("Say whose points change.")))
        return cleaned


@require_http_methods(["GET", "HEAD", "POST"])
def adjust(request: ClubRequest, code: str) -> HttpResponse:
    """Give or take points now, or correct what was given (`number`), after a look at what that changes."""
    access = score(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())  # a page of its own, no part of the table
    session = access.session
    outcomes = stored_outcomes(session)
    asked = request.POST if request.method == "POST" else request.GET
    number = whole_number(asked.get("number", ""), 4)
    recorded = outcomes[number - 1] if number is not None and 0 < number <= len(outcomes) else None
    if (number is None and session.table.ended) or (
        number is not None and (recorded is None or recorded["type"] != "adjust")
    ):
        return redirect("tables:log", code)
    names = names_by_seat(session)
    typed = asked if any(key.startswith("seat-") for key in asked) else None
    form = AdjustForm(names, typed, _initial(recorded))
    errors: list[str] = []
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        points, why = form.points, form.cleaned_data["why"]
        errors, status, session = attempt(
            request, session, lambda pk, sub: adjust_points(pk, sub, points, why, number)
        )
        if not errors:
            return redirect("tables:table" if number is None else "tables:log", code)
    context = {
        "session": session,
        "form": form,
        "number": number,
        "errors": [*errors, *form.non_field_errors()],
        **(_preview(access, form, number, names) if form.is_bound and form.is_valid() else {}),
    }
    if "fault" in context:
        status, context["errors"] = 422, [*context["errors"], context["fault"]]
    return render(request, "tables/adjust.html", context, status=status)


def _initial(recorded: Any) -> dict[str, Any]:
    if recorded is None:
        return {}
    points = {f"seat-{seat}": points or "" for seat, points in enumerate(recorded["points"])}
    return {**points, "why": recorded.get("why", "")}


def _preview(access: Access, form: AdjustForm, number: int | None, names: Sequence[str]) -> dict[str, Any]:
    """What the points would change: each seat's score, later hands, what to put right at the table."""
    session = access.session
    outcomes = stored_outcomes(session)
    outcome: dict[str, Any] = {"type": "adjust", "points": form.points}
    at = number or len(outcomes) + 1
    outcomes[at - 1 : at] = [outcome]
    changed = consequence(session, outcomes, at)
    if changed.fault is not None or changed.state is None:
        assert changed.fault is not None
        return {"fault": fault_in_words(changed.fault, names)}
    before = session.table.scores
    return {
        "preview": {
            "deltas": [
                {"name": name, "delta": after - was, "score_after": after}
                for name, was, after in zip(names, before, changed.state.scores, strict=True)
            ]
        },
        "changes": [row for row in change_rows(changed, names) if not row["edited"]],
        "payments": to_put_right(session.table, changed.state, names),
    }
