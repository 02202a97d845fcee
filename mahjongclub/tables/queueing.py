"""Hands entered without network and sent later: whether one still fits the table, what it has not seen."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from .models import Revision, Session
from .recording import Receipt, StalePage, Submission, correct_hand, record_hand
from .sitters import Seating

#: changes of hands, seats or scores: whoever did not see one of them may not know which hand they enter.
#: The others (notes of the hand being played, the clock) leave all of that as it was.
TOUCHING = (
    Revision.Action.RECORD,
    Revision.Action.CORRECT,
    Revision.Action.INSERT,
    Revision.Action.DELETE,
    Revision.Action.UNDO,
    Revision.Action.SWAP,
    Revision.Action.MOVE,
    Revision.Action.CLOSE,
    Revision.Action.CONTINUE,
    Revision.Action.DICE,
    Revision.Action.BEGUN,
)
TRIES = 20


def record_queued(
    session_id: int,
    submission: Submission,
    outcome: dict[str, Any],
    played: int,
    earlier: Collection[UUID] = (),
) -> tuple[Receipt, Revision]:
    """Record a hand that was entered when its phone had seen `played` hands at the submission's version.

    Only notes and the clock may have changed since. Raises StalePage where more has, and what `record_hand`
    raises; gives the receipt and the revision of this key, also if recorded before. Where another phone has
    recorded this very hand meanwhile, the two are one, and its revision is given. `earlier` are other keys of
    this phone: a hand that came under one of them and was put right on the phone since is put right here.
    """
    session = Session.objects.get(pk=session_id)
    for _try in range(TRIES):
        revision = session.revisions.filter(key=submission.key).first()
        if revision is not None:
            return Receipt(session, repeated=True), revision
        mine = _sent_before(session, earlier, played + 1)
        if mine is not None:
            if _same_outcome(session, played + 1, outcome):
                return Receipt(session, repeated=True), mine
            try:
                now = replace(submission, version=session.version)
                receipt = correct_hand(session_id, now, played + 1, outcome)
            except StalePage as stale:
                session = stale.session
                continue
            return receipt, receipt.session.revisions.get(key=submission.key)
        if has_moved_on(session, submission.version, played):
            twin = find_same_hand_recorded(session, submission.version, played, outcome)
            if twin is None:
                raise StalePage(session)
            return Receipt(session, repeated=True), twin
        try:
            now = replace(submission, version=session.version)
            receipt = record_hand(session_id, now, outcome, late=True)
        except StalePage as stale:
            session = stale.session  # changed between this look and the lock: look again
        else:
            return receipt, receipt.session.revisions.get(key=submission.key)
    raise StalePage(session)


def has_moved_on(session: Session, version: int, played: int, besides: Collection[UUID] = ()) -> bool:
    """Whether a hand, a seat or a score has changed since a phone saw `played` hands at `version`.

    Changes under the keys `besides` are the phone's own.
    """
    if version > session.version or session.row_count != played:
        return True
    moves = session.revisions.filter(version__gt=version, action__in=TOUCHING)
    return moves.exclude(key__in=besides).exists()


def stated_moment(session: Session, text: str) -> datetime | None:
    """When a phone says that something was done, by our clock; None where that cannot be read.

    Nothing was done in times to come, nor before the session began.
    """
    moment = read_moment(text)
    return max(session.started_at or session.created_at, min(moment, timezone.now())) if moment else None


def read_moment(text: str) -> datetime | None:
    """A moment as a phone writes it, None where it is none."""
    try:
        moment = parse_datetime(text)
        return None if moment is None or timezone.is_naive(moment) else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _sent_before(session: Session, earlier: Collection[UUID], number: int) -> Revision | None:
    """The revision by which this phone recorded hand `number` under one of these keys: the last hand, and
    nothing has touched it since."""
    if not earlier or session.row_count != number:
        return None
    touched = session.revisions.filter(action__in=TOUCHING).order_by("-version").first()
    mine = touched is not None and touched.hand_number == number and touched.key in earlier
    return touched if mine else None


def _same_outcome(session: Session, number: int, outcome: dict[str, Any]) -> bool:
    mine = session.game.hand_to_json(session.game.read_hand(session.current_rules, outcome))
    stored_outcome = session.hands.values_list("outcome", flat=True).get(number=number)
    return bool(mine == Seating(session).with_sitter_name(stored_outcome))


def find_same_hand_recorded(
    session: Session, version: int, played: int, outcome: dict[str, Any]
) -> Revision | None:
    """The revision by which another phone recorded the same outcome for the same deal, None without one.

    Of what touches a hand nothing but hands recorded may have happened since `version`: then both phones had
    the same table before them. Who has decided about an earlier hand names a version at which this one was
    there already, and says by `played` that it is still to be compared.
    """
    moves = list(session.revisions.filter(version__gt=version, action__in=TOUCHING).order_by("version"))
    if version > session.version or any(move.action != Revision.Action.RECORD for move in moves):
        return None
    if session.row_count <= played:
        return None
    recorded = session.revisions.filter(action=Revision.Action.RECORD, hand_number=played + 1)
    twin = recorded.order_by("-version").first()
    return twin if twin is not None and _same_outcome(session, played + 1, outcome) else None


def unseen_hands(session: Session, version: int, played: int) -> list[int]:
    """The numbers of the hands that a phone which saw `played` hands at `version` does not know, in order."""
    moves = session.revisions.filter(version__gt=version).order_by("version")
    return unseen_hand_numbers(played, session.row_count, list(moves.values_list("action", "hand_number")))


def unseen_hand_numbers(played: int, hands: int, moves: Iterable[tuple[str, int | None]]) -> list[int]:
    """Which of `hands` hands are new to a phone that knew the first `played` before these moves.

    A hand put in among those it knew is history corrected, not a hand that could be the one it entered.

    >>> unseen_hand_numbers(4, 5, [("record", 5)])
    [5]
    >>> unseen_hand_numbers(4, 5, [("insert", 2)])
    []
    >>> unseen_hand_numbers(4, 4, [("undo", 4), ("record", 4)])
    [4]
    """
    moves = list(moves)
    more = sum({"record": 1, "insert": 1, "delete": -1, "undo": -1}.get(action, 0) for action, _at in moves)
    seen = [number <= played for number in range(1, max(0, hands - more) + 1)]
    for action, at in moves:
        if action == Revision.Action.RECORD:
            seen.append(False)
        elif action == Revision.Action.INSERT and at is not None:
            seen.insert(at - 1, at <= len(seen) and seen[at - 1])
        elif action in (Revision.Action.DELETE, Revision.Action.UNDO) and at is not None:
            del seen[at - 1 : at]
    return [number for number, was_seen in enumerate(seen, start=1) if not was_seen]
