"""What reaches the phones of a table that is still open: a changed name, and the alarms of its clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.signals import post_save
from django.dispatch import receiver

from mahjongclub.clubs.models import Player
from mahjongclub.live import tell_alarms_by

from .evening_clock import alarms_for_bell
from .models import Session
from .notify import tell_table

tell_alarms_by(alarms_for_bell)


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
