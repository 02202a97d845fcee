"""What happened is kept, in every registered game and at tables of three and of five.

Points given or taken, other rules, another player, a start elsewhere: GAME_RECORD.md, "Beginning elsewhere,
and what is no hand", by the command line's own way in and out.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mahjongclub.games.base import Game
from mahjongclub.rules.game import RuleError

from .played import dealt, players, settled

HANDS = 3
SEEDS = [str(seed) for seed in range(8)]


def late(game: Game, points: int = 100) -> dict[str, Any]:
    """The second seat pays for coming late."""
    return {
        "type": "adjust",
        "points": [-points if seat == 1 else 0 for seat in range(game.variant.seats)],
        "why": "late",
    }


def seat(number: int = 1, player: str = "Eva") -> dict[str, Any]:
    return {"type": "seat", "seat": number, "player": player}


def same_rules(game: Game) -> dict[str, Any]:
    """A change of rules that says again what a running game may change."""
    fixed = ("starting_points", "bank", "seats")
    said = game.variant.default_preset.rules.to_json()
    return {"type": "rules", "rules": {name: value for name, value in said.items() if name not in fixed}}


def begun(game: Game, seed: str) -> dict[str, Any]:
    """A start that this game can have: other points, the second seat deals."""
    rules = game.variant.default_preset.rules
    first = game.variant.start(rules, None).scores
    moved = Random(seed).randrange(first[0] // 10 + 2)
    scores = [first[0] + moved, first[1] - moved, *first[2:]]
    return {"scores": scores, "dealer": 1}


def with_entries(game: Game, hands: list[dict[str, Any]], seed: str) -> list[dict[str, Any]]:
    """The hands with entries of every kind among them, at random."""
    random = Random(seed)
    mixed = [dict(hand) for hand in hands]
    for entry in (late(game), seat(), same_rules(game), late(game, -300), seat(0, "Franz")):
        mixed.insert(random.randrange(len(mixed) + 1), entry)
    return mixed


def is_entry(hand: dict[str, Any]) -> bool:
    return hand["type"] in ("adjust", "rules", "seat")


def played(game: Game, seed: str) -> list[dict[str, Any]]:
    return with_entries(game, dealt(game, HANDS, seed), seed)


def refused(game: Game, entry: dict[str, Any] | None = None, **more: Any) -> tuple[Any, Any]:
    with pytest.raises(RuleError) as caught:
        settled(game, [entry] if entry else [], **more)
    return caught.value.hand, caught.value.field


@pytest.mark.parametrize("seed", SEEDS)
def test_entries_move_points_only_as_they_say_and_count_as_no_hand(game: Game, seed: str) -> None:
    """The hands around entries move the same points, and have the same names and dealers, as without them."""
    hands = played(game, seed)
    plain = settled(game, [hand for hand in hands if not is_entry(hand)])
    whole = settled(game, hands)
    told = [one for one, hand in zip(whole["hands"], hands, strict=True) if not is_entry(hand)]
    for one, alone in zip(told, plain["hands"], strict=True):
        for name in ("label", "dealer", "honba", "riichi_sticks", "deltas", "transfers"):
            assert one[name] == alone[name]
    assert [one["number"] for one in whole["hands"]] == list(range(1, len(hands) + 1))
    for place, hand in enumerate(hands):
        if is_entry(hand):
            assert whole["hands"][place]["deltas"] == hand.get("points", [0] * game.variant.seats)
            coming = [*whole["hands"], whole["next"]][place + 1]
            assert whole["hands"][place]["label"] == coming["label"]


@pytest.mark.parametrize("seed", SEEDS)
def test_points_are_conserved_what_leaves_goes_outside(game: Game, seed: str) -> None:
    hands = played(game, seed)
    before = list(game.variant.start(game.variant.default_preset.rules, None).scores)
    for one, hand in zip(settled(game, hands)["hands"], hands, strict=True):
        change = [0] * game.variant.seats
        outside = 0
        for move in one["transfers"]:
            assert move["points"] > 0
            for end, sign in ((move["from"], -1), (move["to"], 1)):
                if isinstance(end, int):
                    change[end] += sign * move["points"]
                elif end == "outside":
                    outside += sign * move["points"]
                    assert is_entry(hand)
            if is_entry(hand):
                assert move["for"] == "penalty"
        assert change == one["deltas"]
        if is_entry(hand):
            assert sum(change) + outside == 0
        assert one["scores"] == [score + delta for score, delta in zip(before, change, strict=True)]
        before = one["scores"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_prefix_replays_alike_and_twice_gives_the_same(game: Game, seed: str) -> None:
    hands = played(game, seed)
    whole = settled(game, hands)
    assert settled(game, hands) == whole
    for length in range(len(hands)):
        assert settled(game, hands[:length])["hands"] == whole["hands"][:length]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_begins_where_it_says(game: Game, seed: str) -> None:
    start = begun(game, seed)
    result = settled(game, [late(game)], start=start)
    assert result["next"]["dealer"] == 1
    assert result["hands"][0]["scores"] == [
        score + given for score, given in zip(start["scores"], late(game)["points"], strict=True)
    ]


def test_a_start_may_leave_out_each_part(game: Game) -> None:
    plain, scores = settled(game, []), begun(game, "")["scores"]
    assert settled(game, [], start={}) == plain
    assert settled(game, [], start={"dealer": plain["next"]["dealer"]}) == plain
    assert settled(game, [late(game, 0)], start={"scores": scores})["hands"][0]["scores"] == scores


def test_sticks_that_lay_there_lie_there(game: Game) -> None:
    if not game.variant.knows_riichi:
        assert refused(game, start={"riichi_sticks": 2}) == (None, "start.riichi_sticks")
        return
    assert settled(game, [], start={"riichi_sticks": 2, "honba": 1})["next"]["riichi_sticks"] == 2


def test_who_sat_there_last_is_named_and_all_who_sat_there_listed(game: Game) -> None:
    first = list(players(game))
    hands = [seat(1, "Eva"), *dealt(game, 1), seat(1, "Franz")]
    final = settled(game, hands, closed=True)["final"]
    by_seat = {row["seat"]: row for row in final}
    assert by_seat[1]["player"] == "Franz"
    assert by_seat[1]["players"] == [first[1], "Eva", "Franz"]
    assert by_seat[0]["player"] == first[0]
    assert "players" not in by_seat[0]


def test_starting_points_stay_in_a_running_game(game: Game) -> None:
    assert refused(game, {"type": "rules", "rules": {"starting_points": 100}}) == (1, "rules.starting_points")


def test_faults_stand_at_their_fields(game: Game) -> None:
    seats = game.variant.seats
    for entry, field in [
        ({"type": "adjust"}, "points"),
        ({"type": "adjust", "points": [1]}, "points"),
        ({"type": "adjust", "points": [*[0] * (seats - 1), "x"]}, f"points.{seats - 1}"),
        ({"type": "adjust", "points": [*[0] * (seats - 1), True]}, f"points.{seats - 1}"),
        ({"type": "adjust", "points": [0] * seats, "why": 3}, "why"),
        ({"type": "adjust", "points": [0] * seats, "honba": 1}, "honba"),
        ({"type": "rules"}, "rules"),
        ({"type": "rules", "rules": []}, "rules"),
        ({"type": "rules", "rules": {"nothing_like_it": 1}}, "rules.nothing_like_it"),
        ({"type": "seat", "seat": seats, "player": "Eva"}, "seat"),
        ({"type": "seat", "seat": 0}, "player"),
        ({"type": "seat", "seat": 0, "player": 7}, "player"),
    ]:
        assert refused(game, entry) == (1, field), entry
    for start, field in [
        ([], "start"),
        ({"scores": [1]}, "start.scores"),
        ({"scores": "1"}, "start.scores"),
        ({"dealer": seats}, "start.dealer"),
        ({"round_wind": "Q"}, "start.round_wind"),
        ({"honba": -1}, "start.honba"),
        ({"riichi_sticks": -1}, "start.riichi_sticks"),
        ({"colour": 1}, "start.colour"),
    ]:
        assert refused(game, start=start) == (None, field), start
