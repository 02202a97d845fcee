"""The patterns of Taiwanese mahjong: their tai, what is not counted beside which, what contradicts.

Values and exclusions are those of the club's table (docs/rules/taiwanese.md lists it); a club edits the
values in its rules, one option a pattern.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..kit.known_patterns import THREE_DRAGON_PUNGS, known_pattern
from ..kit.patterns import Pattern, PatternList
from ..words import Text

_TABLE = (
    known_pattern("concealed", 1),
    known_pattern("self_drawn", 1),
    Pattern(
        "concealed_self_drawn",
        1,
        Text("Concealed and self-drawn"),
        "門清自摸",
        Text("One more for a concealed hand that is self-drawn: 3 in all."),
    ),
    known_pattern("single_wait", 1),
    known_pattern("seat_wind", 1),
    known_pattern("round_wind", 1),
    known_pattern("dragon_pung", 1, most=3),
    known_pattern("own_flower", 1, most=2),
    known_pattern("replacement_win", 1),
    known_pattern("last_draw", 1),
    known_pattern("last_discard", 1),
    known_pattern("robbed_kong", 1),
    Pattern(
        "melded_self_drawn",
        1,
        Text("All melded, self-drawn"),
        "半求",
        Text("Every set was claimed, the pair completed from the wall."),
    ),
    Pattern(
        "melded_discard",
        2,
        Text("All melded, on a discard"),
        "全求",
        Text("Every set was claimed, the pair completed by a discard."),
    ),
    known_pattern("all_chows", 2, help=Text("Five chows and a pair.")),
    known_pattern("flower_set", 2),
    known_pattern("concealed_pungs_3", 2),
    known_pattern("concealed_pungs_4", 5, "concealed_pungs_3"),
    Pattern(
        "concealed_pungs_5",
        8,
        Text("Five concealed pungs"),
        "五暗刻",
        Text("Five pungs or kongs without a claimed tile."),
        ("concealed_pungs_4", "concealed_pungs_3"),
    ),
    known_pattern("all_pungs", 4, help=Text("Five pungs or kongs and a pair.")),
    known_pattern("half_flush", 4),
    known_pattern("full_flush", 8, "half_flush"),
    known_pattern("all_honours", 8, "half_flush"),
    known_pattern("little_dragons", 4, "dragon_pung"),
    known_pattern("big_dragons", 8, "dragon_pung"),
    known_pattern("little_winds", 8, "seat_wind", "round_wind"),
    known_pattern("big_winds", 16, "seat_wind", "round_wind"),
    Pattern(
        "ready_first_discard",
        4,
        Text("Ready on the first discard"),
        "地聽",
        Text("Declared ready with the first discard."),
        ("concealed", "concealed_self_drawn"),
    ),
    Pattern(
        "dealt_ready",
        8,
        Text("Dealt ready"),
        "天聽",
        Text("Ready as dealt."),
        ("concealed", "concealed_self_drawn"),
    ),
    known_pattern("heavenly", 16),
    known_pattern("earthly", 16),
    known_pattern("human", 8),
    known_pattern("seven_flowers", 8),
    known_pattern("eight_flowers", 8),
    known_pattern("four_kongs", 8),
)

MELDED = ("melded_self_drawn", "melded_discard")
CONCEALED_PUNGS = ("concealed_pungs_3", "concealed_pungs_4", "concealed_pungs_5")
HONOUR_SETS = (
    "seat_wind",
    "round_wind",
    "dragon_pung",
    "little_dragons",
    "big_dragons",
    "little_winds",
    "big_winds",
    "all_honours",
)

TAI_LIST = PatternList(
    table=_TABLE,
    sets=5,
    from_the_wall=(
        "self_drawn",
        "concealed_self_drawn",
        "replacement_win",
        "last_draw",
        "melded_self_drawn",
        "heavenly",
    ),
    from_another=("last_discard", "robbed_kong", "melded_discard"),
    contradictions=(
        (MELDED, ("concealed", "concealed_self_drawn", "heavenly", *CONCEALED_PUNGS)),
        (("all_chows",), ("all_pungs", "four_kongs", *CONCEALED_PUNGS, *HONOUR_SETS)),
        (("full_flush",), HONOUR_SETS),
        (("little_dragons",), ("big_dragons", "little_winds")),
        (("little_winds",), ("big_winds",)),
        (("heavenly",), ("earthly", "human", "last_draw", "ready_first_discard")),
        (("earthly",), ("human",)),
        (("last_discard",), ("robbed_kong",)),
        (("seven_flowers",), ("eight_flowers",)),
    ),
    takes=({"little_winds": 3, "big_winds": 4}, {"little_dragons": 2, "big_dragons": 3, "dragon_pung": 1}),
    flower_limits={
        "none": {},
        "flowers": {"own_flower": 1, "flower_set": 1},
        "flowers_seasons": {"own_flower": 2, "flower_set": 1, "seven_flowers": 1, "eight_flowers": 1},
    },
    # A concealed hand that is self-drawn has the bonus for both, whichever of the three was ticked.
    both=(("concealed", "self_drawn", "concealed_self_drawn"),),
    too_often=(THREE_DRAGON_PUNGS,),
)

#: What all chows as played in Taiwan has none of: honours, flowers, a wait on one tile, a tile of the wall.
NO_CHOWS_IN_TAIWAN = (
    "half_flush",
    "own_flower",
    "flower_set",
    "seven_flowers",
    "eight_flowers",
    "single_wait",
    "melded_discard",
)
STRICT = replace(
    TAI_LIST,
    from_another=(*TAI_LIST.from_another, "all_chows"),
    contradictions=(*TAI_LIST.contradictions, (("all_chows",), NO_CHOWS_IN_TAIWAN)),
)


def stricter(rules: Any, patterns: PatternList) -> PatternList:
    """The patterns as these rules let them stand together."""
    return STRICT if rules.all_chows == "taiwan" else patterns
