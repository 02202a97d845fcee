"""The kinds of question that hands of several games have: seats, a discarder, a choice, dice, winners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from mahjongclub.rules.reading import Reader

from .context import Draft
from .controls import SELF_DRAWN, Choices, Fields, choice_field, number_choice_field, seat_field, seats_field
from .questions import Answers, Group, Question, QuestionForm

WHO_WON = gettext_lazy("Who won?")
ONE_DISCARDER = gettext_lazy("Only one player discards the tile.")


@dataclass(frozen=True)
class OneSeat(Question):
    """One of the players or, by the word of `nobody`, none; then they are a list to open."""

    kind = "seat"
    _: KW_ONLY
    nobody: Any = None

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        return seat_field(self.label, seats, nobody=self.nobody, listed=self.nobody is not None)

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        seat = reader.optional_seat(self.key, seats)
        return {} if seat is None else {self.key: seat}


@dataclass(frozen=True, kw_only=True)
class Seats(Question):
    """Any of the players; with `sparse` a record says nothing of none."""

    kind = "seats"
    sparse: bool = False

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        return seats_field(self.label, seats, self.help)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        chosen = sorted(set(answers.read_answer(self.name + tail, self.missing) or ()))
        return {} if self.sparse and not chosen else {self.key: chosen}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        return {self.name + tail: [str(seat) for seat in draft.get(self.key) or ()]}

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        return {self.key: list(reader.seats(self.key, seats))}


@dataclass(frozen=True, kw_only=True)
class RareSeats(Seats):
    """Any of the players, mostly nobody: folded, and a draft says nothing of nobody."""

    sparse: bool = True

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        """Any of the players, folded where the hand is typed."""
        field = super().field(form, seats)
        field.folded = True  # type: ignore[attr-defined]
        return field

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        """The seats, where there are any."""
        answer = super().read_draft_part(reader, seats)
        return answer if answer[self.key] else {}


@dataclass(frozen=True, kw_only=True)
class Source(Question):
    """The discarder, or nobody: the winner drew the tile. On a sheet no cross means that."""

    kind = "source"
    self_drawn: Any
    keys: tuple[str, ...] = ("from",)
    duplicate_error: Any = ONE_DISCARDER

    def choices(self, rules: Any) -> Choices:
        return [(SELF_DRAWN, self.self_drawn)]

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        return choice_field(self.label, [*self.choices(form.rules), *seats])

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        chosen = answers.read_answer(self.name, self.missing)
        return {"from": None if chosen in (None, SELF_DRAWN) else int(chosen)}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        """Records may leave it out of a self-draw."""
        if "from" not in draft and draft.get("winner") is None:
            return {}
        source = draft.get("from")
        return {self.name: SELF_DRAWN if source is None else str(source)}

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        has_source = "from" in reader.data
        source = reader.optional_seat("from", seats)
        return {"from": source} if has_source else {}


class Flag(Question):
    """Yes or no."""

    kind = "flag"

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        return forms.BooleanField(label=self.label, required=False)

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        return {self.name + tail: bool(draft.get(self.key))}

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        return {self.key: True} if reader.flag(self.key) else {}


@dataclass(frozen=True, kw_only=True)
class OneOf(Question):
    """One of `known`, as far as the rules have them: `answers(rules)`, each with its words.

    `codes` are what the column "End" of a score sheet says for them.
    """

    kind = "choice"
    known: Iterable[str]
    answers: Callable[[Any], Choices]
    codes: Mapping[str, str] = field(default_factory=dict)

    def choices(self, rules: Any) -> Choices:
        return self.answers(rules)

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        return choice_field(self.label, self.choices(form.rules))

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        return {self.key: reader.word(self.key, self.known)} if reader.has(self.key) else {}


class Dice(Question):
    """The throw of the hand, for those who note it: both dice or neither."""

    kind = "dice"
    FACES = tuple(range(1, 7))

    def _names(self, end: str) -> tuple[str, str]:
        return f"die-1{end}", f"die-2{end}"

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        for name, label in zip(self._names(tail), (FIRST_DIE, SECOND_DIE), strict=True):
            yield name, number_choice_field(label, self.FACES, "–")

    def groups(self, form: QuestionForm, tail: str = "") -> Iterable[Group]:
        yield Group(self._names(tail), str(self.label), beside=True)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        dice = [answers.read_answer(name) for name in self._names(tail)]
        if dice == [None, None]:
            return {}
        for name in self._names(tail):
            answers.read_answer(name, BOTH_DICE)
        return {self.name: dice}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        return dict(zip(self._names(tail), map(str, draft.get(self.name) or ("", "")), strict=True))

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        return ("die-1", 0) if path[0] == self.name else None

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        dice = reader.dice(self.name)
        return {self.name: list(dice)} if dice else {}


FROM_WHOM = Source(
    name="from",
    label=gettext_lazy("From whom?"),
    self_drawn=gettext_lazy("self-drawn"),
    missing=gettext_lazy("From whom, or self-drawn?"),
    mark="x",
)

FIRST_DIE, SECOND_DIE = gettext_lazy("First die"), gettext_lazy("Second die")

BOTH_DICE = gettext_lazy("Give both dice, or neither.")


@dataclass(frozen=True, kw_only=True)
class Winners(Question):
    """One winner, or several on the same discard; `each` is asked of every one, `shared` of all together."""

    kind = "seats"
    name: str = "won"
    label: Any = WHO_WON
    ends: tuple[str, ...] = ("win",)
    missing: Any = WHO_WON
    source: Source = FROM_WHOM
    each: tuple[Question, ...]
    shared: tuple[Question, ...] = ()
    keys: tuple[str, ...] = ("winner",)
    at: str = "wins"

    def parts(self) -> tuple[Question, ...]:
        return (self, self.source, *self.each, *self.shared)

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        yield self.name, seats_field(self.label, seats, self.help)
        yield from self.source.fields(form, seats)
        for question in self.shared:
            yield from question.fields(form, seats)
        for seat, _name in seats:
            for question in self.each:
                if question.only(form.rules):
                    yield from question.fields(form, seats, f"-{seat}")

    def groups(self, form: QuestionForm, tail: str = "") -> Iterable[Group]:
        yield Group((self.name, self.source.name, *(question.name for question in self.shared)))
        for seat, name in enumerate(form.names):
            groups = [group for question in self.each for group in question.groups(form, f"-{seat}")]
            yield Group(sum((question.names for question in groups), ()), name, seat, beside=self.beside)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        shared = self.source.outcome_part(answers)
        winners = sorted(set(answers.read_answer(self.name, self.missing) or ()))
        for question in self.shared:
            shared |= question.outcome_part(answers)
        return {"wins": [{"winner": seat, **shared} | self._each(answers, f"-{seat}") for seat in winners]}

    def _each(self, answers: Answers, end: str) -> Draft:
        win: Draft = {}
        for question in self.each:
            if not question.given or any(key in win for key in question.given):
                win |= question.outcome_part(answers, end)
        return win

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        wins = draft.get("wins") or []
        fields: Fields = {self.name: [str(win["winner"]) for win in wins if "winner" in win]}
        for win in wins:
            fields |= self.source.initial(win)
            for question in self.shared:
                fields |= question.initial(win)
            if "winner" in win:
                for question in self.each:
                    fields |= question.initial(win, f"-{win['winner']}")
        return fields

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        if path[0] != "wins":
            return None
        if len(path) == 1 or path[2:3] == ["winner"]:
            return self.name, int(path[1]) if path[1:] else 0
        for question in (self.source, *self.shared):
            if path[2:] and (control := question.control_of_fault(path[2:], answers)):
                return control
        control = next(
            (
                named
                for question in self.each
                if (named := question.control_of_fault(path[2:] or [""], answers))
            ),
            None,
        )
        seat = sorted(set(answers.read_answer(self.name) or ()))[int(path[1])]
        return f"{control[0] if control else self.each[0].name}-{seat}", 0

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        return {"wins": [self._take(win, seats) for win in reader.objects("wins", seats - 1)] or [{}]}

    def _take(self, reader: Reader, seats: int) -> Draft:
        seat = reader.optional_seat("winner", seats)
        win: Draft = {} if seat is None else {"winner": seat}
        for question in self.parts()[1:]:
            win |= question.read_draft_part(reader, seats)
            reader.taken.update(question.record_keys)
        reader.check_all_read()
        return win
