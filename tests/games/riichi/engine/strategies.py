"""Random legal hands of riichi, for four or three: any outcome that the rules and the table allow."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.riichi.options import DOUBLED, Rules
from mahjongclub.rules.kit.riichi.value import FU_STEPS, is_possible
from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.variant import Variant

LIABLE = {"dragons": "big_dragons", "winds": "big_winds", "kongs": "four_kans"}


def rule_sets(variant: Variant) -> st.SearchStrategy[Rules]:
    """A preset with some options turned."""
    options = {item.name: item for item in variant.rules_type.describe_options()}
    own = {
        name: st.sampled_from(list(options[name].choices))
        for name in ("multi_ron", "tsumo")
        if name in options
    }
    overrides = st.fixed_dictionaries(
        {},
        optional={
            "rounds": st.integers(1, 4),
            **own,
            "multi_honba": st.sampled_from(["nearest", "each"]),
            "multi_riichi": st.sampled_from(["nearest", "own_first"]),
            "renchan": st.sampled_from(["tenpai", "win", "never"]),
            "bust": st.sampled_from(["off", "below_zero", "zero_or_below"]),
            "ties": st.sampled_from(["split", "seat"]),
            "west_extension": st.booleans(),
            "extension_target": st.sampled_from([None, 25000, 40000]),
            "agari_yame": st.sampled_from(["off", "asked", "automatic"]),
            "yakitori": st.sampled_from([0, 10]),
            "chips": st.sampled_from([0, 2]),
            "bust_bonus": st.sampled_from([0, 10]),
            "pao_composite": st.sampled_from(["whole", "that_yakuman"]),
            "abort_deal": st.sampled_from(["stays", "passes"]),
            "noten_pool": st.sampled_from([0, 1200, 3000]),
            "honba": st.sampled_from([0, 300, 1500]),
            "floating_uma": st.booleans(),
            "rounding": st.sampled_from(["tenth", "five_down"]),
            "chombo_last": st.sampled_from(["replayed", "ends"]),
            "renhou": st.sampled_from(["off", "mangan", "yakuman"]),
            "double_yakuman": st.lists(st.sampled_from(tuple(DOUBLED)), unique=True),
            "open_tanyao": st.booleans(),
            "leftover_sticks": st.sampled_from(["first", "shared", "shared_whole", "lost"]),
        },
    )
    presets = st.sampled_from(variant.presets)
    return st.builds(lambda preset, changes: preset.rules.with_options(changes), presets, overrides)


@st.composite
def hands(draw: st.DrawFn, rules: Rules, state: TableState) -> dict[str, Any]:
    """One hand of a record that can have happened at this table."""
    able = [seat for seat in range(rules.seats) if state.scores[seat] >= 1000 or rules.riichi_under_1000]
    riichi = draw(st.lists(st.sampled_from(able), unique=True)) if able else []
    kinds = ["win", "win", "win", "draw"]
    kinds += ["abort"] if rules.abortive else []
    kinds += ["chombo"] if rules.chombo != "off" else []
    kind = draw(st.sampled_from(kinds))
    if kind == "chombo":
        return {"type": "chombo", "offenders": draw(_some_seats(rules, 1)), "riichi": riichi}
    if len(riichi) == rules.seats and "four_riichi" in rules.abortive:
        return {"type": "abort", "reason": "four_riichi", "riichi": riichi}
    reasons = [reason for reason in rules.abortive if reason != "four_riichi"]
    if rules.multi_ron == "head_bump":
        reasons = [reason for reason in reasons if reason != "triple_ron"]
    if kind == "abort" and reasons:
        return {"type": "abort", "reason": draw(st.sampled_from(reasons)), "riichi": riichi}
    if kind == "win":
        wins = draw(_winners(rules, riichi))
        dead = sorted({*draw(_dead(rules))} - {one["winner"] for one in wins})
        return {"type": "win", "wins": wins, "riichi": riichi, "dead": dead}
    tenpai = sorted({*riichi, *draw(_some_seats(rules, 0))})
    nagashi = draw(_some_seats(rules, 0)) if rules.nagashi and draw(st.booleans()) else []
    return {
        "type": "draw",
        "tenpai": tenpai,
        "riichi": riichi,
        "nagashi": nagashi,
        "dead": draw(_dead(rules)),
    }


def _dead(rules: Rules) -> st.SearchStrategy[list[int]]:
    """Now and then the hand of one or two."""
    seats = st.lists(st.sampled_from(range(rules.seats)), unique=True, max_size=2)
    return st.one_of(st.just([]), st.just([]), seats)


def _some_seats(rules: Rules, least: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(range(rules.seats)), unique=True, min_size=least)


@st.composite
def _winners(draw: st.DrawFn, rules: Rules, riichi: list[int]) -> list[dict[str, Any]]:
    source = draw(st.none() | st.sampled_from(range(rules.seats)))
    others = [seat for seat in range(rules.seats) if seat != source]
    count = 1 if source is None else draw(st.sampled_from([1, 1, 1, 2, 3]))
    seats = draw(st.permutations(others))[:count]
    chips = st.integers(0, 20) if rules.chips else st.just(0)
    return [
        {
            "winner": seat,
            "from": source,
            "chips": draw(chips),
            **draw(_values(source is None, rules, seat, seat in riichi)),
        }
        for seat in seats
    ]


@st.composite
def _values(draw: st.DrawFn, self_drawn: bool, rules: Rules, winner: int, riichi: bool) -> dict[str, Any]:
    kind = draw(st.sampled_from(["pair", "pair", "pair", "han", "limit", "yakuman"]))
    if kind == "pair":
        pairs = [
            (han, fu) for han in range(1, 5) for fu in FU_STEPS if is_possible(han, fu, self_drawn, riichi)
        ]
        han, fu = draw(st.sampled_from(pairs))
        return {"han": han, "fu": fu}
    if kind == "han":
        return {"han": draw(st.integers(5, 50))}
    if kind == "limit":
        return {"limit": draw(st.sampled_from(["mangan", "haneman", "baiman", "sanbaiman"]))}
    value: dict[str, Any] = {"yakuman": draw(st.integers(1, 6))}
    if rules.pao and draw(st.booleans()):
        others = st.sampled_from([seat for seat in range(rules.seats) if seat != winner])
        names = [LIABLE[word] for word in rules.pao if word in LIABLE][: value["yakuman"]]
        value["pao"] = draw(others | st.dictionaries(st.sampled_from(names), others, min_size=1))
        if "big_four_winds" in rules.double_yakuman:
            value["yakuman"] = min(6, value["yakuman"] + 1)
    return value


@st.composite
def games(
    draw: st.DrawFn, longest: int = 14, variant: Variant = VARIANT
) -> tuple[Rules, list[dict[str, Any]]]:
    """Rules and the hands of a session that may or may not have ended."""
    rules = draw(rule_sets(variant))
    state = variant.start(rules, None)
    played: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, longest))):
        if state.ended:
            break
        hand = draw(hands(rules, state))
        played.append(hand)
        state = variant.settle(rules, state, variant.read_outcome(rules, hand)).after
    return rules, played
