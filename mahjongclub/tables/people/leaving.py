"""Leaving: the name goes from everywhere, the games stay and are nobody's. It cannot be undone."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Count, Q

from mahjongclub.clubs.club_model import Club, Role
from mahjongclub.clubs.models import Account, Player, PlayerMerge

from ..writing import one_writer
from .following import show_anew


class StillOwner(Exception):
    """Others are in clubs that only this account owns. `clubs` are those."""

    def __init__(self, clubs: list[Club]) -> None:
        super().__init__(len(clubs))
        self.clubs = clubs


def clubs_alone(account: Account) -> list[Club]:
    """The clubs with no other member: they go with the account."""
    return [club for club in _owned_alone(account) if club.members == 1]  # type: ignore[attr-defined]


def clubs_to_hand_over(account: Account) -> list[Club]:
    """The clubs that others are in and nobody else owns."""
    return [club for club in _owned_alone(account) if club.members > 1]  # type: ignore[attr-defined]


def remove_account(account: Account) -> None:
    """Take the account away, and the names of all its players. StillOwner: nothing is changed."""
    with one_writer(), transaction.atomic():
        if waiting := clubs_to_hand_over(account):
            raise StillOwner(waiting)
        Club.objects.filter(pk__in=[club.pk for club in clubs_alone(account)]).delete()
        _forget(Player.objects.filter(account=account).values_list("pk", flat=True))
        account.delete()


def forget_player(player: Player) -> None:
    """Take the name of somebody without an account away."""
    with one_writer(), transaction.atomic():
        _forget([player.pk])


def _forget(player_ids: Iterable[int]) -> None:
    people = list(player_ids)
    spellings = Player.objects.filter(merged_into__in=people).values_list("pk", flat=True)
    known = [*people, *spellings]
    PlayerMerge.objects.filter(Q(kept__in=known) | Q(gone__in=known)).delete()
    for pk in known:
        Player.objects.filter(pk=pk).update(
            name=f"#{pk}", name_hidden=True, account=None, club=None, known_on=None
        )
    show_anew(people)


def _owned_alone(account: Account) -> list[Club]:
    owned = Club.objects.filter(
        pk__in=account.memberships.filter(role=Role.OWNER).values_list("club_id", flat=True)
    ).annotate(
        members=Count("memberships", distinct=True),
        owners=Count("memberships", filter=Q(memberships__role=Role.OWNER), distinct=True),
    )
    return list(owned.filter(owners=1).order_by("name"))
