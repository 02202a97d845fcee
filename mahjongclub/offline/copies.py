"""A table as a phone takes it along: rows in JSON, both ways. The same on the server and on the phone."""

from __future__ import annotations

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from mahjongclub.clubs.models import Device, Player
from mahjongclub.tables.clock import clock_of
from mahjongclub.tables.models import Access, Clock, Hand, Revision, Seat, Session, seat_rows

FORMAT = 1
#: what a phone need not know of a row: who and where it is elsewhere
LEFT_OUT = frozenset(("id", "on_paper", "access_generation"))


def copy_of_table(access: Access) -> dict[str, Any]:
    """Everything a device may see of a session, and what it may do there.

    `session`, `hands`, `revisions` and `clock` are rows without their relations, `seats` have the names as
    they are shown; `base` is how far the server has it: {"version", "hands"}, and what it was as the phone
    took it along: {"from": [version, hands], "started", "notes", "seat"}.
    """
    session = access.session
    clock = clock_of(session)
    return {
        "format": FORMAT,
        "code": session.code,
        "session": _row(session),
        "seats": seat_rows(session),
        "hands": [_row(hand) for hand in session.hands.order_by("number")],
        "revisions": [_row(revision) for revision in session.revisions.order_by("version")],
        # its id too: by that a page knows which alarms it has told already
        "clock": {**_row(clock), "id": clock.pk} if clock is not None else None,
        "access": {"role": access.role, "seat": access.seat, "asks_seat": access.asks_seat},
        "base": {
            "version": session.version,
            "hands": session.state["hands"],
            "from": [session.version, session.state["hands"]],
            "started": session.started_at is not None,
            "notes": session.pending,
            "seat": access.seat,
        },
    }


def written(copy: dict[str, Any]) -> str:
    """A copy as text, short."""
    return json.dumps(copy, cls=DjangoJSONEncoder, separators=(",", ":"), ensure_ascii=False)


def put_in_place(copy: dict[str, Any], device: Device) -> Session:
    """Make the rows of a copy in an empty database, its visitor being `device`."""
    session = _made(Session, copy["session"], opener=device)
    session.save()
    Session.objects.filter(pk=session.pk).update(created_at=session.created_at)
    players = [Player(name=row["name"]) for row in copy["seats"]]
    Player.objects.bulk_create(players)
    Seat.objects.bulk_create(
        Seat(session=session, number=row["number"], score=row["score"], player=player)
        for row, player in zip(copy["seats"], players, strict=True)
    )
    for model in (Hand, Revision):
        rows = copy["hands" if model is Hand else "revisions"]
        model.objects.bulk_create(_made(model, row, session=session) for row in rows)
    if copy["clock"] is not None:
        _made(Clock, copy["clock"], session=session).save()
    Access.objects.create(session=session, device=device, **copy["access"])
    return session


def _row(row: Model) -> dict[str, Any]:
    fields = (field for field in row._meta.concrete_fields if not field.is_relation)
    return {field.name: getattr(row, field.name) for field in fields if field.name not in LEFT_OUT}


def _made(model: type[Model], values: dict[str, Any], **related: Model) -> Any:
    fields = {field.name: field for field in model._meta.concrete_fields if not field.is_relation}
    return model(
        **{name: fields[name].to_python(value) for name, value in values.items() if name in fields}, **related
    )
