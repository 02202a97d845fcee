"""What cannot have happened: every fault of a riichi hand, with its code, hand and field."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.rules.record import read_record, replay

from .records import abort, breaks, chombo, draw, fault, play, record, ron, tsumo, where, win, won

POOR = (win(won(1, 2, han=11)), tsumo(0))  # seat 2: 25,000 - 24,000 - 500

BROKEN: list[tuple[str, list[dict[str, Any]], dict[str, Any], tuple[str, int, str | None]]] = [
    ("20 fu ron", [ron(1, 2, 2, 20)], {}, ("fu_impossible", 1, "wins.0.fu")),
    ("20 fu 1 han", [tsumo(1, 1, 20)], {}, ("fu_impossible", 1, "wins.0.fu")),
    ("25 fu 1 han", [ron(1, 2, 1, 25)], {}, ("fu_impossible", 1, "wins.0.fu")),
    ("25 fu 2 han tsumo", [tsumo(1, 2, 25)], {}, ("fu_impossible", 1, "wins.0.fu")),
    # RULES_REVIEW A8: riichi and a self-draw are a han each (seed 003 says so of Ten)
    ("1 han in riichi", [tsumo(1, riichi=(1,))], {}, ("riichi_self_draw_is_two_han", 1, "wins.0.han")),
    ("35 fu", [ron(1, 2, 2, 35)], {}, ("fu_impossible", 1, "wins.0.fu")),
    ("120 fu", [ron(1, 2, 2, 120)], {}, ("fu_impossible", 1, "wins.0.fu")),
    ("mangan with impossible fu", [ron(1, 2, 5, 20)], {}, ("fu_impossible", 1, "wins.0.fu")),
    ("fu missing below 5 han", [ron(1, 2, 4, None)], {}, ("missing", 1, "wins.0.fu")),
    ("fu not a number", [ron(1, 2, 3, True)], {}, ("not_a_whole_number", 1, "wins.0.fu")),
    ("no han", [draw(), ron(1, 2, 0, 30)], {}, ("han_out_of_range", 2, "wins.0.han")),
    ("too many han", [ron(1, 2, 51, None)], {}, ("han_out_of_range", 1, "wins.0.han")),
    ("han a bool", [win(won(1, 2, han=True, fu=30))], {}, ("not_a_whole_number", 1, "wins.0.han")),
    ("han huge", [win(won(1, 2, han=10**40, fu=30))], {}, ("han_out_of_range", 1, "wins.0.han")),
    ("no yakuman", [win(won(1, 2, yakuman=0))], {}, ("yakuman_out_of_range", 1, "wins.0.yakuman")),
    ("seven yakuman", [win(won(1, 2, yakuman=7))], {}, ("yakuman_out_of_range", 1, "wins.0.yakuman")),
    ("unknown limit", [win(won(1, 2, limit="yakuman"))], {}, ("unknown_limit", 1, "wins.0.limit")),
    ("no value", [win(won(1, 2, fu=30))], {}, ("value_missing", 1, "wins.0")),
    ("two values", [win(won(1, 2, han=3, fu=30, limit="mangan"))], {}, ("value_ambiguous", 1, "wins.0")),
    ("yakuman with fu", [win(won(1, 2, yakuman=1, fu=30))], {}, ("value_ambiguous", 1, "wins.0")),
    ("own discard", [ron(2, 2)], {}, ("winner_is_discarder", 1, "wins.0.from")),
    ("seat 4", [ron(4, 2)], {}, ("seat_out_of_range", 1, "wins.0.winner")),
    ("from seat -1", [ron(1, -1)], {}, ("seat_out_of_range", 1, "wins.0.from")),
    ("pao seat 9", [win(won(1, 2, yakuman=1, pao=9))], {}, ("seat_out_of_range", 1, "wins.0.pao")),
    ("riichi seat 7", [draw(1, riichi=(7,))], {}, ("seat_out_of_range", 1, "riichi.0")),
    ("tenpai seat 4", [draw(0, 4)], {}, ("seat_out_of_range", 1, "tenpai.1")),
    ("riichi twice", [draw(1, riichi=(1, 1))], {}, ("repeated", 1, "riichi.1")),
    ("nobody won", [win()], {}, ("number_of_winners", 1, "wins")),
    ("four winners", [win(*[won(1, 2)] * 4)], {}, ("number_of_winners", 1, "wins")),
    ("one wins twice", [win(won(1, 2), won(1, 2))], {}, ("repeated", 1, "wins.1.winner")),
    ("two discarders", [win(won(1, 2), won(0, 3))], {}, ("different_discarders", 1, "wins.1.from")),
    ("two self-draws", [win(won(1), won(0))], {}, ("self_draw_alone", 1, "wins.1.winner")),
    ("a ron beside a self-draw", [win(won(1), won(0, 3))], {}, ("self_draw_alone", 1, "wins.1.winner")),
    ("nagashi not played", [draw(nagashi=(0,))], {"nagashi": False}, ("nagashi_off", 1, "nagashi")),
    ("abort not played", [abort()], {"abortive": []}, ("abort_not_played", 1, "reason")),
    ("triple ron with head bump", [abort("triple_ron")], {}, ("abort_not_played", 1, "reason")),
    ("unknown abort", [abort("rain")], {}, ("unknown_reason", 1, "reason")),
    (
        "three of four riichi",
        [abort("four_riichi", riichi=(0, 1, 2))],
        {},
        ("four_riichi_needs_four", 1, "riichi"),
    ),
    ("pao off", [win(won(1, 2, yakuman=1, pao=3))], {"pao": []}, ("pao_off", 1, "wins.0.pao")),
    (
        "pao without a yakuman",
        [win(won(1, 2, han=13, pao=3))],
        {},
        ("pao_without_yakuman", 1, "wins.0.pao"),
    ),
    ("pao of a limit", [win(won(1, 2, limit="baiman", pao=3))], {}, ("pao_without_yakuman", 1, "wins.0.pao")),
    ("own pao", [win(won(1, None, yakuman=1, pao=1))], {}, ("pao_is_winner", 1, "wins.0.pao")),
    ("no offender", [chombo()], {}, ("no_offender", 1, "offenders")),
    ("chombo off", [chombo(1)], {"chombo": "off"}, ("chombo_off", 1, "type")),
    ("unknown type", [{"type": "pass"}], {}, ("unknown_type", 1, "type")),
    ("no type", [{}], {}, ("missing", 1, "type")),
    ("unknown key", [{**draw(), "dora": "1m"}], {}, ("unknown_key", 1, "dora")),
    (
        "unknown key of a win",
        [win(won(1, 2, han=1, fu=30, points=3900))],
        {},
        ("unknown_key", 1, "wins.0.points"),
    ),
    ("wins not a list", [{"type": "win", "wins": {}}], {}, ("not_a_list", 1, "wins")),
    ("a win not an object", [{"type": "win", "wins": [1]}], {}, ("not_an_object", 1, "wins.0")),
    ("after the end", [win(won(1, 2, yakuman=1)), draw()], {}, ("session_ended", 2, "type")),
]


#: what the rules forbid and yet happened: the hand is settled as it was played, and a warning says so
HAPPENED = [
    (
        "riichi without 1000",
        [*POOR, draw(1, 2, riichi=(1, 2))],
        {},
        ("riichi_without_points", 3, "riichi.1"),
    ),
    ("noten riichi", [draw(0, riichi=(2,))], {}, ("riichi_not_tenpai", 1, "tenpai")),
    ("four riichi won", [ron(1, 2, riichi=(0, 1, 2, 3))], {}, ("four_riichi_aborts", 1, "riichi")),
    (
        "four riichi drawn",
        [draw(0, 1, 2, 3, riichi=(0, 1, 2, 3))],
        {},
        ("four_riichi_aborts", 1, "riichi"),
    ),
    (
        "four riichi and another abort",
        [abort("four_kans", riichi=(0, 1, 2, 3))],
        {},
        ("four_riichi_aborts", 1, "riichi"),
    ),
]


@pytest.mark.parametrize(
    ("hands", "rules", "expected"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_hand_that_cannot_be(hands, rules, expected):
    assert where(fault(*hands, **rules)) == expected


@pytest.mark.parametrize(
    ("hands", "rules", "expected"), [case[1:] for case in HAPPENED], ids=[case[0] for case in HAPPENED]
)
def test_a_hand_that_happened_is_settled_with_a_warning(hands, rules, expected):
    played = replay(read_record(record(*hands, **rules))).to_json()
    assert [(one["code"], one["hand"], one["field"]) for one in played["warnings"]] == [expected]
    assert played["warnings"][0]["message"]
    assert len(played["hands"]) == len(hands)


def test_a_noten_riichi_pays_as_noten_and_its_stick_stays():
    played = replay(read_record(record(draw(0, riichi=(2,))))).to_json()
    # three noten pay 1,000 each (docs/rules/riichi.md), seat 2 its stick besides
    assert played["hands"][0]["deltas"] == [3000, -1000, -2000, -1000]
    assert played["next"]["riichi_sticks"] == 1


def test_a_river_of_a_dead_hand_is_no_nagashi_and_says_so():
    """A dead hand can win nothing more (GAME_RECORD.md, "What happened"): the others' payments stand."""
    played = replay(read_record(record({**draw(0, nagashi=(2,)), "dead": [2]}))).to_json()
    assert played["hands"][0]["deltas"] == [3000, -1000, -1000, -1000]
    (warning,) = played["warnings"]
    assert (warning["code"], warning["field"]) == ("dead_nagashi", "nagashi.0")
    assert warning["message"] == "Seat 2 has a dead hand: no nagashi mangan."


