"""What Western clubs play otherwise: payment, East, flowers, the first turn. Source: GAMES.md 3.1 to 3.3."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.rules.classical.count import count_hand
from mahjongclub.rules.classical.hand import CountedHand
from mahjongclub.rules.classical.options import Rules
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.tile_sets import TileSet

from .test_game import CONCEALED, points, result

BRITISH = {"winner_pays": False, "limit": 1000}


@pytest.mark.parametrize(
    ("winner", "counted", "limit", "deltas"),
    [
        # GAMES.md 3.1, the table of payments
        (0, (200, 60, 24, 8), 1000, [1200, -312, -420, -468]),
        (2, (100, 50, 200, 20), 1000, [-140, -270, 800, -390]),
        (3, (16, 400, 12, 1000), 1000, [-2760, 156, -1396, 4000]),
        (1, (8, 2000, 125, 0), 2000, [-4218, 8000, -1641, -2141]),
        # GAMES.md 3.2, the example of the British rules
        (1, (30, 216, 12, 0), 1000, [-336, 864, -240, -288]),
    ],
)
def test_the_winner_is_paid_in_full_and_pays_nobody(winner, counted, limit, deltas):
    played = result(points(*counted, winner=winner), rules={**BRITISH, "limit": limit})
    assert played["hands"][0]["deltas"] == deltas


@pytest.mark.parametrize(
    ("policy", "winner", "east"),
    [
        ("winner", 0, 0),
        ("winner", 2, 2),
        ("in_turn", 0, 0),
        ("in_turn", 2, 1),
        ("passes", 0, 1),
        ("passes", 2, 1),
    ],
)
def test_east_after_a_win(policy, winner, east):
    played = result(points(20, 20, 20, 20, winner=winner), rules={"east_policy": policy})
    assert played["next"]["dealer"] == east


def test_sixteen_hands_make_four_rounds_where_east_always_passes():
    """GAMES.md section 3, NTS: 16 hands, 2000 to start."""
    rules = {"east_policy": "passes", "draw_east": "passes", "hands": 16, "starting_points": 2000}
    hands = [points(20, 0, 0, 0), {"type": "draw"}] * 8
    played = result(*hands, rules=rules)
    assert played["ended"] == "last_hand"
    # seat 0 wins eight times 20: four as East, 40 from each; four with West's seat as East, 20, 20 and 40
    assert played["hands"][-1]["scores"] == [2800, 1760, 1680, 1760]


def test_the_british_example_with_flowers_that_count_four():
    """GAMES.md 3.2: 216, of which the doublings are the dragon and the own flower; 2 for the self-draw."""
    hand = CountedHand(
        sets=(
            TileSet("pung", "5s"),
            TileSet("pung", "7z", concealed=True),
            TileSet("kong", "9p"),
            TileSet("pair", "2z"),
            TileSet("chow", "2m"),
        ),
        flowers=(2,),
    )
    rules = Rules(winner_pays=False, limit=1000, flower_points=4)
    count = count_hand(rules, hand, wind="S", dominant="E", winner=True, self_drawn=True)
    assert (count.base, [factor for _, factor in count.doublings], count.points) == (54, [2, 2], 216)


def test_what_a_flower_counts_is_zero_unless_a_club_says_otherwise():
    hand = CountedHand(flowers=(1, 3), seasons=(4,))
    assert count_hand(Rules(), hand, wind="S", dominant="E").base == 0
    assert count_hand(Rules(flower_points=4), hand, wind="S", dominant="E").base == 12


def dealt(winner: int, source: int | None, sets: list[dict[str, Any]] = CONCEALED) -> dict[str, Any]:
    hands: list[dict[str, Any]] = [{"points": 0}] * 4
    hands[winner] = {"sets": sets, "by": ["heavenly"]}
    hand = {"type": "win", "winner": winner, "dice": [1, 1], "hands": hands}
    return hand if source is None else {**hand, "from": source}


@pytest.mark.parametrize(
    ("reading", "winner", "source", "refused"),
    [
        ("east", 0, None, None),
        ("east", 1, None, "heavenly_not_east"),
        ("first_turn", 1, None, None),
        ("first_turn", 1, 0, "by_needs_self_draw"),
        ("first_turn_or_first_discard", 1, None, None),
        ("first_turn_or_first_discard", 1, 0, None),
        ("first_turn_or_first_discard", 0, 1, "by_needs_self_draw"),
        ("first_turn_or_first_discard", 1, 2, "by_needs_self_draw"),
    ],
)
def test_who_may_be_complete_as_dealt(reading, winner, source, refused):
    rules = {"heavenly": reading}
    if refused is None:
        assert result(dealt(winner, source), rules=rules)["hands"][0]["hand_points"][winner] == 4 + 2 + 100
        return
    with pytest.raises(RuleError) as caught:
        result(dealt(winner, source), rules=rules)
    assert caught.value.code == refused


def test_the_set_that_the_first_discard_completed_may_be_laid_open():
    rules = {"heavenly": "first_turn_or_first_discard"}
    opened = [{**part, "concealed": part["concealed"] and index > 0} for index, part in enumerate(CONCEALED)]
    assert result(dealt(1, 0, opened), rules=rules)["hands"][0]["hand_points"][1] > 100
