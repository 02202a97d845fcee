"""A whole hand typed on one page: the questions of a game as plain fields, errors where they belong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, ClassVar

from django import forms

from mahjongclub.rules.game import RuleError

from .context import Draft
from .controls import Fields, choice_field
from .questions import END, HOW_ENDED, Group, Questions
from .wording import said


class HandForm(forms.Form):
    """One whole hand in flat fields. After `is_valid()`, `draft` is the outcome as a game record writes it.

    Only shapes are checked here; `add_fault` puts what the engine refuses at its field. Fields of an end that
    was not chosen are left aside, so that nobody has to empty what does not count.
    """

    use_required_attribute = False
    questions: ClassVar[Questions]

    def __init__(self, names: Sequence[str], rules: Any, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "typed-%s")
        super().__init__(*args, **kwargs)
        self.names = tuple(names)
        self.rules = rules
        self.draft: Draft = {}
        self.asked = [question for question in self.questions.asked if question.only(rules)]
        seats = [(str(seat), name) for seat, name in enumerate(self.names)]
        if len(self.questions.ends) > 1:
            ends = [(end.key, end.label) for end in self.questions.ends_in_rules(rules)]
            self.fields[END] = choice_field(HOW_ENDED, ends)
        for question in self.asked:
            for name, field in question.fields(self, seats):
                self.fields.setdefault(name, field)

    def groups(self) -> Iterable[Group]:
        """The fields as the page shows them: the end, then what belongs to it."""
        groups = [
            replace(group, when=" ".join(question.ends))
            for question in self.asked
            for group in question.groups(self)
        ]
        # what is alike but for its fields stands together
        for group, run in groupby([Group((END,)), *groups], key=lambda group: replace(group, names=())):
            names = [name for group in run for name in group.names]
            if fields := self._bound(names):
                yield replace(group, fields=fields)

    def _bound(self, names: Iterable[str]) -> tuple[forms.BoundField, ...]:
        """These fields, without those the rules do not have and those that are only carried."""
        return tuple(self[name] for name in names if name in self.fields and not self[name].is_hidden)

    def clean(self) -> Fields:
        """Build the draft; every message asks for what is missing, at its field."""
        super().clean()
        self.draft = self.questions.draft_from_answers(self)
        return self.cleaned_data

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    def read_answer(self, name: str, missing_error: Any = "") -> Any:
        """What a field holds, None where it is empty; then `missing_error` becomes its error."""
        value = self.cleaned_data.get(name)
        empty = value is None or value is False or value in ("", [], {})
        if empty and missing_error and name in self.fields and name not in self.errors:
            self.add_error(name, missing_error)
        return None if empty else value

    def add_fault(self, fault: RuleError) -> None:
        """What the engine refuses, at its field, or above the form where no field is at fault."""
        control = self.questions.control_of_fault(fault.field, self) if fault.field else None
        self.add_error(
            control[0] if control and control[0] in self.fields else None, said(fault.text, self.names)
        )

    def focus_first_error(self) -> None:
        """Let the page open at what has to be looked at, in the order the fields stand there."""
        wrong = (name for name in self.fields if self.is_bound and name in self.errors)
        if (first := next(wrong, None)) is not None:
            self.fields[first].widget.attrs["autofocus"] = True

    def field_value(self, name: str) -> Any:
        """What a field shows, typed or given, before anything is checked."""
        return self[name].value()


def hand_form_class(game_questions: Questions) -> type[HandForm]:
    """The typed hand of one game."""

    class Form(HandForm):
        questions = game_questions

    return Form
