"""Chinese classical on screens and paper: GAME is all that the rest of the app may import of it."""

from django.utils.translation import gettext_lazy

from mahjongclub.rules.classical import VARIANT
from mahjongclub.rules.classical.specials import SPECIALS

from ..base import Game, Paper, Samples
from ..kit.hand_form import hand_form_class
from ..kit.wording import with_points_word
from . import entry, notes
from .card import card
from .counting import classical_reasons, classical_with_source
from .examples import TEACHING
from .paper import classical_sheet_data
from .points import classical_points_tables
from .questions import QUESTIONS, SHEET
from .samples import sample_hand
from .words import hand_points_in_words, in_words

__all__ = ["GAME"]

GAME = Game(
    variant=VARIANT,
    screen=entry.screen,
    more_sheet_links=entry.more_sheet_links,
    in_words=in_words,
    questions=QUESTIONS,
    hand_form=hand_form_class(QUESTIONS),
    part_names={special.key: special.name for special in SPECIALS},
    score_sheet=SHEET,
    points=classical_points_tables,
    card=card,
    paper=Paper(
        blank=classical_sheet_data,
        points_size=(11.0, 11.0),
        rules_size=(10.75, 10.5),
        han="zh-Hans",
        second_page=frozenset({"special-hands"}),
    ),
    teaching=TEACHING,
    samples=Samples(
        sample_hand=sample_hand,
        sitting=(8, 14),
        often=14.0,
        usual_hands=11.0,
        league=("Jade Cup", {"together": "average", "minimum_games": 3}),
        tonight=((35, 4),),
        on_paper=(214, 38, -96, -156),
        ends=lambda rules: rules.hands is not None,
    ),
    value_in_words=lambda rules, value: with_points_word(value),
    need_note=gettext_lazy("The other hands count 0 here: what they hold is paid between all."),
    figures_in_words=lambda rules, hand, names: hand_points_in_words(hand.result, names),
    reasons=classical_reasons,
    with_source=classical_with_source,
    notes_after_undo=notes.notes_after_undo,
    changed_notes=notes.changed_notes,
    read_notes=notes.read_notes,
    hand_of_notes=notes.hand_of_notes,
    draft_of_refused_note=notes.draft_of_refused_note,
    notes_commute=True,  # counts do; the other notes look at the version themselves
    notes_last=lambda noted: "winner" in noted,
    drawn_hand=entry.drawn_hand,
    with_typed_values=entry.with_typed_values,
    has_honba=False,
    has_sticks=False,
    stylesheet="games/classical.css",
)
