"""Who somebody is: browsers an account knows, wrong passwords that may be tried, and asking once more."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows as ways_to_confirm
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.utils import timezone

from ..devices import ClubRequest, Visitor
from ..limits import client_address
from ..models import Account
from ..people.models import KnownDevice
from ..row_secrets import new_secret


def is_browser_known(account: Account, visitor: Visitor) -> bool:
    """Whether this browser has signed in as this account before."""
    return KnownDevice.objects.filter(account=account, device=visitor.device_id or 0).exists()


def sign_out_elsewhere(request: ClubRequest, account: Account) -> None:
    """End every session of the account but this one; no other browser is known any more."""
    account.session_secret = new_secret()
    account.save(update_fields=["session_secret"])
    update_session_auth_hash(request, account)
    KnownDevice.objects.filter(account=account).exclude(device=request.visitor.device_id or 0).delete()


FROM_KNOWN_DEVICE = "10/5m/key"
FROM_ADDRESS = "10/m/key"
FOR_NAME_FROM_ADDRESS = "5/5m/key"
FOR_NAME = "100/h/key"


def count_password_try(request: ClubRequest, name: str, account: Account | None) -> RateLimitUsage | None:
    """One more try for the password of `name`, rolled back where it was right; None for one too many."""
    if account is not None and is_browser_known(account, request.visitor):
        counts = [(FROM_KNOWN_DEVICE, f"{account.pk} {request.visitor.device_id}")]
    else:
        address = client_address(request)
        counts = [(FROM_ADDRESS, address), (FOR_NAME_FROM_ADDRESS, f"{name} {address}"), (FOR_NAME, name)]
    total_usage = RateLimitUsage(usage=[])
    for rate, key in counts:
        usage = ratelimit.consume(
            request, app="mahjongclub", action="password", config={"password": rate}, key=key
        )
        if usage is None:
            return None
        total_usage.usage += usage.usage
    return total_usage


def clear_password_tries(request: ClubRequest, name: str) -> None:
    """After the password was set anew by mail: what was mistyped here counts no more."""
    key = f"{name} {client_address(request)}"
    config = {"password": FOR_NAME_FROM_ADDRESS}
    ratelimit.clear(request, app="mahjongclub", action="password", config=config, key=key)


#: an account with neither password nor passkey (it signs in by codes sent by mail) has signed in this lately
SIGNED_IN_LATELY = timedelta(minutes=5)


class SignInAgainRequired(Exception):
    """The account has nothing to confirm with, and signed in too long ago."""


def check_identity_confirmed(request: HttpRequest) -> None:
    """Pass for who has just typed their password or used their passkey; else they are asked to.

    What was posted is taken up again once they have (allauth's middleware keeps it in the session).
    SignInAgainRequired for an account that has neither.
    """
    account = cast(Account, request.user)
    if ways_to_confirm(account):
        if not did_recently_reauthenticate(request):
            raise ReauthenticationRequired
    elif account.last_login is None or account.last_login < timezone.now() - SIGNED_IN_LATELY:
        raise SignInAgainRequired
