"""The patterns of Taiwanese mahjong: their tai, their names, and which is not counted beside which.

Values and exclusions are those of the club's table (docs/rules/taiwanese.md lists it); a club edits the
values in its rules, one option a pattern.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .game import Text


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: `tai` is its usual value, `excludes` what is not counted beside it.

    `help` says when a hand has it. `most` is how often one hand can have it.
    """

    key: str
    tai: int
    name: Text
    chinese: str
    help: Text
    excludes: tuple[str, ...] = ()
    most: int = 1


def _pattern(
    key: str,
    tai: int,
    chinese: str,
    name: tuple[str, str],
    help: tuple[str, str],
    *excludes: str,
    most: int = 1,
) -> Pattern:
    return Pattern(key, tai, Text(*name), chinese, Text(*help), excludes, most)


WIND_TAI = ("seat_wind", "round_wind")

_TABLE = (
    _pattern(
        "concealed",
        1,
        "門清",
        ("Concealed hand", "Main cachée"),
        ("No tile was claimed for a set.", "Aucune tuile n’a été réclamée pour une combinaison."),
    ),
    _pattern(
        "self_drawn",
        1,
        "自摸",
        ("Self-drawn", "Tuile tirée"),
        ("The winning tile came from the wall.", "La tuile gagnante vient du mur."),
    ),
    _pattern(
        "concealed_self_drawn",
        1,
        "門清自摸",
        ("Concealed and self-drawn", "Cachée et tirée"),
        (
            "One more for a concealed hand that is self-drawn: 3 in all.",
            "Un de plus pour une main cachée et tirée : 3 en tout.",
        ),
    ),
    _pattern(
        "single_wait",
        1,
        "獨聽",
        ("Single wait", "Attente unique"),
        ("Only one kind of tile could win.", "Une seule sorte de tuile pouvait gagner."),
    ),
    _pattern(
        "seat_wind",
        1,
        "門風",
        ("Seat wind", "Vent du joueur"),
        ("A pung or kong of the own wind.", "Un brelan ou carré de son propre vent."),
    ),
    _pattern(
        "round_wind",
        1,
        "圈風",
        ("Round wind", "Vent de la manche"),
        ("A pung or kong of the round’s wind.", "Un brelan ou carré du vent de la manche."),
    ),
    _pattern(
        "dragon_pung",
        1,
        "三元牌",
        ("Dragon pung", "Brelan de dragons"),
        ("For each pung or kong of dragons.", "Pour chaque brelan ou carré de dragons."),
        most=3,
    ),
    _pattern(
        "own_flower",
        1,
        "正花",
        ("Own flower", "Sa propre fleur"),
        ("For each: the own flower, the own season.", "Pour chacune : sa propre fleur, sa propre saison."),
        most=2,
    ),
    _pattern(
        "replacement_win",
        1,
        "槓上開花",
        ("Win on a replacement", "Sur une tuile de remplacement"),
        (
            "Self-drawn on the tile that replaces a kong or flower.",
            "Tirée en remplacement d’un carré ou d’une fleur.",
        ),
    ),
    _pattern(
        "last_draw",
        1,
        "海底撈月",
        ("Last tile drawn", "Dernière tuile du mur"),
        ("Self-drawn on the last tile of the wall.", "Gagnée en tirant la dernière tuile du mur."),
    ),
    _pattern(
        "last_discard",
        1,
        "河底撈魚",
        ("Last discard", "Dernier écart"),
        ("Won on the last discard of the hand.", "Gagnée sur le dernier écart de la partie."),
    ),
    _pattern(
        "robbed_kong",
        1,
        "搶槓",
        ("Robbed kong", "Carré volé"),
        ("Won on the tile another adds to a pung.", "Gagnée sur la tuile qu’un autre ajoute à un brelan."),
    ),
    _pattern(
        "melded_self_drawn",
        1,
        "半求",
        ("All melded, self-drawn", "Tout exposé, tuile tirée"),
        (
            "Every set was claimed, the pair completed from the wall.",
            "Toutes les combinaisons réclamées, la paire complétée du mur.",
        ),
    ),
    _pattern(
        "melded_discard",
        2,
        "全求",
        ("All melded, on a discard", "Tout exposé, sur un écart"),
        (
            "Every set was claimed, the pair completed by a discard.",
            "Toutes les combinaisons réclamées, la paire complétée d’un écart.",
        ),
    ),
    _pattern(
        "all_chows",
        2,
        "平胡",
        ("All chows", "Toutes en séquences"),
        ("Five chows and a pair.", "Cinq séquences et une paire."),
    ),
    _pattern(
        "flower_set",
        2,
        "花槓",
        ("Set of flowers", "Bouquet"),
        ("All four flowers, or all four seasons.", "Les quatre fleurs, ou les quatre saisons."),
    ),
    _pattern(
        "concealed_pungs_3",
        2,
        "三暗刻",
        ("Three concealed pungs", "Trois brelans cachés"),
        ("Three pungs or kongs without a claimed tile.", "Trois brelans ou carrés sans tuile réclamée."),
    ),
    _pattern(
        "concealed_pungs_4",
        5,
        "四暗刻",
        ("Four concealed pungs", "Quatre brelans cachés"),
        ("Four pungs or kongs without a claimed tile.", "Quatre brelans ou carrés sans tuile réclamée."),
        "concealed_pungs_3",
    ),
    _pattern(
        "concealed_pungs_5",
        8,
        "五暗刻",
        ("Five concealed pungs", "Cinq brelans cachés"),
        ("Five pungs or kongs without a claimed tile.", "Cinq brelans ou carrés sans tuile réclamée."),
        "concealed_pungs_4",
        "concealed_pungs_3",
    ),
    _pattern(
        "all_pungs",
        4,
        "碰碰胡",
        ("All pungs", "Tout en brelans"),
        ("Five pungs or kongs and a pair.", "Cinq brelans ou carrés et une paire."),
    ),
    _pattern(
        "half_flush",
        4,
        "混一色",
        ("Half flush", "Une série et honneurs"),
        ("One suit, with winds or dragons.", "Une seule série, avec des vents ou des dragons."),
    ),
    _pattern(
        "full_flush",
        8,
        "清一色",
        ("Full flush", "Une seule série"),
        ("One suit only.", "Une seule série, sans honneurs."),
        "half_flush",
    ),
    _pattern(
        "all_honours",
        8,
        "字一色",
        ("All honours", "Tout en honneurs"),
        ("Winds and dragons only.", "Vents et dragons seulement."),
        "half_flush",
    ),
    _pattern(
        "little_dragons",
        4,
        "小三元",
        ("Little three dragons", "Trois petits dragons"),
        ("Two pungs of dragons and a pair of the third.", "Deux brelans de dragons, paire du troisième."),
        "dragon_pung",
    ),
    _pattern(
        "big_dragons",
        8,
        "大三元",
        ("Big three dragons", "Trois grands dragons"),
        ("Pungs of all three dragons.", "Les brelans des trois dragons."),
        "dragon_pung",
    ),
    _pattern(
        "little_winds",
        8,
        "小四喜",
        ("Little four winds", "Quatre petits vents"),
        ("Three pungs of winds and a pair of the fourth.", "Trois brelans de vents, paire du quatrième."),
        *WIND_TAI,
    ),
    _pattern(
        "big_winds",
        16,
        "大四喜",
        ("Big four winds", "Quatre grands vents"),
        ("Pungs of all four winds.", "Les brelans des quatre vents."),
        *WIND_TAI,
    ),
    _pattern(
        "ready_first_discard",
        4,
        "地聽",
        ("Ready on the first discard", "Prêt au premier écart"),
        ("Declared ready with the first discard.", "Annoncé prêt avec son premier écart."),
        "concealed",
        "concealed_self_drawn",
    ),
    _pattern(
        "dealt_ready",
        8,
        "天聽",
        ("Dealt ready", "Prêt d’entrée"),
        ("Ready as dealt.", "Prêt dès la distribution."),
    ),
    _pattern(
        "heavenly",
        16,
        "天胡",
        ("Heavenly hand", "Main du ciel"),
        ("The dealer’s hand is complete as dealt.", "La main du donneur est complète d’entrée."),
    ),
    _pattern(
        "earthly",
        16,
        "地胡",
        ("Earthly hand", "Main de la terre"),
        ("Another seat wins on its first draw.", "Un autre gagne sur sa première tuile."),
    ),
    _pattern(
        "human",
        8,
        "人胡",
        ("Human hand", "Main de l’homme"),
        (
            "Another seat wins on a discard of the first turn.",
            "Un autre gagne sur un écart du premier tour.",
        ),
    ),
    _pattern(
        "seven_flowers",
        8,
        "七搶一",
        ("Seven flowers", "Sept fleurs"),
        ("Seven bonus tiles rob the eighth from another.", "Sept fleurs volent la huitième à un autre."),
    ),
    _pattern(
        "eight_flowers",
        8,
        "八仙過海",
        ("Eight flowers", "Huit fleurs"),
        ("All eight flowers and seasons.", "Les huit fleurs et saisons."),
    ),
    _pattern(
        "four_kongs",
        8,
        "四槓",
        ("Four kongs", "Quatre carrés"),
        ("Four kongs in one hand.", "Quatre carrés dans une main."),
    ),
)

#: Every pattern by its key, in the order a list shows them.
PATTERNS: Mapping[str, Pattern] = {pattern.key: pattern for pattern in _TABLE}
