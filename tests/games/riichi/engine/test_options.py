"""Presets as the table of RULES.md section 1 gives them, and one hand for every option that depends on it."""

from __future__ import annotations

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.riichi.options import DOUBLED, Rules
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.riichi.presets import PRESETS

from .records import abort, chombo, deltas, draw, fault, passing, play, points, record, ron, tsumo, win, won

ALL_FIVE = ["nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"]
FOUR = ALL_FIVE[:-1]

# One row an option, one column a preset, in the order of the table.
KEYS = ["club", "ema-2025", "ema-2016", "wrc-2025", "m-league", "tenhou", "mahjong-soul"]
#: those whose figures are in tests/rules/books, each with six records and more
IN_BOOKS = [
    "tenhou-east",
    "mahjong-soul-east",
    "riichi-city",
    "jpml-a",
    "wrc-2022",
    "wrc-2022-red",
    "wrc-2022-initial",
    "saikouisen",
    "rmu",
    "rrc",
]
TABLE = {
    "starting_points": [25000, 30000, 30000, 30000, 25000, 25000, 25000],
    "return_points": [30000, 30000, 30000, 30000, 30000, 30000, 25000],
    "oka": [20, 0, 0, 0, 20, 20, 0],
    "uma": [
        [20, 10, -10, -20],
        [15, 5, -5, -15],
        [15, 5, -5, -15],
        [15, 5, -5, -15],
        [30, 10, -10, -30],
        [20, 10, -10, -20],
        [15, 5, -5, -15],
    ],
    "ties": ["split", "split", "split", "split", "split", "seat", "seat"],
    "kiriage_mangan": [False, True, False, True, True, False, False],
    "multi_ron": ["head_bump", "triple", "triple", "head_bump", "head_bump", "double", "triple"],
    # the honba of several winners says nothing where only one is paid
    "multi_honba": [None, "each", "each", None, None, "nearest", "nearest"],
    # nor do their sticks
    "multi_riichi": [None, "own_first", "own_first", None, None, "nearest", "nearest"],
    "abortive": [ALL_FIVE, [], [], [], [], ALL_FIVE, FOUR],
    "nagashi": [True, False, False, False, False, True, True],
    "bust": ["zero_or_below", "off", "off", "off", "off", "below_zero", "below_zero"],
    "agari_yame": ["off", "off", "off", "off", "off", "automatic", "automatic"],
    "west_extension": [False, False, False, False, False, True, True],
    # "to 30k": the return score, except where that is 25k
    "extension_target": [None, None, None, None, None, None, 30000],
    "leftover_sticks": ["first", "shared", "shared", "lost", "shared_whole", "first", "first"],
    "chombo": ["mangan", *["20000_after_uma"] * 4, "off", "off"],
    "pao": [
        ["dragons", "winds"],
        ["dragons", "winds"],
        ["dragons", "winds"],
        ["dragons", "winds", "kongs"],
        ["dragons", "winds", "kongs"],
        ["dragons", "winds"],
        ["dragons", "winds"],
    ],
    "pao_honba": ["liable", "discarder", "discarder", "discarder", "liable", "liable", "liable"],
    # RULES_REVIEW A2: Tenhou pays the whole hand, Mahjong Soul the yakuman fed (riichi.wiki "Sekinin barai")
    "pao_composite": ["whole"] * 3 + ["that_yakuman"] * 2 + ["whole", "that_yakuman"],
    # A3: what Mahjong Soul pays twice
    "double_yakuman": [[]] * 6 + [list(DOUBLED)],
    # A5: all three books of federations give it a mangan, "not cumulative"
    "renhou": ["off", *["mangan"] * 3, *["off"] * 3],
    "open_tanyao": [True] * 7,
    "abort_deal": ["stays"] * 7,
    "noten_pool": [3000] * 7,
    "honba": [300] * 7,
    "chombo_points": [20000] * 7,
    # Pantheon's configuration, `chomboEndsGame`: true of EMA 2025 and WRC, false of EMA 2016
    "chombo_last": ["replayed", "ends", "replayed", "ends", *["replayed"] * 3],
    "ippatsu": [True] * 7,
    "ura_dora": [True] * 7,
    "kan_dora": [True] * 7,
    "tenpai_yame": [True] * 7,
    "nagashi_as": ["draw"] * 7,
    "floating_uma": [False] * 7,
    "uma_one_floats": [[12, -1, -3, -8]] * 7,
    "uma_two_float": [[8, 4, -4, -8]] * 7,
    "uma_three_float": [[8, 3, 1, -12]] * 7,
    "rounding": ["tenth"] * 7,
    "bust_bonus": [0] * 7,
    "yakitori": [0] * 7,
    "chips": [0] * 7,
    "kazoe": ["yakuman", "sanbaiman", "sanbaiman", "yakuman", "sanbaiman", "yakuman", "yakuman"],
    "yakuman_add_up": [True, False, False, True, True, True, True],
    "riichi_under_1000": [False, True, True, True, True, False, False],
    "red_fives": [0, 0, 0, 0, 3, 3, 3],
    "double_wind_pair_fu": [4, 2, 4, 2, 2, 4, 4],
    "rounds": [2] * 7,
    "renchan": ["tenpai"] * 7,
}


