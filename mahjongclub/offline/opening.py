"""A session opened on a phone without network is opened on the server: once, however often it is sent."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from mahjongclub.clubs.models import Device
from mahjongclub.tables.codes import derived_link_code
from mahjongclub.tables.models import Session
from mahjongclub.tables.opening import open_session
from mahjongclub.tables.queueing import read_moment
from mahjongclub.tables.writing import one_writer

from .arriving import Opened

#: a phone whose clock is further off than this is not believed
LONGEST_AWAY = timedelta(days=60)


def opened_before(device_id: int | None, key: UUID) -> Session | None:
    """The session that this device has opened under this key."""
    return Session.objects.filter(code=_code(device_id, key)).first() if device_id is not None else None


def open_again(device: Device, key: UUID, told: Opened) -> Session:
    """The session of this key: opened now, the players in the seats that were drawn, or as it was opened."""
    try:
        with one_writer(), transaction.atomic():
            return opened_before(device.pk, key) or _open(device, key, told)
    except IntegrityError:  # the same was sent twice at once
        return Session.objects.get(code=_code(device.pk, key))


def _open(device: Device, key: UUID, told: Opened) -> Session:
    session = open_session(
        device,
        told.variant.key,
        told.preset,
        told.rules,
        told.names,
        "order",
        agreeing=told.agreeing,
        code=_code(device.pk, key),
    )
    now = timezone.now()
    at = read_moment(told.at)
    if at is not None and now - at < LONGEST_AWAY:
        session.created_at = min(at, now)
    session.seat_draw = told.draw
    session.save(update_fields=["seat_draw", "created_at"])
    return session


def _code(device_id: int | None, key: UUID) -> str:
    """Derived, so that sending again finds it: nobody else's device can meet it."""
    return derived_link_code("mahjongclub.offline.opening", f"{device_id}:{key.hex}")
