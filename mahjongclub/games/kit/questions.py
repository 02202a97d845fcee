"""What a hand of a game asks, said once.

A game lists how a hand can end and the questions of each end. From the list are drawn the fields of the typed
hand, the cells of the score sheet, the next tap of an entry, the control at which an error of the engine
stands, and, as plain data, what a script on a phone needs to ask the same (`Questions.as_data`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from re import Match
from typing import Any, ClassVar, Protocol

from django import forms
from django.utils.translation import gettext_lazy

from mahjongclub.rules.reading import Reader

from .context import Draft, EntryContext, Screen, SeatTap, rule_errors_as_bad_draft
from .controls import Choices, Fields, field_text

HOW_ENDED = gettext_lazy("How did the hand end?")
TITLE = gettext_lazy("Type the hand")
#: The name of the question that comes first, whose answers are the ends.
END = "end"


class Answers(Protocol):
    """What was answered, by the names of the controls: the fields of a form, or the cells of a row."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""

    def read_answer(self, name: str, missing_error: Any = "") -> Any:
        """The answer, None for none; then `missing_error`, where there is one, is noted as its fault."""


class QuestionForm(Protocol):
    """A form being made: for whom, by which rules."""

    names: tuple[str, ...]
    rules: Any

    def field_value(self, name: str) -> Any:
        """What a field shows, typed or given."""


@dataclass(frozen=True)
class Group:
    """Controls under one heading: `names`, and as a form shows them `fields`.

    `when` names the ends of a hand that ask for them (all where empty), `seat` the winner they belong to,
    `row` one of many of a kind, shown as they are needed; `beside` sets small fields beside each other.
    """

    names: tuple[str, ...]
    title: str = ""
    seat: int | None = None
    row: bool = False
    beside: bool = False
    when: str = ""
    fields: tuple[forms.BoundField, ...] = ()


def whatever_the_rules(rules: Any) -> bool:
    """Whatever the rules."""
    return True


@dataclass(frozen=True)
class End:
    """One way for a hand to end: its key in the typed hand, and what a record says of it.

    `code` is what the column "End" of a score sheet says for it.
    """

    key: str
    label: Any
    facts: Mapping[str, Any]
    code: str = ""
    only: Callable[[Any], bool] = whatever_the_rules

    def is_possible_for(self, draft: Mapping[str, Any]) -> bool:
        """Whether a draft ends so, or may yet."""
        return all(draft.get(name, fact) == fact for name, fact in self.facts.items())

    def is_stated_in(self, draft: Mapping[str, Any]) -> bool:
        """Whether a draft says that it ended so."""
        return all(draft.get(name) == fact for name, fact in self.facts.items())


@dataclass(frozen=True)
class Question:
    """One part of a hand. `name` is its control's and, unless there are other `keys`, its name in records.

    With `at` it stands in every item of that list. `ends` are those it is asked of, all where empty; `given`
    are the keys one of which must stand beside it.
    `missing` is said where it is left empty, unless it may be. `only(rules)` is whether the rules have it.
    On a score sheet `mark` are the letters that answer it, `duplicate_error` is said of a second one,
    `conflict_error` where the mark goes with nothing; `also` names a question that the same cell answers,
    `of_seat` one that has to be answered there.
    """

    kind: ClassVar[str] = ""
    #: the pattern of what is written into a cell of a score sheet for it, with named groups
    code: ClassVar[str] = ""
    #: whether each seat has an answer of its own
    by_seat: ClassVar[bool] = False
    name: str
    label: Any
    ends: tuple[str, ...] = ()
    _: KW_ONLY
    keys: tuple[str, ...] = ()
    at: str = ""
    given: tuple[str, ...] = ()
    missing: Any = ""
    help: Any = ""
    title: Any = ""
    beside: bool = False
    only: Callable[[Any], bool] = whatever_the_rules
    mark: str = ""
    duplicate_error: Any = ""
    conflict_error: Any = ""
    also: str = ""
    of_seat: str = ""

    @property
    def key(self) -> str:
        """Its name in a record."""
        return self.keys[0] if self.keys else self.name

    @property
    def record_keys(self) -> tuple[str, ...]:
        """The names in a record under which it stands."""
        return (self.at,) if self.at else self.keys or (self.name,)

    def parts(self) -> tuple[Question, ...]:
        """The questions it is made of, itself where it is one."""
        return (self,)

    def is_unanswered_in(self, answers: Mapping[str, Any]) -> bool:
        """Whether this part of a hand still lacks the answer."""
        return bool(self.missing) and not any(key in answers for key in self.keys or (self.name,))

    def is_asked_of(self, end: str) -> bool:
        """Whether it is asked of an end."""
        return not self.ends or end in self.ends

    def as_data(self, rules: Any, whole: Question) -> dict[str, Any]:
        """The question as JSON can say it; `whole` is what it is a part of."""
        return {
            "name": self.name,
            "kind": self.kind,
            "ask": str(self.label),
            "at": whole.at,
            "keys": list(self.keys or (self.name,)),
            "ends": list(whole.ends),
            "given": list(self.given),
            "needed": bool(self.missing),
            "answers": [[key, str(label)] for key, label in self.choices(rules)],
        }

    def choices(self, rules: Any) -> Choices:
        """What may be said, where that is a list."""
        return []

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        """Its control, where it has one."""
        raise NotImplementedError

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        """Its controls, their names ending with `tail`."""
        yield self.name + tail, self.field(form, seats)

    def groups(self, form: QuestionForm, tail: str = "") -> Iterable[Group]:
        """How the page groups its controls."""
        yield Group((self.name + tail,), str(self.title), beside=self.beside)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        """What the answer adds to a hand of a record; what is missing is noted with the answers."""
        answer = answers.read_answer(self.name + tail, self.missing)
        return {} if answer is None else {self.key: answer}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        """What its controls hold for a recorded hand, or for a part of one."""
        return {self.name + tail: field_text(draft.get(self.key))}

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        """The control that says what the engine calls by this path, and which of its answers is meant."""
        if path[0] not in self.record_keys:
            return None
        return self.name, int(path[1]) if path[1:] and path[1].isdecimal() else 0

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        """The part of a draft that answers it, of the right shape; RuleError otherwise."""
        return {key: reader.value(key) for key in self.keys or (self.name,) if reader.has(key)}

    def fields_of_code(self, match: Match[str], tail: str) -> Fields:
        """The answers by control that a code in a cell gives. BadCell where it cannot be meant."""
        return {}