def test_the_presets_in_order():
    assert [preset.key for preset in PRESETS] == [*KEYS, *IN_BOOKS, "text"]
    assert VARIANT.default_preset.key == "club"


def test_by_the_text_the_score_alone_counts():
    """Seed 000: « seul le pointage final compte » (RULES_REVIEW E2: 25,000, no oka, no uma)."""
    club, text = VARIANT.find_preset("club").rules, VARIANT.find_preset("text").rules
    assert text.changed_from(club) == {"return_points": 25000, "oka": 0, "uma": [0, 0, 0, 0]}
    final = points(play(MANGAN, closed=True, preset="text"))
    assert final == {1: 8.0, 0: 0.0, 3: 0.0, 2: -8.0}


@pytest.mark.parametrize("name", TABLE)
def test_a_row_of_the_preset_table(name):
    for preset, value in zip(PRESETS[: len(KEYS)], TABLE[name], strict=True):
        if value is not None:
            assert preset.rules.to_json()[name] == value, preset.key


def final(*hands, **rules):
    return points(play(*hands, closed=True, **rules))


def score_of_leader(*hands, **rules):
    return play(*hands, closed=True, **rules).standings[0].score


def state(*hands, **rules):
    return play(*hands, **rules).state


def told(**tiles):
    """Riichi and pinfu, whatever else the tiles say: seat 1 off seat 0."""
    hand = {"concealed": "234567m345p67899s", "winning": "8s", "dora": "1z", **tiles}
    return win(won(1, 0, tiles=hand), riichi=(1,))


def floated(*hands, **rules):
    """The final points of a game stopped there, without oka."""
    return points(play(*hands, closed=True, oka=0, **rules))


def code(*hands, **rules):
    return fault(*hands, **rules).code


def warned(*hands, **rules):
    """The code of the first warning."""
    return replay(read_record(record(*hands, **rules))).to_json()["warnings"][0]["code"]


MANGAN = win(won(1, 2, limit="mangan"))
TWO_RONS = win(won(3, 2), won(0, 2))
TWO_RIICHI = win(won(3, 2), won(0, 2), riichi=(0, 3))
RED_FIVE = win(won(1, 2, tiles={"concealed": "234m067p345678s99s", "winning": "2m"}))
# RULES_REVIEW A3: four concealed pungs that waited for the pair
PAIR_WAIT = {"concealed": "111m999p333s77722z", "winning": "2z"}
# A5: no yaku but that it is the first go-around
OF_MAN = {"concealed": "123567m99p345p456s", "winning": "5s", "flags": ["renhou"]}
OPEN_SIMPLES = {"concealed": "234m567p33345s", "winning": "5s", "melds": [{"kind": "pon", "tiles": "666m"}]}
# dealer in East, riichi: closed ron 30, pung of terminals 8, pair of the double wind 4 or 2
EAST_PAIR = win(won(0, 2, tiles={"concealed": "234m567p345999s11z", "winning": "2m"}), riichi=(0,))

