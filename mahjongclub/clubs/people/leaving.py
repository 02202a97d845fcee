"""Leaving: the name goes from everywhere, the games stay and are nobody's.

A name is hidden at once and erased two weeks later (`erase_due_names`); until then an organiser can undo it,
so that nobody takes away the name of somebody else. What is erased cannot be brought back.

Nor does it leave a trace in the files of SQLite: what is deleted is overwritten in the database
(`secure_delete`, settings.py). Its write-ahead log keeps what stood there before until the log is emptied:
that is done here, after the commit. What PostgreSQL does: docs/operations.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from threading import Timer
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db import connection, transaction
from django.db.models import Count, Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from ..club_model import Club, Role
from ..models import Account, Erasure, Player
from ..naming import alphabetical_key
from ..roster import hide_player_name, show_player_name
from ..write_lock import hold_write_lock
from .references import delete_player_traces, refresh_players_on_screens

#: seconds until the log is tried again, which somebody was reading
AGAIN = 5.0


def clear_write_ahead_log_on_commit() -> None:
    """Empty SQLite's write-ahead log once this transaction, which takes a name away, is committed."""
    if connection.vendor == "sqlite":
        # whatever becomes of it, the name is gone for everybody who asks the app
        transaction.on_commit(empty_write_ahead_log, robust=True)


@receiver(post_delete, sender=Account, dispatch_uid="an account leaves no trace")
@receiver(post_delete, sender=Club, dispatch_uid="a club leaves no trace")
def _deleted(**_given: Any) -> None:
    clear_write_ahead_log_on_commit()


def empty_write_ahead_log() -> None:
    """Empty SQLite's write-ahead log; while somebody reads what it holds, again and again until that is over.

    Nobody waits for it, and no hand: a serving process that starts empties the log as well.
    """
    with hold_write_lock(), connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            being_read = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {round(settings.DATABASE_WAIT_SECONDS * 1000)}")
    if being_read:
        later = Timer(AGAIN, _in_a_thread_of_its_own)
        later.daemon = True
        later.start()


def _in_a_thread_of_its_own() -> None:
    try:
        empty_write_ahead_log()
    finally:
        connection.close()


#: of a player, what stays when the name is erased: their number in the games, and what the name becomes
STAYS_WITHOUT_NAME = ("id", "name", "name_key", "name_hidden", "guest", "merged_into", "created_at")
#: how long a name waits to be erased
ERASED_AFTER = timedelta(days=14)


class OwnsSharedClubs(Exception):
    """Others are in clubs that only this account owns. `clubs` are those."""

    def __init__(self, clubs: list[Club]) -> None:
        super().__init__(len(clubs))
        self.clubs = clubs


def clubs_of_only_member(account: Account) -> list[Club]:
    """The clubs with no other member: they go with the account."""
    return [club for club in _owned_alone(account) if club.members == 1]  # type: ignore[attr-defined]


def clubs_to_hand_over(account: Account) -> list[Club]:
    """The clubs that others are in and nobody else owns."""
    return [club for club in _owned_alone(account) if club.members > 1]  # type: ignore[attr-defined]


def delete_account_and_names(account: Account) -> None:
    """Take the account away, and have the names of its players erased. StillOwner: nothing is changed.

    What was claimed by a seat goes back to who typed it: a seat shows less than a roster that it was theirs.
    """
    with hold_write_lock(), transaction.atomic():
        if waiting := clubs_to_hand_over(account):
            raise OwnsSharedClubs(waiting)
        Club.objects.filter(pk__in=[club.pk for club in clubs_of_only_member(account)]).delete()
        players = Player.objects.filter(account=account)
        players.filter(claimed_by_seat=True).update(account=None, claimed_by_seat=False)
        for player in players.filter(merged_into=None):
            _ask(player, None)
        players.update(account=None)
        account.delete()


def schedule_name_erasure(player: Player, by: Account) -> None:
    """Have the name of somebody without an account erased once the time is over."""
    with hold_write_lock(), transaction.atomic():
        _ask(player, by)


def erase_name_now(player: Player) -> None:
    """Take the name of somebody without an account away now, for good."""
    with hold_write_lock(), transaction.atomic():
        Erasure.objects.filter(player=player).delete()
        _forget([player.pk])


def cancel_erasure(erasure: Erasure) -> None:
    """The name stays after all, and is shown as before. NameTaken: it stays, and stays hidden."""
    with hold_write_lock(), transaction.atomic():
        erasure.delete()
    if not erasure.was_hidden:
        show_player_name(erasure.player)


def erase_due_names() -> int:
    """Erase the names whose time has come; how many that were. Cheap where there is none."""
    due = Erasure.objects.filter(due_at__lte=timezone.now())
    if not due.exists():
        return 0
    with hold_write_lock(), transaction.atomic():
        people = [erasure.player for erasure in due.select_for_update(of=("self",)).select_related("player")]
        for player in people:
            erase_name_now(player)
    return len(people)


@receiver(user_logged_in, dispatch_uid="names that are due")
def erase_due_names_at_sign_in(**_more: Any) -> None:
    """Nothing here runs by the clock: names are erased as somebody signs in, and as the server starts."""
    erase_due_names()


def _ask(player: Player, by: Account | None) -> None:
    Erasure.objects.get_or_create(
        player=player,
        defaults={"asked_by": by, "due_at": timezone.now() + ERASED_AFTER, "was_hidden": player.name_hidden},
    )
    hide_player_name(player)


def _forget(player_ids: Iterable[int]) -> None:
    people = list(player_ids)
    spellings = Player.objects.filter(merged_into__in=people).values_list("pk", flat=True)
    erased = [*people, *spellings]
    delete_player_traces(erased)
    clear_write_ahead_log_on_commit()
    blank = blank_player_fields()
    for pk in erased:
        Player.objects.filter(pk=pk).update(**blank, name=f"#{pk}", name_hidden=True)
    refresh_players_on_screens(people)


def blank_player_fields() -> dict[str, Any]:
    """Return what a player is without anything told of them: each field empty, or as a new row has it.

    Derived from the model, so that a new field is erased unless it is said to stay.
    """
    fields = (field for field in Player._meta.concrete_fields if field.name not in STAYS_WITHOUT_NAME)
    return {field.name: None if field.null else field.get_default() for field in fields}


def _owned_alone(account: Account) -> list[Club]:
    owned = Club.objects.filter(
        pk__in=account.memberships.filter(role=Role.OWNER).values_list("club_id", flat=True)
    ).annotate(
        members=Count("memberships", distinct=True),
        owners=Count("memberships", filter=Q(memberships__role=Role.OWNER), distinct=True),
    )
    return sorted(owned.filter(owners=1), key=lambda club: alphabetical_key(club.name))
