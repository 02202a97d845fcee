"""A phone's own changes made again on the server, under the keys they had there.

Hands come by the queue (`tables:queued`). What was done between two hands comes before the later one, what is
left comes at the end. Where somebody else has changed the same thing meanwhile the server's state stands, and
it is said in words which of the phone's changes were not taken over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.game import RuleError
from mahjongclub.tables.agreeing_changes import agree, go_on_without
from mahjongclub.tables.clock import CLOCK_ACTIONS
from mahjongclub.tables.clock_changes import pause_clock, resume_clock, set_clock, start_clock
from mahjongclub.tables.games import game_of
from mahjongclub.tables.models import Access, Revision, Session, names_by_seat
from mahjongclub.tables.opening import start_session
from mahjongclub.tables.queueing import TOUCHING, has_moved_on, moment_told
from mahjongclub.tables.recording import (
    Stale,
    Submission,
    change_pending,
    close_session,
    continue_session,
    delete_hand,
    throw_for_dealer,
)
from mahjongclub.tables.wording import said

from .arriving import Coming, Last, Move
from .notes import read_notes
from .owed import BEGIN

Action = Revision.Action
#: names of what was not taken over
CLOCK = gettext_lazy("What this phone did with the clock was not taken over: %(why)s")
WORDS = {
    Action.DICE: gettext_lazy("This phone’s throw for the first dealer was not taken over: %(why)s"),
    Action.CLOSE: gettext_lazy("That the players stopped was not taken over: %(why)s"),
    Action.CONTINUE: gettext_lazy("That the players went on was not taken over: %(why)s"),
    **dict.fromkeys(CLOCK_ACTIONS, CLOCK),
}
NOTES = gettext_lazy("What this phone noted of the hand being played was not taken over: %(why)s")
UNDONE = gettext_lazy("A hand undone on this phone stands on the server: %(why)s")


@dataclass
class Taken:
    """The version that the phone's next hand follows, and what was not taken over, in words."""

    version: int
    told: list[str] = field(default_factory=list)

    def tell(self, words: Any, why: str) -> None:
        sentence = str(words) % {"why": why}
        if sentence not in self.told:
            self.told.append(sentence)


def adopt(access: Access, coming: Coming) -> Taken:
    """Do again what the phone did beside its hands. It had seen `coming.played` hands at `coming.version`."""
    taken = Taken(coming.version)
    ours = {move.key for move in coming.moves}
    for move in coming.moves:
        session = _now(access)
        if session.revisions.filter(key=move.key).exists():
            continue
        if why := _in_its_way(session, coming, move, ours):
            taken.tell(WORDS[Action(move.do)], why)
            continue
        submission = Submission(move.key, session.version, access.device, moment_told(session, move.at))
        try:
            DO[move.do](session, submission, move.details)
        except Stale:
            if move.do in WORDS:
                taken.tell(WORDS[Action(move.do)], _moved_on())
        except RuleError as fault:
            if move.do in WORDS:  # an agreement that is not asked for any more is no loss
                taken.tell(WORDS[Action(move.do)], said(fault.text, names_by_seat(session)))
    if coming.last is not None:
        _take_last(access, coming, coming.last, ours, taken)
    session = _now(access)
    if not has_moved_on(session, coming.version, session.state["hands"], ours):
        taken.version = max(coming.version, session.version)
    return taken


def _in_its_way(session: Session, coming: Coming, move: Move, ours: Collection[UUID]) -> str:
    """Why a move cannot be made any more, "" where it can: what others did to the same thing meanwhile."""
    if move.do in CLOCK_ACTIONS:
        others = session.revisions.filter(version__gt=coming.version, action__in=CLOCK_ACTIONS)
        if others.exclude(key__in=ours).exists():
            return _("the clock was changed on another phone meanwhile.")
    elif move.do in TOUCHING:
        if move.do == Action.CLOSE and session.table.ended:
            return ""
        if has_moved_on(session, coming.version, coming.played, ours):
            return _moved_on()
    return ""


def _take_last(access: Access, coming: Coming, last: Last, ours: Collection[UUID], taken: Taken) -> None:
    """Hands taken out on the phone whose sending had no answer; notes of the hand being played; the seat."""
    ours = {*ours, *last.keys}
    while (session := _now(access)).state["hands"] > last.hands:
        newest = session.revisions.filter(action__in=TOUCHING).order_by("-version").first()
        number = session.state["hands"]
        if newest is None or newest.key not in last.keys or newest.hand_number != number:
            break
        submission = Submission(uuid5(newest.key, "undone"), session.version, access.device)
        ours.add(submission.key)
        try:
            delete_hand(session.pk, submission, number, game_of(session).reopen)
        except (Stale, RuleError):
            taken.tell(UNDONE, _moved_on())
            break
    if last.notes is not None and not session.table.ended:
        _take_notes(access, coming, last, ours, taken)
    if last.seated:
        fits = last.seat is None or last.seat < session.game.seats
        if fits and access.seat != last.seat:
            access.seat, access.asks_seat = last.seat, False
            access.save(update_fields=["seat", "asks_seat"])


def _take_notes(access: Access, coming: Coming, last: Last, ours: Collection[UUID], taken: Taken) -> None:
    session = _now(access)
    if session.pending == last.notes:
        return
    others = session.revisions.filter(version__gt=coming.version, action=Action.DURING)
    changed = others.exclude(key__in=ours).exists()
    if changed or has_moved_on(session, coming.version, last.hands, ours):
        taken.tell(NOTES, _moved_on())
        return
    key = uuid5(session.revisions.latest("version").key if session.version else UUID(int=0), "notes")
    try:
        notes = read_notes(session, last.notes)
        if session.pending != notes:
            submission = Submission(key, session.version, access.device)
            change_pending(session.pk, submission, last.hands + 1, lambda _session, _before: notes)
    except Stale:
        taken.tell(NOTES, _moved_on())
    except RuleError as fault:
        taken.tell(NOTES, said(fault.text, names_by_seat(session)))


def _now(access: Access) -> Session:
    return Session.objects.select_related("clock").get(pk=access.session_id)


def _moved_on() -> str:
    return _("the table has changed on another phone meanwhile.")


def _begin(session: Session, submission: Submission, details: dict[str, Any]) -> None:
    start_session(session, submission.moment)


def _close(session: Session, submission: Submission, details: dict[str, Any]) -> None:
    if not session.table.ended:
        close_session(session.pk, submission)


def _agree(session: Session, submission: Submission, details: dict[str, Any]) -> None:
    agree(session.pk, submission, **details)


#: what each move does, with the session as it is, the phone's submission, and the details of the move
DO: dict[str, Callable[[Session, Submission, dict[str, Any]], object]] = {
    BEGIN: _begin,
    Action.DICE: lambda session, mine, told: throw_for_dealer(session.pk, mine, told["dice"]),
    Action.CLOCK: lambda session, mine, told: set_clock(session.pk, mine, told["clock"]),
    Action.CLOCK_START: lambda session, mine, told: start_clock(session.pk, mine),
    Action.PAUSE: lambda session, mine, told: pause_clock(session.pk, mine, told["reason"]),
    Action.RESUME: lambda session, mine, told: resume_clock(session.pk, mine),
    Action.CLOSE: _close,
    Action.CONTINUE: lambda session, mine, told: continue_session(session.pk, mine),
    Action.AGREE: _agree,
    Action.WITHOUT: lambda session, mine, told: go_on_without(session.pk, mine),
}
