"""Tables of two to six: who sits where, the walls before them, who pays whom in which sticks, the draw."""

from __future__ import annotations

import re

import pytest

from mahjongclub.games.kit.wording import WIND_NAMES
from mahjongclub.help.picture import DEPTH, MARGIN, Picture
from mahjongclub.pairing.drawing import measure_seating, plan_rounds
from mahjongclub.rules.game import TableState, Transfer, sum_by_seat
from mahjongclub.rules.kit.netting import fewest_payments
from mahjongclub.rules.kit.sticks import pay_in_sticks, start_holdings
from mahjongclub.rules.kit.walls import Walls, in_turn
from mahjongclub.rules.words import Text
from mahjongclub.tables.chairs import SIDES
from tests.serving import ROOT

SEATS = range(2, 8)
#: 840 stacks: as many before each of two to seven
TILES = 1680


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_has_a_side_of_its_own_that_the_board_knows(seats: int) -> None:
    assert len(set(SIDES[seats])) == seats
    assert SIDES[seats][0] == "bottom"
    style = ROOT.joinpath("static/css/parts/board.css").read_text("utf-8")
    for side in SIDES[seats]:
        assert re.search(rf"\.{side}\b", style), side


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_four_from_the_dealer_have_a_wind_each(seats: int) -> None:
    table = TableState((0,) * seats, dealer=seats - 1)
    winds = [table.wind_of((table.dealer + step) % seats) for step in range(seats)]
    assert winds == [*WIND_NAMES, "", "", ""][:seats]


@pytest.mark.parametrize("seats", SEATS)
def test_walls_stand_before_everybody_and_fit_their_picture(seats: int) -> None:
    nothing = Text("")
    walls = Walls(
        tiles=(TILES,),
        deal=lambda dealer: in_turn(dealer, seats, (4, 4, 4, 1)),
        steps=lambda table: (),
        source=nothing,
        seats=seats,
    )
    for dice in ((1, 1), (2, 3), (6, 6)):
        table = walls.set_up(dice, dealer=1)
        assert [wall.seat for wall in table.walls] == [(1 + step) % seats for step in range(seats)]
        assert len({wall.name for wall in table.walls}) == seats
        dealt = [take.seat for take in table.deal for _tile in take.tiles]
        assert {dealt.count(seat) for seat in range(seats)} == {13}
        assert len({*table.live, *(tile for take in table.deal for tile in take.tiles)}) == TILES
        picture = Picture(table)
        left, top, width, height = map(float, picture.box.split())
        assert width >= 2 * (picture.right - DEPTH)
        assert top + height >= picture.inner + DEPTH + MARGIN - 0.1
        for label in picture.labels:
            assert left <= float(label.x) <= left + width
            assert top <= float(label.y) <= top + height


@pytest.mark.parametrize("seats", SEATS)
def test_one_who_is_paid_by_all_is_paid_by_each_in_sticks(seats: int) -> None:
    paid = [Transfer(payer, 0, 1300, "hand") for payer in range(1, seats)]
    changes = sum_by_seat(paid, seats)
    assert {(one.source, one.points) for one in fewest_payments(changes)} == {
        (payer, 1300) for payer in range(1, seats)
    }
    payments, after = pay_in_sticks(paid, start_holdings(25_000, seats))
    assert sum(one.points for one in payments) == 1300 * (seats - 1)
    assert [held.points for held in after.seats] == [25_000 + change for change in changes]


@pytest.mark.parametrize("seats", SEATS)
def test_a_draw_of_so_many_a_table_seats_everybody_once_a_round(seats: int) -> None:
    places = [None] * (3 * seats)
    rounds = plan_rounds(seats, seats, places, seed=3)
    for tables in rounds:
        assert [len(table) for table in tables] == [seats] * 3
        assert sorted(place for table in tables for place in table) == list(range(3 * seats))
    assert measure_seating(rounds, places).winds == 0
