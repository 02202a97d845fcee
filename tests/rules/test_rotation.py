"""Five at a table of four, four at one of three: who sits out, by the deal, by the round or as agreed.

RULES_REVIEW.md, part F: who sits out rotates, and the scores are of five. Points by RULES.md's table.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.registry import variants
from mahjongclub.rules.rotation import ROTATIONS
from tests.games.played import dealt
from tests.games.riichi.engine.records import draw, ron

NAMES = ["Aiko", "Benoît", "Chen", "Dina", "Emil"]
GAMES = [variant.key for variant in variants() if variant.may_rotate]
LOST = [ron(seat, (seat + 1) % 4, 1, 30) for seat in (1, 2, 3, 0)] * 2


def result(*hands: dict[str, Any], by: str = "deal", key: str = "riichi", **more: Any) -> dict[str, Any]:
    seats = next(variant.seats for variant in variants() if variant.key == key)
    record = {
        "format": 1,
        "variant": key,
        "players": NAMES[: seats + 1],
        "rotation": by,
        "hands": list(hands),
    }
    return replay(read_record({**record, **more})).to_json()


def refused(*hands: dict[str, Any], **more: Any) -> tuple[str, str | None]:
    with pytest.raises(RuleError) as caught:
        result(*hands, **more)
    return caught.value.code, caught.value.field


def sit(out: int) -> dict[str, Any]:
    return {"type": "sit", "out": out}


def out_of(played: dict[str, Any]) -> list[int]:
    """Who sat out, hand by hand, and who does in the one to come."""
    return [
        one["sitting"][-1] for one in [*played["hands"], *[played["next"]] * (played["next"] is not None)]
    ]


def test_by_the_deal_the_dealer_gets_up_once_the_deal_has_passed_and_everybody_deals_in_turn():
    played = result(*LOST[:5])
    assert out_of(played) == [4, 0, 1, 2, 3, 4]
    dealers = [one["sitting"][one["dealer"]] for one in played["hands"]]
    assert dealers == [0, 1, 2, 3, 4]


def test_a_dealer_who_stays_keeps_everybody_seated():
    played = result(ron(0, 1, 1, 30), ron(0, 1, 1, 30), ron(1, 0, 1, 30))
    assert out_of(played) == [4, 4, 4, 0]
    assert [one["label"] for one in played["hands"]] == ["E1", "E1-1", "E1-2"]


def test_by_the_round_one_after_another_sits_out_a_round():
    played = result(*LOST[:5], by="round")
    assert out_of(played) == [4, 4, 4, 4, 0, 0]
    assert played["hands"][4]["sitting"] == [4, 1, 2, 3, 0]


def test_as_agreed_nobody_moves_until_it_is_said():
    played = result(*LOST[:2], sit(2), LOST[2], by="agreed")
    assert [one["sitting"] for one in played["hands"]] == [
        [0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4],
        [0, 1, 4, 3, 2],
        [0, 1, 4, 3, 2],
    ]


def test_who_sits_down_brings_the_own_points_and_who_gets_up_takes_theirs_along():
    # E1: seat 1 wins 1 han 30 fu from seat 2: 1,000. The dealer gets up with 25,000, Emil sits down with his.
    first, second, third = result(ron(1, 2, 1, 30), ron(1, 0, 1, 30), ron(0, 3, 1, 30))["hands"]
    assert first["scores"] == [25000, 26000, 24000, 25000, 25000]
    # E2, Benoît deals: 1,500 from the seat where Emil sits now; Benoît stays, Aiko sits out
    assert (second["sitting"], second["scores"]) == ([4, 1, 2, 3, 0], [23500, 27500, 24000, 25000, 25000])
    # E2-1: Emil takes 1,000 and 300 for the counter from Dina
    assert third["scores"] == [24800, 27500, 24000, 23700, 25000]
    assert third["deltas"] == [1300, 0, 0, -1300, 0]


def test_all_five_are_ranked_the_middle_one_without_uma_and_oka_is_of_five():
    # preset club: 25,000 and 30,000, uma 15/5/-5/-15, oka 20 of four: 5 thousand a player, 25 of five
    played = result(ron(1, 2, 3, 30), ron(2, 3, 1, 30), closed=True, by="agreed")
    final = [(row["player"], row["rank"], row["score"], row["points"]) for row in played["final"]]
    assert final[0] == ("Benoît", 1, 28900, -1.1 + final_uma()[0] + 25)
    assert sum(row[3] for row in final) == 0
    assert {row[0] for row in final} == set(NAMES)


def final_uma() -> tuple[int, ...]:
    rules = find_game("riichi").variant.default_preset.rules
    return tuple(rules.uma)


def test_points_given_to_who_sits_out_are_theirs_wherever_they_sit_then():
    late = {"type": "adjust", "points": [0, 0, 0, 0, -1000], "why": "late"}
    played = result(late, LOST[0], LOST[1])
    assert played["hands"][0]["deltas"] == [0, 0, 0, 0, -1000]
    assert played["hands"][1]["scores"][-1] == 24000
    assert played["hands"][2]["sitting"][0] == 4
    assert result(LOST[0], late)["hands"][1]["deltas"] == [-1000, 0, 0, 0, 0]


def test_a_game_of_five_begins_elsewhere_with_five_scores():
    begun = {"scores": [30000, 20000, 25000, 25000, 25500], "dealer": 2, "round_wind": "S"}
    played = result(LOST[3], start=begun)
    assert played["hands"][0]["label"] == "S3"
    assert played["next"]["sitting"] == [0, 1, 4, 3, 2]
    assert refused(start={"scores": [1, 2, 3, 4]}) == ("wrong_number_of_scores", "start.scores")


@pytest.mark.parametrize(
    ("code", "field", "hands", "more"),
    [
        ("sits_out_already", "out", [sit(4)], {}),
        ("seat_out_of_range", "out", [sit(5)], {}),
        ("seat_out_of_range", "wins.0.winner", [ron(4, 0, 1, 30)], {}),
        ("unknown_rotation", "rotation", [], {"by": "chance"}),
        ("wrong_number_of_players", "players", [], {"players": NAMES[:4]}),
        ("wrong_number_of_scores", "points", [{"type": "adjust", "points": [0, 0, 0, 0]}], {}),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(code, field, hands, more):
    assert refused(*hands, **more) == (code, field)


def test_nobody_sits_out_where_there_are_as_many_as_seats():
    record = {"format": 1, "variant": "riichi", "players": NAMES[:4], "hands": [sit(2)]}
    with pytest.raises(RuleError) as caught:
        replay(read_record(record))
    assert (caught.value.code, caught.value.field) == ("nobody_sits_out", "type")
    with pytest.raises(RuleError) as caught:
        read_record(
            {"format": 1, "variant": "six", "players": [*NAMES, "F"], "rotation": "deal", "hands": []}
        )
    assert (caught.value.code, caught.value.field) == ("cannot_rotate", "rotation")


def test_agari_yame_asks_whether_the_dealer_leads_all_five():
    begun = {"scores": [20000, 20000, 20000, 29000, 36000], "dealer": 3, "round_wind": "S"}
    won = result(ron(3, 0, 1, 30), start=begun, rules={"agari_yame": "automatic", "west_extension": False})
    assert won["ended"] is None
    led = {**begun, "scores": [20000, 20000, 20000, 36000, 29000]}
    won = result(ron(3, 0, 1, 30), start=led, rules={"agari_yame": "automatic", "west_extension": False})
    assert won["ended"] == "dealer_leads"


@pytest.mark.parametrize("seed", "012345")
@pytest.mark.parametrize("by", list(ROTATIONS))
@pytest.mark.parametrize("key", GAMES)
def test_in_random_games_of_one_more_points_stay_with_their_players(key, by, seed):
    """What is theirs by what each hand moved, by player, is what the end ranks; a prefix replays alike."""
    game, chance = find_game(key), Random(seed)
    hands = dealt(game, 6, seed)
    hands.insert(chance.randrange(7), {"type": "adjust", "points": [5, *[0] * (game.variant.seats - 1), -5]})
    if by == "agreed":
        hands.insert(3, sit(chance.randrange(game.variant.seats)))
    played = result(*hands, by=by, key=key, closed=True)
    held = [played["hands"][0]["scores"][0] - played["hands"][0]["deltas"][0]] * (game.variant.seats + 1)
    dealt_out, sticks = sum(held), 0
    for one in played["hands"]:
        for player, change, score in zip(one["sitting"], one["deltas"], one["scores"], strict=True):
            held[player] += change
            assert held[player] == score
        moved = [move for move in one["transfers"] if "table" in (move["from"], move["to"])]
        sticks += sum(move["points"] * (1 if move["to"] == "table" else -1) for move in moved)
    assert sum(held) + sticks == dealt_out
    assert sorted(row["seat"] for row in played["final"]) == list(range(game.variant.seats + 1))
    before_the_last = result(*hands[:-1], by=by, key=key)
    assert before_the_last["hands"] == played["hands"][:-1]


def test_a_table_of_one_more_survives_being_stored():
    variant = find_game("riichi").variant.with_rotation("deal")
    replayed = replay(read_record(_record(*LOST[:2], draw())))
    state = replayed.state
    assert type(state).from_json(state.to_json()) == state
    assert replayed.record.variant == variant


def _record(*hands: dict[str, Any]) -> dict[str, Any]:
    return {"format": 1, "variant": "riichi", "players": NAMES, "rotation": "deal", "hands": list(hands)}
