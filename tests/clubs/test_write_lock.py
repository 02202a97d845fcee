"""The turn to write on SQLite: who asks first writes first, and nobody waits for ever."""

from __future__ import annotations

import threading
import time

from mahjongclub.clubs.write_lock import FairLock

SOON = 5.0


def in_thread(turns: FairLock, came: list[int], number: int) -> threading.Thread:
    """A writer who has come into the line."""

    def write() -> None:
        assert turns.acquire(SOON)
        came.append(number)
        turns.release()

    before = turns.waiting
    writer = threading.Thread(target=write)
    writer.start()
    while turns.waiting == before:
        time.sleep(0.001)
    return writer


def test_turns_are_given_in_the_order_they_were_asked_for() -> None:
    turns, came = FairLock(), list[int]()
    assert turns.acquire(SOON)
    writers = [in_thread(turns, came, number) for number in range(8)]
    assert came == []
    turns.release()
    for writer in writers:
        writer.join(SOON)
    assert came == list(range(8))
    assert turns.acquire(0.01), "the last one gave it back"


def test_who_has_the_turn_may_take_it_again_and_gives_it_on_with_the_last() -> None:
    turns, came = FairLock(), list[int]()
    assert turns.acquire(SOON)
    assert turns.acquire(SOON)
    writer = in_thread(turns, came, 1)
    turns.release()
    assert turns.waiting == 1
    turns.release()
    writer.join(SOON)
    assert came == [1]


def test_a_turn_that_does_not_come_is_told_and_the_line_goes_on() -> None:
    turns, came, refused = FairLock(), list[int](), list[bool]()
    assert turns.acquire(SOON)
    impatient = threading.Thread(target=lambda: refused.append(turns.acquire(0.05)))
    impatient.start()
    impatient.join(SOON)
    assert refused == [False]
    writer = in_thread(turns, came, 1)
    turns.release()
    writer.join(SOON)
    assert came == [1]
