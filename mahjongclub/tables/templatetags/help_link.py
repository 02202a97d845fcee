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
    if not isinstance(session, Session):
        return reverse("tables:help")
    # a club's page shows games of tables the reader was never let in at
    return help_address(session, at_table="visit" not in context or context.get("access") is not None)
