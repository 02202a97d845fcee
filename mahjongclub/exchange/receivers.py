"""Hearing of what happens elsewhere: clubs and evenings that change, names and accounts that go.

A name that goes from the players goes from their clubs' files too, those that came and those to fetch.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from django.db.models import Q
from django.db.models.signals import post_delete, post_save, pre_delete
from django.dispatch import receiver

from mahjongclub.clubs.models import Account, Club, Evening, Player
from mahjongclub.clubs.people.references import PlayerReferences, register_player_references
from mahjongclub.tables.models import Session

from .archive.making import delete_archive_files, delete_files_to_restart_exports
from .models import CalendarLink, EveningChange, Export, Origin, Upload


@receiver(post_save, sender=Club, dispatch_uid="give a club's calendar its link")
def create_calendar_link(instance: Club, created: bool, **kwargs: Any) -> None:
    """Give a club that is founded the link of its calendar."""
    if created:
        CalendarLink.objects.create(club=instance)


@receiver(post_save, sender=Evening, dispatch_uid="count the changes of an evening")
def count_evening_change(instance: Evening, created: bool, **kwargs: Any) -> None:
    """Count another date, hour, name or place of a saved evening as one more change of its event."""
    details = [str(instance.date), instance.name, instance.place]
    hours = [str(hour) for hour in (instance.begins, instance.ends) if hour is not None]
    details += [" ".join(hours)] if hours else []  # as it was told before evenings had hours
    if created:
        EveningChange.objects.create(evening=instance, told=details)
        return
    change, new = EveningChange.objects.get_or_create(evening=instance, defaults={"told": details})
    if new:
        change.sequence = 1  # it was made before anybody counted
        change.save()
    elif change.told != details:
        change.sequence, change.told = change.sequence + 1, details
        change.save()


@receiver(post_delete, sender=Export, dispatch_uid="an archive's file goes with its row")
def delete_files_of_export(instance: Export, **_more: Any) -> None:
    """Delete the files of an archive whose row is gone."""
    delete_archive_files(instance)


class FileReferences(PlayerReferences):
    """The names of players in files that came and in those to fetch."""

    def delete_player_traces(self, player_ids: Collection[int]) -> None:
        """Names go from archives, uploads and what is told of where a game came from.

        Uploads that wait to be looked at go as they are: a name may stand anywhere in a file. Archives are
        made again when they are asked for.
        """
        theirs = Session.objects.sat_at_by(player_ids)
        _forget_files(Q(players__in=player_ids) | Q(sessions__in=theirs))
        names = {player.name: f"#{player.pk}" for player in Player.objects.filter(pk__in=player_ids)}
        for origin in Origin.objects.filter(session__in=theirs):
            origin.source = with_numbers_for_names(names, origin.source)
            origin.differences = [_without(names, difference) for difference in origin.differences]
            origin.save(update_fields=["source", "differences"])


register_player_references(FileReferences())


@receiver(pre_delete, sender=Account, dispatch_uid="an account goes from archives")
def delete_files_naming_account(instance: Account, **_more: Any) -> None:
    """Delete the files of the account's clubs before it is deleted: archives tell who was a member."""
    _forget_files(Q(memberships__account=instance))


def _forget_files(theirs: Q) -> None:
    clubs = list(Club.objects.filter(theirs).values_list("pk", flat=True).distinct())
    Upload.objects.filter(club__in=clubs).delete()
    delete_files_to_restart_exports(Export.objects.filter(club__in=clubs))


def _without(names: dict[str, str], data: Any) -> Any:
    """The same of a text as JSON: a name may be any word of it."""
    if isinstance(data, dict):
        return {key: _without(names, value) for key, value in data.items()}
    return with_numbers_for_names(names, data) if isinstance(data, str) else data


def with_numbers_for_names(names: dict[str, str], text: str) -> str:
    """The text with a number in place of each name, upper or lower case."""
    for name, number in names.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", number, text, flags=re.IGNORECASE)
    return text
