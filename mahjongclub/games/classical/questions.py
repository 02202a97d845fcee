"""What a classical hand asks: who won, the points of all four hands, the dice; its score sheet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from re import Match
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.rules.classical.hand import MOST_POINTS
from mahjongclub.rules.reading import Reader

from ..kit.cells import sheet_of_questions
from ..kit.context import BadDraft, Draft, encode_draft
from ..kit.controls import SELF_DRAWN, CarriedField, Choices, Fields, field_text, number_choice_field
from ..kit.question_kinds import Dice, Flag, OneSeat, Source
from ..kit.questions import END, Answers, End, Group, Question, QuestionForm, Questions
from ..kit.score_sheet import END as END_CELL
from ..kit.score_sheet import BadCell, Cells, Code, RowReading, ScoreSheet, read_dice_cell, read_end_cell
from ..kit.wording import said

#: More than any hand of the tables can earn.
MOST_DOUBLINGS = 16
WHOSE_FALSE = gettext_lazy("Whose false mahjong?")
HOW_MANY = gettext_lazy("How many points does this hand count? 0 for none.")
FEWEST_POINTS = gettext_lazy("Points are 0 or more.")


@dataclass(frozen=True, kw_only=True)
class FourHands(Question):
    """Points as the players count them; hands that were counted by their sets are carried as they are.

    A special hand of the rules is chosen in place of points: whole by the winner, lacking one tile by others.
    """

    kind = "hands"
    by_seat = True
    code = r"(?P<points>\d{1,9})(?:\s*[d^*]\s*(?P<doublings>\d{1,2}))?(?!\d)"
    missing: Any = HOW_MANY

    def control_name(self, what: str, seat: int | str) -> str:
        """The name of a seat's control; those of a draw are not those of a mahjong."""
        return f"{what}-{seat}"

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        for seat, _name in seats:
            yield self.control_name("counted", seat), CarriedField(required=False)
            carried = form.field_value(self.control_name("counted", seat)) or ""
            counted = carried and '"points"' not in carried  # else points that the players gave a name
            yield (
                self.control_name("points", seat),
                PointsField(
                    label=self.label,
                    required=False,
                    min_value=0,
                    max_value=MOST_POINTS,
                    help_text=_("Counted by its sets. Type points only to replace them.") if counted else "",
                    error_messages={"min_value": FEWEST_POINTS},
                ),
            )
            doublings = number_choice_field(_("Doublings"), range(1, MOST_DOUBLINGS + 1), _("none"))
            yield self.control_name("doublings", seat), doublings
            if named := special_hand_choices(form.rules):
                yield (
                    self.control_name("special", seat),
                    forms.ChoiceField(label=_("Special hand"), required=False, choices=[("", "–"), *named]),
                )

    def groups(self, form: QuestionForm, tail: str = "") -> Iterable[Group]:
        for seat, name in enumerate(form.names):
            names = (
                self.control_name("points", seat),
                self.control_name("doublings", seat),
                self.control_name("special", seat),
            )
            yield Group(names, name, beside=True)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        return {"hands": [self._hand(answers, seat) for seat in range(answers.seats)]}

    def _hand(self, answers: Answers, seat: int) -> Draft:
        counted = answers.read_answer(self.control_name("counted", seat))
        special = answers.read_answer(self.control_name("special", seat))
        points = answers.read_answer(
            self.control_name("points", seat), "" if counted or special else self.missing
        )
        if points is not None:
            points <<= answers.read_answer(self.control_name("doublings", seat)) or 0
            if counted and counted.get("points") == points and not special:
                return dict(counted)
            return {"points": points} | ({"special": special} if special else {})
        if not special or (counted and counted.get("special") == special):
            return counted or {}
        return {"special": special} | ({} if answers.read_answer("winner") == seat else {"fishing": True})

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        fields: Fields = {}
        for seat, hand in enumerate(draft.get("hands") or ()):
            points, special = (hand or {}).get("points"), (hand or {}).get("special", "")
            fields[self.control_name("points", seat)] = field_text(points)
            carried = hand and (points is None or special)
            fields[self.control_name("counted", seat)] = encode_draft(hand) if carried else ""
            fields[self.control_name("special", seat)] = special if points is None else ""
        return fields

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        if path[0] != "hands" or not path[1:] or answers.read_answer(END) not in (None, *self.ends):
            return None
        return self.control_name("points", path[1]), 0

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        if not reader.has("hands"):
            return {}
        hands = reader.items("hands")
        if len(hands) != seats or not all(hand is None or isinstance(hand, dict) for hand in hands):
            raise BadDraft("not four hands")
        return {"hands": tuple(hands)}

    def fields_of_code(self, match: Match[str], tail: str) -> Fields:
        doublings = int(match["doublings"] or 0)
        if doublings > MOST_DOUBLINGS:
            raise BadCell(_("At most %(most)s doublings.") % {"most": MOST_DOUBLINGS})
        return {f"points{tail}": int(match["points"]), f"doublings{tail}": doublings}


