"""What a public club's pages tell a chat that shows a link to them: a title, a line and a picture."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.urls import reverse

from mahjongclub.clubs.addresses import absolute_url

from ..fonts import can_print

register = template.Library()

#: lines of what a page tells that a chat shows below its title
LINES = 3


@register.inclusion_tag("sheets/_title_picture.html", takes_context=True)
def title_picture(context: Context) -> dict[str, object]:
    """The tags for the page of the visited club, addresses absolute as programs want them.

    A page that is told as text and picture (`_share_told.html`) is shown by these.
    """
    request = context["request"]
    club = request.club_visit.club
    page_tags = {"club": club, "title": club.name, "page": absolute_url(request, request.path)}
    if not can_print():
        return page_tags
    if context.get("text") and context.get("picture"):
        title, *lines = context["text"].splitlines()
        picture_tags = {"title": title, "description": " ".join(lines[:LINES]), "tall": True}
        return {**page_tags, **picture_tags, "picture": absolute_url(request, context["picture"])}
    return {**page_tags, "picture": absolute_url(request, reverse("sheets:title_picture", args=[club.slug]))}
