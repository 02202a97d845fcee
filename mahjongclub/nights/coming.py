"""Who says that they come to an evening: said and changed, who waits where room is short, what is missing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import ngettext

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.clubs.time_zones import local_time
from mahjongclub.clubs.write_lock import one_writer
from mahjongclub.pairing.night import Kind, tables_and_left

from .changes import games_of, night_of
from .models import Reply
from .notify import places_free

Answer = Reply.Answer
#: evenings that are asked about at once
EVENINGS_ASKED = 8
#: the hours from which people are reminded, the day before and on the day
EVE_HOUR, DAY_HOUR = 18, 9


@dataclass
class Coming:
    """What people said about an evening, each person once: who said it first stands first."""

    come: list[Reply] = field(default_factory=list)
    #: who comes as soon as a place is free
    waiting: list[Reply] = field(default_factory=list)
    maybe: list[Reply] = field(default_factory=list)
    no: list[Reply] = field(default_factory=list)
    #: what each person said
    of: dict[int, Reply] = field(default_factory=dict)

    def place_in_line(self, person: int) -> int:
        """Which of those who wait somebody is, from 1; 0 for who does not wait."""
        waiting = [one.player.person.pk for one in self.waiting]
        return waiting.index(person) + 1 if person in waiting else 0


def coming_to(evening: Evening) -> Coming:
    """Who comes to an evening, who waits for a place, who may come. One query."""
    found = Coming()
    for one in sorted(_replies(evening), key=lambda one: (one.since, one.pk), reverse=True):
        found.of.setdefault(one.player.person.pk, one)  # of two spellings the latest word
    for one in reversed(found.of.values()):
        lists = {Answer.YES: found.come, Answer.MAYBE: found.maybe, Answer.NO: found.no}
        lists[Answer(one.answer)].append(one)
    if evening.capacity is not None:
        found.come, found.waiting = found.come[: evening.capacity], found.come[evening.capacity :]
    return found


def _replies(evening: Evening) -> list[Reply]:
    return list(evening.replies.select_related("player__merged_into"))


def evenings_asked(club: Club) -> list[Evening]:
    """The club's next evenings, tonight's too, the soonest first."""
    planned = club.evenings.filter(date__gte=tonight(club)).order_by("date", "pk")
    return list(planned[:EVENINGS_ASKED])


def say(evening: Evening, players: Collection[Player], answer: str, device: Device | None = None) -> None:
    """These come, may come or do not; what they said before is changed. `device` is their own phone.

    Who goes on coming keeps their place in the line.
    """
    with one_writer(), transaction.atomic():
        evening = Evening.objects.select_for_update().get(pk=evening.pk)
        before = coming_to(evening).of
        for player in players:
            known = before.get(player.person.pk)
            if known is None:
                Reply.objects.create(evening=evening, player=player.person, answer=answer, device=device)
                continue
            if known.answer != answer:
                known.answer, known.since = Answer(answer), timezone.now()
            known.device = device or known.device
            known.save(update_fields=["answer", "since", "device"])
        move_up(evening)


def unsay(evening: Evening, player: Player) -> None:
    """What this person said about coming is gone, as if they had said nothing."""
    with one_writer(), transaction.atomic():
        evening = Evening.objects.select_for_update().get(pk=evening.pk)
        evening.replies.filter(Q(player=player) | Q(player__merged_into=player)).delete()
        move_up(evening)


def remind(evening: Evening, player: Player, wanted: bool, device: Device | None) -> bool:
    """This person is reminded of the evening, or no more; False where they have not said that they come.

    Of what is past already they are not.
    """
    known = coming_to(evening).of.get(player.person.pk)
    if known is None or known.answer == Answer.NO:
        return False
    known.reminds, known.device, known.reminded = wanted, device or known.device, reminders_due(evening)
    known.save(update_fields=["reminds", "device", "reminded"])
    return True


def reminders_due(evening: Evening) -> int:
    """How many of an evening's reminders are due by now: from the eve at 18 on, and from 9 on the day."""
    now = local_time(timezone.now(), evening.club)
    days = (evening.date - now.date()).days
    if days > 1 or (days == 1 and now.hour < EVE_HOUR):
        return 0
    return 1 if days == 1 or (days == 0 and now.hour < DAY_HOUR) else 2


def move_up(evening: Evening) -> None:
    """Note who waits for a place by now; whoever waited and has one is told."""
    coming = coming_to(evening)
    waiting = {one.pk for one in coming.waiting}
    changed = [one for one in coming.of.values() if one.waits != (one.pk in waiting)]
    placed = [one.pk for one in changed if one.waits and one.answer == Answer.YES]
    for one in changed:
        one.waits = one.pk in waiting
    Reply.objects.bulk_update(changed, ["waits"])
    if placed and evening.date >= tonight(evening.club):
        places_free.send(Reply, reply_ids=placed)


def counts_of(club: Club) -> dict[int, tuple[int, int]]:
    """How many come, and how many may, by the number of each planned evening. One query."""
    said = Reply.objects.filter(
        evening__club=club, evening__date__gte=tonight(club), player__merged_into=None
    )
    rows = (
        said.order_by()
        .values_list("evening", "evening__capacity")
        .annotate(
            come=Count("pk", filter=Q(answer=Answer.YES)), maybe=Count("pk", filter=Q(answer=Answer.MAYBE))
        )
    )
    return {
        evening: (come if capacity is None else min(come, capacity), maybe)
        for evening, capacity, come, maybe in rows
    }


def missing_in_words(evening: Evening, come: int) -> str:
    """How many more would fill every table: "2 more make 3 full tables"."""
    kinds = [Kind(variant.key, variant.seats) for variant, _preset, _own in games_of(night_of(evening))]
    tables, left = tables_and_left(come, kinds)
    if come and not left:
        full = ngettext("%(count)s full table", "%(count)s full tables", tables)
        return full % {"count": tables}
    more = 1
    while tables_and_left(come + more, kinds)[1]:
        more += 1
    tables = tables_and_left(come + more, kinds)[0]
    if tables == 1:
        alone = ngettext("%(count)s more makes a table.", "%(count)s more make a table.", more)
        return alone % {"count": more}
    full = ngettext(
        "%(count)s more makes %(tables)s full tables.", "%(count)s more make %(tables)s full tables.", more
    )
    return full % {"count": more, "tables": tables}


def said_in_words(come: int, maybe: int) -> str:
    """How many come and how many may: "7 come, 2 perhaps"; "" where nobody said anything."""
    parts = []
    if come:
        parts.append(ngettext("%(count)s comes", "%(count)s come", come) % {"count": come})
    if maybe:
        parts.append(ngettext("%(count)s perhaps", "%(count)s perhaps", maybe) % {"count": maybe})
    return ", ".join(parts)
