"""Sending what waits in the outbox: threads of the serving process, each with one message at a time.

A message is taken for a while by a write that one alone can make, sent, and what came of it noted. A process
that ends in between leaves it taken; it is sent again once that while is over, or as a single process starts.
So a message may come twice, under the same name, and none is lost. While a channel is being written to,
nobody else writes there: a slow one holds up itself.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import override

from mahjongclub.clubs.models import Evening
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.events.closing import publish_due_results

from .channels.base import Message
from .entry_mails import delete_old_addresses, send_entry_mails
from .kinds import has_arrived_before, post_for_delivery
from .messages import is_still_playing, message_for_delivery
from .models import Delivery, Event, Notice, Outgoing, Subscription, next_try_at
from .notices import notice_words
from .pushing import GONE, send_push
from .reminding import send_due_reminders
from .sending import INNER, NotSent, post
from .writing import quiet_time, wait_for_writes, write_count

log = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Outgoing)

THREADS = 3
#: longer than a try may take
TAKEN = timedelta(seconds=60)
#: how long nobody looks where nobody was woken: another process may have written
LOOK_SECONDS = 20.0
#: how long the log of a channel goes back
KEPT = timedelta(days=30)
#: statuses of an answer that another try may change, of those that tell of a fault of ours
MAY_PASS = frozenset({408, 409, 421, 423, 425, 429})

#: seconds between two looks at what may be forgotten
TIDIED = 6 * 3600.0

#: seconds between two looks at who wants to be reminded of an evening
REMINDS = 120.0

_begun = threading.Event()


def start_senders() -> None:
    """Send what waits from now on, in threads of this process: to channels, and to phones beside them.

    Nothing where the settings do not let it.
    """
    if _begun.is_set() or not settings.SENDS_OUTBOX:
        return
    _begun.set()
    lanes: list[tuple[type[Outgoing], Callable[[], bool]]] = [(Delivery, send_next), (Notice, push_next)]
    for model, send in lanes:
        for number in range(THREADS):
            name = f"outbox-{model._meta.model_name}-{number}"
            tidies = number == 0 and model is Delivery
            threading.Thread(
                target=_send_for_ever, args=[model, send, tidies], name=name, daemon=True
            ).start()


def _send_for_ever(model: type[Outgoing], send: Callable[[], bool], tidies: bool) -> None:
    alone, tidied = not settings.REDIS_URL, -TIDIED
    reminded = -REMINDS
    while True:
        seen, pause = write_count(), LOOK_SECONDS
        try:
            if tidies and monotonic() - tidied > TIDIED:
                purge_log_and_free_taken(alone)
                delete_old_addresses()
                alone, tidied = False, monotonic()
            if tidies and monotonic() - reminded > REMINDS:
                reminded = monotonic()
                send_due_reminders()
                send_entry_mails()
                publish_due_results()
            while send():
                pass
            pause = seconds_until_due(model)
        except Exception:  # whatever it is: these threads must live, and the next try may do
            log.exception("What waits in the outbox could not be sent just now.")
        finally:
            connection.close()
        wait_for_writes(seen, pause)


def purge_log_and_free_taken(is_only_sender: bool) -> None:
    """Forget the log of long ago; with `is_only_sender`, what another sender had taken is free again."""
    now = timezone.now()
    with hold_write_lock():
        Delivery.objects.filter(ended_at__lt=now - KEPT).delete()
        Notice.objects.filter(expires_at__lt=now).delete()
        if is_only_sender:
            Delivery.objects.exclude(taken_until=None).update(taken_until=None)
            Notice.objects.exclude(taken_until=None).update(taken_until=None)


def seconds_until_due(model: type[Outgoing]) -> float:
    """How long nobody need look for one of these, but for what is written meanwhile."""
    rows = model._default_manager.exclude(due_at=None)
    soonest = rows.aggregate(Min("due_at"))["due_at__min"]
    if soonest is None:
        return LOOK_SECONDS
    return float(min(LOOK_SECONDS, max(0.5, (soonest - timezone.now()).total_seconds())))


def send_next() -> bool:
    """Send one message that is due; False where none is."""
    busy = Delivery.objects.filter(taken_until__gt=timezone.now()).values("channel")
    delivery = _take(Delivery.objects.exclude(channel__in=busy).select_related("channel__club"))
    if delivery is None:
        return False
    try:
        deliver(delivery)
    except Exception:  # a message that cannot be written keeps no other from being sent
        log.exception("Message %s could not be sent.", delivery.pk)
        _failed(delivery, may_pass=True)
    return True


def push_next() -> bool:
    """Push one notice that is due; False where none is."""
    notice = _take(Notice.objects.select_related("subscription"))
    if notice is None:
        return False
    try:
        push_notice(notice)
    except Exception:
        log.exception("Notice %s could not be sent.", notice.pk)
        _again_or_gone(notice)
    return True


def _take(rows: QuerySet[Row]) -> Row | None:
    """One that is due, for this thread alone for a while; None where there is none."""
    now = timezone.now()
    free = Q(due_at__lte=now) & (Q(taken_until=None) | Q(taken_until__lte=now))
    for row in rows.filter(free).order_by("due_at", "pk")[:THREADS]:
        with hold_write_lock():
            mine = type(row)._default_manager.filter(free, pk=row.pk).update(taken_until=now + TAKEN)
        if mine:
            row.refresh_from_db()  # more may have been told of with it just before
            return row
    return None


def deliver(delivery: Delivery) -> None:
    """Send a message that was taken, and note what came of it."""
    if _too_early(delivery):
        return
    with override(delivery.channel.language):
        message = message_for_delivery(delivery)
    if message is None or _told_already(delivery, digest := _digest(message)):
        _end(delivery, Delivery.State.NOTHING)
        return
    delivery.digest = digest
    tried = post_for_delivery(delivery, message, timezone.now())
    try:
        answer = post(tried.url, tried.body, tried.headers)
    except NotSent as fault:
        delivery.answer = fault.why
        _failed(delivery, may_pass=fault.why != INNER)
        return
    delivery.answer = str(answer.status)
    if answer.is_good or has_arrived_before(delivery.channel, answer.status):
        _end(delivery, Delivery.State.SENT)
    else:
        _failed(delivery, may_pass=answer.status in MAY_PASS or answer.status >= 500)


def _too_early(delivery: Delivery) -> bool:
    """Whether a table of the night still plays: its results wait, unless an organiser has asked for them."""
    if delivery.event != Event.RESULTS or delivery.asked:
        return False
    evening = Evening.objects.filter(pk__in=delivery.about).first()
    if evening is None or not is_still_playing(evening):
        return False
    _note(delivery, due_at=timezone.now() + quiet_time())
    return True


def _digest(message: Message) -> str:
    return sha256("\n".join(message.lines).encode()).hexdigest()


def _told_already(delivery: Delivery, digest: str) -> bool:
    """Whether the channel was last told the very same of this."""
    if delivery.asked or delivery.event not in (Event.RESULTS, Event.STANDINGS):
        return False
    sent = Delivery.objects.filter(
        channel=delivery.channel, event=delivery.event, state=Delivery.State.SENT, about=delivery.about
    )
    return bool(sent.order_by("-ended_at").values_list("digest", flat=True).first() == digest)


def _failed(delivery: Delivery, may_pass: bool) -> None:
    delivery.tries += 1
    again = next_try_at(delivery.tries, timezone.now()) if may_pass else None
    if again is None:
        _end(delivery, Delivery.State.GIVEN_UP)
    else:
        _note(delivery, due_at=again, tries=delivery.tries, answer=delivery.answer)


def _end(delivery: Delivery, state: Delivery.State) -> None:
    now: datetime = timezone.now()
    tries = delivery.tries + (state == Delivery.State.SENT)
    fields = {"tries": tries, "answer": delivery.answer, "digest": delivery.digest}
    _note(delivery, state=state, due_at=None, ended_at=now, **fields)


def _note(delivery: Delivery, **values: object) -> None:
    """Where the channel was revoked meanwhile, there is nothing to note."""
    with hold_write_lock():
        Delivery.objects.filter(pk=delivery.pk).update(taken_until=None, **values)


def push_notice(notice: Notice) -> None:
    """Push a notice that was taken. One of no use is dropped, and so is a subscription that is no more."""
    with override(notice.subscription.language):
        content = notice_words(notice)
    left = int((notice.expires_at - timezone.now()).total_seconds())
    if content is None or left <= 0:
        _drop(notice)
        return
    try:
        status = send_push(notice.subscription, {**content, "lang": notice.subscription.language}, left)
    except NotSent as fault:
        if fault.why == INNER:
            _drop(notice)
        else:
            _again_or_gone(notice)
        return
    if status in GONE:
        with hold_write_lock():
            Subscription.objects.filter(pk=notice.subscription_id).delete()
    elif 200 <= status < 300 or (status < 500 and status not in MAY_PASS):
        _drop(notice)
    else:
        _again_or_gone(notice)


def _again_or_gone(notice: Notice) -> None:
    again = next_try_at(notice.tries + 1, timezone.now())
    if again is None or again >= notice.expires_at:
        _drop(notice)
        return
    with hold_write_lock():
        Notice.objects.filter(pk=notice.pk).update(taken_until=None, due_at=again, tries=notice.tries + 1)


def _drop(notice: Notice) -> None:
    with hold_write_lock():
        Notice.objects.filter(pk=notice.pk).delete()
