"""When a session ends, leftover sticks, ties, final points, and how an ended session may go on."""

from __future__ import annotations

import pytest

from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.kit.riichi.end import leftover_stick_points, rank
from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.riichi.presets import CLUB, EMA_2025, M_LEAGUE, TENHOU

from .records import abort, chombo, draw, passing, play, points, ron, tsumo, win, won


def ended(*hands, **rules):
    return play(*hands, **rules).state.ended


class TestBust:
    def test_at_exactly_zero(self):
        # 12,000 + 12,000 + 1000 riichi leave seat 2 at 0
        hands = (
            win(won(1, 2, limit="haneman")),
            win(won(0, 2, limit="haneman"), riichi=(2,)),
        )
        result = play(*hands)
        assert result.state.scores[2] == 0
        assert result.state.ended == "bust"
        assert ended(*hands, bust="below_zero") is None
        assert ended(*hands, bust="off") is None

    def test_below_zero(self):
        hand = win(won(1, 2, yakuman=1))
        assert ended(hand) == "bust"
        assert ended(hand, bust="below_zero") == "bust"
        assert ended(hand, bust="off") is None

    def test_by_a_chombo(self):
        hands = [chombo(1)] * 3 + [ron(2, 1)]
        # 25,000 - 3 x 8000 - 1000 = 0
        assert play(*hands).state.scores[1] == 0
        assert ended(*hands) == "bust"
        assert ended(*[chombo(0)] * 3) == "bust"

    def test_before_every_other_reason(self):
        hands = [*passing(7), win(won(2, 1, yakuman=1))]
        assert ended(*hands) == "bust"


class TestLastHand:
    def test_when_the_last_dealer_passes(self):
        assert ended(*passing(7)) is None
        assert ended(*passing(8)) == "last_hand"

    @pytest.mark.parametrize("rounds", [1, 2, 3, 4])
    def test_of_as_many_rounds_as_scheduled(self, rounds):
        assert ended(*passing(4 * rounds - 1), rounds=rounds) is None
        assert ended(*passing(4 * rounds), rounds=rounds) == "last_hand"

    def test_a_dealer_who_stays_goes_on(self):
        hands = [*passing(7), ron(3, 0, 4, 30)]
        assert ended(*hands) is None
        assert ended(*hands, draw(3)) is None
        assert ended(*hands, ron(1, 0)) == "last_hand"

    def test_never_staying_ends_it_even_on_the_dealers_win(self):
        assert ended(*passing(7), ron(3, 0), renchan="never") == "last_hand"


class TestAgariYame:
    def test_the_dealer_on_31000_and_first_wins_at_tenhou(self):
        # RULES.md section 1: Tenhou, South 4, dealer on 31,000 and first wins: ended, dealer_leads
        table = TableState((23000, 23000, 23000, 31000), dealer=3, round=1, hands=7)
        hand = VARIANT.read_outcome(TENHOU, ron(3, 0))
        assert VARIANT.label(table) == "S4"
        assert VARIANT.settle(TENHOU, table, hand).after.ended == "dealer_leads"

    def test_only_where_it_is_played(self):
        hands = [*passing(7), ron(3, 0, 4, 40)]
        assert ended(*hands, preset="tenhou") == "dealer_leads"
        assert ended(*hands, preset="tenhou", agari_yame="off") is None

    def test_by_choice_it_may_end_and_says_so_or_goes_on(self):
        hands = [*passing(7), ron(3, 0, 4, 40)]
        result = play(*hands, preset="tenhou", agari_yame="asked")
        assert result.state.ended is None
        assert result.state.may_end
        assert [str(note) for note in result.hands[-1].settlement.notes] == [
            "The dealer leads and may end the game here."
        ]
        assert TableState.from_json(result.state.to_json()) == result.state
        stopped = play(*hands, preset="tenhou", agari_yame="asked", closed=True)
        assert stopped.state.ended == "closed"
        assert stopped.standings[0].seat == 3
        assert not play(*hands, draw(), preset="tenhou", agari_yame="asked").state.may_end
        assert not play(*passing(7), ron(3, 0), preset="tenhou", agari_yame="asked").state.may_end

    def test_not_below_the_return_score(self):
        # S4 with 7 counters: 25,000 + 1500 + 2100
        assert ended(*passing(7), ron(3, 0), preset="tenhou") is None

    def test_not_when_another_leads(self):
        hands = [win(won(1, 2, limit="haneman")), *passing(6), ron(3, 0, 3, 40)]
        assert ended(*hands, preset="tenhou") is None

    def test_tenpai_is_enough_but_an_abort_is_not(self):
        # seat 3 has 25,000 + 5200 + 6 counters; then it is S4 with 0 counters
        lead = [*passing(6), ron(3, 0, 3, 40)]
        assert ended(*lead, abort(), preset="tenhou") is None
        assert ended(*lead, draw(3), preset="tenhou") == "dealer_leads"

    def test_a_tie_for_the_lead_goes_by_seat_where_ties_do(self):
        # the first hand of the extension: dealer and seat 1 are tenpai and level at 26,500
        hands = [*passing(4), draw(0, 1)]
        rules = {"agari_yame": "automatic", "west_extension": True, "return_points": 26500, "rounds": 1}
        assert ended(*hands, ties="seat", **rules) == "dealer_leads"
        assert ended(*hands, ties="split", **rules) is None
        # the last dealer sits farthest from the first: a tie with anyone is not a lead
        assert ended(*passing(3), draw(0, 3), ties="seat", **rules) is None


