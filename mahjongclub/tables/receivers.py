"""What reaches the phones of a table that is still open: a changed name, and the alarms of its clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models import F
from django.db.models.signals import post_save
from django.dispatch import receiver

from mahjongclub.clubs.devices import Visitor
from mahjongclub.clubs.models import Player
from mahjongclub.live import tell_alarms_by

from .evening_clock import alarms_for_bell
from .models import Access, Session
from .notify import tell_table

tell_alarms_by(alarms_for_bell)


@receiver(user_logged_out, dispatch_uid="a role in a club goes with the account, not with the browser")
def _signed_out(request: Any, **_more: Any) -> None:
    """Who keeps the score by a role in the club only watches once nobody is signed in on that phone."""
    visitor = getattr(request, "visitor", None)
    device_id = visitor.device_id if isinstance(visitor, Visitor) else None
    if device_id is not None:
        by_role = Access.objects.filter(device=device_id, by_club=True)
        by_role.update(role=Access.Role.VIEWER, by_club=False, seat=None, asks_seat=False)


@receiver(post_save, sender=Player, dispatch_uid="names follow")
def follow_name(instance: Player, created: bool, **_more: Any) -> None:
    """After a rename or a hidden name, from whichever page it came."""
    if not created:
        show_anew([instance.pk])


def show_anew(player_ids: Iterable[int]) -> None:
    """The open tables of these players have changed: their phones fetch them again."""
    open_tables = Session.objects.sat_at_by(player_ids).filter(ended_at=None)
    found = list(open_tables.values_list("pk", flat=True))
    if not found:
        return
    Session.objects.filter(pk__in=found).update(version=F("version") + 1)
    transaction.on_commit(lambda: _tell(found))


def _tell(session_ids: list[int]) -> None:
    for session in Session.objects.filter(pk__in=session_ids):
        tell_table(session)
