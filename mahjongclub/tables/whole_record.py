"""Keeping whole games that come as game records: typed from a sheet, or brought in from elsewhere.

One record becomes one session. Every hand is settled by the engine, and all of it is written in one
transaction or nothing is. What is stored is what a phone would have left: `manage.py rebuild` finds nothing
to change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from mahjongclub.clubs.models import Device
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import Record, Replay, replay
from mahjongclub.rules.rotation import unrotated
from mahjongclub.rules.words import Text

from .access import check_record_length
from .addresses import derived_link_code
from .clock import deadline_if_started, unsaved_rules_clock
from .club_choice import NOBODY, ClubAndEvening
from .models import Access, Hand, HouseRules, Session
from .notify import notify_table, results_changed
from .opening import create_seats
from .replaying import stored_result
from .sitters import find_or_create_recorded_player, outcome_to_store, save_sitters, seatings

BATCH = 1000


@dataclass(frozen=True, slots=True)
class WholeRecord:
    """A game record and what it does not say: whose game it is, when it was played, who sat there.

    `players` are the ids of those who sat there, in the order of seats; without them the names of the record
    find or make them, on the club's roster where it has one. `began` and `ended` are moments with a zone; a
    hand was recorded when its `at` says, else now. `known` are the ids of who sat down later, by the names of
    the record. `once` is a word of the caller's under which this game is
    kept once only (the key of a form, the place a file came from): kept again it gives the same session.
    `account_id` is whose own name is found though it is hidden.
    """

    record: Record
    began: datetime
    ended: datetime | None = None
    belonging: ClubAndEvening = NOBODY
    house_rules: HouseRules | None = None
    players: Sequence[int] = ()
    once: str = ""
    account_id: int | None = None
    known: Mapping[str, int] = field(default_factory=dict)


def store_record(whole: WholeRecord, opened_by: Device | None) -> Session:
    """Store one game, or return the one stored before under the same word. RuleError stores nothing.

    `opened_by` may keep the score there, as if it had opened the table; None for a game that nobody holds.
    """
    return store_records([whole], opened_by)[0]


def store_records(wholes: Sequence[WholeRecord], opened_by: Device | None) -> list[Session]:
    """Store several games, all of them or none, in their order; who follows results is told once."""
    for whole in wholes:
        check_record_length(whole.record)
    settled = [replay(whole.record) for whole in wholes]
    try:
        with hold_write_lock(), transaction.atomic():
            return _write_all(wholes, settled, opened_by)
    except IntegrityError:
        # The same form or file, sent twice at the same moment: the other one is written now.
        with hold_write_lock(), transaction.atomic():
            return _write_all(wholes, settled, opened_by)


def session_of_record(once: str) -> Session | None:
    """Return the session stored under this word, None where there is none."""
    return Session.objects.filter(code=_code_of(once)).first()


def _code_of(once: str) -> str:
    return derived_link_code("mahjongclub.tables.whole_record", once)


def _write_all(
    wholes: Sequence[WholeRecord], settled: Sequence[Replay], opened_by: Device | None
) -> list[Session]:
    sessions, ended = [], []
    for whole, played in zip(wholes, settled, strict=True):
        session = session_of_record(whole.once) if whole.once else None
        if session is None:
            session = _write(whole, played, opened_by)
            if session.ended_at is not None:
                ended.append(session.pk)
            transaction.on_commit(partial(notify_table, session))
        sessions.append(session)
    results_changed.send(Session, session_ids=ended)
    return sessions


def _write(whole: WholeRecord, played: Replay, opened_by: Device | None) -> Session:
    """The rows of one game, as the table would have left them."""
    record, state = whole.record, played.state
    session = Session(
        variant=record.variant.key,
        preset=record.preset,
        house_rules=whole.house_rules,
        rules=record.rules.to_json(),
        seat_draw={"method": "order", "throws": []},
        dice=list(record.dice) if record.dice else None,
        rotation=record.variant.rotation,
        begun=record.start.to_json() if record.start is not None else None,
        opener=opened_by,
        club=whole.belonging.club,
        evening=whole.belonging.evening,
        started_at=whole.began,
        ended_at=(whole.ended or whole.began) if state.ended else None,
        closed=record.closed,
        state=state.to_json(),
    )
    if whole.once:
        session.code = _code_of(whole.once)
    session.save()
    create_seats(session, _players(whole, opened_by), unrotated(state).scores)
    now = timezone.now()
    outcomes = [record.variant.hand_to_json(hand.outcome) for hand in played.hands]
    outcomes = [
        outcome_to_store(session, outcome_, opened_by, whole.account_id, whole.known) for outcome_ in outcomes
    ]
    seatings(state.player_count, outcomes)
    Hand.objects.bulk_create(
        (
            Hand(
                session=session,
                number=hand.number,
                outcome=outcome,
                result=stored_result(hand),
                entered_by=opened_by,
                entered_at=_moment_of(hand_record) or now,
            )
            for hand, outcome, hand_record in zip(played.hands, outcomes, record.hands, strict=True)
        ),
        batch_size=BATCH,
    )
    save_sitters(session, outcomes)
    _keep_clock(session, played)
    if opened_by is not None:
        Access.objects.create(session=session, device=opened_by, role=Access.Role.SCORER)
    return session


def _keep_clock(session: Session, played: Replay) -> None:
    """The clock of the game's own rules (Ten): run out where the game was closed, else yet to be started."""
    clock = unsaved_rules_clock(session, played.record.rules)
    if clock is None:
        return
    if session.ended_at is not None and session.started_at is not None:
        clock.started_at = session.started_at
        clock.deadline = deadline_if_started(clock, session.started_at)
        clock.last_hand = len(played.hands) if session.closed else None
    clock.save()


def _players(whole: WholeRecord, opened_by: Device | None) -> list[int]:
    """Who sat there, by their ids. RuleError for a name that is none, and for one person on two seats."""
    players = list(whole.players)
    if not players:
        for seat, name in enumerate(whole.record.players):
            place = (f"players.{seat}", opened_by, whole.belonging.club, whole.account_id)
            players.append(find_or_create_recorded_player(name, *place).pk)
    for seat, player in enumerate(players):
        if player in players[:seat]:
            raise RuleError("same_player", f"players.{seat}", Text("This player already sits there."))
    return players


def _moment_of(hand: Any) -> datetime | None:
    """When a hand of a record was recorded, in the zone that is active where it names none."""
    at = hand.get("at") if isinstance(hand, Mapping) else None
    if at is None:
        return None
    moment = datetime.fromisoformat(at)
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment
