"""The throw that names the first dealer, where a game has one: typed, or thrown by the app, and kept."""

from __future__ import annotations

import random

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score
from ..games import game_of
from ..models import names_by_seat
from ..recording import Stale, throw_for_dealer
from ..wording import fault_in_words
from .answers import BadSubmission, done, fresh_table, submission_of, wants_table_fragment

_chance = random.SystemRandom()
FACES = {str(face): face for face in range(1, 7)}


@require_http_methods(["GET", "HEAD", "POST"])
def dice(request: ClubRequest, code: str) -> HttpResponse:
    """Name the first dealer by dice; later, put right what was typed wrongly."""
    access = score(request, code)
    session, errors, status = access.session, [], 200
    if not game_of(session).thrown_dealer:
        raise Http404(_("This address does not fit the table."))
    if session.table.ended:
        return redirect("tables:end", code)
    if request.method == "POST":
        thrown = _thrown(request)
        try:
            if thrown is not None:
                return done(
                    request, access, throw_for_dealer(session.pk, submission_of(request), thrown).session
                )
            errors, status = [_("Choose what each of the two dice shows.")], 422
        except Stale as stale:
            session, status = stale.session, 409
            errors = [_("The table has changed meanwhile. Look again, then confirm.")]
        except RuleError as fault:
            errors, status = [fault_in_words(fault)], 422
        except BadSubmission:
            errors, status = [_("This form is too old. Look again, then confirm.")], 422
        if wants_table_fragment(request):
            return fresh_table(request, access, session, status=status, errors=errors)
    context = {
        "session": session,
        "errors": errors,
        "faces": range(1, 7),
        "first_name": names_by_seat(session)[0],
        "below": {"faces": range(1, 7), "version": session.version},
    }
    return render(request, "tables/dice.html", context, status=status)


def _thrown(request: ClubRequest) -> tuple[int, int] | None:
    if "throw" in request.POST:
        return _chance.randint(1, 6), _chance.randint(1, 6)
    one, other = (FACES.get(request.POST.get(name, "")) for name in ("one", "other"))
    return (one, other) if one and other else None
