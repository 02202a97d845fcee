"""The names of riichi's yaku, by our key and by the name the package `mahjong` gives them."""

from __future__ import annotations

from collections.abc import Mapping

from .game import Text

#: Japanese terms stay Japanese, with a word of explanation.
YAKU_NAMES: Mapping[str, Text] = {
    "riichi": Text("Riichi", "Riichi"),
    "double_riichi": Text("Double riichi", "Double riichi"),
    "ippatsu": Text("Ippatsu (within one turn)", "Ippatsu (dans le tour)"),
    "self_drawn": Text("Menzen tsumo (concealed self-draw)", "Menzen tsumo (tsumo main fermée)"),
    "pinfu": Text("Pinfu (no points)", "Pinfu (main sans points)"),
    "all_simples": Text("Tanyao (all simples)", "Tanyao (tout ordinaire)"),
    "pure_double_chow": Text("Iipeikō (twice the same sequence)", "Iipeikō (séquence doublée)"),
    "white_dragon": Text("Yakuhai: white dragon (haku)", "Yakuhai : dragon blanc (haku)"),
    "green_dragon": Text("Yakuhai: green dragon (hatsu)", "Yakuhai : dragon vert (hatsu)"),
    "red_dragon": Text("Yakuhai: red dragon (chun)", "Yakuhai : dragon rouge (chun)"),
    "seat_wind_east": Text("Yakuhai: seat wind East", "Yakuhai : vent du joueur, Est"),
    "seat_wind_south": Text("Yakuhai: seat wind South", "Yakuhai : vent du joueur, Sud"),
    "seat_wind_west": Text("Yakuhai: seat wind West", "Yakuhai : vent du joueur, Ouest"),
    "seat_wind_north": Text("Yakuhai: seat wind North", "Yakuhai : vent du joueur, Nord"),
    "round_wind_east": Text("Yakuhai: round wind East", "Yakuhai : vent de la manche, Est"),
    "round_wind_south": Text("Yakuhai: round wind South", "Yakuhai : vent de la manche, Sud"),
    "round_wind_west": Text("Yakuhai: round wind West", "Yakuhai : vent de la manche, Ouest"),
    "round_wind_north": Text("Yakuhai: round wind North", "Yakuhai : vent de la manche, Nord"),
    "robbed_kan": Text("Chankan (robbing a kan)", "Chankan (vol d’un kan)"),
    "after_a_kan": Text("Rinshan kaihō (after a kan)", "Rinshan kaihō (après un kan)"),
    "last_draw": Text("Haitei (last draw)", "Haitei (dernière pioche)"),
    "last_discard": Text("Hōtei (last discard)", "Hōtei (dernière défausse)"),
    "mixed_triple_chow": Text(
        "Sanshoku dōjun (same sequence in three suits)", "Sanshoku dōjun (même séquence en trois familles)"
    ),
    "triple_pung": Text(
        "Sanshoku dōkō (same triplet in three suits)", "Sanshoku dōkō (même brelan en trois familles)"
    ),
    "pure_straight": Text("Ittsū (1 to 9 in one suit)", "Ittsū (1 à 9 d’une famille)"),
    "outside_hand": Text("Chanta (an end in every set)", "Chanta (une extrémité partout)"),
    "terminals_in_all_sets": Text("Junchan (a terminal in every set)", "Junchan (une terminale partout)"),
    "seven_pairs": Text("Chiitoitsu (seven pairs)", "Chiitoitsu (sept paires)"),
    "all_pungs": Text("Toitoi (all triplets)", "Toitoi (tout en brelans)"),
    "three_concealed_pungs": Text("San ankō (three concealed triplets)", "San ankō (trois brelans cachés)"),
    "three_kans": Text("San kantsu (three kans)", "San kantsu (trois kan)"),
    "terminals_and_honours": Text(
        "Honrōtō (all terminals and honours)", "Honrōtō (tout terminales et honneurs)"
    ),
    "little_three_dragons": Text("Shōsangen (little three dragons)", "Shōsangen (trois petits dragons)"),
    "half_flush": Text("Honitsu (one suit and honours)", "Honitsu (une famille et honneurs)"),
    "twice_pure_double_chow": Text(
        "Ryanpeikō (two pairs of same sequences)", "Ryanpeikō (deux séquences doublées)"
    ),
    "full_flush": Text("Chinitsu (one suit)", "Chinitsu (une famille)"),
    "dora": Text("Dora", "Dora"),
    "ura_dora": Text("Ura dora (under the indicators)", "Ura dora (sous les indicateurs)"),
    "red_dora": Text("Aka dora (red fives)", "Aka dora (cinq rouges)"),
    "thirteen_orphans": Text("Kokushi musō (thirteen orphans)", "Kokushi musō (treize orphelins)"),
    "thirteen_orphans_wide_wait": Text(
        "Kokushi musō (thirteen-sided wait)", "Kokushi musō (attente à treize tuiles)"
    ),
    "four_concealed_pungs": Text("Sū ankō (four concealed triplets)", "Sū ankō (quatre brelans cachés)"),
    "four_concealed_pungs_pair_wait": Text(
        "Sū ankō tanki (four concealed triplets, pair wait)",
        "Sū ankō tanki (quatre brelans, à la paire)",
    ),
    "big_three_dragons": Text("Daisangen (big three dragons)", "Daisangen (trois grands dragons)"),
    "little_four_winds": Text("Shōsūshī (little four winds)", "Shōsūshī (quatre petits vents)"),
    "big_four_winds": Text("Daisūshī (big four winds)", "Daisūshī (quatre grands vents)"),
    "all_honours": Text("Tsūiisō (all honours)", "Tsūiisō (tout honneurs)"),
    "all_terminals": Text("Chinrōtō (all terminals)", "Chinrōtō (tout terminales)"),
    "all_green": Text("Ryūiisō (all green)", "Ryūiisō (tout vert)"),
    "nine_gates": Text("Chūren pōtō (nine gates)", "Chūren pōtō (neuf portes)"),
    "nine_gates_wide_wait": Text(
        "Junsei chūren pōtō (nine gates, nine-sided wait)", "Junsei chūren pōtō (neuf portes, neuf attentes)"
    ),
    "four_kans": Text("Sū kantsu (four kans)", "Sū kantsu (quatre kan)"),
    "heavenly_hand": Text("Tenhō (blessing of heaven)", "Tenhō (bénédiction du ciel)"),
    "earthly_hand": Text("Chiihō (blessing of earth)", "Chiihō (bénédiction de la terre)"),
}

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
