"""The host's pages are for the owner of the installation; for everybody else there are none."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.views import redirect_to_login
from django.contrib.contenttypes.models import ContentType
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from mahjongclub.clubs.accounts.second_factor import lacks_required_second_factor
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.hosting_model import HostChoice
from mahjongclub.clubs.models import Account, Club

log = logging.getLogger(__name__)
HostView = Callable[Concatenate[ClubRequest, Account, ...], HttpResponse]


def host_only_view(view: HostView) -> Callable[..., HttpResponse]:
    """A view given the owner of the installation. For staff and others there is no such page."""

    @wraps(view)
    @never_cache
    def page(request: ClubRequest, **kwargs: Any) -> HttpResponse:
        account = request.user
        if not isinstance(account, Account):
            here = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
            return redirect_to_login(here)
        if not (account.is_superuser and account.is_active):
            raise Http404("for the owner of the installation")
        if lacks_required_second_factor(account):
            return redirect("second_factor")
        return view(request, account, **kwargs)

    return page


def log_host_change(account: Account, what: str, club: Club | None = None) -> None:
    """Log what the host did, and to which club by its number, in the admin's list of changes."""
    about = ContentType.objects.get_for_model(HostChoice if club is None else Club)
    LogEntry.objects.create(
        user_id=account.pk,
        content_type_id=about.pk,
        object_id="1" if club is None else str(club.pk),
        object_repr="#1" if club is None else f"#{club.pk}",
        action_flag=CHANGE,
        change_message=what,
    )
    log.info("the owner %s: %s", account.pk, what)
