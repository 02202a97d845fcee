"""A hand for every yaku with the tiles of three: riichi's, but no character from 2 to 8 and no chii."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy

from ..kit.lessons import Lesson
from ..kit.riichi.card import LAYING, TURN
from ..kit.riichi.examples import YAKU_HANDS, YakuHand, yaku_lessons
from ..kit.riichi.game import FOUR
from ..kit.riichi.points import NOT_OF_THREE
from .card import SOURCE

CLOSED = "123p 456p 789s 345s 2!2p"
LAST = "234s 567p 678s 5!5p 99'9p"
OTHER_TILES: Mapping[str, str] = {
    "riichi": CLOSED,
    "double_riichi": CLOSED,
    "ippatsu": CLOSED,
    "self_drawn": CLOSED,
    "heavenly_hand": CLOSED,
    "earthly_hand": CLOSED,
    "pinfu": "123p 567p 456s 678!s 99s",
    "all_simples": "234p 678s 567p 3'33s 5!5p",
    "pure_double_chow": "234s 234s 567p 888s 9!9p",
    "white_dragon": "234s 678p 789s 2!2p 55'5z",
    "green_dragon": "234s 678p 789s 2!2p 6'66z",
    "red_dragon": "234s 678p 789s 2!2p 777'z",
    "seat_wind_south": "234s 678p 789s 2!2p 22'2z",
    "round_wind_east": "234s 678p 789s 2!2p 11'1z",
    "robbed_kan": "34!5s 234p 678p 999s 55s",
    "after_a_kan": "234s 567p 678s 5!5p x11xp",
    "last_draw": LAST,
    "last_discard": LAST,
    "triple_pung": "999m 999s 678p 1!1m 99'9p",
    "pure_straight": "123s 456s 789s 2!2p 333'p",
    "outside_hand": "123s 789p 444z 9!9m 11'1p",
    "terminals_in_all_sets": "123p 789p 999s 1!1m 11'1s",
    "seven_pairs": "11m 44p 77p 33s 66s 22z 5!5z",
    "all_pungs": "222p 555s 4!4z 88'8p 999'm",
    "three_concealed_pungs": "333p 777p 111s 456s 9!9m",
    "three_kans": "456s 9!9p x33xp 77'77p 1\"11s",
    "little_three_dragons": "666z 234s 678s 7!7z 55'5z",
    "half_flush": "123s 567s 444z 2!2s 99'9s",
    "twice_pure_double_chow": "234s 234s 678p 678p 5!5s",
    "four_concealed_pungs": "222p 555p 777s 333!s 99m",
    "four_concealed_pungs_pair_wait": "222p 555p 777s 333s 9!9m",
    "big_three_dragons": "777z 234s 9!9p 55'5z 6'66z",
    "little_four_winds": "222z 678s 4!4z 1'11z 33'3z",
    "big_four_winds": "222z 444z 5!5s 1'11z 33'3z",
    "nine_gates": "1112!3s 4556s 78999s",
    "nine_gates_wide_wait": "11123s 455!6s 78999s",
    "four_kans": "9!9p x33xp 77'77p 1\"11s 5'555s",
}
HANDS: Mapping[str, YakuHand] = {
    key: hand._replace(tiles=OTHER_TILES.get(key, hand.tiles))
    for key, hand in YAKU_HANDS.items()
    if key not in NOT_OF_THREE
}


def lessons(rules: Any) -> tuple[Lesson, ...]:
    """Every yaku that three can have, with a hand."""
    return yaku_lessons(hands=HANDS)


TEACHING = replace(
    FOUR,
    hand="123s 456p 777s 222z 5!5p",
    opponents=("left", "right"),
    claims_runs=False,
    river="9m 1z 3z 2p 8s 1s / 7z 4p 9s 5p 6'p 2s / 3p 7s",
    hands=lessons,
    sources={"claimed": LAYING, "river": TURN, "turn": SOURCE},
)
#: the aborts three can have, as a score sheet writes them
ABORTS = ("9  4k", gettext_lazy("column End: nine kinds, four kans"))
