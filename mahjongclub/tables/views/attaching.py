"""To which club and evening a table belongs, chosen after it was opened."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.club_access import role_in
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest

from ..access import visit
from ..attaching import SamePlayerTwice, attach_session
from ..belonging import Belonging, belongings_of
from ..models import Access


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def attach(request: ClubRequest, code: str) -> HttpResponse:
    """Whoever opened the table chooses among their clubs; organisers choose for theirs."""
    access = visit(request, code)
    session = access.session
    offered = _offered(request, access)
    now = Belonging(session.club, session.evening)
    errors: list[str] = []
    word = request.POST.get("belongs", "") if request.method == "POST" else now.word
    if request.method == "POST":
        chosen = next((one for one in offered if one.word == word), None)
        if chosen is None:
            errors = [_("Choose one of your clubs.")]
        else:
            try:
                attach_session(session.pk, chosen)
            except SamePlayerTwice as fault:
                errors = [
                    _("%(name)s and another player of this table are one person on the club’s roster.")
                    % {"name": fault.name}
                ]
            else:
                messages.success(request, chosen.title)
                return redirect("tables:end" if session.table.ended else "tables:table", code)
    context = {
        "session": session,
        "access": access,
        "offered": [{"word": one.word, "title": one.title, "chosen": one.word == word} for one in offered],
        "errors": errors,
    }
    return render(request, "tables/attach.html", context, status=422 if errors else 200)


def _offered(request: ClubRequest, access: Access) -> list[Belonging]:
    """What may be chosen: by the opener every club they are in, else those they organise.

    PermissionDenied where the table belongs to a club that the visitor may not take it from.
    """
    session = access.session
    opener = session.opener_id == access.device_id
    least = Role.MEMBER if opener else Role.ORGANISER
    if session.club is not None:
        role = role_in(session.club, request)
        if role is None or not role.may_act_as(least):
            raise PermissionDenied("not yours to give away")
    offered = belongings_of(request, least)
    now = Belonging(session.club, session.evening)
    return offered if not offered or now in offered else [*offered, now]
