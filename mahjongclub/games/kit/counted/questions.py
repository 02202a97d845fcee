"""What a counted hand asks: the winners with the number of each, and the rarer ends; its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from re import Match

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from mahjongclub.rules.kit.counted import MOST
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.words import Text

from ..cells import sheet_of_questions
from ..context import Draft, encode_draft
from ..controls import CarriedField, Choices, Fields, field_text
from ..question_kinds import Dice, Flag, OneSeat, Winners
from ..questions import Answers, End, Question, QuestionForm, Questions
from ..score_sheet import Code, ScoreSheet
from .screens import CountedScreens

HOW_MANY = gettext_lazy("How many %(unit)s? 0 for none.")
WHOSE_FALSE_WIN = gettext_lazy("Whose false win?")


@dataclass(frozen=True, kw_only=True)
class CountedValue(Question):
    """The number of a win; one recorded by its patterns carries them as they are."""

    kind = "number"
    code = r"(?P<value>\d{1,3})(?!\d)"
    screens: CountedScreens

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        yield f"counted{tail}", CarriedField(required=False)
        replaced = _("Counted by its patterns. Type %(unit)s only to replace them.") % {"unit": self.name}
        yield (
            self.name + tail,
            forms.IntegerField(
                label=self.label,
                required=False,
                min_value=0,
                max_value=MOST,
                help_text=replaced if form.field_value(f"counted{tail}") else "",
            ),
        )

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        carried = answers.read_answer(f"counted{tail}")
        missing = "" if carried else str(self.missing) % {"unit": self.name}
        number = answers.read_answer(self.name + tail, missing)
        return {"patterns": carried.get("patterns")} if number is None and carried else {self.name: number}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        patterns = draft.get("patterns")
        carried = "" if patterns is None else encode_draft({"patterns": patterns})
        return {self.name + tail: field_text(draft.get(self.name)), f"counted{tail}": carried}

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        return (self.name, 0) if path[0] in self.keys else None

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        number = reader.optional_whole(self.name, 0, MOST)
        value: Draft = {} if number is None else {self.name: number}
        if reader.has("patterns"):
            patterns = reader.items("patterns", self.screens.longest)
            by_key = self.screens.counted.patterns.by_key
            if not all(isinstance(key, str) and key in by_key for key in patterns):
                raise reader.rule_error("unknown_pattern", "patterns", Text("Unknown pattern."))
            value["patterns"] = list(patterns)
        return value

    def fields_of_code(self, match: Match[str], tail: str) -> Fields:
        return {self.name + tail: int(match["value"])}


def counted_questions(screens: CountedScreens) -> Questions:
    """What a hand of one counted game asks."""
    counted = screens.counted
    value = CountedValue(
        counted.unit, screens.label, keys=screens.value_keys, missing=HOW_MANY, also="won", screens=screens
    )
    guarantor = OneSeat(
        name="guarantor",
        label=gettext_lazy("Who pays for all?"),
        nobody=gettext_lazy("nobody"),
        mark="g",
        duplicate_error=gettext_lazy("One player pays for all."),
    )
    robbed = Flag(
        "robbed",
        gettext_lazy("Robbed from a kong"),
        mark="r",
        of_seat="from",
        conflict_error=gettext_lazy("The robbed player has the cross too."),
    )
    winners = Winners(
        help=gettext_lazy("Several only on the same tile."),
        each=(value, guarantor) if counted.has_guarantor else (value,),
        shared=(robbed,) if counted.has_robbed else (),
    )
    offender = OneSeat(
        "offender",
        WHOSE_FALSE_WIN,
        ("false_win",),
        missing=WHOSE_FALSE_WIN,
        mark="f",
        duplicate_error=gettext_lazy("One false win per row."),
    )
    dice = Dice("dice", gettext_lazy("Dice of the hand"), ("win", "draw"))
    return Questions(
        ends=(
            End("win", pgettext_lazy("faan and tai", "Win"), {"type": "win"}),
            End("draw", gettext_lazy("Draw"), {"type": "draw"}, code="d"),
            End("false_win", gettext_lazy("False win"), {"type": "false_win"}),
        ),
        asked=(winners, offender, dice) if counted.has_dice else (winners, offender),
    )


def counted_sheet(screens: CountedScreens, questions: Questions) -> ScoreSheet:
    """The sheet of one counted game; `r` and `g` only where its kongs and guarantors are paid apart."""
    counted = screens.counted

    def who_won() -> str:
        return _("Who won? Write the %(unit)s in the winner’s cell, 0 for none.") % {"unit": counted.unit}

    codes: tuple[Code, ...] = (
        Code("5", screens.typed_code),
        Code("x", gettext_lazy("discarded the winning tile; without a cross the hand was self-drawn")),
    )
    if counted.has_robbed:
        codes += (Code("r", gettext_lazy("beside the cross: robbed of a kong")),)
    if counted.has_guarantor:
        codes += (Code("g", gettext_lazy("pays for all")),)
    codes += (Code("f", gettext_lazy("false win")), Code("d", gettext_lazy("column End: a draw")))
    if counted.has_dice:
        codes += (Code("34", gettext_lazy("column Dice: a 3 and a 4; may be left empty")),)
    return sheet_of_questions(questions, codes, unwritten={"won": lazy(who_won, str)()}, rows=18)
