"""`{% counted_in session %}`: from the ranking of a table to what it counts for, if the visitor may look."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import RequestContext

from mahjongclub.clubs.club_access import ClubVisit, role_in
from mahjongclub.tables.models import Session

from ..figures_model import Appearance

register = template.Library()


@register.inclusion_tag("leagues/_counted_in.html", takes_context=True)
def counted_in(context: RequestContext, session: Session) -> dict[str, Any]:
    """List items: the season's standings, else the club's ratings of this game; nothing without a club."""
    club = session.club
    if club is None or not ClubVisit(club, role_in(club, context["request"])).may_look:
        return {"club": None}
    row = Appearance.objects.filter(session=session, seat=0).select_related("season__league").first()
    return {"club": club, "season": row.season if row else None, "variant": session.variant if row else ""}
