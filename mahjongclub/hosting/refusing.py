"""The answer to who wants more of a club than the host lets it take: why, what to do, what was typed kept."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render

from mahjongclub.clubs.hosting_model import host_choice
from mahjongclub.clubs.refusal import Refused
from mahjongclub.server.trouble import resendable_fields


class ClubRefusedMiddleware:
    """Middleware that answers for a club that is locked or has no room, wherever a view found it so.

    What the view wrote in a transaction is taken back as the refusal leaves it. What was posted is in the
    page, to be sent again once there is room; htmx puts that in the place of the page it stands on.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for a refusal, None for all else."""
        if not isinstance(error, Refused) or error.club is None:
            return None
        context = {
            "why": str(error),
            "locked": error.club.locked_at is not None,
            "word": host_choice().word,
            "fields": resendable_fields(request),
            "again": request.get_full_path(),
            "csrf_token": get_token(request),
        }
        answer = render(request, "hosting/refused.html", context, status=422)
        if "HX-Request" in request.headers:
            answer["HX-Retarget"], answer["HX-Reselect"], answer["HX-Reswap"] = "#main", "#main", "outerHTML"
        answer["Cache-Control"] = "no-store"
        return answer
