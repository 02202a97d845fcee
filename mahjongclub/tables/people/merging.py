"""Two players found to be one person: their seats come together, and can be parted again."""

from __future__ import annotations

from django.db import transaction

from mahjongclub.clubs.models import Account, Player, PlayerMerge

from ..listeners import results_changed, why_two_people
from ..models import Seat, Session
from ..writing import one_writer
from .following import show_anew

TAKEN_OVER = ("account_id", "club_id", "known_on_id", "name_hidden")


class SamePlayer(Exception):
    """A player cannot be merged with themselves."""


class PlayedTogether(Exception):
    """Both sat at one table, so they are two people. `sessions` are those tables."""

    def __init__(self, sessions: list[Session]) -> None:
        super().__init__(len(sessions))
        self.sessions = sessions


class TwoPeople(Exception):
    """Something else says that they are two; the message is for whoever asked."""


class TwoAccounts(Exception):
    """Each belongs to another account."""


class NotTheNewest(Exception):
    """Another merge came after this one: that one has to be undone first. `newest` is it."""

    def __init__(self, newest: PlayerMerge) -> None:
        super().__init__(newest.pk)
        self.newest = newest


def tables_of_both(one: Player, other: Player) -> list[Session]:
    """The sessions at which both sat, the newest first."""
    both = Session.objects.filter(seats__player=one).filter(seats__player=other)
    return list(both.order_by("-created_at").distinct())


def merge(kept: Player, gone: Player, by: Account | None) -> PlayerMerge:
    """Give every seat of `gone` to `kept`; the name of `gone` leads to `kept` from now on.

    No hand, score or record changes: games point at seats, and seats at players.
    SamePlayer, PlayedTogether, TwoPeople, TwoAccounts: nothing is written.
    """
    with one_writer(), transaction.atomic():
        players = Player.objects.select_for_update().filter(merged_into=None).in_bulk([kept.pk, gone.pk])
        if len(players) < 2:
            raise SamePlayer
        kept, gone = players[kept.pk], players[gone.pk]
        if together := tables_of_both(kept, gone):
            raise PlayedTogether(together)
        if why := why_two_people(kept.pk, gone.pk):
            raise TwoPeople(why)
        if None not in (kept.account_id, gone.account_id) and kept.account_id != gone.account_id:
            raise TwoAccounts
        seats = list(Seat.objects.filter(player=gone).values_list("pk", flat=True))
        before = {name: getattr(kept, name) for name in TAKEN_OVER}
        Seat.objects.filter(pk__in=seats).update(player=kept)
        for name in TAKEN_OVER:
            setattr(kept, name, getattr(kept, name) or getattr(gone, name))
        kept.save(update_fields=TAKEN_OVER)
        gone.spellings.update(merged_into=kept)
        Player.objects.filter(pk=gone.pk).update(merged_into=kept)
        made = PlayerMerge.objects.create(
            kept=kept, gone=gone, made_by=by, moved={"seats": seats, "before": before}
        )
        _moved(seats)
        show_anew([kept.pk])
    return made


def undo_merge(done: PlayerMerge) -> Player:
    """Part them again: the seats that came over go back. Returns the player who is back.

    Seats taken since under either name stay where they are. NotTheNewest where a later merge builds on it.
    """
    with one_writer(), transaction.atomic():
        done = PlayerMerge.objects.select_for_update().select_related("kept", "gone").get(pk=done.pk)
        kept, gone = done.kept, done.gone
        newest = PlayerMerge.objects.filter(kept=kept).first()
        above = PlayerMerge.objects.filter(gone=kept).first()
        if above is not None or (newest is not None and newest.pk != done.pk):
            raise NotTheNewest(above or newest or done)
        Seat.objects.filter(pk__in=done.moved["seats"], player=kept).update(player=gone)
        for name in TAKEN_OVER:
            # what somebody changed since then stays
            if getattr(kept, name) == (done.moved["before"][name] or getattr(gone, name)):
                setattr(kept, name, done.moved["before"][name])
        kept.save(update_fields=TAKEN_OVER)
        Player.objects.filter(merged_into=kept, merged_by__kept=gone).update(merged_into=gone)
        Player.objects.filter(pk=gone.pk).update(merged_into=None)
        done.delete()
        _moved(done.moved["seats"])
        show_anew([kept.pk, gone.pk])
    gone.refresh_from_db()
    return gone


def _moved(seat_ids: list[int]) -> None:
    ended = Session.objects.filter(seats__in=seat_ids, ended_at__isnull=False)
    results_changed(set(ended.values_list("pk", flat=True)))
