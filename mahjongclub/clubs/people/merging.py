"""Two players found to be one person, and whose seat it was: games come together, and can be parted again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import Account, Erasure, Player, PlayerMerge
from ..roster import NameTaken, hide_player_name, show_player_name
from ..write_lock import hold_write_lock
from .references import (
    SharedTable,
    fields_moved_by_merge,
    fill_in_between_spellings,
    refresh_players_on_screens,
    shared_tables,
    two_people_reason,
    update_after_merge,
)

COLUMNS_TAKEN_OVER = ("account_id", "club_id", "known_on_id")
TAKEN_OVER = (*COLUMNS_TAKEN_OVER, "name_hidden")


class SamePlayer(Exception):
    """A player cannot be merged with themselves."""


class PlayedTogether(Exception):
    """Both sat at one table, so they are two people. `tables` are those, the newest first."""

    def __init__(self, tables: list[SharedTable]) -> None:
        super().__init__(len(tables))
        self.tables = tables

    def in_words(self, player: Player) -> str:
        """Why the player is not this account's: they sat at one table, the newest of which is named."""
        table = self.tables[0]
        return _(
            "%(name)s and another player of this account sat at one table (%(game)s, %(day)s), so they are "
            "two people."
        ) % {
            "name": player.shown_name,
            "game": table.game,
            "day": date_format(timezone.localtime(table.opened_at), "SHORT_DATE_FORMAT"),
        }


class TwoPeople(Exception):
    """Something else says that they are two; the message is for whoever asked."""


class TwoAccounts(Exception):
    """Each belongs to another account."""


class NotTheNewest(Exception):
    """Another merge came after this one: that one has to be undone first. `newest` is it."""

    def __init__(self, newest: PlayerMerge) -> None:
        super().__init__(newest.pk)
        self.newest = newest


def merge_player(kept: Player, gone: Player, by: Account | None) -> PlayerMerge:
    """Give what moves of `gone`, their seats, to `kept`; the name of `gone` leads to `kept` from now on.

    No hand, score or record changes: games point at seats, and seats at players.
    SamePlayer, PlayedTogether, TwoPeople, TwoAccounts: nothing is written.
    """
    with hold_write_lock(), transaction.atomic():
        players = Player.objects.select_for_update().filter(merged_into=None).in_bulk([kept.pk, gone.pk])
        if len(players) < 2:
            raise SamePlayer
        kept, gone = players[kept.pk], players[gone.pk]
        if together := shared_tables([kept.pk], [gone.pk]):
            raise PlayedTogether(together)
        if why := two_people_reason(kept.pk, gone.pk):
            raise TwoPeople(why)
        if None not in (kept.account_id, gone.account_id) and kept.account_id != gone.account_id:
            raise TwoAccounts
        before = {name: getattr(kept, name) for name in (*TAKEN_OVER, "claimed_by_seat", "guest")}
        hidden = {"gone_hidden": gone.name_hidden}
        moved = {}
        for key, (model, field) in fields_moved_by_merge():
            rows = model._default_manager.filter(**{field: gone})
            moved[key] = list(rows.values_list("pk", flat=True))
            model._default_manager.filter(pk__in=moved[key]).update(**{field: kept})
        if kept.account_id is None:
            kept.claimed_by_seat = gone.claimed_by_seat
        kept.guest = _both_guests(before, gone)
        for name in TAKEN_OVER:
            setattr(kept, name, getattr(kept, name) or getattr(gone, name))
        kept.save(update_fields=(*TAKEN_OVER, "claimed_by_seat", "guest"))
        gone.spellings.update(merged_into=kept)
        Player.objects.filter(pk=gone.pk).update(merged_into=kept)
        if kept.name_hidden:
            hide_player_name(kept)
        made = PlayerMerge.objects.create(
            kept=kept,
            gone=gone,
            made_by=by,
            moved={**moved, "before": before, **hidden},
        )
        update_after_merge(moved)
        fill_in_between_spellings(kept)
        refresh_players_on_screens([kept.pk])
    return made


