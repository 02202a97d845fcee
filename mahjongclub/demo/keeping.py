"""Storing made-up games by the batch: the rows the ordinary writers leave, without a transaction a hand.

What is stored is what the engine settled: `manage.py rebuild` finds nothing to change (a test holds that).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, Subquery

from mahjongclub.clubs.models import Club, Device, Evening
from mahjongclub.games.kit.chance import random_source
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.addresses import derived_link_code
from mahjongclub.tables.clock import unsaved_rules_clock
from mahjongclub.tables.models import Access, Clock, Hand, Revision, Seat, Session

from .club import DemoPlayer, Ruleset, backdate
from .playing import GamePlan, PlayedGame

BATCH = 2000


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table to be played: its plan, by which rules, who sits where, and when it begins."""

    plan: GamePlan
    ruleset: Ruleset
    sitting: Sequence[DemoPlayer]
    starts: datetime

    def after(self, game: PlayedGame, hand: int) -> datetime:
        """When a hand was recorded: after a few minutes each, an hour and a bit for all of Ten."""
        pace: Any = random_source(self.plan.seed, "pace", self.plan.number).uniform(4.0, 7.5)
        if find_variant(self.plan.variant).thrown_dealer and game.closed:
            pace = 63 / len(game.hands)
        return self.starts + timedelta(seconds=round(60 * pace * hand))


@dataclass(frozen=True, slots=True)
class Keeper:
    """Stores the games of one club, its `people` playing by its `rules` (by variant, the usual ones first).

    With `history` each hand has its revision, as if a phone had sent it.
    """

    club: Club
    rules: dict[str, list[Ruleset]]
    people: list[DemoPlayer]
    seed: int
    devices: Sequence[Device]
    history: bool = True

    def session_code(self, number: int) -> str:
        """The code of a game's link: the same again on this installation, a secret to everybody elsewhere."""
        return derived_link_code("demo", f"{self.club.pk}:{self.seed}:{number}")

    def create_evening(self, day: date, place: str, made: datetime, name: str = "") -> Evening:
        """The club's evening on this day, entered at that moment."""
        evening, _new = Evening.objects.get_or_create(club=self.club, date=day, place=place, name=name)
        backdate(evening, created_at=made)
        return evening

    def plan_table(
        self,
        number: int,
        variant: str,
        ruleset: Ruleset,
        sitting: Sequence[DemoPlayer],
        starts: datetime,
        stop_after: int | None = None,
    ) -> DemoTable:
        """The table of the club's game `number`, to be played."""
        strengths = tuple(person.strength for person in sitting)
        plan = GamePlan(self.seed, number, variant, ruleset.options, strengths, stop_after)
        return DemoTable(plan, ruleset, sitting, starts)

    def store_games(self, evening: Evening, played: Sequence[tuple[DemoTable, PlayedGame]]) -> list[Session]:
        """Store games with all that hangs on them, but no figures: `folding.update_figures` makes those."""
        sessions = [self._session(evening, table, game) for table, game in played]
        Session.objects.bulk_create(sessions)
        ids = [session.pk for session in sessions]
        Session.objects.filter(pk__in=ids).update(created_at=F("started_at"))
        together = [
            (session, *table_and_game) for session, table_and_game in zip(sessions, played, strict=True)
        ]
        Seat.objects.bulk_create(
            Seat(session=session, number=number, player_id=person.player_id, score=score)
            for session, table, game in together
            for number, (person, score) in enumerate(zip(table.sitting, game.state["scores"], strict=True))
        )
        Access.objects.bulk_create(
            Access(session=session, device=session.opener, role=Access.Role.SCORER)
            for session in sessions
            if session.opener
        )
        began = Session.objects.filter(pk=OuterRef("session_id")).values("started_at")
        Access.objects.filter(session_id__in=ids).update(created_at=Subquery(began))
        hands = (
            Hand(
                session=session,
                number=number,
                outcome=outcome,
                result=result,
                entered_by_id=session.opener_id,
                entered_at=table.after(game, number),
            )
            for session, table, game in together
            for number, (outcome, result) in enumerate(game.hands, start=1)
        )
        Hand.objects.bulk_create(hands, batch_size=BATCH)
        if self.history:
            revisions = (revision for entry in together for revision in _revisions(*entry))
            Revision.objects.bulk_create(revisions, batch_size=BATCH)
        clocks = (_clock(session, game) for session, _table, game in together)
        Clock.objects.bulk_create(filter(None, clocks))
        return sessions

    def _session(self, evening: Evening, table: DemoTable, game: PlayedGame) -> Session:
        number = table.plan.number
        return Session(
            code=self.session_code(number),
            variant=table.plan.variant,
            preset=table.ruleset.preset,
            rules=table.ruleset.options,
            seat_draw={"method": "order", "throws": []},
            dice=game.dice,
            opener=self.devices[number % len(self.devices)],
            club=self.club,
            evening=evening,
            house_rules_id=table.ruleset.number,
            started_at=table.starts,
            ended_at=table.after(game, len(game.hands)) if game.state["ended"] else None,
            closed=game.closed,
            version=len(game.hands) + game.closed if self.history else 0,
            state=game.state,
        )


def _revisions(session: Session, table: DemoTable, game: PlayedGame) -> Iterator[Revision]:
    played = len(game.hands)
    for version in range(1, played + game.closed + 1):
        yield Revision(
            session=session,
            key=submission_key(session.code, version),
            version=version,
            action=Revision.Action.RECORD if version <= played else Revision.Action.CLOSE,
            hand_number=version if version <= played else None,
            made_by_id=session.opener_id,
            made_at=table.after(game, min(version, played)),
        )


def _clock(session: Session, game: PlayedGame) -> Clock | None:
    """The clock of its rules (Ten), started with the game and run out with its last hand."""
    clock = unsaved_rules_clock(session, session.current_rules)
    if clock is not None:
        clock.started_at = session.started_at
        clock.deadline = clock.started_at and clock.started_at + timedelta(minutes=clock.minutes)
        clock.last_hand = len(game.hands) if game.closed else None
    return clock


def submission_key(code: str, number: int | str) -> UUID:
    """The key of a made-up submission."""
    return UUID(bytes=sha256(f"{code}:{number}".encode()).digest()[:16])
