"""Walls, break, deal and dead wall of every game. Sources: seeds 001 to 004; docs/rules/walls.md."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.walls import (
    Position,
    SetUp,
    Walls,
    named_wind,
)
from mahjongclub.rules.registry import find_variant, variants
from mahjongclub.rules.taiwanese.options import Rules as TaiwaneseRules
from mahjongclub.rules.variant import Variant
from mahjongclub.rules.words import Text

DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))


def set_up(variant: str, dice: tuple[int, int], **asked: Any) -> SetUp:
    """The table of a game for a throw."""
    return find_variant(variant).walls.set_up(dice, **asked)


def in_words(variant: str, table: SetUp) -> tuple[Text, ...]:
    """The steps of a game's set-up card."""
    return find_variant(variant).walls.steps(table)


@st.composite
def tables(draw: st.DrawFn, walls: Walls | None = None) -> SetUp:
    """Any table that can be set up, of one game or of any."""
    walls = walls or draw(st.sampled_from([variant.walls for variant in variants()]))
    return walls.set_up(
        draw(DICE),
        dealer=draw(st.integers(0, walls.seats - 1)),
        second=draw(DICE) if walls.dominant_throw else None,
        tiles=draw(st.sampled_from([None, *walls.tiles])),
        own_wall=walls.may_break_own and draw(st.booleans()),
    )


@given(tables())
def test_every_tile_is_dealt_or_live_or_dead_exactly_once(table: SetUp) -> None:
    dealt = [tile for _seat, tiles in table.deal for tile in tiles]
    everywhere = [*dealt, *table.live, *table.dead]
    standing = {
        Position(wall, stack, top)
        for wall, built in enumerate(table.walls)
        for stack in range(1, built.stacks + 1)
        for top in (True, False)
    }
    assert len(everywhere) == len(set(everywhere)) == table.tiles
    assert set(everywhere) == standing


@pytest.mark.parametrize(
    ("variant", "tiles", "east", "others", "live", "dead"),
    [
        ("riichi", 136, 14, 13, 69, 14),
        ("sanma", 108, 14, 13, 54, 14),
        ("classical", 144, 14, 13, 89, 2),  # seed 001: the two loose tiles alone are set apart
        ("taiwanese", 136, 17, 16, 55, 16),
        ("taiwanese", 140, 17, 16, 59, 16),
        ("taiwanese", 144, 17, 16, 63, 16),
        ("hongkong", 144, 14, 13, 91, 0),  # no dead wall: played to the last tile
        ("hongkong", 136, 14, 13, 83, 0),
        ("american", 152, 14, 13, 99, 0),  # played to the last tile
        ("ten", 136, 14, 13, 95, 14),
        ("six", 108, 7, 7, 66, 0),
    ],
)
@given(first=DICE, second=DICE)
@settings(max_examples=5)
def test_everybody_holds_the_right_number_of_tiles(
    variant: str,
    tiles: int,
    east: int,
    others: int,
    live: int,
    dead: int,
    first: tuple[int, int],
    second: tuple[int, int],
) -> None:
    table = set_up(variant, first, second=second if variant == "classical" else None, tiles=tiles)
    hands = [0] * find_variant(variant).seats
    for take in table.deal:
        hands[take.seat] += len(take.tiles)
    assert hands == [east, *[others] * (find_variant(variant).seats - 1)]
    assert (table.tiles, len(table.live), len(table.dead)) == (tiles, live, dead)


