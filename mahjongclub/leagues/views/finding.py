"""Finding what an address of a club names; Http404 where it is none of that club's."""

from __future__ import annotations

from django.http import Http404

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.rules.game import RuleError, Variant
from mahjongclub.rules.variants import find_variant

from ..season_model import Season


def season_of(visit: ClubVisit, pk: int) -> Season:
    """The season of that number in this club."""
    season = Season.objects.select_related("league__club").filter(pk=pk, league__club=visit.club).first()
    if season is None:
        raise Http404("no such season in this club")
    return season


def variant_called(key: str) -> Variant:
    """The variant of that key."""
    try:
        return find_variant(key)
    except RuleError:
        raise Http404("no such game") from None
