"""What single hands move: honba, sticks, several rons, pao, noten, nagashi, aborts, chombo.

Figures follow from RULES.md section 1; where it gives an example the test says so.
"""

from __future__ import annotations

import pytest

from .records import abort, chombo, deltas, draw, play, ron, tsumo, win, won


def last(*hands, **rules):
    return play(*hands, **rules).hands[-1].to_json()


def test_the_result_of_the_game_record_page():
    # the example of the game record's page, field by field
    result = play(ron(0, 2, 3, 40, riichi=(0,))).to_json()
    assert result["hands"] == [
        {
            "number": 1,
            "label": "E1",
            "dealer": 0,
            "honba": 0,
            "riichi_sticks": 0,
            "transfers": [
                {"from": 2, "to": 0, "points": 7700, "for": "hand"},
                {"from": 0, "to": "table", "points": 1000, "for": "riichi"},
                {"from": "table", "to": 0, "points": 1000, "for": "riichi"},
            ],
            "deltas": [7700, 0, -7700, 0],
            "scores": [32700, 25000, 17300, 25000],
            "hand_points": None,
        }
    ]
    assert result["next"] == {
        "label": "E1-1",
        "round_wind": "E",
        "dealer": 0,
        "honba": 1,
        "riichi_sticks": 0,
    }
    assert result["ended"] is None
    assert result["final"] is None


class TestHonbaAndSticks:
    def test_a_counter_is_300_from_the_discarder(self):
        assert deltas(draw(0), ron(2, 3)) == [0, 0, 1300, -1300]

    def test_a_counter_is_100_from_each_on_a_self_draw(self):
        # 30 fu 1 han: 300/500, and 100 from each for one counter
        assert deltas(draw(0), tsumo(2)) == [-600, -400, 1400, -400]

    def test_sticks_of_a_drawn_hand_wait_for_the_next_winner(self):
        first = draw(0, 1, riichi=(0, 1))
        assert deltas(first) == [500, 500, -1500, -1500]
        assert deltas(first, ron(3, 2, riichi=(1,))) == [0, -1000, -1300, 4300]

    def test_the_order_of_transfers(self):
        hand = last(draw(0, 1, riichi=(1,)), tsumo(2, 2, riichi=(3, 2)))
        reasons = [(move["for"], move["from"], move["to"]) for move in hand["transfers"]]
        assert reasons == [
            ("hand", 3, 2),
            ("hand", 0, 2),
            ("hand", 1, 2),
            ("honba", 3, 2),
            ("honba", 0, 2),
            ("honba", 1, 2),
            ("riichi", 3, "table"),
            ("riichi", 2, "table"),
            ("riichi", "table", 2),
        ]
        assert hand["transfers"][-1]["points"] == 3000

    def test_no_transfer_is_empty(self):
        for hand in play(draw(), draw(0, 1, 2, 3), ron(1, 2)).hands:
            assert all(move.points > 0 for move in hand.settlement.transfers)


