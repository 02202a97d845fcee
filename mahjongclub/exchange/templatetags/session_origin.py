"""`{% session_origin session visit %}`: on the page of a game that was brought in, where it comes from.

`{{ text|said }}`: a text of the engine in the reader's language.
"""

from __future__ import annotations

from django import template

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.words import Text
from mahjongclub.tables.models import Session

from ..models import Origin

register = template.Library()
register.filter("said", said)


@register.inclusion_tag("exchange/_came_from.html")
def session_origin(session: Session, visit: ClubVisit) -> dict[str, object]:
    """What our engine counts otherwise, for everybody; the file, which may name people, for organisers."""
    origin = Origin.objects.filter(session=session, club=visit.club).first()
    differences = [said(Text.from_json(difference)) for difference in origin.differences] if origin else []
    return {"visit": visit, "club": visit.club, "origin": origin, "differences": differences}
