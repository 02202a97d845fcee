"""Setting up the table: which wall the dice open, where, and which tiles each seat takes.

Everything is data, so that a picture and the spoken steps come from one place. A wall is seen by whoever sits
behind it: its stacks are numbered from 1 at the right end, two tiles each, top and bottom. Tiles are taken
clockwise, which is towards the left end of a wall, then on from the right end of the next. A game describes
its walls in a `Walls` of its own. Decisions and sources: docs/rules/walls.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..game import WINDS, RuleError
from ..words import Text

Dice = tuple[int, int]

#: Who takes which of the tiles counted from the break, in order.
Places = Sequence[tuple[int, tuple[int, ...]]]


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A tile of the walls: the wall's index in `SetUp.walls`, the stack from its right end, top or bottom."""

    wall: int
    stack: int
    top: bool


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall as built: its name, the seat behind it (None: an empty side), its stacks, its wind or ""."""

    name: Text
    seat: int | None
    stacks: int
    wind: str


class Take(NamedTuple):
    """One seat taking tiles while dealing, in the order they are taken."""

    seat: int
    tiles: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """The table once the dice lie: every tile is dealt, or live, or dead (reserved for replacements).

    `walls` follow the seats anticlockwise from East's. `named` is the wall the dice name, `broken` and
    `stack` the last stack counted: the break is at its left. Where a dominant player throws again that stack
    itself is taken out and its two tiles lie loose on the stacks in `loose_on`. `live` and `dead` are in the
    order in which they are drawn; `indicator` is the tile turned over. `thrown` are the dice, in order.
    """

    walls: tuple[Wall, ...]
    thrown: tuple[Dice, ...]
    dealer: int
    named: int
    broken: int
    stack: int
    deal: tuple[Take, ...]
    live: tuple[Position, ...]
    dead: tuple[Position, ...]
    indicator: Position | None = None
    loose_on: tuple[Position, ...] = ()
    own_wall: bool = False

    @property
    def tiles(self) -> int:
        """How many tiles stand in the walls."""
        return 2 * sum(wall.stacks for wall in self.walls)

    @property
    def players(self) -> int:
        """How many are dealt to."""
        return len({take.seat for take in self.deal})

    def wall_of(self, seat: int) -> int:
        """The index of the wall a seat sits behind: how many places it is from East, anticlockwise."""
        return next(index for index, wall in enumerate(self.walls) if wall.seat == seat)


def named_wind(dice: Dice) -> str:
    """The wind a total names, counting anticlockwise from East as one (RULES.md sections 2 to 4).

    >>> [named_wind(dice) for dice in ((1, 1), (1, 2), (2, 2), (4, 5), (6, 6))]
    ['S', 'W', 'N', 'E', 'N']
    """
    return WINDS[(sum(dice) - 1) % 4]


WALL_NAMES = {
    "E": Text("East’s wall"),
    "S": Text("South’s wall"),
    "W": Text("West’s wall"),
    "N": Text("North’s wall"),
}


def four_walls(owners: Sequence[int | None], lengths: Sequence[int]) -> tuple[Wall, ...]:
    """East's, South's, West's and North's wall, with the seats behind them and their stacks."""
    return tuple(
        Wall(WALL_NAMES[wind], owner, length, wind)
        for wind, owner, length in zip(WINDS, owners, lengths, strict=True)
    )


def walls_before_each(dealer: int, tiles: int, seats: int = 4) -> tuple[Wall, ...]:
    """A wall before each seat, all of one length if tiles can be shared so, else the first a stack longer.

    East is the dealer; of four the others have winds too, of any other number they are named by their place.
    """
    if seats == len(WINDS):
        return four_walls([(dealer + step) % 4 for step in range(4)], [tiles // 8] * 4)
    stacks, longer = divmod(tiles // 2, seats)
    return tuple(
        Wall(_by_place(step), (dealer + step) % seats, stacks + (step < longer), "" if step else "E")
        for step in range(seats)
    )


def walls_with_north_empty(dealer: int, tiles: int) -> tuple[Wall, ...]:
    """Three players at a game of four: all four walls, North's before nobody."""
    return four_walls([*((dealer + step) % 3 for step in range(3)), None], [tiles // 8] * 4)


def _by_place(step: int) -> Text:
    if step == 0:
        return WALL_NAMES["E"]
    return Text.counted(
        "the wall one place to the right of East", "the wall {count} places to the right of East", step
    )


def in_turn(dealer: int, seats: int, sizes: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Rounds of the deal: each seat from East takes so many tiles in a row.

    >>> in_turn(1, 2, (2, 1))
    [(1, (0, 1)), (0, (2, 3)), (1, (4,)), (0, (5,))]
    """
    takes = []
    place = 0
    for size in sizes:
        for step in range(seats):
            takes.append(((dealer + step) % seats, tuple(range(place, place + size))))
            place += size
    return takes


def three_player_deal(dealer: int) -> Places:
    """The deal of three: three times two stacks, then one tile each, and one more for East."""
    return [*in_turn(dealer, 3, (4, 4, 4, 1)), (dealer, (39,))]


def four_player_deal(dealer: int) -> Places:
    """The usual deal of four: three times two stacks, then East jumps over one and the others take one."""
    jump = [(dealer, (48, 52)), *(((dealer + step) % 4, (48 + step,)) for step in (1, 2, 3))]
    return [*in_turn(dealer, 4, (4, 4, 4)), *jump]


@dataclass(frozen=True, slots=True)
class Walls:
    """How one game builds, breaks and deals.

    `tiles` are the numbers of tiles it is played with, the usual one first; `deal(dealer)` says who takes
    what; `steps(table)` tells the players what to do, `source` where that comes from. `build(dealer, tiles)`
    is for walls that do not stand before each seat alike.
    """

    tiles: tuple[int, ...]
    deal: Callable[[int], Places]
    steps: Callable[[SetUp], tuple[Text, ...]]
    source: Text
    seats: int = 4
    build: Callable[[int, int], tuple[Wall, ...]] | None = None
    #: the stacks right of the break that are reserved
    dead_stacks: int = 0
    #: whether a tile of the dead wall is turned over
    indicator: bool = False
    #: the stack whose top tile that is, counted from the break
    indicator_stack: int = 3
    #: whether the player of the wind the dice name throws again, and the stack at the break is taken out
    dominant_throw: bool = False
    #: whether the smaller die alone says how far the break is, rather than the total
    counts_smaller_die: bool = False
    #: the same as `steps` where an option changes what the players are told
    steps_by: Callable[[Any, SetUp], tuple[Text, ...]] | None = None
    #: how many tiles each word of the rules' option `flowers` is
    bonus_tiles: Mapping[str, int] = field(default_factory=dict)
    #: whether the rules' option `first_break` may have East open the own wall on the first hand
    may_break_own: bool = False
    #: whether East opens the own wall on every hand
    breaks_own: bool = False
    #: the seat that deals first, where the dice name it
    first_dealer: Callable[[Dice], int] | None = None
    #: what is otherwise with another number of seats, by that number
    others: Mapping[int, Walls] = field(default_factory=dict)

    def with_seats(self, seats: int) -> Walls:
        """The same for another number of seats."""
        return self if seats == self.seats else self.others[seats]

    def set_up(
        self,
        dice: Dice,
        *,
        dealer: int = 0,
        second: Dice | None = None,
        tiles: int | None = None,
        own_wall: bool = False,
    ) -> SetUp:
        """The walls, the break and the deal for a throw.

        `dealer` is the seat of East; `second` the dominant player's throw (needed where there is one);
        `tiles` one of `self.tiles`; `own_wall`: East opens the own wall at the throw made for the places.
        RuleError names the argument at fault.
        """
        self._check(dice, dealer, second, tiles, own_wall)
        count = tiles or self.tiles[0]
        walls = self.build(dealer, count) if self.build else walls_before_each(dealer, count, self.seats)
        total = sum(dice)
        named = 0 if own_wall or self.breaks_own else (total - 1) % len(walls)
        ring = _clockwise(walls, named)
        counted = min(dice) if self.counts_smaller_die else total + (sum(second) if second else 0)
        broken, stack = ring[counted - 1]
        from_break = ring[counted:] + ring[:counted]
        # The dead wall is counted from the break towards the right, so its first tiles lie next to the break.
        dead = _tiles(list(reversed(from_break))[: self.dead_stacks or int(self.dominant_throw)])
        tiles_in_order = _tiles(from_break[: len(from_break) - len(dead) // 2])
        deal = tuple(
            Take(seat, tuple(tiles_in_order[place] for place in places)) for seat, places in self.deal(dealer)
        )
        dealt = {tile for take in deal for tile in take.tiles}
        return SetUp(
            walls=walls,
            thrown=(dice,) if second is None else (dice, second),
            dealer=dealer,
            named=named,
            broken=broken,
            stack=stack,
            deal=deal,
            live=tuple(tile for tile in tiles_in_order if tile not in dealt),
            dead=dead,
            indicator=dead[2 * self.indicator_stack - 2] if self.indicator else None,
            loose_on=_loose_on(from_break) if self.dominant_throw else (),
            own_wall=own_wall,
        )

    def set_up_by(
        self,
        rules: Any,
        dice: Dice,
        *,
        dealer: int = 0,
        second: Dice | None = None,
        first_hand: bool = False,
    ) -> SetUp:
        """`set_up` as a session's rules ask for it: which bonus tiles, and who breaks the first wall."""
        return self.set_up(
            dice,
            dealer=dealer,
            second=second,
            tiles=self.bonus_tiles[rules.flowers] if self.bonus_tiles else None,
            own_wall=first_hand and self.may_break_own and rules.first_break == "own_wall",
        )

    def steps_in_words(self, rules: Any, table: SetUp) -> tuple[Text, ...]:
        """What the players do by these rules, in order."""
        return self.steps_by(rules, table) if self.steps_by else self.steps(table)

    def _check(self, dice: Dice, dealer: int, second: Dice | None, tiles: int | None, own_wall: bool) -> None:
        for name, thrown in (("dice", dice), ("second", second)):
            if thrown is not None and (len(thrown) != 2 or not all(_is_die(die) for die in thrown)):
                raise RuleError("not_dice", name, Text("Two dice show 1 to 6 each."))
        if not 0 <= dealer < self.seats:
            raise RuleError("seat_out_of_range", "dealer", Text("Nobody sits there."))
        if (second is None) == self.dominant_throw:
            raise RuleError(
                "second_throw",
                "second",
                Text("The dominant player throws a second time, in Chinese classical only."),
            )
        if tiles is not None and tiles not in self.tiles:
            counts = ", ".join(map(str, self.tiles))
            raise RuleError(
                "unknown_tiles", "tiles", Text("This game is played with {known} tiles.", known=counts)
            )
        if own_wall and not self.may_break_own:
            raise RuleError(
                "own_wall_is_taiwanese", "own_wall", Text("Only the Taiwanese game has this option.")
            )


def _clockwise(walls: Sequence[Wall], first: int) -> list[tuple[int, int]]:
    """Every stack (wall, number) as tiles are taken, from the right end of wall `first`."""
    order = [(first - step) % len(walls) for step in range(len(walls))]
    return [(wall, stack) for wall in order for stack in range(1, walls[wall].stacks + 1)]


def _tiles(stacks: Sequence[tuple[int, int]]) -> tuple[Position, ...]:
    return tuple(Position(wall, stack, top) for wall, stack in stacks for top in (True, False))


def _loose_on(from_break: Sequence[tuple[int, int]]) -> tuple[Position, ...]:
    """Where the two loose tiles lie: on the two stacks right of the gap, one on each."""
    return tuple(Position(wall, stack, True) for wall, stack in (from_break[-2], from_break[-3]))


def _is_die(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6


def with_three_player_walls(four: Walls) -> Walls:
    """The walls of a game of four which three play too: North's stands before an empty seat."""
    return replace(
        four, others={3: replace(four, seats=3, build=walls_with_north_empty, deal=three_player_deal)}
    )
