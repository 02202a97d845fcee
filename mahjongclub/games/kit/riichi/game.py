"""A game that is played as riichi is, as the app knows it: its screens, sheets and words from the kit."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy

from mahjongclub.rules.game import prevailing_wind
from mahjongclub.rules.kit.riichi.yaku import YAKU_NAMES
from mahjongclub.rules.variant import Variant

from ...base import Game, Paper, Samples
from ..card import Card
from ..hand_form import hand_form_class
from ..lessons import Teaching
from . import entry
from .card import CLAIMING, LAYING, TURN
from .examples import RIVER, SETS, yaku_lessons
from .hand_words import in_words
from .paper import riichi_sheet_data
from .points import riichi_points_tables
from .questions import ABORT_CODES, QUESTIONS, riichi_sheet
from .reasons import riichi_reasons, riichi_with_source
from .tile_page import make_tile_page
from .words import hand_yaku_in_words, least_value_in_words, read_noted_riichi_sticks
from .yaku_page import make_yaku_page

FOUR = Teaching(
    sets=SETS,
    call="pon",
    turned=True,
    river=RIVER,
    hands=lambda rules: yaku_lessons(),
    sources={"claimed": LAYING, "river": TURN, "turn": CLAIMING},
)


def riichi_game(
    variant: Variant,
    *,
    card: Card,
    samples: Samples,
    teaching: Teaching = FOUR,
    aborts: Any = ABORT_CODES,
    sizes: tuple[tuple[float, float], tuple[float, float]] = ((10.0, 10.0), (9.5, 9.25)),
    has_dan: bool = True,
    federation_name: str = "",
) -> Game:
    """The game of a variant whose hands are those of riichi. `aborts` are their codes on a score sheet,
    `sizes` those of the type on the points card and the rules card (`Paper`)."""
    return Game(
        variant=variant,
        federation_name=federation_name,
        screen=entry.screen,
        more_sheet_links=entry.riichi_more_sheet_links,
        in_words=in_words,
        questions=QUESTIONS,
        hand_form=hand_form_class(QUESTIONS),
        score_sheet=riichi_sheet(*aborts),
        points=riichi_points_tables,
        card=card,
        paper=Paper(
            blank=riichi_sheet_data,
            points_size=sizes[0],
            rules_size=sizes[1],
            second_page=frozenset({"fu", "fu-sets", "limits", "yaku", "yakuman"}),
            second_rules=frozenset({"several", "end", "counters", "pao", "chombo", "values", "ranking"}),
            han="ja",
        ),
        teaching=teaching,
        samples=samples,
        figures_in_words=hand_yaku_in_words,
        reasons=riichi_reasons,
        with_source=lambda rules, draft, winner, source: riichi_with_source(draft, winner, source),
        self_draw_label=gettext_lazy("Tsumo"),
        discard_label=gettext_lazy("Ron on %(name)s"),
        won_by=("ron", "tsumo"),
        value_in_words=least_value_in_words,
        drawn_hand=lambda place: entry.drawn_hand(entry.riichi_seats_now(place)),
        notes_after_undo=lambda outcome: {"riichi": outcome.get("riichi", [])},
        changed_notes=entry.changed_notes,
        read_notes=read_noted_riichi_sticks,
        notes_commute=True,
        has_riichi=True,
        part_names=YAKU_NAMES,
        pages={
            "tiles": make_tile_page(entry.TILES),
            "yaku": make_yaku_page(
                lambda place, seat: (place.before.wind_of(seat), prevailing_wind(place.before))
            ),
        },
        has_dan=has_dan,
        east_only=lambda rules: rules.get("rounds") == 1,
    )
