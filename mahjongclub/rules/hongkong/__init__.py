"""The Hong Kong game: VARIANT is all that other games and the app may import of it."""

from ..kit.common_options import BONUS_TILES
from ..kit.counted import counted_variant
from ..kit.wall_words import (
    DRAW_ORDER,
    all_build_sentences,
    count_stacks_sentence,
    east_throws_sentence,
    thirteen_dealt_sentences,
)
from ..kit.walls import SetUp, Walls, four_player_deal, with_three_player_walls
from ..words import Text
from .options import PRESETS, Rules
from .settle import HONG_KONG

__all__ = ["VARIANT"]

FLOWERS = Text(
    "Flowers and seasons are shown and replaced from the other end of the wall, right of the break, as "
    "kongs are: East first, then South, West, North."
)
KONGS = Text(
    "There is no dead wall: kongs are replaced from the other end, right of the break, and the last "
    "tile is drawn too."
)


def wall_steps(table: SetUp) -> tuple[Text, ...]:
    """Return what the players do as they build and deal, one sentence or two a step, in order."""
    flower_step = (FLOWERS,) if table.tiles > BONUS_TILES["none"] else ()
    opened = (east_throws_sentence(table), count_stacks_sentence(table))
    return (
        *all_build_sentences(table),
        *opened,
        *thirteen_dealt_sentences(table),
        *flower_step,
        DRAW_ORDER,
        KONGS,
    )


WALLS = with_three_player_walls(
    Walls(
        tiles=(144, 136),
        deal=four_player_deal,
        steps=wall_steps,
        source=Text("Common Hong Kong usage."),
        bonus_tiles={way: BONUS_TILES[way] for way in ("none", "flowers_seasons")},
    )
)

VARIANT = counted_variant(HONG_KONG, "hongkong", Text("Hong Kong"), Rules, PRESETS, WALLS, counts_honba=False)
