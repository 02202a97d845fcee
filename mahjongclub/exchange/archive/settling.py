"""Sessions coming in: what was played, settled by the engine from the first hand to the last."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import MOST_HANDS
from mahjongclub.rules.rotation import unrotated
from mahjongclub.tables.addresses import LINK_ALPHABET, LINK_LENGTH, new_link_code
from mahjongclub.tables.models import Access, Session, Sitter
from mahjongclub.tables.replaying import canonical_outcome, settle_outcomes, state_after, stored_result
from mahjongclub.tables.sitters import KIND, save_sitters_of_sessions, sitter_number

from .checking import check_and_renumber_revision
from .container import BadArchive
from .reading import ArchiveRow, ImportedIds


class SessionChecks:
    """The sessions of one archive, as their rows, then their hands, then their seats come by."""

    def __init__(self, numbers: ImportedIds) -> None:
        self.numbers = numbers
        #: how many seats the table of each session has, by the session's number in the archive
        self.seats: dict[int, int] = {}
        self.seated: set[int] = set()
        #: by the same number: the state as the archive tells it, of sessions whose hands have yet to come
        self.told: dict[int, str] = {}
        #: by the same number: the sitters of sessions at which somebody sat down
        self.sat_down: dict[int, set[int]] = {}
        #: codes of sessions that came to another state than the archive tells
        self.differ: list[str] = []
        #: what is done with the rows of a part before they are stored
        self.before: dict[str, Callable[[list[ArchiveRow]], None]] = {
            "sessions": self._sessions,
            "hands": self._hands,
            "seats": self._seats,
            "revisions": self._revisions,
            "accesses": self._accesses,
        }

    def _sessions(self, lines: list[ArchiveRow]) -> None:
        """A code that is free, and the table as it stands without a hand."""
        codes = [line.row.code for line in lines]
        codes_taken = set(Session.objects.filter(code__in=codes).values_list("code", flat=True))
        for line in lines:
            session: Session = line.row
            if len(session.code) != LINK_LENGTH or set(session.code) - set(LINK_ALPHABET):
                raise line.archive_error("no code of a table.")
            if session.code in codes_taken:
                session.code = new_link_code()
            archived_state = session.state
            if not isinstance(archived_state, dict) or not isinstance(archived_state.get("hands"), int):
                raise line.archive_error("no state of a table.")
            try:
                session.state = state_after(session, []).to_json()
            except RuleError as fault:
                raise line.archive_error(fault) from None
            self.seats[line.number] = session.game.players
            if archived_state["hands"] or archived_state.get("entries"):
                self.told[line.number] = _canonical(archived_state)
                continue
            if not session.state["ended"]:  # else it was closed without a hand, or played on paper
                session.ended_at = None
            elif session.ended_at is None or session.started_at is None:
                raise line.archive_error("when did it end?")
            self._compare(session, _canonical(archived_state))

    def _hands(self, lines: list[ArchiveRow]) -> None:
        """Settled, their sessions brought to where they lead."""
        played, sessions = _by_session(lines)
        for number, hands in played.items():
            if number not in self.told:
                raise hands[0].archive_error(
                    "hands of one session stand together, and a game on paper has none."
                )
            session = sessions[hands[0].row.session_id]
            self._settle(session, hands)
            self._compare(session, self.told.pop(number))
        Session.objects.bulk_update(sessions.values(), ["state", "ended_at"], batch_size=100)

    def _seats(self, lines: list[ArchiveRow]) -> None:
        """Each has the score its session came to."""
        seats_by_session, sessions = _by_session(lines)
        for number, seats in seats_by_session.items():
            scores = unrotated(sessions[seats[0].row.session_id].table).scores
            if sorted(seat.row.number for seat in seats) != [*range(len(scores))] or number in self.seated:
                raise seats[0].archive_error("the seats of a session are not all there.")
            for line in seats:
                line.row.score = scores[line.row.number]
            self.seated.add(number)

    def _revisions(self, lines: list[ArchiveRow]) -> None:
        """Each is a change that its session can have had."""
        _made, sessions = _by_session(lines)
        for line in lines:
            check_and_renumber_revision(line, sessions[line.row.session_id], self.numbers)

    def _accesses(self, lines: list[ArchiveRow]) -> None:
        """A device sits at a seat of the table, or at none; one that watches has none."""
        for line in lines:
            seat = line.row.seat
            watches = line.row.role == Access.Role.VIEWER
            if seat is not None and (watches or seat >= self.seats[line.data["session"]]):
                raise line.archive_error("no such seat.")

    def check_complete(self) -> None:
        """BadArchive where hands or seats are missing."""
        if self.told:
            raise BadArchive(f"The hands of {len(self.told)} sessions are missing.")
        if len(self.seated) != len(self.seats):
            raise BadArchive(f"The seats of {len(self.seats) - len(self.seated)} sessions are missing.")
        for number, expected in self.sat_down.items():
            session = self.numbers.find_id("sessions", number)
            present = set(Sitter.objects.filter(session=session).values_list("number", flat=True))
            if expected - present:
                raise BadArchive(f"Who sat down at session {number} is missing.")
        save_sitters_of_sessions(
            [
                pk
                for session_number in self.sat_down
                if (pk := self.numbers.find_id("sessions", session_number))
            ]
        )

    def _settle(self, session: Session, played: list[ArchiveRow]) -> None:
        if len(played) > MOST_HANDS or [line.row.number for line in played] != [*range(1, len(played) + 1)]:
            raise played[0].archive_error("hands count from 1, and none is left out.")
        if session.started_at is None:
            raise played[0].archive_error("hands of a session that has none.")
        try:
            settled = settle_outcomes(session, [line.row.outcome for line in played])
        except RuleError as fault:
            raise played[(fault.hand or 1) - 1].archive_error(f"hand {fault.hand}: {fault}") from None
        if comes := [line.row.outcome for line in played if line.row.outcome["type"] == KIND]:
            self.sat_down[played[0].data["session"]] = {
                *range(session.game.players),
                *map(sitter_number, comes),
            }
        for line, hand in zip(played, settled, strict=True):
            line.row.outcome, line.row.result = canonical_outcome(session, hand), stored_result(hand)
        session.state = state_after(session, settled).to_json()
        if session.state["ended"] and session.ended_at is None:
            session.ended_at = played[-1].row.entered_at
        elif not session.state["ended"]:
            session.ended_at = None

    def _compare(self, session: Session, archived_state: str) -> None:
        if _canonical(session.state) != archived_state:
            self.differ.append(session.code)


def _by_session(lines: list[ArchiveRow]) -> tuple[dict[int, list[ArchiveRow]], dict[int, Session]]:
    """The lines by the number of their session in the archive, and the sessions' rows by their own."""
    lines_by_session: dict[int, list[ArchiveRow]] = defaultdict(list)
    for line in lines:
        lines_by_session[line.data["session"]].append(line)
    return lines_by_session, Session.objects.in_bulk({line.row.session_id for line in lines})


def _canonical(state: object) -> str:
    return json.dumps(state, sort_keys=True)