class DrawnHands(FourHands):
    """The same of a draw, where the rules count it; nobody need have counted."""

    code = ""

    def control_name(self, what: str, seat: int | str) -> str:
        return f"{what}-drawn-{seat}"

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        hands = [self._hand(answers, seat) for seat in range(answers.seats)]
        if not any(hands):
            return {}
        for seat in range(answers.seats):
            answers.read_answer(self.control_name("points", seat), "" if hands[seat] else HOW_MANY)
        return {"hands": hands}


class Cannon(Flag):
    """Whether the discarder pays for all three."""

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        source = answers.read_answer("from")
        if not answers.read_answer(self.name + tail) or source in (None, SELF_DRAWN):
            return {}
        return {"cannon": int(source)}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        return {self.name + tail: draft.get("cannon") is not None}

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        seat = reader.optional_seat("cannon", seats)
        return {} if seat is None else {"cannon": seat}


def special_hand_choices(rules: Any) -> Choices:
    """The special hands that the rules play, by name."""
    listed = [(special.key, said(special.name)) for special in rules.special_hands]
    return [*listed, *((name, name) for name, *_worth in rules.own_hands)]


QUESTIONS = Questions(
    ends=(
        End("win", gettext_lazy("Mahjong"), {"type": "win"}),
        End("draw", gettext_lazy("Draw"), {"type": "draw"}, code="d"),
        End("false_mahjong", gettext_lazy("False mahjong"), {"type": "false_mahjong"}),
    ),
    asked=(
        OneSeat(
            "winner",
            gettext_lazy("Who won?"),
            ("win",),
            missing=gettext_lazy("Who won?"),
            mark="mw",
            duplicate_error=gettext_lazy("Only one player is mahjong."),
        ),
        Source(
            name="from",
            label=gettext_lazy("From whom?"),
            ends=("win",),
            self_drawn=gettext_lazy("from the wall"),
            missing=gettext_lazy("From whom, or from the wall?"),
            mark="x",
        ),
        FourHands(
            name="points", label=gettext_lazy("Points"), ends=("win",), keys=("points", "sets"), at="hands"
        ),
        DrawnHands(
            name="drawn",
            label=gettext_lazy("Points"),
            ends=("draw",),
            keys=("hands",),
            missing="",
            only=lambda rules: rules.draw_counts,
        ),
        Cannon(
            "cannon",
            gettext_lazy("Cannon: the discarder pays for all three"),
            ("win",),
            only=lambda rules: rules.cannon,
            mark="c",
            of_seat="from",
            conflict_error=gettext_lazy("The player who discards a cannon also gets the cross."),
        ),
        OneSeat(
            "offender",
            WHOSE_FALSE,
            ("false_mahjong",),
            missing=WHOSE_FALSE,
            mark="f",
            duplicate_error=gettext_lazy("One false mahjong per row."),
        ),
        Dice("dice", gettext_lazy("Dice of the hand"), only=lambda rules: rules.round_wind == "break"),
    ),
)


def _drawn(cells: Cells, seats: int) -> RowReading | None:
    """A row of a draw that was counted: the word for it, and points alone in every seat's cell."""
    texts = [unicodedata.normalize("NFKC", cells.get(str(seat), "")).casefold() for seat in range(seats)]
    matches = [re.fullmatch(FourHands.code, text.strip()) for text in texts]
    reading = RowReading(cell_at=lambda path: path.split(".")[1] if path.startswith("hands.") else END_CELL)
    if read_end_cell(reading, cells, ("d",)) != "d" or None in matches:
        return None
    points = [int(match["points"]) << min(int(match["doublings"] or 0), 40) for match in matches if match]
    dice = read_dice_cell(reading, cells)
    hands = [{"points": counted} for counted in points]
    reading.hand = None if reading.faults else {"type": "draw", "hands": hands, **dice}
    return reading


def _with_drawn(sheet: ScoreSheet) -> ScoreSheet:
    """The sheet, with rows of draws that were counted."""
    return replace(sheet, read=lambda cells, seats: _drawn(cells, seats) or sheet.read(cells, seats))


_SHEET = sheet_of_questions(
    QUESTIONS,
    (
        Code("m40", gettext_lazy("mahjong, with 40 points")),
        Code("x8", gettext_lazy("discarded the winning tile; without a cross the hand was self-drawn")),
        Code(
            "c",
            gettext_lazy("beside the cross: a cannon, paid for all three"),
            only=lambda rules: bool(rules.cannon),
        ),
        Code("24", gettext_lazy("the points of this hand; every hand is counted, 0 for none")),
        Code("22d3", gettext_lazy("22 points, doubled three times")),
        Code("f", gettext_lazy("false mahjong")),
        Code("d", gettext_lazy("column End: a draw; with points in every cell where the rules count it")),
        Code("34", gettext_lazy("column Dice: a 3 and a 4; may be left empty")),
    ),
    unwritten={"winner": gettext_lazy("Who was mahjong? Write m beside the winner’s points.")},
)
SHEET = _with_drawn(_SHEET)
