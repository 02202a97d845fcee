"""Counting one hand of Chinese classical mahjong, every line and every doubling explained.

Seed 001; what Western books count otherwise is an option (docs/rules/classical.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..game import WINDS
from ..kit.tile_sets import DRAGONS, TileSet, set_name, tile_name
from ..kit.tile_sets import WINDS as WIND_TILES
from ..words import Text
from .doublings import BY_KEY, HONOUR_SETS
from .hand import DEALT, CountedHand
from .options import PURITY, Rules
from .specials import count_concealed_triplets, count_triplets, has_no_chow

#: Points of kongs and pungs: (exposed, concealed), of winds, dragons, 1 and 9, then of 2 to 8. Seed 001.
TRIPLET_POINTS = {
    ("kong", True): (16, 32),
    ("kong", False): (8, 16),
    ("pung", True): (4, 8),
    ("pung", False): (2, 4),
}
#: What a mahjong as dealt counts (seed 001).
DEALT_POINTS = 100
#: A tick that says another one too.
IMPLIED = {"moon": "last_tile", "carrying_pole": "robbed_kong"}


@dataclass(frozen=True, slots=True)
class Count:
    """A counted hand: `points` is what it is worth at the settlement, after doublings and limit.

    `lines` say what each set and bonus brings, in points; `doublings` by what the sum of the lines is
    multiplied, and why; `apart` what is added after that. `uncapped` is what it would be worth without the
    limit.
    """

    points: int
    lines: tuple[tuple[Text, int], ...]
    doublings: tuple[tuple[Text, int], ...]
    uncapped: int
    apart: tuple[tuple[Text, int], ...] = ()

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
        name = Text.plain(hand.special) if hand.special else Text("counted by the players")
        special = rules.special(hand.special) if hand.special else None
        return _capped(rules, ((special[0] if special else name, hand.points),), ())
    usual = _usual(rules, hand, wind, dominant, winner=winner, self_drawn=self_drawn)
    if not rules.counts_special_hands or not (winner or hand.special):
        return usual
    other = max(
        _special_counts(rules, hand, wind, dominant, winner=winner, self_drawn=self_drawn),
        key=lambda count: count.uncapped,
        default=None,
    )
    if other is None or (hand.sets and usual.uncapped > other.uncapped):
        return usual
    return other


def best_special_hand(rules: Rules, hand: CountedHand, *, winner: bool, self_drawn: bool) -> str | None:
    """The special hand of most points that a hand is, by its key or the club's name; None where it is none.

    What was named, what was ticked (the moon, as dealt), and what the four sets and a pair show.
    """
    names = [hand.special] if hand.special and rules.plays_special(hand.special) else []
    if winner:
        for special in rules.special_hands:
            has_shape = special.of_sets is not None and hand.is_complete and special.of_sets(hand.sets)
            if has_shape and (self_drawn or not special.drawn):
                names.append(special.key)
            if special.tick and special.tick in _ticks(hand, self_drawn, special.key):
                names.append(special.key)

    def worth(name: str) -> int:
        special = rules.special(name)
        return (special[2] if hand.fishing else special[1]) if special else 0

    return max(names, key=worth, default=None)


def _ticks(hand: CountedHand, self_drawn: bool, key: str) -> set[str]:
    """The ticks of a hand; as dealt is heaven's blessing where nobody discarded, else earth's."""
    ticks = set(hand.feats)
    if not ticks & set(DEALT) or key != ("heavens_blessing" if self_drawn else "earths_blessing"):
        return ticks - {"heavenly"}
    return ticks | {"heavenly"}


def _capped(
    rules: Rules,
    lines: tuple[tuple[Text, int], ...],
    doublings: tuple[tuple[Text, int], ...],
    apart: tuple[tuple[Text, int], ...] = (),
) -> Count:
    worth = sum(points for _, points in lines)
    for _, factor in doublings:
        worth *= factor
    worth += sum(points for _, points in apart)
    return Count(worth if rules.limit is None else min(worth, rules.limit), lines, doublings, worth, apart)


def _usual(
    rules: Rules, hand: CountedHand, wind: str, dominant: str | None, *, winner: bool, self_drawn: bool
) -> Count:
    """Sets, flowers and doublings, as any hand is counted."""
    sets = tuple(set_lines(rules, hand, wind, dominant))
    lines = (*sets, *_bonus_lines(rules, hand))
    doublings = (
        *_flower_doublings(hand, rules, wind),
        *_doublings(hand, rules, wind, dominant, winner=winner),
    )
    if winner:
        lines += tuple(_winner_bonus(rules, hand, self_drawn))
        worthless = not any(points for _, points in sets)
        doublings += tuple(_winner_doublings(rules, hand, self_drawn=self_drawn, worthless=worthless))
    return _capped(rules, lines, doublings)


def _special_counts(
    rules: Rules, hand: CountedHand, wind: str, dominant: str | None, *, winner: bool, self_drawn: bool
) -> Iterator[Count]:
    """What the hand is worth as a special hand, the flowers counted beside it (British rules)."""
    flowers = _usual(
        rules, replace(hand, sets=(), feats=()), wind, dominant, winner=False, self_drawn=False
    ).uncapped
    apart = ((Text("flowers and seasons, with their doublings"), flowers),) if flowers else ()
    name = best_special_hand(rules, hand, winner=winner, self_drawn=self_drawn)
    special = rules.special(name) if name else None
    if special is not None and name != PURITY:
        worth = special[2] if hand.fishing else special[1]
        label = Text("{hand}, one tile lacking", hand=special[0]) if hand.fishing else special[0]
        yield _capped(rules, ((label, worth),), (), apart)
    pure = winner and hand.is_complete and has_no_chow(hand.sets) and _is_pure(hand)
    if rules.purity_apart and (pure or (hand.fishing and name == PURITY)):
        lines = tuple(set_lines(rules, hand, wind, dominant))
        doublings = [(Text("one suit alone"), 2**rules.purity)]
        if winner:
            lines += tuple(_winner_bonus(rules, hand, self_drawn))
            if "last_discard" in hand.feats:
                doublings.append((Text("last discard"), 2 ** rules.times("last_discard")))
        yield _capped(rules, lines, tuple(doublings), apart)


def set_points(rules: Rules, tile_set: TileSet, wind: str, dominant: str | None) -> int:
    """What one set is worth, by the seed's table of eleven rows."""
    if tile_set.kind == "chow":
        return 0
    if tile_set.kind == "pair":
        if tile_set.tile in DRAGONS:
            return 2 if tile_set.concealed or rules.dragon_pair == "any" else 0
        times = (tile_set.tile == wind_tile(wind)) + (
            dominant is not None and tile_set.tile == wind_tile(dominant)
        )
        return 2 * (times if rules.double_wind_pair else min(times, 1))
    exposed, concealed = TRIPLET_POINTS[tile_set.kind, tile_set.is_honour or tile_set.is_terminal]
    twice = 2 if rules.dragons_twice and tile_set.tile in DRAGONS else 1
    return (concealed if tile_set.concealed else exposed) * twice


