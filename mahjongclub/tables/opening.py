"""Opening a table: players found or made, seats drawn, rules frozen."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import LONGEST_NAME, Device, Player
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.rotation import unrotated

from .clock import clock_of, unsaved_clock_copy, unsaved_rules_clock
from .club_choice import NOBODY, ClubAndEvening
from .models import SPOKEN_CODE_LIVES, Access, Clock, HouseRules, JoinCode, Seat, Session
from .notify import notify_table, notify_wall, results_changed
from .recording import initial_state
from .sitters import find_or_create_player, find_or_create_player_ids_called
from .writing import last_moment_for_phones

METHODS = ("order", "shuffle", "dice")
_chance = random.SystemRandom()


def open_session(
    device: Device,
    variant: str,
    preset: str,
    rules: GameRules,
    names: Sequence[str],
    seating_method: str,
    previous_session: Session | None = None,
    *,
    agreeing: bool = False,
    belonging: ClubAndEvening = NOBODY,
    house_rules: HouseRules | None = None,
    player_ids: Sequence[int] = (),
    code: str = "",
    account_id: int | None = None,
    rotation: str = "",
    device_seat: int | None = None,
) -> Session:
    """Create a session that has not started: its rules frozen, its players seated by one of METHODS.

    `names` find or make the players, on the club's roster where it has one, an empty one is nobody's yet;
    those of `previous_session` just come, and so do those of `player_ids`. With a `rotation` there is one
    more than seats, and the last sits out first. `code` is given where it must be the same for who asks
    again, `device_seat` where it is known at which one the device lies. Tables of a round: `open_sessions`.
    """
    with hold_write_lock(), transaction.atomic():
        come = list(player_ids) or (
            list(previous_session.seats.order_by("number").values_list("player_id", flat=True))
            if previous_session is not None
            else find_or_create_player_ids_called(names, device, belonging.club, account_id, opening=True)
        )
        session = _session_of(
            device,
            variant,
            preset,
            rules,
            belonging,
            house_rules=house_rules,
            previous=previous_session,
            agreeing=agreeing,
            rotation=previous_session.rotation if previous_session is not None else rotation,
            **({"code": code} if code else {}),
        )
        session.save()
        _seat(session, come, seating_method)
        _give_clock(session, rules, previous_session)
        seat = {"seat": device_seat, "asks_seat": device_seat is None}
        Access.objects.create(session=session, device=device, role=Access.Role.SCORER, **seat)
    return session


@dataclass(frozen=True)
class DrawnGame:
    """What is played at a table of a round, and by whom: players by their ids, as drawn."""

    variant: str
    preset: str
    rules: GameRules
    house_rules: HouseRules | None
    players: Sequence[int]


def open_sessions(
    device: Device,
    belonging: ClubAndEvening,
    drawn: Sequence[DrawnGame],
    *,
    embargoed: bool = False,
    extra_minutes: int | None = None,
) -> list[Session]:
    """Create and start the tables of a round: an organiser's to direct, each with a code that can be said.

    A few statements, however many they are.

    `embargoed`, their results wait to be shown; with `extra_minutes` their phones go by the common clock.
    Within a transaction; walls are told by whoever opens them.
    """
    now = timezone.now()
    more = {"of_round": True, "embargoed": embargoed, "extra_minutes": extra_minutes, "started_at": now}
    sessions = Session.objects.bulk_create(
        _session_of(
            device,
            game.variant,
            game.preset,
            game.rules,
            belonging,
            house_rules=game.house_rules,
            seat_draw={"method": "order", "throws": []},
            **more,
        )
        for game in drawn
    )
    pairs = list(zip(sessions, drawn, strict=True))
    Seat.objects.bulk_create(
        seat
        for session, game in pairs
        for seat in _seats(session, game.players, unrotated(session.table).scores)
    )
    clocks = (unsaved_rules_clock(session, game.rules) for session, game in pairs)
    Clock.objects.bulk_create(clock for clock in clocks if clock is not None)
    Access.objects.bulk_create(
        Access(session=session, device=device, role=Access.Role.SCORER, asks_seat=True)
        for session in sessions
    )
    JoinCode.create_for(sessions, Access.Role.SCORER, now + SPOKEN_CODE_LIVES)
    return sessions


def draw_and_save_seats(session: Session, method: str) -> None:
    """Seat the players of a session that has not started anew, and save it."""
    with hold_write_lock(), transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        if session.started_at is not None:
            return
        players = sorted(session.seats.values_list("player_id", flat=True))
        session.seats.all().delete()
        _seat(session, players, method)
        Player.objects.unnamed().filter(pk__in=players).delete()
        session.accesses.exclude(seat=None).update(seat=None, asks_seat=True)


def start_session(session: Session, at: datetime | None = None) -> None:
    """Start a session (at `at`, else now): its first hand may be dealt. Starting twice changes nothing."""
    Session.objects.filter(pk=session.pk, started_at=None).update(started_at=at or timezone.now())
    if session.club_id is not None:
        notify_wall(session.club_id)


def delete_unplayed_session(session: Session) -> bool:
    """Remove a session that never began, from every phone; False where it has begun: that one stays."""
    with hold_write_lock(), transaction.atomic():
        session_there = Session.objects.select_for_update().filter(pk=session.pk).first()
        if session_there is not None and session_there.started_at is not None:
            return False
        if session_there is not None:
            nobody = list(Player.objects.unnamed().filter(seats__session=session_there))
            session_there.delete()
            Player.objects.filter(pk__in=[player.pk for player in nobody]).delete()
    if session.club_id is not None:
        notify_wall(session.club_id)
    return True


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


def _session_of(
    device: Device, variant: str, preset: str, rules: GameRules, belonging: ClubAndEvening, **more: Any
) -> Session:
    """A session that is not kept yet, with no hand."""
    session = Session(
        variant=variant,
        preset=preset,
        rules=rules.to_json(),
        opener=device,
        club=belonging.club,
        evening=belonging.evening,
        phones_until=last_moment_for_phones(belonging.club, belonging.evening, timezone.now()),
        state={},
        **more,
    )
    session.state = initial_state(session)
    return session


def _give_clock(session: Session, rules: GameRules, previous: Session | None) -> None:
    """The clock of the table these players come from, or the one the game's own rules give."""
    before = clock_of(previous) if previous is not None else None
    clock = unsaved_clock_copy(before, session) if before is not None else unsaved_rules_clock(session, rules)
    if clock is not None:
        clock.save()


