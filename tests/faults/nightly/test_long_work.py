"""Nobody's long work stops others' hands: a season is imported, founded and rebuilt while eight tables play.

A thousand games here; the figures of docs/performance.md are of 6,000 (`python -m tests.faults.long_work`).
"""

from __future__ import annotations

from tests.faults.long_work import RECORDED, measure

ALONE_SECONDS = 8
LONGEST_HAND = 5.0


def test_hands_are_recorded_while_a_season_is_imported_founded_and_rebuilt() -> None:
    for hands in measure(1, ALONE_SECONDS):
        assert set(hands.answers) == {RECORDED}, hands.what
        assert hands.slowest < LONGEST_HAND, hands.what
