"""The way from the values of a hand to the lines of a card; nothing for who has no card."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django import template
from django.template import RequestContext
from django.urls import reverse

from ..owners import pickable_lines

register = template.Library()
KNOWN = "mahjongclub.cards.has_lines"


@register.inclusion_tag("cards/_pick_link.html", takes_context=True)
def pick_line_link(
    context: RequestContext, number: int, hidden: Iterable[tuple[str, str]]
) -> dict[str, object]:
    """A link to the lines that may be picked for hand `number`. One query a request at most.

    `hidden` is what a form of this step carries along. A hand that is inserted is picked no line for, nor
    one of no table.
    """
    request, session = context["request"], context.get("session")
    if session is None:
        return {}
    if KNOWN not in request.META:
        request.META[KNOWN] = pickable_lines(request, session).exists()
    carried = dict(hidden)
    if not request.META[KNOWN] or "insert" in carried:
        return {}
    address = reverse("cards:pick", args=[session.code, number])
    return {"href": f"{address}?{urlencode({'draft': carried['draft']})}"}
