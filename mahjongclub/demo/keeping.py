"""Storing made-up games by the batch: the rows the ordinary writers leave, without a transaction a hand.

What is stored is what the engine settled: `manage.py rebuild` finds nothing to change (a test holds that).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, Subquery

from mahjongclub.clubs.models import Club, Device, Evening
from mahjongclub.tables.clock import clock_by_rules
from mahjongclub.tables.codes import derived_link_code
from mahjongclub.tables.models import Access, Clock, Hand, Revision, Seat, Session

from .chance import source
from .evenings import Table
from .playing import Game

BATCH = 2000


@dataclass(frozen=True, slots=True)
class Keeper:
    """Stores games of one club. With `history` each hand has its revision, as if a phone had sent it."""

    club: Club
    seed: int
    devices: Sequence[Device]
    history: bool = True

    def code(self, number: int) -> str:
        """The code of a game's link: the same again on this installation, a secret to everybody elsewhere."""
        return derived_link_code("demo", f"{self.club.pk}:{self.seed}:{number}")

    def keep(self, evening: Evening, played: Sequence[tuple[Table, Game]]) -> list[Session]:
        """Store games with everything that hangs on them. Figures do not follow: that is `folding.fold`."""
        sessions = [self._session(evening, table, game) for table, game in played]
        Session.objects.bulk_create(sessions)
        ids = [session.pk for session in sessions]
        Session.objects.filter(pk__in=ids).update(created_at=F("started_at"))
        together = list(zip(sessions, played, strict=True))
        Seat.objects.bulk_create(
            Seat(session=session, number=number, player_id=player_id, score=game.state["scores"][number])
            for session, (table, game) in together
            for number, player_id in enumerate(table.player_ids)
        )
        Access.objects.bulk_create(
            Access(session=session, device=device, role=Access.Role.SCORER)
            for session in sessions
            if (device := session.opener) is not None
        )
        began = Session.objects.filter(pk=OuterRef("session_id")).values("started_at")
        Access.objects.filter(session_id__in=ids).update(created_at=Subquery(began))
        self._keep_hands(together)
        clocks = [self._clock(session, game) for session, (_table, game) in together]
        Clock.objects.bulk_create([clock for clock in clocks if clock is not None])
        return sessions

    def _session(self, evening: Evening, table: Table, game: Game) -> Session:
        number = table.plan.number
        ended = table.starts + _moment(table, game, len(game.hands)) if game.state["ended"] else None
        return Session(
            code=self.code(number),
            variant=table.plan.variant,
            preset=table.plan.preset,
            rules=table.plan.rules,
            seat_draw={"method": "order", "throws": []},
            dice=game.dice,
            opener=self.devices[number % len(self.devices)],
            club=self.club,
            evening=evening,
            house_rules_id=table.ruleset.number,
            started_at=table.starts,
            ended_at=ended,
            closed=game.closed,
            version=len(game.hands) + game.closed if self.history else 0,
            state=game.state,
        )

    def _keep_hands(self, together: Sequence[tuple[Session, tuple[Table, Game]]]) -> None:
        Hand.objects.bulk_create(
            (
                Hand(
                    session=session,
                    number=number,
                    outcome=outcome,
                    result=result,
                    entered_by_id=session.opener_id,
                    entered_at=table.starts + _moment(table, game, number),
                )
                for session, (table, game) in together
                for number, (outcome, result) in enumerate(game.hands, start=1)
            ),
            batch_size=BATCH,
        )
        if self.history:
            Revision.objects.bulk_create(
                (row for session, (table, game) in together for row in self._revisions(session, table, game)),
                batch_size=BATCH,
            )

    def _revisions(self, session: Session, table: Table, game: Game) -> list[Revision]:
        actions: list[tuple[str, int | None]] = [
            (Revision.Action.RECORD, number) for number in range(1, len(game.hands) + 1)
        ]
        if game.closed:
            actions.append((Revision.Action.CLOSE, None))
        return [
            Revision(
                session=session,
                key=submission_key(session.code, version),
                version=version,
                action=action,
                hand_number=number,
                made_by_id=session.opener_id,
                made_at=table.starts + _moment(table, game, number or len(game.hands)),
            )
            for version, (action, number) in enumerate(actions, start=1)
        ]

    def _clock(self, session: Session, game: Game) -> Clock | None:
        """The clock of its rules (Ten), started with the game and run out with its last hand."""
        clock = clock_by_rules(session, session.frozen_rules)
        if clock is None:
            return None
        clock.started_at = session.started_at
        clock.deadline = clock.started_at and clock.started_at + timedelta(minutes=clock.minutes)
        clock.last_hand = len(game.hands) if game.closed else None
        return clock


def submission_key(code: str, number: int | str) -> UUID:
    """The key of a made-up submission."""
    return UUID(bytes=sha256(f"{code}:{number}".encode()).digest()[:16])


def _moment(table: Table, game: Game, hand: int) -> timedelta:
    """How long after the start a hand was recorded: a few minutes each, an hour and a bit in Ten."""
    pace: Any = source(table.plan.seed, "pace", table.plan.number).uniform(4.0, 7.5)
    if table.plan.variant == "ten" and game.closed:
        pace = 63 / len(game.hands)
    return timedelta(seconds=round(60 * pace * hand))
