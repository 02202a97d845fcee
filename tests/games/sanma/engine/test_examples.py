"""Who pays whom among three: worked examples of the sources, each with where it was published."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.sanma import VARIANT
from mahjongclub.rules.sanma.options import CLUB, MAHJONG_SOUL, TENHOU, Rules

PLAYERS = ["Aiko", "Benoît", "Chen"]
SELF = None


def won(winner: int, source: int | None = None, **value: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": winner, "from": source, **value}]}


def record(*hands: dict[str, Any], preset: str = "club", **more: Any) -> dict[str, Any]:
    return {
        "format": 1,
        "variant": "sanma",
        "preset": preset,
        "players": PLAYERS,
        "hands": list(hands),
        **more,
    }


def settled(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    return replay(read_record(record(*hands, **more))).to_json()


def deltas(hand: dict[str, Any], counters: int = 0, **rules: Any) -> list[int]:
    found = settled(hand, rules=rules, start={"honba": counters})
    return found["hands"][0]["deltas"]


MANGAN, THREE = {"limit": "mangan"}, {"han": 3, "fu": 30}

#: the specification's worked examples (GAMES.md 5.2 and 5.3), seat 0 deals; after Tenhou's and Mahjong Soul's
#: rules (loss), i-produce.sakura.ne.jp and mahjongcollege.com/rules/3685 (split, table)
WORKED = [
    (won(1, SELF, **MANGAN), 0, {"tsumo": "loss"}, [-4000, 6000, -2000]),
    (won(1, SELF, **MANGAN), 0, {"tsumo": "split"}, [-5000, 8000, -3000]),
    (won(1, SELF, **MANGAN), 0, {"tsumo": "table"}, [-5000, 8000, -3000]),
    (won(0, SELF, **MANGAN), 0, {"tsumo": "loss"}, [8000, -4000, -4000]),
    (won(0, SELF, **MANGAN), 0, {"tsumo": "split"}, [12000, -6000, -6000]),
    (won(0, SELF, **MANGAN), 0, {"tsumo": "table"}, [12000, -6000, -6000]),
    (won(1, SELF, **THREE), 0, {"tsumo": "loss"}, [-2000, 3000, -1000]),
    (won(1, SELF, **THREE), 0, {"tsumo": "split"}, [-2400, 3900, -1500]),
    (won(0, SELF, **THREE), 0, {"tsumo": "split"}, [5800, -2900, -2900]),
    (won(2, 0, limit="haneman"), 2, {"honba": 300}, [-12600, 0, 12600]),
    (won(2, 0, limit="haneman"), 2, {"honba": 200}, [-12400, 0, 12400]),
    (won(2, SELF, limit="haneman"), 2, {"tsumo": "loss"}, [-6200, -3200, 9400]),
    ({"type": "draw", "tenpai": [2]}, 0, {}, [-1000, -1000, 2000]),
    ({"type": "draw", "tenpai": [0, 1]}, 0, {}, [1000, 1000, -2000]),
    ({"type": "draw", "tenpai": [0, 1, 2]}, 0, {}, [0, 0, 0]),
    # nagashi: a mangan drawn, by the same share
    ({"type": "draw", "tenpai": [], "nagashi": [1]}, 0, {"tsumo": "loss"}, [-4000, 6000, -2000]),
    ({"type": "draw", "tenpai": [], "nagashi": [1]}, 0, {"tsumo": "split"}, [-5000, 8000, -3000]),
]


@pytest.mark.parametrize(("hand", "counters", "rules", "moved"), WORKED)
def test_the_worked_examples_of_the_specification(hand, counters, rules, moved):
    if hand.get("nagashi"):
        rules = {**rules, "nagashi": True}
    assert deltas(hand, counters, **rules) == moved


#: Tenhou's self-draws by fu and han: (from the dealer, from the other) where a player other than the dealer
#: wins. Source: tenhou.club/sanma-tumo-tensuu.
TENHOU_DRAWS = {
    (1, 30): (500, 300),
    (1, 40): (700, 400),
    (1, 50): (800, 400),
    (1, 60): (1000, 500),
    (2, 20): (700, 400),
    (2, 30): (1000, 500),
    (2, 40): (1300, 700),
    (2, 50): (1600, 800),
    (2, 60): (2000, 1000),
    (3, 20): (1300, 700),
    (3, 25): (1600, 800),
    (3, 30): (2000, 1000),
    (3, 40): (2600, 1300),
    (3, 50): (3200, 1600),
    (3, 60): (3900, 2000),
    (4, 20): (2600, 1300),
    (4, 25): (3200, 1600),
    (4, 30): (3900, 2000),
    (4, 40): (4000, 2000),
    (5, None): (4000, 2000),
    (6, None): (6000, 3000),
    (8, None): (8000, 4000),
    (11, None): (12000, 6000),
    (13, None): (16000, 8000),
}


@pytest.mark.parametrize(("value", "paid"), TENHOU_DRAWS.items())
def test_a_self_draw_loses_the_share_of_the_fourth_as_on_tenhou(value, paid):
    han, fu = value
    worth = {"han": han, "fu": fu} if fu else {"han": han}
    assert deltas(won(1, SELF, **worth)) == [-paid[0], sum(paid), -paid[1]]


#: in whole thousands: what a ron is worth, and from (the other, the dealer); what the dealer takes from each.
#: Source: mahjlocal, "Sanma in thousands", w.atwiki.jp/mahjlocal/pages/4284.html.
TABLE = {
    (1, 30): ((1, 1), 1),
    (1, 50): ((1, 1), 2),
    (2, 30): ((1, 1), 2),
    (2, 40): ((1, 2), 2),
    (2, 50): ((1, 3), 3),
    (3, 30): ((1, 3), 3),
    (3, 40): ((2, 4), 4),
    (3, 50): ((2, 5), 5),
    (5, None): ((3, 5), 6),
    (6, None): ((4, 8), 9),
    (8, None): ((6, 10), 12),
    (11, None): ((8, 16), 18),
    (13, None): ((12, 20), 24),
}


@pytest.mark.parametrize(("value", "paid"), TABLE.items())
def test_by_the_table_the_two_pay_what_a_ron_is_worth(value, paid):
    han, fu = value
    worth = {"han": han, "fu": fu} if fu else {"han": han}
    (other, dealer), each = paid
    moved = [-1000 * dealer, 1000 * (other + dealer), -1000 * other]
    assert deltas(won(1, SELF, **worth), tsumo="table") == moved
    assert deltas(won(0, SELF, **worth), tsumo="table") == [2000 * each, -1000 * each, -1000 * each]


def test_by_the_table_two_yakuman_are_paid_twice():
    """64,000 (24,000/40,000): mahjlocal, as above."""
    assert deltas(won(1, SELF, yakuman=2), tsumo="table") == [-40000, 64000, -24000]


#: hands of Tenhou's phoenix table, by their places and points: counters before, winner, from, value, deltas
#: without sticks. Source: logs 2025020508gm-00b9-0000-79ddbd9d, 2025021522gm-00b9-0000-b5a02c99 and the test
#: hands of github.com/Lawrencelea/Mortal_Sanma.
PLAYED = [
    ({"dealer": 2, "round_wind": "E"}, won(0, SELF, han=3, fu=40), [3900, -1300, -2600]),
    ({"dealer": 0, "round_wind": "S", "honba": 1}, won(1, SELF, limit="haneman"), [-6100, 9200, -3100]),
    ({"dealer": 1, "round_wind": "E", "honba": 1}, won(1, 2, han=2, fu=40), [0, 4100, -4100]),
    ({"dealer": 1, "round_wind": "E", "honba": 2}, won(0, 1, han=3, fu=30), [4300, -4300, 0]),
    ({"dealer": 0, "round_wind": "E", "honba": 1}, won(1, SELF, limit="baiman"), [-8100, 12200, -4100]),
    ({"dealer": 2, "round_wind": "S"}, won(2, SELF, limit="sanbaiman"), [-12000, -12000, 24000]),
]


@pytest.mark.parametrize(("start", "hand", "moved"), PLAYED)
def test_hands_of_tenhou_move_what_its_logs_say(start, hand, moved):
    found = settled(hand, preset="tenhou", start=start)
    assert found["hands"][0]["deltas"] == moved


def test_the_final_points_of_tenhou_are_those_of_its_log():
    """44,500, 53,800 and 6,700 became 4.5, 48.8 and -53.3: log 2025020508gm-00b9-0000-79ddbd9d."""
    found = settled(preset="tenhou", start={"scores": [44500, 53800, 6700]}, closed=True)
    assert [(row["seat"], row["points"]) for row in found["final"]] == [(1, 48.8), (0, 4.5), (2, -53.3)]


def test_mahjong_soul_returns_the_start_and_plays_on_to_forty_thousand():
    """35,000 returned, 15/0/-15, 40,000 to end: mahjong-portal.com/?p=10869."""
    found = settled(preset="mahjong-soul", start={"scores": [45000, 35000, 25000]}, closed=True)
    assert [row["points"] for row in found["final"]] == [25.0, 0.0, -25.0]
    last = {"scores": [38000, 36000, 31000], "round_wind": "S", "dealer": 2}
    hand = won(1, 0, han=1, fu=30)
    assert settled(hand, preset="mahjong-soul", start=last)["next"]["label"] == "W1"
    last["scores"] = [38000, 40000, 27000]
    assert settled(hand, preset="mahjong-soul", start=last)["ended"] == "last_hand"


def test_a_whole_game_goes_over_six_deals():
    hand = {"type": "draw", "tenpai": []}
    found = settled(*[hand] * 6)
    labels = [row["label"] for row in found["hands"]]
    assert labels == ["E1", "E2-1", "E3-2", "S1-3", "S2-4", "S3-5"]
    assert found["ended"] == "last_hand"


def test_two_rons_are_both_paid_and_a_third_cannot_be():
    wins = [{"winner": seat, "from": 0, "han": 1, "fu": 30} for seat in (1, 2)]
    assert deltas({"type": "win", "wins": wins}) == [-2000, 1000, 1000]
    assert deltas({"type": "win", "wins": wins}, multi_ron="head_bump") == [-1000, 1000, 0]
    with pytest.raises(RuleError) as fault:
        settled({"type": "win", "wins": [*wins, {"winner": 0, "from": 1, "han": 1, "fu": 30}]})
    assert (fault.value.code, str(fault.value.text)) == ("number_of_winners", "One to 2 players win.")


def test_a_liable_player_pays_the_whole_self_draw_with_its_honba():
    """By "loss" a self-drawn yakuman is 24,000, and a counter 200: both are the liable player's."""
    hand = won(1, SELF, yakuman=1, pao=2)
    assert deltas(hand, 1) == [0, 24200, -24200]


