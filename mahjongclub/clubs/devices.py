"""The browser in front of us: `request.visitor`, a device once it joins a table, known by a signed cookie."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from .models import Device

COOKIE = "device"
FIVE_YEARS = 5 * 365 * 24 * 3600


class ClubRequest(HttpRequest):
    """A request as the middleware leaves it, for the views' signatures."""

    visitor: Visitor
    htmx: HtmxDetails


class DeviceMiddleware:
    """Gives each request its `visitor`, and a cookie to a visitor who became a device."""

    def __init__(self, get_response: Callable[[ClubRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: ClubRequest) -> HttpResponse:
        visitor = Visitor(request)
        request.visitor = visitor
        response = self.get_response(request)
        if visitor.is_new:
            response.set_signed_cookie(
                COOKIE,
                str(visitor.device().pk),
                salt=COOKIE,
                max_age=FIVE_YEARS,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response


class Visitor:
    """Whoever sent this request. Reading makes no row: only a visitor who joins a table becomes a device."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.is_new = False
        self._device: Device | None = None
        self._looked = False

    @property
    def device_id(self) -> int | None:
        """The id the cookie carries, None without a good one. Costs no query."""
        if self._device is not None:
            return self._device.pk
        try:
            return int(self.request.get_signed_cookie(COOKIE, salt=COOKIE) or "")
        except (KeyError, ValueError, signing.BadSignature):
            return None

    def recognise(self, device: Device) -> None:
        """The row of the visitor's own device, where it came along with another: spares asking for it."""
        self._device = device

    def device(self) -> Device:
        """The visitor's device, made now if this browser has none (or its row is gone)."""
        if self._device is None and self.device_id is not None:
            self._device = Device.objects.filter(pk=self.device_id).first()
        if self._device is None:
            self._device = Device.objects.create()
            self.is_new = True
        return self._device