def wind_tile(wind: str) -> str:
    """The tile of a wind.

    >>> wind_tile("S")
    '2z'
    """
    return f"{WINDS.index(wind) + 1}z"


def set_lines(rules: Rules, hand: CountedHand, wind: str, dominant: str | None) -> Iterator[tuple[Text, int]]:
    """Each set of the hand with its points, in order."""
    by_round = rules.round_wind == "round"
    for tile_set in hand.sets:
        name = set_name(tile_set)
        if tile_set.kind == "pair" and tile_set.tile[1] == "z":
            is_seat_wind = tile_set.tile == wind_tile(wind)
            prevailing = dominant is not None and tile_set.tile == wind_tile(dominant)
            if is_seat_wind and prevailing:
                name = (
                    Text("{name} (seat and round wind)", name=name)
                    if by_round
                    else Text("{name} (seat and dominant wind)", name=name)
                )
            elif is_seat_wind:
                name = Text("{name} (seat wind)", name=name)
            elif prevailing:
                name = (
                    Text("{name} (round wind)", name=name)
                    if by_round
                    else Text("{name} (dominant wind)", name=name)
                )
        yield name, set_points(rules, tile_set, wind, dominant)


def _bonus_lines(rules: Rules, hand: CountedHand) -> Iterator[tuple[Text, int]]:
    bonus_tiles = len(hand.flowers) + len(hand.seasons)
    if bonus_tiles and rules.flower_points:
        yield Text("flowers and seasons: {held}", held=bonus_tiles), bonus_tiles * rules.flower_points


