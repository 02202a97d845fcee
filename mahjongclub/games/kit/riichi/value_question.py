"""What a riichi hand is worth, as it is typed: han and fu, a limit, yakuman, or the tiles it was recorded
with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from re import Match
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.kit.riichi.value import (
    FU_STEPS,
    HAN_WITHOUT_FU,
    LIMITS,
    MOST_HAN,
    MOST_YAKUMAN,
    is_possible,
)
from mahjongclub.rules.kit.riichi.yaku import TICKED, YAKU_NAMES, played_yaku
from mahjongclub.rules.reading import Reader, whole_number

from ..context import Draft, encode_draft
from ..controls import CarriedField, Choices, Fields, field_text, number_choice_field
from ..questions import Answers, Group, Question, QuestionForm
from ..score_sheet import BadCell, Code
from ..wording import said

#: Above these a hand is the same yakuman; more can be recorded, but nobody counts them.
USUAL_HAN = 13
TILES = "tiles"
#: Whatever of these stands in a win says what it is worth; fu only beside han.
VALUES = ("han", "limit", "yakuman", "tiles")
#: a draft with more han, fu or yakuman was made by no screen
LARGEST_NUMBER = 999
WHAT = gettext_lazy("What is the hand worth?")
HOW_MANY_FU = gettext_lazy("How many fu? Below five han they count.")

#: How a sheet writes it: "3/40", "340", "m" for mangan, "y" for a yakuman. Han below five and fu may be run
#: together: 340 is 3 han 40 fu, 1110 is 1 han 110 fu.
LETTERS = {"m": "mangan", "h": "haneman", "b": "baiman", "s": "sanbaiman"}
CODE = (
    r"(?P<yakuman>[1-9]?yakuman|y{2,}|[1-9]?y)"
    r"|(?P<limit>mangan|haneman|baiman|sanbaiman|[mhbs])"
    r"|(?P<han>\d{1,2})\s*[/.\-]\s*(?P<fu>\d{2,3})"
    r"|(?P<less>[1-4])\s*(?P<its_fu>20|25|30|40|50|60|70|80|90|100|110)(?!\d)"
    r"|(?P<alone>\d{1,2})(?!\d)"
)
VALUE_CODES = (
    Code("3/40, 340", gettext_lazy("3 han 40 fu")),
    Code("5", gettext_lazy("5 han, without fu")),
    Code("m  h  b  s", "mangan, haneman, baiman, sanbaiman"),
    Code("y  2y", gettext_lazy("yakuman, two yakuman")),
)


class TickedYaku(forms.MultipleChoiceField):
    """The yaku of a value that was typed, for the statistics: folded, nobody has to."""

    widget = forms.CheckboxSelectMultiple
    folded = True

    def __init__(self) -> None:
        super().__init__(label=_("Yaku, for the statistics"), required=False)

    def set_choices(self, rules: Any, ticked: Sequence[str]) -> None:
        """Offer what counts by these rules, and what is ticked already."""
        played = {*played_yaku(rules), *ticked}
        self.choices = [(name, said(YAKU_NAMES[name])) for name in TICKED if name in played]


@dataclass(frozen=True, kw_only=True)
class HandValue(Question):
    """The value, its fu beside it; tiles are carried."""

    kind = "value"
    code = CODE
    keys: tuple[str, ...] = VALUES
    missing: Any = WHAT

    def choices(self, rules: Any) -> Choices:
        return [(key, str(label)) for _title, group in _groups(None)[1:] for key, label in group]

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        yield f"tiles{tail}", CarriedField(required=False)
        value = forms.ChoiceField(label=self.label, required=False)
        yield f"value{tail}", value
        choices = _groups(_more_han(form.field_value(f"value{tail}")))
        tiles = [(TILES, _("as recorded, by its tiles"))] if form.field_value(f"tiles{tail}") else []
        value.choices = [*choices, *tiles]
        fu = number_choice_field(_("Fu"), FU_STEPS, "–")
        # a phone without network refuses what no hand is worth by itself (queue/typed.js)
        fu.widget.attrs |= {
            "data-least": _least_han(),
            "data-too-small": _("{fu} fu: at least {han} han."),
            "data-never": _("{fu} fu: only a self-drawn hand has so few."),
        }
        yield f"fu{tail}", fu
        yaku = TickedYaku()
        yield f"yaku{tail}", yaku
        yaku.set_choices(form.rules, form.field_value(f"yaku{tail}") or ())

    def groups(self, form: QuestionForm, tail: str = "") -> Iterable[Group]:
        yield Group((f"value{tail}", f"fu{tail}", f"yaku{tail}"), str(self.title), beside=self.beside)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        value = answers.read_answer(f"value{tail}", self.missing)
        if value is None:
            return {}
        if value == TILES:
            return {"tiles": answers.read_answer(f"tiles{tail}")}
        yaku = answers.read_answer(f"yaku{tail}")
        return {**self._typed(value, answers, tail), **({"yaku": yaku} if yaku else {})}

    def _typed(self, value: str, answers: Answers, end: str) -> Draft:
        if value in LIMITS:
            return {"limit": value}
        if value.startswith("yakuman-"):
            return {"yakuman": int(value.removeprefix("yakuman-"))}
        han = int(value)
        if han >= HAN_WITHOUT_FU:
            return {"han": han}
        return {"han": han, "fu": answers.read_answer(f"fu{end}", HOW_MANY_FU)}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        tiles, yakuman = draft.get("tiles"), draft.get("yakuman")
        value = draft.get("han") if draft.get("limit") is None else draft["limit"]
        if yakuman is not None:
            value = f"yakuman-{yakuman}"
        return {
            f"value{tail}": field_text(value if tiles is None else TILES),
            f"fu{tail}": field_text(draft.get("fu") or None),
            f"tiles{tail}": "" if tiles is None else encode_draft(tiles),
            f"yaku{tail}": list(draft.get("yaku") or ()),
        }

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        if path[0] not in (*VALUES, "fu", "yaku"):
            return None
        return path[0] if path[0] in ("fu", "yaku") else "value", 0

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        """The parts of a value, each of the right type; whether a hand can have it is the engine's to say."""
        parts: dict[str, Callable[[str], Any]] = {
            **dict.fromkeys(("han", "fu", "yakuman"), lambda name: reader.whole(name, 0, LARGEST_NUMBER)),
            "limit": lambda name: reader.word(name, LIMITS),
            "tiles": lambda name: reader.object(name).data,
            "yaku": lambda name: list(reader.words(name, TICKED)),
        }
        reader.taken.update(parts)
        return {name: read(name) for name, read in parts.items() if reader.has(name)}

    def fields_of_code(self, match: Match[str], tail: str) -> Fields:
        """More han than anybody counts are fu without their han."""
        value = _value_in(match)
        if value.get("han", 0) > USUAL_HAN:
            raise BadCell(_("From 1 to %(most)s han, then the fu: 3/40.") % {"most": USUAL_HAN})
        fields = {name: text or None for name, text in self.initial(value, tail).items()}
        return {**fields, f"fu{tail}": value.get("fu")}


