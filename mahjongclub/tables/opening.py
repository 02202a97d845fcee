"""Opening a table: players found or made, seats drawn, rules frozen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Club, Device, Player
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.roster import new_player
from mahjongclub.rules.options import Rules

from .belonging import NOBODY, Belonging
from .clock import clock_by_rules, clock_of, copy_of
from .models import Access, HouseRules, Seat, Session
from .recording import first_state
from .telling import tell_wall
from .writing import one_writer

METHODS = ("order", "shuffle", "dice")
_chance = random.SystemRandom()


def open_session(
    device: Device,
    variant: str,
    preset: str,
    rules: Rules,
    names: Sequence[str],
    method: str,
    previous: Session | None = None,
    *,
    agreeing: bool = False,
    belonging: Belonging = NOBODY,
    house_rules: HouseRules | None = None,
    players: Sequence[int] = (),
    code: str = "",
) -> Session:
    """A session that has not started: its rules frozen, its players seated by `method`.

    `names` find or make the players, on the club's roster where it has one; those of `previous` just come,
    and so do `players`, known by their ids. `code` is given where it must be the same for who asks again.
    """
    with one_writer(), transaction.atomic():
        come = list(players) or (
            list(previous.seats.order_by("number").values_list("player_id", flat=True))
            if previous is not None
            else players_called(names, device, belonging.club)
        )
        session = Session(
            variant=variant,
            preset=preset,
            rules=rules.to_json(),
            opener=device,
            previous=previous,
            agreeing=agreeing,
            club=belonging.club,
            evening=belonging.evening,
            house_rules=house_rules,
            state={},
            **({"code": code} if code else {}),
        )
        session.state = first_state(session)
        session.save()
        _seat(session, come, method)
        _give_clock(session, rules, previous)
        Access.objects.create(session=session, device=device, role=Access.Role.SCORER)
    return session


def draw_seats(session: Session, method: str) -> None:
    """Seat the players of a session that has not started anew."""
    with one_writer(), transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        if session.started_at is not None:
            return
        players = sorted(session.seats.values_list("player_id", flat=True))
        session.seats.all().delete()
        _seat(session, players, method)


def start_session(session: Session, at: datetime | None = None) -> None:
    """The first hand may be dealt (since `at`, else from now on). Starting twice changes nothing."""
    Session.objects.filter(pk=session.pk, started_at=None).update(started_at=at or timezone.now())
    if session.club_id is not None:
        tell_wall(session.club_id)


def draw_order(count: int, method: str) -> tuple[list[int], list[list[tuple[int, int]]]]:
    """Who sits where: the players' places in the list as typed, seat 0 first, and each one's throws.

    With dice every player throws two; the highest is East and the others follow, as seed 001 draws seats.
    Players who tie throw again among themselves.
    """
    order = list(range(count))
    if method == "shuffle":
        _chance.shuffle(order)
    if method != "dice":
        return order, []
    throws: list[list[tuple[int, int]]] = [[] for _player_index in order]
    tied = order
    while tied:
        for player in tied:
            throws[player].append((_chance.randint(1, 6), _chance.randint(1, 6)))
        totals = [tuple(sum(throw) for throw in thrown) for thrown in throws]
        tied = [player for player in order if totals.count(totals[player]) > 1]
    return sorted(order, key=lambda player: totals[player], reverse=True), throws


def _give_clock(session: Session, rules: Rules, previous: Session | None) -> None:
    """The clock of the table these players come from, or the one the game's own rules give."""
    before = clock_of(previous) if previous is not None else None
    clock = copy_of(before, session) if before is not None else clock_by_rules(session, rules)
    if clock is not None:
        clock.save()


def _seat(session: Session, players: Sequence[int], method: str) -> None:
    order, throws = draw_order(len(players), method)
    score: Any = session.state["scores"]
    Seat.objects.bulk_create(
        Seat(session=session, number=number, player_id=players[typed], score=score[number])
        for number, typed in enumerate(order)
    )
    session.seat_draw = {"method": method, "throws": [throws[typed] for typed in order] if throws else []}
    session.save(update_fields=["seat_draw"])


def players_called(names: Sequence[str], device: Device | None, club: Club | None) -> list[int]:
    """Their ids: players of the club's roster, or known on this device; made at the first table."""
    found = {name: player_called(name, device, club).pk for name in sorted(set(names), key=name_key)}
    return [found[name] for name in names]


def player_called(name: str, device: Device | None, club: Club | None) -> Player:
    """The player of that name; without a club and a device, nobody is known and somebody new is made."""
    known = find_player(name, device.pk if device is not None else None, club)
    if known is not None:
        return known
    return new_player(name, **({"club": club} if club is not None else {"known_on": device}))


def find_player(name: str, device_id: int | None, club: Club | None) -> Player | None:
    """Whom a name typed for a table means, None for somebody new."""
    if club is not None:
        return club.players.named(name)
    return Player.objects.filter(known_on=device_id).named(name) if device_id is not None else None
