"""The typed forms alone: every outcome of every game can be shown in its form and read back from it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.games.kit.hand_form import HandForm
from mahjongclub.games.registry import GAMES, find_game
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.six.classes import CLASSES
from mahjongclub.rules.six.settle import ROUNDS
from mahjongclub.rules.ten.settle import DRAWS
from tests.games.classical.engine import strategies as strategies_classical
from tests.games.posted import as_posted
from tests.games.riichi.engine import strategies as strategies_riichi
from tests.games.six.engine import strategies as strategies_six
from tests.games.taiwanese.engine import strategies as strategies_taiwanese

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Farid")

CALM = settings(suppress_health_check=[HealthCheck.too_slow])


def form_of(variant: str, fields: dict[str, Any], rules: Any = None) -> HandForm:
    """The form with these fields sent."""
    game = find_variant(variant)
    return find_game(variant).hand_form(
        NAMES[: game.seats], rules or game.default_preset.rules, as_posted(fields)
    )


def settled(variant: str, state: TableState, outcome: dict[str, Any], rules: Any = None) -> Any:
    """What an outcome does to a table: transfers in whatever order, and the table after it."""
    game = find_variant(variant)
    rules = rules or game.default_preset.rules
    done = game.settle(rules, state, game.read_outcome(rules, outcome))
    return sorted(map(repr, done.transfers)), done.after


def comes_back(variant: str, outcome: dict[str, Any], rules: Any = None, state: Any = None) -> None:
    """Assert that the form shows an outcome whole: what it reads back settles to the same."""
    game = find_variant(variant)
    rules = rules or game.default_preset.rules
    state = state or game.start(rules, None)
    form = form_of(variant, find_game(variant).questions.initial(outcome), rules)
    assert form.is_valid(), (outcome, form.errors)
    assert settled(variant, state, form.draft, rules) == settled(variant, state, outcome, rules)


@CALM
@given(st.data(), strategies_riichi.rule_sets(find_variant("riichi")))
def test_any_riichi_hand_comes_back(data: st.DataObject, rules: Any) -> None:
    state = find_variant("riichi").start(rules, None)
    comes_back("riichi", data.draw(strategies_riichi.hands(rules, state)), rules)


TILES = {"concealed": "123m456p789s11z", "melds": [{"kind": "pon", "tiles": "777z"}], "winning": "1z"}


def test_a_hand_recorded_by_its_tiles_keeps_them() -> None:
    outcome = {"type": "win", "wins": [{"winner": 2, "from": None, "tiles": TILES}]}
    comes_back("riichi", outcome)
    comes_back("ten", {"type": "win", "winner": 1, "tiles": TILES})


def test_a_win_of_which_a_record_says_that_there_are_no_chips_comes_back() -> None:
    rules = find_variant("riichi").default_preset.rules.with_options({"chips": 2})
    win = {"winner": 0, "from": None, "han": 1, "fu": 30, "chips": 0}
    comes_back("riichi", {"type": "win", "wins": [win]}, rules)


def test_riichi_with_a_third_winner_pao_and_nagashi_comes_back() -> None:
    rules = find_variant("riichi").default_preset.rules.with_options({"multi_ron": "triple"})
    wins: list[dict[str, Any]] = [{"winner": seat, "from": 3, "han": 14} for seat in (0, 1)]
    wins.append({"winner": 2, "from": 3, "yakuman": 2, "pao": 1})
    comes_back("riichi", {"type": "win", "wins": wins, "riichi": [3]}, rules)
    comes_back("riichi", {"type": "draw", "tenpai": [1], "nagashi": [0, 3]})


@CALM
@given(strategies_classical.wins() | st.just({"type": "draw", "dice": [2, 5]}))
def test_any_classical_hand_comes_back(outcome: dict[str, Any]) -> None:
    comes_back("classical", outcome)


@CALM
@given(strategies_taiwanese.hands(), st.none() | st.just([2, 6]))
def test_any_taiwanese_hand_comes_back(outcome: dict[str, Any], dice: Any) -> None:
    if dice and outcome["type"] == "win":
        outcome = {**outcome, "dice": dice}
    comes_back("taiwanese", outcome)


@st.composite
def ten_hands(draw: st.DrawFn) -> dict[str, Any]:
    seat, riichi = draw(st.integers(0, 1)), draw(st.booleans())
    sticks = {"riichi": [seat]} if riichi else {}
    if draw(st.booleans()):
        pair = st.sampled_from([{"han": 2, "fu": 20}, {"han": 4, "fu": 40}, {"han": 3, "fu": 25}])
        value = draw(pair | st.sampled_from([{"limit": "baiman"}, {"yakuman": 3}, {"han": 7}]))
        return {"type": "win", "winner": seat, **value, **sticks}
    reason = draw(st.sampled_from(list(DRAWS)))
    if reason == "no_declaration":
        return {"type": "draw", "reason": reason}
    return {"type": "draw", "reason": reason, "declared": seat, **sticks}


@CALM
@given(ten_hands())
def test_any_hand_of_ten_comes_back(outcome: dict[str, Any]) -> None:
    comes_back("ten", outcome)


@CALM
@given(strategies_six.rounds())
def test_any_round_for_six_comes_back(played: Any) -> None:
    comes_back("six", ROUNDS.write(played))


def test_points_with_doublings_are_doubled_by_the_engine() -> None:
    fields = {"end": "win", "winner": "1", "from": "3", "doublings-1": "2"}
    fields |= {"points-0": "4", "points-1": "26", "points-2": "0", "points-3": "8"}
    form = form_of("classical", fields)
    assert form.is_valid(), form.errors
    assert [hand["points"] for hand in form.draft["hands"]] == [4, 104, 0, 8]  # 26 x 2 x 2


MISSING: list[tuple[str, dict[str, Any], str]] = [
    ("riichi", {}, "end"),
    ("riichi", {"end": "win", "from": "1"}, "won"),
    ("riichi", {"end": "win", "won": ["0"], "value-0": "mangan"}, "from"),
    ("riichi", {"end": "win", "won": ["0"], "from": "1"}, "value-0"),
    ("riichi", {"end": "win", "won": ["0", "2"], "from": "1", "value-0": "mangan", "value-2": "4"}, "fu-2"),
    ("riichi", {"end": "abort"}, "reason"),
    ("riichi", {"end": "chombo"}, "offenders"),
    ("riichi", {"end": "win", "won": ["7"], "from": "1"}, "won"),
    ("classical", {"end": "win", "from": "self"}, "winner"),
    ("classical", {"end": "win", "winner": "1", "from": "self", "points-0": "-3"}, "points-0"),
    ("classical", {"end": "draw", "die-1": "3"}, "die-2"),
    ("taiwanese", {"end": "win", "won": ["1"], "from": "2"}, "tai-1"),
    ("taiwanese", {"end": "win", "won": ["1"], "from": "2", "tai-1": "1001"}, "tai-1"),
    ("taiwanese", {"end": "false_win"}, "offender"),
    ("hongkong", {"end": "win", "won": ["1"], "from": "2"}, "faan-1"),
    ("hongkong", {"end": "win", "won": ["1"], "from": "2", "faan-1": "3", "guarantor-1": "7"}, "guarantor-1"),
    ("ten", {"end": "guessed"}, "declared"),
    ("ten", {"end": "win", "declared": "0"}, "value"),
    ("six", {"event-0": "claimed", "seat-0": "1"}, "from-0"),
    ("six", {"event-3": "win", "seat-3": "1"}, "hand-3"),
    ("six", {"event-0": "win", "hand-0": "chows"}, "seat-0"),
]


@pytest.mark.parametrize(("variant", "fields", "field"), MISSING)
def test_what_is_missing_is_asked_at_its_field(variant: str, fields: dict[str, Any], field: str) -> None:
    form = form_of(variant, fields)
    assert not form.is_valid()
    assert field in form.errors


IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("riichi", {"end": "win", "won": ["1"], "from": "1", "value-1": "mangan"}, "from"),
    ("riichi", {"end": "win", "won": ["1"], "from": "2", "value-1": "1", "fu-1": "20"}, "fu-1"),
    (
        "riichi",
        {"end": "win", "won": ["0", "1"], "from": "self", "value-0": "mangan", "value-1": "mangan"},
        "won",
    ),
    (
        "riichi",
        {"end": "win", "won": ["1"], "from": "2", "value-1": "yakuman-1", "pao-1": "1"},
        "pao-1",
    ),
    (
        "riichi",
        {"end": "win", "won": ["1"], "from": "2", "value-1": "mangan", "dead": ["1"]},
        "dead",
    ),
    ("riichi", {"end": "abort", "reason": "four_riichi", "riichi": ["2"]}, "riichi"),
    (
        "classical",
        {"end": "win", "winner": "1", "from": "1", **{f"points-{seat}": "8" for seat in range(4)}},
        "from",
    ),
    ("taiwanese", {"end": "win", "won": ["1"], "from": "1", "tai-1": "3"}, "from"),
    ("hongkong", {"end": "win", "won": ["1"], "from": "2", "faan-1": "2"}, "faan-1"),
    ("hongkong", {"end": "win", "won": ["1"], "from": "2", "faan-1": "3", "guarantor-1": "1"}, "guarantor-1"),
    ("hongkong", {"end": "win", "won": ["1"], "from": "self", "faan-1": "3", "robbed": "on"}, "robbed"),
    ("ten", {"end": "win", "declared": "1", "value": "1", "fu": "20"}, "fu"),
    (
        "six",
        {"event-2": "win", "seat-2": "1", "from-2": "1", "hand-2": "chows"},
        "from-2",
    ),
    (
        "six",
        {"event-0": "win", "seat-0": "1", "hand-0": "chows", "tenpai-1": "tenpai"},
        "tenpai-1",
    ),
    (
        "six",
        {"event-0": "win", "seat-0": "1", "hand-0": "chows", "first_discard-0": "on"},
        "first_discard-0",
    ),
]


@pytest.mark.parametrize(("variant", "fields", "field"), IMPOSSIBLE)
def test_what_the_engine_refuses_stands_at_its_field(
    variant: str, fields: dict[str, Any], field: str
) -> None:
    form = form_of(variant, fields)
    assert form.is_valid(), form.errors
    state = find_variant(variant).start(form.rules, None)
    with pytest.raises(RuleError) as fault:
        settled(variant, state, form.draft)
    form.add_fault(fault.value)
    assert list(form.errors) == [field]


@pytest.mark.parametrize("variant", list(GAMES))
@CALM
@given(data=st.data())
def test_no_junk_breaks_a_form(variant: str, data: st.DataObject) -> None:
    form = form_of(variant, {})
    likely = ["0", "1", "self", "win", "draw", "claimed", *CLASSES, "mangan", "tiles", "{}", '{"tiles":[]}']
    value = st.sampled_from(likely) | st.text(max_size=4) | st.just("9" * 5000) | st.just("٣")
    sent = data.draw(
        st.dictionaries(st.sampled_from(list(form.fields)), st.lists(value, max_size=3), max_size=12)
    )
    form = find_game(variant).hand_form(form.names, form.rules, MultiValueDict(sent))
    if form.is_valid():
        state = find_variant(variant).start(form.rules, None)
        try:
            settled(variant, state, form.draft)
        except RuleError as fault:
            form.add_fault(fault)
            assert form.errors