@pytest.mark.parametrize(
    ("total", "wind"),
    # seeds 001 and 002: 5, 9 East; 2, 6, 10 South; 3, 7, 11 West; 4, 8, 12 North
    [(5, "E"), (9, "E"), *[(n, "S") for n in (2, 6, 10)], *[(n, "W") for n in (3, 7, 11)]]
    + [(n, "N") for n in (4, 8, 12)],
)
def test_the_total_names_the_wall_anticlockwise_from_east(total: int, wind: str) -> None:
    dice = (total // 2, total - total // 2)
    assert named_wind(dice) == wind
    for variant in ("riichi", "taiwanese", "hongkong", "ten"):
        table = set_up(variant, dice)
        assert str(table.walls[table.named].name).startswith(
            {"E": "East", "S": "South", "W": "West", "N": "North"}[wind]
        )
        assert (table.broken, table.stack) == (table.named, total)


def test_taiwanese_six_breaks_the_south_wall_after_six_stacks() -> None:
    """Seed 002: “s’il lance un 6, il comptera 6 piles à partir de l’extrême droite du mur du Sud”."""
    table = set_up("taiwanese", (2, 4), dealer=3)
    assert (str(table.walls[1].name), table.walls[1].seat) == ("South’s wall", 0)
    assert (table.broken, table.stack) == (1, 6)
    # East takes the first two stacks left of the break, South the next two.
    assert table.deal[0] == (3, tuple(Position(1, s, top) for s in (7, 8) for top in (True, False)))
    assert table.deal[1][0] == 0
    # Eight stacks right of the break: six of South's wall, then the two at the left end of West's.
    assert [(tile.wall, tile.stack) for tile in table.dead[::2]] == [
        *[(1, stack) for stack in (6, 5, 4, 3, 2, 1)],
        (2, 18),
        (2, 17),
    ]


def test_tiles_are_taken_clockwise_over_the_corner() -> None:
    """Left of East's wall stands North's, whose player sits at East's left (seed 001, “Préparation”)."""
    table = set_up("riichi", (4, 5))
    order = [tile for take in table.deal for tile in take.tiles]
    assert (order[0].wall, order[0].stack) == (0, 10)
    assert (order[16].wall, order[16].stack, order[16].top) == (3, 1, True)


def test_taiwanese_flowers_alone_make_east_and_west_build_longer_walls() -> None:
    assert [wall.stacks for wall in set_up("taiwanese", (1, 1), tiles=140).walls] == [18, 17, 18, 17]


def test_taiwanese_first_hand_may_open_easts_own_wall() -> None:
    """Seed 002, the note: East breaks the own wall at the last throw."""
    table = set_up("taiwanese", (1, 3), dealer=2, own_wall=True)
    assert (table.walls[table.broken].seat, table.broken, table.stack) == (2, 0, 4)
    assert "does not throw" in str(in_words("taiwanese", table)[1])


def test_a_sessions_taiwanese_rules_choose_tiles_and_first_break() -> None:
    rules = TaiwaneseRules(flowers="none", first_break="own_wall")
    first = find_variant("taiwanese").walls.set_up_by(rules, (1, 1), first_hand=True)
    later = find_variant("taiwanese").walls.set_up_by(rules, (1, 1))
    assert (first.tiles, first.broken, later.broken) == (136, 0, 1)
    assert len(in_words("taiwanese", first)) == 5  # no flowers, so nothing about replacing them


def test_classical_ten_and_four_open_the_fourteenth_stack_of_south() -> None:
    """Seed 001's own example: 10 names South, South throws 4, the 14th stack is the breach."""
    table = set_up("classical", (5, 5), second=(1, 3))
    assert (str(table.walls[table.named].name), table.broken, table.stack) == ("South’s wall", 1, 14)
    assert table.dead == (Position(1, 14, True), Position(1, 14, False))
    assert [(tile.wall, tile.stack) for tile in table.loose_on] == [(1, 13), (1, 12)]
    # Fourth turn: upper tiles of the first and third stacks for East, fifth, seventh, ninth for the others.
    # 48 tiles are gone: stacks 15 to 18 of South's wall, 18 of East's, stacks 1 and 2 of North's.
    assert [take.tiles for take in table.deal[-4:]] == [
        (Position(3, 3, True), Position(3, 5, True)),
        (Position(3, 7, True),),
        (Position(3, 9, True),),
        (Position(3, 11, True),),
    ]


def test_a_classical_breach_may_lie_round_the_corner() -> None:
    table = set_up("classical", (5, 6), second=(6, 6))
    assert (table.named, table.broken, table.stack) == (2, 1, 23 - 18)
    assert "stack 5 of South’s wall" in str(in_words("classical", table)[3])
    assert "pile 5 du mur Sud" in in_words("classical", table)[3].in_language("fr")


def test_riichi_dora_indicator_is_the_top_of_the_third_stack() -> None:
    table = set_up("riichi", (1, 1))
    assert table.indicator == Position(2, 17, True)  # stacks 2 and 1 of South's wall, then round the corner
    assert "last 5 stacks" in str(in_words("riichi", table)[3])


def test_east_jumps_in_riichi_and_in_ten() -> None:
    riichi = set_up("riichi", (2, 3)).deal
    taken = [tile for take in riichi for tile in take.tiles]
    assert riichi[12].seat == 0
    assert [tile.top for tile in riichi[12].tiles] == [True, True]
    assert abs(riichi[12].tiles[1].stack - riichi[12].tiles[0].stack) == 2
    assert len(taken) == 53
    ten = set_up("ten", (2, 3), dealer=1).deal
    assert [take.seat for take in ten] == [1, 0, 1, 0, 1, 0, 1, 0]
    assert [len(take.tiles) for take in ten[-2:]] == [2, 1]


def test_ten_has_two_players_and_four_walls() -> None:
    table = set_up("ten", (1, 2), dealer=1)
    assert [wall.seat for wall in table.walls] == [0, None, 1, None]
    assert "makes West the dealer" in str(in_words("ten", table)[1])


@pytest.mark.parametrize(("dice", "named", "skipped"), [((2, 5), 0, 2), ((1, 1), 1, 1), ((6, 6), 5, 6)])
def test_six_walls_the_total_counts_from_east_and_the_smaller_die_skips(
    dice: tuple[int, int], named: int, skipped: int
) -> None:
    """Seed 004: the total counts from East's own wall, 7 of 6 walls is East's again."""
    table = set_up("six", dice, dealer=4)
    assert (table.broken, table.stack) == (named, skipped)
    assert table.walls[named].seat == (4 + named) % 6
    assert [(take.seat, len(take.tiles)) for take in table.deal] == [
        (seat, size) for size in (4, 2, 1) for seat in (4, 5, 0, 1, 2, 3)
    ]
    assert table.deal[0][1][0] == Position(named, skipped + 1, True)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
@given(data=st.data())
@settings(max_examples=5)
def test_the_card_is_written_in_both_languages(variant: Variant, data: st.DataObject) -> None:
    table = data.draw(tables(variant.walls))
    card = variant.walls.steps(table)
    assert 5 <= len(card) <= 9
    assert all(
        str(step).endswith(".")
        and step.in_language("fr").endswith(".")
        and str(step) != step.in_language("fr")
        for step in card
    )
    thrown = table.thrown[0]
    assert f"{thrown[0]} + {thrown[1]} = {sum(thrown)}" in card[1].in_language("fr")
    assert variant.walls.source.in_language("fr")


@pytest.mark.parametrize(
    ("variant", "dice", "more", "code", "field"),
    [
        ("chess", (1, 1), {}, "unknown_variant", "variant"),
        ("riichi", (0, 7), {}, "not_dice", "dice"),
        ("riichi", (1, True), {}, "not_dice", "dice"),
        ("classical", (1, 1), {"second": (7, 1)}, "not_dice", "second"),
        ("classical", (1, 1), {}, "second_throw", "second"),
        ("riichi", (1, 1), {"second": (1, 1)}, "second_throw", "second"),
        ("ten", (1, 1), {"dealer": 2}, "seat_out_of_range", "dealer"),
        ("riichi", (1, 1), {"tiles": 144}, "unknown_tiles", "tiles"),
        ("six", (1, 1), {"own_wall": True}, "own_wall_is_taiwanese", "own_wall"),
    ],
)
def test_what_cannot_be_set_up_is_refused(
    variant: str, dice: tuple[int, int], more: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(RuleError) as fault:
        set_up(variant, dice, **more)
    assert (fault.value.code, fault.value.field) == (code, field)
    assert fault.value.text.in_language("fr")
