"""What a browser may do with our pages beside the content policy, and which of them search engines list."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

#: what a script put into a page by somebody else would like; short, for it comes with every answer. What
#: pages use themselves (passkeys, the clock's sound, copying a link, a screen kept awake, sharing) is not
#: named: by the default allowlist, 'self', it is ours alone
UNUSED = ("camera", "microphone", "geolocation", "display-capture", "usb", "serial", "payment")
PERMISSIONS = ", ".join(f"{name}=()" for name in UNUSED)

#: the start page, the help and its sheets, the open interface's own page, what a public club shows of itself
FINDABLE = re.compile(r"/|/help/.*|/sheets/|/sheets/(blank|points|rules)/.*|/api/|/c/[^/]+/.*")


class PermissionsAndRobotsMiddleware:
    """Middleware: each answer denies what no page uses; what is nobody's business is listed nowhere.

    Tables, their sheets, links that let somebody in, walls, calendars and people's own pages are seen by
    whoever has their address, and an address gets around. A part of a page, which a script asks for and puts
    into a page that has its policies, comes without any: an update is mostly headers else.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        _keep_the_newer_token(request, response)
        if "HX-Target" in request.headers:
            response._csp_exempt = True  # type: ignore[attr-defined]
            del response["X-Frame-Options"]
            return response
        response["Permissions-Policy"] = PERMISSIONS
        if request.GET or not FINDABLE.fullmatch(request.path):
            response["X-Robots-Tag"] = "noindex"
        return response


def _keep_the_newer_token(request: HttpRequest, response: HttpResponse) -> None:
    """Send no token for forms that the browser has sent itself.

    Django renews the cookie with each page. An answer on its way while somebody signed in would put the
    token of before back, and the forms of the pages after it would be refused.
    """
    sent = response.cookies.get(settings.CSRF_COOKIE_NAME)
    if sent is not None and sent.value and sent.value == request.COOKIES.get(settings.CSRF_COOKIE_NAME):
        del response.cookies[settings.CSRF_COOKIE_NAME]


log = logging.getLogger(__name__)


class UntrustedProxyMiddleware:
    """Middleware that says once whose word on https does not count: pages lead to https without end then."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.warned = False

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            not self.warned
            and not request.is_secure()
            and request.headers.get("X-Forwarded-Proto") == "https"
        ):
            self.warned = True
            log.warning(
                "%s says that visitors come by https and is not believed. If it is your proxy, name it in "
                "FORWARDED_ALLOW_IPS.",
                request.META.get("REMOTE_ADDR"),
            )
        return self.get_response(request)
