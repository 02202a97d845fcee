"""A hand in tiles for every pattern of Taiwanese that tiles can show. South wins in the East round."""

from django.utils.translation import gettext_lazy

from mahjongclub.rules.taiwanese.settle import TAIWANESE

from ..kit.counted.examples import pattern_lessons
from ..kit.lessons import Teaching
from .card import USAGE

HANDS = {
    "concealed": "123m 555p 678s 333z 456m 9!9m",
    "single_wait": "123m 555p 678s 333z 45!6m 99m",
    "seat_wind": "234m 678p 789s 567m 3!3p | 222z",
    "round_wind": "234m 678p 789s 567m 3!3p | 111z",
    "dragon_pung": "234m 678p 789s 567m 3!3p | 666z",
    "own_flower": "234m 678p 789s 567m 3!3p 555z | 2f",
    "robbed_kong": "34!5m 234p 678p 999s 123s 55s",
    "melded_self_drawn": "5!5s | 123m 678p 999s 777p 333z",
    "melded_discard": "5!5s | 123m 678p 999s 777p 333z",
    "all_chows": "123m 567m 234p 678!s 456s 99s",
    "flower_set": "234m 678p 789s 567m 3!3p 555z | 1234f",
    "concealed_pungs_3": "333m 777p 111s 9!9m | 456p 234m",
    "concealed_pungs_4": "333m 777p 111s 888s 9!9m | 456p",
    "concealed_pungs_5": "222m 555p 777s 333!s 888p 99m",
    "all_pungs": "222m 555s 4!4z | 888p 999m 333s",
    "half_flush": "123m 567m 444z 2!2m | 999m 777z",
    "full_flush": "123p 345p 789p 2!2p | 666p 888p",
    "all_honours": "111z 555z 7!7z | 333z 666z 444z",
    "little_dragons": "666z 234m 678s 123p 7!7z | 555z",
    "big_dragons": "777z 234m 678s 9!9p | 555z 666z",
    "little_winds": "222z 678m 123p 4!4z | 111z 333z",
    "big_winds": "222z 444z 678m 5!5m | 111z 333z",
    "seven_flowers": "234m 678p 789s 567m 3!3p 555z | 1234f 123g",
    "eight_flowers": "234m 678p 789s 567m 3!3p 555z | 1234f 1234g",
    "four_kongs": "9!9p 678m | 3333m 7777p 1111s 5555s",
}

TEACHING = Teaching(
    shape=gettext_lazy("A hand wins with five sets and a pair: 16 tiles and the winning one."),
    hand="123m 456p 777s 222z 678m 5!5p",
    # nobody sees which four they are before the hand has ended
    concealed_kong="xxxxs",
    hands=pattern_lessons(TAIWANESE, HANDS),
    sources={"hand": USAGE, "claimed": USAGE, "turn": USAGE},
)
