"""The toy game on screens and paper."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.games.base import Game, Paper, Samples
from mahjongclub.games.kit.card import Section
from mahjongclub.games.kit.cells import sheet_of_questions
from mahjongclub.games.kit.chance import pick_stronger_seat
from mahjongclub.games.kit.context import Draft
from mahjongclub.games.kit.hand_form import hand_form_class
from mahjongclub.games.kit.paper import PointsTable, Row, cell, points, result_line
from mahjongclub.games.kit.question_kinds import OneSeat
from mahjongclub.games.kit.questions import End, Questions, make_plain_screen
from mahjongclub.games.kit.score_sheet import Code
from mahjongclub.rules.game import TableState
from mahjongclub.rules.words import Text

from .engine import HOUSE, NAME, VARIANT, Rules

QUESTIONS = Questions(
    ends=(
        End("win", gettext_lazy("Win"), {"type": "win"}),
        End("draw", gettext_lazy("Draw"), {"type": "draw"}, code="d"),
    ),
    asked=(
        OneSeat(
            "winner", gettext_lazy("Who won?"), ends=("win",), missing=gettext_lazy("Who won?"), mark="w"
        ),
    ),
)
LEGEND = (Code("w", gettext_lazy("wins")), Code("d", gettext_lazy("column End: a draw")))


def in_words(winner: int | None, names: Sequence[str]) -> str:
    """What the log says of an outcome."""
    return _("Draw") if winner is None else f"{names[winner]} {_('wins')}"


def tables(rules: Rules) -> tuple[PointsTable, ...]:
    """The points card."""
    row = Row(_("Win"), (cell(points(rules.stake)),))
    return (PointsTable("pay", _("Points"), (_("Hand"), _("Points")), (row,)),)


def card(rules: Rules, preset: Any) -> tuple[Section, ...]:
    """The rules card."""
    return (Section("pay", NAME, HOUSE, (Text("The others pay."),), options=("stake",)),)


def blank(rules: Rules | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads."""
    return {"end": [result_line()], "words": {"drawn": _("Draw"), "win": _("Win")}}


def sample_hand(chance: Random, rules: Rules, state: TableState, strengths: Sequence[float]) -> Draft:
    """A hand for the demo and the tests."""
    if chance.random() < 0.1:
        return {"type": "draw"}
    return {"type": "win", "winner": pick_stronger_seat(chance, range(state.seats), strengths)}


GAME = Game(
    variant=VARIANT,
    screen=make_plain_screen(QUESTIONS),
    in_words=in_words,
    questions=QUESTIONS,
    hand_form=hand_form_class(QUESTIONS),
    score_sheet=sheet_of_questions(QUESTIONS, LEGEND),
    points=tables,
    card=card,
    paper=Paper(blank=blank, points_size=(12.0, 12.0), rules_size=(12.0, 12.0), han="ja"),
    samples=Samples(sample_hand=sample_hand, sitting=(6, 8), often=1.0, usual_hands=7.0, league=("Toy", {})),
    drawn_hand=lambda place: {"type": "draw"},
    has_honba=False,
    has_sticks=False,
)
