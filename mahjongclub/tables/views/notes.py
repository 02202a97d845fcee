"""Dropping what is noted of the hand being played, where it stands in the way of something else."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score
from ..recording import Stale, change_pending
from ..wording import said
from .answers import BadSubmission, hand_number_of, submission_of

#: the pages of a table that send here, and are gone back to
PAGES = ("close", "undo")


@require_POST
def drop_notes(request: ClubRequest, code: str) -> HttpResponse:
    """Forget the notes of the hand being played, then back to the page they stood in the way of."""
    access = score(request, code)
    try:
        change_pending(
            access.session.pk, submission_of(request), hand_number_of(request), lambda session, notes: {}
        )
    except BadSubmission:
        raise Http404(_("This address does not fit the table.")) from None
    except Stale:
        messages.error(request, _("The table has changed meanwhile. Look again, then confirm."))
    except RuleError as fault:
        messages.error(request, said(fault.text))
    return _back(code, request.POST.get("back", ""))


def _back(code: str, page: str) -> HttpResponse:
    if page in PAGES:
        return redirect(f"tables:{page}", code)
    if page.isascii() and page.isdigit() and 0 < len(page) < 5 and page[0] != "0":
        return redirect("tables:delete", code, int(page))
    return redirect("tables:table", code)
