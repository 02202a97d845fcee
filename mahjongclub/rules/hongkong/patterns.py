"""The patterns of Hong Kong mahjong and their faan. Sources and where they differ: docs/rules/hongkong.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..kit.known_patterns import THREE_DRAGON_PUNGS, known
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
        known("all_chows", 1),
        known("concealed", 1, chinese="門前清"),
        known("self_drawn", 1),
        known("seat_wind", 1),
        known("round_wind", 1),
        known("dragon_pung", 1, most=3),
        known("mixed_terminals", 1, implies=(("all_pungs", 1),)),
        known("robbed_kong", 1),
        known("last_draw", 1),
        known("last_discard", 1),
        known(
            "replacement_win",
            1,
            help=Text("Self-drawn on the tile that replaces a kong; a flower’s where the house counts it."),
        ),
        known("no_flowers", 1),
        known("own_flower", 1, help=Text("The flower of one’s seat.")),
        known("own_season", 1),
        known("flower_set", 2, "own_flower", help=Text("All four flowers.")),
        known("season_set", 2, "own_season"),
        known("all_pungs", 3, chinese="對對糊"),
        known("half_flush", 3),
        # an optional hand, usually 4: a pattern worth nothing is not offered
        known("seven_pairs", 0),
        known("little_dragons", 3, implies=(("dragon_pung", 2),)),
        known("little_winds", 3, *WINDS, implies=(("half_flush", 1),)),
        known("seven_flowers", 3, *BONUS[:4], chinese="花糊"),
        known("big_dragons", 5, implies=(("dragon_pung", 3),)),
        known("full_flush", 7, "half_flush"),
        known("concealed_pungs_4", 8, "all_pungs", "concealed", chinese="坎坎糊"),
        known("kong_on_kong", 8, "replacement_win"),
        known("eight_flowers", 8, *BONUS[:5], chinese="大花糊"),
        known("all_honours", 10, *WHOLE),
        known("all_terminals", 10, *WHOLE),
        known("nine_gates", 10, *WHOLE, chinese="九子連環"),
        known("thirteen_orphans", 13, *WHOLE),
        known("big_winds", 13, *WINDS, *WHOLE),
        known("four_kongs", 13, *WHOLE, chinese="十八羅漢"),
        known("heavenly", 13, "concealed", "self_drawn", chinese="天糊"),
        known(
            "earthly",
            13,
            "concealed",
            "self_drawn",
            chinese="地糊",
            help=Text(
                "Another seat wins on its first draw (the association: on the dealer’s first discard)."
            ),
        ),
        known("human", 13, "concealed", chinese="人糊"),
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
    bonus={"none": {}, "flowers_seasons": dict.fromkeys((*BONUS, "no_flowers"), 1)},
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
