"""Whom a page is made for: what was shown to one reader is not shown to the next one in the same browser.

A reader is the account that is signed in, with the secret that the forms of the browser carry. Signing in
changes both, signing out the account.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject

SIGNED_OUT = "mahjongclub.signed_out"


def get_or_create_form_secret(request: HttpRequest) -> str:
    """The secret that the page's forms carry, made now where this browser has none yet."""
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    return str(request.META["CSRF_COOKIE"])


def reader_key(request: HttpRequest) -> str:
    """A word that is the same as long as the pages of this browser are for the same reader."""
    user = request.user
    account = (user.pk, user.get_username(), user.is_staff) if user.is_authenticated else None
    return blake2b(repr((get_or_create_form_secret(request), account)).encode(), digest_size=12).hexdigest()


def reader_context(request: HttpRequest) -> dict[str, object]:
    """For templates: `reader`, by which a browser tells a page of somebody who has signed out since."""
    return {"reader": SimpleLazyObject(lambda: reader_key(request))}


@receiver(user_logged_out, dispatch_uid="signed out")
def mark_signed_out(request: HttpRequest | None, **_more: Any) -> None:
    """Whichever page somebody signs out by, its answer says so."""
    if request is not None:
        request.META[SIGNED_OUT] = True


class NoStoreMiddleware:
    """Middleware: a browser stores no page of somebody signed in, and forgets what it has as they sign out.

    Going back then shows nothing of theirs: `no-store` holds for the pages a browser keeps alive, too. Only
    somebody signed in has a session.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and settings.SESSION_COOKIE_NAME in request.COOKIES:
            patch_cache_control(response, private=True, no_store=True)
        if request.META.get(SIGNED_OUT):
            response["Clear-Site-Data"] = '"cache"'
        return response
