"""American mah jongg: VARIANT is all that other games and the app may import of it."""

from ..game import hand_number_label, no_round_wind
from ..kit.payers import one_more_round, start_even
from ..kit.wall_words import DRAW_ORDER, all_build_sentences, thirteen_dealt_sentences, throw_sum_text
from ..kit.walls import SetUp, Walls, four_player_deal, with_three_player_walls
from ..variant import Variant
from ..words import Text
from . import settle
from .options import PRESETS, SEAT_COUNTS, VALUES, Rules

__all__ = ["VARIANT"]

CHARLESTON = Text("Then comes the Charleston, before anybody discards.")
TO_THE_END = Text("There is no dead wall: the hand is played to the last tile.")


def wall_steps(table: SetUp) -> tuple[Text, ...]:
    """Return what the players do as they build and deal, one sentence or two a step, in order."""
    broken = Text(
        "East, the dealer, throws: {sum}. Count {total} stacks from the right end of East’s own wall and "
        "break it there. Those {total} stacks are played last.",
        sum=throw_sum_text(table),
        total=sum(table.thrown[0]),
    )
    passes = (CHARLESTON,) if table.players == 4 else ()
    return (
        *all_build_sentences(table),
        broken,
        *thirteen_dealt_sentences(table),
        *passes,
        DRAW_ORDER,
        TO_THE_END,
    )


WALLS = with_three_player_walls(
    Walls((152,), four_player_deal, wall_steps, Text("Common usage of clubs."), breaks_own=True),
)

VARIANT = Variant(
    key="american",
    name=Text("American"),
    seats=4,
    seat_counts=SEAT_COUNTS,
    rules_type=Rules,
    presets=PRESETS,
    read_outcome=settle.OUTCOMES.read,
    outcome_to_json=settle.OUTCOMES.write,
    start=start_even,
    settle=settle.settle,
    label=hand_number_label,
    round_wind=no_round_wind,
    continued=one_more_round,
    values=lambda rules, self_drawn, riichi: VALUES,
    win_from_notes=lambda notes, seat, source, value, seats=4: settle.Win(seat, source, value),
    conserves_points=lambda rules: not rules.is_tournament,
    walls=WALLS,
    counts_honba=False,
    steps={"value": VALUES},
)
