"""Setting up the table: which wall the dice open, where, and which tiles each seat takes, per variant.

Everything is data, so that a picture and the spoken steps (`wall_steps`) come from one place. A wall is seen
by whoever sits behind it: its stacks are numbered from 1 at the right end, two tiles each, top and bottom.
Tiles are taken clockwise, which is towards the left end of a wall, then on from the right end of the next.
Decisions and sources: docs/rules/walls.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .game import WINDS, RuleError, Text

Dice = tuple[int, int]

#: How many tiles are played with: the first is what a variant uses unless told otherwise.
TILES: dict[str, tuple[int, ...]] = {
    "riichi": (136,),
    "classical": (144,),
    "taiwanese": (144, 140, 136),
    "ten": (136,),
    "six": (108,),
}

SEATS = {"riichi": 4, "classical": 4, "taiwanese": 4, "ten": 2, "six": 6}

DEAD_STACKS = {"riichi": 7, "taiwanese": 8, "ten": 7}


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A tile of the walls: the wall's index in `SetUp.walls`, the stack from its right end, top or bottom."""

    wall: int
    stack: int
    top: bool


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall as built: its name, the seat behind it (None at Ten's two empty sides) and its stacks."""

    name: Text
    seat: int | None
    stacks: int


@dataclass(frozen=True, slots=True)
class Take:
    """One seat taking tiles while dealing, in the order they are taken."""

    seat: int
    tiles: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """The table once the dice lie: every tile is dealt, or live, or dead (reserved for replacements).

    `walls` follow the seats anticlockwise from East's. `named` is the wall the dice name, `broken` and
    `stack` the last stack counted: the break is at its left. In Chinese classical that stack itself is taken
    out and its two tiles lie loose on the stacks in `loose_on`. `live` and `dead` are in the order in which
    they are drawn; `indicator` is the tile turned over (riichi and Ten). `thrown` are the dice, in order.
    """

    variant: str
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

    def hand_of(self, seat: int) -> tuple[Position, ...]:
        """The tiles a seat has taken once the deal is done, before any replacement."""
        return tuple(tile for take in self.deal if take.seat == seat for tile in take.tiles)


def deal_order(table: SetUp) -> tuple[tuple[int, tuple[Position, ...]], ...]:
    """The deal as pairs of a seat and the tiles it takes, first to last.

    >>> [(seat, len(tiles)) for seat, tiles in deal_order(set_up("ten", (4, 3)))]
    [(0, 4), (1, 4), (0, 4), (1, 4), (0, 4), (1, 4), (0, 2), (1, 1)]
    """
    return tuple((take.seat, take.tiles) for take in table.deal)


def named_wind(dice: Dice) -> str:
    """The wind a total names, counting anticlockwise from East as one (RULES.md sections 2 to 4).

    >>> [named_wind(dice) for dice in ((1, 1), (1, 2), (2, 2), (4, 5), (6, 6))]
    ['S', 'W', 'N', 'E', 'N']
    """
    return WINDS[(sum(dice) - 1) % 4]


def set_up(
    variant: str,
    dice: Dice,
    *,
    dealer: int = 0,
    second: Dice | None = None,
    tiles: int | None = None,
    own_wall: bool = False,
) -> SetUp:
    """The walls, the break and the deal for a throw.

    `dealer` is the seat of East; `second` the dominant player's throw (Chinese classical, needed there);
    `tiles` one of `TILES[variant]`; `own_wall` is the Taiwanese option that on the first hand East opens the
    own wall at the throw made for the places. RuleError names the argument at fault.

    >>> table = set_up("riichi", (3, 4))
    >>> str(table.walls[table.broken].name), table.stack, len(table.live), len(table.dead)
    ('West’s wall', 7, 69, 14)
    """
    _check(variant, dice, dealer, second, tiles, own_wall)
    walls = _build(variant, dealer, tiles or TILES[variant][0])
    total = sum(dice)
    named = 0 if own_wall else (total - 1) % len(walls)
    ring = _clockwise(walls, named)
    counted = min(dice) if variant == "six" else total + (sum(second) if second else 0)
    broken, stack = ring[counted - 1]
    from_break = ring[counted:] + ring[:counted]
    dead_stacks = DEAD_STACKS.get(variant, 0)
    # The dead wall is counted from the break towards the right, so its first tiles lie next to the break.
    dead = _tiles(list(reversed(from_break))[: dead_stacks or (1 if variant == "classical" else 0)])
    taken = _tiles(from_break[: len(from_break) - len(dead) // 2])
    deal = tuple(
        Take(seat, tuple(taken[place] for place in places)) for seat, places in _DEALS[variant](dealer)
    )
    dealt = {tile for take in deal for tile in take.tiles}
    return SetUp(
        variant=variant,
        walls=walls,
        thrown=(dice,) if second is None else (dice, second),
        dealer=dealer,
        named=named,
        broken=broken,
        stack=stack,
        deal=deal,
        live=tuple(tile for tile in taken if tile not in dealt),
        dead=dead,
        indicator=dead[4] if variant in ("riichi", "ten") else None,
        loose_on=_loose_on(from_break) if variant == "classical" else (),
        own_wall=own_wall,
    )


BONUS_TILES = {"none": 136, "flowers": 140, "flowers_seasons": 144}


def set_up_for(
    variant: str,
    rules: Any,
    dice: Dice,
    *,
    dealer: int = 0,
    second: Dice | None = None,
    first_hand: bool = False,
) -> SetUp:
    """`set_up` as a session's rules ask for it: Taiwanese rules say which bonus tiles are played and who
    breaks the first wall; the other games have no such option.

    >>> from mahjongclub.rules.taiwanese_rules import Rules
    >>> set_up_for("taiwanese", Rules(flowers="flowers"), (2, 4)).tiles
    140
    """
    return set_up(
        variant,
        dice,
        dealer=dealer,
        second=second,
        tiles=BONUS_TILES.get(getattr(rules, "flowers", "")),
        own_wall=first_hand and getattr(rules, "first_break", "dice") == "own_wall",
    )


def _build(variant: str, dealer: int, tiles: int) -> tuple[Wall, ...]:
    seats = SEATS[variant]
    if variant == "six":
        order = [(dealer + step) % seats for step in range(seats)]
        return tuple(Wall(_six_name(step), seat, tiles // seats // 2) for step, seat in enumerate(order))
    # Ten's winds belong to the places, whoever deals; elsewhere East is the dealer.
    owners = [0, None, 1, None] if variant == "ten" else [(dealer + step) % 4 for step in range(4)]
    lengths = [18, 17, 18, 17] if tiles == 140 else [tiles // 8] * 4
    return tuple(
        Wall(WALL_NAMES[wind], owner, length)
        for wind, owner, length in zip(WINDS, owners, lengths, strict=True)
    )


WALL_NAMES = {
    "E": Text("East’s wall", "le mur d’Est"),
    "S": Text("South’s wall", "le mur de Sud"),
    "W": Text("West’s wall", "le mur d’Ouest"),
    "N": Text("North’s wall", "le mur de Nord"),
}


def _six_name(step: int) -> Text:
    if step == 0:
        return WALL_NAMES["E"]
    places = "one place" if step == 1 else f"{step} places"
    return Text(
        f"the wall {places} to the right of East",
        f"le mur à {step} place{'s' if step > 1 else ''} à droite d’Est",
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


Places = Sequence[tuple[int, tuple[int, ...]]]


def _in_turn(dealer: int, seats: int, sizes: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Rounds of the deal: each seat from East takes `size` tiles in a row."""
    takes = []
    place = 0
    for size in sizes:
        for step in range(seats):
            takes.append(((dealer + step) % seats, tuple(range(place, place + size))))
            place += size
    return takes


def _deal_riichi(dealer: int) -> Places:
    jump = [(dealer, (48, 52)), *(((dealer + step) % 4, (48 + step,)) for step in (1, 2, 3))]
    return [*_in_turn(dealer, 4, (4, 4, 4)), *jump]


def _deal_ten(dealer: int) -> Places:
    return [*_in_turn(dealer, 2, (4, 4, 4)), (dealer, (24, 26)), (1 - dealer, (25,))]


def _deal_classical(dealer: int) -> Places:
    # Seed 001: only upper tiles, of the first and third stacks, then of the fifth, seventh and ninth.
    last = [(dealer, (48, 52)), *(((dealer + step) % 4, (52 + 4 * step,)) for step in (1, 2, 3))]
    return [*_in_turn(dealer, 4, (4, 4, 4)), *last]


def _deal_taiwanese(dealer: int) -> Places:
    return [*_in_turn(dealer, 4, (4, 4, 4, 4)), (dealer, (64,))]


def _deal_six(dealer: int) -> Places:
    return _in_turn(dealer, 6, (4, 2, 1))


_DEALS: dict[str, Callable[[int], Places]] = {
    "riichi": _deal_riichi,
    "classical": _deal_classical,
    "taiwanese": _deal_taiwanese,
    "ten": _deal_ten,
    "six": _deal_six,
}


def _check(
    variant: str, dice: Dice, dealer: int, second: Dice | None, tiles: int | None, own_wall: bool
) -> None:
    if variant not in TILES:
        raise RuleError("unknown_variant", "variant", Text("No such game.", "Jeu inconnu."))
    for name, thrown in (("dice", dice), ("second", second)):
        if thrown is not None and (len(thrown) != 2 or not all(_is_die(die) for die in thrown)):
            raise RuleError(
                "not_dice",
                name,
                Text("Two dice show 1 to 6 each.", "Deux dés montrent chacun de 1 à 6."),
            )
    if not 0 <= dealer < SEATS[variant]:
        raise RuleError("seat_out_of_range", "dealer", Text("Nobody sits there.", "Personne n’est assis là."))
    if (second is None) == (variant == "classical"):
        raise RuleError(
            "second_throw",
            "second",
            Text(
                "The dominant player throws a second time, in Chinese classical only.",
                "Le vent dominant relance les dés, en chinois classique seulement.",
            ),
        )
    if tiles is not None and tiles not in TILES[variant]:
        known = ", ".join(map(str, TILES[variant]))
        raise RuleError(
            "unknown_tiles",
            "tiles",
            Text(f"This game is played with {known} tiles.", f"Ce jeu se joue avec {known} tuiles."),
        )
    if own_wall and variant != "taiwanese":
        raise RuleError(
            "own_wall_is_taiwanese",
            "own_wall",
            Text(
                "Only the Taiwanese game has this option.",
                "Seul le jeu taïwanais connaît cette option.",
            ),
        )


def _is_die(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6