def _value_in(match: Match[str]) -> Draft:
    """The value a code says, as a record writes it."""
    parts = match.groupdict()
    if word := parts["limit"]:
        return {"limit": LETTERS.get(word, word)}
    if word := parts["yakuman"]:
        return {
            "yakuman": int(word[0]) if word[0].isdecimal() else word.count("y") if word[1:2] == "y" else 1
        }
    han, fu = int(parts["han"] or parts["less"] or parts["alone"]), parts["fu"] or parts["its_fu"]
    return {"han": han, "fu": int(fu)} if fu and han < HAN_WITHOUT_FU else {"han": han}


@cache
def _least_han() -> str:
    """Return, as JSON, the fewest han of a hand with so many fu where that is more than one.

    By fu: on a discard, self-drawn; null where no hand has them.
    """
    hans = range(1, HAN_WITHOUT_FU)
    least = {
        fu: [
            next((han for han in hans if is_possible(han, fu, self_drawn)), None)
            for self_drawn in (False, True)
        ]
        for fu in FU_STEPS
    }
    return json.dumps({fu: both for fu, both in least.items() if both != [1, 1]})


def _more_han(text: Any) -> int | None:
    """More han than the list holds, where somebody recorded them."""
    han = whole_number(str(text or ""), 2)
    return han if han is not None and USUAL_HAN < han <= MOST_HAN else None


def _groups(more: int | None) -> list[tuple[str, Any]]:
    hans = [*range(1, USUAL_HAN + 1), *([more] if more else [])]
    han = [(str(count), f"{count} han") for count in hans]
    yakuman = [
        (f"yakuman-{count}", f"{count} × yakuman" if count > 1 else "yakuman")
        for count in range(1, MOST_YAKUMAN + 1)
    ]
    return [
        ("", _("choose")),
        (_("Han and fu"), han[: HAN_WITHOUT_FU - 1]),
        (_("Limits"), [(name, name) for name in LIMITS]),
        ("Yakuman", yakuman),
        (_("More han"), han[HAN_WITHOUT_FU - 1 :]),
    ]
