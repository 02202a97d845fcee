"""A counted hand of Chinese classical mahjong: what it is made of, and what no hand can hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..game import RuleError
from ..kit.tile_sets import TileSet, read_set, set_to_json, tile_name
from ..reading import Reader
from ..words import Text
from .doublings import BY_KEY
from .options import Rules

#: Ways to finish with a tile of one's own, with another's, and with either.
DRAWN = ("last_tile", "loose_tile", "moon", "plum_blossom", "kong_on_kong")
CLAIMED = ("last_discard", "robbed_kong", "carrying_pole")
#: A mahjong as dealt, or in the first turn.
DEALT = ("heavenly", "first_turn")
FEATS = (
    "last_tile",
    "loose_tile",
    "heavenly",
    "moon",
    "plum_blossom",
    "kong_on_kong",
    *CLAIMED,
    "only_tile",
    "completed_pair",
    "pe_ling",
    "all_concealed",
    "original_call",
    "first_turn",
)
#: What each way to finish is called in a sentence.
FEAT_NAMES = {key: line.name for key, line in BY_KEY.items() if key in FEATS} | {
    "loose_tile": Text("loose tile"),
    "carrying_pole": Text("robbed kong of the 2 of bamboos"),
    "only_tile": Text("the only possible tile"),
    "completed_pair": Text("the pair completed"),
    "pe_ling": Text("1 of circles for the 1 of bamboos"),
    "original_call": Text("original call"),
}
#: What a player who did not win may have too.
OF_EVERYONE = {"original_call"}
LONGEST_SPECIAL = 40
#: Above any hand the tables of the game can count, so that only slips of the finger are refused.
MOST_POINTS = 100_000_000


@dataclass(frozen=True, slots=True)
class CountedHand:
    """What one seat lays down: either `points` counted by the players, or its sets and bonus tiles.

    `flowers` and `seasons` are numbers 1 to 4 (1 belongs to East). `feats` are the winner's special ways to
    finish (`by` in a record): "last_tile", "loose_tile", "heavenly" and the others of `FEATS`. `special` is a
    special hand, by its key or as the club calls it (beside typed points whatever they call it); `fishing`
    where one tile of it is lacking.
    """

    points: int | None = None
    sets: tuple[TileSet, ...] = ()
    flowers: tuple[int, ...] = ()
    seasons: tuple[int, ...] = ()
    feats: tuple[str, ...] = ()
    special: str = ""
    fishing: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether it has the shape of a mahjong: four sets and a pair."""
        pairs = sum(tile_set.kind == "pair" for tile_set in self.sets)
        return pairs == 1 and len(self.sets) == 5


def read_hand(reader: Reader) -> CountedHand:
    """A counted hand of a record: its shape and ranges, and that each set exists."""
    special = " ".join((reader.text("special", LONGEST_SPECIAL) or "").split())
    fishing = reader.flag("fishing")
    if fishing and not special:
        raise reader.rule_error(
            "missing", "special", Text("Name the special hand of which one tile is lacking.")
        )
    if reader.has("points"):
        if any(reader.has(name) for name in ("sets", "flowers", "seasons", "by")):
            raise reader.rule_error(
                "points_or_sets",
                "points",
                Text("Give the points or the sets, not both: points are counted with everything in them."),
            )
        points = reader.whole("points", 0, MOST_POINTS)
        for name in ("sets", "flowers", "seasons", "by"):
            reader.value(name)
        reader.check_all_read()
        return CountedHand(points, special=special, fishing=fishing)
    reader.value("points")
    if reader.data.get("sets") is None and not special:
        raise reader.rule_error(
            "missing",
            "points",
            Text("Count this hand: its points or its sets are needed (none: an empty list)."),
        )
    sets = tuple(read_set(item) for item in reader.objects("sets", 14))
    hand = CountedHand(
        None,
        sets,
        _read_bonus_tiles(reader, "flowers"),
        _read_bonus_tiles(reader, "seasons"),
        reader.words("by", FEATS),
        special,
        fishing,
    )
    reader.check_all_read()
    return hand


def hand_to_json(hand: CountedHand) -> dict[str, Any]:
    """The hand in the shortest form of a record."""
    named: dict[str, Any] = {"special": hand.special} if hand.special else {}
    if hand.fishing:
        named["fishing"] = True
    if hand.points is not None:
        return {"points": hand.points, **named}
    sets = [set_to_json(tile_set) for tile_set in hand.sets]
    record: dict[str, Any] = {**({"sets": sets} if sets or not named else {}), **named}
    for name, values in (("flowers", hand.flowers), ("seasons", hand.seasons), ("by", hand.feats)):
        if values:
            record[name] = list(values)
    return record


def split_losing_tiles(tiles: Sequence[str]) -> tuple[TileSet, ...]:
    """What counts in concealed tiles of a hand that did not win: pungs, and pairs of winds and dragons.

    Sequences count nothing, so each kind of tile stands alone; four of a kind that were not laid down are a
    pung.

    >>> tiles = ["1m", "2m", "5z", "5z", "9p", "9p", "9p", "9p"]
    >>> [(part.kind, part.tile) for part in split_losing_tiles(tiles)]
    [('pair', '5z'), ('pung', '9p')]
    """
    counts = Counter(tiles)
    sets = []
    for tile in sorted(counts):
        if counts[tile] >= 3:
            sets.append(TileSet("pung", tile, concealed=True))
        elif counts[tile] == 2 and tile[1] == "z":
            sets.append(TileSet("pair", tile, concealed=True))
    return tuple(sets)


