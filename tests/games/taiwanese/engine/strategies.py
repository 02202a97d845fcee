"""Random Taiwanese hands and sessions that could be played."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

#: Any of these may stand together, however the hand was won.
FREE = ["concealed", "single_wait", "seat_wind", "round_wind", "half_flush", "all_pungs", "big_dragons"]


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    """A self-draw, or one to three winners on one discard; by tai or by patterns."""
    source = draw(st.sampled_from([None, 0, 1, 2, 3]))
    others = [seat for seat in range(4) if seat != source]
    most = 1 if source is None else 3
    winners = draw(st.lists(st.sampled_from(others), min_size=1, max_size=most, unique=True))
    written = []
    for seat in winners:
        entry: dict[str, Any] = {"winner": seat, "from": source}
        if draw(st.booleans()):
            entry["tai"] = draw(st.integers(0, 40))
        else:
            entry["patterns"] = draw(st.lists(st.sampled_from(FREE), unique=True))
            entry["patterns"] += ["own_flower"] * draw(st.integers(0, 2))
        written.append(entry)
    return {"type": "win", "wins": written}


def hands() -> st.SearchStrategy[dict[str, Any]]:
    """Any hand of a session."""
    false_wins = st.builds(lambda seat: {"type": "false_win", "offender": seat}, st.integers(0, 3))
    dice = st.lists(st.integers(1, 6), min_size=2, max_size=2)
    draws = st.one_of(st.just({"type": "draw"}), st.builds(lambda two: {"type": "draw", "dice": two}, dice))
    return st.one_of(wins(), wins(), wins(), draws, false_wins)
