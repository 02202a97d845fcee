"""`{% came_from session visit %}`: on the page of a game that was brought in, where it comes from."""

from __future__ import annotations

from typing import Any

from django import template

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.rules.game import Text
from mahjongclub.tables.models import Session
from mahjongclub.tables.wording import said

from ..origin_model import Origin

register = template.Library()


@register.inclusion_tag("exchange/_came_from.html")
def came_from(session: Session, visit: ClubVisit) -> dict[str, Any]:
    """What our engine counts otherwise, for everybody; the file, which may name people, for organisers."""
    origin = Origin.objects.filter(session=session, club=visit.club).first()
    differences = [said(Text(one["en"], one["fr"])) for one in origin.differences] if origin else []
    return {"visit": visit, "club": visit.club, "origin": origin, "differences": differences}
