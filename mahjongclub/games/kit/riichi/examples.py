"""An example hand for every yaku. South wins in the East round, but where a hand says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.kit.riichi.tiles import list_yaku

from ..lessons import Example, Lesson
from .points import MOST_HAN, yaku_name

#: what the sets are called
SETS = (gettext_lazy("Chii"), gettext_lazy("Pon"), gettext_lazy("Kan"), gettext_lazy("Closed kan"))
#: discards in rows of six; the eleventh declares riichi
RIVER = "9m 1z 3z 2p 8s 1s / 7z 4p 9s 5m 6'p 2s / 3p 7m"


class YakuHand(NamedTuple):
    """A hand with this yaku as `laid_tiles` writes it, when a hand has it, and how this one was won.

    `how` are flags of the tile reader, and "riichi", "tsumo", "dealer".
    """

    tiles: str
    help: Any
    how: tuple[str, ...] = ()


OF_DRAGONS = gettext_lazy("A pon or kan of this dragon.")

YAKU_HANDS: Mapping[str, YakuHand] = {
    "riichi": YakuHand(
        "123m 456p 789s 345s 2!2p",
        gettext_lazy("Declared in tenpai with a closed hand, for a stick of 1,000."),
        ("riichi",),
    ),
    "double_riichi": YakuHand(
        "123m 456p 789s 345s 2!2p",
        gettext_lazy("Riichi with the first discard, before any claim."),
        ("riichi", "double_riichi"),
    ),
    "ippatsu": YakuHand(
        "123m 456p 789s 345s 2!2p",
        gettext_lazy("A win within one turn of the riichi, before any claim."),
        ("riichi", "ippatsu"),
    ),
    "self_drawn": YakuHand(
        "123m 456p 789s 345s 2!2p", gettext_lazy("A closed hand that wins with a drawn tile."), ("tsumo",)
    ),
    "pinfu": YakuHand(
        "123m 567m 456p 678!s 99s",
        gettext_lazy("Four chii, a pair that brings no fu, and a wait for either end of a chii."),
    ),
    "all_simples": YakuHand("234m 678s 567p 3'33s 5!5p", gettext_lazy("Only tiles from 2 to 8.")),
    "pure_double_chow": YakuHand(
        "234m 234m 567p 888s 9!9p", gettext_lazy("Twice the same chii in the same suit.")
    ),
    "white_dragon": YakuHand("234m 678p 789s 2!2p 55'5z", OF_DRAGONS),
    "green_dragon": YakuHand("234m 678p 789s 2!2p 6'66z", OF_DRAGONS),
    "red_dragon": YakuHand("234m 678p 789s 2!2p 777'z", OF_DRAGONS),
    "seat_wind_south": YakuHand("234m 678p 789s 2!2p 22'2z", gettext_lazy("A pon or kan of one’s own wind.")),
    "round_wind_east": YakuHand(
        "234m 678p 789s 2!2p 11'1z", gettext_lazy("A pon or kan of the round’s wind.")
    ),
    "robbed_kan": YakuHand(
        "34!5m 234p 678p 999s 55s",
        gettext_lazy("Ron on the tile that another player adds to a pon."),
        ("chankan",),
    ),
    "after_a_kan": YakuHand(
        "234m 567m 678s 5!5p x11xp",
        gettext_lazy("Tsumo on the tile that replaces a kan."),
        ("tsumo", "rinshan"),
    ),
    "last_draw": YakuHand(
        "234m 567m 678s 5!5p 99'9p", gettext_lazy("Tsumo on the last tile of the wall."), ("tsumo", "haitei")
    ),
    "last_discard": YakuHand(
        "234m 567m 678s 5!5p 99'9p", gettext_lazy("Ron on the last discard of the hand."), ("houtei",)
    ),
    "mixed_triple_chow": YakuHand(
        "234m 234p 777p 9!9m 3'24s", gettext_lazy("The same chii in the three suits.")
    ),
    "triple_pung": YakuHand("333m 333s 678p 9!9m 33'3p", gettext_lazy("The same pon in the three suits.")),
    "pure_straight": YakuHand(
        "123s 456s 789s 2!2m 333'p", gettext_lazy("1-2-3, 4-5-6 and 7-8-9 of one suit.")
    ),
    "outside_hand": YakuHand(
        "123m 789p 444z 9!9m 7'89s",
        gettext_lazy("Every set and the pair hold a 1, a 9 or an honour; at least one chii."),
    ),
    "terminals_in_all_sets": YakuHand(
        "123m 789m 999s 1!1s 1'23p",
        gettext_lazy("Every set and the pair hold a 1 or a 9; at least one chii."),
    ),
    "seven_pairs": YakuHand("11m 44m 77p 33s 66s 22z 5!5z", gettext_lazy("Seven different pairs.")),
    "all_pungs": YakuHand("222m 555s 4!4z 88'8p 999'm", gettext_lazy("Four pon or kan.")),
    "three_concealed_pungs": YakuHand(
        "333m 777p 111s 9!9m 4'56p", gettext_lazy("Three pon or kan without a claimed tile.")
    ),
    "three_kans": YakuHand("456s 9!9p x33xm 77'77p 1\"11s", gettext_lazy("Three kan.")),
    "terminals_and_honours": YakuHand("111m 999s 1!1z 9'99p 44'4z", gettext_lazy("Only 1, 9 and honours.")),
    "little_three_dragons": YakuHand(
        "666z 234m 678s 7!7z 55'5z", gettext_lazy("Two pon of dragons and a pair of the third.")
    ),
    "half_flush": YakuHand("123m 567m 444z 2!2m 99'9m", gettext_lazy("One suit, and honours.")),
    "twice_pure_double_chow": YakuHand(
        "234m 234m 678p 678p 5!5s", gettext_lazy("Two times twice the same chii.")
    ),
    "full_flush": YakuHand("123p 345p 789p 2!2p 6'66p", gettext_lazy("One suit, without honours.")),
    "thirteen_orphans": YakuHand(
        "119m 19p 19s 1234z 567!z", gettext_lazy("One of each 1, 9 and honour, and one of them twice.")
    ),
    "thirteen_orphans_wide_wait": YakuHand(
        "11!9m 19p 19s 1234z 567z", gettext_lazy("The same, with a wait for all thirteen.")
    ),
    "four_concealed_pungs": YakuHand(
        "222m 555p 777s 333!s 99m", gettext_lazy("Four pon or kan without a claimed tile."), ("tsumo",)
    ),
    "four_concealed_pungs_pair_wait": YakuHand(
        "222m 555p 777s 333s 9!9m", gettext_lazy("The same, with a wait for the pair.")
    ),
    "big_three_dragons": YakuHand(
        "777z 234m 9!9p 55'5z 6'66z", gettext_lazy("A pon or kan of each of the three dragons.")
    ),
    "little_four_winds": YakuHand(
        "222z 678m 4!4z 1'11z 33'3z", gettext_lazy("Three pon of winds and a pair of the fourth.")
    ),
    "big_four_winds": YakuHand(
        "222z 444z 5!5m 1'11z 33'3z", gettext_lazy("A pon or kan of each of the four winds.")
    ),
    "all_honours": YakuHand("111z 555z 7!7z 3'33z 66'6z", gettext_lazy("Only winds and dragons.")),
    "all_terminals": YakuHand("111m 111p 999s 1!1s 99'9m", gettext_lazy("Only 1 and 9.")),
    "all_green": YakuHand(
        "234s 234s 888s 6!6z 66'6s", gettext_lazy("Only 2, 3, 4, 6 and 8 of bamboos and green dragons.")
    ),
    "nine_gates": YakuHand(
        "1112!3m 4556m 78999m", gettext_lazy("1112345678999 of one suit and one more tile of it, closed.")
    ),
    "nine_gates_wide_wait": YakuHand(
        "11123m 455!6m 78999m", gettext_lazy("The same, with a wait for all nine.")
    ),
    "four_kans": YakuHand("9!9p x33xm 77'77p 1\"11s 5'555s", gettext_lazy("Four kan.")),
    "heavenly_hand": YakuHand(
        "123m 456p 789s 345s 2!2p",
        gettext_lazy("The dealer’s hand is complete as dealt."),
        ("tsumo", "tenhou", "dealer"),
    ),
    "earthly_hand": YakuHand(
        "123m 456p 789s 345s 2!2p",
        gettext_lazy("Another player wins on the first draw, before any claim."),
        ("tsumo", "chiihou"),
    ),
}


def yaku_lessons(
    without: Iterable[str] = (), hands: Mapping[str, YakuHand] = YAKU_HANDS
) -> tuple[Lesson, ...]:
    """Every yaku with a hand that has it, those of a yakuman apart; `without` those a game cannot have."""
    han = {key: (closed, opened) for key, closed, opened in list_yaku()}
    rows = {key: hand for key, hand in hands.items() if key not in without}
    yakuman = [key for key in rows if han.get(key, (0, 0))[0] >= MOST_HAN]
    note = _("South wins in the East round, unless something else is said.")
    return (
        Lesson(
            "yaku",
            _("Yaku"),
            (note,),
            tuple(_example(key, rows[key], *han.get(key, (0, 0))) for key in rows if key not in yakuman),
        ),
        Lesson("yakuman", _("Yakuman"), (), tuple(_example(key, rows[key]) for key in yakuman)),
    )


def _example(key: str, hand: YakuHand, closed: int = 0, opened: int = 0) -> Example:
    worth = f"{closed} han" if closed else ""
    if closed and not opened:
        worth = _("%(han)s han, closed hand only") % {"han": closed}
    elif closed != opened:
        worth = _("%(han)s han, %(opened)s with an open hand") % {"han": closed, "opened": opened}
    return Example(yaku_name(key), hand.tiles, str(hand.help), key, worth)
