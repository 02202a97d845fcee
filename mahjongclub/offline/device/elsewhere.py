"""The site as a phone has it: its one visitor, the addresses it answers, and what stays with the server."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path

from mahjongclub.clubs.devices import ClubRequest, Visitor
from mahjongclub.clubs.models import Device
from mahjongclub.tables import urls as tables
from mahjongclub.worth import urls as worth

from . import ELSEWHERE, NEEDS_SERVER, STATIC_NAMES

#: the row of this phone in its own database
ME = 1
#: where the token stands that the server's forms ask for
TOKEN = "mahjongclub.csrf"
#: and the name of the engine that answers
RELEASE = "mahjongclub.release"
register = template.Library()


class PhoneDeviceMiddleware:
    """Gives each request the phone's own device."""

    def __init__(self, get_response: Callable[[ClubRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: ClubRequest) -> HttpResponse:
        request.visitor = Visitor(request)
        request.visitor.set_device(Device(pk=ME))
        request.user = AnonymousUser()
        request.META["CSRF_COOKIE"] = request.META.get(TOKEN, "")
        return self.get_response(request)


def anonymous_user_and_token_context(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: who is signed in (nobody), and the token with which forms reach the server."""
    return {
        "user": request.user,
        "csrf_token": request.META.get(TOKEN, ""),
        "engine_release": request.META.get(RELEASE, ""),
    }


@register.simple_tag(name="season_or_ratings_link")
def no_season_or_ratings_link(_session: Any) -> str:
    """What the table counts for is for the server to say."""
    return ""


@register.simple_tag(name="settle_up_button")
def no_settle_up_button(_session: Any) -> str:
    """Who owes whom is for the server to say."""
    return ""


@register.simple_tag(name="pick_line_link")
def no_pick_line_link(**_hand: Any) -> str:
    """Whose card has which lines is for the server to say."""
    return ""


@register.simple_tag(name="title_picture")
def no_title_picture() -> str:
    """Links from a phone's own pages are shown to nobody."""
    return ""


@register.simple_tag(name="notices_card")
def no_notices_card() -> str:
    """Notifications are asked for where the server is reached."""
    return ""


@cache
def static_paths_by_name() -> dict[str, str]:
    """The address of every static file by its name, as the server said when the bundle was made."""
    return dict(json.loads((settings.BASE_DIR / STATIC_NAMES).read_text(encoding="utf-8")))


class ServerAddressStorage(StaticFilesStorage):
    """Addresses from the bundle; there are no files."""

    def url(self, name: str | None, force: bool = False) -> str:
        return static_paths_by_name().get(name or "", f"{settings.STATIC_URL}{name}")


def answer_needs_server(request: HttpRequest, **of_address: Any) -> HttpResponse:
    """What a phone cannot answer by itself."""
    return HttpResponse(status=NEEDS_SERVER)


def _patterns() -> list[Any]:
    grouped: dict[str, list[Any]] = defaultdict(list)
    for kind, namespace, name, route in json.loads(
        (settings.BASE_DIR / ELSEWHERE).read_text(encoding="utf-8")
    ):
        make = path if kind == "path" else re_path
        grouped[namespace].append(make(route, answer_needs_server, name=name))
    alone = grouped.pop("", [])
    return [
        *(path("", include((patterns, name), namespace=name)) for name, patterns in grouped.items()),
        *alone,
    ]


urlpatterns = [path("", include(worth)), path("", include(tables)), *_patterns()]
