"""What a hand of a game asks, said once.

A game lists how a hand can end and the questions of each end. From the list are drawn the fields of the typed
hand, the cells of the score sheet, the next tap of an entry, the control at which an error of the engine
stands, and, as plain data, what a script on a phone needs to ask the same (`Questions.as_data`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from re import Match
from typing import Any, ClassVar, Protocol

from django import forms
from django.utils.translation import gettext_lazy

from mahjongclub.rules.reading import Reader

from .context import Draft, EntryContext, Screen, SeatTap, reading_drafts
from .controls import (
    SELF_DRAWN,
    Choices,
    Fields,
    choice_field,
    field_text,
    seat_field,
    seats_field,
    whole_choice,
)

HOW_ENDED = gettext_lazy("How did the hand end?")
WHO_WON = gettext_lazy("Who won?")
TITLE = gettext_lazy("Type the hand")
ONE_DISCARDER = gettext_lazy("Only one player discards the tile.")
#: The name of the question that comes first, whose answers are the ends.
END = "end"


class Answers(Protocol):
    """What was answered, by the names of the controls: the fields of a form, or the cells of a row."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""

    def of(self, name: str, missing: Any = "") -> Any:
        """The answer, None for none; then `missing`, where there is such a text, is noted as its fault."""


class Asking(Protocol):
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


