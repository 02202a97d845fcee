"""What a public club's pages tell a chat that shows a link to them: a title, a line and a picture."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse

from ..poster import absolute

register = template.Library()


@register.inclusion_tag("sheets/_title_picture.html", takes_context=True)
def title_picture(context: Context) -> dict[str, Any]:
    """The tags for the page of the visited club, addresses absolute as programs want them."""
    request = context["request"]
    club = request.club_visit.club
    picture = absolute(request, reverse("sheets:title_picture", args=[club.slug]))
    return {"club": club, "picture": picture, "page": absolute(request, request.path)}
