"""What a change leaves in the rows: every hand settled anew from its outcome, only what differs written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone

from mahjongclub.clubs.models import Device
from mahjongclub.rules.game import TableState
from mahjongclub.rules.record import PlayedHand

from .agreeing import first_words
from .models import Hand, Revision, Seat, Session
from .replaying import settle_outcomes, state_after

# In plain SQL, for one runs with every hand and the other with each hand after a corrected one: the ORM takes
# ten times as long to write them as they take.
SET_RESULT = f"UPDATE {Hand._meta.db_table} SET result = %s WHERE session_id = %s AND number = %s"
SET_SCORE = f"UPDATE {Seat._meta.db_table} SET score = %s WHERE session_id = %s AND number = %s"


@dataclass(frozen=True, slots=True)
class Change:
    """What a change did, as its revision keeps it."""

    action: Revision.Action
    hand_number: int | None = None
    before: Any = None
    after: Any = None


def settle_all(
    session: Session,
    outcomes: Sequence[dict[str, Any]],
    device: Device | None = None,
    change: Change | None = None,
) -> None:
    """Settle from the first hand, and write the rows that differ from what is stored."""
    played = settle_outcomes(session, outcomes)
    stored = {hand.number: hand for hand in session.hands.all()}
    moved = _moved_hands(stored, change)
    now = timezone.now()
    written, results = [], []
    for hand in played:
        result, outcome = hand.to_json(), canonical(session, hand)
        old = moved.get(hand.number)
        touched = old is None or old.outcome != outcome
        if old is not None and not touched and stored.get(hand.number) is old:
            if old.result != result:
                results.append((_as_stored(result), session.pk, hand.number))
            continue
        if old is None:
            row = Hand(entered_by=device, entered_at=now, changed_at=now)
        else:
            changed_at = now if touched else old.changed_at
            row = Hand(entered_by_id=old.entered_by_id, entered_at=old.entered_at, changed_at=changed_at)
        row.session, row.number, row.outcome, row.result = session, hand.number, outcome, result
        if old is not None and (change is None or not touched):
            row.awaits, row.said = old.awaits, old.said
        else:
            row.awaits, row.said = first_words(session, device)
        written.append(row)
    Hand.objects.bulk_create(
        written,
        update_conflicts=True,
        unique_fields=["session", "number"],
        update_fields=["outcome", "result", "entered_by", "entered_at", "changed_at", "awaits", "said"],
    )
    with connection.cursor() as cursor:
        cursor.executemany(SET_RESULT, results)
    session.hands.filter(number__gt=len(played)).delete()
    keep_state(session, state_after(session, played))


def _as_stored(result: dict[str, Any]) -> Any:
    """A result as this database takes it."""
    return Hand._meta.get_field("result").get_db_prep_value(result, connection)


def _moved_hands(stored: dict[int, Hand], change: Change | None) -> dict[int, Hand]:
    """Which stored hand stands at each number after the change: an insertion or deletion shifts the rest."""
    if change is None or change.hand_number is None:
        return stored
    at = change.hand_number
    if change.action == Revision.Action.INSERT:
        return {n + 1 if n >= at else n: hand for n, hand in stored.items()}
    if change.action in (Revision.Action.DELETE, Revision.Action.UNDO):
        return {n - 1 if n > at else n: hand for n, hand in stored.items() if n != at}
    return stored


def keep_state(session: Session, state: TableState) -> None:
    """Store the table after the last hand: in the session, and each seat's score."""
    session.state = state.to_json()
    if state.ended and session.ended_at is None:
        session.ended_at = timezone.now()
    elif not state.ended:
        session.ended_at = None
    with connection.cursor() as cursor:
        cursor.executemany(SET_SCORE, [(score, session.pk, seat) for seat, score in enumerate(state.scores)])


def canonical(session: Session, hand: PlayedHand) -> dict[str, Any]:
    """The outcome as the variant writes it, whatever spelling it came in."""
    return session.game.write_outcome(hand.outcome)