def in_all_rules(rules: Any) -> bool:
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
    only: Callable[[Any], bool] = in_all_rules

    def fits(self, draft: Mapping[str, Any]) -> bool:
        """Whether a draft ends so, or may yet."""
        return all(draft.get(name, fact) == fact for name, fact in self.facts.items())

    def is_of(self, draft: Mapping[str, Any]) -> bool:
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
    only: Callable[[Any], bool] = in_all_rules
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

    def is_open_in(self, answers: Mapping[str, Any]) -> bool:
        """Whether this part of a hand still lacks the answer."""
        return bool(self.missing) and not any(key in answers for key in self.keys or (self.name,))

    def of(self, end: str) -> bool:
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

    def field(self, form: Asking, seats: Choices) -> forms.Field:
        """Its control, where it has one."""
        raise NotImplementedError

    def fields(self, form: Asking, seats: Choices, end: str = "") -> Iterable[tuple[str, forms.Field]]:
        """Its controls, their names ending with `end`."""
        yield self.name + end, self.field(form, seats)

    def groups(self, form: Asking, end: str = "") -> Iterable[Group]:
        """How the page groups its controls."""
        yield Group((self.name + end,), str(self.title), beside=self.beside)

    def outcome_part(self, answers: Answers, end: str = "") -> Draft:
        """What the answer adds to a hand of a record; what is missing is noted with the answers."""
        answer = answers.of(self.name + end, self.missing)
        return {} if answer is None else {self.key: answer}

    def initial(self, draft: Draft, end: str = "") -> Fields:
        """What its controls hold for a recorded hand, or for a part of one."""
        return {self.name + end: field_text(draft.get(self.key))}

    def control(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        """The control that says what the engine calls by this path, and which of its answers is meant."""
        if path[0] not in self.record_keys:
            return None
        return self.name, int(path[1]) if path[1:] and path[1].isdecimal() else 0

    def read(self, reader: Reader, seats: int) -> Draft:
        """The part of a draft that answers it, of the right shape; RuleError otherwise."""
        return {key: reader.value(key) for key in self.keys or (self.name,) if reader.has(key)}

    def written(self, match: Match[str], end: str) -> Fields:
        """The answers by control that a code in a cell gives. Misread where it cannot be meant."""
        return {}


@dataclass(frozen=True)
class OneSeat(Question):
    """One of the players or, by the word of `nobody`, none; then they are a list to open."""

    kind = "seat"
    _: KW_ONLY
    nobody: Any = None

    def field(self, form: Asking, seats: Choices) -> forms.Field:
        return seat_field(self.label, seats, nobody=self.nobody, listed=self.nobody is not None)

    def read(self, reader: Reader, seats: int) -> Draft:
        seat = reader.optional_seat(self.key, seats)
        return {} if seat is None else {self.key: seat}


@dataclass(frozen=True, kw_only=True)
class Seats(Question):
    """Any of the players; with `sparse` a record says nothing of none."""

    kind = "seats"
    sparse: bool = False

    def field(self, form: Asking, seats: Choices) -> forms.Field:
        return seats_field(self.label, seats, self.help)

    def outcome_part(self, answers: Answers, end: str = "") -> Draft:
        chosen = sorted(set(answers.of(self.name + end, self.missing) or ()))
        return {} if self.sparse and not chosen else {self.key: chosen}

    def initial(self, draft: Draft, end: str = "") -> Fields:
        return {self.name + end: [str(seat) for seat in draft.get(self.key) or ()]}

    def read(self, reader: Reader, seats: int) -> Draft:
        return {self.key: list(reader.seats(self.key, seats))}


@dataclass(frozen=True, kw_only=True)
class RareSeats(Seats):
    """Any of the players, mostly nobody: folded, and a draft says nothing of nobody."""

    sparse: bool = True

    def field(self, form: Asking, seats: Choices) -> forms.Field:
        """Any of the players, folded where the hand is typed."""
        field = super().field(form, seats)
        field.folded = True  # type: ignore[attr-defined]
        return field

    def read(self, reader: Reader, seats: int) -> Draft:
        """The seats, where there are any."""
        answer = super().read(reader, seats)
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

    def field(self, form: Asking, seats: Choices) -> forms.Field:
        return choice_field(self.label, [*self.choices(form.rules), *seats])

    def outcome_part(self, answers: Answers, end: str = "") -> Draft:
        chosen = answers.of(self.name, self.missing)
        return {"from": None if chosen in (None, SELF_DRAWN) else int(chosen)}

    def initial(self, draft: Draft, end: str = "") -> Fields:
        """Records may leave it out of a self-draw."""
        if "from" not in draft and draft.get("winner") is None:
            return {}
        source = draft.get("from")
        return {self.name: SELF_DRAWN if source is None else str(source)}

    def read(self, reader: Reader, seats: int) -> Draft:
        has_source = "from" in reader.data
        source = reader.optional_seat("from", seats)
        return {"from": source} if has_source else {}


class Flag(Question):
    """Yes or no."""

    kind = "flag"

    def field(self, form: Asking, seats: Choices) -> forms.Field:
        return forms.BooleanField(label=self.label, required=False)

    def initial(self, draft: Draft, end: str = "") -> Fields:
        return {self.name + end: bool(draft.get(self.key))}

    def read(self, reader: Reader, seats: int) -> Draft:
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

    def field(self, form: Asking, seats: Choices) -> forms.Field:
        return choice_field(self.label, self.choices(form.rules))

    def read(self, reader: Reader, seats: int) -> Draft:
        return {self.key: reader.word(self.key, self.known)} if reader.has(self.key) else {}


class Dice(Question):
    """The throw of the hand, for those who note it: both dice or neither."""

    kind = "dice"
    FACES = tuple(range(1, 7))

    def _names(self, end: str) -> tuple[str, str]:
        return f"die-1{end}", f"die-2{end}"

    def fields(self, form: Asking, seats: Choices, end: str = "") -> Iterable[tuple[str, forms.Field]]:
        for name, label in zip(self._names(end), (FIRST_DIE, SECOND_DIE), strict=True):
            yield name, whole_choice(label, self.FACES, "–")

    def groups(self, form: Asking, end: str = "") -> Iterable[Group]:
        yield Group(self._names(end), str(self.label), beside=True)

    def outcome_part(self, answers: Answers, end: str = "") -> Draft:
        dice = [answers.of(name) for name in self._names(end)]
        if dice == [None, None]:
            return {}
        for name in self._names(end):
            answers.of(name, BOTH_DICE)
        return {self.name: dice}

    def initial(self, draft: Draft, end: str = "") -> Fields:
        return dict(zip(self._names(end), map(str, draft.get(self.name) or ("", "")), strict=True))

    def control(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        return ("die-1", 0) if path[0] == self.name else None

    def read(self, reader: Reader, seats: int) -> Draft:
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

    def fields(self, form: Asking, seats: Choices, end: str = "") -> Iterable[tuple[str, forms.Field]]:
        yield self.name, seats_field(self.label, seats, self.help)
        yield from self.source.fields(form, seats)
        for question in self.shared:
            yield from question.fields(form, seats)
        for seat, _name in seats:
            for question in self.each:
                if question.only(form.rules):
                    yield from question.fields(form, seats, f"-{seat}")

    def groups(self, form: Asking, end: str = "") -> Iterable[Group]:
        yield Group((self.name, self.source.name, *(question.name for question in self.shared)))
        for seat, name in enumerate(form.names):
            groups = [group for question in self.each for group in question.groups(form, f"-{seat}")]
            yield Group(sum((question.names for question in groups), ()), name, seat, beside=self.beside)

    def outcome_part(self, answers: Answers, end: str = "") -> Draft:
        shared = self.source.outcome_part(answers)
        winners = sorted(set(answers.of(self.name, self.missing) or ()))
        for question in self.shared:
            shared |= question.outcome_part(answers)
        return {"wins": [{"winner": seat, **shared} | self._each(answers, f"-{seat}") for seat in winners]}

    def _each(self, answers: Answers, end: str) -> Draft:
        win: Draft = {}
        for question in self.each:
            if not question.given or any(key in win for key in question.given):
                win |= question.outcome_part(answers, end)
        return win

    def initial(self, draft: Draft, end: str = "") -> Fields:
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

    def control(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        if path[0] != "wins":
            return None
        if len(path) == 1 or path[2:3] == ["winner"]:
            return self.name, int(path[1]) if path[1:] else 0
        for question in (self.source, *self.shared):
            if path[2:] and (control := question.control(path[2:], answers)):
                return control
        control = next(
            (named for question in self.each if (named := question.control(path[2:] or [""], answers))), None
        )
        seat = sorted(set(answers.of(self.name) or ()))[int(path[1])]
        return f"{control[0] if control else self.each[0].name}-{seat}", 0

    def read(self, reader: Reader, seats: int) -> Draft:
        return {"wins": [self._take(win, seats) for win in reader.objects("wins", seats - 1)] or [{}]}

    def _take(self, reader: Reader, seats: int) -> Draft:
        seat = reader.optional_seat("winner", seats)
        win: Draft = {} if seat is None else {"winner": seat}
        for question in self.parts()[1:]:
            win |= question.read(reader, seats)
            reader.taken.update(question.record_keys)
        reader.finish()
        return win


@dataclass(frozen=True)
class Questions:
    """How a hand can end, and what is asked of each end."""

    ends: tuple[End, ...]
    asked: tuple[Question, ...]
    title: Any = TITLE

    def ends_by(self, rules: Any) -> list[End]:
        """The ends that the rules play."""
        return [end for end in self.ends if end.only(rules)]

    def end_of(self, draft: Mapping[str, Any]) -> End | None:
        """How a draft says that the hand ended; None where it does not say so yet."""
        return next((end for end in self.ends if end.is_of(draft)), None)

    def of(self, end: str) -> Iterable[Question]:
        """What is asked of an end, in order."""
        return (question for question in self.asked if question.of(end))

    def draft(self, answers: Answers) -> Draft:
        """The answers as a hand of a record; what is missing is noted with them."""
        key = self.ends[0].key if len(self.ends) == 1 else answers.of(END, HOW_ENDED)
        if key is None:
            return {}
        draft: Draft = {**next(end.facts for end in self.ends if end.key == key)}
        for question in self.of(key):
            draft |= question.outcome_part(answers)
        return draft

    def initial(self, draft: Draft) -> Fields:
        """What the controls hold for a recorded hand, or for a part of one."""
        end = self.end_of(draft)
        fields: Fields = {END: end.key if end else ""}
        for question in self.asked:
            fields |= question.initial(draft)
        return fields

    def control(self, path: str, answers: Answers) -> tuple[str, int] | None:
        """The control that says what the engine calls by this path ("wins.0.han"), and which of its answers
        is meant; None where no control does."""
        parts = path.split(".")
        if any(parts[0] in end.facts for end in self.ends):
            return END, 0
        return next(
            (control for question in self.asked if (control := question.control(parts, answers))), None
        )

    def tidy(self, draft: Draft, seats: int) -> Draft:
        """Only what a draft of this game may hold, each value of the right shape; RuleError otherwise."""
        reader = Reader(draft)
        ends = [end for end in self.ends if end.fits(draft)]
        tidy: Draft = {}
        for name in dict.fromkeys(name for end in self.ends for name in end.facts):
            if reader.has(name):
                words = [end.facts[name] for end in ends or self.ends if name in end.facts]
                tidy[name] = reader.word(name, dict.fromkeys(words))
        has_any = bool(tidy)
        for question in self.asked:
            if not question.ends or (has_any and any(question.of(end.key) for end in ends)):
                tidy |= question.read(reader, seats)
                reader.taken.update(question.record_keys)
        reader.finish()
        return tidy

    def open(self, rules: Any, draft: Draft) -> tuple[str, int] | None:
        """The first question that a draft does not answer, by its name, and of which item of its list; None
        where the hand is whole."""
        end = self.end_of(draft)
        if end is None:
            return END, 0
        for whole in self.of(end.key):
            for index, draft_part in enumerate((draft.get(whole.at) or [{}]) if whole.at else [draft]):
                for question in whole.parts():
                    if question.only(rules) and question.is_open_in(draft_part or {}):
                        return question.name, index
        return None

    def as_data(self, rules: Any) -> dict[str, Any]:
        """All of it as JSON can say it, in the reader's language."""
        ends = [
            {"key": end.key, "label": str(end.label), "facts": dict(end.facts)} for end in self.ends_by(rules)
        ]
        rows = [
            (question, whole) for whole in self.asked for question in whole.parts() if question.only(rules)
        ]
        return {"ends": ends, "asked": [question.as_data(rules, whole) for question, whole in rows]}


def plain_screen(questions: Questions) -> Callable[[EntryContext, Draft], Screen]:
    """The screen of every draft: the seats answer what it lacks; an empty one is of the first end."""

    @reading_drafts()
    def screen(place: EntryContext, draft: Draft) -> Screen:
        hand = questions.tidy(draft, place.before.seats) or dict(questions.ends[0].facts)
        missing = questions.open(place.rules, hand)
        if missing is None:
            ends = questions.ends_by(place.rules)
            return place.confirm(hand, links=[(end.label, place.link(dict(end.facts))) for end in ends])
        question = next(question for question in questions.asked if question.name == missing[0])
        taps = {seat: SeatTap(place.link({**hand, question.key: seat})) for seat in range(place.before.seats)}
        return Screen(taps=taps, waiting=question.label)

    return screen