class TestYakitori:
    """What all who never won pay is shared by those who have, to the tenth (common Japanese house rule)."""

    def test_tenths_that_cannot_be_shared_go_to_the_nearest_the_first_dealer(self):
        hands = [ron(0, 3), ron(1, 3), ron(2, 3)]
        result = play(*hands, closed=True, yakitori=10)
        paid = {row.seat: dict(row.parts).get("yakitori", 0) for row in result.standings}
        assert paid == {0: 34, 1: 33, 2: 33, 3: -100}

    def test_nobody_pays_where_all_have_won_or_nobody_has(self):
        for hands in ([draw()], [ron(0, 1), ron(1, 2), ron(2, 3), ron(3, 0)]):
            result = play(*hands, closed=True, yakitori=10)
            assert not any("yakitori" in dict(row.parts) for row in result.standings)


class TestChips:
    """Chips that a winner gets of who pays, in the final points alone (common Japanese house rule)."""

    def test_the_discarder_gives_them_or_everybody_to_a_self_draw(self):
        hands = [win(won(1, 2, han=1, fu=30, chips=2)), win(won(3, None, han=1, fu=30, chips=1))]
        result = play(*hands, closed=True, chips=5)
        counted = {row.seat: dict(row.parts)["chips"] for row in result.standings}
        assert counted == {0: -50, 1: 50, 2: -150, 3: 150}
        assert sum(result.state.scores) == 100000

    def test_a_hand_has_none_where_the_house_has_none(self):
        for chips, rules, code in ((2, {}, "chips_off"), (21, {"chips": 5}, "chips_out_of_range")):
            with pytest.raises(RuleError) as caught:
                play(win(won(1, 2, han=1, fu=30, chips=chips)), **rules)
            assert (caught.value.code, caught.value.field) == (code, "wins.0.chips")


class TestExtension:
    def test_it_goes_on_when_nobody_has_the_return_score(self):
        assert ended(*passing(8), preset="tenhou") is None
        assert play(*passing(8), preset="tenhou").to_json()["next"]["label"] == "W1-8"

    def test_it_does_not_where_somebody_has(self):
        assert ended(win(won(1, 2, limit="mangan")), *passing(7), preset="tenhou") == "last_hand"

    def test_target_once_the_dealer_passes_and_somebody_has_it(self):
        # W1 with 8 counters: 3900 + 2400 brings seat 1 to 31,300
        assert ended(*passing(8), ron(1, 0, 3, 30), preset="tenhou") == "target"

    def test_a_dealer_who_stays_plays_on_unless_leading(self):
        hands = [*passing(8), ron(0, 1, 3, 30)]
        assert ended(*hands, preset="tenhou") == "dealer_leads"
        assert ended(*hands, preset="tenhou", agari_yame="off") is None
        assert ended(*hands, draw(), preset="tenhou", agari_yame="off") == "target"

    def test_one_round_at_most(self):
        assert ended(*passing(11), preset="tenhou") is None
        assert ended(*passing(12), preset="tenhou") == "last_hand"

    def test_mahjong_soul_plays_on_to_30_000_though_it_returns_25_000(self):
        """RULES.md section 1, the preset table: "west extension ... to 30k" for mahjong-soul too."""
        # S4 with 7 counters: 25,000 + 2000 + 2100, then 25,000 + 3200 + 2100
        short, enough = ron(1, 2, 2, 30), ron(1, 2, 2, 50)
        assert play(*passing(7), short, preset="mahjong-soul").to_json()["next"]["label"] == "W1"
        assert ended(*passing(7), enough, preset="mahjong-soul") == "last_hand"
        assert ended(*passing(7), short, ron(1, 2, 1, 30), preset="mahjong-soul") == "target"

    def test_it_is_off_at_the_club(self):
        assert ended(*passing(8)) == "last_hand"


