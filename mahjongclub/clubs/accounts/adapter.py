"""Where allauth asks us: names, and what a passkey is."""

from __future__ import annotations

import ipaddress
import logging
from smtplib import SMTPException
from typing import Any, cast
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as current
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from ..devices import ClubRequest
from ..hosting import may_sign_up
from ..limits import client_address
from ..models import Account
from ..naming import name_key, tidy_name
from .identity import clear_password_tries, count_password_try
from .second_factor import lacks_required_second_factor

log = logging.getLogger(__name__)
SECOND_FACTOR = "allauth.mfa.stages.AuthenticateStage"
OUR_SECOND_FACTOR = "mahjongclub.clubs.accounts.second_factor.AskForCodeStage"


class AccountAdapter(DefaultAccountAdapter):
    """Names may hold blanks and any letters. A passkey stands for the password, never beside it."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name tidied; ValidationError where it is taken or unreadable."""
        name = str(super().clean_username(tidy_name(username), shallow=shallow))
        if not shallow and Account.objects.filter(username_key=name_key(name)).exists():
            raise self.validation_error("username_taken")
        return name

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Whom this password is of; a name may be typed in upper or lower case, whatever its script."""
        typed = credentials.get("username")
        account = typed and Account.objects.filter(username_key=name_key(tidy_name(typed))).first()
        if account:
            credentials["username"] = account.username
        return super().authenticate(request, **credentials)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; where the server does not take it, the log and the visitor are told."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as fault:
            log.warning("mail not sent (%s): %s", template_prefix, fault)
            text = _("The email could not be sent. Try again later, or ask the server’s administrator.")
            messages.error(current.request, text)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """As the host has chosen; an invitation on the way opens it."""
        return may_sign_up(request)

    def get_login_stages(self) -> list[str]:
        """A code is asked of whoever set that up. Whoever lost the device with a passkey has the password."""
        stages = super().get_login_stages()
        return [OUR_SECOND_FACTOR if stage == SECOND_FACTOR else stage for stage in stages]

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """To one's own page; who must have a second factor and has none, to where it is set up."""
        if lacks_required_second_factor(request.user):
            return reverse("second_factor")
        return str(super().get_login_redirect_url(request))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Where a visitor is counted."""
        return client_address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try; ValidationError for one too many."""
        name, account = _whose(credentials)
        self._login_failed_rl_usage = count_password_try(cast(ClubRequest, request), name, account)
        if self._login_failed_rl_usage is None:
            raise self.validation_error("too_many_login_attempts")

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        clear_password_tries(cast(ClubRequest, request), _whose(credentials)[0])


def _whose(credentials: dict[str, Any]) -> tuple[str, Account | None]:
    """The name or address that was typed, as it is counted, and whose it is."""
    if typed := str(credentials.get("email") or "").lower():
        email_address = EmailAddress.objects.filter(email=typed).select_related("user").first()
        return typed, email_address.user if email_address else None
    name = name_key(tidy_name(str(credentials.get("username") or "")))
    return name, Account.objects.filter(username_key=name).first()


def can_offer_passkeys(request: HttpRequest) -> bool:
    """Whether a browser would make a passkey here: over https or on this machine, not at an IP address."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return request.is_secure() or host == "localhost"
    return False


def passkeys_context(request: HttpRequest) -> dict[str, Any]:
    """For templates: `passkeys`, whether they are offered here."""
    return {"passkeys": SimpleLazyObject(lambda: can_offer_passkeys(request))}
