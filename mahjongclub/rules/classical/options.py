"""The options of Chinese classical mahjong and its presets. Each reading of seed 001 is an option."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from .. import options
from ..kit import common_options as common
from ..options import option
from ..words import Text
from .doublings import BOOKS, BY_KEY, DOUBLINGS, MOST
from .specials import BY_KEY as SPECIAL_BY_KEY
from .specials import SPECIALS, SpecialHand

SEED = "Règles du Mahjong (seed 001)"
READING = "a reading of Règles du Mahjong (seed 001)"


POINTS_OF = Text("Points, in other books")
DOUBLINGS_OF = Text("Doublings, in other books")
HANDS_OF = Text("Special hands")
HOW_OFTEN = Text("How often it doubles the hand; 0: not at all.")
MOST_POINTS_OF = 1_000_000
#: a hand of one suit of which one tile is lacking, where it is counted apart
PURITY = "purity"

#: ways to finish that are no doubling of their own, each with the option that counts it
OTHER_TICKS = {
    "only_tile": "only_tile_points",
    "completed_pair": "completed_pair_points",
    "pe_ling": "pe_ling_points",
}


#: ways to finish that are asked once another one was ticked, each with that one
ASKED_AFTER = {
    "moon": "last_tile",
    "plum_blossom": "loose_tile",
    "kong_on_kong": "loose_tile",
    "carrying_pole": "robbed_kong",
}


def _doubles(default: int, label: Text, source: str) -> Any:
    return option(
        default,
        label,
        HOW_OFTEN,
        source,
        low=0,
        high=MOST,
        group=DOUBLINGS_OF,
    )


def _points(default: int, label: Text, source: str, high: int = 100) -> Any:
    return option(
        default, label, Text("What it adds before the doublings."), source, low=0, high=high, group=POINTS_OF
    )


@dataclass(frozen=True)
@common.add_value_options(
    [(line.option, line.times, line.label, HOW_OFTEN) for line in DOUBLINGS], MOST, DOUBLINGS_OF, BOOKS
)
@common.add_value_options(
    [(special.option, 0, special.name, special.help) for special in SPECIALS], MOST_POINTS_OF, HANDS_OF, BOOKS
)
class Rules(options.GameRules):
    """The options of Chinese classical; the defaults are the preset "family"."""

    topics: ClassVar[tuple[tuple[Text, tuple[str, ...]], ...]] = (
        (
            Text("Who pays"),
            ("winner_pays", "limit", "draw_counts", "cannon", "false_mahjong"),
        ),
        (Text("East"), ("east_policy", "draw_east", "round_wind")),
        (Text("How long it lasts"), ("starting_points", "hands", "rounds")),
        (
            Text("Play"),
            ("seats", "flowers", "max_chows", "mahjong_minimum", "goulash_after_draw", "goulash_jokers"),
        ),
    )

    seats: int = common.seats(4, (3, 4), BOOKS)
    winner_pays: bool = option(
        True,
        Text("The winner pays too"),
        Text("Whether the winner pays losers for their hands, or is exempt as in many houses."),
        READING,
        reading=True,
    )
    limit: int | None = option(
        None,
        Text("Limit"),
        Text("The most points one hand can be worth before it is paid; empty for no limit."),
        SEED,
        low=1,
        high=1_000_000,
        optional=True,
    )
    starting_points: int = common.starting_points(SEED)
    hands: int | None = option(
        None,
        Text("Hands"),
        Text("The game ends after so many hands; empty to play until you stop."),
        SEED,
        low=1,
        high=2000,
        optional=True,
        empty=Text("until the players stop"),
    )
    rounds: int | None = common.open_rounds(
        BOOKS,
        Text("The game ends after so many rounds of East, who passes in turn; empty to play until you stop."),
    )
    round_wind: str = option(
        "break",
        Text("The wind that counts"),
        Text(
            "Beside the seat wind: that of the wall East’s throw opens, or that of the round (East in turn)."
        ),
        SEED,
        choices={"break": Text("dominant, by the dice"), "round": Text("that of the round")},
    )
    flowers: str = common.flowers(SEED, ("none", "flowers_seasons"))
    max_chows: int = option(
        4,
        Text("Most sequences"),
        Text("How many sequences a mahjong may have; one in British rules."),
        SEED,
        low=0,
        high=4,
    )
    draw_counts: bool = option(
        False,
        Text("A draw is counted"),
        Text("Whether all hands are counted and paid when nobody wins."),
        READING,
        reading=True,
    )
    goulash_after_draw: bool = option(
        False,
        Text("Goulash after a draw"),
        Text("Whether the hand after a draw is a Goulash, as in British rules."),
        BOOKS,
    )
    goulash_jokers: int = option(
        0,
        Text("Jokers in a Goulash"),
        Text("How many jokers a Goulash has; each stands for any tile, and is recorded as that tile."),
        BOOKS,
        low=0,
        high=16,
    )
    mahjong_minimum: str = option(
        "none",
        Text("What a mahjong needs"),
        Text("Whether a mahjong must be clean, one suit at most beside winds and dragons, or be doubled."),
        BOOKS,
        choices={
            "none": Text("nothing more"),
            "clean_or_two": Text("a clean hand or two doublings"),
        },
    )
    cannon: bool = option(
        False,
        Text("Cannon"),
        Text("Whether the discarder of a dangerous tile can be made to pay the winner for all three."),
        BOOKS,
    )
    false_mahjong: int = option(
        0,
        Text("False mahjong"),
        Text("What a player who declares a false mahjong pays each of the others; the hand is replayed."),
        BOOKS,
        low=0,
        high=MOST_POINTS_OF,
    )
    draw_east: str = option(
        "stays",
        Text("East after a draw"),
        Text("Whether East stays or the next seat becomes East when nobody wins."),
        READING,
        choices={"stays": Text("stays"), "passes": Text("passes")},
        reading=True,
    )
    east_policy: str = option(
        "winner",
        Text("East after a win"),
        Text("Whether East is the winner, the next seat unless East won, or always the next seat."),
        SEED,
        choices={
            "winner": Text("the winner"),
            "in_turn": Text("the next seat, unless East won"),
            "passes": Text("always the next seat"),
        },
    )
    flower_points: int = option(
        0,
        Text("Points for each flower and season"),
        Text("What each adds to a hand before it is doubled; 4 in British rules, 0 in the text."),
        SEED,
        low=0,
        high=20,
    )
    heavenly: str = option(
        "east",
        Text("Mahjong as dealt"),
        Text("Who may have a mahjong as dealt: the text does not say how far it goes."),
        READING,
        choices={
            "east": Text("East alone"),
            "first_turn": Text("everyone, on their first draw"),
            "first_turn_or_first_discard": Text("everyone, and on East’s first discard"),
            "east_or_first_discard": Text("East, and others on East’s first discard"),
        },
        reading=True,
    )
    winner_bonus: str = option(
        "highest",
        Text("Points for mahjong"),
        Text("Only the highest of 20, 22, 30 and 100 counts, or self-draw (2) and no pung (10) add to 20."),
        READING,
        choices={"highest": Text("the highest only"), "additive": Text("added up")},
        reading=True,
    )
    loose_tile: bool = option(
        True,
        Text("Doubling for a loose tile"),
        Text("Whether a mahjong on a replacement tile from right of the breach is doubled."),
        READING,
        reading=True,
    )
    terminal_pungs: str = option(
        "pair_free",
        Text("Doubling for 1 and 9"),
        Text("Which mahjong is doubled for having pungs and kongs of 1 or 9 only."),
        READING,
        choices={
            "pair_free": Text("four such sets, any pair"),
            "pair_too": Text("four such sets, pair of 1 or 9 too"),
            "chows_too": Text("chows allowed beside them"),
            "none": Text("none"),
        },
        reading=True,
    )
    honours_hand: str = option(
        "all_honours",
        Text("Honours times eight"),
        Text("Which honours multiply a mahjong by 8: the text’s dragons-only hand cannot exist."),
        READING,
        choices={
            "all_honours": Text("only winds and dragons"),
            "three_dragons": Text("pungs of all three dragons"),
            "none": Text("none"),
        },
        reading=True,
    )
    bouquet_includes_own: bool = option(
        True,
        Text("A bouquet includes one’s own tile"),
        Text("All four flowers (or seasons) are times 8 in all; otherwise one’s own doubles once more."),
        READING,
        reading=True,
    )
    double_wind_pair: bool = option(
        True,
        Text("A pair of both winds counts 4"),
        Text("A pair of the seat wind that is the dominant wind too counts twice 2 points, or 2 once."),
        READING,
        reading=True,
    )

    one_suit_doubles: int = _doubles(3, Text("One suit with winds and dragons"), SEED)
    purity: int = _doubles(3, Text("One suit alone"), SEED)
    purity_apart: bool = option(
        False,
        Text("One suit alone is counted apart"),
        Text(
            "As the British count it: pungs and kongs only, no other doubling, the flowers beside it; the "
            "usual count stands where it is more."
        ),
        BOOKS,
        group=DOUBLINGS_OF,
    )
    own_flower: str = option(
        "each",
        Text("Own flower and own season"),
        Text("Whether each of them doubles, or only both together."),
        SEED,
        choices={"each": Text("each doubles"), "both": Text("both together double once")},
        group=DOUBLINGS_OF,
    )
    bouquet_doubles: int = _doubles(3, Text("All four flowers, or all four seasons"), SEED)
    original_call: str = option(
        "none",
        Text("Original call"),
        Text("Who is doubled for being ready on the deal and never changing the hand."),
        BOOKS,
        choices={"none": Text("nobody"), "winner": Text("the winner"), "everyone": Text("everyone")},
        group=DOUBLINGS_OF,
    )
    dragons_and_winds: str = option(
        "everyone",
        Text("Three dragons and four winds"),
        Text("Who is doubled for the three dragons or the four winds, little or big."),
        BOOKS,
        choices={"winner": Text("the winner"), "everyone": Text("everyone")},
        group=DOUBLINGS_OF,
    )
    mahjong_points: int = _points(20, Text("Mahjong"), SEED, high=1000)
    self_drawn_points: int = _points(2, Text("Mahjong drawn from the wall, more"), SEED)
    no_pung_points: int = _points(10, Text("Mahjong with no pung and no kong, more"), SEED)
    only_tile_points: int = _points(0, Text("With the only possible tile"), BOOKS)
    completed_pair_points: int = _points(0, Text("The last tile completes the pair"), BOOKS)
    completed_major_pair_points: int = _points(
        0, Text("The last tile completes a pair of 1, 9, winds or dragons"), BOOKS
    )
    pe_ling_points: int = _points(0, Text("The 1 of circles completes a pair of the 1 of bamboos"), BOOKS)
    dragon_pair: str = option(
        "concealed",
        Text("Pair of dragons"),
        Text("Whether a pair of dragons counts laid open too."),
        SEED,
        choices={"concealed": Text("concealed only"), "any": Text("laid open too")},
        group=POINTS_OF,
    )
    dragons_twice: bool = option(
        False,
        Text("Dragons count twice as much as winds"),
        Text("Whether a pung or kong of dragons has twice the points of one of winds."),
        BOOKS,
        group=POINTS_OF,
    )
    fishing: str = option(
        "none",
        Text("Special hand lacking one tile"),
        Text("What a player who lacks one tile of a special hand counts when another wins."),
        BOOKS,
        choices={
            "none": Text("nothing for it"),
            "two_fifths": Text("two fifths of it"),
            "half_irregular": Text("half, of hands that are no four sets and a pair"),
        },
        group=HANDS_OF,
    )
    own_hands: tuple[tuple[str, int, int], ...] = option(
        (),
        Text("Special hands of the club"),
        Text(
            "One on each line: its name, its points and those for lacking one tile: Little snake = 500 / 200."
        ),
        BOOKS,
        named=("points", "fishing"),
        group=HANDS_OF,
    )

    def times(self, key: str) -> int:
        """How often a line doubles."""
        return int(getattr(self, BY_KEY[key].option))

    def worth(self, special: SpecialHand) -> int:
        """The points of a special hand, 0 where it is not played."""
        return int(getattr(self, special.option))

    @cached_property
    def special_hands(self) -> tuple[SpecialHand, ...]:
        """The special hands that are played, in the order of the book."""
        return tuple(special for special in SPECIALS if self.worth(special))

    @cached_property
    def doubling_times(self) -> dict[str, int]:
        """How often each line doubles that doubles at all."""
        return {line.key: self.times(line.key) for line in DOUBLINGS if self.times(line.key)}

    @cached_property
    def counts_sets_of_all(self) -> bool:
        """Whether any line that every player can show doubles."""
        return any(line.loser and line.key in self.doubling_times for line in DOUBLINGS)

    @cached_property
    def counts_special_hands(self) -> bool:
        """Whether any hand is counted as a special one."""
        return bool(self.special_hands or self.own_hands or self.purity_apart)

    @property
    def ticks(self) -> tuple[str, ...]:
        """The ways to finish that count something, which only the players know."""
        counted = [line.key for line in DOUBLINGS if line.tick and self.times(line.key)]
        counted += ["loose_tile"] if self.loose_tile else []
        counted += [special.tick for special in self.special_hands if special.tick]
        counted += [lesser for tick, lesser in ASKED_AFTER.items() if tick in counted]
        counted += [tick for tick, name in OTHER_TICKS.items() if getattr(self, name)]
        counted += ["completed_pair"] if self.completed_major_pair_points else []
        counted += ["original_call"] if self.original_call != "none" else []
        return tuple(dict.fromkeys(counted))

    @property
    def plays_flowers(self) -> bool:
        """Whether there are flowers and seasons among the tiles."""
        return self.flowers != "none"

    def without_specials(self) -> Rules:
        """The same rules with no special hand, for what an ordinary hand counts."""
        none: dict[str, Any] = {special.option: 0 for special in SPECIALS}
        return replace(self, purity_apart=False, own_hands=(), **none)

    def plays_special(self, name: str) -> bool:
        """Whether a special hand is played, by its key or by the club's name."""
        return self.special(name) is not None

    def special(self, name: str) -> tuple[Text, int, int] | None:
        """A special hand by its key or by the club's name: what it is called, what it is worth, and what
        lacking one tile of it counts. None where it is not played."""
        special_hand = SPECIAL_BY_KEY.get(name)
        if special_hand is not None and self.worth(special_hand):
            return special_hand.name, self.worth(special_hand), self.fishing_points(special_hand)
        if name == PURITY and self.purity_apart:
            return Text("purity"), 0, 0
        own_hand = next((entry for entry in self.own_hands if entry[0].casefold() == name.casefold()), None)
        return None if own_hand is None else (Text.plain(own_hand[0]), own_hand[1], own_hand[2])

    def special_of_tiles(self, tiles: Mapping[str, int]) -> str | None:
        """The special hand of most points that fourteen tiles show, by its key; None where they show none."""
        shapes = (special for special in self.special_hands if special.of_tiles and special.of_tiles(tiles))
        best = max(shapes, key=self.worth, default=None)
        return best.key if best else None

    def fishing_points(self, special: SpecialHand) -> int:
        """What lacking one tile of a special hand counts; nobody lacks a tile of an event."""
        if not special.tiles:
            return 0
        if self.fishing == "two_fifths":
            return self.worth(special) * 2 // 5
        return self.worth(special) // 2 if self.fishing == "half_irregular" and special.irregular else 0
