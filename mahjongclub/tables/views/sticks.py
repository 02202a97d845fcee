"""The stick check: type what lies before each player, see who differs by how much."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.riichi_stick import with_sticks_out

from ..access import visit
from ..models import seat_rows
from ..wording import points_in_words

MOST_POINTS = 10_000_000


class StickCheckForm(forms.Form):
    """What was counted before each player; an empty field is not checked."""

    def __init__(self, names: list[str], *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        for seat, name in enumerate(names):
            self.fields[f"seat-{seat}"] = forms.IntegerField(
                label=name, required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: ClubRequest, code: str) -> HttpResponse:
    """Compare what was counted with what the table should hold. Nothing is stored."""
    access = visit(request, code)
    lying = with_sticks_out(access.session.table, access.session.riichi_out)
    rows = [{**row, "score": lying.scores[row["number"]]} for row in seat_rows(access.session)]
    form = StickCheckForm([row["name"] for row in rows], request.POST or None)
    found = []
    if form.is_bound and form.is_valid():
        for row in rows:
            counted = form.cleaned_data[f"seat-{row['number']}"]
            if counted is not None:
                found.append({**row, "counted": counted, "differs": counted - row["score"]})
    sum_differs = sum(row["differs"] for row in found)
    context = {
        "session": access.session,
        "sticks": lying.sticks,
        "form": form,
        "rows": [(row, form[f"seat-{row['number']}"]) for row in rows],
        "found": found,
        "right": bool(found) and not any(row["differs"] for row in found),
        "sum_text": _("Together %(points)s points too many lie here.")
        % {"points": points_in_words(sum_differs)}
        if sum_differs > 0
        else _("Together %(points)s points are missing.") % {"points": points_in_words(-sum_differs)},
        "sum_differs": sum_differs if len(found) == len(rows) else 0,
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tables/sticks.html", context, status=status)
