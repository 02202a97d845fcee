"""American mah jongg settled: worked examples with their sources, options, random games, broken records."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjongclub.games.american import GAME
from mahjongclub.rules.american import VARIANT
from mahjongclub.rules.american.settle import OUTCOMES
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.record import read_record, replay

SLOPER = "sloperama.com/mahjongg/column316a.html"
I_LOVE_MAHJ = "ilovemahj.freshdesk.com, How are points calculated"
TOURNAMENT = "themahjonggtournament.com/rules.html"
MAHJCON = "mahjcon.com/mahjcon-tournament-rules"
#: five at a table of four: who sits out bets
FIVE = ["Aiko", "Benoît", "Chen", "Dina", "Emil"]


def result(*hands: dict[str, Any], players: int = 4, **more: Any) -> dict[str, Any]:
    data = {"format": 1, "variant": "american", "players": FIVE[:players], "hands": list(hands), **more}
    return replay(read_record(data)).to_json()


def win(winner: int, source: int | None, value: int, *flags: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "win",
        "winner": winner,
        "from": source,
        "value": value,
        **dict.fromkeys(flags, True),
        **more,
    }


def mistake(offender: int, winner: int, value: int) -> dict[str, Any]:
    return {"type": "false_mahjong", "offender": offender, "winner": winner, "value": value}


def draw(*dead: int) -> dict[str, Any]:
    return {"type": "draw", "dead": list(dead)}


HOME = [
    (win(1, 0, 25), [-50, 100, -25, -25], SLOPER),
    (win(1, None, 25), [-50, 150, -50, -50], SLOPER),
    (win(1, 0, 25, "jokerless"), [-100, 200, -50, -50], SLOPER),
    (win(1, None, 25, "jokerless"), [-100, 300, -100, -100], SLOPER),
    (win(0, 2, 50, "jokerless", "exempt"), [200, -50, -100, -50], f"{SLOPER}: not for Singles and Pairs"),
    (win(2, 3, 30, "jokerless"), [-60, -60, 240, -120], SLOPER),
    (draw(), [0, 0, 0, 0], SLOPER),
    (win(1, 0, 25, dead=[3]), [-50, 100, -25, -25], "League usage: a dead hand still pays"),
    (win(1, 0, 25, "misnamed"), [-100, 100, 0, 0], "sloperama.com/mahjongg/column473a.html: four times"),
    (mistake(0, 3, 40), [-80, 0, 0, 80], "sloperama.com/mahjongg/column415a.html: double forty is eighty"),
]


@pytest.mark.parametrize(("hand", "expected", "source"), HOME)
def test_a_home_game_pays_as_its_source_says(hand: dict[str, Any], expected: list[int], source: str) -> None:
    assert source
    assert result(hand)["hands"][0]["deltas"] == expected


NOTED = [
    (win(1, 0, 25, exposures=2), [-20, 25, 0, 0], I_LOVE_MAHJ),
    (win(2, None, 30, "jokerless"), [0, 0, 60, 0], I_LOVE_MAHJ),
    (win(0, 3, 25, exposures=0), [25, 0, 0, -10], I_LOVE_MAHJ),
    (win(0, 3, 25, exposures=1), [25, 0, 0, -10], I_LOVE_MAHJ),
    (win(0, 3, 25, exposures=3), [25, 0, 0, -25], I_LOVE_MAHJ),
    (win(0, 3, 50, "jokerless", "exempt", exposures=0), [50, 0, 0, -10], TOURNAMENT),
    (draw(2), [10, 10, 0, 10], TOURNAMENT),
    (win(0, 3, 25, "misnamed", exposures=0), [25, 0, 0, -25], MAHJCON),
    (mistake(0, 3, 40), [0, 0, 0, 10], MAHJCON),
]


@pytest.mark.parametrize(("hand", "expected", "source"), NOTED)
def test_a_tournament_writes_points_down_as_its_source_says(
    hand: dict[str, Any], expected: list[int], source: str
) -> None:
    assert source
    hand = result(hand, preset="tournament")["hands"][0]
    assert hand["deltas"] == expected
    assert all("table" in (one["from"], one["to"]) for one in hand["transfers"])


@pytest.mark.parametrize(
    ("hand", "options", "expected"),
    [
        (win(1, 0, 25), {"discarder": 1}, [-25, 75, -25, -25]),
        (win(1, 0, 25), {"others": 0}, [-50, 50, 0, 0]),
        (win(1, None, 25), {"self_picked": 1}, [-25, 75, -25, -25]),
        (win(1, 0, 25, "jokerless"), {"jokerless": 1}, [-50, 100, -25, -25]),
        (win(1, 0, 25, "misnamed"), {"misnamed": 3}, [-75, 75, 0, 0]),
        (mistake(0, 3, 40), {"mistake": 4}, [-160, 0, 0, 160]),
        (win(1, 0, 25, exposures=2), {"scoring": "tournament", "penalty_two": 30}, [-30, 25, 0, 0]),
        (win(1, None, 25), {"scoring": "tournament", "self_pick_bonus": 5}, [0, 30, 0, 0]),
        (draw(), {"scoring": "tournament", "wall_points": 0}, [0, 0, 0, 0]),
    ],
)
def test_every_figure_is_an_option(
    hand: dict[str, Any], options: dict[str, Any], expected: list[int]
) -> None:
    assert result(hand, rules=options)["hands"][0]["deltas"] == expected


def test_nobody_loses_more_than_the_pie() -> None:
    played = result(win(1, 0, 75), win(1, 0, 75), win(1, 0, 75), rules={"pie": 500})
    assert [hand["scores"][0] for hand in played["hands"]] == [-150, -300, -450]
    played = result(*[win(1, 0, 75)] * 4, win(0, 1, 25), rules={"pie": 500})
    assert played["hands"][3]["deltas"] == [-50, 200, -75, -75]
    assert played["hands"][4]["deltas"] == [100, -50, -25, -25]  # plays on, and gets what is won
    text = "Seat 0 has lost the pie and pays 50 of 150."
    rules = VARIANT.presets[0].rules.with_options({"pie": 500})
    state = VARIANT.start(rules, None)
    for _hand in range(3):
        state = VARIANT.settle(rules, state, VARIANT.read_outcome(rules, win(1, 0, 75))).after
    settled = VARIANT.settle(rules, state, VARIANT.read_outcome(rules, win(1, 0, 75)))
    assert [str(note) for note in settled.notes] == [text]


MAHJPEDIA = "mahjcon.com/mahjpedia: 5th player betting (Mah Jongg Made Easy 2020, page 27)"


@pytest.mark.parametrize(
    ("hand", "expected", "source"),
    [
        # the bettor gets what the winner does
        (win(1, 0, 25, bet=1), [-100, 100, -50, -50, 100], MAHJPEDIA),
        # and pays as the player bet on, double where that one discarded
        (win(1, 0, 25, bet=0), [-50, 150, -25, -25, -50], MAHJPEDIA),
        (win(1, 0, 25, bet=3), [-50, 125, -25, -25, -25], MAHJPEDIA),
        (win(1, None, 25, bet=3), [-50, 200, -50, -50, -50], MAHJPEDIA),
        (win(1, 0, 25), [-50, 100, -25, -25, 0], "without a bet whoever sits out has no part in the hand"),
        (draw(), [0, 0, 0, 0, 0], MAHJPEDIA),
    ],
)
def test_whoever_sits_out_bets_on_a_player(hand: dict[str, Any], expected: list[int], source: str) -> None:
    assert source
    played = result(hand, players=5, rotation="deal", rules={"bets": True})
    moved = [0] * 5
    for one in played["hands"][0]["transfers"]:
        moved[one["from"]] -= one["points"]
        moved[one["to"]] += one["points"]
    assert moved == expected
    # East has given up the seat: the scores stay with the players
    assert sum(played["hands"][0]["scores"]) == 0


def test_the_bettor_takes_the_seat_of_east_and_east_bets_next() -> None:
    played = result(win(1, 0, 25, bet=1), players=5, rotation="deal", rules={"bets": True}, closed=True)
    assert {row["player"]: row["score"] for row in played["final"]} == {
        "Aiko": -100,
        "Benoît": 100,
        "Chen": -50,
        "Dina": -50,
        "Emil": 100,
    }


def test_east_passes_every_hand_and_a_round_is_four() -> None:
    played = result(win(0, 1, 25), draw(), win(3, None, 30), mistake(1, 2, 25), rules={"rounds": 1})
    assert [hand["dealer"] for hand in played["hands"]] == [0, 1, 2, 3]
    assert [hand["label"] for hand in played["hands"]] == ["1", "2", "3", "4"]
    assert played["ended"] == "last_hand"


def test_a_home_game_goes_on_until_the_players_stop() -> None:
    played = result(*[draw()] * 40)
    assert played["ended"] is None
    assert played["next"] == {
        "label": "41",
        "round_wind": None,
        "dealer": 0,
        "honba": 0,
        "riichi_sticks": 0,
    }


def test_equal_totals_share_a_rank() -> None:
    final = result(win(1, None, 25), closed=True)["final"]
    assert [(row["player"], row["rank"]) for row in final] == [
        ("Benoît", 1),
        ("Aiko", 2),
        ("Chen", 2),
        ("Dina", 2),
    ]


@pytest.mark.parametrize(
    ("hand", "code", "field"),
    [
        (win(1, 1, 25), "winner_is_discarder", "from"),
        (win(4, 1, 25), "seat_out_of_range", "winner"),
        (win(1, 0, 25, dead=[1]), "dead_hand_wins", "dead"),
        (win(1, 0, 25, dead=[2, 2]), "repeated", "dead.1"),
        (win(1, 0, 0), "value_out_of_range", "value"),
        (win(1, 0, 1001), "value_out_of_range", "value"),
        (win(1, 0, 25, exposures=5), "exposures_out_of_range", "exposures"),
        (win(1, None, 25, "misnamed"), "misnamed_by_nobody", "misnamed"),
        (win(1, 0, 25, bet=2), "no_bettor", "bet"),
        (win(1, 0, 25, jokerless="yes"), "not_true_or_false", "jokerless"),
        (win(1, 0, 25, joker=True), "unknown_key", "joker"),
        (mistake(2, 2, 25), "winner_is_offender", "winner"),
        ({"type": "draw", "winner": 1}, "unknown_key", "winner"),
        ({"type": "win", "winner": 1}, "missing", "value"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_at_its_field(hand: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RuleError) as caught:
        result(hand)
    assert (caught.value.field, caught.value.code) == (field, code)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    options=st.fixed_dictionaries(
        {
            "pie": st.sampled_from([None, 100, 500]),
            "jokerless": st.sampled_from([1, 2]),
            "others": st.integers(0, 2),
        }
    ),
)
def test_no_point_is_lost_in_a_home_game_and_every_hand_reads_as_it_was_written(
    seed: int, options: dict[str, Any]
) -> None:
    chance, rules = Random(seed), VARIANT.presets[0].rules.with_options(options)
    state = VARIANT.start(rules, None)
    for _hand in range(12):
        outcome = VARIANT.read_outcome(rules, GAME.samples.sample_hand(chance, rules, state, [1.0] * 4))
        assert VARIANT.read_outcome(rules, VARIANT.outcome_to_json(outcome)) == outcome
        state = VARIANT.settle(rules, state, outcome).after
        assert sum(state.scores) == 0
        assert rules.pie is None or min(state.scores) >= -rules.pie


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_in_a_tournament_nobody_pays_another(seed: int) -> None:
    chance, rules = Random(seed), VARIANT.presets[1].rules
    state = VARIANT.start(rules, None)
    while state.ended is None:
        outcome = VARIANT.read_outcome(rules, GAME.samples.sample_hand(chance, rules, state, [1.0] * 4))
        settled = VARIANT.settle(rules, state, outcome)
        assert all("table" in (one.source, one.target) for one in settled.transfers)
        state = settled.after
    assert state.hands == 4


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (win(1, 0, 25), [-50, 75, -25]),
        (win(1, None, 25, "jokerless"), [-100, 200, -100]),
        (mistake(0, 2, 40), [-80, 0, 80]),
    ],
)
def test_three_pay_as_four_do(hand: dict[str, Any], expected: list[int]) -> None:
    assert result(hand, players=3, rules={"seats": 3})["hands"][0]["deltas"] == expected


def test_three_have_no_fourth_seat() -> None:
    with pytest.raises(RuleError) as fault:
        result(win(3, 0, 25), players=3, rules={"seats": 3})
    assert fault.value.code == "seat_out_of_range"


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"value": 1}, None),
        ({"value": 1000}, None),
        ({"value": 0}, "value"),
        ({"value": 1001}, "value"),
        ({"exposures": 0}, None),
        ({"exposures": 4}, None),
        ({"exposures": -1}, "exposures"),
        ({"exposures": 5}, "exposures"),
    ],
)
def test_the_parts_of_a_win_have_their_bounds(parts, field):
    win = {"type": "win", "winner": 0, "from": 1, "value": 25, **parts}
    if field is None:
        assert OUTCOMES.read_from(Reader(win), 4).winner == 0
        return
    with pytest.raises(RuleError) as fault:
        OUTCOMES.read_from(Reader(win), 4)
    assert fault.value.field == field


@pytest.mark.parametrize(("value", "is_taken"), [(1, True), (1000, True), (0, False), (1001, False)])
def test_what_a_false_mah_jongg_pays_has_its_bounds(value, is_taken):
    hand = {"type": "false_mahjong", "offender": 0, "winner": 1, "value": value}
    if is_taken:
        assert OUTCOMES.read_from(Reader(hand), 4).value == value
        return
    with pytest.raises(RuleError):
        OUTCOMES.read_from(Reader(hand), 4)
