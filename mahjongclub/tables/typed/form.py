"""What the typed forms of all games share: seats as choices, groups of fields, errors where they belong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.game import RuleError

from ..entry.place import BadDraft, Draft, read_draft
from ..wording import said

SELF_DRAWN = "self"

#: What fields hold: a text, a list of texts where several may be ticked, or a box ticked or not.
Fields = dict[str, Any]


@dataclass(frozen=True)
class Group:
    """Fields under one heading. `when` names the ends of a hand that ask for them (all where empty), `seat`
    the winner they belong to, `row` one of many of a kind, shown as they are needed; `beside` sets small
    fields beside each other."""

    title: str
    fields: tuple[forms.BoundField, ...]
    when: str = ""
    seat: int | None = None
    row: bool = False
    beside: bool = False


class TypedForm(forms.Form):
    """One whole hand in flat fields. After `is_valid()`, `draft` is the outcome as a game record writes it.

    Only shapes are checked here; `add_fault` puts what the engine refuses at its field. Fields of an end that
    was not chosen are left aside, so that nobody has to empty what does not count.
    """

    use_required_attribute = False
    title: Any = gettext_lazy("Type the hand")

    def __init__(self, names: Sequence[str], rules: Any, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "typed-%s")
        super().__init__(*args, **kwargs)
        self.names = tuple(names)
        self.rules = rules
        self.draft: Draft = {}
        self.add_fields()

    def add_fields(self) -> None:
        """Put the fields of the game into the form."""
        raise NotImplementedError

    def to_draft(self) -> Draft:
        """The outcome the fields say; what is missing is added to the errors."""
        raise NotImplementedError

    def groups(self) -> Iterable[Group]:
        """The fields as the page shows them."""
        raise NotImplementedError

    def field_at(self, path: str) -> str | None:
        """The field that says what the engine calls by this path ("wins.0.han"); None where no one does."""
        raise NotImplementedError

    @classmethod
    def fields_of(cls, draft: Draft) -> Fields:
        """A recorded hand, or a part of one, for the form."""
        raise NotImplementedError

    @classmethod
    def fields_of_notes(cls, notes: Draft) -> Fields:
        """What is noted of the hand being played, for the form; most games note it as their record does."""
        return cls.fields_of(notes)

    def clean(self) -> Fields:
        """Build the draft; every message asks for what is missing, at its field."""
        super().clean()
        self.draft = self.to_draft()
        return self.cleaned_data

    def said(self, name: str, question: str = "") -> Any:
        """What a field holds, None where it is empty; then `question` becomes its error."""
        value = self.cleaned_data.get(name)
        empty = value in (None, "", [], {})
        if empty and question and name not in self.errors:
            self.add_error(name, question)
        return None if empty else value

    def add_fault(self, fault: RuleError) -> None:
        """What the engine refuses, at its field, or above the form where no field is at fault."""
        name = self.field_at(fault.field) if fault.field else None
        self.add_error(name if name in self.fields else None, said(fault.text, self.names))

    def focus_first_error(self) -> None:
        """Let the page open at what has to be looked at, in the order the fields stand there."""
        wrong = (name for name in self.fields if self.is_bound and name in self.errors)
        if (first := next(wrong, None)) is not None:
            self.fields[first].widget.attrs["autofocus"] = True

    def bound(self, *names: str) -> tuple[forms.BoundField, ...]:
        """These fields, without those the rules do not have."""
        return tuple(self[name] for name in names if name in self.fields)

    def held(self, name: str) -> Any:
        """What a field shows, typed or given, before anything is checked."""
        return self[name].value()

    def seat_choices(self) -> list[tuple[str, str]]:
        """Every seat by its player's name."""
        return [(str(seat), name) for seat, name in enumerate(self.names)]

    def add_ends(self, label: str, ends: Iterable[tuple[str, str]]) -> None:
        """The first question: how the hand ended."""
        self.fields["end"] = forms.ChoiceField(
            label=label, choices=list(ends), required=False, widget=forms.RadioSelect
        )

    def add_seat(self, name: str, label: str, **more: Any) -> None:
        """One of the players."""
        self.fields[name] = seat_field(label, self.seat_choices(), **more)

    def add_seats(self, name: str, label: str, help_text: str = "") -> None:
        """Any of the players."""
        self.fields[name] = forms.TypedMultipleChoiceField(
            label=label,
            help_text=help_text,
            choices=self.seat_choices(),
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def add_source(self, label: str, self_drawn: str) -> None:
        """The discarder, or nobody: the winner drew the tile."""
        self.fields["from"] = forms.ChoiceField(
            label=label,
            choices=[(SELF_DRAWN, self_drawn), *self.seat_choices()],
            required=False,
            widget=forms.RadioSelect,
        )

    def source(self, question: str) -> int | None:
        """The discarder's seat, None for a self-draw; the question becomes the error of neither."""
        chosen = self.said("from", question)
        return None if chosen in (None, SELF_DRAWN) else int(chosen)

    def seats(self, name: str, question: str = "") -> list[int]:
        """The seats ticked, each once, in order."""
        return sorted(set(self.said(name, question) or ()))

    def add_dice(self) -> None:
        """The throw of the hand, for those who note it."""
        for number, label in ((1, _("First die")), (2, _("Second die"))):
            self.fields[f"die-{number}"] = whole_choice(label, range(1, 7), "–")

    def dice(self) -> list[int] | None:
        """Both dice, or neither."""
        dice = [self.said("die-1"), self.said("die-2")]
        if dice == [None, None]:
            return None
        for number, die in enumerate(dice, 1):
            if die is None:
                self.said(f"die-{number}", _("Give both dice, or neither."))
        return dice


class CarriedField(forms.Field):
    """A part of a recorded hand that is not typed here (its tiles, its patterns), carried as it is."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Draft:
        """The part, empty where there is none."""
        try:
            return read_draft(value or "")
        except BadDraft:
            raise forms.ValidationError(_("This part of the hand cannot be read.")) from None


def seat_field(
    label: str, seats: list[tuple[str, str]], *, nobody: str | None = None, listed: bool = False
) -> forms.TypedChoiceField:
    """One seat or, with `nobody`, none; `listed` as a list to open instead of one button a seat."""
    none = [("", nobody)] if nobody is not None else []
    return forms.TypedChoiceField(
        label=label,
        choices=[*none, *seats],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select if listed else forms.RadioSelect,
    )


def whole_choice(label: str, numbers: Iterable[int], empty: str | None = None) -> forms.TypedChoiceField:
    """One of a few whole numbers, as a list to open."""
    none = [("", empty)] if empty is not None else []
    return forms.TypedChoiceField(
        label=label,
        choices=[*none, *((str(number), str(number)) for number in numbers)],
        coerce=int,
        empty_value=None,
        required=False,
    )


def texts(seats: Any) -> list[str]:
    """A list of numbers as a form writes them."""
    return [str(number) for number in seats or ()]


def dice_fields(draft: Draft) -> Fields:
    """The two dice of a hand, for the form."""
    dice = draft.get("dice") or ("", "")
    return {"die-1": str(dice[0]), "die-2": str(dice[1])}


def source_field(source: int | None) -> str:
    """A discarder, or the self-draw, for the form."""
    return SELF_DRAWN if source is None else str(source)


def as_posted(fields: Fields) -> MultiValueDict[str, str]:
    """The fields as a browser sends them: a box that is not ticked is not sent.

    >>> as_posted({"end": "win", "won": ["0", "2"], "first": False}).getlist("won")
    ['0', '2']
    """
    sent: dict[str, list[str]] = {}
    for name, value in fields.items():
        if isinstance(value, list):
            sent[name] = value
        elif value is not False:
            sent[name] = ["on" if value is True else value]
    return MultiValueDict(sent)
