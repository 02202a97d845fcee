"""Founding a club, and the rules no change may break: an address of its own, and one owner at least."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.text import slugify

from mahjongclub.lists.letters import without_accents

from .club_model import Club, Membership, Role
from .models import Account
from .time_zones import server_zone

LONGEST_SLUG = 60


class LastOwner(Exception):
    """A club would be left without an owner."""


def create_club_with_owner(founder: Account, name: str, visibility: str, time_zone: str = "") -> Club:
    """A new club with its first owner; in the server's time zone where no other is said."""
    with transaction.atomic():
        club = Club.objects.create(
            name=name, visibility=visibility, slug=free_slug(name), time_zone=time_zone or server_zone()
        )
        Membership.objects.create(club=club, account=founder, role=Role.OWNER)
    return club


def adopt_ownerless_clubs(account: Account) -> None:
    """Make an account the owner of every club that has none, as an import leaves them."""
    owned = Membership.objects.filter(role=Role.OWNER).values("club")
    for club in Club.objects.exclude(pk__in=owned):
        Membership.objects.update_or_create(club=club, account=account, defaults={"role": Role.OWNER})


def free_slug(name: str) -> str:
    """An address for a club of this name that no other has. It stays when the club is renamed.

    >>> from django.utils.text import slugify
    >>> [slugify(without_accents(name)) for name in ("Mahjong Paris 13", "Łódź Mahjong")]
    ['mahjong-paris-13', 'lodz-mahjong']
    """
    wish = slugify(without_accents(name))[: LONGEST_SLUG - 7].strip("-") or "club"
    slug = wish
    while Club.objects.filter(slug=slug).exists():
        slug = f"{wish}-{secrets.token_hex(3)}"
    return slug


def change_role(club: Club, account_id: int, role: Role) -> None:
    """Give a member another role. LastOwner where nobody else owns the club."""
    with transaction.atomic():
        members = _locked(club)
        _must_keep_an_owner(members, account_id, role)
        Membership.objects.filter(club=club, account_id=account_id).update(role=role)


def end_membership(club: Club, account_id: int) -> None:
    """Take a member out of the club; the games and the player stay. LastOwner as for `change_role`."""
    with transaction.atomic():
        members = _locked(club)
        _must_keep_an_owner(members, account_id, None)
        Membership.objects.filter(club=club, account_id=account_id).delete()


def _locked(club: Club) -> dict[int, str]:
    """Role by account, nobody else changing them meanwhile."""
    Club.objects.select_for_update().get(pk=club.pk)
    return dict(Membership.objects.filter(club=club).values_list("account_id", "role"))


def _must_keep_an_owner(members: dict[int, str], account_id: int, role: Role | None) -> None:
    others = any(
        member_role == Role.OWNER for account, member_role in members.items() if account != account_id
    )
    if members.get(account_id) == Role.OWNER and role != Role.OWNER and not others:
        raise LastOwner
