"""Writing into the outbox, in the transaction of what is told: nothing is told that did not come to stay."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Club

from .models import Channel, Delivery, Event


def queue_messages(
    club_id: int, event: Event, about: Iterable[int], quiet_for: timedelta = timedelta()
) -> None:
    """Have every channel of the club that asked for it told once nothing happened `quiet_for` long.

    What still waits for its first try is told together: evenings in one message, a season or the results of a
    night once, as they are when nothing more has happened for that long.
    """
    channels = [channel for channel in Channel.objects.filter(club=club_id) if event in channel.events]
    if not channels:
        return
    numbers, due = sorted(set(about)), timezone.now() + quiet_for
    with transaction.atomic():
        for channel in channels:
            for group in [numbers] if event == Event.EVENING else [[number] for number in numbers]:
                _put(channel, event, group, due)
        transaction.on_commit(wake_senders)


def quiet_time() -> timedelta:
    """How long nothing more must have happened until results and standings are told."""
    return timedelta(seconds=settings.TELL_AFTER_SECONDS)


def queue_test_message(channel: Channel) -> Delivery:
    """Queue a test message to be sent at once."""
    with transaction.atomic():
        made = Delivery.objects.create(channel=channel, event=Event.TEST)
        transaction.on_commit(wake_senders)
    return made


def queue_messages_now(club: Club, event: Event, number: int) -> bool:
    """Queue an event's messages to be sent at once, waiting ones too. False if no channel asks for it."""
    channels = [channel for channel in Channel.objects.filter(club=club) if event in channel.events]
    with transaction.atomic():
        for channel in channels:
            _put(channel, event, [number], timezone.now(), is_asked=True)
        transaction.on_commit(wake_senders)
    return bool(channels)


def _put(channel: Channel, event: Event, about: list[int], due: datetime, is_asked: bool = False) -> None:
    waiting = Delivery.objects.filter(channel=channel, event=event, state=Delivery.State.WAITING)
    waiting = waiting.filter(tries=0, taken_until=None).select_for_update()
    same = waiting.first() if event == Event.EVENING else next((o for o in waiting if o.about == about), None)
    if same is None:
        Delivery.objects.create(channel=channel, event=event, about=about, due_at=due, asked=is_asked)
        return
    same.about = sorted({*same.about, *about})
    same.due_at, same.asked = due, same.asked or is_asked
    same.save(update_fields=["about", "due_at", "asked"])


def delete_channel(club: Club, number: int) -> None:
    """Nothing more is sent to this channel, neither what waits; its address is forgotten."""
    Channel.objects.filter(club=club, pk=number).delete()


# --- those who send are woken as something is written in this process; else they look now and then ---

_work = threading.Condition()
_written = 0


def wake_senders() -> None:
    """Something is there to be sent."""
    global _written
    with _work:
        _written += 1
        _work.notify_all()


def write_count() -> int:
    """Return how often this process has queued something, to be given to `wait_for_writes`."""
    return _written


def wait_for_writes(since: int, seconds: float) -> None:
    """Wait until something more was written than `since`, or so many seconds are over."""
    with _work:
        _work.wait_for(lambda: _written != since, timeout=seconds)
