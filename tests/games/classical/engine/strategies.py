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


def rules() -> st.SearchStrategy[dict[str, Any]]:
    """Some options of the books turned, whatever goes together."""
    return st.fixed_dictionaries(
        {},
        optional={
            "winner_pays": st.booleans(),
            "limit": st.sampled_from([None, 100, 2001]),
            "round_wind": st.sampled_from(["break", "round"]),
            "east_policy": st.sampled_from(["winner", "in_turn", "passes"]),
            "draw_east": st.sampled_from(["stays", "passes"]),
            "draw_counts": st.just(True),
            "cannon": st.just(True),
            "false_mahjong": st.sampled_from([0, 500]),
            "purity_apart": st.booleans(),
            "own_flower": st.sampled_from(["each", "both"]),
            "bouquet_doubles": st.integers(0, 3),
            "dragons_and_winds": st.sampled_from(["winner", "everyone"]),
            "original_call": st.sampled_from(["none", "winner", "everyone"]),
            "fishing": st.sampled_from(["none", "two_fifths", "half_irregular"]),
            "max_chows": st.integers(0, 4),
            "double_little_winds": st.integers(0, 3),
            "double_all_concealed": st.integers(0, 3),
            "double_four_kongs": st.integers(0, 3),
            "hand_seven_pairs": st.sampled_from([0, 250]),
            "hand_fourfold_plenty": st.sampled_from([0, 1000]),
            "hand_heads_and_tails": st.sampled_from([0, 1000]),
        },
    )


@st.composite
def book_hands(draw: st.DrawFn) -> dict[str, Any]:
    """A hand as Western clubs have it too: a draw counted, a false mahjong, a cannon, a special hand."""
    kind = draw(st.sampled_from(["win", "draw", "false_mahjong", "special"]))
    if kind == "false_mahjong":
        return {"type": "false_mahjong", "offender": draw(st.integers(0, 3))}
    if kind == "draw":
        counted = draw(st.lists(st.integers(0, 400), min_size=4, max_size=4))
        hands = [{"points": worth} for worth in counted]
        return {"type": "draw"} | ({"hands": hands} if draw(st.booleans()) else {})
    hand = draw(wins())
    source, winner = hand["from"], hand["winner"]
    if kind == "special":
        seat = draw(st.integers(0, 3))
        hand["hands"][seat] = {"special": "seven_pairs"} | ({} if seat == winner else {"fishing": True})
    elif source is not None and draw(st.booleans()):
        hand["cannon"] = source
    return hand


def book_games() -> st.SearchStrategy[list[dict[str, Any]]]:
    """A session of up to eight such hands."""
    return st.lists(book_hands(), max_size=8)


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
