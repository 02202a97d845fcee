"""Whose seat it was: a guest's player becomes that of an account, with every game of theirs."""

from __future__ import annotations

from django.db import transaction

from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.models import Account, Player

from ..models import Access, Session
from ..writing import one_writer
from .merging import PlayedTogether


class AlreadyClaimed(Exception):
    """The player belongs to an account."""


def claimable_players(access: Access) -> list[Player]:
    """The guests of this table who may be the visitor: whoever sits on the seat of this phone, or anybody
    where the phone that opened the table has none. Players of accounts are nobody else's."""
    session = access.session
    seats = session.seats.filter(player__account=None).select_related("player")
    if access.seat is not None:
        seats = seats.filter(number=access.seat)
    elif session.opener_id != access.device_id:
        return []
    return [seat.player for seat in seats]


def claim(player: Player, account: Account) -> None:
    """The player is this account's from now on. AlreadyClaimed where they are another's, PlayedTogether
    where the account has sat at one table with them.

    Who hides their name is hidden here too.
    """
    hidden = Player.objects.filter(account=account, name_hidden=True).exists()
    with one_writer(), transaction.atomic():
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if locked.account_id not in (None, account.pk):
            raise AlreadyClaimed
        others = Player.objects.filter(account=account).exclude(pk=player.pk)
        both = Session.objects.filter(seats__player=player).filter(seats__player__in=others)
        if together := list(both.distinct().order_by("-created_at")):
            raise PlayedTogether(together)
        locked.account, locked.name_hidden = account, locked.name_hidden or hidden
        locked.save(update_fields=["account", "name_hidden"])


def release(player: Player) -> None:
    """It was not theirs after all: the player is a guest again."""
    Player.objects.filter(pk=player.pk).update(account=None)


def accounts_to_link(player: Player) -> list[Account]:
    """The members of the player's club, to whom an organiser may give the player."""
    if player.club_id is None:
        return []
    members = Account.objects.filter(memberships__club=player.club_id, is_active=True)
    return list(members.order_by("username"))


def organised_clubs(account: Account) -> list[int]:
    """The ids of the clubs in which this account is organiser or owner."""
    ranks = [role for role in Role if role.may_act_as(Role.ORGANISER)]
    return list(account.memberships.filter(role__in=ranks).values_list("club_id", flat=True))
