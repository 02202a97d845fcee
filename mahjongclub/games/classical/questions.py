"""What a classical hand asks: who won, the points of all four hands, the dice; its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from re import Match
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.rules.classical.hand import MOST_POINTS
from mahjongclub.rules.reading import Reader

from ..kit.cells import sheet_of
from ..kit.context import BadDraft, Draft, write_draft
from ..kit.controls import CarriedField, Choices, Fields, text_of, whole_choice
from ..kit.questions import Answers, Asking, Dice, End, Group, OneSeat, Question, Questions, Source
from ..kit.score_sheet import Code, Misread
from .notes import SEATS

#: More than any hand of the tables can earn.
MOST_DOUBLINGS = 16
HOW_MANY = gettext_lazy("How many points does this hand count? 0 for none.")
FEWEST_POINTS = gettext_lazy("Points are 0 or more.")


@dataclass(frozen=True, kw_only=True)
class FourHands(Question):
    """Points as the players count them; hands that were counted by their sets are carried as they are."""

    kind = "hands"
    by_seat = True
    code = r"(?P<points>\d{1,9})(?:\s*[d^*]\s*(?P<doublings>\d{1,2}))?(?!\d)"
    missing: Any = HOW_MANY

    def fields(self, form: Asking, seats: Choices, end: str = "") -> Iterable[tuple[str, forms.Field]]:
        for seat, _name in seats:
            yield f"counted-{seat}", CarriedField(required=False)
            counted = form.held(f"counted-{seat}")
            yield (
                f"points-{seat}",
                PointsField(
                    label=self.label,
                    required=False,
                    min_value=0,
                    max_value=MOST_POINTS,
                    help_text=_("Counted by its sets. Type points only to replace them.") if counted else "",
                    error_messages={"min_value": FEWEST_POINTS},
                ),
            )
            doublings = whole_choice(_("Doublings"), range(1, MOST_DOUBLINGS + 1), _("none"))
            yield f"doublings-{seat}", doublings

    def shown(self, form: Asking, end: str = "") -> Iterable[Group]:
        for seat, name in enumerate(form.names):
            yield Group((f"points-{seat}", f"doublings-{seat}"), name, beside=True)

    def part(self, answers: Answers, end: str = "") -> Draft:
        return {"hands": [self._hand(answers, seat) for seat in range(SEATS)]}

    def _hand(self, answers: Answers, seat: int) -> Draft:
        counted = answers.of(f"counted-{seat}")
        points = answers.of(f"points-{seat}", "" if counted else self.missing)
        if points is None:
            return counted or {}
        return {"points": points << (answers.of(f"doublings-{seat}") or 0)}

    def held(self, draft: Draft, end: str = "") -> Fields:
        fields: Fields = {}
        for seat, hand in enumerate(draft.get("hands") or ()):
            points = (hand or {}).get("points")
            fields[f"points-{seat}"] = text_of(points)
            fields[f"counted-{seat}"] = write_draft(hand) if hand and points is None else ""
        return fields

    def control(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        return (f"points-{path[1]}", 0) if path[0] == "hands" and path[1:] else None

    def take(self, reader: Reader, seats: int) -> Draft:
        if not reader.has("hands"):
            return {}
        hands = reader.items("hands")
        if len(hands) != seats or not all(hand is None or isinstance(hand, dict) for hand in hands):
            raise BadDraft("not four hands")
        return {"hands": tuple(hands)}

    def written(self, match: Match[str], end: str) -> Fields:
        doublings = int(match["doublings"] or 0)
        if doublings > MOST_DOUBLINGS:
            raise Misread(_("At most %(most)s doublings.") % {"most": MOST_DOUBLINGS})
        return {f"points{end}": int(match["points"]), f"doublings{end}": doublings}


QUESTIONS = Questions(
    ends=(
        End("win", gettext_lazy("Mahjong"), {"type": "win"}),
        End("draw", gettext_lazy("Draw"), {"type": "draw"}, code="d"),
    ),
    asked=(
        OneSeat(
            "winner",
            gettext_lazy("Who won?"),
            ("win",),
            missing=gettext_lazy("Who won?"),
            mark="mw",
            twice=gettext_lazy("Only one player is mahjong."),
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
        Dice("dice", gettext_lazy("Dice of the hand")),
    ),
)
SHEET = sheet_of(
    QUESTIONS,
    (
        Code("24", gettext_lazy("the points of this hand; every hand is counted, 0 for none")),
        Code("22d3", gettext_lazy("22 points, doubled three times")),
        Code("m40", gettext_lazy("mahjong, with 40 points")),
        Code("x8", gettext_lazy("discarded the winning tile; without a cross the hand was self-drawn")),
        Code("d", gettext_lazy("column End: a draw")),
        Code("34", gettext_lazy("column Dice: a 3 and a 4; may be left empty")),
    ),
    unwritten={"winner": gettext_lazy("Who was mahjong? Write m beside the winner’s points.")},
)
