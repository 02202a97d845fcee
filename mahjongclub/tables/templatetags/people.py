"""Asking, on a page of a table, whether a guest is whoever holds the phone."""

from typing import Any

from django import template
from django.template import RequestContext

from ..models import Access
from ..people.claiming import claimable_players

register = template.Library()


@register.inclusion_tag("tables/_that_is_me.html", takes_context=True)
def that_is_me(context: RequestContext, access: Access) -> dict[str, Any]:
    """The guests whom the visitor may claim; without an account, the way to one."""
    request = context["request"]
    signed_in = request.user.is_authenticated
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "session": access.session,
        "signed_in": signed_in,
        "guests": claimable_players(access) if signed_in else [],
        "asks": access.seat is not None or access.session.opener_id == access.device_id,
    }
