"""What stands in a record and is no hand, and games that begin elsewhere: in every variant."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.games.registry import find_game
from mahjongclub.rules.beginning import state_at_start
from mahjongclub.rules.entries import OPENED_WITH, is_entry
from mahjongclub.rules.game import RuleError, apply_transfers
from mahjongclub.rules.record import read_record, replay, settle_recorded
from mahjongclub.rules.registry import find_variant, variants
from tests.games.riichi.engine.records import draw, ron

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fanny")
#: a rule that each game may change while it runs
CHANGED = {
    "riichi": {"bust": "off"},
    "ten": {"value": "ron"},
    "six": {"rounds": 3},
}
KEYS = [variant.key for variant in variants()]


def whole(key: str, *hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    players = list(NAMES[: find_variant(key).seats])
    return {"format": 1, "variant": key, "players": players, "hands": list(hands), **more}


def result(key: str, *hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    return replay(read_record(whole(key, *hands, **more))).to_json()


def where(*hands: dict[str, Any], key: str = "riichi", **more: Any) -> tuple[str, int | None, str | None]:
    with pytest.raises(RuleError) as caught:
        result(key, *hands, **more)
    return caught.value.code, caught.value.hand, caught.value.field


def adjust(*points: int, **more: Any) -> dict[str, Any]:
    return {"type": "adjust", "points": list(points), **more}


def rules(**options: Any) -> dict[str, Any]:
    return {"type": "rules", "rules": options}


def seat(number: int, player: str) -> dict[str, Any]:
    return {"type": "seat", "seat": number, "player": player}


@pytest.mark.parametrize("key", KEYS)
def test_an_adjustment_moves_points_and_nothing_else(key):
    seats = find_variant(key).seats
    before = result(key)
    played = result(key, adjust(*[-10, *[0] * (seats - 1)], why="late"))
    (entry,) = played["hands"]
    assert entry["number"] == 1
    assert entry["deltas"] == [-10, *[0] * (seats - 1)]
    assert entry["transfers"] == [{"from": 0, "to": "outside", "points": 10, "for": "penalty"}]
    assert entry["label"] == before["next"]["label"]
    assert played["next"] == before["next"]


def test_points_move_between_seats_and_what_does_not_balance_is_outside():
    (entry,) = result("riichi", adjust(-3000, 1000, 1000, 3000))["hands"]
    assert entry["deltas"] == [-3000, 1000, 1000, 3000]
    moved = {(move["from"], move["to"]): move["points"] for move in entry["transfers"]}
    assert sum(points for (source, _to), points in moved.items() if source == "outside") == 2000
    assert {move["for"] for move in entry["transfers"]} == {"penalty"}


def test_entries_keep_the_label_of_the_hand_to_come_and_do_not_count_as_played():
    played = result("classical", adjust(1, 2, 3, 4), {"type": "draw"}, seat(1, "Eva"), rules(limit=500))
    assert [hand["number"] for hand in played["hands"]] == [1, 2, 3, 4]
    assert [hand["label"] for hand in played["hands"]] == ["1", "1", "2", "2"]
    assert played["next"]["label"] == "2"


def test_rules_hold_from_their_hand_on():
    won = ron(1, 2, 3, 30)  # 3,900 and 300 for the counter (docs/rules/riichi.md)
    played = result("riichi", draw(0), won, rules(honba=1500), draw(1), won)
    assert played["hands"][1]["deltas"][1] == 4200
    # seat 1 deals: 5,800 and one counter of 1,500 by the rules as they are now
    assert played["hands"][4]["deltas"][1] == 5800 + 1500


def test_the_standings_follow_the_last_rules():
    final = result("riichi", rules(uma=[30, 10, -10, -30]), ron(1, 2, 5, None), closed=True)["final"]
    assert final[0]["points"] == 3 + 20 + 30  # 33,000, oka 20, uma 30


def test_the_end_names_who_sat_there_last_and_everybody_before():
    final = result("riichi", ron(2, 1), seat(2, "Eva"), seat(2, "Chen"), closed=True)["final"]
    row = next(row for row in final if row["seat"] == 2)
    assert (row["player"], row["players"]) == ("Chen", ["Chen", "Eva", "Chen"])
    assert all("players" not in row for row in final if row["seat"] != 2)


@pytest.mark.parametrize(
    ("entry", "code", "field"),
    [
        (adjust(1, 2, 3), "wrong_number_of_scores", "points"),
        (adjust(1, 2, 3, 4.5), "not_a_whole_number", "points.3"),
        (adjust(1, 2, True, 4), "not_a_whole_number", "points.2"),
        (adjust(1, 2, 10**30, 4), "score_out_of_range", "points.2"),
        ({"type": "adjust"}, "missing", "points"),
        (adjust(1, 2, 3, 4, why=5), "not_text", "why"),
        (adjust(1, 2, 3, 4, who=5), "unknown_key", "who"),
        (rules(colour="red"), "unknown_option", "rules.colour"),
        (rules(bust="maybe"), "option_unknown_choice", "rules.bust"),
        (rules(starting_points=30000), "option_fixed", "rules.starting_points"),
        ({"type": "rules", "rules": []}, "not_an_object", "rules"),
        ({"type": "rules"}, "missing", "rules"),
        (seat(4, "Eva"), "seat_out_of_range", "seat"),
        ({"type": "seat", "seat": 1}, "missing", "player"),
        (seat(1, 7), "not_text", "player"),
    ],
)
def test_a_broken_entry_is_refused_at_its_field(entry, code, field):
    assert where(draw(0), entry) == (code, 2, field)


def test_nothing_follows_the_end():
    assert where(ron(1, 2, 13, None), adjust(0, 0, 0, 0)) == ("session_ended", 2, "type")


def test_a_game_begins_where_the_record_says():
    start = {
        "scores": [31000, 24000, 25000, 18000],
        "round_wind": "S",
        "dealer": 2,
        "honba": 1,
        "riichi_sticks": 2,
    }
    assert result("riichi", start=start)["next"] == {
        "label": "S3-1",
        "round_wind": "S",
        "dealer": 2,
        "honba": 1,
        "riichi_sticks": 2,
    }
    # 3,900 and a counter of 300 from the discarder, and the two sticks lying there
    played = result("riichi", ron(1, 0, 3, 30), start=start)
    assert played["hands"][0]["scores"] == [26800, 30200, 25000, 18000]
    assert result("riichi", start={"dealer": 3})["next"]["label"] == "E4"


@pytest.mark.parametrize(
    ("key", "start", "code", "field"),
    [
        ("riichi", {"scores": [1, 2, 3]}, "wrong_number_of_scores", "start.scores"),
        ("riichi", {"scores": [1, 2, 3, "4"]}, "not_a_whole_number", "start.scores.3"),
        ("riichi", {"round_wind": "X"}, "unknown_round_wind", "start.round_wind"),
        ("riichi", {"dealer": 4}, "seat_out_of_range", "start.dealer"),
        ("riichi", {"honba": -1}, "honba_out_of_range", "start.honba"),
        ("riichi", {"riichi_sticks": -1}, "riichi_sticks_out_of_range", "start.riichi_sticks"),
        ("riichi", {"colour": 1}, "unknown_key", "start.colour"),
        ("riichi", [], "not_an_object", "start"),
        ("classical", {"honba": 1}, "no_honba", "start.honba"),
        ("classical", {"round_wind": "E"}, "no_such_round", "start.round_wind"),
        ("taiwanese", {"riichi_sticks": 1}, "no_riichi_sticks", "start.riichi_sticks"),
        ("ten", {"round_wind": "S"}, "no_such_round", "start.round_wind"),
        ("ten", {"scores": [90_000, 30_000]}, "bank_empty", "start.scores"),
    ],
)
def test_a_start_that_cannot_be_is_refused_at_its_field(key, start, code, field):
    assert where(key=key, start=start) == (code, None, field)


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """A game of any variant with entries between its hands, begun anywhere."""
    key = draw(st.sampled_from(KEYS))
    variant = find_variant(key)
    points = st.lists(
        st.integers(-300, 300).map(lambda n: 100 * n), min_size=variant.seats, max_size=variant.seats
    )
    start: dict[str, Any] = {}
    if draw(st.booleans()):
        start["scores"] = [25_000 + one for one in draw(points)]
    if draw(st.booleans()):
        start["dealer"] = draw(st.integers(0, variant.seats - 1))
    if variant.knows_riichi and draw(st.booleans()):
        start["riichi_sticks"] = draw(st.integers(0, 5))
    if variant.counts_honba and draw(st.booleans()):
        start["honba"] = draw(st.integers(0, 5))
    data = whole(key, start=start)
    record = read_record(data)
    chance = Random(draw(st.integers(0, 10_000)))
    deal = find_game(key).samples.sample_hand
    current, state = record.rules, state_at_start(variant, record.rules, None, record.start)
    hands: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, 12))):
        if state.ended:
            break
        match draw(st.sampled_from(["hand", "hand", "hand", "adjust", "rules", "seat"])):
            case "adjust":
                hand = adjust(*draw(points), why="because")
            case "rules":
                options = current.to_json()
                name = draw(st.sampled_from([n for n in options if n not in OPENED_WITH]))
                hand = rules(**{name: options[name], **CHANGED.get(key, {})})
            case "seat":
                hand = seat(draw(st.integers(0, variant.seats - 1)), draw(st.sampled_from(NAMES)))
            case _:
                hand = dict(deal(chance, current, state, (1.0,) * variant.seats))
        hands.append(hand)
        (played,) = settle_recorded(variant, current, state, [hand])
        current, state = played.rules, played.settlement.after
    return {**data, "hands": hands}


@given(games())
def test_no_point_is_made_or_lost_but_what_came_from_outside(data):
    played = replay(read_record(data))
    first = state_at_start(played.record.variant, played.record.rules, None, played.record.start)
    held = sum(first.scores) + 1000 * first.sticks + (first.bank or 0)
    for hand in played.hands:
        after = hand.settlement.after
        moves = hand.settlement.transfers
        held += sum(move.points for move in moves if move.source == "outside")
        held -= sum(move.points for move in moves if move.target == "outside")
        assert sum(after.scores) + 1000 * after.sticks + (after.bank or 0) == held
        assert after.scores == apply_transfers(hand.before.scores, moves)
        assert all(move.points > 0 for move in moves)
        if is_entry(data["hands"][hand.number - 1]):
            assert (after.dealer, after.round, after.honba, after.sticks, after.hands, after.ended) == (
                hand.before.dealer,
                hand.before.round,
                hand.before.honba,
                hand.before.sticks,
                hand.before.hands,
                None,
            )


@given(games())
def test_a_replay_is_the_same_every_time_and_through_json(data):
    once = replay(read_record(data)).to_json()
    assert replay(read_record(json.loads(json.dumps(data)))).to_json() == once
    variant = find_variant(data["variant"])
    written = [variant.hand_to_json(hand.outcome) for hand in replay(read_record(data)).hands]
    assert replay(read_record({**data, "hands": written})).to_json() == once


@given(games(), st.data())
def test_the_replay_of_a_prefix_is_the_prefix_of_the_replay(data, choice):
    cut = choice.draw(st.integers(0, len(data["hands"])))
    once = replay(read_record(data)).to_json()
    part = replay(read_record({**data, "hands": data["hands"][:cut]})).to_json()
    assert part["hands"] == once["hands"][:cut]
    if cut < len(data["hands"]):
        assert part["ended"] is None
        assert part["next"]["label"] == once["hands"][cut]["label"]
