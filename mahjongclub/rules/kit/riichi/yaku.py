"""The names of riichi's yaku, by our key and by the name the package `mahjong` gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...words import Text

#: Japanese terms stay Japanese, with a word of explanation.
YAKU_NAMES: Mapping[str, Text] = {
    "riichi": Text("Riichi"),
    "double_riichi": Text("Double riichi"),
    "ippatsu": Text("Ippatsu (within one turn)"),
    "self_drawn": Text("Menzen tsumo (concealed self-draw)"),
    "pinfu": Text("Pinfu (no points)"),
    "all_simples": Text("Tanyao (all simples)"),
    "pure_double_chow": Text("Iipeikō (twice the same sequence)"),
    "white_dragon": Text("Yakuhai: white dragon (haku)"),
    "green_dragon": Text("Yakuhai: green dragon (hatsu)"),
    "red_dragon": Text("Yakuhai: red dragon (chun)"),
    "seat_wind_east": Text("Yakuhai: seat wind East"),
    "seat_wind_south": Text("Yakuhai: seat wind South"),
    "seat_wind_west": Text("Yakuhai: seat wind West"),
    "seat_wind_north": Text("Yakuhai: seat wind North"),
    "round_wind_east": Text("Yakuhai: round wind East"),
    "round_wind_south": Text("Yakuhai: round wind South"),
    "round_wind_west": Text("Yakuhai: round wind West"),
    "round_wind_north": Text("Yakuhai: round wind North"),
    "value_wind_north": Text("Yakuhai: north, everybody’s value tile"),
    "robbed_kan": Text("Chankan (robbing a kan)"),
    "after_a_kan": Text("Rinshan kaihō (after a kan)"),
    "last_draw": Text("Haitei (last draw)"),
    "last_discard": Text("Hōtei (last discard)"),
    "mixed_triple_chow": Text("Sanshoku dōjun (same sequence in three suits)"),
    "triple_pung": Text("Sanshoku dōkō (same triplet in three suits)"),
    "pure_straight": Text("Ittsū (1 to 9 in one suit)"),
    "outside_hand": Text("Chanta (an end in every set)"),
    "terminals_in_all_sets": Text("Junchan (a terminal in every set)"),
    "seven_pairs": Text("Chiitoitsu (seven pairs)"),
    "all_pungs": Text("Toitoi (all triplets)"),
    "three_concealed_pungs": Text("San ankō (three concealed triplets)"),
    "three_kans": Text("San kantsu (three kans)"),
    "terminals_and_honours": Text("Honrōtō (all terminals and honours)"),
    "little_three_dragons": Text("Shōsangen (little three dragons)"),
    "half_flush": Text("Honitsu (one suit and honours)"),
    "twice_pure_double_chow": Text("Ryanpeikō (two pairs of same sequences)"),
    "full_flush": Text("Chinitsu (one suit)"),
    "dora": Text("Dora"),
    "ura_dora": Text("Ura dora (under the indicators)"),
    "red_dora": Text("Aka dora (red fives)"),
    "north_dora": Text("Nukidora (norths laid aside)"),
    "thirteen_orphans": Text("Kokushi musō (thirteen orphans)"),
    "thirteen_orphans_wide_wait": Text("Kokushi musō (thirteen-sided wait)"),
    "four_concealed_pungs": Text("Sū ankō (four concealed triplets)"),
    "four_concealed_pungs_pair_wait": Text("Sū ankō tanki (four concealed triplets, pair wait)"),
    "big_three_dragons": Text("Daisangen (big three dragons)"),
    "little_four_winds": Text("Shōsūshī (little four winds)"),
    "big_four_winds": Text("Daisūshī (big four winds)"),
    "all_honours": Text("Tsūiisō (all honours)"),
    "all_terminals": Text("Chinrōtō (all terminals)"),
    "all_green": Text("Ryūiisō (all green)"),
    "nine_gates": Text("Chūren pōtō (nine gates)"),
    "nine_gates_wide_wait": Text("Junsei chūren pōtō (nine gates, nine-sided wait)"),
    "four_kans": Text("Sū kantsu (four kans)"),
    "heavenly_hand": Text("Tenhō (blessing of heaven)"),
    "earthly_hand": Text("Chiihō (blessing of earth)"),
    "hand_of_man": Text("Renhō (blessing of man)"),
}

#: A record's names of the yakuman somebody can be liable for.
LIABLE_FOR: Mapping[str, str] = {
    "big_dragons": "big_three_dragons",
    "big_winds": "big_four_winds",
    "four_kans": "four_kans",
}

DORA = ("dora", "ura_dora", "red_dora", "north_dora")
_FIRST_YAKUMAN = tuple(YAKU_NAMES).index("thirteen_orphans")

#: What may be told beside a value that is not counted from tiles: every yaku; dora are none.
TICKED = tuple(name for name in YAKU_NAMES if name not in DORA)
YAKUMAN_NAMES = tuple(YAKU_NAMES)[_FIRST_YAKUMAN:]


def played_yaku(rules: Any) -> tuple[str, ...]:
    """Of TICKED those that count by these rules; Ten's rules say nothing of them."""
    unplayed = {
        "ippatsu": not getattr(rules, "ippatsu", True),
        "hand_of_man": getattr(rules, "renhou", "") == "off",
        "value_wind_north": getattr(rules, "north", "") != "value",
    }
    return tuple(name for name in TICKED if not unplayed.get(name))


