"""Six players on screens and paper: GAME is all that the rest of the app may import of it."""

from django.utils.translation import gettext_lazy

from mahjongclub.rules.six import VARIANT
from mahjongclub.rules.six.classes import KNOWN

from ..base import Game, Paper, Samples
from ..kit.hand_form import hand_form_class
from . import entry
from .card import card
from .draft import read_notes, with_typed_values
from .examples import TEACHING
from .paper import six_sheet_data
from .points import six_points_tables
from .questions import QUESTIONS
from .samples import sample_hand
from .score_sheet import SHEET
from .words import classes_worth_in_words, in_lines, in_words, six_reasons, six_with_source

__all__ = ["GAME"]

GAME = Game(
    variant=VARIANT,
    screen=entry.screen,
    more_sheet_links=entry.more_sheet_links,
    in_words=in_words,
    in_lines=in_lines,
    questions=QUESTIONS,
    hand_form=hand_form_class(QUESTIONS),
    score_sheet=SHEET,
    points=six_points_tables,
    card=card,
    paper=Paper(blank=six_sheet_data, points_size=(11.0, 11.0), rules_size=(12.0, 12.0), han="zh-Hans"),
    teaching=TEACHING,
    samples=Samples(
        sample_hand=sample_hand,
        sitting=(4, 8),
        often=10.0,
        usual_hands=6.0,
        league=("Six at a table", {"worth": "places", "together": "average", "place_1": 5, "place_2": 3}),
        tonight=((30, 2),),
        ends=lambda rules: rules.rounds is not None,
    ),
    value_in_words=lambda rules, value: classes_worth_in_words(rules, value),
    need_note=gettext_lazy("Counted as if nothing else were paid in this round: no kong, no other win."),
    reasons=six_reasons,
    with_source=six_with_source,
    notes_after_undo=entry.notes_after_undo,
    changed_notes=entry.changed_notes,
    read_notes=read_notes,
    draft_of_refused_note=entry.draft_of_refused_note,
    notes_last=lambda notes: any(notes.values()),
    drawn_hand=entry.wall_end_draft,
    draw_label=gettext_lazy("Wall empty"),
    numbered=gettext_lazy("Round %(number)s"),
    in_rounds=True,
    has_honba=False,
    has_sticks=False,
    wind_of=entry.wind_label,
    part_names={key: class_.name for key, class_ in KNOWN.items()},
    with_typed_values=with_typed_values,
    stylesheet="games/six.css",
)
