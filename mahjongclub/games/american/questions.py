"""What a hand of American mah jongg asks, and the codes of its score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from re import Match
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from mahjongclub.rules.american.options import MOST
from mahjongclub.rules.american.settle import MOST_EXPOSURES
from mahjongclub.rules.reading import Reader

from ..kit.cells import sheet_of
from ..kit.context import Draft
from ..kit.controls import SELF_DRAWN, Choices
from ..kit.questions import (
    FROM_WHOM,
    WHO_WON,
    Answers,
    Asking,
    Choice,
    End,
    Flag,
    OneSeat,
    Question,
    Questions,
    RareSeats,
)
from ..kit.score_sheet import Code

VALUE = gettext_lazy("Value of the hand")
JOKERLESS = gettext_lazy("Jokerless")
EXEMPT = gettext_lazy("Singles and Pairs")
MISNAMED = gettext_lazy("The discarder misnamed the tile")
DEAD = gettext_lazy("Dead hands")
BET = gettext_lazy("On whom was the bet?")
MISTAKE = gettext_lazy("Mah jongg in error")
WHOSE_MISTAKE = gettext_lazy("Who said mah jongg in error?")
AT_THE_WINNER = gettext_lazy("Write this beside the value of the winner.")
EXPOSURES = gettext_lazy("Exposures of the winner")


class Value(Question):
    """The value that the table reads from its card."""

    kind = "number"
    code = r"(?P<value>\d{1,4})(?!\d)"

    def field(self, form: Asking, seats: Choices) -> forms.Field:
        return forms.IntegerField(label=self.label, required=False, min_value=1, max_value=MOST)

    def take(self, reader: Reader, seats: int) -> Draft:
        value = reader.optional_whole(self.name, 1, MOST)
        return {} if value is None else {self.name: value}

    def written(self, match: Match[str], end: str) -> Draft:
        return {self.name: int(match["value"])}


@dataclass(frozen=True, kw_only=True)
class Exposures(Choice):
    """How many sets the winner had laid open, where somebody discarded; none where nobody says."""

    def open_in(self, part: Mapping[str, Any]) -> bool:
        return part.get("from") is not None and self.name not in part

    def part(self, answers: Answers, end: str = "") -> Draft:
        number = answers.of(self.name)
        on_discard = answers.of(FROM_WHOM.name) not in (None, SELF_DRAWN)
        return {self.name: int(number)} if number is not None and on_discard else {}

    def take(self, reader: Reader, seats: int) -> Draft:
        number = reader.optional_whole(self.name, 0, MOST_EXPOSURES)
        return {} if number is None else {self.name: number}


NUMBERS = [str(number) for number in range(MOST_EXPOSURES + 1)]
QUESTIONS = Questions(
    ends=(
        End("win", gettext_lazy("Mah jongg"), {"type": "win"}),
        End("draw", gettext_lazy("Wall game"), {"type": "draw"}, code="w"),
        End("false_mahjong", MISTAKE, {"type": "false_mahjong"}),
    ),
    asked=(
        OneSeat(
            "offender",
            WHOSE_MISTAKE,
            ("false_mahjong",),
            missing=WHOSE_MISTAKE,
            mark="f",
            twice=gettext_lazy("One mistake per row."),
        ),
        OneSeat("winner", WHO_WON, ("win", "false_mahjong"), missing=WHO_WON),
        replace(
            FROM_WHOM,
            ends=("win",),
            self_drawn=gettext_lazy("self-picked"),
            missing=gettext_lazy("From whom, or self-picked?"),
        ),
        Value(
            "value",
            VALUE,
            ("win", "false_mahjong"),
            keys=("value",),
            missing=gettext_lazy("What is the hand worth on your card?"),
            also="winner",
        ),
        Exposures(
            name="exposures",
            label=EXPOSURES,
            ends=("win",),
            known=NUMBERS,
            answers=lambda rules: [(number, number) for number in NUMBERS],
            codes={f"e{number}": number for number in NUMBERS},
            only=lambda rules: rules.is_tournament,
        ),
        Flag("jokerless", JOKERLESS, ("win",), mark="j", of_seat="winner", unfit=AT_THE_WINNER),
        Flag("exempt", EXEMPT, ("win",), mark="s", of_seat="winner", unfit=AT_THE_WINNER),
        Flag(
            "misnamed",
            MISNAMED,
            ("win",),
            mark="m",
            of_seat="from",
            unfit=gettext_lazy("Whoever misnamed the tile has the cross too."),
        ),
        OneSeat(
            "bet",
            BET,
            ("win",),
            nobody=gettext_lazy("nobody"),
            only=lambda rules: rules.bets and not rules.is_tournament,
            mark="b",
            twice=gettext_lazy("One bet per row."),
        ),
        RareSeats(name="dead", label=DEAD, ends=("win", "draw"), mark="d"),
    ),
)


def sheet_codes() -> Sequence[Code]:
    """The legend of the score sheet."""
    return (
        Code("25", gettext_lazy("won with 25")),
        Code("x", gettext_lazy("discarded the winning tile; without a cross the hand was self-picked")),
        Code("j", gettext_lazy("jokerless")),
        Code("s", gettext_lazy("Singles and Pairs")),
        Code("m", gettext_lazy("beside the cross: misnamed the tile")),
        Code("d", gettext_lazy("dead hand")),
        Code("b", gettext_lazy("the bet was on this player"), only=lambda rules: rules.bets),
        Code("f", gettext_lazy("mah jongg in error; the value stands at whoever is paid")),
        Code("w", gettext_lazy("column End: a wall game")),
        Code(
            "e2",
            gettext_lazy("column End: the winner had two exposures"),
            only=lambda rules: rules.is_tournament,
        ),
    )


SHEET = sheet_of(QUESTIONS, tuple(sheet_codes()), unwritten={"winner": WHO_WON}, rows=18)
