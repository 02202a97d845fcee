"""The options of riichi, each with its default, its words and its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import lcm
from typing import Any, ClassVar, Self

from ...options import GameRules as BaseRules
from ...options import Option, option
from ...words import Text
from ..common_options import STAYS
from .hand import FULL_SET, TileSet
from .option_lists import ABORTS, DOUBLED, IDLE_WHILE, PAO_COVERS, TOPICS
from .value import ron_payment, tsumo_payments

SEED = "seed 000"
USAGE = "common riichi usage"
JPML = "Japan Professional Mahjong League, rule A"
FLOATING = Text("Floating uma")
#: the seed has no word of it, or names it without saying more
READING = "our reading of seed 000"


@dataclass(frozen=True)
class Rules(BaseRules):
    """Riichi's options; the defaults are the club's own rules (preset `club`).

    A variant for another number of seats says `seats`, the names of options it is `without`, and where they
    share otherwise `tsumo_shares` and `honba_from_each`.
    """

    seats: ClassVar[int] = 4
    without: ClassVar[frozenset[str]] = frozenset()
    topics: ClassVar[tuple[tuple[Text, tuple[str, ...]], ...]] = TOPICS
    idle_while: ClassVar[Mapping[str, tuple[str, tuple[Any, ...]]]] = IDLE_WHILE

    rounds: int = option(
        2,
        Text("Rounds"),
        Text("How many winds are played: 1 East only, 2 East and South, up to 4."),
        SEED,
        low=1,
        high=4,
    )
    starting_points: int = option(
        25000,
        Text("Starting points"),
        Text("What each player begins with."),
        USAGE,
        low=0,
        high=1_000_000,
    )
    return_points: int = option(
        30000,
        Text("Return points"),
        Text("The score that counts as zero in the final points."),
        USAGE,
        low=0,
        high=1_000_000,
    )
    oka: int = option(
        20,
        Text("Oka (thousands)"),
        Text("Bonus of the first place; usually four times what the return is above the start."),
        READING,
        low=0,
        high=1000,
        reading=True,
    )
    uma: tuple[int, ...] = option(
        (20, 10, -10, -20),
        Text("Uma (thousands)"),
        Text("What each place adds or costs in the final points; 20/10 means +20, +10, -10, -20."),
        READING,
        length=4,
        reading=True,
    )
    floating_uma: bool = option(
        False,
        Text("Uma by who floats"),
        Text("Uma depends on how many end at the starting points or above; none where all or nobody do."),
        USAGE,
        group=FLOATING,
    )
    uma_one_floats: tuple[int, ...] = option(
        (12, -1, -3, -8),
        Text("Uma where one floats"),
        Text("Where one alone has the starting points or more; the default is JPML’s rule A."),
        JPML,
        length=4,
        group=FLOATING,
    )
    uma_two_float: tuple[int, ...] = option(
        (8, 4, -4, -8),
        Text("Uma where two float"),
        Text("Where two have the starting points or more; the default is JPML’s rule A."),
        JPML,
        length=4,
        group=FLOATING,
    )
    uma_three_float: tuple[int, ...] = option(
        (8, 3, 1, -12),
        Text("Uma where three float"),
        Text("Where three have the starting points or more; the default is JPML’s rule A."),
        JPML,
        length=4,
        group=FLOATING,
    )
    rounding: str = option(
        "tenth",
        Text("Rounding of the final points"),
        Text("What is done with hundreds; the first place takes what the others’ rounding leaves."),
        USAGE,
        choices={
            "tenth": Text("tenths stay"),
            "five_down": Text("whole thousands, 500 down and 600 up"),
        },
    )
    ties: str = option(
        "split",
        Text("Ties"),
        Text("Whether equal scores share uma and oka, or the seat nearer the first dealer ranks first."),
        USAGE,
        choices={
            "split": Text("share uma and oka"),
            "seat": Text("by seat order"),
            "seat_shared": Text("places by seat order, uma and oka shared"),
        },
    )
    kiriage_mangan: bool = option(
        False,
        Text("Kiriage mangan"),
        Text("30 fu 4 han and 60 fu 3 han are rounded up to a mangan."),
        USAGE,
    )
    multi_ron: str = option(
        "head_bump",
        Text("Several rons"),
        Text("Who is paid when several players win on one discard."),
        SEED,
        choices={
            "head_bump": Text("only the nearest after the discarder (atamahane)"),
            "double": Text("two are paid, three abort the hand"),
            "triple": Text("all are paid"),
        },
    )
    multi_honba: str = option(
        "nearest",
        Text("Honba with several rons"),
        Text("Whether the honba are paid to the nearest winner or to each."),
        USAGE,
        choices={"nearest": Text("to the nearest winner"), "each": Text("to each winner")},
        reading=True,
    )
    multi_riichi: str = option(
        "nearest",
        Text("Riichi sticks with several rons"),
        Text("Whether the nearest winner takes every stick, or each winner first takes their own."),
        USAGE,
        choices={
            "nearest": Text("all to the nearest winner"),
            "own_first": Text("each winner’s own first, the rest to the nearest"),
        },
        reading=True,
    )
    renchan: str = option(
        "tenpai",
        Text("The dealer stays"),
        Text("When the dealer keeps the deal; an abortive draw always keeps it."),
        READING,
        choices={
            "tenpai": Text("on a win, or in tenpai at a draw"),
            "win": Text("on a win only"),
            "never": Text("never"),
        },
        reading=True,
    )
    abortive: tuple[str, ...] = option(
        tuple(ABORTS),
        Text("Abortive draws"),
        Text("What ends a hand at once without a payment; the dealer stays."),
        READING,
        choices=ABORTS,
    )
    abort_deal: str = option(
        "stays",
        Text("After an abortive draw"),
        Text("What the dealer does after a hand that was aborted."),
        USAGE,
        choices=STAYS,
    )
    noten_pool: int = option(
        3000,
        Text("Noten payments"),
        Text("What all who are noten pay together at a draw to those in tenpai; 0 for nothing."),
        USAGE,
        low=0,
        high=12_000,
    )
    honba: int = option(
        300,
        Text("Value of a honba"),
        Text("What one honba adds to a win; a self-draw takes a third of it from each."),
        USAGE,
        low=0,
        high=30_000,
    )
    nagashi: bool = option(
        True,
        Text("Nagashi mangan"),
        Text("At a draw, a river of only terminals and honours, none claimed, is paid as a mangan."),
        READING,
    )
    nagashi_as: str = option(
        "draw",
        Text("Nagashi mangan counts as"),
        Text("Whether honba, sticks and the deal go as after a draw, or as after a self-drawn win."),
        USAGE,
        choices={"draw": Text("a draw"), "win": Text("a win: honba and sticks are paid with it")},
    )
    pao: tuple[str, ...] = option(
        ("dragons", "winds"),
        Text("Pao (liability)"),
        Text("The yakuman for which the player who fed the last set must pay."),
        READING,
        choices=PAO_COVERS,
    )
    pao_composite: str = option(
        "whole",
        Text("Pao and other yakuman"),
        Text("What a liable player pays for of a hand that holds another yakuman besides."),
        USAGE,
        choices={"whole": Text("the whole hand"), "that_yakuman": Text("that yakuman alone")},
    )
    pao_honba: str = option(
        "liable",
        Text("Honba with pao"),
        Text("Who pays the honba when a yakuman with pao is won on another player’s discard."),
        USAGE,
        choices={"liable": Text("the liable player"), "discarder": Text("the discarder")},
        reading=True,
    )
    kazoe: str = option(
        "yakuman",
        Text("13 han and more"),
        Text("What a hand counted to 13 han or more is worth."),
        USAGE,
        choices={"yakuman": Text("yakuman"), "sanbaiman": Text("sanbaiman")},
    )
    yakuman_add_up: bool = option(
        True,
        Text("Yakuman add up"),
        Text("A hand with several yakuman is paid several times."),
        USAGE,
    )
    double_yakuman: tuple[str, ...] = option(
        (),
        Text("Double yakuman"),
        Text("The yakuman that count twice, where yakuman add up; seen where a hand is given by its tiles."),
        USAGE,
        choices=DOUBLED,
    )
    renhou: str = option(
        "off",
        Text("Renhō"),
        Text(
            "What a ron in the first go-around, before any call, is worth to a player who has not drawn yet."
        ),
        USAGE,
        choices={
            "off": Text("nothing of its own"),
            "mangan": Text("a mangan, unless the hand is worth more"),
            "yakuman": Text("a yakuman"),
        },
    )
    open_tanyao: bool = option(
        True,
        Text("Open tanyao"),
        Text("Whether an open hand of simples has the yaku; seen where a hand is given by its tiles."),
        USAGE,
    )
    ippatsu: bool = option(
        True,
        Text("Ippatsu"),
        Text("Whether a win within one turn of riichi is a han; seen where a hand is given by its tiles."),
        USAGE,
    )
    ura_dora: bool = option(
        True,
        Text("Ura dora"),
        Text("Whether the tiles under the indicators count; seen where a hand is given by its tiles."),
        USAGE,
    )
    kan_dora: bool = option(
        True,
        Text("Kan dora"),
        Text("Whether a kan turns another indicator over; seen where a hand is given by its tiles."),
        USAGE,
    )
    riichi_under_1000: bool = option(
        False,
        Text("Riichi below 1,000"),
        Text("A player with less than 1,000 points may declare riichi."),
        USAGE,
    )
    bust: str = option(
        "zero_or_below",
        Text("Bust"),
        Text("Whether the game ends when a player runs out of points."),
        SEED,
        choices={
            "off": Text("never"),
            "below_zero": Text("below zero"),
            "zero_or_below": Text("at zero or below"),
        },
    )
    bust_bonus: int = option(
        0,
        Text("Bust bonus (thousands)"),
        Text("What a player who goes bust by a win pays its winner in the final points; 0 for nothing."),
        USAGE,
        low=0,
        high=1000,
    )
    yakitori: int = option(
        0,
        Text("Yakitori (thousands)"),
        Text(
            "What a player who has not won a hand pays in the final points, shared by those who have; "
            "0 for nothing."
        ),
        USAGE,
        low=0,
        high=1000,
    )
    chips: int = option(
        0,
        Text("Chips (thousands each)"),
        Text("What a chip counts in the final points, where winners get chips besides; 0 for none."),
        USAGE,
        low=0,
        high=100,
    )
    agari_yame: str = option(
        "off",
        Text("Agari-yame"),
        Text("Whether the dealer who leads ends the last hand by winning or being tenpai."),
        USAGE,
        choices={
            "off": Text("play goes on"),
            "asked": Text("the dealer may end the game"),
            "automatic": Text("the game ends"),
        },
    )
    tenpai_yame: bool = option(
        True,
        Text("Agari-yame by tenpai too"),
        Text("Whether the leading dealer ends the last hand by being tenpai at a draw, not by a win alone."),
        USAGE,
    )
    west_extension: bool = option(
        False,
        Text("Extension round"),
        Text("When nobody has the score it asks for at the end, one more round is played until someone has."),
        USAGE,
    )
    extension_target: int | None = option(
        None,
        Text("Score of the extension"),
        Text("The score that ends the game without an extension round; empty for the return points."),
        USAGE,
        low=0,
        high=1_000_000,
        optional=True,
        empty=Text("the return points"),
    )
    leftover_sticks: str = option(
        "first",
        Text("Leftover riichi sticks"),
        Text("Who takes the sticks lying on the table at the end."),
        USAGE,
        choices={
            "first": Text("the leader"),
            "shared": Text("the leaders, shared if tied, rounded down"),
            "shared_whole": Text("the leaders, shared if tied; what is left to the nearest the first dealer"),
            "lost": Text("nobody"),
        },
    )
    chombo: str = option(
        "mangan",
        Text("Chombo"),
        Text("Penalty for a serious error; the hand is replayed."),
        READING,
        choices={
            "mangan": Text("a mangan paid to the others"),
            "20000_after_uma": Text("points after uma, 20,000 unless said otherwise"),
            "off": Text("not played"),
        },
    )
    chombo_points: int = option(
        20_000,
        Text("Points of a chombo"),
        Text("What a chombo costs in the ranking, where it is taken off after uma."),
        USAGE,
        low=0,
        high=100_000,
    )
    chombo_last: str = option(
        "replayed",
        Text("Chombo in the last hand"),
        Text("Whether the last hand is played again after a chombo, or the game ends with it."),
        USAGE,
        choices={"replayed": Text("played again"), "ends": Text("the game ends")},
    )
    red_fives: int = option(
        0,
        Text("Red fives"),
        Text("How many red fives are in play: 3 is one of each suit, 4 has two in circles."),
        USAGE,
        low=0,
        high=4,
    )
    double_wind_pair_fu: int = option(
        4,
        Text("Fu of a double wind pair"),
        Text("A pair of the wind that is both seat and round wind: 2 or 4 fu."),
        USAGE,
        low=2,
        high=4,
    )

    @classmethod
    @cache
    def describe_options(cls) -> tuple[Option, ...]:
        """As every variant's, without those this one does not have."""
        return tuple(item for item in super().describe_options() if item.name not in cls.without)

    @property
    def tile_set(self) -> TileSet:
        """The tiles these rules are played with."""
        return replace(FULL_SET, red_fives=self.red_fives)

    def required_multiples(self) -> Mapping[str, int]:
        """The options that several pay or take parts of, with what they must be a multiple of."""
        others = self.seats - 1
        return {"noten_pool": 100 * lcm(*range(1, self.seats)), "honba": 100 * others}

    def honba_from_each(self) -> int:
        """What one honba adds to what each player pays for a self-draw."""
        return self.honba // (self.seats - 1)

    def ron_points(self, basic: int, dealer: bool) -> int:
        """What the discarder pays for a hand of these basic points."""
        return ron_payment(basic, dealer)

    def float_line(self) -> int:
        """The score from which a player floats, for an uma by who floats."""
        return self.starting_points

    def tsumo_shares(self, basic: int, dealer: bool) -> tuple[int, int]:
        """What the dealer and each other player pay who draws the win (from_dealer, from_other)."""
        return tsumo_payments(basic, dealer)

    def with_options(self, overrides: Mapping[str, Any]) -> Self:
        """As every variant's; points must also be whole hundreds, as no stick is smaller."""
        changed = super().with_options(overrides)
        changed.check_hundreds("starting_points", "return_points", "extension_target", "chombo_points")
        for name, shares in changed.required_multiples().items():
            if getattr(changed, name) % shares:
                raise changed.option_error(name, Text("a multiple of {shares} is needed", shares=shares))
        if changed.double_wind_pair_fu == 3:
            raise changed.option_error("double_wind_pair_fu", Text("2 or 4 is needed"))
        return changed