# option: (a value, what happens, what it gives, another value, what that gives)
CASES = {
    "rounds": (1, lambda r: state(*passing(4), **r).ended, "last_hand", 2, None),
    "starting_points": (25000, lambda r: state(draw(), **r).scores[0], 25000, 30000, 30000),
    "return_points": (30000, lambda r: final(oka=0, uma=[0, 0], **r)[0], -5.0, 25000, 0.0),
    "oka": (20, lambda r: final(MANGAN, **r)[1], 43.0, 0, 23.0),
    "uma": ([20, 10], lambda r: final(MANGAN, **r)[2], -33.0, [30, 10, -10, -30], -43.0),
    "ties": ("split", lambda r: final(**r)[0], 0.0, "seat", 35.0),
    "kiriage_mangan": (False, lambda r: deltas(ron(1, 2, 4, 30), **r)[1], 7700, True, 8000),
    "multi_ron": (
        "head_bump",
        lambda r: deltas(TWO_RONS, **r),
        [0, 0, -1000, 1000],
        "double",
        [1500, 0, -2500, 1000],
    ),
    "multi_honba": (
        "nearest",
        lambda r: deltas(draw(0), TWO_RONS, multi_ron="triple", **r),
        [1500, 0, -2800, 1300],
        "each",
        [1800, 0, -3100, 1300],
    ),
    "multi_riichi": (
        "nearest",
        lambda r: deltas(draw(1, riichi=(1,)), TWO_RIICHI, multi_ron="triple", **r),
        [0, 0, -2300, 3300],
        "own_first",
        [1000, 0, -2300, 2300],
    ),
    "renchan": ("tenpai", lambda r: state(draw(0), **r).dealer, 0, "win", 1),
    "abortive": (
        ALL_FIVE,
        lambda r: code(abort("four_winds"), abort("four_kans"), ron(0, 0), **r),
        "winner_is_discarder",
        ["four_winds"],
        "abort_not_played",
    ),
    "nagashi": (
        True,
        lambda r: code(draw(nagashi=(1,)), ron(0, 0), **r),
        "winner_is_discarder",
        False,
        "nagashi_off",
    ),
    "pao": (
        ["dragons"],
        lambda r: code(win(won(1, 2, yakuman=1, pao=3)), ron(0, 0), **r),
        "winner_is_discarder",
        [],
        "pao_off",
    ),
    "pao_honba": (
        "liable",
        lambda r: deltas(draw(0), win(won(1, 2, yakuman=1, pao=3)), **r),
        [0, 32300, -16000, -16300],
        "discarder",
        [0, 32300, -16300, -16000],
    ),
    "pao_composite": (
        "whole",
        lambda r: deltas(win(won(1, yakuman=2, pao=2)), **r),
        [0, 64000, -64000, 0],
        "that_yakuman",
        [-16000, 64000, -40000, -8000],
    ),
    "double_yakuman": (
        [],
        lambda r: deltas(win(won(2, 1, tiles=PAIR_WAIT)), **r)[2],
        32000,
        ["four_concealed_pungs_pair_wait"],
        64000,
    ),
    "renhou": ("mangan", lambda r: deltas(win(won(1, 2, tiles=OF_MAN)), **r)[1], 8000, "yakuman", 32000),
    "open_tanyao": (
        True,
        lambda r: code(win(won(1, 2, tiles=OPEN_SIMPLES)), ron(0, 0), **r),
        "winner_is_discarder",
        False,
        "no_yaku",
    ),
    "abort_deal": ("stays", lambda r: state(abort(), **r).dealer, 0, "passes", 1),
    "noten_pool": (3000, lambda r: deltas(draw(1), **r)[1], 3000, 1200, 1200),
    "honba": (300, lambda r: deltas(draw(0), ron(1, 2), **r)[1], 1300, 1500, 2500),
    "chombo_points": (
        20000,
        lambda r: state(chombo(1), chombo="20000_after_uma", **r).penalties[1],
        20000,
        30000,
        30000,
    ),
    "chombo_last": (
        "replayed",
        lambda r: state(*passing(7), chombo(1), **r).ended,
        None,
        "ends",
        "last_hand",
    ),
    # riichi and pinfu, 2000, with ippatsu 3900; dora by an indicator under or beside the first the same
    "ippatsu": (True, lambda r: deltas(told(flags=["ippatsu"]), **r)[1], 3900, False, 2000),
    "ura_dora": (True, lambda r: deltas(told(ura="1m"), **r)[1], 3900, False, 2000),
    "kan_dora": (True, lambda r: deltas(told(dora="1z1m"), **r)[1], 3900, False, 2000),
    "tenpai_yame": (
        True,
        lambda r: (
            state(
                win(won(3, 0, limit="mangan")), *passing(2), draw(3), agari_yame="automatic", rounds=1, **r
            ).ended
        ),
        "dealer_leads",
        False,
        None,
    ),
    "nagashi_as": ("draw", lambda r: state(draw(0), draw(0, nagashi=(1,)), **r).honba, 2, "win", 0),
    # 33,000 / 17,000 / 25,000 / 25,000: three float, so +8, +2 each, -12 and no oka here
    "floating_uma": (
        False,
        lambda r: floated(MANGAN, **r),
        {1: 23.0, 0: -5.0, 3: -5.0, 2: -33.0},
        True,
        {1: 11.0, 0: -3.0, 3: -3.0, 2: -25.0},
    ),
    "uma_one_floats": (
        [12, -1, -3, -8],
        lambda r: floated(tsumo(1), starting_points=25000, floating_uma=True, **r)[1],
        8.1,
        [20, -1, -3, -16],
        16.1,
    ),
    "uma_two_float": (
        [8, 4, -4, -8],
        lambda r: floated(draw(0, 1), floating_uma=True, **r)[0],
        2.5,
        [10, 0, 0, -10],
        1.5,
    ),
    "uma_three_float": (
        [8, 3, 1, -12],
        lambda r: floated(MANGAN, floating_uma=True, **r)[1],
        11.0,
        [20, 10, -10, -20],
        23.0,
    ),
    # 26,300: +26 where 500 go down; the winner of 5,200 takes what is left
    "rounding": (
        "tenth",
        lambda r: floated(ron(1, 2, 3, 40), **r),
        {1: 20.2, 0: -5.0, 3: -5.0, 2: -30.2},
        "five_down",
        {1: 20.0, 0: -5.0, 3: -5.0, 2: -30.0},
    ),
    # 57,000 / 25,000 / 25,000 / -7000; who busts pays the winner 10
    "bust_bonus": (
        0,
        lambda r: floated(win(won(1, 2, yakuman=1)), **r),
        {1: 47.0, 0: -5.0, 3: -5.0, 2: -57.0},
        10,
        {1: 57.0, 0: -5.0, 3: -5.0, 2: -67.0},
    ),
    # 33,000 / 17,000 / 25,000 / 25,000; three who won nothing pay 9 each
    "yakitori": (
        0,
        lambda r: floated(MANGAN, **r),
        {1: 23.0, 0: -5.0, 3: -5.0, 2: -33.0},
        9,
        {1: 50.0, 0: -14.0, 3: -14.0, 2: -42.0},
    ),
    # 33,000 / 17,000 / 25,000 / 25,000; three chips at 2 each, which count nothing without the option
    "chips": (
        0,
        lambda r: floated(win(won(1, 2, limit="mangan", **({"chips": 3} if r["chips"] else {}))), **r),
        {1: 23.0, 0: -5.0, 3: -5.0, 2: -33.0},
        2,
        {1: 29.0, 0: -5.0, 3: -5.0, 2: -39.0},
    ),
    "kazoe": ("yakuman", lambda r: deltas(ron(1, 2, 13, None), **r)[1], 32000, "sanbaiman", 24000),
    "yakuman_add_up": (True, lambda r: deltas(win(won(1, 2, yakuman=2)), **r)[1], 64000, False, 32000),
    # seat 2 is left with 1000, then with 500
    "riichi_under_1000": (
        True,
        lambda r: warned(win(won(1, 2, han=11)), tsumo(0), draw(riichi=(2,)), bust="off", **r),
        "riichi_not_tenpai",
        False,
        "riichi_without_points",
    ),
    "bust": ("below_zero", lambda r: state(win(won(1, 2, yakuman=1)), **r).ended, "bust", "off", None),
    "agari_yame": (
        "off",
        lambda r: state(*passing(7), ron(3, 0, 4, 40), **r).ended,
        None,
        "automatic",
        "dealer_leads",
    ),
    "west_extension": (False, lambda r: state(*passing(8), **r).ended, "last_hand", True, None),
    "extension_target": (
        None,
        lambda r: state(*passing(8), west_extension=True, **r).ended,
        None,
        25000,
        "last_hand",
    ),
    # 25,000 + 8000 + a counter + a stick, + 3000 of noten - the own stick, and that stick back at the end
    "leftover_sticks": (
        "first",
        lambda r: score_of_leader(abort(riichi=(0,)), MANGAN, draw(1, riichi=(1,)), **r),
        37300,
        "lost",
        36300,
    ),
    "chombo": ("mangan", lambda r: state(chombo(1), **r).scores[1], 17000, "20000_after_uma", 25000),
    "red_fives": (
        3,
        lambda r: code(RED_FIVE, ron(0, 0), **r),
        "winner_is_discarder",
        0,
        "too_many_red_fives",
    ),
    # 42 fu -> 50: 2400; 40 fu: 2000
    "double_wind_pair_fu": (4, lambda r: deltas(EAST_PAIR, **r)[0], 2400, 2, 2000),
}