def test_a_dead_hand_counts_as_noten_and_cannot_win():
    played = replay(read_record(record({**draw(0, 1, riichi=(1,)), "dead": [1]}))).to_json()
    assert played["hands"][0]["deltas"] == [3000, -2000, -1000, -1000]
    assert "warnings" not in played
    assert replay(read_record(record({**draw(0), "dead": [0]}))).to_json()["next"]["dealer"] == 1
    assert replay(read_record(record({**ron(1, 2), "dead": [2]}))).to_json()["hands"][0]["deltas"][1] > 0
    assert where(fault({**ron(1, 2), "dead": [0, 1]})) == ("dead_wins", 1, "dead.1")


def test_the_first_hand_at_fault_is_named():
    assert fault(draw(), ron(1, 1), ron(2, 2)).hand == 2


def test_a_chombo_may_follow_four_riichi():
    assert play(chombo(1, riichi=(0, 1, 2, 3))).state.sticks == 0


def test_four_riichi_are_played_on_where_they_do_not_abort():
    assert play(ron(1, 2, riichi=(0, 1, 2, 3)), preset="ema-2025").state.sticks == 0


def test_a_double_ron_table_may_abort_a_triple_ron():
    assert play(abort("triple_ron"), preset="tenhou").state.honba == 1


def test_five_han_need_no_fu_but_may_have_them():
    assert play(ron(1, 2, 5, None)).state == play(ron(1, 2, 5, 30)).state


JUNK: list[Any] = [None, 0, -1, 10**30, True, 1.5, "x", [], [[]], {}, {"a": 1}, [None], ["x", {}]]


IN_A_WIN = ("winner", "from", "han", "fu", "yakuman", "limit", "tiles", "pao", "yaku")
IN_A_HAND = ("type", "wins", "riichi", "tenpai", "nagashi", "reason", "offenders")


def test_junk_in_a_win_is_refused_or_read():
    wins = [win({**won(1, 2), name: junk}) for name in IN_A_WIN for junk in JUNK]
    assert [entry for entry in wins if breaks(entry)] == []


@pytest.mark.parametrize(
    "hand", [ron(1, 2), draw(1), abort(), chombo(1)], ids=["win", "draw", "abort", "chombo"]
)
def test_junk_in_a_hand_is_refused_or_read(hand):
    hands = [{**hand, name: junk} for name in IN_A_HAND for junk in JUNK]
    assert [entry for entry in hands if breaks(entry)] == []
