"""Invitations into a club: made, found by their token, accepted, revoked. Only the token's hash is stored."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from .club_model import Club, Invitation, Membership, Role
from .models import Account
from .room import check_quota


def create_club_invitation(
    club: Club, by: Account | None, role: Role, places: int, days: int
) -> tuple[Invitation, str]:
    """An invitation and its token, which cannot be read from the database again."""
    token = secrets.token_urlsafe(18)
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        token_hash=_hash(token),
        made_by=by,
        places=places,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return invitation, token


def find_club_invitation(token: str) -> Invitation | None:
    """The open invitation of a token, None for one that is used up, has expired or never was."""
    invitation = Invitation.objects.select_related("club").filter(token_hash=_hash(token)).first()
    return invitation if invitation is not None and invitation.is_open else None


def accept_club_invitation(token: str, account: Account) -> Membership | None:
    """Make the account a member in the invitation's role; None where no place is left.

    Who is a member already takes no place, and is never given a smaller role.
    """
    with transaction.atomic():
        locked = Invitation.objects.select_for_update().filter(token_hash=_hash(token)).first()
        if locked is None or not locked.is_open:
            return None
        check_quota(locked.club)
        role = Role(locked.role)
        member, made = Membership.objects.get_or_create(
            club_id=locked.club_id, account=account, defaults={"role": role}
        )
        raised = not made and role.rank < Role(member.role).rank
        if raised:
            member.role = role
            member.save(update_fields=["role"])
        if made or raised:
            Invitation.objects.filter(pk=locked.pk).update(places=F("places") - 1)
    return member


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