def _flower_doublings(hand: CountedHand, rules: Rules, wind: str) -> Iterator[tuple[Text, int]]:
    number = WINDS.index(wind) + 1
    both = number in hand.flowers and number in hand.seasons
    if rules.own_flower == "both" and both:
        yield Text("own flower and own season ({number})", number=number), 2
    for numbers, flower_name, all_four in (
        (hand.flowers, Text("own flower"), Text("all four flowers")),
        (hand.seasons, Text("own season"), Text("all four seasons")),
    ):
        if len(numbers) == 4 and rules.bouquet_doubles:
            yield Text("{all_four} (bouquet)", all_four=all_four), 2**rules.bouquet_doubles
        if rules.own_flower == "both" or number not in numbers:
            continue
        if not (len(numbers) == 4 and rules.bouquet_includes_own):
            yield Text("{own} ({number})", own=flower_name, number=number), 2


def _doublings(
    hand: CountedHand, rules: Rules, wind: str, dominant: str | None, *, winner: bool
) -> Iterator[tuple[Text, int]]:
    prevailing = Text("dominant wind") if rules.round_wind == "break" else Text("round wind")
    for tile_set in hand.sets:
        if not tile_set.is_pung_or_kong:
            continue
        name = tile_name(tile_set.tile)
        if tile_set.tile in DRAGONS:
            yield name, 2
        if tile_set.tile == wind_tile(wind):
            yield Text("seat wind, {name}", name=name), 2
        if dominant is not None and tile_set.tile == wind_tile(dominant):
            yield Text("{prevailing}, {name}", prevailing=prevailing, name=name), 2
    if rules.counts_sets_of_all:
        keys = set(_shown_by_everyone(hand))
        if rules.dragons_and_winds == "winner" and not winner:
            keys -= set(HONOUR_SETS)
        yield from _lines_of(rules, keys)
    counted = {"winner": winner, "everyone": True}.get(rules.original_call, False)
    if "original_call" in hand.feats and counted:
        yield Text("original call"), 2


def _lines_of(rules: Rules, keys: set[str]) -> Iterator[tuple[Text, int]]:
    """The doublings of these lines, in the order of the sheet, each without the lesser one it replaces."""
    counted = [BY_KEY[key] for key in rules.doubling_times if key in keys]
    replaced = {line.instead for line in counted}
    for doubling in counted:
        if doubling.key not in replaced:
            yield doubling.name, 2 ** rules.doubling_times[doubling.key]


def _shown_by_everyone(hand: CountedHand) -> Iterator[str]:
    """The lines that the sets of any hand show."""
    pairs = [tile_set.tile for tile_set in hand.sets if tile_set.kind == "pair"]
    for tiles, name in ((DRAGONS, "dragons"), (WIND_TILES, "winds")):
        triplets = count_triplets(hand.sets, tiles)
        if triplets == len(tiles):
            yield f"big_{name}"
        elif triplets == len(tiles) - 1 and any(tile in tiles for tile in pairs):
            yield f"little_{name}"
    concealed = count_concealed_triplets(hand.sets)
    if concealed >= 4:
        yield "four_concealed_pungs"
    elif concealed == 3:
        yield "three_concealed_pungs"
    if count_concealed_triplets(hand.sets, ("kong",)) >= 3:
        yield "three_concealed_kongs"
    if sum(tile_set.kind == "kong" for tile_set in hand.sets) == 4:
        yield "four_kongs"


def _winner_bonus(rules: Rules, hand: CountedHand, self_drawn: bool) -> Iterator[tuple[Text, int]]:
    """One bonus, the highest that fits; or the ordinary one and what each feat adds to it."""
    chows_only = hand.is_complete and not any(tile_set.is_pung_or_kong for tile_set in hand.sets)
    mahjong = rules.mahjong_points
    drawn = rules.self_drawn_points if self_drawn else 0
    no_pung = rules.no_pung_points if chows_only else 0
    if set(hand.feats) & set(DEALT):
        yield Text("mahjong as dealt"), DEALT_POINTS
    elif rules.winner_bonus == "additive":
        yield Text("mahjong"), mahjong
        if drawn:
            yield Text.at("Chinese classical", "self-drawn"), drawn
        if no_pung:
            yield Text("no pung or kong"), no_pung
    elif no_pung and no_pung >= drawn:
        yield Text("mahjong, no pung or kong"), mahjong + no_pung
    elif drawn:
        yield Text("mahjong, self-drawn"), mahjong + drawn
    else:
        yield Text("mahjong"), mahjong
    if "only_tile" in hand.feats and rules.only_tile_points:
        yield Text("the only possible tile"), rules.only_tile_points
    if "completed_pair" in hand.feats and (pair := _completed_pair(rules, hand)):
        yield Text("the pair completed"), pair
    if "pe_ling" in hand.feats and rules.pe_ling_points:
        yield Text("1 of circles for the 1 of bamboos"), rules.pe_ling_points


