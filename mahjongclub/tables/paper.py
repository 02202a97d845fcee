"""Keeping the result of a game played on paper: a session that has ended and has no hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Club, Device
from mahjongclub.rules.game import Preset, Variant

from .belonging import Belonging
from .listeners import results_changed
from .models import Access, HouseRules, Seat, Session
from .opening import player_called
from .recording import first_state
from .writing import one_writer


def keep_result(
    device: Device,
    belonging: Belonging,
    variant: Variant,
    preset: Preset,
    house_rules: HouseRules | None,
    names: list[str],
    final: dict[str, Any],
    day: date,
    players: Sequence[int] = (),
) -> Session:
    """A session ended at noon of its day; it ranks like any other. `final` as `rules.on_paper` reads it.

    `names` find or make the players; `players`, known by their ids, just come.
    """
    noon = timezone.make_aware(datetime.combine(day, time(12)))
    with one_writer(), transaction.atomic():
        session = Session(
            variant=variant.key,
            preset=house_rules.preset if house_rules else preset.key,
            house_rules=house_rules,
            rules=preset.rules.to_json(),
            seat_draw={"method": "order", "throws": []},
            opener=device,
            club=belonging.club,
            evening=belonging.evening,
            on_paper=final,
            closed=True,
            started_at=noon,
            ended_at=noon,
            state={},
        )
        session.state = first_state(session)
        session.save()
        come = list(players) or [player_called(name, device, belonging.club).pk for name in names]
        Seat.objects.bulk_create(
            Seat(session=session, number=number, player_id=player, score=final["scores"][number])
            for number, player in enumerate(come)
        )
        Access.objects.create(session=session, device=device, role=Access.Role.SCORER)
        results_changed([session.pk])
    return session


def delete_result(club: Club, code: str) -> bool:
    """Take a result of the club away, to be entered anew; False for a session with hands, which stays."""
    with one_writer(), transaction.atomic():
        session = Session.objects.select_for_update().filter(club=club, code=code).first()
        if session is None or session.on_paper is None:
            return False
        number = session.pk
        session.delete()
        results_changed([number])
    return True
