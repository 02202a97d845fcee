"""What happens to the hands of a table happens to the lines picked for them."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.db.models.signals import post_save
from django.dispatch import receiver

from mahjongclub.tables.models import Revision

from .models import LinePick

TAKEN_OUT = (Revision.Action.DELETE, Revision.Action.UNDO)


@receiver(post_save, sender=Revision, dispatch_uid="lines picked move with their hands")
def renumber_picks(instance: Revision, created: bool, **_more: Any) -> None:
    """Count the hands anew for which lines were picked, after one was put in or taken out before them."""
    if not created or instance.action not in (Revision.Action.INSERT, *TAKEN_OUT):
        return
    number = instance.hand_number or 0
    picks = LinePick.objects.filter(session=instance.session_id)
    if instance.action == Revision.Action.INSERT:
        picks.filter(number__gte=number).update(number=F("number") + 1)
    else:
        picks.filter(number=number).delete()
        picks.filter(number__gt=number).update(number=F("number") - 1)
