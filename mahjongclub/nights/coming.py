"""Who says that they come to an evening: said and changed, who waits where room is short, what is missing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Count, Q
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import ngettext

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.clubs.time_zones import local_time
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.pairing.night import NightGame, tables_and_left
from mahjongclub.rounds.waiting import Places

from .changes import games_of, night_or_unsaved
from .models import Reply

Answer = Reply.Answer
#: evenings that are asked about at once
EVENINGS_ASKED = 8
#: the hours from which people are reminded, the day before and on the day
EVE_HOUR, DAY_HOUR = 18, 9
#: `reply_ids`: a place is free now for these, who waited for one at an evening
places_free = Signal()


class EveningReplies:
    """What people said about an evening, each person once: who said it first stands first."""

    def __init__(self, replies: Iterable[Reply], capacity: int | None) -> None:
        in_order = sorted(replies, key=lambda reply: (reply.since, reply.pk))
        #: what each person said: of two spellings the latest word
        self.of = {reply.player.person.pk: reply for reply in in_order}
        latest = [reply for reply in in_order if self.of[reply.player.person.pk] is reply]
        self.places = Places(latest, capacity)
        self.come, self.waiting = self.places.taken, self.places.line
        self.maybe = [reply for reply in latest if reply.answer == Answer.MAYBE]
        self.no = [reply for reply in latest if reply.answer == Answer.NO]

    def place_in_line(self, player_id: int) -> int:
        """Which of those who wait somebody is, from 1; 0 for who does not wait."""
        return self.places.place_in_line(self.of[player_id].pk) if player_id in self.of else 0


def replies_to_evening(evening: Evening) -> EveningReplies:
    """Who comes to an evening, who waits for a place, who may come. One query."""
    return EveningReplies(evening.replies.select_related("player__merged_into"), evening.capacity)


@contextmanager
def _locked(evening: Evening) -> Iterator[Evening]:
    """The evening in a transaction of its own, locked until the replies to it are stored."""
    with hold_write_lock(), transaction.atomic():
        yield Evening.objects.select_for_update(of=("self",)).select_related("club").get(pk=evening.pk)


def next_evenings(club: Club) -> list[Evening]:
    """The club's next evenings, tonight's too, the soonest first."""
    planned = club.evenings.filter(date__gte=tonight(club)).order_by("date", "pk")
    return list(planned[:EVENINGS_ASKED])


def save_replies(
    evening: Evening, players: Collection[Player], answer: str, device: Device | None = None
) -> None:
    """Store that these come, may come or do not, whatever they said before. `device` is their own phone.

    Who goes on coming keeps their place in the line. At a full evening people wait, and a place that is freed
    goes to the next of them.
    """
    with _locked(evening) as evening:
        coming = replies_to_evening(evening)
        for player in players:
            reply = coming.of.get(player.person.pk) or Reply(evening=evening, player=player.person)
            if reply.answer != answer:
                reply.answer, reply.since, reply.waits = answer, timezone.now(), False
                if answer == Answer.YES:
                    coming.places.add(reply)
            reply.device = device or reply.device
            reply.save()
        _move_up(evening)


def delete_reply(evening: Evening, player: Player) -> None:
    """What this person said about coming is gone, as if they had said nothing. A place freed is given on."""
    with _locked(evening) as evening:
        evening.replies.filter(Q(player=player) | Q(player__merged_into=player)).delete()
        _move_up(evening)


def save_reminder(evening: Evening, player: Player, reminds: bool, device: Device | None) -> bool:
    """This person is reminded of the evening, or no more; False where they have not said that they come.

    Of what is past already they are not.
    """
    with _locked(evening) as evening:
        reply = replies_to_evening(evening).of.get(player.person.pk)
        if reply is None or reply.answer == Answer.NO:
            return False
        reply.reminds, reply.device, reply.reminded = reminds, device or reply.device, reminders_due(evening)
        reply.save(update_fields=["reminds", "device", "reminded"])
    return True


def reminders_due(evening: Evening) -> int:
    """How many of an evening's reminders are due by now: from the eve at 18 on, and from 9 on the day."""
    now = local_time(timezone.now(), evening.club)
    days = (evening.date - now.date()).days
    if days > 1 or (days == 1 and now.hour < EVE_HOUR):
        return 0
    return 1 if days == 1 or (days == 0 and now.hour < DAY_HOUR) else 2


def give_free_places(evening: Evening) -> None:
    """Give the free places to those who wait longest, and tell them: there may be more room."""
    with _locked(evening) as evening:
        _move_up(evening)


def _move_up(evening: Evening) -> None:
    """Give the free places to those who wait longest, and tell them. Within the lock."""
    moved = replies_to_evening(evening).places.take_from_line()
    Reply.objects.bulk_update(moved, ["waits"])
    if moved and evening.date >= tonight(evening.club):
        places_free.send(Reply, reply_ids=[reply.pk for reply in moved])


def reply_counts(club: Club) -> dict[int, tuple[int, int]]:
    """How many come, and how many may, by the number of each planned evening. One query."""
    replies = Reply.objects.filter(
        evening__club=club, evening__date__gte=tonight(club), player__merged_into=None
    )
    come = Count("pk", filter=Q(answer=Answer.YES, waits=False))
    maybe = Count("pk", filter=Q(answer=Answer.MAYBE))
    rows = replies.order_by().values_list("evening").annotate(come=come, maybe=maybe)
    return {evening: (come, maybe) for evening, come, maybe in rows}


def people_missing_in_words(evening: Evening, coming: int) -> str:
    """How many more would fill every table: "2 more make 3 full tables"."""
    kinds = [
        NightGame(variant.key, variant.seats)
        for variant, _preset, _own in games_of(night_or_unsaved(evening))
    ]
    tables, left = tables_and_left(coming, kinds)
    if coming and not left:
        full = ngettext("%(count)s full table", "%(count)s full tables", tables)
        return full % {"count": tables}
    more = 1
    while tables_and_left(coming + more, kinds)[1]:
        more += 1
    tables = tables_and_left(coming + more, kinds)[0]
    if tables == 1:
        alone = ngettext("%(count)s more makes a table.", "%(count)s more make a table.", more)
        return alone % {"count": more}
    full = ngettext(
        "%(count)s more makes %(tables)s full tables.", "%(count)s more make %(tables)s full tables.", more
    )
    return full % {"count": more, "tables": tables}


def reply_counts_in_words(coming: int, maybe: int) -> str:
    """How many come and how many may: "7 come, 2 perhaps"; "" where nobody said anything."""
    parts = []
    if coming:
        parts.append(ngettext("%(count)s comes", "%(count)s come", coming) % {"count": coming})
    if maybe:
        parts.append(ngettext("%(count)s perhaps", "%(count)s perhaps", maybe) % {"count": maybe})
    return ", ".join(parts)
