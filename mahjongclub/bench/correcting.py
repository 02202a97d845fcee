"""`correct_first_of_200.ratio_to_record`: hand 1 of a long session put right, against recording one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any
from uuid import uuid4

from mahjongclub.tables.models import Session
from mahjongclub.tables.recording import Submission, delete_hand, record_hand

from .figures import Figure, ratio_of
from .phones import Phone, hand_form
from .stand import Stand
from .tables import LONG, long_game, new_device, open_table

ROUNDS, TIMES_A_ROUND = 9, 6


def measure(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """Correct the first hand, record the next one, take it back (untimed), and so on.

    Every correction changes the scores of all hands after it.
    """
    rules, hands = long_game()
    device, cookie = new_device()
    session = open_table(device, rules)
    for number, outcome in enumerate(hands):
        record_hand(session.pk, Submission(uuid4(), number, device), outcome)
    phone = Phone(stand.server.port, cookie)
    others: Iterator[dict[str, Any]] = cycle(
        {"type": "draw", "riichi": [], "tenpai": [0, seat]} for seat in (1, 2, 3)
    )
    rounds = []
    for _round in range(stand.few(ROUNDS)):
        corrections, records = [], []
        for _time in range(stand.few(TIMES_A_ROUND)):
            corrections.append(_post(phone, session, 1, next(others)))
            records.append(_post(phone, session, LONG + 1, hands[0]))
            version = Session.objects.values_list("version", flat=True).get(pk=session.pk)
            delete_hand(session.pk, Submission(uuid4(), version, device), LONG + 1)
        rounds.append((corrections, records))
    phone.close()
    yield "correct_first_of_200.ratio_to_record", ratio_of(rounds, "correct", "record")


def _post(phone: Phone, session: Session, number: int, outcome: dict[str, Any]) -> float:
    version = Session.objects.values_list("version", flat=True).get(pk=session.pk)
    seconds, _body = phone.post(f"/t/{session.code}/hand/{number}/", hand_form(outcome, LONG, version))
    return seconds