def undo_merge(done: PlayerMerge) -> Player:
    """Part them again: the seats that came over go back. Returns the player who is back.

    Seats taken since under either name stay where they are. NotTheNewest where a later merge builds on it.
    """
    with hold_write_lock(), transaction.atomic():
        done = PlayerMerge.objects.select_for_update().select_related("kept", "gone").get(pk=done.pk)
        survivor, gone = done.kept, done.gone
        newest = PlayerMerge.objects.filter(kept=survivor).first()
        above = PlayerMerge.objects.filter(gone=survivor).first()
        if above is not None or (newest is not None and newest.pk != done.pk):
            raise NotTheNewest(above or newest or done)
        moved = {}
        for key, (model, field) in fields_moved_by_merge():
            moved[key] = done.moved.get(key, [])  # a key may be younger than the merge
            model._default_manager.filter(pk__in=moved[key], **{field: survivor}).update(**{field: gone})
        before = done.moved["before"]
        for name in COLUMNS_TAKEN_OVER:
            # what somebody changed since then stays
            if getattr(survivor, name) == (before[name] or getattr(gone, name)):
                setattr(survivor, name, before[name])
        survivor.claimed_by_seat = before.get("claimed_by_seat", survivor.claimed_by_seat)
        if survivor.guest == _both_guests(before, gone):
            survivor.guest = before.get("guest", False)
        survivor.save(update_fields=(*COLUMNS_TAKEN_OVER, "claimed_by_seat", "guest"))
        Player.objects.filter(merged_into=survivor, merged_by__kept=gone).update(merged_into=gone)
        Player.objects.filter(pk=gone.pk).update(merged_into=None)
        gone.refresh_from_db()
        _part_names(survivor, gone, before["name_hidden"], done.moved.get("gone_hidden"))
        done.delete()
        update_after_merge(moved)
        refresh_players_on_screens([survivor.pk, gone.pk])
    return gone


def _both_guests(before: Mapping[str, Any], gone: Player) -> bool:
    """Whether the player that two become is known by an event alone: not where one stands on the roster."""
    if before["club_id"] is None:
        return gone.guest
    was: bool = before.get("guest", False)
    return was and (gone.guest or gone.club_id != before["club_id"])


def _part_names(survivor: Player, gone: Player, kept_hid: bool, gone_hid: bool | None) -> None:
    """Show again whose name was hidden by the merge alone. `gone_hid` is None where that is not known.

    Who has hidden the name of both since then hides both.
    """
    visible = []
    if gone_hid and not kept_hid:
        visible = [survivor]
    elif gone_hid is False and (kept_hid or not survivor.name_hidden):
        visible = [gone]
    for player in visible:
        if player.name_hidden:
            with suppress(NameTaken):  # somebody else is called so by now: it stays hidden
                show_player_name(player)


class AlreadyClaimed(Exception):
    """The player belongs to an account."""


def claim_player(player: Player, account: Account, *, by_seat: bool = False) -> None:
    """The player is this account's from now on. AlreadyClaimed where they are another's, PlayedTogether
    where the account has sat at one table with them. What is claimed by a seat goes back with the account.

    Who hides their name is hidden here too.
    """
    hidden = Player.objects.filter(account=account, name_hidden=True).exists()
    with hold_write_lock(), transaction.atomic():
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if locked.account_id not in (None, account.pk):
            raise AlreadyClaimed
        others = Player.objects.filter(account=account).exclude(pk=player.pk)
        if together := shared_tables([player.pk], others.values_list("pk", flat=True)):
            raise PlayedTogether(together)
        if locked.account_id is None:
            locked.claimed_by_seat = by_seat
        locked.account = account
        locked.guest = locked.guest and not account.memberships.filter(club=locked.club_id).exists()
        locked.save(update_fields=["account", "claimed_by_seat", "guest"])
        if hidden and not locked.name_hidden:
            hide_player_name(locked)


def release_player(player: Player) -> None:
    """It was not theirs after all: the player is a guest again."""
    Player.objects.filter(pk=player.pk).update(account=None, claimed_by_seat=False)


def is_to_be_erased(player: Player) -> bool:
    """Whether the player's name waits to be erased: nobody is to claim it meanwhile."""
    return Erasure.objects.filter(player=player).exists()


def accounts_to_link(player: Player) -> list[Account]:
    """The members of the player's club, to whom an organiser may give the player."""
    if player.club_id is None or is_to_be_erased(player):
        return []
    members = Account.objects.filter(memberships__club=player.club_id, is_active=True)
    return list(members.order_by("username"))
