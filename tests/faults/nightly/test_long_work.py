"""Nobody's long work stops others' hands: a season is imported, founded and rebuilt while eight tables play.

Two hundred games here; the figures of docs/performance.md are of 6,000: `python -m tests.faults.long_work`.
"""

from __future__ import annotations

from tests.faults.long_work import RECORDED, TABLES, measure

GAMES = 200
ALONE_SECONDS = 1


def test_hands_are_recorded_while_a_season_is_imported_founded_and_rebuilt() -> None:
    for hands in measure(GAMES, ALONE_SECONDS, warm_up=ALONE_SECONDS):
        assert set(hands.answers) == {RECORDED}, hands.what
        assert hands.answers.total() >= TABLES, hands.what
        # nobody waits until the work is done
        assert hands.slowest < hands.lasted, hands.what