class TestLeftoverSticks:
    def closed(self, *hands, **rules):
        return play(*hands, closed=True, **rules).to_json()["final"]

    def test_to_the_leader(self):
        final = self.closed(draw(1, riichi=(1,)))
        assert [(row["seat"], row["score"]) for row in final] == [
            (1, 28000),  # 25,000 + 3000 - 1000 + the stick
            (0, 24000),
            (2, 24000),
            (3, 24000),
        ]

    def test_lost(self):
        final = self.closed(draw(1, riichi=(1,)), leftover_sticks="lost")
        assert final[0]["score"] == 27000

    @pytest.mark.parametrize(
        ("rules", "scores"),
        [
            ({"leftover_sticks": "first", "ties": "split"}, [26000, 26000]),
            ({"leftover_sticks": "shared", "ties": "split"}, [26000, 26000]),
            ({"leftover_sticks": "first", "ties": "seat"}, [27000, 25000]),
            ({"leftover_sticks": "shared", "ties": "seat"}, [26000, 26000]),
        ],
    )
    def test_at_a_tie_for_the_lead(self, rules, scores):
        # seats 1 and 2 lead with 25,000 after two sticks of seats 0 and 3 are out
        final = self.closed(abort(riichi=(0, 3)), **rules)
        assert [row["score"] for row in final[:2]] == scores
        assert [row["seat"] for row in final[:2]] == [1, 2]

    def test_of_three_leaders_the_nearest_takes_what_cannot_be_shared(self):
        """The rest goes to the seat nearer the first dealer (RULES_REVIEW A7)."""
        state = TableState((25000, 25000, 25000, 24000), sticks=1)
        assert leftover_stick_points(CLUB, state) == (400, 300, 300, 0)
        assert leftover_stick_points(M_LEAGUE, state) == (400, 300, 300, 0)

    def test_in_the_ema_book_a_share_is_rounded_down_to_100(self):
        """EMA Riichi rules 2025: leftover sticks are shared by tied winners, rounded down."""
        state = TableState((25000, 25000, 25000, 24000), sticks=1)
        assert leftover_stick_points(EMA_2025, state) == (300, 300, 300, 0)


class TestFinalPoints:
    def test_uma_and_oka_line_by_line(self):
        state = TableState((45000, 30000, 20000, 5000), ended="last_hand")
        rows = rank(CLUB, state)
        assert [(row.rank, row.seat, row.tenths) for row in rows] == [
            (1, 0, 550),
            (2, 1, 100),
            (3, 2, -200),
            (4, 3, -450),
        ]
        assert rows[0].parts == (("score", 150), ("uma", 200), ("oka", 200))
        assert rows[3].parts == (("score", -250), ("uma", -200))

    def test_a_tie_for_second_shares_uma(self):
        state = TableState((40000, 25000, 25000, 10000), ended="last_hand")
        rows = rank(CLUB, state)
        assert [(row.rank, row.seat, row.tenths) for row in rows] == [
            (1, 0, 500),
            (2, 1, -50),  # -5.0 and (10 - 10) / 2
            (2, 2, -50),
            (4, 3, -400),
        ]

    def test_a_tie_for_first_shares_oka_too(self):
        state = TableState((30000, 30000, 25000, 15000), ended="last_hand")
        rows = rank(CLUB, state)
        # (20 + 10 + 20) / 2 each
        assert [(row.rank, row.tenths) for row in rows] == [(1, 250), (1, 250), (3, -150), (4, -350)]

    def test_a_three_way_tie_loses_no_tenth(self):
        state = TableState((30000, 30000, 30000, 10000), ended="last_hand")
        rows = rank(CLUB, state)
        # (20 + 10 - 10 + 20) / 3 = 13.33: the tenth left goes to the nearest seat (RULES_REVIEW A7)
        assert [row.tenths for row in rows] == [134, 133, 133, -400]
        assert sum(row.tenths for row in rows) == 0
        assert all(sum(tenths for _, tenths in row.parts) == row.tenths for row in rows)

    def test_a_tie_by_seat_shares_nothing(self):
        state = TableState((25000,) * 4, ended="closed")
        rows = rank(TENHOU, state)
        assert [(row.rank, row.seat, row.tenths) for row in rows] == [
            (1, 0, 350),  # -5 + 20 + 20
            (2, 1, 50),
            (3, 2, -150),
            (4, 3, -250),
        ]

    def test_nobody_moved(self):
        assert points(play(closed=True)) == {0: 0.0, 1: 0.0, 2: 0.0, 3: 0.0}

    def test_a_penalty_after_uma_costs_points_not_the_place(self):
        result = play(win(won(1, 2, limit="mangan")), chombo(1), closed=True, preset="ema-2025")
        # 38,000: +8 +15 -20; seat 2 22,000: -8 -15; seats 0 and 3 share +5 -5
        assert [(row.seat, row.rank) for row in result.standings] == [(1, 1), (0, 2), (3, 2), (2, 4)]
        assert points(result) == {1: 3.0, 0: 0.0, 3: 0.0, 2: -23.0}
        assert ("penalty", -200) in result.standings[0].parts

    def test_places_go_by_score_before_leftover_sticks(self):
        result = play(abort(riichi=(0,)), closed=True)
        assert [(row.seat, row.rank) for row in result.standings] == [(1, 1), (2, 1), (3, 1), (0, 4)]


