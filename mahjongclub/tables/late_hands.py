"""Hands that were entered in time without network and came once their table was over: an organiser decides.

They are kept as they came, under the key of the phone. Recorded, the phone hears that its hand is there;
left out, it hears that too.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Account, Device
from mahjongclub.clubs.write_lock import hold_write_lock

from .access import MOST_HANDS
from .models import LateHand, Session
from .recording import Receipt, Submission, correct_hand, record_after_end


def was_in_time(session: Session, entered: datetime | None) -> bool:
    """Whether a phone says that it entered a hand while it might."""
    until = session.phones_until
    return entered is not None and until is not None and entered < until


def save_late_hand(
    session: Session, submission: Submission, number: int, outcome: dict[str, Any]
) -> LateHand | None:
    """Save hand `number` for an organiser; None where the table has kept as many as it holds hands."""
    with hold_write_lock(), transaction.atomic():
        late_hand = LateHand.objects.filter(session=session, key=submission.key).first()
        if late_hand is not None:
            return late_hand
        if LateHand.objects.filter(session=session).count() >= MOST_HANDS:
            return None
        return LateHand.objects.create(
            session=session,
            key=submission.key,
            number=number,
            outcome=outcome,
            device=submission.device,
            entered_at=submission.at or timezone.now(),
        )


def state_of_late_hand(session_id: int, key: UUID) -> str:
    """Return "waits" or "left_out" of a hand that was kept, "" where none was."""
    late_hand = LateHand.objects.filter(session=session_id, key=key).first()
    if late_hand is None:
        return ""
    return "waits" if late_hand.left_out_at is None else "left_out"


def record_late_hand(late: LateHand, device: Device, account: Account) -> Receipt:
    """Record a late hand after the last of its table, which may be closed by now.

    `device` is the organiser's. RuleError or StalePage where that cannot be: the late hand then waits on.
    """
    return _settle(late, device, account, record_after_end)


def correct_with_late_hand(late: LateHand, device: Device, account: Account) -> Receipt:
    """Put a late hand in the place of the hand of its number. Errors as of `record_late_hand`."""

    def correct(session_id: int, submission: Submission, outcome: dict[str, Any]) -> Receipt:
        return correct_hand(session_id, submission, late.number, outcome)

    return _settle(late, device, account, correct)


def _settle(
    late: LateHand,
    device: Device,
    account: Account,
    change: Callable[[int, Submission, dict[str, Any]], Receipt],
) -> Receipt:
    """Make the change now, under the key of the phone, which hears of it when it asks again."""
    session = late.session
    submission = Submission(late.key, session.version, device, account_id=account.pk, directs=True)
    with hold_write_lock(), transaction.atomic():
        receipt = change(session.pk, submission, late.outcome)
        number = receipt.session.revisions.get(key=late.key).hand_number or 0
        entered = {"entered_by": late.device, "entered_at": late.entered_at}
        receipt.session.hands.filter(number=number).update(**entered)
        late.delete()
    return receipt


def leave_out_late_hand(late: LateHand) -> None:
    """Leave a late hand out; its phone hears so when it asks again."""
    LateHand.objects.filter(pk=late.pk, left_out_at=None).update(left_out_at=timezone.now())
