"""Who may make an account and found a club: the host's choice, and the host's invitations.

A club's invitation opens an account too where accounts are by invitation, and whoever makes one by it is at
once a member: it opens no more accounts than it has places.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256
from urllib.parse import urlsplit

from django.db import transaction
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils import timezone

from .club_model import Club, Membership, Role
from .founding import create_club_with_owner
from .hosting_model import AdmissionPolicy, HostChoice, HostInvitation, host_choice
from .inviting import accept_club_invitation, find_club_invitation
from .models import Account


class NotInvited(Exception):
    """No invitation, or it was used up in this moment."""


def create_host_invitation(by: Account, gives: str, note: str, days: int) -> tuple[HostInvitation, str]:
    """An invitation and its token, which cannot be read from the database again."""
    token = secrets.token_urlsafe(18)
    made = HostInvitation.objects.create(
        gives=gives,
        note=note,
        made_by=by,
        token_hash=_hash(token),
        expires_at=timezone.now() + timedelta(days=days),
    )
    return made, token


def find_host_invitation(token: str) -> HostInvitation | None:
    """The open invitation of a token, None for one that was used, has ended or never was."""
    invitation = HostInvitation.objects.filter(token_hash=_hash(token)).first()
    return invitation if invitation is not None and invitation.is_open else None


def account_id_made_by_invitation(token: str) -> int | None:
    """The account that was made, or the club founded, by an invitation."""
    return HostInvitation.objects.filter(token_hash=_hash(token)).values_list("account", flat=True).first()


def may_sign_up(request: HttpRequest) -> bool:
    """Whether whoever asks may make an account: by the host's choice, or on the way to an invitation."""
    door = host_choice().accounts
    return door == AdmissionPolicy.OPEN or (
        door == AdmissionPolicy.INVITED and _opens(*_invitation_ahead(request))
    )


def use_sign_up_invitation(request: HttpRequest, account: Account) -> Membership | None:
    """Use the invitation on whose way an account was made; NotInvited where one is needed and none is left.

    The membership, where it was a club's: as long as accounts are open, that is accepted by itself.

    Within the transaction that makes the account: of two who use the last one together, one gets it.
    """
    kind, token = _invitation_ahead(request)
    door = host_choice().accounts
    if kind == "host" and door != AdmissionPolicy.CLOSED:
        open_invitations = HostInvitation.objects.select_for_update().filter(
            token_hash=_hash(token), account=None
        )
        invitation = open_invitations.first()
        if invitation is not None and invitation.is_open:
            invitation.account = account
            invitation.used_at = None if invitation.may_found_club_by_it else timezone.now()
            invitation.save(update_fields=["account", "used_at"])
            return None
    if door == AdmissionPolicy.OPEN:
        return None
    member = (
        accept_club_invitation(token, account) if door == AdmissionPolicy.INVITED and kind == "club" else None
    )
    if member is None:
        raise NotInvited
    return member


def may_found_club(account: Account, invitation: HostInvitation | None) -> bool:
    """Whether this account may found a club, by the host's choice or by an invitation of theirs."""
    choice = host_choice()
    if account.is_superuser:
        return True
    if choice.founding != AdmissionPolicy.CLOSED and invitation is not None and _founds(invitation, account):
        return True
    return choice.founding == AdmissionPolicy.OPEN and not has_reached_club_limit(account, choice)


def has_reached_club_limit(account: Account, choice: HostChoice) -> bool:
    """Whether the account owns as many clubs as the host lets one own."""
    most = choice.most_clubs
    return most is not None and account.memberships.filter(role=Role.OWNER).count() >= most


def create_club_with_invitation(
    account: Account, name: str, visibility: str, invitation: HostInvitation | None, time_zone: str = ""
) -> Club:
    """A new club, and the invitation used, where there is one. NotInvited where it was in this moment."""
    with transaction.atomic():
        use_founding_invitation(account, invitation)
        return create_club_with_owner(account, name, visibility, time_zone)


def use_founding_invitation(account: Account, invitation: HostInvitation | None) -> None:
    """Use the invitation, where there is one, for a club that is founded in this transaction.

    NotInvited where the account may found none, or the invitation was used in this moment.
    """
    Account.objects.select_for_update().get(pk=account.pk)  # who founds two at once waits for the first
    if not may_found_club(account, invitation):
        raise NotInvited
    if invitation is not None:
        host_invitation = HostInvitation.objects.select_for_update().filter(pk=invitation.pk).first()
        if host_invitation is None or not _founds(host_invitation, account):
            raise NotInvited
        host_invitation.account, host_invitation.used_at = account, timezone.now()
        host_invitation.save(update_fields=["account", "used_at"])


def _founds(invitation: HostInvitation, account: Account) -> bool:
    return (
        invitation.is_open and invitation.may_found_club_by_it and invitation.account_id in (None, account.pk)
    )


def _invitation_ahead(request: HttpRequest) -> tuple[str, str]:
    """Whose invitation somebody is on the way to who makes an account, and its token: told by `next`."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    try:
        match = resolve(urlsplit(address).path)
    except (Resolver404, ValueError):
        return "", ""
    kind = {"clubs:join": "club", "clubs:invited": "host"}.get(match.view_name, "")
    return kind, str(match.kwargs.get("token", ""))


def _opens(kind: str, token: str) -> bool:
    """Whether this invitation makes an account for somebody who has none."""
    if kind == "host":
        invitation = find_host_invitation(token)
        return invitation is not None and invitation.account_id is None
    return kind == "club" and find_club_invitation(token) is not None


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