#: Which option word of `pao` covers which yakuman.
PAO_YAKUMAN: Mapping[str, str] = {
    "dragons": "big_three_dragons",
    "winds": "big_four_winds",
    "kongs": "four_kans",
}

KEY_OF_LIBRARY_NAME: Mapping[str, str] = {
    "Riichi": "riichi",
    "Double Riichi": "double_riichi",
    "Ippatsu": "ippatsu",
    "Menzen Tsumo": "self_drawn",
    "Pinfu": "pinfu",
    "Tanyao": "all_simples",
    "Iipeiko": "pure_double_chow",
    "Yakuhai (haku)": "white_dragon",
    "Yakuhai (hatsu)": "green_dragon",
    "Yakuhai (chun)": "red_dragon",
    **{
        f"Yakuhai ({kind} wind {wind})": f"{kind}_wind_{wind}"
        for kind in ("seat", "round")
        for wind in ("east", "south", "west", "north")
    },
    "Chankan": "robbed_kan",
    "Rinshan Kaihou": "after_a_kan",
    "Haitei Raoyue": "last_draw",
    "Houtei Raoyui": "last_discard",
    "Sanshoku Doujun": "mixed_triple_chow",
    "Sanshoku Doukou": "triple_pung",
    "Ittsu": "pure_straight",
    "Chantai": "outside_hand",
    "Junchan": "terminals_in_all_sets",
    "Chiitoitsu": "seven_pairs",
    "Toitoi": "all_pungs",
    "San Ankou": "three_concealed_pungs",
    "San Kantsu": "three_kans",
    "Honroutou": "terminals_and_honours",
    "Shou Sangen": "little_three_dragons",
    "Honitsu": "half_flush",
    "Ryanpeikou": "twice_pure_double_chow",
    "Chinitsu": "full_flush",
    "Dora": "dora",
    "Ura Dora": "ura_dora",
    "Aka Dora": "red_dora",
    "Kokushi Musou": "thirteen_orphans",
    "Kokushi Musou Juusanmen Matchi": "thirteen_orphans_wide_wait",
    "Suu Ankou": "four_concealed_pungs",
    "Suu Ankou Tanki": "four_concealed_pungs_pair_wait",
    "Daisangen": "big_three_dragons",
    "Shousuushii": "little_four_winds",
    "Dai Suushii": "big_four_winds",
    "Tsuu Iisou": "all_honours",
    "Chinroutou": "all_terminals",
    "Ryuuiisou": "all_green",
    "Chuuren Poutou": "nine_gates",
    "Daburu Chuuren Poutou": "nine_gates_wide_wait",
    "Suu Kantsu": "four_kans",
    "Tenhou": "heavenly_hand",
    "Chiihou": "earthly_hand",
}