@dataclass(frozen=True)
class Questions:
    """How a hand can end, and what is asked of each end."""

    ends: tuple[End, ...]
    asked: tuple[Question, ...]
    title: Any = TITLE

    def ends_in_rules(self, rules: Any) -> list[End]:
        """The ends that the rules play."""
        return [end for end in self.ends if end.only(rules)]

    def end_of(self, draft: Mapping[str, Any]) -> End | None:
        """How a draft says that the hand ended; None where it does not say so yet."""
        return next((end for end in self.ends if end.is_stated_in(draft)), None)

    def questions_for(self, end: str) -> Iterable[Question]:
        """What is asked of an end, in order."""
        return (question for question in self.asked if question.is_asked_of(end))

    def draft_from_answers(self, answers: Answers) -> Draft:
        """The answers as a hand of a record; what is missing is noted with them."""
        key = self.ends[0].key if len(self.ends) == 1 else answers.read_answer(END, HOW_ENDED)
        if key is None:
            return {}
        draft: Draft = {**next(end.facts for end in self.ends if end.key == key)}
        for question in self.questions_for(key):
            draft |= question.outcome_part(answers)
        return draft

    def initial(self, draft: Draft) -> Fields:
        """What the controls hold for a recorded hand, or for a part of one."""
        end = self.end_of(draft)
        fields: Fields = {END: end.key if end else ""}
        for question in self.asked:
            fields |= question.initial(draft)
        return fields

    def control_of_fault(self, path: str, answers: Answers) -> tuple[str, int] | None:
        """The control that says what the engine calls by this path ("wins.0.han"), and which of its answers
        is meant; None where no control does."""
        parts = path.split(".")
        if any(parts[0] in end.facts for end in self.ends):
            return END, 0
        return next(
            (control for question in self.asked if (control := question.control_of_fault(parts, answers))),
            None,
        )

    def checked_draft(self, draft: Draft, seats: int) -> Draft:
        """Only what a draft of this game may hold, each value of the right shape; RuleError otherwise."""
        reader = Reader(draft)
        ends = [end for end in self.ends if end.is_possible_for(draft)]
        tidy: Draft = {}
        for name in dict.fromkeys(name for end in self.ends for name in end.facts):
            if reader.has(name):
                words = [end.facts[name] for end in ends or self.ends if name in end.facts]
                tidy[name] = reader.word(name, dict.fromkeys(words))
        has_any = bool(tidy)
        for question in self.asked:
            if not question.ends or (has_any and any(question.is_asked_of(end.key) for end in ends)):
                tidy |= question.read_draft_part(reader, seats)
                reader.taken.update(question.record_keys)
        reader.check_all_read()
        return tidy

    def first_unanswered(self, rules: Any, draft: Draft) -> tuple[str, int] | None:
        """The first question that a draft does not answer, by its name, and of which item of its list; None
        where the hand is whole."""
        end = self.end_of(draft)
        if end is None:
            return END, 0
        for whole in self.questions_for(end.key):
            for index, draft_part in enumerate((draft.get(whole.at) or [{}]) if whole.at else [draft]):
                for question in whole.parts():
                    if question.only(rules) and question.is_unanswered_in(draft_part or {}):
                        return question.name, index
        return None

    def as_data(self, rules: Any) -> dict[str, Any]:
        """All of it as JSON can say it, in the reader's language."""
        ends = [
            {"key": end.key, "label": str(end.label), "facts": dict(end.facts)}
            for end in self.ends_in_rules(rules)
        ]
        rows = [
            (question, whole) for whole in self.asked for question in whole.parts() if question.only(rules)
        ]
        return {"ends": ends, "asked": [question.as_data(rules, whole) for question, whole in rows]}


def make_plain_screen(questions: Questions) -> Callable[[EntryContext, Draft], Screen]:
    """The screen of every draft: the seats answer what it lacks; an empty one is of the first end."""

    @rule_errors_as_bad_draft()
    def screen(place: EntryContext, draft: Draft) -> Screen:
        hand = questions.checked_draft(draft, place.before.seats) or dict(questions.ends[0].facts)
        missing = questions.first_unanswered(place.rules, hand)
        if missing is None:
            ends = questions.ends_in_rules(place.rules)
            return place.confirm_screen(
                hand, links=[(end.label, place.link(dict(end.facts))) for end in ends]
            )
        question = next(question for question in questions.asked if question.name == missing[0])
        taps = {seat: SeatTap(place.link({**hand, question.key: seat})) for seat in range(place.before.seats)}
        return Screen(taps=taps, waiting=question.label)

    return screen
