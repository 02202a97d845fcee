"""Counting one hand of Chinese classical mahjong, every line and every doubling explained (seed 001)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..game import WINDS
from ..words import Text
from .hand import DRAGONS, CountedHand, TileSet, set_name, tile_name
from .options import Rules

#: Points of kongs and pungs: (exposed, concealed), of winds, dragons, 1 and 9, then of 2 to 8. Seed 001.
TRIPLET_POINTS = {
    ("kong", True): (16, 32),
    ("kong", False): (8, 16),
    ("pung", True): (4, 8),
    ("pung", False): (2, 4),
}


@dataclass(frozen=True, slots=True)
class Count:
    """A counted hand: `points` is what it is worth at the settlement, after doublings and limit.

    `lines` say what each set and bonus brings, in points; `doublings` by what the sum of the lines is
    multiplied, and why. `uncapped` is what it would be worth without the limit.
    """

    points: int
    lines: tuple[tuple[Text, int], ...]
    doublings: tuple[tuple[Text, int], ...]
    uncapped: int

    @property
    def base(self) -> int:
        """The sum of the lines, before any doubling."""
        return sum(points for _, points in self.lines)


def count_hand(
    rules: Rules,
    hand: CountedHand,
    *,
    wind: str,
    dominant: str | None,
    winner: bool = False,
    self_drawn: bool = False,
) -> Count:
    """Count one seat's hand; `wind` is the seat's own, `dominant` the hand's (None: dice not thrown yet).

    Also counts a hand that is still being entered: what needs a whole mahjong (no sequence, one suit) is
    only given once there are four sets and a pair.

    >>> hand = CountedHand(sets=(TileSet("pung", "1z", concealed=True), TileSet("pair", "5z", True)))
    >>> count = count_hand(Rules(), hand, wind="E", dominant="E")
    >>> count.base, [factor for _, factor in count.doublings], count.points
    (10, [2, 2], 40)
    """
    if hand.points is not None:
        lines: tuple[tuple[Text, int], ...] = ((Text("counted by the players"), hand.points),)
        doublings: tuple[tuple[Text, int], ...] = ()
    else:
        lines = (*_set_lines(rules, hand, wind, dominant), *_bonus_lines(rules, hand))
        doublings = tuple(_doublings(hand, rules, wind, dominant))
        if winner:
            lines += tuple(_winner_bonus(rules, hand, self_drawn))
            doublings += tuple(_winner_doublings(rules, hand))
    worth = sum(points for _, points in lines)
    for _, factor in doublings:
        worth *= factor
    return Count(worth if rules.limit is None else min(worth, rules.limit), lines, doublings, worth)


def set_points(rules: Rules, part: TileSet, wind: str, dominant: str | None) -> int:
    """What one set is worth, by the seed's table of eleven rows."""
    if part.kind == "chow":
        return 0
    if part.kind == "pair":
        if part.tile in DRAGONS:
            return 2 if part.concealed else 0
        times = (part.tile == wind_tile(wind)) + (dominant is not None and part.tile == wind_tile(dominant))
        return 2 * (times if rules.double_wind_pair else min(times, 1))
    exposed, concealed = TRIPLET_POINTS[part.kind, part.is_honour or part.is_terminal]
    return concealed if part.concealed else exposed


def wind_tile(wind: str) -> str:
    """The tile of a wind.

    >>> wind_tile("S")
    '2z'
    """
    return f"{WINDS.index(wind) + 1}z"


def _set_lines(
    rules: Rules, hand: CountedHand, wind: str, dominant: str | None
) -> Iterator[tuple[Text, int]]:
    for part in hand.sets:
        name = set_name(part)
        if part.kind == "pair" and part.tile[1] == "z":
            own = part.tile == wind_tile(wind)
            prevailing = dominant is not None and part.tile == wind_tile(dominant)
            if own and prevailing:
                name = Text("{name} (seat and dominant wind)", name=name)
            elif own:
                name = Text("{name} (seat wind)", name=name)
            elif prevailing:
                name = Text("{name} (dominant wind)", name=name)
        yield name, set_points(rules, part, wind, dominant)


