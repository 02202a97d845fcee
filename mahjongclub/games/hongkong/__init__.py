"""The Hong Kong game on screens and paper: GAME is all that the rest of the app may import of it."""

from random import Random

from django.utils.translation import gettext_lazy

from mahjongclub.rules.hongkong import VARIANT
from mahjongclub.rules.hongkong.settle import HONG_KONG

from ..base import Paper, Samples
from ..kit.counted.game import counted_game
from ..kit.counted.samples import CountedSamples
from ..kit.counted.screens import CountedScreens
from .card import card
from .examples import TEACHING
from .paper import hong_kong_points_tables, hong_kong_sheet_data

__all__ = ["GAME"]

SCREENS = CountedScreens(
    counted=HONG_KONG,
    usual=lambda rules: range(rules.least, max(rules.cap, rules.least) + 1),
    label=gettext_lazy("Faan"),
    label_keys=gettext_lazy("Faan of the hand"),
    typed_code=gettext_lazy("won with 5 faan"),
    middle=lambda table: (),  # the dealer's repeats pay nothing: the label has them
)
#: of the values people play for, and patterns that come to three faan however the hand was won
FAAN = {3: 45.0, 4: 26.0, 5: 12.0, 6: 8.0, 7: 6.0, 8: 2.0, 10: 1.0}
MORE = {"seat_wind": 0.3, "dragon_pung": 0.25, "concealed": 0.15, "own_flower": 0.3, "own_season": 0.3}


def sample_patterns(chance: Random) -> list[str]:
    """One of the hands of every evening, with what came along."""
    whole = chance.choice(["half_flush", "all_pungs", "half_flush", "full_flush"])
    honours = ("seat_wind", "dragon_pung") if whole == "full_flush" else ()
    return [whole, *(key for key, often in MORE.items() if key not in honours and chance.random() < often)]


HANDS = CountedSamples("faan", FAAN, sample_patterns)

GAME = counted_game(
    VARIANT,
    SCREENS,
    points=hong_kong_points_tables,
    card=card,
    paper=Paper(blank=hong_kong_sheet_data, points_size=(8.75, 8.5), rules_size=(12.0, 12.0), han="zh-Hant"),
    teaching=TEACHING,
    samples=Samples(
        sample_hand=HANDS.sample_hand,
        sitting=(16, 22),
        often=6.0,
        usual_hands=20.0,
        league=("Hong Kong", {"worth": "places", "tie_1": "points", "tie_2": "firsts"}),
        tonight=((31, 5),),
        house_rules=(("Small stakes HK", "oldstyle", {"rounds": 1, "minimum": 1}),),
        common_mistake=HANDS.common_mistake,
    ),
)
