"""What holds in every riichi game, whatever is played."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.rules.game import apply_transfers
from mahjongclub.rules.kit.riichi.options import Rules
from mahjongclub.rules.kit.sticks import pay_in_sticks, start_holdings
from mahjongclub.rules.record import close_table, read_record, replay
from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.riichi.presets import CLUB

from .strategies import games


def replayed(rules: Rules, hands: list[dict[str, Any]]):
    return replay(
        read_record(
            {
                "format": 1,
                "variant": "riichi",
                "rules": rules.changed_from(CLUB),
                "players": ["A", "B", "C", "D"],
                "hands": hands,
            }
        )
    )


@given(games())
def test_no_point_is_made_or_lost(game):
    rules, hands = game
    result = replayed(rules, hands)
    for hand in result.hands:
        after = hand.settlement.after
        assert sum(after.scores) + 1000 * after.sticks == 4 * rules.starting_points
        assert after.scores == apply_transfers(hand.before.scores, hand.settlement.transfers)
        assert all(move.points > 0 and move.points % 100 == 0 for move in hand.settlement.transfers)


@given(games())
def test_a_replay_is_the_same_every_time_and_through_json(game):
    rules, hands = game
    once = replayed(rules, hands).to_json()
    assert replayed(rules, json.loads(json.dumps(hands))).to_json() == once


@given(games(), st.data())
def test_the_replay_of_a_prefix_is_the_prefix_of_the_replay(game, data):
    rules, hands = game
    cut = data.draw(st.integers(0, len(hands)))
    whole = replayed(rules, hands).to_json()
    part = replayed(rules, hands[:cut]).to_json()
    assert part["hands"] == whole["hands"][:cut]
    if cut < len(hands):
        assert part["ended"] is None
        coming = whole["hands"][cut]
        assert part["next"]["label"] == coming["label"]
        assert part["next"]["dealer"] == coming["dealer"]
        assert part["next"]["riichi_sticks"] == coming["riichi_sticks"]


@given(games())
def test_outcomes_are_written_as_they_are_read(game):
    rules, hands = game
    for hand in hands:
        outcome = VARIANT.read_outcome(rules, hand)
        assert VARIANT.read_outcome(rules, VARIANT.outcome_to_json(outcome)) == outcome


class Model:
    """Dealer, honba and wind as one would keep them with a wind marker and some sticks."""

    def __init__(self) -> None:
        self.deals = 0  # how often the deal has passed
        self.counters = 0

    @property
    def label(self) -> str:
        wind = "ESWN"[self.deals // 4 % 4]
        return f"{wind}{self.deals % 4 + 1}" + (f"-{self.counters}" if self.counters else "")

    def play(self, rules: Rules, hand: dict[str, Any]) -> None:
        dealer = self.deals % 4
        if hand["type"] == "chombo":
            return
        if hand["type"] == "win" and not (len(hand["wins"]) == 3 and rules.multi_ron == "double"):
            winners = [entry["winner"] for entry in hand["wins"]]
            if rules.multi_ron == "head_bump" and len(winners) > 1:
                discarder = hand["wins"][0]["from"]
                following = [(discarder + step) % 4 for step in (1, 2, 3)]
                winners = [next(seat for seat in following if seat in winners)]
            stays = dealer in winners and rules.renchan != "never"
            self.counters = self.counters + 1 if stays else 0
        else:
            aborted = hand["type"] != "draw"
            stays = (
                rules.abort_deal == "stays"
                if aborted
                else rules.renchan == "tenpai" and dealer in {*hand["tenpai"]} - {*hand["dead"]}
            )
            self.counters += 1
        if not stays:
            self.deals += 1


@given(games(longest=24))
def test_dealer_honba_and_wind_follow_a_little_model(game):
    rules, hands = game
    model = Model()
    result = replayed(rules, hands)
    for hand, played in zip(hands, result.hands, strict=True):
        assert played.label == model.label
        assert (played.before.dealer, played.before.honba) == (model.deals % 4, model.counters)
        model.play(rules, hand)
    if not result.state.ended:
        assert result.to_json()["next"]["label"] == model.label


@given(games())
def test_a_ranking_always_names_every_seat_once(game):
    rules, hands = game
    state = close_table(VARIANT, replayed(rules, hands).state)
    standings = VARIANT.rank(rules, state)
    assert sorted(row.seat for row in standings) == [0, 1, 2, 3]
    assert [row.rank for row in standings] == sorted(row.rank for row in standings)
    assert all(sum(tenths for _, tenths in row.parts) == row.tenths for row in standings)
    given_out = sum(row.score for row in standings) - sum(state.scores)
    assert 0 <= given_out <= 1000 * state.sticks
    if rules.ties == "seat":
        assert [row.rank for row in standings] == [1, 2, 3, 4]


@given(games())
def test_sticks_follow_the_scores(game):
    rules, hands = game
    holdings = start_holdings(rules.starting_points)
    for hand in replayed(rules, hands).hands:
        payments, holdings = pay_in_sticks(hand.settlement.transfers, holdings)
        worth = [sticks.points for sticks in holdings.seats]
        for debtor, creditor, owed in holdings.debts:
            assert owed > 0
            worth[debtor] -= owed
            if creditor != "table":
                worth[creditor] += owed
        assert tuple(worth) == hand.settlement.after.scores
        assert all(count >= 0 for sticks in (*holdings.seats, holdings.table) for count in sticks)
        assert all(
            payment.exchange.given.points - payment.exchange.back.points == payment.points - payment.owed
            for payment in payments
        )
