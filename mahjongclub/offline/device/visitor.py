"""The one visitor of a phone: its own device, signed in as nobody, speaking the page's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from mahjongclub.clubs.devices import ClubRequest, Visitor
from mahjongclub.clubs.models import Device

#: the row of this phone in its own database
ME = 1
#: where the token stands that the server's forms ask for
TOKEN = "mahjongclub.csrf"
#: and the name of the engine that answers
RELEASE = "mahjongclub.release"


class DeviceAlone:
    """Gives each request the phone's own device."""

    def __init__(self, get_response: Callable[[ClubRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: ClubRequest) -> HttpResponse:
        request.visitor = Visitor(request)
        request.visitor.recognise(Device(pk=ME))
        request.user = AnonymousUser()
        return self.get_response(request)


def as_the_server_knows_it(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: who is signed in (nobody), and the token with which forms reach the server."""
    return {
        "user": request.user,
        "csrf_token": request.META.get(TOKEN, ""),
        "engine_release": request.META.get(RELEASE, ""),
    }
