"""A phone's own changes made again on the server, under the keys they had there; a table it opened, opened.

Hands come by the queue (`tables:queued`). What was done between two hands comes before the later one, what is
left comes at the end. Where somebody else has changed the same thing meanwhile the server's state stands, and
it is said in words which of the phone's changes were not taken over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.models import Device
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import game_of
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader
from mahjongclub.tables import recording
from mahjongclub.tables.addresses import derived_link_code
from mahjongclub.tables.agreeing import record_agreement, stop_waiting_for_agreement
from mahjongclub.tables.claiming import take_seat_or_ask
from mahjongclub.tables.clock import CLOCK_ACTIONS
from mahjongclub.tables.clock_changes import pause_clock, resume_clock, set_clock, start_clock
from mahjongclub.tables.models import Access, Revision, Session, names_by_seat
from mahjongclub.tables.opening import open_session, start_session
from mahjongclub.tables.queueing import TOUCHING, has_moved_on, read_moment, stated_moment
from mahjongclub.tables.recording import Submission

from .arriving import PhoneChangesBesideHands, PhoneMove, TableOpenedOnPhone, UnsentAfterHands
from .copies import BEGIN

Action = Revision.Action
#: a phone whose clock is further off than this is not believed
LONGEST_AWAY = timedelta(days=60)
#: names of what was not taken over
CLOCK = gettext_lazy("A change of the clock on this phone could not be saved: %(why)s")
WORDS = {
    Action.DICE: gettext_lazy("This phone’s throw for the first dealer could not be saved: %(why)s"),
    Action.BEGUN: gettext_lazy("The start of the game could not be saved: %(why)s"),
    Action.CLOSE: gettext_lazy("The end of the game could not be saved: %(why)s"),
    Action.CONTINUE: gettext_lazy("The game could not be continued: %(why)s"),
    **dict.fromkeys(CLOCK_ACTIONS, CLOCK),
}
NOTES = gettext_lazy("Notes of this phone on the hand being played could not be saved: %(why)s")
UNDONE = gettext_lazy("A hand that was undone on this phone is still on the server: %(why)s")


@dataclass
class AdoptionReport:
    """The version that the phone's next hand follows, and what was not taken over, in words."""

    version: int
    told: list[str] = field(default_factory=list)

    def add_unsaved_change(self, message: Any, reason: str) -> None:
        sentence = str(message) % {"why": reason}
        if sentence not in self.told:
            self.told.append(sentence)


def apply_phone_moves(access: Access, coming: PhoneChangesBesideHands) -> AdoptionReport:
    """Do again what the phone did beside its hands. It had seen `coming.played` hands at `coming.version`."""
    adoption = AdoptionReport(coming.version)
    ours = {move.key for move in coming.moves}
    for move in coming.moves:
        session = _now(access)
        if session.revisions.filter(key=move.key).exists():
            continue
        if why := _in_its_way(session, coming, move, ours):
            adoption.add_unsaved_change(WORDS[Action(move.do)], why)
            continue
        submission = Submission(
            move.key, session.version, access.device, stated_moment(session, move.at), directs=access.directs
        )
        try:
            DO[move.do](session, submission, move.details)
        except (recording.StalePage, RuleError) as fault:
            if move.do in WORDS:  # an agreement that is not asked for any more is no loss
                adoption.add_unsaved_change(WORDS[Action(move.do)], _why(fault, session))
    if coming.last is not None:
        _take_last(access, coming, coming.last, ours, adoption)
    session = _now(access)
    if not has_moved_on(session, coming.version, session.row_count, ours):
        adoption.version = max(coming.version, session.version)
    return adoption


def _in_its_way(
    session: Session, coming: PhoneChangesBesideHands, move: PhoneMove, ours: Collection[UUID]
) -> str:
    """Why a move cannot be made any more, "" where it can: what others did to the same thing meanwhile."""
    if move.do in CLOCK_ACTIONS:
        others = session.revisions.filter(version__gt=coming.version, action__in=CLOCK_ACTIONS)
        if others.exclude(key__in=ours).exists():
            return _("the clock was changed on another phone meanwhile.")
    elif move.do in TOUCHING and has_moved_on(session, coming.version, coming.played, ours):
        return "" if move.do == Action.CLOSE and session.table.ended else _moved_on()
    return ""


def _take_last(
    access: Access,
    coming: PhoneChangesBesideHands,
    last: UnsentAfterHands,
    ours: Collection[UUID],
    adoption: AdoptionReport,
) -> None:
    """Hands taken out on the phone whose sending had no answer; notes of the hand being played; the seat."""
    ours = {*ours, *last.keys}
    while (session := _now(access)).row_count > last.hands:
        newest = session.revisions.filter(action__in=TOUCHING).order_by("-version").first()
        number = session.row_count
        if newest is None or newest.key not in last.keys or newest.hand_number != number:
            break
        submission = Submission(
            uuid5(newest.key, "undone"), session.version, access.device, directs=access.directs
        )
        ours.add(submission.key)
        try:
            recording.delete_hand(session.pk, submission, number, game_of(session).notes_after_undo)
        except (recording.StalePage, RuleError):
            adoption.add_unsaved_change(UNDONE, _moved_on())
            break
    if last.notes is not None and not session.table.ended:
        _take_notes(access, coming, last, ours, adoption)
    if last.seated:
        fits = last.seat is None or last.seat < session.game.players
        if fits and access.seat != last.seat:
            take_seat_or_ask(access, last.seat)


