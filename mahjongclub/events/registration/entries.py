"""Who is on the list of an event, which place each was given, and which entries are somebody's own."""

from __future__ import annotations

from django.db.models import Q

from mahjongclub.rounds.waiting import Places

from ..models import Place, Tournament
from .models import Entrant


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Everybody on the list, in the order in which they got their place or wait for one."""
    return list(tournament.entrants.select_related("player__merged_into", "place"))


def coming_entrants(tournament: Tournament) -> list[Entrant]:
    """Those who have a place, and have not been found missing."""
    return Places(entrants_of(tournament), None).taken


def entrant_place(entrant: Entrant) -> Place | None:
    """The place that the entrant was given among the players, None while they are none of them."""
    if entrant.place_id is not None:
        return entrant.place
    if entrant.player_id is None:
        return None
    has_player = Q(stints__player=entrant.player_id) | Q(stints__player__merged_into=entrant.player_id)
    is_regular = Q(stints__substitute=False, steward=False)
    place: Place | None = entrant.tournament.places.filter(has_player & is_regular).first()
    return place


def has_seat_for_badge(entrant: Entrant) -> bool:
    """Whether a badge leads to where the entrant sits: they were given a place, or play for somebody."""
    return entrant.place_id is not None or (entrant.player_id is not None and not entrant.tournament.is_draft)


def entered_by(account_id: int | None, device_id: int | None) -> Q:
    """Return what finds the entries of this person: of the account, or made on this browser by nobody who
    was signed in. What was done signed in goes with the account."""
    mine = Q(pk=None)
    if device_id is not None:
        mine |= Q(device=device_id, account=None)
    if account_id is not None:
        mine |= Q(account=account_id)
    return mine


def find_remembered_entry(account_id: int | None, device_id: int | None) -> Entrant | None:
    """The latest entry whose details this person wanted to be filled in the next time."""
    mine = entered_by(account_id, device_id)
    if account_id is not None:
        mine |= Q(player__account=account_id)
    return Entrant.objects.filter(mine, remembered=True).order_by("-pk").first()
