"""Hearing of what clubs tell: evenings planned, sessions whose results changed, points given or taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.devices import Visitor
from mahjongclub.clubs.models import Account, Evening
from mahjongclub.clubs.people.models import KnownDevice
from mahjongclub.clubs.people.references import PlayerReferences, register_player_references
from mahjongclub.nights.changes import night_seated
from mahjongclub.nights.coming import places_free
from mahjongclub.nights.models import Presence, Reply
from mahjongclub.rounds.opening import round_opened
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.seasons.models import SeasonGame
from mahjongclub.tables.models import Revision, Session
from mahjongclub.tables.notify import results_changed

from .models import EntryMail, Event, Notice, Subscription
from .notices import (
    notify_agreement_needed,
    notify_evening_started,
    notify_repliers,
    notify_seated,
    notify_table_open,
)
from .writing import queue_messages, quiet_time

#: of these a seat has spoken, and nobody is asked anew
SAID = frozenset({Revision.Action.AGREE, Revision.Action.WITHOUT, Revision.Action.SEAT})


@receiver(post_save, sender=Evening, dispatch_uid="announce a new evening")
def _evening_made(instance: Evening, created: bool, **kwargs: Any) -> None:
    if created and instance.date >= tonight(instance.club):
        queue_messages(instance.club_id, Event.EVENING, [instance.pk])


@receiver(night_seated, dispatch_uid="phones are told their table")
def _night_seated(evening_id: int, player_ids: Collection[int], **kwargs: Any) -> None:
    notify_seated(evening_id, player_ids)


@receiver(round_opened, dispatch_uid="phones are told that a round begins")
def _round_opened(session_ids: Collection[int], **kwargs: Any) -> None:
    notify_table_open(session_ids)


@receiver(post_save, sender=Revision, dispatch_uid="phones are told of a hand that awaits their word")
def _hand_changed(instance: Revision, created: bool, **kwargs: Any) -> None:
    if created and instance.session.agreeing and instance.action not in SAID:
        notify_agreement_needed(instance.session)


@receiver(post_save, sender=Presence, dispatch_uid="phones are told that the evening is on")
def _somebody_came(instance: Presence, created: bool, **kwargs: Any) -> None:
    """The first of the evening: whoever comes later is told by nobody again."""
    evening = instance.evening
    if created and evening.date == tonight(evening.club) and evening.presences.count() == 1:
        notify_evening_started(evening)


@receiver(places_free, dispatch_uid="who waited for a place is told that one is free")
def _places_free(reply_ids: Collection[int], **kwargs: Any) -> None:
    notify_repliers(Notice.Kind.PLACE, Reply.objects.filter(pk__in=reply_ids))


@receiver(user_logged_in, dispatch_uid="notices follow who signs in")
def _signed_in(request: Any, user: Any, **kwargs: Any) -> None:
    _belongs(request, user)


@receiver(user_logged_out, dispatch_uid="notices follow who signs out")
def _signed_out(request: Any, **kwargs: Any) -> None:
    _belongs(request, None)


def _belongs(request: Any, account: Account | None) -> None:
    visitor = getattr(request, "visitor", None)
    if isinstance(visitor, Visitor) and (device := visitor.device_id) is not None:
        Subscription.objects.filter(device=device).update(account=account)


@receiver(post_delete, sender=KnownDevice, dispatch_uid="signed out on all other devices")
def _forgotten(instance: KnownDevice, **kwargs: Any) -> None:
    Subscription.objects.filter(device=instance.device_id, account=instance.account_id).update(account=None)


class MessageReferences(PlayerReferences):
    """Who is told something, by phone or by mail."""

    def delete_player_traces(self, player_ids: Collection[int]) -> None:
        """Who is forgotten is told nothing more."""
        here = Presence.objects.filter(player__in=player_ids).values("device")
        replies = Reply.objects.filter(player__in=player_ids)
        theirs = (
            Q(device__in=here) | Q(device__in=replies.values("device")) | Q(account__players__in=player_ids)
        )
        Subscription.objects.filter(theirs).delete()
        EntryMail.objects.filter(entrant__player__in=player_ids).delete()
        replies.update(device=None, reminds=False)


register_player_references(MessageReferences())


@receiver(results_changed, dispatch_uid="tell results and standings")
def _results_changed(session_ids: Collection[int], **kwargs: Any) -> None:
    """After the figures followed, which heard of it before. Of old nights no results are told any more."""
    ended = Session.objects.counting().filter(pk__in=session_ids)
    nights: dict[int, set[int]] = defaultdict(set)
    fresh = ended.filter(evening__date__gte=tonight(), evening__club__isnull=False)
    for club, evening in fresh.values_list("evening__club", "evening"):
        nights[club].add(evening)
    for club, evenings in nights.items():
        queue_messages(club, Event.RESULTS, evenings, quiet_time())
    seasons: dict[int, set[int]] = defaultdict(set)
    counted = SeasonGame.objects.filter(appearance__session__in=session_ids)
    for club, season in counted.values_list("season__league__club", "season"):
        seasons[club].add(season)
    for club, changed in seasons.items():
        queue_messages(club, Event.STANDINGS, changed, quiet_time())


@receiver(post_save, sender=Penalty, dispatch_uid="tell standings with points given")
@receiver(post_delete, sender=Penalty, dispatch_uid="tell standings with points taken back")
def _points_given(instance: Penalty, origin: Any = None, **kwargs: Any) -> None:
    """In a season alone: standings are a season's."""
    if origin is not None and getattr(origin, "model", type(origin)) is not Penalty:
        return  # its season goes, or the whole club
    owner = instance.competition
    if owner.season_id is not None:
        queue_messages(owner.club_id, Event.STANDINGS, [owner.season_id], quiet_time())
