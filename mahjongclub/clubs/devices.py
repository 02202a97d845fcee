"""The browser in front of us: `request.visitor`, a device once it joins a table or signs in.

It is known by its cookie, 128 random bits of which the row keeps a hash.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from .models import Account, Device, KnownDevice
from .row_secrets import hash_device_secret, new_secret

COOKIE = "device"
FIVE_YEARS = 5 * 365 * 24 * 3600


class ClubRequest(HttpRequest):
    """A request as the middleware leaves it, for the views' signatures."""

    visitor: Visitor
    htmx: HtmxDetails
    #: at a club: a ClubVisit, which `club_page` leaves here for the rail beside its pages
    club_visit: Any


class DeviceMiddleware:
    """Gives each request its `visitor`, and a cookie to a visitor who became a device."""

    def __init__(self, get_response: Callable[[ClubRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: ClubRequest) -> HttpResponse:
        visitor = Visitor(request)
        request.visitor = visitor
        response = self.get_response(request)
        if visitor.new_cookie:
            response.set_cookie(
                COOKIE,
                visitor.new_cookie,
                max_age=FIVE_YEARS,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response


class Visitor:
    """Whoever sent this request. Reading makes no row: who joins a table or signs in becomes a device."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        #: the cookie that goes out with the answer
        self.new_cookie = ""
        #: whether they decide what the phones of the table they visit may not (`tables.access.may_overrule`)
        self.directs = False
        self._device: Device | None = None
        self._looked = False

    @property
    def device_id(self) -> int | None:
        """The visitor's device, None without one. One query at most."""
        device = self._find()
        return device.pk if device is not None else None

    def device_filter(self) -> dict[str, Any] | None:
        """What finds the visitor's rows by their `device`, without a query before; None for no device."""
        if self._device is None and (secret := self._secret()):
            return {"device__secret_hash": hash_device_secret(secret)}
        device = self._find()
        return {"device": device} if device is not None else None

    def set_device(self, device: Device) -> None:
        """The row of the visitor's own device, where it came along with another: spares asking for it."""
        self._device = device

    def get_or_create_device(self) -> Device:
        """The visitor's device, made now if this browser has none (or its row is gone)."""
        device = self._find()
        if device is None:
            self.new_cookie = new_secret()
            device = self._device = Device.objects.create(secret_hash=hash_device_secret(self.new_cookie))
        return device

    def _secret(self) -> str:
        """What the cookie carries, "" without one."""
        return self.request.COOKIES.get(COOKIE, "")

    def _find(self) -> Device | None:
        if self._device is None and not self._looked:
            self._looked = True
            if secret := self._secret():
                self._device = Device.objects.filter(secret_hash=hash_device_secret(secret)).first()
        return self._device


@receiver(user_logged_in, dispatch_uid="know the browser that signed in")
def remember_device_at_sign_in(request: Any, user: Any, **_more: Any) -> None:
    """After somebody signed in: their browser is a device from now on, and known to be theirs."""
    visitor = getattr(request, "visitor", None)
    if isinstance(visitor, Visitor) and isinstance(user, Account):
        KnownDevice.objects.get_or_create(account=user, device=visitor.get_or_create_device())


def create_device_cookie(device: Device) -> str:
    """A cookie for a device that was made without a browser: demonstrations, measurements and tests."""
    secret = new_secret()
    Device.objects.filter(pk=device.pk).update(secret_hash=hash_device_secret(secret))
    return secret
