"""Where allauth asks us: names, and what a passkey is."""

from __future__ import annotations

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from ..naming import tidy_name

SECOND_FACTOR = "allauth.mfa.stages.AuthenticateStage"


class AccountAdapter(DefaultAccountAdapter):
    """Names may hold blanks and any letters. A passkey stands for the password, never beside it."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name tidied; ValidationError where it is taken or unreadable."""
        return str(super().clean_username(tidy_name(username), shallow=shallow))

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
