"""Patterns to tai: tick what a Taiwanese hand has, see what it comes to, take that into the entry."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest

from ..access import score
from ..entry.place import BadDraft, read_draft
from ..entry.taiwanese import hidden_fields, number_form, win_title
from ..entry.taiwanese_ticks import TickedWin
from .entry import place_of
from .freshness import told_apart


@require_safe
def patterns(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """The list with its ticks and their sum; "take" leads on to the confirmation. A typed number does too."""
    access = score(request, code)
    if access.session.variant != "taiwanese":
        raise Http404(_("This address does not fit the table."))
    place = place_of(access, number, "insert" in request.GET)
    if place is None:
        return redirect("tables:table", code)
    try:
        ticked = TickedWin(place, read_draft(request.GET.get("draft", "")), request.GET)
    except BadDraft:
        raise Http404(_("This address does not fit the table.")) from None
    typed, wrong_number = request.GET.get("tai"), ""
    if typed is not None:
        draft, wrong_number = ticked.read_number(typed)
        if not wrong_number:
            return redirect(place.link(draft))
    elif "take" in request.GET and not ticked.fault:
        return redirect(place.link(ticked.with_patterns()))
    open_draft = ticked.without_value()
    context = {
        "session": access.session,
        "title": win_title(place, ticked.win),
        "groups": ticked.groups(),
        "count": ticked.count(),
        "action": request.path,
        "hidden": hidden_fields(place, open_draft),
        "typed": number_form(place, open_draft, typed or "", wrong_number),
        "back_href": place.link(open_draft),
    }
    counting = bool(request.htmx and request.htmx.target == "tai-count")
    template = "tables/_taiwanese_count.html" if counting else "tables/taiwanese_patterns.html"
    status = 422 if ticked.fault or wrong_number else 200
    return told_apart(render(request, template, context, status=status), fragment=counting)
