"""A hand in tiles for every pattern of Hong Kong that tiles can show. South wins in the East round."""

from mahjongclub.rules.hongkong.settle import HONG_KONG

from ..kit.counted.examples import pattern_lessons
from ..kit.lessons import Teaching
from .card import HKMA, USAGE

HANDS = {
    "all_chows": "123m 567m 234p 678!s 99s",
    "concealed": "123m 555p 678s 333z 9!9m",
    "seat_wind": "234m 678p 789s 3!3p | 222z",
    "round_wind": "234m 678p 789s 3!3p | 111z",
    "dragon_pung": "234m 678p 789s 3!3p | 666z",
    "mixed_terminals": "111m 999s 2!2z | 999p 444z",
    "robbed_kong": "34!5m 234p 678p 999s 55s",
    "own_flower": "234m 678p 789s 3!3p 555z | 2f",
    "own_season": "234m 678p 789s 3!3p 555z | 2g",
    "flower_set": "234m 678p 789s 3!3p 555z | 1234f",
    "season_set": "234m 678p 789s 3!3p 555z | 1234g",
    "all_pungs": "222m 555s 4!4z | 888p 999m",
    "half_flush": "123m 567m 444z 2!2m | 999m",
    "little_dragons": "666z 234m 678s 7!7z | 555z",
    "little_winds": "222z 678m 4!4z | 111z 333z",
    "seven_flowers": "234m 678p 789s 3!3p 555z | 1234f 123g",
    "big_dragons": "777z 234m 9!9p | 555z 666z",
    "seven_pairs": "22m 55m 88p 33s 66s 11z 7!7z",
    "full_flush": "123p 345p 789p 2!2p | 666p",
    "concealed_pungs_4": "222m 555p 777s 333!s 99m",
    "eight_flowers": "234m 678p 789s 3!3p 555z | 1234f 1234g",
    "all_honours": "111z 555z 7!7z | 333z 666z",
    "all_terminals": "111m 111p 999s 1!1s | 999m",
    "nine_gates": "1112!3m 4556m 78999m",
    "thirteen_orphans": "119m 19p 19s 1234z 567!z",
    "big_winds": "222z 444z 5!5m | 111z 333z",
    "four_kongs": "9!9p | 3333m 7777p 1111s 5555s",
}

TEACHING = Teaching(
    hands=pattern_lessons(HONG_KONG, HANDS), sources={"hand": HKMA, "claimed": USAGE, "turn": HKMA}
)
