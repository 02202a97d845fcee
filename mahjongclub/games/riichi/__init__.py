"""Riichi on screens and paper: GAME is all that the rest of the app may import of it."""

from django.utils.translation import gettext_lazy

from mahjongclub.rules.game import prevailing_wind
from mahjongclub.rules.kit.riichi.yaku import YAKU_NAMES
from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.riichi.card import CLAIMING, LAYING, TURN

from ..base import Game, Paper, Samples
from ..kit.hand_form import form_of
from ..kit.lessons import Teaching
from ..kit.riichi.examples import RIVER, SETS, yaku_lessons
from ..kit.riichi.points import riichi_tables
from ..kit.riichi.tile_page import tile_page
from ..kit.riichi.words import read_sticks, value_to_reach, yaku_of_hand
from ..kit.riichi.yaku_page import yaku_page
from . import entry
from .entry import TILES
from .paper import riichi_data
from .questions import QUESTIONS, SHEET
from .samples import deal, endless, misheard
from .words import in_words

__all__ = ["GAME"]

GAME = Game(
    variant=VARIANT,
    screen=entry.screen,
    more_links=entry.more_links,
    in_words=in_words,
    questions=QUESTIONS,
    hand_form=form_of(QUESTIONS),
    score_sheet=SHEET,
    points=riichi_tables,
    paper=Paper(
        blank=riichi_data,
        points_size=(10.0, 10.0),
        rules_size=(9.5, 9.0),
        second_page=frozenset({"fu", "fu-sets", "limits", "yaku", "yakuman"}),
        han="ja",
    ),
    teaching=Teaching(
        sets=SETS,
        call="pon",
        turned=True,
        river=RIVER,
        hands=lambda rules: yaku_lessons(),
        sources={"claimed": LAYING, "river": TURN, "turn": CLAIMING},
    ),
    samples=Samples(
        deal=deal,
        sitting=(6, 9),
        often=58.0,
        usual_hands=10.2,
        league=("Riichi", {"minimum_games": 5}),
        tonight=((55, 7), (40, 5), (240, None)),
        house_rules=(("Short evening", "club", {"rounds": 1}),),
        on_paper=(41200, 28700, 18300, 11800),
        misheard=misheard,
        endless=endless,
    ),
    figures_in_words=yaku_of_hand,
    self_draw_label=gettext_lazy("Tsumo"),
    discard_label=gettext_lazy("Ron on %(name)s"),
    value_in_words=value_to_reach,
    start_draw=lambda place: entry.start_draw(entry.riichi_now(place)),
    reopen=lambda outcome: {"riichi": outcome.get("riichi", [])},
    change_notes=entry.change_notes,
    read_notes=read_sticks,
    notes_commute=True,
    has_riichi=True,
    part_names=YAKU_NAMES,
    pages={
        "tiles": tile_page(TILES),
        "yaku": yaku_page(lambda place, seat: (place.before.wind_of(seat), prevailing_wind(place.before))),
    },
    has_dan=True,
    east_only=lambda rules: rules.get("rounds") == 1,
)
