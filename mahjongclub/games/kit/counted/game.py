"""A counted game as the app knows it: its screens, sheets and words, put together from the kit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from mahjongclub.rules.variant import Variant

from ...base import Game, Paper, Samples
from ..card import Card
from ..hand_form import hand_form_class
from ..lessons import Teaching
from ..paper import PointsTable
from ..seat_steps import plain_drawn_hand
from .entry import CountedEntry
from .questions import counted_questions, counted_sheet
from .reasons import CountedReasons
from .screens import CountedScreens
from .ticks import pattern_page
from .words import CountedWords


def counted_game(
    variant: Variant,
    screens: CountedScreens,
    *,
    points: Callable[[Any], tuple[PointsTable, ...]],
    card: Card,
    paper: Paper,
    samples: Samples,
    teaching: Teaching,
) -> Game:
    """The game of a variant whose hands are won by a number or by ticked patterns."""
    questions, words = counted_questions(screens), CountedWords(screens.counted)
    entry, reasons = CountedEntry(screens, questions), CountedReasons(screens, words)
    return Game(
        variant=variant,
        screen=entry.screen,
        more_sheet_links=entry.more_sheet_links,
        in_words=words.in_words,
        questions=questions,
        hand_form=hand_form_class(questions),
        score_sheet=counted_sheet(screens, questions),
        points=points,
        card=card,
        paper=paper,
        samples=samples,
        teaching=teaching,
        figures_in_words=words.counted_in_words,
        reasons=reasons.hand_reasons,
        with_source=reasons.with_source,
        value_in_words=lambda rules, value: words.number_in_words(value),
        drawn_hand=plain_drawn_hand,
        has_honba=False,  # the middle says the dealer's repeats in the game's own words
        has_sticks=False,
        part_names={pattern.key: pattern.name for pattern in screens.counted.patterns.table},
        pages={"patterns": partial(pattern_page, entry)},
        stylesheet="games/counted_table.css",
    )
