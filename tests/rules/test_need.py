"""What hand gains a place: worked out by hand from published tables, and for every game by searching."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.riichi.value import Value
from mahjongclub.rules.need import FIRST, RankPlace, WayToWin, places, ways_to_better_place
from mahjongclub.rules.registry import VARIANTS, find_variant
from mahjongclub.rules.variant import Variant


def ways(
    key: str, state: TableState, seat: int, preset: str = "", notes: Any = None
) -> dict[int | None, WayToWin]:
    """The ways of a seat, by discarder (None: self-drawn), as the table stands."""
    variant = find_variant(key)
    rules = variant.find_preset(preset).rules if preset else variant.default_preset.rules
    now = places(variant.rank(rules, state))[seat]
    return {way.source: way for way in ways_to_better_place(variant, rules, state, notes or {}, seat, now)}


def needed(way: WayToWin) -> tuple[Any, Any]:
    """What gains a place, and what takes the first where that is another."""
    return way.gain and way.gain.value, way.lead and way.lead.value


# South 4: seat 3 deals, 1 honba and 1 stick lie on the table. Aiko leads, Benoît is 3,900 behind.
LAST = TableState((31_000, 27_100, 22_900, 18_000), dealer=3, round=1, honba=1, sticks=1, hands=9)


def test_second_3900_behind_the_leader_with_a_honba_and_a_stick() -> None:
    second = ways("riichi", LAST, 1)
    # On Aiko: x + 300 come and go, and the stick is 1,000: 2x + 600 + 1,000 > 3,900, so x > 1,150.
    # 1 han 40 fu is 1,300 (table of points, RULES.md section 1).
    assert needed(second[0]) == (Value(han=1, fu=40), None)
    # On Chen or Dina: x + 300 + 1,000 > 3,900, so x > 2,600, which 1 han 80 fu or 2 han 40 fu (2,600) would
    # only come level with. 1 han 90 fu is 2,900 (2 han 50 fu is 3,200).
    # Level scores share the place in the club's rules: 2,600 is a shared first, and the smallest to gain.
    assert needed(second[2]) == (Value(han=2, fu=40), Value(han=1, fu=90))
    assert second[2].gain is not None
    assert second[2].gain.place == RankPlace(1, shared=True)
    assert needed(second[3]) == needed(second[2])
    # Self-drawn: the other non-dealers pay s + 100, Dina (dealer) d + 100, and the stick: Benoît gains
    # 2s + d + 300 + 1,000, Aiko loses s + 100: 3s + d + 1,400 > 3,900, so 3s + d > 2,500.
    # 30 fu 2 han is 500/1,000 (2,500, level: shared); 1 han 70 fu is 600/1,200 (3,000: alone).
    assert needed(second[None]) == (Value(han=2, fu=30), Value(han=1, fu=70))


def test_who_deals_is_paid_by_the_dealers_table() -> None:
    fourth = ways("riichi", LAST, 3)
    # Dina deals, 4,900 behind Chen. On Chen: 2x + 600 + 1,000 > 4,900, so x > 1,650: 1 han 40 fu is 2,000.
    # First: Aiko's 31,000 is 13,000 ahead: x + 1,300 > 13,000 and on Chen nothing of Aiko's: x > 11,700 is
    # mangan, 12,000.
    assert needed(fourth[2]) == (Value(han=1, fu=40), Value(limit="mangan"))
    # On Aiko: x + 1,300 > 4,900, so x > 3,600: 2 han 40 fu is 3,900. To be first she must pass Benoît too,
    # who is 9,100 ahead and pays nothing: x > 7,800. 3 han 40 fu (7,700) is not enough, 2 han 90 fu is 8,700.
    assert needed(fourth[0]) == (Value(han=2, fu=40), Value(han=2, fu=90))


def test_not_even_a_yakuman() -> None:
    far = TableState((80_000, 10_000, 5_000, 5_000), dealer=0, hands=9)
    second = ways("riichi", far, 1)
    # 70,000 behind: 32,000 from Chen are not enough, 64,000 on Aiko neither.
    assert {source: needed(way) for source, way in second.items()} == dict.fromkeys(
        (0, 2, 3, None), (None, None)
    )
    assert second[2].most == Value(yakuman=1)


def test_the_leader_needs_nothing_and_who_shares_the_first_place_does() -> None:
    assert ways("riichi", LAST, 0) == {}
    level = TableState((30_000, 30_000, 20_000, 20_000), dealer=0)
    # The least there is: 1 han 30 fu, 1,000 (300/500 self-drawn).
    assert {needed(way) for way in ways("riichi", level, 1).values()} == {(Value(han=1, fu=30), None)}
    # On Tenhou the seat nearest East of the first hand is ahead: Aiko needs nothing.
    assert ways("riichi", level, 0, "tenhou") == {}
    assert ways("riichi", level, 1, "tenhou")


def test_level_is_enough_where_ties_go_by_seat() -> None:
    # Benoît (seat 1) passes Chen (seat 2) by drawing level: 2x = 2,000 on Chen.
    state = TableState((40_000, 19_000, 21_000, 20_000), dealer=0)
    assert needed(ways("riichi", state, 1, "tenhou")[2])[0] == Value(han=1, fu=30)
    assert ways("riichi", state, 1, "tenhou")[2].gain.place == RankPlace(2)  # type: ignore[union-attr]


def test_a_riichi_put_out_in_the_hand_goes_to_its_winner() -> None:
    # As it is 2,600 from Chen are needed (above); Dina's stick makes it 1,600: 1 han 50 fu.
    assert needed(ways("riichi", LAST, 1, notes={"riichi": [3]})[2])[0] == Value(han=1, fu=50)


def test_classical_all_pay_and_east_twice() -> None:
    # Aiko (East) leads Chen by 100. Chen's hand of v points: Aiko pays 2v, Benoît and Dina v each, whoever
    # discarded (seed 001): Chen gains 4v and Aiko loses 2v, 6v > 100: 18 would do, a mahjong counts 20.
    state = TableState((60, 0, -40, -20))
    assert {needed(way) for source, way in ways("classical", state, 2).items() if source is not None} == {
        (20, None)
    }
    assert needed(ways("classical", state, 2)[None]) == (22, None)
    # 1,000 behind Aiko: 6v > 1,000, so 168. Dina is 200 ahead and pays v: 5v = 200 is level with 40.
    assert needed(ways("classical", TableState((600, 0, -400, -200)), 2)[0]) == (40, 168)


def test_taiwanese_tai_with_the_dealers() -> None:
    # 3 and 1 a tai (preset 3/1). Aiko deals, 2 repeats: 5 tai more between her and anybody (RULES.md, section
    # 3). Benoît is 20 behind Aiko.
    state = TableState((20, 0, -10, -10), honba=2)
    second = ways("taiwanese", state, 1)
    # On Aiko: 3 + t + 5 goes from her to him, 16 + 2t > 20: 3 tai; 2 come level.
    assert needed(second[0]) == (2, 3)
    # On Dina: 3 + t > 20: 18 tai; 17 come level.
    assert needed(second[3]) == (17, 18)
    # Self-drawn: 8 + t of Aiko and 3 + t of two: 14 + 3t come, Aiko loses 8 + t: 22 + 4t > 20, any hand.
    assert needed(second[None]) == (0, None)


def test_hong_kong_faan_from_the_minimum_to_the_cap() -> None:
    # HKMA: 3 faan are 32 from the discarder alone, 4 faan 64, 5 faan 96 (docs/rules/hongkong.md).
    state = TableState((100, 0, -50, -50))
    assert needed(ways("hongkong", state, 1)[0]) == (4, None)  # 2 x 64 > 100 > 2 x 32
    assert needed(ways("hongkong", state, 1)[2]) == (6, None)  # 128 > 100 > 96
    # 10 faan is the cap: 512 of a discarder (four times 128).
    far = ways("hongkong", TableState((1000, 0, -500, -500)), 1)
    assert (far[2].gain, far[2].most) == (None, 10)


def test_ten_is_drawn_from_the_bank() -> None:
    # Benoît is 2,000 behind and does not deal: 2 han 30 fu is 500 + 500 + 1,000 = 2,000 (level), 1 han 70 fu
    # 600 + 600 + 1,200 = 2,400.
    variant = find_variant("ten")
    state = replace(variant.start(variant.default_preset.rules, None), scores=(12_000, 10_000), bank=90_000)
    assert {source: needed(way) for source, way in ways("ten", state, 1).items()} == {
        None: (Value(han=2, fu=30), Value(han=1, fu=70))
    }
    assert ways("ten", state, 1, notes={"declared": 0}) == {}  # Aiko has declared: Benoît cannot win


def test_six_players_by_class_and_nobody_who_is_out() -> None:
    # Dina, 5 behind Aiko: from Aiko p twice over 5: 4 points (pure); from anybody else 8; drawn by herself
    # 5p come and Aiko loses p: 6p > 5, 1 point.
    state = TableState((5, 0, 0, 0, 0, 0))
    third = ways("six", state, 3)
    assert needed(third[0]) == (1, 4)  # 1 is past the four at 0
    assert needed(third[1]) == (1, 8)
    assert needed(third[None]) == (1, None)
    won = {"events": [{"type": "win", "seat": 1, "from": 2, "hand": "chows"}]}
    assert 1 not in ways("six", state, 3, notes=won)
    assert ways("six", state, 1, notes=won) == {}


@pytest.mark.parametrize("key", VARIANTS)
def test_a_larger_value_never_pays_its_winner_less(key: str) -> None:
    variant = find_variant(key)
    for preset in variant.presets:
        table = replace(variant.start(preset.rules, None), honba=1)
        for seat in range(2):  # the dealer, and one who does not deal
            for source in [*table.after_seat(seat), None] if variant.wins_on_discards else [None]:
                won = worths(variant, preset.rules, table, seat, source)
                assert won == sorted(won)


def worths(variant: Variant, rules: Any, table: TableState, seat: int, source: int | None) -> list[int]:
    assert variant.values is not None
    assert variant.win_from_notes is not None
    values = variant.values(rules, source is None, False)[:300]
    return [
        variant.settle(rules, table, variant.win_from_notes({}, seat, source, value)).deltas[seat]
        for value in values
    ]


@given(st.data())
def test_every_hand_told_gains_its_place_and_the_next_smaller_does_not(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(list(VARIANTS)))
    variant, samples = find_variant(key), find_game(key).samples
    rules = data.draw(st.sampled_from(variant.presets)).rules
    chance = Random(data.draw(st.integers(0, 10_000)))
    state = variant.start(rules, None)
    for _ in range(data.draw(st.integers(1, 12))):
        drawn = samples.sample_hand(chance, rules, state, [1.0] * variant.seats)
        after = variant.settle(rules, state, variant.read_outcome(rules, drawn)).after
        state = state if after.ended else after

    def place(seat: int, source: int | None, value: Any) -> RankPlace:
        assert variant.win_from_notes is not None
        after = variant.settle(rules, state, variant.win_from_notes({}, seat, source, value)).after
        return places(variant.rank(rules, after))[seat]

    taken = places(variant.rank(rules, state))
    for seat, now in taken.items():
        for way in ways_to_better_place(variant, rules, state, {}, seat, now):
            assert variant.values is not None
            values = variant.values(rules, way.source is None, False)
            if way.gain is None:
                assert place(seat, way.source, values[-1]) >= now
            for step, reached in (
                (way.gain, lambda got, now=now: got < now),
                (way.lead, lambda got: got == FIRST),
            ):
                if step is not None:
                    assert reached(place(seat, way.source, step.value))
                    smaller = values.index(step.value) - 1
                    assert smaller < 0 or not reached(place(seat, way.source, values[smaller]))
