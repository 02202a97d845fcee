"""Where allauth asks us: names, and what a passkey is."""

from __future__ import annotations

import ipaddress
import logging
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from django.contrib import messages
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from ..models import Account
from ..naming import name_key, tidy_name

log = logging.getLogger(__name__)
SECOND_FACTOR = "allauth.mfa.stages.AuthenticateStage"


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
        known = typed and Account.objects.filter(username_key=name_key(tidy_name(typed))).first()
        if known:
            credentials["username"] = known.username
        return super().authenticate(request, **credentials)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; where the server does not take it, the log and the visitor are told."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as fault:
            log.warning("mail not sent (%s): %s", template_prefix, fault)
            told = _("The mail could not be sent. Try again later, or ask whoever runs this server.")
            messages.error(current.request, told)

    def get_login_stages(self) -> list[str]:
        """Without a second factor: whoever lost the device with the passkey has the password left."""
        return [stage for stage in super().get_login_stages() if stage != SECOND_FACTOR]


def offers_passkeys(request: HttpRequest) -> bool:
    """Whether a browser would make a passkey here: over https or on this machine, not at an IP address."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return request.is_secure() or host == "localhost"
    return False


def passkeys(request: HttpRequest) -> dict[str, Any]:
    """For templates: `passkeys`, whether they are offered here."""
    return {"passkeys": SimpleLazyObject(lambda: offers_passkeys(request))}