def _bonus_lines(rules: Rules, hand: CountedHand) -> Iterator[tuple[Text, int]]:
    held = len(hand.flowers) + len(hand.seasons)
    if held and rules.flower_points:
        yield Text("flowers and seasons: {held}", held=held), held * rules.flower_points


def _doublings(
    hand: CountedHand, rules: Rules, wind: str, dominant: str | None
) -> Iterator[tuple[Text, int]]:
    number = WINDS.index(wind) + 1
    for held, own, all_four in (
        (hand.flowers, Text("own flower"), Text("all four flowers")),
        (hand.seasons, Text("own season"), Text("all four seasons")),
    ):
        if len(held) == 4:
            yield Text("{all_four} (bouquet)", all_four=all_four), 8
        if number in held and not (len(held) == 4 and rules.bouquet_includes_own):
            yield Text("{own} ({number})", own=own, number=number), 2
    for part in hand.sets:
        if not part.is_triplet:
            continue
        name = tile_name(part.tile)
        if part.tile in DRAGONS:
            yield name, 2
        if part.tile == wind_tile(wind):
            yield Text("seat wind, {name}", name=name), 2
        if dominant is not None and part.tile == wind_tile(dominant):
            yield Text("dominant wind, {name}", name=name), 2


def _winner_bonus(rules: Rules, hand: CountedHand, self_drawn: bool) -> Iterator[tuple[Text, int]]:
    """One bonus, the highest that fits; or the ordinary 20 and what each feat adds to it."""
    chows_only = hand.is_complete and not any(part.is_triplet for part in hand.sets)
    ordinary = Text("mahjong")
    drawn = Text("mahjong, self-drawn")
    no_pung = Text("mahjong, no pung or kong")
    if "heavenly" in hand.feats:
        yield Text("mahjong as dealt"), 100
    elif rules.winner_bonus == "additive":
        yield ordinary, 20
        if self_drawn:
            yield Text.at("Chinese classical", "self-drawn"), 2
        if chows_only:
            yield Text("no pung or kong"), 10
    elif chows_only:
        yield no_pung, 30
    elif self_drawn:
        yield drawn, 22
    else:
        yield ordinary, 20


def _winner_doublings(rules: Rules, hand: CountedHand) -> Iterator[tuple[Text, int]]:
    if "last_tile" in hand.feats:
        yield Text("last tile of the wall"), 2
    if hand.is_complete and not any(part.kind == "chow" for part in hand.sets):
        yield Text("no sequence"), 2
    if "loose_tile" in hand.feats and rules.loose_tile:
        yield Text("loose tile"), 2
    if hand.is_complete and _all_terminals(rules, hand):
        yield Text("pungs and kongs of 1 and 9 only"), 2
    if not hand.is_complete:
        return
    # One suit and all honours are a single x8, whichever of them the hand shows.
    suits = {part.tile[1] for part in hand.sets} - {"z"}
    dragons = sum(part.is_triplet and part.tile in DRAGONS for part in hand.sets)
    if len(suits) == 1:
        yield Text("one suit, winds and dragons apart"), 8
    elif rules.honours_hand == "all_honours" and not suits:
        yield Text("all honours"), 8
    elif rules.honours_hand == "three_dragons" and dragons == 3:
        yield Text("pungs or kongs of all three dragons"), 8


def _all_terminals(rules: Rules, hand: CountedHand) -> bool:
    triplets = [part for part in hand.sets if part.is_triplet]
    if not triplets or not all(part.is_terminal for part in triplets):
        return False
    if rules.terminal_pungs == "chows_too":
        return True
    if any(part.kind == "chow" for part in hand.sets):
        return False
    return rules.terminal_pungs == "pair_free" or all(part.is_terminal for part in hand.sets)
