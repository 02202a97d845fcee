"""A form refused for its token: why, with what was typed, and one button to send it with a fresh one.

It happens to honest people who signed in or out in the same browser after the page was loaded, or whose
cookies were deleted. What another site sent gets neither fields nor token: a page of ours with a button to
press would be the very thing that tokens are against.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from .trouble import resendable_fields


def refused_form_response(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403, as a page; to a script {state: `stale`, why, token}, or {state: `forbidden`} without a token."""
    ours = _of_our_pages(request)
    if _asked_by_script(request):
        answer: HttpResponse = JsonResponse(_told(request) if ours else {"state": "forbidden"}, status=403)
    else:
        context = {
            "ours": ours,
            "fields": resendable_fields(request) if ours else None,
            "again": request.get_full_path(),
            "back": _page_it_came_from(request) if ours else "/",
        }
        answer = render(request, "403_csrf.html", context, status=403)
    answer["Cache-Control"] = "no-store"
    return answer


def _told(request: HttpRequest) -> dict[str, str]:
    why = _(
        "Somebody signed in or out after this page was opened. Nothing was recorded: repeat your last step."
    )
    return {"state": "stale", "why": why, "token": get_token(request)}


def _asked_by_script(request: HttpRequest) -> bool:
    return "HX-Request" in request.headers or "text/html" not in request.headers.get("Accept", "")


def _of_our_pages(request: HttpRequest) -> bool:
    """Whether a browser says that the form stood on a page of this very address."""
    origin_or_referer = request.headers.get("Origin") or request.headers.get("Referer", "")
    try:
        origin = "://".join(urlsplit(origin_or_referer)[:2])
    except ValueError:
        return False
    return origin in (f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS)


def _page_it_came_from(request: HttpRequest) -> str:
    """The page with the form, as the browser names it; the start page where it does not."""
    page = request.headers.get("Referer", "")
    allowed = url_has_allowed_host_and_scheme(page, {request.get_host()})
    return page if page and allowed else "/"
