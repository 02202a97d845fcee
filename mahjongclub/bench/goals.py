"""What the figures should come to, and the keys in the order they are told. Knows no Django."""

from __future__ import annotations

#: every key, with what it may be at most; None where there is no such bound
GOALS: dict[str, float | None] = {
    "engine.hands_per_second": None,
    "engine.replay_200_hands_ms": None,
    "record_hand.ratio_to_floor": 2.0,
    "record_hand.p99_ms_8_writers": 120,
    "correct_first_of_200.ratio_to_record": 5,
    "standings.ratio_1m_to_10k": 1.3,
    "player_page.ratio_1m_to_10k": 1.3,
    "fanout.last_phone_ms_p95": None,
    "fanout.kb_per_stream": None,
    "page.first_load_bytes": 45_000,
    "page.update_bytes": 4_000,
    "page.requests": None,
    "pdf.session_sheet_ms": 50,
    "queries.table_page": None,
    "queries.record_hand": None,
    "queries.standings": None,
}
#: goals of SQLite alone
SQLITE_ALONE = ("record_hand.p99_ms_8_writers",)
