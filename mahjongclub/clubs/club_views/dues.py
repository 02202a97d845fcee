"""What members of a club have paid: until when, for organisers alone."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ..club_access import ClubVisit, club_page, show
from ..club_forms import FARTHEST, FIRST_DATE
from ..club_model import Role
from ..devices import ClubRequest
from ..naming import alphabetical
from ..roster import paid_until, set_paid
from ..typed_days import DayField


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def dues(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Until when each player has paid, who is due first. What another organiser entered meanwhile stays."""
    rows = _rows(visit)
    if request.method == "POST":
        for row in rows:
            _read(row, request.POST.get(f"paid-{row['pk']}"), request.POST.get(f"was-{row['pk']}", ""))
        if not any(row["error"] for row in rows):
            with transaction.atomic():
                for row in rows:
                    if row["changed"]:
                        set_paid(row["pk"], row["until"])
            messages.success(request, _("Saved."))
            return redirect("clubs:dues", visit.club.slug)
    failed = any(row["error"] for row in rows)
    context = {"rows": rows, "due": sum(row["due"] for row in rows), "failed": failed}
    return show(request, visit, "clubs/dues.html", context, status=422 if failed else 200)


def _rows(visit: ClubVisit) -> list[dict[str, Any]]:
    """Everybody of the roster: who is due first, the longest first, then the others by name."""
    today = timezone.localdate()
    paid = paid_until(visit.club)
    rows = []
    for player in visit.club.players.on_roster().themselves():
        until = paid.get(player.pk)
        rows.append(
            {
                "pk": player.pk,
                "name": player.shown_name,
                "until": until,
                "typed": until.isoformat() if until else "",
                "was": until.isoformat() if until else "",
                "due": until is not None and until < today,
                "changed": False,
                "error": "",
            }
        )
    return sorted(
        rows, key=lambda row: (row["was"] if row["due"] else "9999-99-99", alphabetical(row["name"]))
    )


def _read(row: dict[str, Any], typed: str | None, was: str) -> None:
    """Put into the row what was typed, where somebody typed something else than stood there."""
    if typed is None or typed.strip() == was:
        return
    row |= {"typed": typed, "changed": True}
    try:
        until: date | None = DayField(required=False).clean(typed)
    except forms.ValidationError as fault:
        row["error"] = " ".join(fault.messages)
        return
    if until is not None and not FIRST_DATE <= until <= timezone.localdate() + FARTHEST:
        row["error"] = _("Give a date between 1900 and five years from now.")
    row["until"] = until
