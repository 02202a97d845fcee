"""What a riichi hand asks: its winners with the value of each, the draws, the chombo, the sticks; its score
sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.kit.riichi.checks import aborts_played
from mahjongclub.rules.kit.riichi.option_lists import ABORTS
from mahjongclub.rules.kit.riichi.outcomes import MOST_CHIPS
from mahjongclub.rules.kit.riichi.yaku import LIABLE_FOR
from mahjongclub.rules.reading import Reader

from ..cells import sheet_of_questions
from ..context import Draft, encode_draft
from ..controls import CarriedField, Choices, Fields, field_text, number_choice_field
from ..question_kinds import OneOf, OneSeat, RareSeats, Seats, Winners
from ..questions import Answers, End, Question, QuestionForm, Questions
from ..score_sheet import Code, ScoreSheet
from ..wording import said
from .value_question import VALUE_CODES, HandValue

#: the answer of who is liable where it differs from yakuman to yakuman
EACH = "each"
WHY, WHOSE_CHOMBO = gettext_lazy("Why did it end?"), gettext_lazy("Whose chombo?")


class Liable(OneSeat):
    """Who is liable for a yakuman; seats that a record names yakuman by yakuman are carried as they are."""

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        """The list of players, and what is carried where several yakuman were told apart."""
        yield f"liable{tail}", CarriedField(required=False)
        carried = [(EACH, _("as recorded, by yakuman"))] if form.field_value(f"liable{tail}") else []
        choices = [("", self.nobody), *seats, *carried]
        yield self.name + tail, forms.ChoiceField(label=self.label, required=False, choices=choices)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        """The seat, or the seats that were carried."""
        seat = answers.read_answer(self.name + tail)
        if seat == EACH:
            return {self.key: answers.read_answer(f"liable{tail}")}
        return {self.key: int(seat)} if seat else {}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        """The seat as text, or that there are several."""
        liable = draft.get(self.key)
        if isinstance(liable, dict):
            return {self.name + tail: EACH, f"liable{tail}": encode_draft(liable)}
        return {self.name + tail: field_text(liable), f"liable{tail}": ""}

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        """One seat, or one for each yakuman by the names a record has for them."""
        if not isinstance(reader.value(self.key), Mapping):
            return super().read_draft_part(reader, seats)
        fed = reader.object(self.key)
        liable = {name: fed.seat(name, seats) for name in LIABLE_FOR if fed.has(name)}
        fed.check_all_read()
        return {self.key: liable}


class ChipCount(Question):
    """How many chips the hand wins of each who pays; a draft says nothing of none."""

    kind = "count"

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        """A list of numbers, none where nothing is chosen."""
        return number_choice_field(self.label, range(1, MOST_CHIPS + 1), _("none"))

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        """The number, where there is one: some records write that there are none."""
        return super().initial(draft, tail) if draft.get(self.key) else {}

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        """The number, where there is one."""
        count = reader.optional_whole(self.key, 0, MOST_CHIPS)
        return {self.key: count} if count else {}


WINNERS = Winners(
    help=gettext_lazy("Several only by ron on the same tile."),
    each=(
        HandValue(name="value", label=gettext_lazy("Worth"), also="won"),
        Liable(
            name="pao",
            label=gettext_lazy("Pao: who is liable?"),
            nobody=gettext_lazy("nobody"),
            given=("yakuman", "tiles"),
            only=lambda rules: bool(rules.pao),
            mark="p",
            duplicate_error=gettext_lazy("Only one player is liable."),
            conflict_error=gettext_lazy("Pao goes with a yakuman (y)."),
        ),
        ChipCount(
            name="chips", label=gettext_lazy("Chips of each who pays"), only=lambda rules: bool(rules.chips)
        ),
    ),
    beside=True,
)
QUESTIONS = Questions(
    ends=(
        End("win", gettext_lazy("Win"), {"type": "win"}),
        End("draw", gettext_lazy("Draw"), {"type": "draw"}, code="d"),
        End(
            "abort",
            gettext_lazy("Abortive draw"),
            {"type": "abort"},
            only=lambda rules: bool(aborts_played(rules)),
        ),
        End("chombo", "Chombo", {"type": "chombo"}, only=lambda rules: rules.chombo != "off"),
    ),
    asked=(
        WINNERS,
        Seats(name="tenpai", label=gettext_lazy("Who is tenpai?"), ends=("draw",), mark="t"),
        Seats(
            name="nagashi",
            label=gettext_lazy("Nagashi mangan"),
            ends=("draw",),
            only=lambda rules: bool(rules.nagashi),
            sparse=True,
            mark="n",
        ),
        RareSeats(
            name="dead",
            label=gettext_lazy("Dead hands"),
            help=gettext_lazy("A dead hand can no longer win and is noten."),
            ends=("win", "draw"),
        ),
        OneOf(
            name="reason",
            label=WHY,
            ends=("abort",),
            missing=WHY,
            known=tuple(ABORTS),
            answers=lambda rules: [(reason, said(ABORTS[reason])) for reason in aborts_played(rules)],
            codes={
                "9": "nine_terminals",
                "4w": "four_winds",
                "4r": "four_riichi",
                "4k": "four_kans",
                "3r": "triple_ron",
            },
        ),
        Seats(name="offenders", label=WHOSE_CHOMBO, ends=("chombo",), missing=WHOSE_CHOMBO, mark="c"),
        Seats(
            name="riichi",
            label=gettext_lazy("Riichi sticks paid in this hand"),
            help=gettext_lazy("Not the player whose riichi tile was won on."),
            mark="r",
            also="tenpai",  # whoever declared riichi is tenpai
        ),
    ),
)
#: the codes of the aborts, and what they say
ABORT_CODES = (
    "9  4w  4r  4k  3r",
    gettext_lazy("column End: nine kinds, four winds, riichi, kans, three rons"),
)


def riichi_sheet(abort_codes: str, aborts: Any) -> ScoreSheet:
    """The score sheet of a game whose hands can be aborted in these ways."""
    return sheet_of_questions(
        QUESTIONS,
        (
            Code("r", gettext_lazy("riichi, a stick was put out")),
            Code("t", gettext_lazy("in tenpai at the draw")),
            *VALUE_CODES,
            Code("x", gettext_lazy("discarded the winning tile; without a cross the hand was self-drawn")),
            Code("n", "nagashi mangan", only=lambda rules: bool(rules.nagashi)),
            Code("p", gettext_lazy("pao: liable for the yakuman"), only=lambda rules: bool(rules.pao)),
            Code("c", "chombo", only=lambda rules: bool(rules.chombo != "off")),
            Code("d", gettext_lazy("column End: a draw with nobody tenpai")),
            Code(abort_codes, aborts, only=lambda rules: bool(aborts_played(rules))),
        ),
        unwritten={"won": gettext_lazy("Who won? Write what the hand is worth in the winner’s cell.")},
    )
