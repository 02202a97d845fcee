"""A hand of Ten before it ends: 18 turns, two tiles named, five draws (seed 003, "Déroulement général")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.ten.duel import LIVE_TILES, Duel
from mahjongclub.rules.ten.options import Rules

RULES = Rules()
TABLE = TableState((10_000, 10_000))


def attacked(turn: int = 1, seat: int = 0) -> Duel:
    """Phase B, begun by this seat in this turn; seat 0 deals."""
    return Duel(turn=turn).declare(RULES, TABLE, seat, riichi=False)


def test_phase_a_has_eighteen_turns() -> None:
    assert Duel().at_turn(RULES, 18).turn == 18
    with pytest.raises(RuleError):
        Duel().at_turn(RULES, 19)
    assert Duel().at_turn(Rules(turns=20), 20).turn == 20


def test_the_first_declaration_ends_phase_a() -> None:
    duel = Duel().declare(RULES, TABLE, 1, riichi=True)
    assert (duel.phase, duel.declared, duel.riichi) == ("B", 1, True)
    with pytest.raises(RuleError):
        duel.declare(RULES, TABLE, 0, riichi=False)
    with pytest.raises(RuleError):
        duel.at_turn(RULES, 2)


def test_a_riichi_needs_its_stick_a_tenpai_none() -> None:
    poor = TableState((900, 19_100))
    with pytest.raises(RuleError):
        Duel().declare(RULES, poor, 0, riichi=True)
    assert Duel().declare(RULES, poor, 0, riichi=False).declared == 0


@pytest.mark.parametrize(
    ("turn", "seat", "left"),
    [  # 136 tiles, 14 of them dead, 14 and 13 dealt: 95; a turn takes a tile, but the dealer’s first none
        (1, 0, 95),
        (1, 1, 94),
        (2, 0, 93),
        (18, 1, 60),
    ],
)
def test_the_wall_left_as_phase_b_begins(turn: int, seat: int, left: int) -> None:
    assert LIVE_TILES == 95
    assert attacked(turn, seat).wall_left == left


def test_five_draws_follow_each_wrong_guess() -> None:
    duel = attacked()
    assert duel.draws_left(RULES) == 0  # the defender begins
    with pytest.raises(RuleError):
        duel.with_drawn_tiles(RULES)
    duel = duel.guess_missed(RULES, ["4m", "4p"])
    assert duel.draws_left(RULES) == 5
    with pytest.raises(RuleError):
        duel.guess_missed(RULES)
    duel = duel.with_drawn_tiles(RULES, 5)
    assert duel.draws_left(RULES) == 0
    again = duel.guess_missed(RULES)
    assert (len(again.guesses), again.draws_left(RULES), again.wall_left) == (2, 5, 90)


def test_two_tiles_are_named_at_most() -> None:
    with pytest.raises(RuleError):
        attacked().guess_missed(RULES, ["1m", "2m", "3m"])
    assert attacked().guess_missed(Rules(guesses=3), ["1m", "2m", "3m"]).guesses == (("1m", "2m", "3m"),)


def test_the_draws_of_a_run_are_an_option() -> None:
    rules = Rules(draws=2)
    duel = attacked().guess_missed(rules)
    assert duel.draws_left(rules) == 2
    with pytest.raises(RuleError):
        duel.with_drawn_tiles(rules, 3)


def test_a_win_may_be_declined_and_the_draws_go_on() -> None:
    duel = attacked().guess_missed(RULES).with_drawn_tiles(RULES, 2).with_drawn_tiles(RULES, declined=True)
    assert (duel.declined, duel.draws_left(RULES)) == ((3,), 2)
    assert duel.with_last_step_undone(RULES).declined == ()


def test_the_last_tiles_of_the_wall_shorten_a_run() -> None:
    duel = attacked().with_wall(3).guess_missed(RULES)
    assert duel.draws_left(RULES) == 3
    empty = duel.with_drawn_tiles(RULES, 3)
    assert (empty.wall_left, empty.draws_left(RULES)) == (0, 0)
    with pytest.raises(RuleError):
        duel.with_wall(LIVE_TILES + 1)


@given(st.lists(st.sampled_from(["missed", "one", "all", "declined"]), max_size=30))
def test_every_step_has_its_way_back(steps: list[str]) -> None:
    """One step back undoes a tile, a guess or the declaration; what is left reads back from its notes."""
    duel = attacked()
    for step in steps:
        left = duel.draws_left(RULES)
        if step == "missed" and not left and duel.wall_left:
            after = duel.guess_missed(RULES)
            assert after.with_last_step_undone(RULES) == duel
        elif left and step == "all":
            after = duel.with_drawn_tiles(RULES, left)
        elif left:
            after = duel.with_drawn_tiles(RULES, declined=step == "declined")
            assert after.with_last_step_undone(RULES) == duel
        else:
            continue
        assert Duel.from_json(after.to_json()) == after
        assert after.wall_left == LIVE_TILES - after.draws
        duel = after
    for _step in range(200):
        duel = duel.with_last_step_undone(RULES)
    assert duel == Duel()
