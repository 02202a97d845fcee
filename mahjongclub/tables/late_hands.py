"""Hands that were entered in time without network and came once their table was over: an organiser decides.

They are kept as they came, under the key of the phone. Recorded, the phone hears that its hand is there;
left out, it hears that too.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Account

from .access import MOST_HANDS
from .models import LateHand, Session
from .recording import Receipt, Submission, record_hand
from .write_lock import one_writer


def was_in_time(session: Session, entered: datetime | None) -> bool:
    """Whether a phone says that it entered a hand while it might."""
    until = session.phones_until
    return entered is not None and until is not None and entered < until


def keep_late_hand(
    session: Session, submission: Submission, number: int, outcome: dict[str, Any]
) -> LateHand | None:
    """Keep hand `number` for an organiser; None where the table has kept as many as it holds hands."""
    with one_writer(), transaction.atomic():
        known = LateHand.objects.filter(session=session, key=submission.key).first()
        if known is not None:
            return known
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
    known = LateHand.objects.filter(session=session_id, key=key).first()
    if known is None:
        return ""
    return "waits" if known.left_out_at is None else "left_out"


def record_late_hand(late: LateHand, account: Account) -> Receipt:
    """Record a late hand as the next of its table. RuleError, Stale or NotAgreed where it cannot be."""
    session = late.session
    submission = Submission(
        late.key, session.version, late.device, late.entered_at, account_id=account.pk, directs=True
    )
    receipt = record_hand(session.pk, submission, late.outcome, late=True)
    late.delete()
    return receipt


def leave_out_late_hand(late: LateHand) -> None:
    """It does not count; its phone hears so when it asks again."""
    LateHand.objects.filter(pk=late.pk, left_out_at=None).update(left_out_at=timezone.now())
