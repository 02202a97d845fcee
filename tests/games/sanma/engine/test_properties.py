"""What holds in every game of three, whatever is played."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.rules.game import apply_transfers
from mahjongclub.rules.kit.riichi.options import Rules
from mahjongclub.rules.kit.sticks import pay_in_sticks, start_holdings
from mahjongclub.rules.record import close_table, read_record, replay
from mahjongclub.rules.sanma import VARIANT
from mahjongclub.rules.sanma.options import TENHOU
from tests.games.riichi.engine.strategies import games

GAMES = games(variant=VARIANT)


def replayed(rules: Rules, hands: list[dict[str, Any]]):
    return replay(
        read_record(
            {
                "format": 1,
                "variant": "sanma",
                "rules": rules.changed_from(TENHOU),
                "players": ["A", "B", "C"],
                "hands": hands,
            }
        )
    )


@given(GAMES)
def test_no_point_is_made_or_lost(game):
    rules, hands = game
    for hand in replayed(rules, hands).hands:
        after = hand.settlement.after
        assert sum(after.scores) + 1000 * after.sticks == 3 * rules.starting_points
        assert after.scores == apply_transfers(hand.before.scores, hand.settlement.transfers)
        assert all(move.points > 0 and move.points % 100 == 0 for move in hand.settlement.transfers)


@given(GAMES)
def test_a_replay_is_the_same_every_time_and_through_json(game):
    rules, hands = game
    once = replayed(rules, hands).to_json()
    assert replayed(rules, json.loads(json.dumps(hands))).to_json() == once


@given(GAMES, st.data())
def test_the_replay_of_a_prefix_is_the_prefix_of_the_replay(game, data):
    rules, hands = game
    cut = data.draw(st.integers(0, len(hands)))
    whole, part = replayed(rules, hands), replayed(rules, hands[:cut])
    assert part.to_json()["hands"] == whole.to_json()["hands"][:cut]


def entries() -> st.SearchStrategy[dict[str, Any]]:
    """What stands among the hands and is none."""
    points = st.lists(st.integers(-20, 20).map(lambda hundreds: 100 * hundreds), min_size=3, max_size=3)
    seat = st.builds(
        lambda number, name: {"type": "seat", "seat": number, "player": name},
        st.integers(0, 2),
        st.sampled_from(["Eva", "Franz"]),
    )
    rules = st.sampled_from([{"nagashi": True}, {"bust": "off"}, {"tsumo": "split"}])
    return st.one_of(
        points.map(lambda moved: {"type": "adjust", "points": moved, "why": "late"}),
        seat,
        rules.map(lambda options: {"type": "rules", "rules": options}),
    )


@given(GAMES, st.data())
def test_entries_and_a_start_elsewhere_make_and_lose_what_they_say(game, data):
    """Points given or taken are all that is made; dealers and names are those of the hands alone."""
    rules, hands = game
    rules = rules.with_options({"bust": "off", "west_extension": False, "agari_yame": "off", "chombo": "off"})
    rules = rules.with_options({"rounds": 4, "nagashi": True, "riichi_under_1000": True})
    hands = [hand for hand in hands if hand["type"] != "chombo"]
    mixed = [dict(hand) for hand in hands]
    for entry in data.draw(st.lists(entries(), max_size=4)):
        mixed.insert(data.draw(st.integers(0, len(mixed))), entry)
    moved = data.draw(st.integers(0, 50)) * 100
    start = {"scores": [35000 + moved, 35000 - moved, 35000], "honba": 1, "riichi_sticks": 2}
    record = {"format": 1, "variant": "sanma", "rules": rules.changed_from(TENHOU), "start": start}
    record |= {"players": ["A", "B", "C"], "hands": mixed}
    whole = replay(read_record(record)).to_json()
    given_out = sum(sum(entry["points"]) for entry in mixed if entry["type"] == "adjust")
    lying = whole["next"]["riichi_sticks"] if whole["next"] else 0
    if whole["hands"] and whole["next"]:
        assert sum(whole["hands"][-1]["scores"]) + 1000 * lying == 3 * 35000 + 2000 + given_out
    cut = data.draw(st.integers(0, len(mixed)))
    part = replay(read_record({**record, "hands": mixed[:cut]})).to_json()
    assert part["hands"] == whole["hands"][:cut]


@given(GAMES)
def test_final_points_add_up_to_the_oka_and_what_was_lost(game):
    rules, hands = game
    state = close_table(VARIANT, replayed(rules, hands).state)
    final = VARIANT.rank(rules, state)
    assert sorted(row.seat for row in final) == [0, 1, 2]
    parts = [dict(row.parts) for row in final]
    assert sum(part["uma"] for part in parts) == 0


@given(GAMES)
def test_sticks_can_be_handed_over_and_add_up(game):
    rules, hands = game
    holdings = start_holdings(rules.starting_points, 3)
    for hand in replayed(rules, hands).hands:
        _payments, holdings = pay_in_sticks(hand.settlement.transfers, holdings)
        assert sum(sticks.points for sticks in holdings.seats) + holdings.table.points == (
            3 * rules.starting_points
        )
