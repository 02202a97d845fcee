"""Random legal riichi hands for the properties: any outcome that the rules and the table allow."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.riichi.options import Rules
from mahjongclub.rules.kit.riichi.value import FU_STEPS, possible
from mahjongclub.rules.riichi.presets import PRESETS

SEATS = range(4)
LIABLE = {"dragons": "big_dragons", "winds": "big_winds", "kongs": "four_kans"}


def rule_sets() -> st.SearchStrategy[Rules]:
    """A preset with some options turned."""
    overrides = st.fixed_dictionaries(
        {},
        optional={
            "rounds": st.integers(1, 4),
            "multi_ron": st.sampled_from(["head_bump", "double", "triple"]),
            "multi_honba": st.sampled_from(["nearest", "each"]),
            "multi_riichi": st.sampled_from(["nearest", "own_first"]),
            "renchan": st.sampled_from(["tenpai", "win", "never"]),
            "bust": st.sampled_from(["off", "below_zero", "zero_or_below"]),
            "ties": st.sampled_from(["split", "seat"]),
            "west_extension": st.booleans(),
            "extension_target": st.sampled_from([None, 25000, 40000]),
            "agari_yame": st.sampled_from(["off", "automatic"]),
            "pao_composite": st.sampled_from(["whole", "that_yakuman"]),
            "abort_deal": st.sampled_from(["stays", "passes"]),
            "noten_pool": st.sampled_from([0, 1200, 3000]),
            "honba": st.sampled_from([0, 300, 1500]),
            "floating_uma": st.booleans(),
            "rounding": st.sampled_from(["tenth", "five_down"]),
            "chombo_last": st.sampled_from(["replayed", "ends"]),
            "leftover_sticks": st.sampled_from(["first", "shared", "shared_whole", "lost"]),
        },
    )
    presets = st.sampled_from(PRESETS)
    return st.builds(lambda preset, changes: preset.rules.with_options(changes), presets, overrides)


@st.composite
def hands(draw: st.DrawFn, rules: Rules, state: TableState) -> dict[str, Any]:
    """One hand of a record that can have happened at this table."""
    able = [seat for seat in SEATS if state.scores[seat] >= 1000 or rules.riichi_under_1000]
    riichi = draw(st.lists(st.sampled_from(able), unique=True)) if able else []
    kinds = ["win", "win", "win", "draw"]
    kinds += ["abort"] if rules.abortive else []
    kinds += ["chombo"] if rules.chombo != "off" else []
    kind = draw(st.sampled_from(kinds))
    if kind == "chombo":
        return {"type": "chombo", "offenders": draw(_some_seats(1)), "riichi": riichi}
    if len(riichi) == 4 and "four_riichi" in rules.abortive:
        return {"type": "abort", "reason": "four_riichi", "riichi": riichi}
    reasons = [reason for reason in rules.abortive if reason != "four_riichi"]
    if rules.multi_ron == "head_bump":
        reasons = [reason for reason in reasons if reason != "triple_ron"]
    if kind == "abort" and reasons:
        return {"type": "abort", "reason": draw(st.sampled_from(reasons)), "riichi": riichi}
    if kind == "win":
        return {"type": "win", "wins": draw(_winners(rules, riichi)), "riichi": riichi}
    tenpai = sorted({*riichi, *draw(_some_seats(0))})
    nagashi = draw(_some_seats(0)) if rules.nagashi and draw(st.booleans()) else []
    return {"type": "draw", "tenpai": tenpai, "riichi": riichi, "nagashi": nagashi}


def _some_seats(least: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(SEATS), unique=True, min_size=least)


@st.composite
def _winners(draw: st.DrawFn, rules: Rules, riichi: list[int]) -> list[dict[str, Any]]:
    source = draw(st.none() | st.sampled_from(SEATS))
    others = [seat for seat in SEATS if seat != source]
    count = 1 if source is None else draw(st.sampled_from([1, 1, 1, 2, 3]))
    seats = draw(st.permutations(others))[:count]
    return [
        {"winner": seat, "from": source, **draw(_values(source is None, rules, seat, seat in riichi))}
        for seat in seats
    ]


@st.composite
def _values(draw: st.DrawFn, self_drawn: bool, rules: Rules, winner: int, riichi: bool) -> dict[str, Any]:
    kind = draw(st.sampled_from(["pair", "pair", "pair", "han", "limit", "yakuman"]))
    if kind == "pair":
        pairs = [(han, fu) for han in range(1, 5) for fu in FU_STEPS if possible(han, fu, self_drawn, riichi)]
        han, fu = draw(st.sampled_from(pairs))
        return {"han": han, "fu": fu}
    if kind == "han":
        return {"han": draw(st.integers(5, 50))}
    if kind == "limit":
        return {"limit": draw(st.sampled_from(["mangan", "haneman", "baiman", "sanbaiman"]))}
    value: dict[str, Any] = {"yakuman": draw(st.integers(1, 6))}
    if rules.pao and draw(st.booleans()):
        others = st.sampled_from([seat for seat in SEATS if seat != winner])
        names = [LIABLE[word] for word in rules.pao][: value["yakuman"]]
        value["pao"] = draw(others | st.dictionaries(st.sampled_from(names), others, min_size=1))
    return value


@st.composite
def games(draw: st.DrawFn, longest: int = 14) -> tuple[Rules, list[dict[str, Any]]]:
    """Rules and the hands of a session that may or may not have ended."""
    from mahjongclub.rules.riichi import VARIANT

    rules = draw(rule_sets())
    state = VARIANT.start(rules, None)
    played: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, longest))):
        if state.ended:
            break
        hand = draw(hands(rules, state))
        played.append(hand)
        state = VARIANT.settle(rules, state, VARIANT.read_outcome(rules, hand)).after
    return rules, played
