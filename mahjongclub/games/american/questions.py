"""What a hand of American mah jongg asks, and the codes of its score sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy

from mahjongclub.rules.american.options import MOST
from mahjongclub.rules.american.settle import MOST_EXPOSURES

from ..kit.cells import sheet_of_questions
from ..kit.question_kinds import FROM_WHOM, WHO_WON, Flag, OneSeat, RareSeats
from ..kit.questions import End, Questions
from ..kit.score_sheet import Code
from ..kit.valued import NumberOnDiscard, ValueQuestion

WALL_GAME = gettext_lazy("Wall game")
MISTAKE = gettext_lazy("Mah jongg in error")
WHOSE_MISTAKE = gettext_lazy("Who said mah jongg in error?")
AT_THE_WINNER = gettext_lazy("Write this beside the value of the winner.")
AT_THE_CROSS = gettext_lazy("The player who misnamed the tile has the cross too.")


def win_flag(
    name: str, label: Any, mark: str, of_seat: str = "winner", conflict_error: Any = AT_THE_WINNER
) -> Flag:
    """Something that a win may have; its mark stands in the cell of that seat."""
    return Flag(name, label, ("win",), mark=mark, of_seat=of_seat, conflict_error=conflict_error)


QUESTIONS = Questions(
    ends=(
        End("win", gettext_lazy("Mah jongg"), {"type": "win"}),
        End("draw", WALL_GAME, {"type": "draw"}, code="w"),
        End("false_mahjong", MISTAKE, {"type": "false_mahjong"}),
    ),
    asked=(
        OneSeat(
            "offender",
            WHOSE_MISTAKE,
            ("false_mahjong",),
            missing=WHOSE_MISTAKE,
            mark="f",
            duplicate_error=gettext_lazy("One mistake per row."),
        ),
        OneSeat("winner", WHO_WON, ("win", "false_mahjong"), missing=WHO_WON),
        replace(
            FROM_WHOM,
            ends=("win",),
            self_drawn=gettext_lazy("self-picked"),
            missing=gettext_lazy("From whom, or self-picked?"),
        ),
        ValueQuestion(
            "value",
            gettext_lazy("Value of the hand"),
            ("win", "false_mahjong"),
            most=MOST,
            missing=gettext_lazy("What is the hand worth on your card?"),
            also="winner",
        ),
        NumberOnDiscard(
            name="exposures",
            label=gettext_lazy("Exposures of the winner"),
            help=gettext_lazy("Exposures of the winner; under them what the discarder loses."),
            ends=("win",),
            most=MOST_EXPOSURES,
            letter="e",
            only=lambda rules: rules.is_tournament,
        ),
        win_flag("jokerless", gettext_lazy("Jokerless"), "j"),
        win_flag("exempt", gettext_lazy("Singles and Pairs"), "s"),
        win_flag("misnamed", gettext_lazy("The discarder misnamed the tile"), "m", "from", AT_THE_CROSS),
        OneSeat(
            "bet",
            gettext_lazy("On whom was the bet?"),
            ("win",),
            nobody=gettext_lazy("nobody"),
            only=lambda rules: rules.bets and not rules.is_tournament,
            mark="b",
            duplicate_error=gettext_lazy("One bet per row."),
        ),
        RareSeats(name="dead", label=gettext_lazy("Dead hands"), ends=("win", "draw"), mark="d"),
    ),
)


#: the legend of the score sheet
CODES = (
    Code("25", gettext_lazy("won with 25")),
    Code("x", gettext_lazy("discarded the winning tile; without a cross the hand was self-picked")),
    Code("j", gettext_lazy("jokerless")),
    Code("s", gettext_lazy("Singles and Pairs")),
    Code("m", gettext_lazy("beside the cross: misnamed the tile")),
    Code("d", gettext_lazy("dead hand")),
    Code("b", gettext_lazy("the bet was on this player"), only=lambda rules: rules.bets),
    Code("f", gettext_lazy("mah jongg in error; the value stands at the player who is paid")),
    Code("w", gettext_lazy("column End: a wall game")),
    Code(
        "e2", gettext_lazy("column End: the winner had two exposures"), only=lambda rules: rules.is_tournament
    ),
)


SHEET = sheet_of_questions(QUESTIONS, CODES, unwritten={"winner": WHO_WON}, rows=18)
