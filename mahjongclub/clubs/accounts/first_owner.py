"""The first start: a link on the terminal, good once, makes the owner's account and the club."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import cast

from allauth.account.internal.flows.login import record_authentication
from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ..club_forms import ClubForm
from ..founding import adopt_ownerless_clubs, create_club_with_owner
from ..models import Account, Club, OwnerLink
from ..roster import get_or_create_own_player
from .forms import SignUpForm

LINK_LIVES = timedelta(hours=24)


def is_owner_missing() -> bool:
    """Whether nobody owns this server yet."""
    return not Account.objects.filter(is_superuser=True).exists()


def create_owner_link_token() -> str:
    """The token of a fresh link; only its hash is kept. Links printed before stay good until they expire."""
    OwnerLink.objects.filter(expires_at__lte=timezone.now()).delete()
    token = secrets.token_urlsafe(24)
    OwnerLink.objects.create(token_hash=_hash(token), expires_at=timezone.now() + LINK_LIVES)
    return token


@require_http_methods(["GET", "HEAD", "POST"])
def create_first_owner(request: HttpRequest, token: str) -> HttpResponse:
    """The owner's account and club. Whoever is signed in already keeps that account.

    Where clubs are here already, by an import, none is asked for: those without an owner are theirs.
    """
    link = OwnerLink.objects.filter(token_hash=_hash(token), expires_at__gt=timezone.now()).first()
    if link is None or not is_owner_missing():
        raise Http404("no such link, or it was used")
    signed_in = isinstance(request.user, Account)
    posted = request.POST if request.method == "POST" else None
    account_form = None if signed_in else SignUpForm(posted)
    club_form = None if Club.objects.exists() else ClubForm(posted)
    answers = [form.is_valid() for form in (account_form, club_form) if form is not None]
    if request.method == "POST" and all(answers):
        club = _become_owner(request, link, account_form, club_form)
        if club is None:
            messages.success(request, _("This server is yours."))
            return redirect("people:me")
        messages.success(request, _("The club is yours. Next: invite the others, or open a table."))
        return redirect("tables:club", club.slug)
    context = {"account_form": account_form, "club_form": club_form}
    status = 422 if request.method == "POST" else 200
    return render(request, "account/first_owner.html", context, status=status)


def _become_owner(
    request: HttpRequest, link: OwnerLink, form: SignUpForm | None, club: ClubForm | None
) -> Club | None:
    """Make the owner's account and the club, which is returned where one was asked for."""
    with transaction.atomic():
        used, _kinds = OwnerLink.objects.filter(pk=link.pk).delete()
        if not used:  # by another tap, a moment ago
            raise Http404("the link was used")
        OwnerLink.objects.all().delete()
        account = cast(Account, form.save(request) if form is not None else request.user)
        account.is_staff = account.is_superuser = True
        account.save(update_fields=["is_staff", "is_superuser"])
        founded = None
        if club is None:
            adopt_ownerless_clubs(account)
        else:
            founded = create_club_with_owner(
                account, *(club.cleaned_data[name] for name in ("name", "visibility", "time_zone"))
            )
            get_or_create_own_player(account, founded)
    if form is not None:
        login(request, account)
        record_authentication(request, account, "password")
    return founded


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