def test_every_option_has_a_case():
    assert set(CASES) == {item.name for item in Rules.describe_options()}
    assert set(CASES) == set(TABLE)


@pytest.mark.parametrize("name", CASES)
def test_an_option_decides(name):
    value, happens, expected, other, otherwise = CASES[name]
    assert happens({name: value}) == expected
    assert happens({name: other}) == otherwise


@pytest.mark.parametrize("value", ["head_bump", "double", "triple"])
def test_every_word_of_several_rons(value):
    paid = {"head_bump": 1, "double": 0, "triple": 3}[value]
    three = win(won(0, 2), won(1, 2), won(3, 2))
    hand = play(three, multi_ron=value).hands[-1]
    assert sum(delta > 0 for delta in hand.settlement.deltas) == paid


def test_three_rons_abort_whatever_the_set_of_aborts_says():
    """RULES.md section 1: "with `double`, three rons abort the hand"."""
    three = win(won(0, 2), won(1, 2), won(3, 2))
    rules = {"multi_ron": "double", "abortive": []}
    assert state(abort("triple_ron"), **rules) == state(three, **rules)


@pytest.mark.parametrize(
    ("renchan", "after_win", "after_tenpai"), [("tenpai", 0, 0), ("win", 0, 1), ("never", 1, 1)]
)
def test_every_word_of_renchan(renchan, after_win, after_tenpai):
    assert state(ron(0, 1), renchan=renchan).dealer == after_win
    assert state(draw(0), renchan=renchan).dealer == after_tenpai
    assert state(abort(), renchan=renchan).dealer == 0
    assert state(ron(0, 1), renchan=renchan).honba == (1 if after_win == 0 else 0)
    assert state(draw(0), renchan=renchan).honba == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("starting_points", 25050),
        ("return_points", 30001),
        ("extension_target", 30050),
        ("starting_points", "25000"),
        ("starting_points", True),
        ("starting_points", -100),
        ("starting_points", 10**30),
        ("rounds", 0),
        ("rounds", 5),
        ("rounds", None),
        ("uma", [20, 10, -10, -10]),
        ("uma", [20]),
        ("uma", "20/10"),
        ("uma", [1.5, -1.5]),
        ("ties", "share"),
        ("ties", []),
        ("kiriage_mangan", 1),
        ("abortive", ["five_winds"]),
        ("abortive", [["four_winds"]]),
        ("abortive", "four_winds"),
        ("pao", ["dragons", "dragons"]),
        ("red_fives", 5),
        ("double_wind_pair_fu", 3),
        ("no_such_option", 1),
    ],
)
def test_a_wrong_option_is_named(name, value):
    with pytest.raises(RuleError) as caught:
        Rules().with_options({name: value})
    assert caught.value.field == f"rules.{name}"
    assert caught.value.hand is None


def test_rules_go_through_json_and_back():
    for preset in PRESETS:
        assert Rules().with_options(preset.rules.to_json()) == preset.rules