@pytest.mark.parametrize("reason", ["four_winds", "four_riichi", "triple_ron"])
def test_only_nine_terminals_and_four_kans_abort(reason):
    with pytest.raises(RuleError) as fault:
        settled({"type": "abort", "reason": reason})
    assert fault.value.field == "reason"
    assert settled({"type": "abort", "reason": "four_kans"})["next"]["label"] == "E1-1"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"uma": [20, 10, -10, -20]}, "rules.uma"),
        ({"uma_three_float": [8, 3, 1, -12]}, "rules.uma_three_float"),
        ({"noten_pool": 2100}, "rules.noten_pool"),
        ({"honba_each": 150}, "rules.honba_each"),
        ({"red_fives": 3}, "rules.red_fives"),
        ({"abortive": ["four_winds"]}, "rules.abortive"),
        ({"multi_ron": "double"}, "rules.multi_ron"),
    ],
)
def test_options_that_three_cannot_play_are_refused(options, field):
    with pytest.raises(RuleError) as fault:
        CLUB.with_options(options)
    assert fault.value.field == field


def test_half_an_uma_says_it_all():
    assert Rules().with_options({"uma": [15, 0, -15]}).uma == (15, 0, -15)
    floating = {"floating_uma": True}
    found = settled(rules=floating, start={"scores": [36000, 35000, 34000]}, closed=True)
    assert [row["points"] for row in found["final"]] == [14.0, -5.0, -9.0]  # 3/0/-3, oka 15


def test_the_presets_are_those_of_their_platforms():
    """Tenhou: its logs (above). Mahjong Soul: mahjong-portal.com/?p=10869. Both: no loss is shared."""
    assert (TENHOU.uma, TENHOU.oka, TENHOU.honba, TENHOU.honba_each) == ((20, 0, -20), 15, 200, 100)
    assert (MAHJONG_SOUL.uma, MAHJONG_SOUL.oka, MAHJONG_SOUL.return_points) == ((15, 0, -15), 0, 35000)
    for rules in (TENHOU, MAHJONG_SOUL, CLUB):
        assert (rules.tsumo, rules.noten_pool, rules.north, rules.starting_points) == (
            "loss",
            2000,
            "dora",
            35000,
        )
    keys = [preset.key for preset in VARIANT.presets]
    assert keys == ["tenhou", "mahjong-soul", "club", "riichi-city", "kansai"]
