"""Sanma's options: riichi's, with those that three players share otherwise; and the presets.

What each value rests on stands in docs/rules/sanma.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..kit.common_options import USUAL
from ..kit.riichi import option_lists
from ..kit.riichi import options as riichi
from ..kit.riichi.hand import TileSet
from ..kit.riichi.value import YAKUMAN, ron_payment, round_up_to_hundred, tsumo_payments
from ..options import option
from ..variant import Preset, Source
from ..words import Text

USAGE = "common sanma usage"
PARLOURS = "parlours; mahjlocal, “Sanma in thousands”"

#: characters have their ones and nines alone
LEFT_OUT = frozenset(f"{number}m" for number in (2, 3, 4, 5, 6, 7, 8))
ABORTS = ("nine_terminals", "four_kans")
THOUSAND = 1000


@dataclass(frozen=True)
class Rules(riichi.Rules):
    """Sanma's options; the defaults are those of most clubs (preset `club`)."""

    seats: ClassVar[int] = 3
    without: ClassVar[frozenset[str]] = frozenset({"uma_three_float"})
    idle_while: ClassVar[Mapping[str, tuple[str, tuple[Any, ...]]]] = {
        **option_lists.IDLE_WHILE,
        "floats_from": ("floating_uma", (False,)),
    }

    starting_points: int = option(
        35000,
        Text("Starting points"),
        Text("What each player begins with."),
        USAGE,
        low=0,
        high=1_000_000,
    )
    return_points: int = option(
        40000,
        Text("Return points"),
        Text("The score that counts as zero in the final points."),
        USAGE,
        low=0,
        high=1_000_000,
    )
    oka: int = option(
        15,
        Text("Oka (thousands)"),
        Text("Bonus of the first place; usually three times what the return is above the start."),
        USAGE,
        low=0,
        high=1000,
        reading=True,
    )
    uma: tuple[int, ...] = option(
        (20, 0, -20),
        Text("Uma (thousands)"),
        Text("What each place adds or costs in the final points: +20, 0, -20."),
        USAGE,
        length=3,
        reading=True,
    )
    uma_one_floats: tuple[int, ...] = option(
        (6, -2, -4),
        Text("Uma where one floats"),
        Text("Where one alone has the starting points or more."),
        USAGE,
        length=3,
        group=riichi.FLOATING,
    )
    uma_two_float: tuple[int, ...] = option(
        (3, 0, -3),
        Text("Uma where two float"),
        Text("Where two have the starting points or more."),
        USAGE,
        length=3,
        group=riichi.FLOATING,
    )
    floats_from: str = option(
        "start",
        Text("Who floats"),
        Text("The score from which a player floats: the starting or the return points."),
        PARLOURS,
        choices={"start": Text("the starting points"), "return": Text("the return points")},
        group=riichi.FLOATING,
    )
    multi_ron: str = option(
        "triple",
        Text("Several rons"),
        Text("Who is paid when several players win on one discard."),
        USAGE,
        choices={
            "head_bump": Text("only the nearest after the discarder (atamahane)"),
            "triple": Text("both are paid"),
        },
    )
    abortive: tuple[str, ...] = option(
        ABORTS,
        Text("Abortive draws"),
        Text("What ends a hand at once without a payment; the dealer stays."),
        USAGE,
        choices={reason: option_lists.ABORTS[reason] for reason in ABORTS},
    )
    noten_pool: int = option(
        2000,
        Text("Noten payments"),
        Text("What all who are noten pay together at a draw to those in tenpai; 0 for nothing."),
        USAGE,
        low=0,
        high=12_000,
    )
    honba: int = option(
        300,
        Text("Value of a honba"),
        Text("What one honba adds to a win on another player’s discard."),
        USAGE,
        low=0,
        high=30_000,
    )
    honba_each: int = option(
        100,
        Text("Honba of a self-draw"),
        Text("What one honba adds to what each of the two pays for a self-draw."),
        USAGE,
        low=0,
        high=10_000,
    )
    tsumo: str = option(
        "loss",
        Text("Self-draw"),
        Text("What becomes of the share of the fourth player, who is not there."),
        USAGE,
        reading=True,
        choices={
            "loss": Text("nobody pays it (tsumo-zon)"),
            "split": Text("the two pay it in halves"),
            "table": Text("the two pay what a ron is worth, in whole thousands (marudori)"),
        },
    )
    ron_in_thousands: bool = option(
        False,
        Text("Ron in whole thousands"),
        Text("A ron is rounded up to whole thousands, where no hundreds are in the boxes."),
        PARLOURS,
    )
    north: str = option(
        "dora",
        Text("Norths"),
        Text("What a north is; seen where a hand is given by its tiles."),
        USAGE,
        choices={
            "dora": Text("laid aside, a dora each (nukidora)"),
            "value": Text("everybody’s value tile, like a dragon"),
        },
    )
    red_fives: int = option(
        2,
        Text("Red fives"),
        Text("How many red fives are in play, half of them in circles, half in bamboos."),
        USAGE,
        low=0,
        high=8,
    )

    @property
    def tile_set(self) -> TileSet:
        """108 tiles: no characters from 2 to 8."""
        return TileSet(self.red_fives, LEFT_OUT, three=True, north=self.north)

    def required_multiples(self) -> Mapping[str, int]:
        """As riichi's; a counter says by itself what each pays."""
        return {"noten_pool": 200, "honba": 100, "honba_each": 100, "red_fives": 2}

    def honba_from_each(self) -> int:
        """What one honba adds to what each of the two pays for a self-draw."""
        return self.honba_each

    def ron_points(self, basic: int, dealer: bool) -> int:
        """As riichi's, rounded up to thousands where the option says so.

        >>> [replace(CLUB, ron_in_thousands=whole).ron_points(960, False) for whole in (False, True)]
        [3900, 4000]
        """
        exact = super().ron_points(basic, dealer)
        return -(-exact // THOUSAND) * THOUSAND if self.ron_in_thousands else exact

    def float_line(self) -> int:
        """The starting points, or the return points where the option says so."""
        return self.return_points if self.floats_from == "return" else super().float_line()

    def tsumo_shares(self, basic: int, dealer: bool) -> tuple[int, int]:
        """What the dealer and the other pay who draws the win; the dealer's winning hand has others only.

        >>> [replace(CLUB, tsumo=way).tsumo_shares(2000, False) for way in ("loss", "split", "table")]
        [(4000, 2000), (5000, 3000), (5000, 3000)]
        """
        if self.tsumo == "split":
            return (
                (0, round_up_to_hundred(3 * basic))
                if dealer
                else (round_up_to_hundred(5 * basic // 2), round_up_to_hundred(3 * basic // 2))
            )
        return _by_table(basic, dealer) if self.tsumo == "table" else tsumo_payments(basic, dealer)


def _by_table(basic: int, dealer: bool) -> tuple[int, int]:
    """What a ron is worth in whole thousands, from the dealer and from the other; yakuman add up.

    Source: mahjlocal, "Sanma in thousands" (w.atwiki.jp/mahjlocal/pages/4284.html): a third from the other,
    to the nearest thousand, and from a baiman on so many times the mangan's or the haneman's share.
    """
    if basic > YAKUMAN:
        from_dealer, from_other = _by_table(YAKUMAN, dealer)
        return basic // YAKUMAN * from_dealer, basic // YAKUMAN * from_other
    whole = -(-ron_payment(basic, dealer) // THOUSAND)
    if dealer:
        return 0, -(-whole // 2) * THOUSAND
    times = {16: 2, 24: 2, 32: 4}.get(whole, 1)
    from_other = max(1, round(whole / times / 3)) * times
    return max(1, whole - from_other) * THOUSAND, from_other * THOUSAND


CLUB = Rules()

TENHOU = Rules(
    ties="seat",
    bust="below_zero",
    agari_yame="automatic",
    west_extension=True,
    chombo="off",
    honba=200,
)

MAHJONG_SOUL = replace(
    TENHOU,
    return_points=35000,
    oka=0,
    uma=(15, 0, -15),
    extension_target=40000,
    pao_composite="that_yakuman",
    double_yakuman=tuple(option_lists.DOUBLED),
)

#: what its ranked games do that the page does not tell is as at Tenhou
RIICHI_CITY = replace(TENHOU, double_yakuman=tuple(option_lists.DOUBLED))

KANSAI = replace(
    CLUB,
    floating_uma=True,
    floats_from="return",
    uma_one_floats=(20, -10, -10),
    uma_two_float=(10, 0, -10),
    tsumo="table",
    ron_in_thousands=True,
    north="value",
    red_fives=8,
    open_tanyao=False,
    honba=1000,
    honba_each=1000,
    bust="below_zero",
    west_extension=True,
    extension_target=40000,
    nagashi=False,
)

PRESETS = (
    Preset(
        "tenhou",
        Text("Tenhou"),
        TENHOU,
        Source(
            Text.plain("天鳳 マニュアル"),
            link="https://tenhou.net/man/",
            unread=Text("Read from logs of games, where final points are whole thousands; here tenths."),
        ),
    ),
    Preset(
        "mahjong-soul",
        Text("Mahjong Soul"),
        MAHJONG_SOUL,
        Source(
            Text.plain("Mahjong Soul"),
            link="https://mahjong-portal.com/",
            unread=Text("The platform publishes no book; what a honba pays is taken from Tenhou."),
        ),
    ),
    Preset("club", Text("Home rules"), CLUB, USUAL),
    Preset(
        "riichi-city",
        Text("Riichi City, ranked (Ichibangai)"),
        RIICHI_CITY,
        Source(
            Text.plain("riichi.wiki: Riichi City (麻雀一番街)"),
            date="2023-03-25",
            link="https://riichi.wiki/Riichi_City",
            unread=Text(
                "The platform publishes no book. The page does not tell of ties, bust, agari-yame, honba and "
                "what pao covers: these are as at Tenhou. That four yakuman count twice is from an earlier "
                "revision."
            ),
        ),
    ),
    Preset(
        "kansai",
        Text("Kansai"),
        KANSAI,
        Source(
            Text.plain("麻雀 ローカル役・ローカルルール：関西三麻"),
            link="https://w.atwiki.jp/mahjlocal/pages/4311.html",
            unread=Text(
                "Parlours differ. Flowers, 14 han for a counted yakuman and the local yaku are not counted "
                "from tiles: enter such a hand by its value. A honba of 1,000 from each is a reading."
            ),
        ),
    ),
)
