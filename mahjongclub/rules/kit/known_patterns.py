"""The names of patterns that several games know, each with what it is; a game gives them their values."""

from __future__ import annotations

from collections.abc import Mapping

from ..words import Text
from .patterns import Pattern

#: Of each pattern its Chinese name, its name and when a hand has it; where sets are counted, of four.
NAMES: Mapping[str, tuple[str, Text, Text]] = {
    "concealed": ("門清", Text("Concealed hand"), Text("No tile was claimed for a set.")),
    "self_drawn": ("自摸", Text("Self-drawn"), Text("The winning tile came from the wall.")),
    "single_wait": ("獨聽", Text("Single wait"), Text("Only one kind of tile could win.")),
    "seat_wind": ("門風", Text("Seat wind"), Text("A pung or kong of the seat wind.")),
    "round_wind": ("圈風", Text("Round wind"), Text("A pung or kong of the round’s wind.")),
    "dragon_pung": ("三元牌", Text("Dragon pung"), Text("For each pung or kong of dragons.")),
    "own_flower": ("正花", Text("Own flower"), Text("For each: one’s own flower, one’s own season.")),
    "replacement_win": (
        "槓上開花",
        Text("Win on a replacement"),
        Text("Self-drawn on the tile that replaces a kong or flower."),
    ),
    "last_draw": ("海底撈月", Text("Last tile drawn"), Text("Self-drawn on the last tile of the wall.")),
    "last_discard": ("河底撈魚", Text("Last discard"), Text("Won on the last discard of the hand.")),
    "robbed_kong": ("搶槓", Text("Robbed kong"), Text("Won on the tile another adds to a pung.")),
    "all_chows": ("平胡", Text("All chows"), Text("Four chows and a pair.")),
    "flower_set": ("花槓", Text("Set of flowers"), Text("All four flowers, or all four seasons.")),
    "concealed_pungs_3": (
        "三暗刻",
        Text("Three concealed pungs"),
        Text("Three pungs or kongs without a claimed tile."),
    ),
    "concealed_pungs_4": (
        "四暗刻",
        Text("Four concealed pungs"),
        Text("Four pungs or kongs without a claimed tile."),
    ),
    "all_pungs": ("碰碰胡", Text("All pungs"), Text("Four pungs or kongs and a pair.")),
    "half_flush": ("混一色", Text("Half flush"), Text("One suit, with winds or dragons.")),
    "full_flush": ("清一色", Text("Full flush"), Text("One suit only.")),
    "all_honours": ("字一色", Text("All honours"), Text("Winds and dragons only.")),
    "little_dragons": (
        "小三元",
        Text("Little three dragons"),
        Text("Two pungs of dragons and a pair of the third."),
    ),
    "big_dragons": ("大三元", Text("Big three dragons"), Text("Pungs of all three dragons.")),
    "little_winds": (
        "小四喜",
        Text("Little four winds"),
        Text("Three pungs of winds and a pair of the fourth."),
    ),
    "big_winds": ("大四喜", Text("Big four winds"), Text("Pungs of all four winds.")),
    "heavenly": ("天胡", Text("Heavenly hand"), Text("The dealer’s hand is complete as dealt.")),
    "earthly": ("地胡", Text("Earthly hand"), Text("Another seat wins on its first draw.")),
    "human": ("人胡", Text("Human hand"), Text("Another seat wins on a discard of the first turn.")),
    "seven_flowers": (
        "七搶一",
        Text("Seven flowers"),
        Text("Seven bonus tiles rob the eighth from another."),
    ),
    "eight_flowers": ("八仙過海", Text("Eight flowers"), Text("All eight flowers and seasons.")),
    "four_kongs": ("四槓", Text("Four kongs"), Text("Four kongs in one hand.")),
    "own_season": ("正花", Text("Own season"), Text("The season of one’s seat.")),
    "season_set": ("一台花", Text("Set of seasons"), Text("All four seasons.")),
    "no_flowers": ("無花", Text("No flowers"), Text("Neither a flower nor a season.")),
    "mixed_terminals": (
        "混么九",
        Text("Mixed terminals"),
        Text("Only ones, nines and honours, all in pungs."),
    ),
    "all_terminals": ("清么九", Text("All terminals"), Text("Only ones and nines, all in pungs.")),
    "nine_gates": (
        "九蓮寶燈",
        Text("Nine gates"),
        Text("Concealed 1112345678999 of one suit, and one more of it."),
    ),
    "thirteen_orphans": (
        "十三么",
        Text("Thirteen orphans"),
        Text("One of each one, nine and honour, and one of them twice."),
    ),
    "seven_pairs": ("七對子", Text("Seven pairs"), Text("Seven pairs, no set.")),
    "kong_on_kong": (
        "槓上槓",
        Text("Kong on kong"),
        Text("Self-drawn on the replacement of a second kong in one turn."),
    ),
}

#: For `PatternList.too_often`: so many dragon pungs have a name of their own.
THREE_DRAGON_PUNGS = (
    "dragon_pung",
    3,
    "big_dragons",
    Text("Three dragon pungs are “Big three dragons”: tick that instead."),
)


def known_pattern(
    key: str,
    value: int,
    *excludes: str,
    chinese: str = "",
    help: Text | None = None,
    most: int = 1,
    implies: tuple[tuple[str, int], ...] = (),
) -> Pattern:
    """The pattern of that name at this value; another Chinese name or explanation where a game has its own.

    >>> known_pattern("all_pungs", 3).name.in_language("fr")
    'Tout en brelans'
    """
    usual, name, usual_help = NAMES[key]
    return Pattern(key, value, name, chinese or usual, help or usual_help, excludes, implies, most)
