"""Chinese classical as families, federations and books play it.

A preset is a frozen edition: what its book says is corrected here, and games that were opened keep the rules
they were opened with. What each value rests on stands in docs/rules/classical.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..variant import Preset, Source
from ..words import Text
from .options import Rules


def _of_book(prefix: str, values: Mapping[str, int]) -> dict[str, Any]:
    return {f"{prefix}_{key}": value for key, value in values.items()}


#: What the Western books have in common against the seed: the winner is exempt, no bonus of 30.
WESTERN: dict[str, Any] = {
    "winner_pays": False,
    "winner_bonus": "additive",
    "no_pung_points": 0,
    "round_wind": "round",
    "rounds": 4,
    "heavenly": "east_or_first_discard",
    "terminal_pungs": "none",
    "honours_hand": "none",
    "dragon_pair": "any",
    "one_suit_doubles": 1,
    "east_policy": "in_turn",
}

#: what the British book and Millington both pay the limit for
LIMIT_HANDS = (
    "heavens_blessing",
    "earths_blessing",
    "moon",
    "plum_blossom",
    "twofold_fortune",
    "thirteen_orphans",
    "gates_of_heaven",
    "imperial_jade",
    "heads_and_tails",
    "all_winds_and_dragons",
    "three_great_scholars",
    "four_blessings",
    "fourfold_plenty",
)

BMJA = Rules(
    **WESTERN,
    limit=1000,
    starting_points=2000,
    max_chows=1,
    flower_points=4,
    bouquet_doubles=2,
    purity_apart=True,
    goulash_after_draw=True,
    goulash_jokers=4,
    false_mahjong=500,
    original_call="everyone",
    fishing="two_fifths",
    **_of_book("double", {"last_discard": 1, "robbed_kong": 1, "all_concealed": 1, "majors": 1}),
    **_of_book(
        "hand",
        dict.fromkeys(("all_pair_honours", "knitting", "triple_knitting"), 500)
        | dict.fromkeys((*LIMIT_HANDS, "buried_treasure", "wriggling_snake"), 1000),
    ),
)

NTS = Rules(
    **{**WESTERN, "draw_east": "passes"},
    limit=2000,
    starting_points=2000,
    flowers="none",
    only_tile_points=2,
    completed_pair_points=2,
    completed_major_pair_points=2,
    pe_ling_points=10,
    dragons_and_winds="winner",
    fishing="half_irregular",
    **_of_book(
        "double",
        {
            "moon": 3,
            "plum_blossom": 3,
            "kong_on_kong": 2,
            "robbed_kong": 1,
            "all_chows": 1,
            "all_concealed": 2,
            "middle": 1,
            "majors": 1,
            "only_honours": 3,
            "little_dragons": 1,
            "little_winds": 1,
            "three_concealed_pungs": 1,
            "four_concealed_pungs": 2,
            "three_concealed_kongs": 2,
            "four_kongs": 3,
        },
    ),
    **_of_book(
        "hand",
        dict.fromkeys(
            (
                "gates_of_heaven",
                "thirteen_orphans",
                "honour_pairs",
                "four_blessings",
                "three_dragons",
                "jade",
                "heavens_blessing",
                "four_concealed_kongs",
                "heads_and_tails",
            ),
            2000,
        )
        | dict.fromkeys(
            (
                "wind_snake",
                "dragon_snake",
                "court_of_peking",
                "pure_pairs",
                "very_clean_pairs",
                "earths_blessing",
                "curling_snake",
            ),
            1000,
        )
        | {"clean_pairs": 500, "seven_pairs": 250},
    ),
)

MILLINGTON = Rules(
    **WESTERN,
    limit=500,
    cannon=True,
    mahjong_points=10,
    flower_points=4,
    bouquet_doubles=1,
    bouquet_includes_own=False,
    own_flower="both",
    only_tile_points=2,
    completed_pair_points=2,
    completed_major_pair_points=4,
    original_call="winner",
    **_of_book(
        "double",
        {
            "last_discard": 1,
            "robbed_kong": 1,
            "no_points": 1,
            "all_concealed": 1,
            "majors": 1,
            "little_dragons": 1,
            "big_dragons": 2,
            "little_winds": 1,
            "big_winds": 2,
            "three_concealed_pungs": 1,
        },
    ),
    **_of_book(
        "hand",
        dict.fromkeys(
            (
                *LIMIT_HANDS,
                "carrying_pole",
                "jade",
                "curling_snake",
                "hidden_treasure",
                "concealed_suit",
            ),
            500,
        ),
    ),
)

FAMILY_TEXT = Source(
    Text.plain("Règles du Mahjong"),
    unread=Text("The club’s own text: where the text is silent, the option says that this is a reading."),
)

PRESETS = (
    Preset("family", Text("Family"), Rules(), FAMILY_TEXT),
    Preset(
        "exempt-1000",
        Text("Winner exempt, limit 1000"),
        Rules(winner_pays=False, limit=1000),
        FAMILY_TEXT,
    ),
    Preset("winner-exempt", Text("Winner exempt"), Rules(winner_pays=False), FAMILY_TEXT),
    Preset(
        "bmja",
        Text("British (BMJA)"),
        BMJA,
        Source(
            Text.plain("Mah-Jong (Know the Game), Gwyn Headley, Yvonne Seeley"),
            edition="3",
            date="2008",
            link="https://mahjongbritishrules.com/",
            unread=Text("Read through the site that explains and corrects the book with its authors."),
        ),
    ),
    Preset(
        "nts",
        Text("Dutch (NTS 2002)"),
        NTS,
        Source(
            Text.plain("Nederlandse Toernooispelregels"),
            edition="2002",
            date="2002",
            link="https://mahjongbond.org/spelregels",
            unread=Text(
                "The sheet itself could not be read: its lines come from a program of 2019 and from the "
                "sheet of a club that follows it."
            ),
        ),
    ),
    Preset(
        "millington",
        Text("Millington"),
        MILLINGTON,
        Source(
            Text.plain("A. D. Millington, The Complete Book of Mah-Jongg"),
            date="1977",
            link="https://mahjong.julianbradfield.org/",
            unread=Text("Read through J. C. Bradfield’s program, whose rules cite the book by number."),
        ),
    ),
)