class TestGoingOn:
    def test_after_the_last_hand_one_more_round(self):
        assert VARIANT.continued(CLUB, "last_hand").rounds == 3
        assert VARIANT.continued(TENHOU, "target").rounds == 3

    def test_not_beyond_four_rounds(self):
        assert VARIANT.continued(CLUB.with_options({"rounds": 4}), "last_hand") is None

    @pytest.mark.parametrize(
        ("reason", "option", "value"),
        [("bust", "bust", "off"), ("dealer_leads", "agari_yame", "off")],
    )
    def test_without_the_rule_that_ended_it(self, reason, option, value):
        assert getattr(VARIANT.continued(TENHOU, reason), option) == value

    def test_after_stopping_just_so(self):
        assert VARIANT.continued(EMA_2025, "closed") == EMA_2025

    def test_not_for_a_reason_that_is_not_ours(self):
        assert VARIANT.continued(CLUB, "time") is None

    @pytest.mark.parametrize(
        ("hands", "rules"),
        [
            ([*passing(8)], {}),
            ([win(won(1, 2, yakuman=1))], {}),
            ([*passing(7), ron(3, 0, 4, 40)], {"preset": "tenhou"}),
            ([*passing(8), ron(1, 0, 3, 30)], {"preset": "tenhou"}),
        ],
    )
    def test_the_same_hands_do_not_end_under_the_continued_rules(self, hands, rules):
        result = play(*hands, **rules)
        further = VARIANT.continued(result.record.rules, result.state.ended)
        again = play(*hands, tsumo(0), **{**rules, **further.changed_from(result.record.rules)})
        assert len(again.hands) == len(hands) + 1


class TestReview:
    """The records of RULES_REVIEW part A that are about the end."""

    def test_a_leading_dealer_of_mahjong_soul_with_less_than_30_000_plays_on(self):
        """A1: smly/RiichiEnv `state/mod.rs`, "dealer_score >= 30000"."""
        first = [draw(), draw(), draw()]
        result = play(*first, ron(3, 0), preset="mahjong-soul", rounds=1)
        assert result.hands[-1].settlement.after.scores == (22600, 25000, 25000, 27400)
        assert result.state.ended is None
        assert result.to_json()["next"]["label"] == "E4-4"
        # a lead of another seat goes on to South by the same target
        other = play(*first, ron(0, 3), preset="mahjong-soul", rounds=1)
        assert other.to_json()["next"]["label"] == "S1"

    def test_a_leading_dealer_of_mahjong_soul_with_30_000_ends_it(self):
        result = play(draw(), draw(), draw(), ron(3, 0, 4, 30), preset="mahjong-soul", rounds=1)
        assert result.hands[-1].settlement.after.scores == (12500, 25000, 25000, 37500)
        assert result.state.ended == "dealer_leads"

    def test_a_three_way_tie_of_the_m_league_loses_no_point(self):
        """A7: the rest of sticks and places to the seat nearer the first dealer (mahjong.to/web/17538)."""
        result = play(draw(0, 1, 2, 3, riichi=(3,)), closed=True, preset="m-league")
        assert [row["score"] for row in result.to_json()["final"]] == [25400, 25300, 25300, 24000]
        assert sum(row.tenths for row in result.standings) == 0


@pytest.mark.parametrize(
    ("bust", "bonuses"),
    [("off", ()), ("below_zero", (0, 20_000, -20_000, 0)), ("zero_or_below", (0, 20_000, -20_000, 0))],
)
def test_a_bust_bonus_is_paid_where_the_game_ends_by_it(bust, bonuses):
    state = play(win(won(1, 2, yakuman=1)), bust=bust, bust_bonus=20).state
    assert state.scores[2] < 0
    assert tuple(state.bonuses or ()) == bonuses
