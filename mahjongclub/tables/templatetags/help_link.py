"""The way to the help from any page: from a table, to that game's cards with that table's rules."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.urls import reverse

from ..help.address import help_address
from ..models import Session

register = template.Library()


@register.simple_tag(takes_context=True)
def help_href(context: Context) -> str:
    """The address of the help: of the page's `session` where it has one."""
    session = context.get("session")
    return help_address(session) if isinstance(session, Session) else reverse("tables:help")
