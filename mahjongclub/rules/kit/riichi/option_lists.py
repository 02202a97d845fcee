"""What options of riichi are chosen from, the topics they are shown under, and which lie idle and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...words import Text
from .yaku import YAKU_NAMES

ABORTS: Mapping[str, Text] = {
    "nine_terminals": Text("nine terminals and honours (kyūshu kyūhai)"),
    "four_winds": Text("four identical winds on the first discards (sūfon renda)"),
    "four_riichi": Text("four riichi (sūcha riichi)"),
    "four_kans": Text("four kans by several players (sūkan sanra)"),
    "triple_ron": Text("triple ron (sanchahō)"),
}

#: yakuman that some tables pay twice, by the wait they were won on or of themselves
DOUBLED: Mapping[str, Text] = {
    name: YAKU_NAMES[name]
    for name in (
        "four_concealed_pungs_pair_wait",
        "thirteen_orphans_wide_wait",
        "nine_gates_wide_wait",
        "big_four_winds",
    )
}

PAO_COVERS: Mapping[str, Text] = {
    "dragons": Text("big three dragons (daisangen)"),
    "winds": Text("big four winds (daisūshī)"),
    "kongs": Text("four kans (sūkantsu)"),
    "open_kan": Text("a win on the replacement of an open kan (daiminkan)"),
}

#: what a reader looks for, and the options that say it
TOPICS = (
    (
        Text("Start, end and ranking"),
        (
            *("rounds", "starting_points", "return_points", "uma", "oka", "ties", "floating_uma"),
            *("floats_from", "uma_one_floats", "uma_two_float", "uma_three_float", "rounding", "bust"),
            "bust_bonus",
            *("agari_yame", "tenpai_yame", "west_extension", "extension_target", "yakitori", "chips"),
        ),
    ),
    (Text("Ron and tsumo"), ("multi_ron", "multi_honba", "multi_riichi", "tsumo", "ron_in_thousands")),
    (
        Text("Dealer, honba and sticks"),
        ("renchan", "honba", "honba_each", "riichi_under_1000", "leftover_sticks"),
    ),
    (Text("When nobody wins"), ("noten_pool", "nagashi", "nagashi_as", "abortive", "abort_deal")),
    (
        Text("What a hand is worth"),
        (
            *("kiriage_mangan", "kazoe", "yakuman_add_up", "double_yakuman", "renhou", "open_tanyao"),
            *("ippatsu", "ura_dora", "kan_dora", "red_fives", "north", "double_wind_pair_fu"),
        ),
    ),
    (
        Text("Liability and errors"),
        ("pao", "pao_composite", "pao_honba", "chombo", "chombo_points", "chombo_last"),
    ),
)
_FIXED_UMA = ("floating_uma", (False,))
_ONE_RON = ("multi_ron", ("head_bump",))
_NO_PAO = ("pao", ((),))
#: options that say nothing while another has one of these values
IDLE_WHILE: Mapping[str, tuple[str, tuple[Any, ...]]] = {
    "uma": ("floating_uma", (True,)),
    "uma_one_floats": _FIXED_UMA,
    "uma_two_float": _FIXED_UMA,
    "uma_three_float": _FIXED_UMA,
    "multi_honba": _ONE_RON,
    "multi_riichi": _ONE_RON,
    "abort_deal": ("abortive", ((),)),
    "pao_composite": _NO_PAO,
    "pao_honba": _NO_PAO,
    "double_yakuman": ("yakuman_add_up", (False,)),
    "extension_target": ("west_extension", (False,)),
    "chombo_points": ("chombo", ("off", "mangan")),
    "chombo_last": ("chombo", ("off",)),
    "tenpai_yame": ("agari_yame", ("off",)),
    "nagashi_as": ("nagashi", (False,)),
}
