"""Everything that is measured, in the order it is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from . import correcting, engine, fanout, pages, queries, recording, sheets, weight
from .figures import Figure
from .stand import Stand


@dataclass(frozen=True, slots=True)
class Part:
    """Figures that are measured together."""

    keys: tuple[str, ...]
    measure: Callable[[Stand], Iterator[tuple[str, Figure]]]


PARTS = (
    Part(("engine.hands_per_second", "engine.replay_200_hands_ms"), engine.measure),
    Part(("record_hand.ratio_to_floor",), recording.ratio),
    Part(("record_hand.p99_ms_8_writers",), recording.writers),
    Part(("correct_first_of_200.ratio_to_record",), correcting.measure),
    Part((*pages.PAGES.values(), "queries.standings"), pages.measure),
    Part(weight.KEYS, weight.measure),
    Part(("pdf.session_sheet_ms",), sheets.measure),
    Part(("queries.table_page", "queries.record_hand"), queries.measure),
    Part(("fanout.last_phone_ms_p95", "fanout.kb_per_stream"), fanout.measure),
)
