"""Walls where three play a game of four: all four walls stand, North's before nobody. docs/rules/walls.md."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.rules.classical.options import Rules as ClassicalRules
from mahjongclub.rules.kit.walls import Position, SetUp, Walls
from mahjongclub.rules.registry import find_variant, variants

GAMES = [variant.key for variant in variants() if variant.seats == 4 and 3 in variant.walls.others]


def walls_of_three(game: str) -> Walls:
    return find_variant(game).walls.with_seats(3)


def set_up(game: str, dice: tuple[int, int] = (1, 2), **more: Any) -> SetUp:
    walls = walls_of_three(game)
    return walls.set_up(dice, second=(1, 1) if walls.dominant_throw else None, **more)


def test_four_games_of_four_are_played_by_three() -> None:
    assert GAMES == ["classical", "taiwanese", "hongkong", "american"]
    for game in GAMES:
        four = find_variant(game).walls
        assert four.with_seats(4) is four


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_norths_wall_stands_before_nobody(game: str, dealer: int) -> None:
    table = set_up(game, dealer=dealer)
    assert [wall.seat for wall in table.walls] == [dealer, (dealer + 1) % 3, (dealer + 2) % 3, None]
    assert [wall.wind for wall in table.walls] == ["E", "S", "W", "N"]
    assert [table.wall_of((dealer + step) % 3) for step in range(3)] == [0, 1, 2]
    assert table.players == 3


@pytest.mark.parametrize(
    ("game", "tiles", "east", "others"),
    [
        ("classical", 144, 14, 13),
        ("hongkong", 144, 14, 13),
        ("taiwanese", 144, 17, 16),
        ("taiwanese", 140, 17, 16),
    ],
)
@pytest.mark.parametrize("dealer", [0, 2])
def test_three_are_dealt_what_four_are(game: str, tiles: int, east: int, others: int, dealer: int) -> None:
    table = set_up(game, tiles=tiles, dealer=dealer)
    hands = [0, 0, 0]
    for take in table.deal:
        hands[take.seat] += len(take.tiles)
    assert hands == [east if seat == dealer else others for seat in range(3)]
    dealt = [tile for take in table.deal for tile in take.tiles]
    assert len({*dealt, *table.live, *table.dead}) == tiles == table.tiles
    assert len(dealt) + len(table.live) + len(table.dead) == tiles


def test_three_taiwanese_take_two_stacks_in_turn_and_east_one_tile_more() -> None:
    table = set_up("taiwanese", (1, 2), dealer=1)
    assert [(take.seat, len(take.tiles)) for take in table.deal] == [
        *[(seat, 4) for _turn in range(4) for seat in (1, 2, 0)],
        (1, 1),
    ]
    # three of West's wall are counted: East has stacks 4 and 5, and the last tile after 48 others
    assert table.deal[0].tiles == tuple(Position(2, stack, top) for stack in (4, 5) for top in (True, False))
    in_order = [tile for take in table.deal for tile in take.tiles]
    assert (in_order[48], len(set(in_order))) == (table.deal[-1].tiles[0], 49)


def test_three_taiwanese_with_flowers_alone_have_two_longer_walls() -> None:
    assert [wall.stacks for wall in set_up("taiwanese", tiles=140).walls] == [18, 17, 18, 17]
    assert [wall.stacks for wall in set_up("taiwanese", tiles=136).walls] == [17, 17, 17, 17]


def test_three_classical_players_end_with_upper_tiles() -> None:
    # South's wall (2) opened after 2 + 2 stacks: 36 tiles are 18 stacks, then the tops of 1st, 3rd, 5th, 7th
    table = set_up("classical", (1, 1))
    ends = [take for take in table.deal if take.tiles[0] not in {t for u in table.deal[:9] for t in u.tiles}]
    assert [(take.seat, len(take.tiles)) for take in ends] == [(0, 2), (1, 1), (2, 1)]
    tops = [tile for take in ends for tile in take.tiles]
    assert all(tile.top for tile in tops)
    assert [tile.stack for tile in tops] == [5, 7, 9, 11]


def test_the_loose_tiles_lie_on_top_of_the_two_stacks_right_of_the_gap() -> None:
    table = find_variant("classical").walls.set_up((5, 5), second=(1, 3))
    assert table.loose_on == (Position(1, 13, True), Position(1, 12, True))
    assert find_variant("riichi").walls.set_up((5, 5)).loose_on == ()


def test_a_classical_wall_names_a_wind_only_where_the_break_does() -> None:
    walls = find_variant("classical").walls
    table = walls.set_up((5, 5), second=(1, 3))
    by_break, by_rounds = ClassicalRules(), ClassicalRules().with_options({"round_wind": "round"})
    assert walls.steps_in_words(by_break, table) == walls.steps(table)
    assert "is the dominant wind" in str(walls.steps_in_words(by_break, table)[1])
    told = str(walls.steps_in_words(by_rounds, table)[1])
    assert "dominant wind" not in told
    assert "South’s wall is opened" in told
    riichi = find_variant("riichi")
    set_up_riichi = riichi.walls.set_up((2, 3))
    assert riichi.walls.steps_in_words(riichi.default_preset.rules, set_up_riichi) == riichi.walls.steps(
        set_up_riichi
    )
