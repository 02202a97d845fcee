"""Games whose hand is typed as one value: who won, from whom, the value, and switches beside it.

A game gives its `Questions` and a `ValuedEntry`; the steps from the board to the confirmation are made here.
Flags and seats that may be nobody are switches of the confirmation, those in `beside` of the values too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from re import Match
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader, whole_number

from .context import Draft, EntryContext, Screen, SeatTap, rule_errors_as_bad_draft, without
from .controls import SELF_DRAWN, Choices
from .question_kinds import FROM_WHOM, Flag, OneOf, OneSeat, Seats
from .questions import Answers, Question, QuestionForm, Questions
from .seat_steps import ask_source, choice_links, hidden_fields, idle_screen, other_end_links, taps_of_wins
from .wording import points_in_words

CONFIRM, VALUES = "games/kit/_valued_confirm_sheet.html", "games/kit/_valued_sheet.html"
#: a typed value that is none, in a draft
TYPED = "typed"
CHANGES = {
    "value": gettext_lazy("Change the value"),
    "from": gettext_lazy("Change the discarder"),
    "winner": gettext_lazy("Change the winner"),
    "offender": gettext_lazy("Change the player"),
}


@dataclass(frozen=True, kw_only=True)
class ValueQuestion(Question):
    """A whole number from 1 to `most`, such as a value that the table reads from its card."""

    kind = "number"
    code = r"(?P<value>\d{1,4})(?!\d)"
    keys: tuple[str, ...] = ("value",)
    most: int

    def field(self, form: QuestionForm, seats: Choices) -> forms.Field:
        return forms.IntegerField(label=self.label, required=False, min_value=1, max_value=self.most)

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        value = reader.optional_whole(self.name, 1, self.most)
        return {} if value is None else {self.name: value}

    def fields_of_code(self, match: Match[str], tail: str) -> Draft:
        return {self.name: int(match["value"])}


@dataclass(frozen=True, kw_only=True)
class NumberOnDiscard(OneOf):
    """A number from 0 to `most`, asked where somebody discarded; it may be left out.

    On a score sheet it is written behind the `letter`.
    """

    most: int
    letter: str
    known: Iterable[str] = ()
    answers: Callable[[Any], Choices] = lambda rules: []

    def __post_init__(self) -> None:
        numbers = tuple(map(str, range(self.most + 1)))
        object.__setattr__(self, "known", numbers)
        object.__setattr__(self, "answers", lambda rules: [(number, number) for number in numbers])
        object.__setattr__(self, "codes", {f"{self.letter}{number}": number for number in numbers})

    def is_unanswered_in(self, answers: Mapping[str, Any]) -> bool:
        return answers.get("from") is not None and self.name not in answers

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        number = answers.read_answer(self.name)
        discarded = answers.read_answer(FROM_WHOM.name) not in (None, SELF_DRAWN)
        return {self.name: int(number)} if number is not None and discarded else {}

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        number = reader.optional_whole(self.name, 0, self.most)
        return {} if number is None else {self.name: number}


@dataclass(frozen=True, kw_only=True)
class ValuedEntry:
    """The steps of one game of values, and what it says of them.

    `keys` are the usual values. `sentences` say of each end what happened, "drawn" of a win without a
    discarder, with the names and the value in their places; `titles` the same without a value. `listed` are
    words beside the value, `asides` what is added behind a sentence, both by the question that has an answer.
    `cost(rules, name, number)` is what stands under the key of a `NumberOnDiscard` question.
    `asks(place, question)` is whether this table asks a question at all, `reads(place, hand)` whether a hand
    has to be looked at on a sheet, `seat_words` what is said where a seat is asked for, by the end and the
    question.
    """

    questions: Questions
    keys: Sequence[int]
    label: Any
    under: Any
    titles: Mapping[str, Any]
    sentences: Mapping[str, Any]
    cost: Callable[[Any, str, int], str]
    beside: tuple[str, ...] = ()
    listed: Mapping[str, Any] = field(default_factory=dict)
    asides: Mapping[str, Any] = field(default_factory=dict)
    seat_words: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    asks: Callable[[EntryContext, Question], bool] = lambda place, question: True
    reads: Callable[[EntryContext, Draft], bool] = lambda place, hand: False

    @property
    def most(self) -> int:
        """The largest value that may be typed."""
        return next(question.most for question in self.questions.asked if isinstance(question, ValueQuestion))

    def in_words(self, hand: Draft, names: Sequence[str]) -> str:
        """What happened, of a hand as a record writes it: "Chen wins on Dina’s discard: 25, jokerless"."""
        asides = (
            str(aside) % {"names": _listed(hand[name], names)}
            for name, aside in self.asides.items()
            if name in hand
        )
        return "".join((self._say(self.sentences, hand, names), *asides))

    def _say(self, sentences: Mapping[str, Any], hand: Draft, names: Sequence[str]) -> str:
        """The sentence for how this hand ended."""
        end = self.questions.end_of(hand)
        drawn = "from" in hand and hand["from"] is None
        who = {key: names[hand[key]] for key in ("winner", "offender", "from") if hand.get(key) is not None}
        worth = [hand.get("value", ""), *(word for name, word in self.listed.items() if name in hand)]
        sentence = str(sentences["drawn" if drawn or end is None else end.key])
        return sentence % {**who, "payer": who.get("from", ""), "value": ", ".join(map(str, worth))}

    def with_typed_values(self, draft: Draft, form: Mapping[str, str]) -> Draft:
        """The draft with the value typed into its sheet; what is none is kept to be shown again."""
        if "points" not in form:
            return draft
        value = whole_number(form["points"].strip(), 6)
        good = value is not None and 1 <= value <= self.most
        return {**draft, "value": value} if good else {**draft, TYPED: form["points"][:20]}

    @rule_errors_as_bad_draft()
    def screen(self, place: EntryContext, draft: Draft) -> Screen:
        """The screen for a draft, from the idle table to the confirmation. BadDraft where it has no sense."""
        typed = str(draft.get(TYPED) or "")
        rest = without(draft, TYPED)
        hand = self.questions.checked_draft(rest, place.before.seats)
        end = self.questions.end_of(hand)
        missing = self.questions.first_unanswered(place.rules, hand)
        if end is None:
            won = self.questions.ends[0].facts
            return idle_screen(place, lambda seat: {**won, "winner": seat})
        if missing is None:
            return self._confirm(place, hand, end.key)
        question = next(
            question for question in self.questions.questions_for(end.key) if question.name == missing[0]
        )
        if isinstance(question, OneSeat):
            return self._choose_seat(place, hand, question, end.key)
        if question.kind == "source":
            return self._choose_discarder(place, hand)
        keys = range(question.most + 1) if isinstance(question, NumberOnDiscard) else self.keys
        return self._choose_number(place, hand, question, keys, typed)

    def _choose_seat(self, place: EntryContext, hand: Draft, question: Question, end: str) -> Screen:
        taps, words = (
            taps_of_named_seats(hand),
            str(self.seat_words.get((end, question.name), question.label)),
        )
        for seat in place.other_seats(*taps):
            taps[seat] = SeatTap(place.link({**hand, question.key: seat}), "", "choosable", words)
        return Screen(step="winner", taps=taps, waiting=words)

    def _choose_discarder(self, place: EntryContext, hand: Draft) -> Screen:
        winner = {hand["winner"]: SeatTap(place.cancel_url, _("wins"), "winner")}
        rare = [end for end in self.questions.ends if not end.code][1:] if place.mode == "record" else []
        links = [(str(end.label), place.link(dict(end.facts))) for end in rare]
        return ask_source(place, winner, lambda seat: place.link({**hand, "from": seat}), links=links)

    def _choose_number(
        self, place: EntryContext, hand: Draft, question: Question, numbers: Iterable[int], typed: str
    ) -> Screen:
        of_value = isinstance(question, ValueQuestion)

        def key(number: int) -> dict[str, Any]:
            whole = {**hand, question.key: number}
            cost = self._pays(place, whole) if of_value else self.cost(place.rules, question.name, number)
            asks = self.questions.first_unanswered(place.rules, whole) is not None
            return {"value": number, "pays": cost, "href": place.link(whole), "asks": asks}

        bad = _("Type a whole number from 1 to %(most)s.") % {"most": self.most} if typed else ""
        flags = [question for question in self._flags(place, hand) if question.name in self.beside]
        sheet = {
            "template": VALUES,
            "title": self._say(self.titles, hand, place.isolated_short_names),
            "label": self.label if of_value else question.label,
            "under": self.under if of_value else question.help,
            "keys": [key(number) for number in numbers],
            "switches": [self._switch(place, hand, question) for question in flags] if of_value else [],
            "typed": {
                "action": place.path,
                "hidden": hidden_fields(place, hand),
                "typed": typed,
                "error": bad,
            }
            if of_value
            else None,
            "number": place.number,
        }
        return Screen(step="value", taps=taps_of_named_seats(hand), sheet=sheet, status=422 if bad else 200)

    def _pays(self, place: EntryContext, hand: Draft) -> str:
        """The amounts on a key, "25/50"; where points are only written down, what the winner gets."""
        try:
            moved = place.settle(hand).settlement.transfers
        except RuleError:
            return "–"
        paid = {transfer.points for transfer in moved if transfer.target == hand["winner"]}
        return "/\u200b".join(points_in_words(points) for points in sorted(paid))

    def _asked(self, place: EntryContext, hand: Draft) -> list[Question]:
        """The questions of this end that this table asks."""
        end = self.questions.end_of(hand)
        asked_of_end = self.questions.questions_for(end.key) if end else ()
        return [
            question for question in asked_of_end if question.only(place.rules) and self.asks(place, question)
        ]

    def _flags(self, place: EntryContext, hand: Draft) -> list[Question]:
        """Those of a yes or a no that this hand can have."""
        return [
            question
            for question in self._asked(place, hand)
            if isinstance(question, Flag) and (not question.of_seat or hand.get(question.of_seat) is not None)
        ]

    def _switch(self, place: EntryContext, hand: Draft, question: Question) -> dict[str, Any]:
        rest = without(hand, question.key)
        href = place.link(rest if question.key in hand else {**rest, question.key: True})
        return {"name": question.label, "href": href, "chosen": question.key in hand}

    def _confirm(self, place: EntryContext, hand: Draft, end: str) -> Screen:
        flags = self._flags(place, hand)
        switches = [{"choices": [self._switch(place, hand, question) for question in flags]}] if flags else []
        for question in self._asked(place, hand):
            if isinstance(question, OneSeat) and not question.missing:
                switches.append(
                    {
                        "title": question.label,
                        "choices": choice_links(place, _nobody_or_one(place, hand, question)),
                    }
                )
            elif isinstance(question, Seats):
                switches.append(
                    {
                        "title": question.label,
                        "choices": choice_links(place, _any_seats(place, hand, question)),
                    }
                )
        changes = [
            (CHANGES.get(key, question.label), place.link({name: hand[name] for name in hand if name != key}))
            for question in self._asked(place, hand)
            if (key := question.key) in hand and (question.missing or isinstance(question, OneOf))
        ]
        ends = {end.key: (end.label, dict(end.facts)) for end in self.questions.ends}
        return place.confirm_screen(
            hand,
            taps=taps_of_named_seats(hand),
            template=CONFIRM,
            on_felt=not self.reads(place, hand),
            switches=switches,
            links=[*changes, *other_end_links(place, end, ends)],
        )


def _listed(answer: Any, names: Sequence[str]) -> str:
    """The names of a seat or of several; "" for a mere yes."""
    seats = answer if isinstance(answer, list) else [] if answer is True else [answer]
    return ", ".join(names[seat] for seat in seats)


def _nobody_or_one(place: EntryContext, hand: Draft, question: Question) -> Iterable[tuple[str, Draft, bool]]:
    rest = without(hand, question.key)
    yield _("nobody"), rest, question.key not in hand
    for seat, name in enumerate(place.names):
        yield name, {**rest, question.key: seat}, hand.get(question.key) == seat


def _any_seats(place: EntryContext, hand: Draft, question: Question) -> Iterable[tuple[str, Draft, bool]]:
    """The seats but the winner's, each turned by a tap."""
    chosen = set(hand.get(question.key, ()))
    for seat in place.other_seats(hand.get("winner", -1)):
        yield place.names[seat], {**hand, question.key: sorted(chosen ^ {seat})}, seat in chosen


def taps_of_named_seats(hand: Draft) -> dict[int, SeatTap]:
    """The seats that a hand names already: who wins, and who pays for it."""
    return taps_of_wins([{"from": hand.get("offender"), **hand}])