def _seat(session: Session, players: Sequence[int | None], method: str) -> None:
    """Seat the players by `method`; who has no name gets one by the seat."""
    order, throws = draw_order(len(players), method)
    come = [players[typed] for typed in order]
    nobody = Player.objects.unnamed().filter(pk__in=[pk for pk in come if pk is not None])
    unknown = set(nobody.values_list("pk", flat=True))
    seated = [
        _unnamed(session, number) if pk is None or pk in unknown else pk for number, pk in enumerate(come)
    ]
    create_seats(session, seated, unrotated(session.table).scores)
    session.seat_draw = {"method": method, "throws": [throws[typed] for typed in order] if throws else []}
    session.save(update_fields=["seat_draw"])


def _unnamed(session: Session, number: int) -> int:
    return Player.objects.create(name=f"@{number + 1}", name_hidden=True).pk


def name_players(
    session_id: int, names: Mapping[int, str], device: Device, account_id: int | None = None
) -> None:
    """Save who sits at seats that nobody has named yet: players found by name, or created."""
    with hold_write_lock(), transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session_id)
        unnamed = session.seats.filter(player__in=Player.objects.unnamed(), number__in=names)
        seats = {seat.number: seat for seat in unnamed}
        if not seats:
            return
        were = [seat.player_id for seat in seats.values()]
        called = [names[number] for number in seats]
        come = find_or_create_player_ids_called(called, device, session.club, account_id)
        for seat, player in zip(seats.values(), come, strict=True):
            seat.player_id = player
        Seat.objects.bulk_update(seats.values(), ["player"])
        for before, player in zip(were, come, strict=True):
            session.sitters.filter(player=before).update(player=player)
        Player.objects.filter(pk__in=were).delete()
        session.version += 1  # other names at the seats
        session.save(update_fields=["version"])
        if session.ended_at is not None:
            results_changed.send(Session, session_ids=[session.pk])
        transaction.on_commit(partial(notify_table, session))


def create_seats(session: Session, players: Sequence[int], scores: Sequence[int]) -> None:
    """Create the seats of players, by their ids in order, with what lies before each."""
    Seat.objects.bulk_create(_seats(session, players, scores))


def _seats(session: Session, players: Sequence[int], scores: Sequence[int]) -> list[Seat]:
    return [
        Seat(session=session, number=number, player_id=player, score=scores[number])
        for number, player in enumerate(players)
    ]


def find_or_create_namesakes(session: Session, device: Device, account_id: int | None) -> list[int]:
    """Return players of the same names, by seat, found or created: for who may not bring these along.

    Their own players come themselves, others as guests of the device; who hides the name as a number.
    """
    guest_pks: list[int] = []
    nobody = set(Player.objects.unnamed().filter(seats__session=session).values_list("pk", flat=True))
    with hold_write_lock(), transaction.atomic():
        for seat in session.seats.select_related("player").order_by("number"):
            player = seat.player
            mine = account_id is not None and player.account_id == account_id
            guest = player.known_on_id == device.pk and player.club_id is None and player.account_id is None
            if not (mine or guest or player.pk in nobody):
                player = _guest_like(player, seat.number, device, guest_pks)
            guest_pks.append(player.pk)
    return guest_pks


def _guest_like(player: Player, seat: int, device: Device, used_pks: list[int]) -> Player:
    """A guest of the device called as that player is, who does not sit at the table yet."""
    name = _("Player %(number)s") % {"number": seat + 1} if player.name_hidden else player.name
    for more in itertools.count(1):
        guest = find_or_create_player(
            name if more == 1 else f"{name[: LONGEST_NAME - 4]} {more}", device, None
        )
        if guest.pk not in used_pks:
            return guest
    raise AssertionError("there are more numbers than players")
