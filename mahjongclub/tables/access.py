"""Who may see and who may score a session. Every view begins here; each helper returns or raises."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404

from mahjongclub.clubs.devices import ClubRequest

from .models import Access, Session


def visit(request: ClubRequest, code: str) -> Access:
    """The visitor's access to a session, session and clock loaded; Http404 for anybody not let in. One query.

    One answer for "no such table" and "not yours", so that codes cannot be probed.
    """
    device_id = request.visitor.device_id
    if device_id is None:
        raise Http404("no such table on this device")
    accesses = Access.objects.select_related("session__clock", "device")
    try:
        access = accesses.get(session__code=code, device=device_id)
    except Access.DoesNotExist:
        raise Http404("no such table on this device") from None
    request.visitor.recognise(access.device)
    return access


def score(request: ClubRequest, code: str) -> Access:
    """As `visit`, for what only a scorer may do; PermissionDenied for a viewer."""
    access = visit(request, code)
    if not access.may_score:
        raise PermissionDenied("watching only")
    return access


def let_in(request: ClubRequest, session: Session, role: str) -> Access:
    """Give this device a role at the session; a scorer is never made a viewer by a weaker link.

    Who comes to keep the score mostly sits at the table: the board then asks where.
    """
    scorer = role == Access.Role.SCORER
    access, made = Access.objects.get_or_create(
        session=session, device=request.visitor.device(), defaults={"role": role, "asks_seat": scorer}
    )
    if not made and scorer and not access.may_score:
        access.role, access.asks_seat = role, access.seat is None
        access.save(update_fields=["role", "asks_seat"])
    return access
