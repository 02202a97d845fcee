"""Whom a visitor may change: their own players, those of clubs they organise, the guests of their phone."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404

from ..club_model import Role
from ..devices import ClubRequest
from ..models import Account, Player, PlayerQuerySet


def organised_club_ids(account: Account) -> list[int]:
    """The ids of the clubs in which this account is organiser or owner."""
    ranks = [role for role in Role if role.may_act_as(Role.ORGANISER)]
    return list(account.memberships.filter(role__in=ranks).values_list("club_id", flat=True))


@dataclass(frozen=True, slots=True)
class PlayerAccess:
    """What the visitor is to a player."""

    player: Player
    mine: bool
    organises: bool

    @property
    def may_hide(self) -> bool:
        """Whether they may hide the name; a phone may only spell it right."""
        return self.mine or self.organises


def players_in_reach(request: ClubRequest) -> PlayerQuerySet:
    """Everybody the visitor may change, with `games`, how many sessions they sat at."""
    return (
        Player.objects.without_merged()
        .filter(_reach(request))
        .annotate(games=Count("seats__session", distinct=True), last_seat=Max("seats__pk"))
    )


def player_access_or_404(request: ClubRequest, player_id: int) -> PlayerAccess:
    """The visitor before a player; Http404 for somebody out of reach, as for nobody."""
    player = (
        Player.objects.without_merged()
        .select_related("club", "account")
        .filter(_reach(request), pk=player_id)
        .first()
    )
    if player is None:
        raise Http404("no such player in reach")
    account = request.user if isinstance(request.user, Account) else None
    mine = account is not None and player.account_id == account.pk
    clubs = organised_club_ids(account) if account is not None else []
    return PlayerAccess(
        player, mine, player.club_id in clubs or _guests_of(clubs).filter(pk=player.pk).exists()
    )


def _reach(request: ClubRequest) -> Q:
    in_reach = Q(pk=None)
    device = request.visitor.device_id
    if device is not None:
        in_reach |= Q(known_on=device, account=None, club=None)
    if isinstance(request.user, Account):
        clubs = organised_club_ids(request.user)
        in_reach |= Q(account=request.user) | Q(club__in=clubs)
        # guests of the club's tables, who stand on no roster yet
        in_reach |= Q(club=None, account=None, pk__in=_guests_of(clubs))
    return in_reach


def _guests_of(clubs: list[int]) -> QuerySet[Player, int]:
    sat = Q(seats__session__club__in=clubs) | Q(sittings__session__club__in=clubs)
    return Player.objects.filter(sat).values_list("pk", flat=True)
