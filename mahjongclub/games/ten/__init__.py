"""Ten on screens and paper: GAME is all that the rest of the app may import of it."""

from collections.abc import Sequence
from random import Random
from typing import Any

from django.utils.translation import gettext_lazy

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.riichi.yaku import YAKU_NAMES
from mahjongclub.rules.kit.sticks import may_put_stick_out
from mahjongclub.rules.riichi.presets import CLUB
from mahjongclub.rules.ten import VARIANT
from mahjongclub.rules.ten.settle import SEAT_WINDS, wind_of

from ..base import Game, Paper, Samples
from ..kit.chance import pick_stronger_seat, pick_weighted
from ..kit.hand_form import hand_form_class
from ..kit.lessons import Teaching
from ..kit.riichi.examples import RIVER, SETS
from ..kit.riichi.samples import sample_value
from ..kit.riichi.tile_page import make_tile_page
from ..kit.riichi.words import hand_yaku_in_words, least_value_in_words
from ..kit.riichi.yaku_page import make_yaku_page
from . import entry
from .card import CLAIMING, card
from .entry import TILES, in_words
from .notes import read_notes
from .paper import ten_sheet_data
from .points import ten_hands, ten_points_tables, ten_reasons
from .questions import QUESTIONS, SHEET

__all__ = ["GAME"]

SEATS = range(2)
ENDS = {"win": 52.0, "guessed": 33.0, "wall_exhausted": 9.0, "no_declaration": 6.0}


def sample_hand(chance: Random, rules: Any, state: TableState, strengths: Sequence[float]) -> dict[str, Any]:
    """The next hand of a made-up table: a declaration mostly decides, and guesses are right now and then."""
    end = pick_weighted(chance, ENDS)
    if end == "no_declaration":
        return {"type": "draw", "reason": end}
    declared = pick_stronger_seat(chance, SEATS, strengths)
    riichi = [declared] if chance.random() < 0.4 and may_put_stick_out(rules, state, declared) else []
    if end != "win":
        return {"type": "draw", "reason": end, "declared": declared, "riichi": riichi}
    value = sample_value(chance, self_drawn=True, riichi=bool(riichi))
    return {"type": "win", "winner": declared, "riichi": riichi, **value}


GAME = Game(
    variant=VARIANT,
    screen=entry.screen,
    more_sheet_links=entry.more_sheet_links,
    in_words=in_words,
    questions=QUESTIONS,
    hand_form=hand_form_class(QUESTIONS),
    score_sheet=SHEET,
    points=ten_points_tables,
    card=card,
    paper=Paper(
        blank=ten_sheet_data,
        points_size=(10.75, 10.75),
        rules_size=(11.5, 11.25),
        second_page=frozenset({"yaku", "yakuman"}),
        han="ja",
    ),
    teaching=Teaching(
        sets=SETS,
        call="pon",
        opponents=("across",),
        turned=True,
        river=RIVER,
        hands=ten_hands,
        sources={"claimed": CLAIMING},
    ),
    samples=Samples(
        sample_hand=sample_hand,
        sitting=(9, 15),
        often=6.0,
        usual_hands=12.0,
        league=("Ten", {"together": "best", "best_of": 10}),
        ends=lambda rules: False,
        tonight=((31, 4),),
    ),
    self_draw_label=gettext_lazy("Tsumo"),
    won_by=("ron", "tsumo"),
    figures_in_words=hand_yaku_in_words,
    value_in_words=lambda rules, value: least_value_in_words(CLUB, value),
    reasons=ten_reasons,
    notes_after_undo=entry.notes_after_undo,
    changed_notes=entry.changed_notes,
    read_notes=read_notes,
    drawn_hand=entry.drawn_hand,
    wind_of=wind_of,
    part_names=YAKU_NAMES,
    pages={
        "tiles": make_tile_page(TILES),
        "yaku": make_yaku_page(lambda place, seat: (SEAT_WINDS[seat], "E")),
    },
    stylesheet="games/ten.css",
)
