"""Sessions coming in: what was played, settled by the engine from the first hand to the last."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import cast

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import MOST_HANDS
from mahjongclub.tables.codes import LINK_ALPHABET, LINK_LENGTH, new_link_code
from mahjongclub.tables.models import Access, Hand, Revision, Seat, Session
from mahjongclub.tables.replaying import settle_outcomes, state_after
from mahjongclub.tables.settling import canonical

from .checking import check_revision
from .form import BadArchive
from .reading import Line, Numbers


class Sessions:
    """The sessions of one archive, as their rows, then their hands, then their seats come by."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        #: how many seats the table of each session of the archive has, by the session's number there
        self.seats: dict[int, int] = {}
        #: by row: the state as the archive tells it, of sessions whose hands have yet to come
        self.told: dict[int, str] = {}
        self.seated: set[int] = set()
        #: codes of sessions that came to another state than the archive tells
        self.differ: list[str] = []
        self._new: dict[int, tuple[str, int]] = {}

    def rows(self, lines: list[Line]) -> None:
        """Before sessions are stored: a code that is free, and the table as it stands without a hand."""
        codes = [cast(Session, line.row).code for line in lines]
        taken = set(Session.objects.filter(code__in=codes).values_list("code", flat=True))
        for line in lines:
            session = cast(Session, line.row)
            if len(session.code) != LINK_LENGTH or set(session.code) - set(LINK_ALPHABET):
                raise line.refuse("no code of a table.")
            if session.code in taken:
                session.code = new_link_code()
            told = session.state
            if not isinstance(told, dict) or not isinstance(told.get("hands"), int):
                raise line.refuse("no state of a table.")
            try:
                state = state_after(session, [])
            except RuleError as fault:
                raise line.refuse(fault) from None
            session.state = state.to_json()
            self.seats[line.number] = session.game.seats
            if told["hands"]:
                self._new[line.number] = (_canonical(told), told["hands"])
                continue
            _end(session, line)
            self._compare(session, _canonical(told))

    def stored(self, lines: list[Line]) -> None:
        """Once they are: which of them wait for hands."""
        for line in lines:
            if line.number in self._new:
                self.told[line.row.pk] = self._new.pop(line.number)[0]

    def hands(self, lines: list[Line]) -> None:
        """Before hands are stored: settled, their sessions brought to where they lead."""
        by_session: dict[int, list[Line]] = defaultdict(list)
        for line in lines:
            by_session[cast(Hand, line.row).session_id].append(line)
        sessions = Session.objects.in_bulk(by_session)
        for pk, played in by_session.items():
            if pk not in self.told:
                raise played[0].refuse("hands of one session stand together, and a game on paper has none.")
            self._settle(sessions[pk], played)
            self._compare(sessions[pk], self.told.pop(pk))
        Session.objects.bulk_update(sessions.values(), ["state", "ended_at"], batch_size=100)

    def seats_of(self, lines: list[Line]) -> None:
        """Before seats are stored: each has the score its session came to."""
        by_session: dict[int, list[Seat]] = defaultdict(list)
        for line in lines:
            by_session[cast(Seat, line.row).session_id].append(cast(Seat, line.row))
        sessions = Session.objects.in_bulk(by_session)
        for pk, seats in by_session.items():
            scores = sessions[pk].state["scores"]
            if sorted(seat.number for seat in seats) != list(range(len(scores))) or pk in self.seated:
                raise lines[0].refuse("the seats of a session are not all there.")
            for seat in seats:
                seat.score = scores[seat.number]
            self.seated.add(pk)

    def revisions(self, lines: list[Line]) -> None:
        """Before revisions are stored: each is a change that its session can have had."""
        sessions = Session.objects.in_bulk({cast(Revision, line.row).session_id for line in lines})
        for line in lines:
            check_revision(line, sessions[cast(Revision, line.row).session_id], self.numbers)

    def accesses(self, lines: list[Line]) -> None:
        """Before accesses are stored: a device sits at a seat of the table, or at none."""
        for line in lines:
            seat = cast(Access, line.row).seat
            if seat is not None and seat >= self.seats[line.data["session"]]:
                raise line.refuse("no such seat.")

    def finish(self) -> None:
        """BadArchive where hands or seats are missing."""
        if self.told:
            raise BadArchive(f"The hands of {len(self.told)} sessions are missing.")
        if len(self.seated) != len(self.seats):
            raise BadArchive(f"The seats of {len(self.seats) - len(self.seated)} sessions are missing.")

    def _settle(self, session: Session, played: list[Line]) -> None:
        if len(played) > MOST_HANDS or [line.row.number for line in played] != [*range(1, len(played) + 1)]:
            raise played[0].refuse("hands count from 1, and none is left out.")
        if session.on_paper is not None or session.started_at is None:
            raise played[0].refuse("hands of a session that has none.")
        try:
            settled = settle_outcomes(session, [line.row.outcome for line in played])
        except RuleError as fault:
            raise played[(fault.hand or 1) - 1].refuse(f"hand {fault.hand}: {fault}") from None
        for line, hand in zip(played, settled, strict=True):
            line.row.outcome, line.row.result = canonical(session, hand), hand.to_json()
        session.state = state_after(session, settled).to_json()
        if session.state["ended"] and session.ended_at is None:
            session.ended_at = played[-1].row.entered_at
        elif not session.state["ended"]:
            session.ended_at = None

    def _compare(self, session: Session, told: str) -> None:
        if _canonical(session.state) != told:
            self.differ.append(session.code)


def _end(session: Session, line: Line) -> None:
    """A session without hands has ended where it was closed or played on paper."""
    if not session.state["ended"]:
        session.ended_at = None
    elif session.ended_at is None or session.started_at is None:
        raise line.refuse("when did it end?")


def _canonical(state: object) -> str:
    return json.dumps(state, sort_keys=True)
