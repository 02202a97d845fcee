"""Random classical hands that could lie on a table, built so that no tile is used five times."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

TILES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{n}z" for n in range(1, 8)]


@st.composite
def tables(draw: st.DrawFn, winner: int) -> list[dict[str, Any]]:
    """Four counted hands: the winner with four triplets and a pair, the others points or a triplet or two."""
    tiles = draw(st.permutations(TILES))
    kinds = st.sampled_from(["pung", "kong"])
    hands: list[dict[str, Any]] = []
    for seat in range(4):
        mine, tiles = tiles[:5], tiles[5:]
        if seat != winner and draw(st.booleans()):
            hands.append({"points": draw(st.integers(0, 400))})
            continue
        count = 4 if seat == winner else draw(st.integers(0, 3))
        sets = [
            {"kind": draw(kinds), "tile": tile, "concealed": draw(st.booleans())} for tile in mine[:count]
        ]
        if seat == winner:
            sets.append({"kind": "pair", "tile": mine[4], "concealed": draw(st.booleans())})
        hands.append({"sets": sets, "flowers": [seat + 1] if draw(st.booleans()) else []})
    return hands


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    """A hand won by anybody, self-drawn or on a discard."""
    winner = draw(st.integers(0, 3))
    source = draw(st.sampled_from([None, *(seat for seat in range(4) if seat != winner)]))
    dice = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    hands = draw(tables(winner))
    return {"type": "win", "winner": winner, "from": source, "dice": list(dice), "hands": hands}


def games() -> st.SearchStrategy[list[dict[str, Any]]]:
    """A session of up to eight hands."""
    return st.lists(st.one_of(wins(), st.just({"type": "draw"})), max_size=8)
