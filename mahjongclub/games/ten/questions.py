"""What a hand of Ten asks: how the duel ended, who declared, the value where it was won; its score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy

from mahjongclub.rules.reading import Reader
from mahjongclub.rules.ten.settle import DRAWS

from ..kit.cells import sheet_of_questions
from ..kit.context import Draft
from ..kit.controls import Fields, field_text
from ..kit.question_kinds import Flag, OneSeat
from ..kit.questions import Answers, End, Questions
from ..kit.riichi.value_question import VALUE_CODES, HandValue
from ..kit.score_sheet import Code
from ..kit.wording import lazily

DECLARED = ("win", "guessed", "wall_exhausted")


class Attacker(OneSeat):
    """Who declared: a record calls that seat the winner where the attacker won."""

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        seat = answers.read_answer(self.name, self.missing)
        return {} if seat is None else {"winner" if answers.read_answer("end") == "win" else "declared": seat}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        return {self.name: field_text(draft.get("winner" if draft.get("type") == "win" else "declared"))}

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        key = "winner" if reader.data.get("type") == "win" else "declared"
        seat = reader.optional_seat(key, seats)
        return {} if seat is None else {key: seat}


class DeclaredRiichi(Flag):
    """Whether the declaration was a riichi, which a record says by its seat."""

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        return {"riichi": [answers.read_answer("declared")]} if answers.read_answer(self.name) else {}

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        return (self.name, 0) if path[0] == self.name else None

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        declared = reader.data.get("winner", reader.data.get("declared"))
        return {self.name: [seat for seat in reader.seats(self.name, seats) if seat == declared]}


QUESTIONS = Questions(
    ends=(
        End("win", gettext_lazy("The attacker draws the tile and wins"), {"type": "win"}),
        *(
            End(reason, lazily(text), {"type": "draw", "reason": reason}, code=code)
            for (reason, text), code in zip(DRAWS.items(), "dgw", strict=True)
        ),
    ),
    asked=(
        Attacker(
            "declared",
            gettext_lazy("Who declared tenpai (the attacker)?"),
            DECLARED,
            keys=("winner", "declared"),
            missing=gettext_lazy("Who had declared tenpai?"),
            mark="t",
            duplicate_error=gettext_lazy("Only one player declares."),
        ),
        DeclaredRiichi(
            "riichi", gettext_lazy("In riichi, with a stick"), DECLARED, mark="r", also="declared"
        ),
        HandValue(
            name="value",
            label=gettext_lazy("Worth"),
            ends=("win",),
            title=gettext_lazy("The hand"),
            beside=True,
            also="declared",
            duplicate_error=gettext_lazy("One value per row: only one player wins."),
        ),
    ),
)
SHEET = sheet_of_questions(
    QUESTIONS,
    (
        Code("r", gettext_lazy("declared riichi, with a stick")),
        Code("t", gettext_lazy("declared tenpai, without a stick")),
        *VALUE_CODES,
        Code("d", gettext_lazy("column End: a draw, nobody declared")),
        Code("g", gettext_lazy("column End: a draw, the tile was guessed")),
        Code("w", gettext_lazy("column End: a draw, the wall is empty")),
    ),
    unwritten={"declared": gettext_lazy("Who had declared? Write r or t in that cell.")},
)
