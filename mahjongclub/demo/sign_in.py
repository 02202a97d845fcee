"""The one link of a demonstration: whoever opens it is the made-up club's organiser."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.models import Membership


def sign_in_path() -> str:
    """Return the address of the link. Only a demonstration has one: it needs settings.DEMO_TOKEN."""
    return reverse("demo_sign_in", args=[settings.DEMO_TOKEN])


@require_safe
@never_cache
def sign_in_as_organiser(request: HttpRequest, token: str) -> HttpResponse:
    """Sign the visitor in as the organiser, as often as it is opened: on a laptop and on phones."""
    memberships = Membership.objects.select_related("account", "club").filter(role=Role.ORGANISER)
    organiser = memberships.order_by("pk").first()
    if organiser is None or not constant_time_compare(token, settings.DEMO_TOKEN):
        raise Http404("no such link")
    login(request, organiser.account)
    return redirect("tables:club", organiser.club.slug)