def check_losing_hand(rules: Rules, hand: CountedHand, path: str) -> None:
    """RuleError where a hand of thirteen tiles (and a fourth for each kong) cannot hold all its sets."""
    if set(hand.feats) - (OF_EVERYONE if rules.original_call == "everyone" else set()):
        raise RuleError(
            "by_not_winner",
            f"{path}.by",
            Text("Only the winner’s hand can end on the last tile, on a loose tile or as dealt."),
        )
    tiles_in_sets = sum(len(tile_set.tiles) - (tile_set.kind == "kong") for tile_set in hand.sets)
    if tiles_in_sets > 13:
        raise RuleError(
            "too_many_sets", f"{path}.sets", Text("These sets need more than the thirteen tiles of a hand.")
        )
    if hand.special and not hand.fishing and hand.points is None:
        raise RuleError(
            "special_not_won",
            f"{path}.special",
            Text("Only the winner has a special hand whole; another player may lack one tile of it."),
        )
    _check_special(rules, hand, path)


def may_count_as_dealt(rules: Rules, winner: int, source: int | None, east: int) -> bool:
    """Whether this win may count as dealt: on the deal or, by option, in the first turn."""
    if source is None:
        return winner == east or rules.heavenly in ("first_turn", "first_turn_or_first_discard")
    return source == east and rules.heavenly in ("first_turn_or_first_discard", "east_or_first_discard")


def check_winning_hand(
    rules: Rules, hand: CountedHand, path: str, *, winner: int, source: int | None, east: int
) -> None:
    """RuleError where the hand is no mahjong, or cannot have been finished the way it is told."""
    if hand.fishing:
        raise RuleError("winner_fishing", f"{path}.fishing", Text("The winner lacks no tile."))
    if hand.points is not None:
        return
    _check_special(rules, hand, path)
    if not hand.is_complete and (hand.sets or not hand.special):
        raise RuleError("not_a_mahjong", f"{path}.sets", Text("A mahjong is four sets and one pair."))
    dealt = may_count_as_dealt(rules, winner, source, east)
    if source is None and set(hand.feats) & set(CLAIMED):
        raise RuleError(
            "by_needs_discard",
            f"{path}.by",
            Text("The last discard and the tile of a robbed kong are another player’s."),
        )
    if source is not None and set(hand.feats) & {*DRAWN, *(() if dealt else DEALT)}:
        raise RuleError(
            "by_needs_self_draw",
            f"{path}.by",
            Text("The last tile of the wall, a loose tile and a hand as dealt are never another’s discard."),
        )
    if not set(hand.feats) & set(DEALT):
        return
    if not dealt:
        raise RuleError(
            "heavenly_not_east",
            f"{path}.by",
            Text("Only East is dealt fourteen tiles and can be complete as dealt."),
        )
    exposed = sum(not tile_set.concealed for tile_set in hand.sets)
    if exposed > (source is not None) or "last_tile" in hand.feats:
        raise RuleError(
            "heavenly_played_on",
            f"{path}.by",
            Text("A hand complete as dealt has nothing exposed and takes nothing from the end of the wall."),
        )


def _check_special(rules: Rules, hand: CountedHand, path: str) -> None:
    if not rules.plays_flowers and (hand.flowers or hand.seasons):
        kind = "flowers" if hand.flowers else "seasons"
        raise RuleError("no_flowers", f"{path}.{kind}", Text("These rules have no flowers and no seasons."))
    if hand.special and hand.points is None and not rules.plays_special(hand.special):
        raise RuleError(
            "unknown_special",
            f"{path}.special",
            Text("These rules have no special hand of that name; type its points with the name."),
        )


def check_tiles(hands: Sequence[CountedHand], jokers: int = 0) -> None:
    """RuleError where a tile is laid down more than four times, or a flower or season twice, at one table.

    `jokers` stand for tiles of any kind, so there may be so many more.
    """
    laid: Counter[str] = Counter()
    for seat, hand in enumerate(hands):
        for index, tile_set in enumerate(hand.sets):
            laid.update(tile_set.tiles)
            over = next((tile for tile in tile_set.tiles if laid[tile] > 4), None)
            if over is not None and sum(max(0, count - 4) for count in laid.values()) > jokers:
                name = tile_name(over)
                raise RuleError(
                    "fifth_tile",
                    f"hands.{seat}.sets.{index}.tile",
                    Text("There are only four of each tile, and here would be more: {name}.", name=name),
                )
    for name_of_kind in ("flowers", "seasons"):
        earlier: set[int] = set()
        for seat, hand in enumerate(hands):
            numbers = set(getattr(hand, name_of_kind))
            if earlier & numbers:
                raise RuleError(
                    "bonus_tile_twice",
                    f"hands.{seat}.{name_of_kind}",
                    Text("There is one of each flower and season, and another seat already has this one."),
                )
            earlier |= numbers


def _read_bonus_tiles(reader: Reader, name: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for index, value in enumerate(reader.items(name)):
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 4:
            raise reader.rule_error(
                "bonus_tile_out_of_range",
                f"{name}.{index}",
                Text("Flowers and seasons are numbered 1 (East) to 4 (North)."),
            )
        if value in numbers:
            raise reader.rule_error(
                "repeated", f"{name}.{index}", Text("Number {value} is there twice.", value=value)
            )
        numbers.append(value)
    return tuple(numbers)