class TestSeveralRons:
    # seat 2 discards: seat 3 is the nearest after it, then 0, then 1
    TWO = (won(0, 2, han=2, fu=30), won(3, 2, han=1, fu=30))

    def test_head_bump_pays_the_nearest_only_and_says_so(self):
        hands = (draw(0, 1, riichi=(1,)), win(*self.TWO, riichi=(0,)))
        result = play(*hands)
        # 1000 + 300 honba, two sticks; seat 0's ron is void, its stick is not
        assert list(result.hands[-1].settlement.deltas) == [-1000, 0, -1300, 3300]
        assert any("atamahane" in str(note) for note in result.hands[-1].settlement.notes)

    def test_a_void_ron_of_the_dealer_does_not_keep_the_deal(self):
        state = play(win(*self.TWO)).state
        assert (state.dealer, state.honba) == (1, 0)

    def test_double_ron_with_honba_and_sticks_to_the_nearest(self):
        hands = (draw(0, 1, riichi=(1,)), win(*self.TWO, riichi=(0,)))
        # dealer 2900 for 2 han 30 fu; nearest: 1000 + 300 and the two sticks
        result = play(*hands, multi_ron="double")
        assert list(result.hands[-1].settlement.deltas) == [2900 - 1000, 0, -4200, 3300]
        assert (result.state.dealer, result.state.honba, result.state.sticks) == (0, 2, 0)

    def test_honba_to_each_winner(self):
        hands = (draw(0), win(*self.TWO))
        assert deltas(*hands, multi_ron="triple", multi_honba="each") == [3200, 0, -4500, 1300]

    def test_each_winner_takes_the_own_stick_first(self):
        # the stick of an earlier hand and that of a loser go to the nearest, with the own
        hands = (draw(0, 1, riichi=(1,)), win(*self.TWO, riichi=(0, 1, 3)))
        options = {"multi_ron": "triple", "multi_riichi": "own_first"}
        assert deltas(*hands, **options) == [2900, -1000, -4200, 1000 + 300 + 2000]
        assert deltas(*hands, multi_ron="triple") == [1900, -1000, -4200, 4300]

    def test_a_void_ron_takes_no_stick_back(self):
        hand = win(*self.TWO, riichi=(0, 3))
        assert deltas(hand, multi_riichi="own_first") == [-1000, 0, -1000, 2000]

    def test_three_rons_abort_where_only_two_are_paid(self):
        hand = win(won(0, 2), won(1, 2), won(3, 2), riichi=(2,))
        result = play(hand, multi_ron="double")
        assert list(result.hands[-1].settlement.deltas) == [0, 0, -1000, 0]
        assert (result.state.dealer, result.state.honba, result.state.sticks) == (0, 1, 1)
        assert result.hands[-1].settlement.notes

    def test_three_rons_are_paid_where_all_are(self):
        hand = win(won(0, 2), won(1, 2), won(3, 2), riichi=(2,))
        assert deltas(hand, multi_ron="triple") == [1500, 1000, -4500, 2000]


class TestPao:
    def test_the_liable_seat_pays_the_whole_self_draw(self):
        # South self-draws with seat 3 liable, one counter: 32,000 + 300
        assert deltas(draw(0), win(won(1, None, yakuman=1, pao=3))) == [0, 32300, 0, -32300]

    def test_of_the_dealer(self):
        hand = last(win(won(0, None, yakuman=1, pao=3)))
        assert hand["transfers"] == [{"from": 3, "to": 0, "points": 48000, "for": "pao"}]

    def test_a_ron_from_another_is_paid_half_each(self):
        hands = (draw(0), win(won(1, 2, yakuman=1, pao=3)))
        assert deltas(*hands) == [0, 32300, -16000, -16300]
        assert deltas(*hands, pao_honba="discarder") == [0, 32300, -16300, -16000]

    def test_reasons_name_the_liable_half(self):
        moves = last(win(won(1, 2, yakuman=1, pao=3)))["transfers"]
        assert {(move["from"], move["for"]) for move in moves} == {(2, "hand"), (3, "pao")}

    def test_a_liable_discarder_pays_alone(self):
        moves = last(win(won(1, 3, yakuman=1, pao=3)))["transfers"]
        assert moves == [{"from": 3, "to": 1, "points": 32000, "for": "hand"}]

    def test_it_covers_the_whole_hand(self):
        assert deltas(win(won(1, None, yakuman=2, pao=0))) == [-64000, 64000, 0, 0]


