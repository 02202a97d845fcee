"""Special hands of Western books: their names, what they are made of, and how the app finds them.

What each is worth is an option; 0 is not played. Sources: the British list of mahjongbritishrules.com, the
Dutch sheet of 2002 in public code of 2019, A. D. Millington's limit hands as J. C. Bradfield's program has
them. See docs/rules/classical.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..kit.tile_sets import DRAGONS, WINDS, TileSet
from ..words import Text

Sets = Sequence[TileSet]
Tiles = Mapping[str, int]

HONOURS = (*WINDS, *DRAGONS)
ENDS = tuple(f"{number}{suit}" for suit in "mps" for number in (1, 9))
GREEN = ("2s", "3s", "4s", "6s", "8s", "6z")
GATES = Counter({1: 3, 9: 3} | dict.fromkeys(range(2, 9), 1))


@dataclass(frozen=True, slots=True)
class SpecialHand:
    """One special hand: `tiles` shows an example (as pages that teach lay tiles), "" where it is an event.

    `of_sets` says whether four sets and a pair show it, `of_tiles` whether fourteen loose tiles do; `tick` is
    the way to finish that makes it. `irregular` hands are no four sets and a pair.
    """

    key: str
    name: Text
    help: Text
    tiles: str = ""
    of_sets: Callable[[Sets], bool] | None = None
    of_tiles: Callable[[Tiles], bool] | None = None
    tick: str = ""
    drawn: bool = False

    @property
    def irregular(self) -> bool:
        """Whether it is made of other things than four sets and a pair."""
        return self.of_sets is None and self.of_tiles is not None

    @property
    def option(self) -> str:
        """The option that says what it is worth."""
        return f"hand_{self.key}"


def laid(sets: Sets) -> Counter[str]:
    """Every tile of the sets, by how many there are.

    >>> laid([TileSet("chow", "1m"), TileSet("pair", "1m")])["1m"]
    3
    """
    return Counter(tile for tile_set in sets for tile in tile_set.tiles)


def suits_of(tiles: Tiles) -> set[str]:
    """The suits among the tiles, without winds and dragons."""
    return {tile[1] for tile in tiles} - {"z"}


def has_no_chow(sets: Sets) -> bool:
    """Whether there is no sequence."""
    return not any(tile_set.kind == "chow" for tile_set in sets)


def count_triplets(sets: Sets, tiles: Sequence[str]) -> int:
    """How many pungs and kongs are of these tiles."""
    return sum(tile_set.is_pung_or_kong and tile_set.tile in tiles for tile_set in sets)


def count_concealed_triplets(sets: Sets, kinds: Sequence[str] = ("pung", "kong")) -> int:
    """How many pungs and kongs (or kongs alone) are concealed."""
    return sum(tile_set.kind in kinds and tile_set.concealed for tile_set in sets)


def _all_in(tiles: Tiles, kinds: Sequence[str]) -> bool:
    return all(tile in kinds for tile in tiles)


def _pairs(tiles: Tiles) -> bool:
    return sum(tiles.values()) == 14 and all(count % 2 == 0 for count in tiles.values())


def _once_each(tiles: Tiles, kinds: Sequence[str]) -> str | None:
    """The tile beyond one of each of these, None where there is none or more than that one."""
    left = Counter(tiles)
    left.subtract(kinds)
    more = [tile for tile, count in left.items() if count]
    return more[0] if len(more) == 1 and left[more[0]] == 1 else None


def _run(suit: str, first: int, last: int) -> list[str]:
    return [f"{number}{suit}" for number in range(first, last + 1)]


def _knitting(tiles: Tiles) -> bool:
    suits = sorted(suits_of(tiles))
    if len(suits) != 2 or sum(tiles.values()) != 14 or any(tile[1] == "z" for tile in tiles):
        return False
    suit, other = suits
    return all(tiles.get(f"{n}{suit}", 0) == tiles.get(f"{n}{other}", 0) for n in range(1, 10))


def _triple_knitting(tiles: Tiles) -> bool:
    if sum(tiles.values()) != 14 or any(tile[1] == "z" for tile in tiles):
        return False
    spread = [sorted(tiles.get(f"{n}{suit}", 0) for suit in "mps") for n in range(1, 10)]
    pairs = [counts for counts in spread if counts[0] != counts[2]]
    return len(pairs) == 1 and pairs[0][0] + 1 == pairs[0][1] == pairs[0][2]


def _snake(tiles: Tiles, *, any_pair: bool) -> bool:
    """1 to 9 of a suit and each wind, one of them twice: any, or the 1."""
    for suit in suits_of(tiles):
        twice = _once_each(tiles, [*_run(suit, 1, 9), *WINDS])
        if twice is not None:
            return twice == f"1{suit}" or (any_pair and (twice in WINDS or twice[1] == suit))
    return False


def _dragon_snake(tiles: Tiles) -> bool:
    for suit in suits_of(tiles):
        left = Counter(tiles)
        left.subtract([*_run(suit, 1, 9), *DRAGONS])
        more = {tile: count for tile, count in left.items() if count}
        if len(more) == 1 and all(tile in WINDS and count == 2 for tile, count in more.items()):
            return True
    return False


def _court(tiles: Tiles) -> bool:
    return any(Counter(tiles) == Counter([*_run(suit, 1, 7), *HONOURS]) for suit in "mps")


def _gates(tiles: Tiles) -> bool:
    suits = {tile[1] for tile in tiles}
    if len(suits) != 1 or suits == {"z"} or sum(tiles.values()) != 14:
        return False
    numbers = Counter({int(tile[0]): count for tile, count in tiles.items()})
    return all(numbers[number] >= count for number, count in GATES.items())


def _gates_of_sets(sets: Sets) -> bool:
    return sum(not tile_set.concealed for tile_set in sets) <= 1 and _gates(laid(sets))


def _curling_snake(sets: Sets) -> bool:
    if len({tile_set.tile[1] for tile_set in sets}) != 1 or suits_of(laid(sets)) == set():
        return False
    triplets = sorted(tile_set.tile[0] for tile_set in sets if tile_set.is_pung_or_kong)
    middle = sorted(
        number
        for tile_set in sets
        if not tile_set.is_pung_or_kong
        for number in (tile[0] for tile in tile_set.tiles)
    )
    pair = next((tile_set.tile[0] for tile_set in sets if tile_set.kind == "pair"), "")
    return triplets == ["1", "9"] and pair in "258" and middle == sorted([*"2345678", pair])


def is_clean(sets: Sets) -> bool:
    """Whether there is one suit at most, beside winds and dragons."""
    return len(suits_of(laid(sets))) <= 1


SPECIALS: tuple[SpecialHand, ...] = (
    SpecialHand(
        "heavens_blessing",
        Text("Heaven’s blessing"),
        Text("East is complete with the fourteen tiles as dealt."),
        tick="heavenly",
    ),
    SpecialHand(
        "earths_blessing",
        Text("Earth’s blessing"),
        Text("Mahjong on East’s first discard."),
        tick="heavenly",
    ),
    SpecialHand(
        "moon",
        Text("Moon from the bottom of the sea"),
        Text("Mahjong with the last tile of the wall, which is the 1 of circles."),
        tick="moon",
    ),
    SpecialHand(
        "plum_blossom",
        Text("Plum blossom from the roof"),
        Text("Mahjong with a replacement tile, which is the 5 of circles."),
        tick="plum_blossom",
    ),
    SpecialHand(
        "twofold_fortune",
        Text("Twofold fortune"),
        Text("A kong, a second one with its replacement tile, and mahjong with the replacement of that."),
        tick="kong_on_kong",
    ),
    SpecialHand(
        "carrying_pole",
        Text("Scratching a carrying pole"),
        Text("Mahjong by robbing a kong of the 2 of bamboos."),
        tick="carrying_pole",
    ),
    SpecialHand(
        "thirteen_orphans",
        Text("Thirteen unique wonders"),
        Text("A 1 and a 9 of each suit, each wind and each dragon, and any one of these twice."),
        "19m 19p 19s 12344567z",
        of_tiles=lambda tiles: _once_each(tiles, [*ENDS, *HONOURS]) in (*ENDS, *HONOURS),
    ),
    SpecialHand(
        "gates_of_heaven",
        Text("Gates of heaven"),
        Text("1-1-1-2-3-4-5-6-7-8-9-9-9 of one suit, concealed, and any one tile of that suit."),
        "11123455678999s",
        of_sets=_gates_of_sets,
        of_tiles=_gates,
    ),
    SpecialHand(
        "imperial_jade",
        Text("Imperial jade"),
        Text("Pungs, kongs and a pair of green tiles only: the 2, 3, 4, 6, 8 of bamboos, the green dragon."),
        "222s 444s 666s 666z 88s",
        of_sets=lambda sets: has_no_chow(sets) and _all_in(laid(sets), GREEN),
    ),
    SpecialHand(
        "jade",
        Text("Jade hand"),
        Text("Green tiles only, sequences too: the 2, 3, 4, 6, 8 of bamboos and the green dragon."),
        "234s 234s 666s 666z 88s",
        of_sets=lambda sets: _all_in(laid(sets), GREEN),
    ),
    SpecialHand(
        "heads_and_tails",
        Text("Heads and tails"),
        Text("Pungs, kongs and a pair of 1 and 9 only."),
        "111m 999p 111s 999s 99m",
        of_sets=lambda sets: _all_in(laid(sets), ENDS),
    ),
    SpecialHand(
        "all_winds_and_dragons",
        Text("All winds and dragons"),
        Text("Pungs, kongs and a pair of winds and dragons only."),
        "222z 444z 555z 777z 11z",
        of_sets=lambda sets: _all_in(laid(sets), HONOURS),
    ),
    SpecialHand(
        "three_great_scholars",
        Text("Three great scholars"),
        Text("Pungs or kongs of the three dragons, another pung or kong, and any pair."),
        "555z 666z 777z 999p 22s",
        of_sets=lambda sets: has_no_chow(sets) and count_triplets(sets, DRAGONS) == 3,
    ),
    SpecialHand(
        "three_dragons",
        Text("Three dragons"),
        Text("Pungs or kongs of the three dragons, any fourth set and any pair."),
        "555z 666z 777z 234p 99s",
        of_sets=lambda sets: count_triplets(sets, DRAGONS) == 3,
    ),
    SpecialHand(
        "four_blessings",
        Text("Four blessings"),
        Text("Pungs or kongs of the four winds, and any pair."),
        "111z 222z 333z 444z 55m",
        of_sets=lambda sets: count_triplets(sets, WINDS) == 4,
    ),
    SpecialHand(
        "fourfold_plenty",
        Text("Fourfold plenty"),
        Text("Four kongs and any pair."),
        "3333m 4444p 7777s 5555z 88m",
        of_sets=lambda sets: sum(tile_set.kind == "kong" for tile_set in sets) == 4,
    ),
    SpecialHand(
        "four_concealed_kongs",
        Text("Four concealed kongs"),
        Text("Four concealed kongs and any pair."),
        "x33xm x44xp x77xs x55xz 88m",
        of_sets=lambda sets: count_concealed_triplets(sets, ("kong",)) == 4,
    ),
    SpecialHand(
        "buried_treasure",
        Text("Buried treasure"),
        Text("Four concealed pungs and a pair, of one suit with winds and dragons."),
        "111s 333s 777s 777z 22s",
        of_sets=lambda sets: count_concealed_triplets(sets, ("pung",)) == 4 and is_clean(sets),
    ),
    SpecialHand(
        "hidden_treasure",
        Text("Hidden treasure"),
        Text("Four pungs or kongs and a pair, all concealed and the last tile drawn."),
        "222m 555p 777s 444z 33m",
        of_sets=lambda sets: (
            count_concealed_triplets(sets) == 4 and all(tile_set.concealed for tile_set in sets)
        ),
        drawn=True,
    ),
    SpecialHand(
        "concealed_suit",
        Text("Concealed suit"),
        Text("One suit without winds and dragons, all concealed."),
        "123p 345p 678p 999p 55p",
        of_sets=lambda sets: (
            len({tile_set.tile[1] for tile_set in sets}) == 1
            and suits_of(laid(sets)) != set()
            and all(tile_set.concealed for tile_set in sets)
        ),
        drawn=True,
    ),
    SpecialHand(
        "curling_snake",
        Text("Curling snake"),
        Text(
            "Of one suit: pungs of 1 and 9, a pair of 2, 5 or 8, and the others once each in sequences; "
            "Millington’s wriggling snake."
        ),
        "111m 22m 345m 678m 999m",
        of_sets=_curling_snake,
    ),
    SpecialHand(
        "wriggling_snake",
        Text("Wriggling snake"),
        Text("A pair of 1 and the 2 to 9 of one suit, and each wind."),
        "1123456789m 1234z",
        of_tiles=lambda tiles: _snake(tiles, any_pair=False),
    ),
    SpecialHand(
        "wind_snake",
        Text("Wind snake"),
        Text("1 to 9 of one suit and each wind, any one of them twice."),
        "123456789p 12334z",
        of_tiles=lambda tiles: _snake(tiles, any_pair=True),
    ),
    SpecialHand(
        "dragon_snake",
        Text("Dragon snake"),
        Text("1 to 9 of one suit, each dragon, and a pair of winds."),
        "123456789s 567z 22z",
        of_tiles=_dragon_snake,
    ),
    SpecialHand(
        "court_of_peking",
        Text("Court of Peking"),
        Text("1 to 7 of one suit, each wind and each dragon."),
        "1234567m 1234567z",
        of_tiles=_court,
    ),
    SpecialHand(
        "honour_pairs",
        Text("Honour pairs"),
        Text("Seven pairs of winds and dragons."),
        "11z 22z 33z 44z 55z 66z 77z",
        of_tiles=lambda tiles: _pairs(tiles) and _all_in(tiles, HONOURS),
    ),
    SpecialHand(
        "all_pair_honours",
        Text("All pair honours"),
        Text("Seven pairs of winds, dragons, 1 and 9."),
        "11s 99p 11z 33z 44z 55z 77z",
        of_tiles=lambda tiles: _pairs(tiles) and _all_in(tiles, (*HONOURS, *ENDS)),
    ),
    SpecialHand(
        "pure_pairs",
        Text("Pure pairs"),
        Text("Seven pairs of one suit."),
        "11p 22p 44p 55p 66p 88p 99p",
        of_tiles=lambda tiles: _pairs(tiles) and {tile[1] for tile in tiles} in ({"m"}, {"p"}, {"s"}),
    ),
    SpecialHand(
        "very_clean_pairs",
        Text("Very clean pairs"),
        Text("Seven pairs of 1 and 9 of one suit, winds and dragons."),
        "11s 99s 11z 22z 33z 66z 77z",
        of_tiles=lambda tiles: (
            _pairs(tiles) and _all_in(tiles, (*HONOURS, *ENDS)) and len(suits_of(tiles)) == 1
        ),
    ),
    SpecialHand(
        "clean_pairs",
        Text("Clean pairs"),
        Text("Seven pairs of one suit with winds and dragons."),
        "22m 44m 55m 88m 11z 33z 66z",
        of_tiles=lambda tiles: _pairs(tiles) and len(suits_of(tiles)) == 1,
    ),
    SpecialHand(
        "seven_pairs",
        Text("Seven pairs"),
        Text("Any seven pairs."),
        "22m 77m 33p 88p 11s 66s 44z",
        of_tiles=_pairs,
    ),
    SpecialHand(
        "triple_knitting",
        Text("Triple knitting"),
        Text("Four times one number in the three suits, and a number in two suits as the pair."),
        "12367m 12367s 1367p",
        of_tiles=_triple_knitting,
    ),
    SpecialHand(
        "knitting",
        Text("Knitting"),
        Text("Seven pairs, each of one number in the same two suits."),
        "1235679m 1235679s",
        of_tiles=_knitting,
    ),
)
BY_KEY = {special.key: special for special in SPECIALS}
