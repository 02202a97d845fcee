"""Rounds of the six-player game that can have happened, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from mahjongclub.rules.six.classes import CLASSES
from mahjongclub.rules.six.round import SEATS, Event, Kong, Tenpai, Win
from mahjongclub.rules.six.settle import SixRound


@st.composite
def rounds(draw: st.DrawFn) -> SixRound:
    """A round with up to five wins, the kongs each seat declares, and tenpai where the wall ran out."""
    events: list[Event] = []
    out: list[int] = []
    for _ in range(draw(st.integers(0, 10))):
        if len(out) == SEATS - 1:
            break
        playing = [seat for seat in range(SEATS) if seat not in out]
        seat = draw(st.sampled_from(playing))
        source = draw(st.sampled_from([None, *(other for other in playing if other != seat)]))
        declared = sum(isinstance(event, Kong) and event.seat == seat for event in events)
        if declared < 2 and draw(st.booleans()):
            kinds = ["claimed"] if source is not None else ["concealed", "exposed"]
            events.append(Kong(seat, draw(st.sampled_from(kinds)), source))
            continue
        hand = draw(st.sampled_from([key for key, row in CLASSES.items() if row.most_kongs >= declared]))
        four = 0 if declared else draw(st.integers(0, CLASSES[hand].most_four_identical))
        last = events[-1] if events else None
        on_kong = source is None and isinstance(last, Kong) and last.seat == seat and draw(st.booleans())
        first = source is not None and not events and draw(st.booleans())
        points = draw(st.none() | st.none() | st.integers(1, 300))
        events.append(Win(seat, source, hand, declared, four, on_kong, first, points))
        out.append(seat)
    tenpai: list[Tenpai] = []
    if len(out) < SEATS - 1:
        ready = draw(st.lists(st.sampled_from([s for s in range(SEATS) if s not in out]), unique=True))
        tenpai = [Tenpai(seat, draw(st.booleans())) for seat in ready]
    next_east = draw(st.sampled_from([None, *range(SEATS)]))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    return SixRound(dice, tuple(events), tuple(tenpai), next_east)
