"""The controls of a typed hand, and what they hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.words import Text

from .context import BadDraft, Draft, decode_draft

SELF_DRAWN = "self"

#: What fields hold: a text, a list of texts where several may be ticked, or a box ticked or not.
Fields = dict[str, Any]
Choices = list[tuple[str, Any]]


_chance = random.SystemRandom()
FACES = {str(face): face for face in range(1, 7)}


def roll_dice() -> tuple[int, int]:
    """Two dice thrown by the server."""
    return _chance.randint(1, 6), _chance.randint(1, 6)


def read_posted_dice(form: Mapping[str, str], die: str, other: str) -> tuple[int, int] | None:
    """What two dice show by these fields of a form; None where one is not told."""
    first, second = (FACES.get(form.get(name, "")) for name in (die, other))
    return (first, second) if first and second else None


def require_posted_dice(form: Mapping[str, str], die: str, other: str, untold: Text) -> tuple[int, int]:
    """The same; RuleError with that text where one is not told."""
    if (dice := read_posted_dice(form, die, other)) is None:
        raise RuleError("not_dice", "dice", untold)
    return dice


def noted_dice(notes: Mapping[str, Any], name: str = "dice") -> tuple[int, int] | None:
    """A throw among the notes of the hand being played."""
    dice = notes.get(name)
    return (dice[0], dice[1]) if dice else None


def die_faces(link: Callable[[int], str | None], chosen: int = 0) -> list[dict[str, Any]]:
    """The faces of a die to tap, each with where it leads, None where a form is sent."""
    return [{"face": face, "href": link(face), "chosen": face == chosen} for face in range(1, 7)]


class CarriedField(forms.Field):
    """A part of a recorded hand that is not typed here (its tiles, its patterns), carried as it is."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Draft:
        """The part, empty where there is none."""
        try:
            return decode_draft(value or "")
        except BadDraft:
            raise forms.ValidationError(_("This part of the hand cannot be read.")) from None


def seat_field(
    label: Any, seats: Choices, *, nobody: Any = None, listed: bool = False
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


def seats_field(label: Any, seats: Choices, help_text: Any = "") -> forms.TypedMultipleChoiceField:
    """Any of the players."""
    return forms.TypedMultipleChoiceField(
        label=label,
        help_text=help_text,
        choices=seats,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def choice_field(label: Any, choices: Choices, *, empty: Any = None) -> forms.ChoiceField:
    """One of a few, as buttons; with `empty`, the word for none, as a list to open."""
    none = [("", empty)] if empty is not None else []
    return forms.ChoiceField(
        label=label,
        choices=[*none, *choices],
        required=False,
        widget=forms.RadioSelect if empty is None else forms.Select,
    )


def number_choice_field(label: Any, numbers: Iterable[int], empty: Any = None) -> forms.TypedChoiceField:
    """One of a few whole numbers, as a list to open."""
    none = [("", empty)] if empty is not None else []
    return forms.TypedChoiceField(
        label=label,
        choices=[*none, *((str(number), str(number)) for number in numbers)],
        coerce=int,
        empty_value=None,
        required=False,
    )


def field_text(answer: Any) -> str:
    """An answer as a field holds it, "" for none."""
    return "" if answer is None else str(answer)