class TestDraws:
    @pytest.mark.parametrize(
        ("tenpai", "changes"),
        [
            ((), [0, 0, 0, 0]),
            ((2,), [-1000, -1000, 3000, -1000]),
            ((1, 3), [-1500, 1500, -1500, 1500]),
            ((0, 1, 2), [1000, 1000, 1000, -3000]),
            ((0, 1, 2, 3), [0, 0, 0, 0]),
        ],
    )
    def test_noten_pay_tenpai(self, tenpai, changes):
        assert deltas(draw(*tenpai)) == changes

    def test_nagashi_of_the_dealer(self):
        # RULES.md section 1: +12,000, -4000 each; no noten payments, no honba, sticks stay
        result = play(draw(0), draw(1, 2, riichi=(2,), nagashi=(0,)))
        assert list(result.hands[-1].settlement.deltas) == [12000, -4000, -5000, -4000]
        # the dealer is not tenpai: the deal passes, and honba grows
        assert (result.state.dealer, result.state.honba, result.state.sticks) == (1, 2, 1)

    def test_nagashi_of_another_and_a_dealer_who_is_tenpai(self):
        result = play(draw(0, nagashi=(2,)))
        assert list(result.hands[-1].settlement.deltas) == [-4000, -2000, 8000, -2000]
        assert (result.state.dealer, result.state.honba) == (0, 1)

    def test_two_nagashi_collect_from_each_other_too(self):
        # seat 0: +12000 - 4000; seat 1: -4000 + 8000; seats 2, 3: -4000 - 2000
        assert deltas(draw(nagashi=(0, 1))) == [8000, 4000, -6000, -6000]

    def test_an_abort_moves_only_sticks_and_keeps_the_dealer(self):
        result = play(abort("four_winds", riichi=(1,)))
        assert list(result.hands[-1].settlement.deltas) == [0, -1000, 0, 0]
        assert (result.state.dealer, result.state.honba, result.state.sticks) == (0, 1, 1)

    def test_four_riichi_abort(self):
        result = play(abort("four_riichi", riichi=(0, 1, 2, 3)))
        assert result.state.scores == (24000,) * 4
        assert result.state.sticks == 4


class TestDealerAndRound:
    def test_the_dealer_stays_on_a_win_with_a_counter(self):
        state = play(ron(0, 1), ron(0, 1)).state
        assert (state.dealer, state.honba) == (0, 2)

    def test_counters_go_when_another_wins(self):
        state = play(ron(0, 1), ron(1, 0)).state
        assert (state.dealer, state.honba) == (1, 0)

    def test_counters_grow_when_a_draw_passes_the_deal(self):
        state = play(draw(1), draw(2)).state
        assert (state.dealer, state.honba) == (2, 2)

    def test_the_wind_advances_when_the_first_dealer_would_deal_again(self):
        labels = [hand.label for hand in play(*[draw()] * 5).hands]
        assert labels == ["E1", "E2-1", "E3-2", "E4-3", "S1-4"]

    def test_winds_wrap_after_north(self):
        result = play(*[draw()] * 17, rounds=4, west_extension=True, return_points=90000)
        assert result.hands[-1].label == "E1-16"


class TestChombo:
    @pytest.mark.parametrize(
        ("offender", "changes"),
        [(1, [4000, -8000, 2000, 2000]), (0, [-12000, 4000, 4000, 4000])],
    )
    def test_a_mangan_the_wrong_way_round(self, offender, changes):
        assert deltas(chombo(offender)) == changes

    def test_after_riichi_the_sticks_go_back_and_the_hand_is_replayed(self):
        result = play(draw(0, riichi=(0,)), chombo(3, riichi=(1, 3)), ron(1, 2))
        assert list(result.hands[1].settlement.deltas) == [4000, 2000, 2000, -8000]
        assert [hand.label for hand in result.hands] == ["E1", "E1-1", "E1-1"]
        assert result.hands[2].before.sticks == 1

    def test_two_offenders_pay_each_other_too(self):
        # seat 1 pays 4000, 2000, 2000; seat 2 pays 4000, 2000, 2000
        assert deltas(chombo(1, 2)) == [8000, -6000, -6000, 4000]

    def test_after_uma_nothing_moves_at_the_table(self):
        result = play(chombo(2), chombo(2), preset="ema-2025")
        assert result.state.scores == (30000,) * 4
        assert result.state.penalties == (0, 0, 40000, 0)
        assert result.hands[1].label == "E1"


def test_a_note_and_a_time_change_nothing():
    plain = play(ron(1, 2)).state
    noted = play({**ron(1, 2), "note": "wow", "at": "2026-01-02T20:15:00Z"}).state
    assert plain == noted
