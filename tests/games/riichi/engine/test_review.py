"""The records of RULES_REVIEW part A about what is paid: liability, double yakuman, sticks, renhō."""

from __future__ import annotations

import pytest

from mahjongclub.rules.game import RuleError

from .records import deltas, draw, play, win, won

SOUL = "mahjong-soul"
#: big three dragons and all honours, three sets of dragons fed
DRAGONS = {
    "concealed": "33344z",
    "winning": "3z",
    "melds": [{"kind": "pon", "tiles": tiles} for tiles in ("555z", "666z", "777z")],
}


class TestPaoOfSeveralYakuman:
    """A2: riichi.wiki "Sekinin barai" gives both versions, smly/RiichiEnv docs/RULES.md the platforms."""

    def test_mahjong_soul_a_self_draw_is_paid_for_the_yakuman_fed(self):
        hand = win(won(1, tiles=DRAGONS, pao=2))
        # West: 32,000, a share of all honours 8,000 and the counter 300
        assert deltas(draw(0), hand, preset=SOUL) == [-16000, 64300, -40300, -8000]

    def test_mahjong_soul_a_ron_is_halved_for_the_yakuman_fed(self):
        hand = win(won(1, 0, tiles=DRAGONS, pao=2))
        assert deltas(draw(0), hand, preset=SOUL) == [-48000, 64300, -16300, 0]

    def test_tenhou_the_whole_hand_is_paid(self):
        hand = win(won(1, tiles=DRAGONS, pao=2))
        assert deltas(draw(0), hand, preset="tenhou") == [0, 64300, -64300, 0]

    def test_a_map_says_which_yakuman_somebody_fed(self):
        hand = win(won(1, yakuman=2, pao={"big_dragons": 2}))
        assert deltas(draw(0), hand, preset=SOUL) == [-16000, 64300, -40300, -8000]

    def test_two_who_are_liable_pay_for_the_yakuman_each_fed(self):
        """Dragons fed by West, four kans by North, drawn: 32,000 from each; the counter from the nearer."""
        hand = win(won(1, yakuman=2, pao={"big_dragons": 2, "four_kans": 3}))
        assert deltas(draw(0), hand, preset="m-league") == [0, 64300, -32300, -32000]

    def test_two_who_are_liable_share_a_ron_with_the_discarder(self):
        hand = win(won(1, 0, yakuman=2, pao={"big_dragons": 2, "four_kans": 3}))
        assert deltas(hand, preset="m-league") == [-32000, 64000, -16000, -16000]

    def test_the_discarder_who_is_liable_too_pays_the_own_yakuman_alone(self):
        hand = win(won(1, 2, yakuman=2, pao={"big_dragons": 2, "four_kans": 3}))
        assert deltas(hand, preset="m-league") == [0, 64000, -48000, -16000]

    @pytest.mark.parametrize(
        ("entry", "code", "field"),
        [
            (won(1, yakuman=2, pao={"big_dragons": 1}), "pao_is_winner", "wins.0.pao.big_dragons"),
            (won(1, yakuman=1, pao={"four_kans": 2}), "pao_off", "wins.0.pao.four_kans"),
            (won(1, yakuman=1, pao={"big_dragons": 2, "big_winds": 3}), "pao_too_many", "wins.0.pao"),
            (won(1, yakuman=1, pao={"nine_gates": 2}), "unknown_key", "wins.0.pao.nine_gates"),
            (won(1, yakuman=1, pao={"big_dragons": 4}), "seat_out_of_range", "wins.0.pao.big_dragons"),
            (won(1, tiles=DRAGONS, pao={"big_winds": 2}), "pao_without_yakuman", "wins.0.pao.big_winds"),
        ],
    )
    def test_what_cannot_be_is_refused_at_its_field(self, entry, code, field):
        with pytest.raises(RuleError) as refused:
            play(win(entry), preset=SOUL)
        assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize(
    ("preset", "points"), [(SOUL, 64000), ("tenhou", 32000), ("club", 32000), ("ema-2025", 32000)]
)
def test_mahjong_soul_pays_a_single_wait_of_four_concealed_pungs_twice(preset, points):
    """A3."""
    hand = win(won(2, 1, tiles={"concealed": "111m999p333s77722z", "winning": "2z"}))
    assert deltas(hand, preset=preset)[2] == points
    assert play(hand, preset=preset).to_json()["hands"][0]["yaku"] == [
        {"winner": 2, "name": "four_concealed_pungs_pair_wait", "yakuman": 2 if points == 64000 else 1}
    ]


@pytest.mark.parametrize("preset", ["ema-2016", "ema-2025"])
def test_of_several_winners_each_takes_the_own_stick_back(preset):
    """A4: both EMA books; the rest goes to the nearest."""
    first = draw(3, riichi=(3,))
    hand = win(won(1, 0, han=2, fu=40), won(2, 0, han=3, fu=40), riichi=(1, 2))
    assert deltas(first, hand, preset=preset) == [-9700, 5200, 5500, 0]


class TestRenhou:
    """A5: EMA 2016, EMA 2025 and WRC 2025 give it a mangan that adds up with nothing."""

    NO_YAKU = {"concealed": "123567m99p345p456s", "winning": "5s", "flags": ["renhou"]}
    #: one suit, closed: 6 han
    FULL_FLUSH = {"concealed": "11123456778999m", "winning": "4m", "flags": ["renhou"]}

    @pytest.mark.parametrize("preset", ["ema-2016", "ema-2025", "wrc-2025"])
    def test_a_hand_without_yaku_is_a_mangan(self, preset):
        result = play(win(won(1, 2, tiles=self.NO_YAKU)), preset=preset)
        assert result.hands[0].settlement.deltas == (0, 8000, -8000, 0)
        assert result.to_json()["hands"][0]["yaku"] == [{"winner": 1, "name": "hand_of_man", "han": 5}]

    def test_a_better_hand_is_paid_for_itself(self):
        assert deltas(win(won(1, 2, tiles=self.FULL_FLUSH)), preset="ema-2025")[1] >= 12000

    def test_it_is_no_self_draw_and_not_the_dealers(self):
        for entry in (won(1, tiles=self.NO_YAKU), won(0, 2, tiles=self.NO_YAKU)):
            with pytest.raises(RuleError) as refused:
                play(win(entry), preset="ema-2025")
            assert (refused.value.code, refused.value.field) == ("flag_impossible", "wins.0.tiles.flags.0")

    def test_where_it_is_not_played_the_flag_is_refused(self):
        with pytest.raises(RuleError) as refused:
            play(win(won(1, 2, tiles=self.NO_YAKU)))
        assert refused.value.code == "flag_impossible"
