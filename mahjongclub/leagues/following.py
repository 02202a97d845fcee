"""Hearing of what happens elsewhere: sessions that end or change, clubs and evenings that change or go."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models.signals import post_save, pre_delete

from mahjongclub.clubs.models import Club, Evening
from mahjongclub.tables.listeners import when_players_merge, when_rebuilt, when_results_change
from mahjongclub.tables.models import Session

from .folding import fold, rebuild, unfold
from .tournament_people import why_not_one_person


def begin() -> None:
    """Fold from now on whatever changes."""
    when_results_change(fold)
    when_rebuilt(rebuild)
    when_players_merge(why_not_one_person)
    pre_delete.connect(_session_goes, sender=Session, dispatch_uid="unfold a deleted session")
    pre_delete.connect(_club_goes, sender=Club, dispatch_uid="fold the sessions of a deleted club")
    pre_delete.connect(_evening_goes, sender=Evening, dispatch_uid="fold the sessions of a deleted evening")
    post_save.connect(_evening_moved, sender=Evening, dispatch_uid="fold the sessions of a moved evening")


def _session_goes(instance: Session, **kwargs: Any) -> None:
    with transaction.atomic():
        unfold([instance.pk])


def _club_goes(instance: Club, **kwargs: Any) -> None:
    """Its sessions stay, as games of no club."""
    with transaction.atomic():
        ids = list(instance.sessions.values_list("pk", flat=True))
        instance.sessions.update(club=None, evening=None)
        fold(ids)


def _evening_goes(instance: Evening, **kwargs: Any) -> None:
    """Its sessions stay, at the day they began."""
    with transaction.atomic():
        ids = list(instance.sessions.values_list("pk", flat=True))
        instance.sessions.update(evening=None)
        fold(ids)


def _evening_moved(instance: Evening, created: bool, **kwargs: Any) -> None:
    if not created:
        with transaction.atomic():
            fold(list(instance.sessions.values_list("pk", flat=True)))
