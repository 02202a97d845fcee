"""The patterns of Hong Kong mahjong and their faan. Sources and where they differ: docs/rules/hongkong.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..kit.known_patterns import THREE_DRAGON_PUNGS, known_pattern
from ..kit.patterns import PatternList
from ..words import Text

WINDS = ("seat_wind", "round_wind")
HONOURS = (*WINDS, "dragon_pung", "little_dragons", "big_dragons", "little_winds", "big_winds")
BONUS = ("own_flower", "own_season", "flower_set", "season_set", "seven_flowers", "eight_flowers")
#: What the whole hand is; a limit hand is counted in place of the smaller ones it shows.
WHOLE = ("half_flush", "full_flush", "all_pungs", "mixed_terminals", "concealed", "concealed_pungs_4")
PUNGS = ("all_pungs", "mixed_terminals", "concealed_pungs_4", "four_kongs", "all_honours", "all_terminals")
#: what seven pairs cannot be; of honours they can
PAIRLESS = (*(key for key in PUNGS if key != "all_honours"), "replacement_win", "kong_on_kong")

FAAN_LIST = PatternList(
    table=(
        known_pattern("all_chows", 1),
        known_pattern("concealed", 1, chinese="門前清"),
        known_pattern("self_drawn", 1),
        known_pattern("seat_wind", 1),
        known_pattern("round_wind", 1),
        known_pattern("dragon_pung", 1, most=3),
        known_pattern("mixed_terminals", 1, implies=(("all_pungs", 1),)),
        known_pattern("robbed_kong", 1),
        known_pattern("last_draw", 1),
        known_pattern("last_discard", 1),
        known_pattern(
            "replacement_win",
            1,
            help=Text("Self-drawn on the tile that replaces a kong; a flower’s where the house counts it."),
        ),
        known_pattern("no_flowers", 1),
        known_pattern("own_flower", 1, help=Text("The flower of one’s seat.")),
        known_pattern("own_season", 1),
        known_pattern("flower_set", 2, "own_flower", help=Text("All four flowers.")),
        known_pattern("season_set", 2, "own_season"),
        known_pattern("all_pungs", 3, chinese="對對糊"),
        known_pattern("half_flush", 3),
        # an optional hand, usually 4: a pattern worth nothing is not offered
        known_pattern("seven_pairs", 0),
        known_pattern("little_dragons", 3, implies=(("dragon_pung", 2),)),
        known_pattern("little_winds", 3, *WINDS, implies=(("half_flush", 1),)),
        known_pattern("seven_flowers", 3, *BONUS[:4], chinese="花糊"),
        known_pattern("big_dragons", 5, implies=(("dragon_pung", 3),)),
        known_pattern("full_flush", 7, "half_flush"),
        known_pattern("concealed_pungs_4", 8, "all_pungs", "concealed", chinese="坎坎糊"),
        known_pattern("kong_on_kong", 8, "replacement_win"),
        known_pattern("eight_flowers", 8, *BONUS[:5], chinese="大花糊"),
        known_pattern("all_honours", 10, *WHOLE),
        known_pattern("all_terminals", 10, *WHOLE),
        known_pattern("nine_gates", 10, *WHOLE, chinese="九子連環"),
        known_pattern("thirteen_orphans", 13, *WHOLE),
        known_pattern("big_winds", 13, *WINDS, *WHOLE),
        known_pattern("four_kongs", 13, *WHOLE, chinese="十八羅漢"),
        known_pattern("heavenly", 13, "concealed", "self_drawn", chinese="天糊"),
        known_pattern(
            "earthly",
            13,
            "concealed",
            "self_drawn",
            chinese="地糊",
            help=Text(
                "Another seat wins on its first draw (the association: on the dealer’s first discard)."
            ),
        ),
        known_pattern("human", 13, "concealed", chinese="人糊"),
    ),
    sets=4,
    from_the_wall=("self_drawn", "last_draw", "replacement_win", "kong_on_kong", "heavenly"),
    from_another=("last_discard", "robbed_kong"),
    contradictions=(
        (("all_chows",), (*PUNGS, *HONOURS)),
        (("full_flush", "all_terminals"), (*HONOURS, "all_honours", "mixed_terminals")),
        (("nine_gates", "thirteen_orphans"), ("all_chows", *PUNGS, *HONOURS)),
        (("thirteen_orphans",), ("half_flush", "full_flush", "nine_gates")),
        (("seven_pairs",), ("all_chows", *PAIRLESS, *HONOURS, "nine_gates", "thirteen_orphans")),
        (("little_dragons",), ("big_dragons",)),
        (("little_winds",), ("big_winds",)),
        (("heavenly",), ("earthly", "human", "last_draw", "replacement_win", "kong_on_kong")),
        (("earthly",), ("human",)),
        (("last_discard",), ("robbed_kong",)),
        (("last_draw",), ("replacement_win", "kong_on_kong")),
        (("no_flowers",), BONUS),
        (("seven_flowers",), ("eight_flowers",)),
    ),
    takes=({"little_winds": 3, "big_winds": 4}, {"little_dragons": 2, "big_dragons": 3, "dragon_pung": 1}),
    flower_limits={"none": {}, "flowers_seasons": dict.fromkeys((*BONUS, "no_flowers"), 1)},
    too_often=(THREE_DRAGON_PUNGS,),
)

#: The same where seven pairs are the whole of the hand, and being concealed counts no more beside them.
PAIRS_ALONE = replace(
    FAAN_LIST,
    table=tuple(
        replace(pattern, excludes=("concealed",)) if pattern.key == "seven_pairs" else pattern
        for pattern in FAAN_LIST.table
    ),
)


def stricter(rules: Any, patterns: PatternList) -> PatternList:
    """The patterns as these rules count them together."""
    return patterns if rules.concealed_pairs else PAIRS_ALONE
