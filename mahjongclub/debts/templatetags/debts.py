"""Ways from other pages to who owes whom; nothing for those who may not see it."""

from __future__ import annotations

from django import template
from django.template import RequestContext

from mahjongclub.clubs.models import Evening
from mahjongclub.tables.models import Session

from ..access import may_settle, settleable_games

register = template.Library()


@register.inclusion_tag("debts/_settle_table.html", takes_context=True)
def settle_up_button(context: RequestContext, session: Session) -> dict[str, object]:
    """A list item with the button that settles up a finished game."""
    is_settleable = session.has_result and not session.embargoed and may_settle(context["request"], session)
    return {"session": session if is_settleable else None, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("debts/_settle_evening.html", takes_context=True)
def settle_up_link(context: RequestContext, evening: Evening) -> dict[str, object]:
    """A link to settle up the games of an evening."""
    is_settleable = evening.club.settles_up and settleable_games(context["request"], evening).exists()
    return {"evening": evening if is_settleable else None}