def _take_notes(
    access: Access,
    coming: PhoneChangesBesideHands,
    last: UnsentAfterHands,
    ours: Collection[UUID],
    adoption: AdoptionReport,
) -> None:
    session = _now(access)
    if session.pending == last.notes:
        return
    others = session.revisions.filter(version__gt=coming.version, action=Action.DURING)
    changed = others.exclude(key__in=ours).exists()
    if changed or has_moved_on(session, coming.version, last.hands, ours):
        adoption.add_unsaved_change(NOTES, _moved_on())
        return
    key = uuid5(session.revisions.latest("version").key if session.version else UUID(int=0), "notes")
    try:
        reader = Reader(last.notes, "notes")
        notes = game_of(session).read_notes(session.current_rules, reader, session.table)
        reader.check_all_read()
        if session.pending != notes:
            submission = Submission(key, session.version, access.device, directs=access.directs)
            recording.change_hand_notes(
                session.pk, submission, last.hands + 1, lambda _session, _before: notes
            )
    except (recording.StalePage, RuleError) as fault:
        adoption.add_unsaved_change(NOTES, _why(fault, session))


def _now(access: Access) -> Session:
    return Session.objects.select_related("clock").get(pk=access.session_id)


def _why(fault: recording.StalePage | RuleError, session: Session) -> str:
    return _moved_on() if isinstance(fault, recording.StalePage) else said(fault.text, names_by_seat(session))


def _moved_on() -> str:
    return _("the table has changed on another phone meanwhile.")


def _close(session: Session, submission: Submission, details: dict[str, Any]) -> None:
    if not session.table.ended:
        recording.close_session(session.pk, submission)


#: what each move does, with the session as it is, the phone's submission, and the details of the move
DO: dict[str, Callable[[Session, Submission, dict[str, Any]], object]] = {
    BEGIN: lambda session, mine, details: start_session(session, mine.moment),
    Action.DICE: lambda session, mine, details: recording.save_dealer_throw(
        session.pk, mine, details["dice"]
    ),
    Action.BEGUN: lambda session, mine, details: recording.set_start(session.pk, mine, details["start"]),
    Action.CLOCK: lambda session, mine, details: set_clock(session.pk, mine, details["clock"]),
    Action.CLOCK_START: lambda session, mine, details: start_clock(session.pk, mine),
    Action.PAUSE: lambda session, mine, details: pause_clock(session.pk, mine, details["reason"]),
    Action.RESUME: lambda session, mine, details: resume_clock(session.pk, mine),
    Action.CLOSE: _close,
    Action.CONTINUE: lambda session, mine, details: recording.continue_session(session.pk, mine),
    Action.AGREE: lambda session, mine, details: record_agreement(session.pk, mine, **details),
    Action.WITHOUT: lambda session, mine, details: stop_waiting_for_agreement(session.pk, mine),
}


def find_session_opened_by_phone(device_id: int | None, key: UUID) -> Session | None:
    """The session that this device has opened under this key."""
    return Session.objects.filter(code=_code(device_id, key)).first() if device_id is not None else None


def find_or_open_phone_session(device: Device, key: UUID, opened: TableOpenedOnPhone) -> Session:
    """The session of this key: opened now, the players in the seats that were drawn, or as it was opened."""
    try:
        with hold_write_lock(), transaction.atomic():
            return find_session_opened_by_phone(device.pk, key) or _open(
                opened, opener=device, code=_code(device.pk, key)
            )
    except IntegrityError:  # the same was sent twice at once
        return Session.objects.get(code=_code(device.pk, key))


def _open(opened: TableOpenedOnPhone, opener: Device, code: str) -> Session:
    rules = (opened.variant.key, opened.preset, opened.rules)
    session = open_session(
        opener, *rules, opened.names, "order", agreeing=opened.agreeing, code=code, rotation=opened.rotation
    )
    now = timezone.now()
    at = read_moment(opened.at)
    if at is not None and now - at < LONGEST_AWAY:
        session.created_at = min(at, now)
    session.seat_draw = opened.draw
    session.save(update_fields=["seat_draw", "created_at"])
    return session


def _code(device_id: int | None, key: UUID) -> str:
    """Derived, so that sending again finds it: nobody else's device can meet it."""
    return derived_link_code("mahjongclub.offline.opening", f"{device_id}:{key.hex}")