def _completed_pair(rules: Rules, hand: CountedHand) -> int:
    pair = next((tile_set for tile_set in hand.sets if tile_set.kind == "pair"), None)
    major = pair is not None and (pair.is_honour or pair.is_terminal)
    return rules.completed_major_pair_points if major else rules.completed_pair_points


def _winner_doublings(
    rules: Rules, hand: CountedHand, *, self_drawn: bool, worthless: bool
) -> Iterator[tuple[Text, int]]:
    ticked = set(hand.feats) | {lesser for tick, lesser in IMPLIED.items() if tick in hand.feats}
    keys = set(_shown_by_winner(hand, self_drawn)) | (
        {"no_points"} if hand.is_complete and worthless else set()
    )
    yield from _lines_of(rules, ticked | keys)
    loose = {"loose_tile", "plum_blossom", "kong_on_kong"} & set(hand.feats)
    more = any(rules.times(feat) for feat in loose - {"loose_tile"})
    if loose and rules.loose_tile and not more:
        yield Text("loose tile"), 2
    if not hand.is_complete:
        return
    if _all_terminals(rules, hand):
        yield Text("pungs and kongs of 1 and 9 only"), 2
    # One suit and all honours are a single x8, whichever of them the hand shows.
    suits = {tile_set.tile[1] for tile_set in hand.sets} - {"z"}
    dragons = sum(tile_set.is_pung_or_kong and tile_set.tile in DRAGONS for tile_set in hand.sets)
    if len(suits) == 1:
        yield from _one_suit(rules, hand)
    elif rules.honours_hand == "all_honours" and not suits:
        yield Text("all honours"), 8
    elif rules.honours_hand == "three_dragons" and dragons == 3:
        yield Text("pungs or kongs of all three dragons"), 8


def _one_suit(rules: Rules, hand: CountedHand) -> Iterator[tuple[Text, int]]:
    """One suit alone, or with winds and dragons; where it is counted apart, sequences make it the latter."""
    if not _is_pure(hand) or (rules.purity_apart and not has_no_chow(hand.sets)):
        if rules.one_suit_doubles:
            yield Text("one suit, winds and dragons apart"), 2**rules.one_suit_doubles
    elif rules.purity and not rules.purity_apart:
        yield Text("one suit alone"), 2**rules.purity


def _is_pure(hand: CountedHand) -> bool:
    return len({tile_set.tile[1] for tile_set in hand.sets} | {"z"}) == 2 and not any(
        tile_set.is_honour for tile_set in hand.sets
    )


def _shown_by_winner(hand: CountedHand, self_drawn: bool) -> Iterator[str]:
    """The lines that a whole mahjong shows by its sets."""
    if not hand.is_complete:
        return
    if has_no_chow(hand.sets):
        yield "no_chow"
    if not any(tile_set.is_pung_or_kong for tile_set in hand.sets):
        yield "all_chows"
    if self_drawn and all(tile_set.concealed for tile_set in hand.sets):
        yield "all_concealed"
    tiles = [
        tile
        for tile_set in hand.sets
        for tile in (tile_set.tiles if tile_set.kind == "chow" else (tile_set.tile,))
    ]
    if all(tile[1] != "z" and tile[0] in "2345678" for tile in tiles):
        yield "middle"
    if all(tile[1] == "z" or tile[0] in "19" for tile in tiles):
        yield "majors"
    if all(tile[1] == "z" for tile in tiles):
        yield "only_honours"


def _all_terminals(rules: Rules, hand: CountedHand) -> bool:
    triplets = [tile_set for tile_set in hand.sets if tile_set.is_pung_or_kong]
    if not triplets or not all(tile_set.is_terminal for tile_set in triplets):
        return False
    if rules.terminal_pungs == "none":
        return False
    if rules.terminal_pungs == "chows_too":
        return True
    if any(tile_set.kind == "chow" for tile_set in hand.sets):
        return False
    return rules.terminal_pungs == "pair_free" or all(tile_set.is_terminal for tile_set in hand.sets)
