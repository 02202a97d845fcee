"""Invitations by link and QR code: made and revoked by organisers, followed by whoever has them."""

from __future__ import annotations

from typing import cast

import segno
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.addresses import absolute_url

from ..club_access import ClubVisit, club_page, show
from ..club_forms import InvitationForm
from ..club_model import Invitation, Membership, Role
from ..devices import ClubRequest
from ..inviting import accept_club_invitation, create_club_invitation, find_club_invitation
from ..models import Account
from ..roster import own_player
from .members import assignable_roles


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def manage_invitations(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Make an invitation, shown once with its link and QR code; the open ones, to be revoked."""
    club = visit.club
    form = InvitationForm(assignable_roles(visit), request.POST if request.method == "POST" else None)
    link, made = "", None
    if request.method == "POST" and form.is_valid():
        role = Role(form.cleaned_data["role"])
        made, token = create_club_invitation(
            club, cast(Account, request.user), role, form.cleaned_data["places"], form.cleaned_data["days"]
        )
        link = _link(request, token)
        form = InvitationForm(assignable_roles(visit))
    still_open = Invitation.objects.filter(club=club, places__gt=0, expires_at__gt=timezone.now())
    context = {
        "form": form,
        "link": link,
        "made": made,
        "picture": segno.make(link, error="m").svg_inline(scale=6, border=4, dark="#000", light="#fff")
        if link
        else "",
        "invitations": [
            {"one": invitation, "role": Role(invitation.role).label}
            for invitation in still_open.order_by("expires_at")
        ],
    }
    return show(request, visit, "clubs/invitations.html", context, status=422 if form.errors else 200)


@require_POST
@club_page(Role.ORGANISER)
def revoke_invitation(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """The invitation's link no longer works. Revoking twice changes nothing."""
    Invitation.objects.filter(club=visit.club, pk=number).delete()
    messages.success(request, _("The invitation is revoked: its link no longer works."))
    return redirect("clubs:invitations", visit.club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def accept_invitation(request: ClubRequest, token: str) -> HttpResponse:
    """What somebody who follows an invitation sees: the club and the role, and the tap that accepts."""
    invitation = find_club_invitation(token)
    if invitation is None:
        return render(request, "clubs/invitation_gone.html", status=404)
    if request.method == "POST" and request.user.is_authenticated:
        member = accept_club_invitation(token, request.user)
        if member is None:
            return render(request, "clubs/invitation_gone.html", status=404)
        messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club.name})
        page = "tables:club" if own_player(request.user.pk, invitation.club) else "people:join_roster"
        return redirect(page, invitation.club.slug)
    already = Membership.objects.filter(club=invitation.club, account_id=request.user.pk or 0).exists()
    context = {
        "club": invitation.club,
        "role": Role(invitation.role).label,
        "already": already,
        "here": request.path,
    }
    return render(request, "clubs/join.html", context)


def _link(request: ClubRequest, token: str) -> str:
    path = reverse("clubs:join", args=[token])
    return absolute_url(request, path)
