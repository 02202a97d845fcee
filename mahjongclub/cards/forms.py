"""A line of a card as it is typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.naming import name_key, tidy_name

from .models import LONGEST_SECTION, LONGEST_TEXT, MOST_VALUE, CardLine
from .owners import CardOwner

MOST_LINES = 200
PLAIN = {"autocomplete": "off", "dir": "auto"}


class LineForm(forms.Form):
    """A line of the card of `owner`: `line`, which may be a new one."""

    section = forms.CharField(
        label=gettext_lazy("Section (optional)"),
        max_length=LONGEST_SECTION,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
    )
    text = forms.CharField(
        label=gettext_lazy("Line"),
        max_length=LONGEST_TEXT,
        widget=forms.TextInput(attrs=PLAIN),
    )
    value = forms.IntegerField(
        label=gettext_lazy("Value"),
        min_value=1,
        max_value=MOST_VALUE,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )
    concealed = forms.BooleanField(label=gettext_lazy("Concealed"), required=False)
    exempt = forms.BooleanField(
        label=gettext_lazy("Singles and Pairs"),
        help_text=gettext_lazy("This hand has no place for jokers, so being jokerless earns nothing."),
        required=False,
    )

    def __init__(self, owner: CardOwner, line: CardLine, data: Any = None, **kwargs: Any) -> None:
        initial = {name: getattr(line, name) for name in self.base_fields}
        super().__init__(data, initial=initial, **kwargs)
        self.owner, self.line = owner, line

    def clean_section(self) -> str:
        """Return the section without signs that nobody sees."""
        return tidy_name(self.cleaned_data["section"])

    def clean_text(self) -> str:
        """Return the line without signs that nobody sees."""
        text = tidy_name(self.cleaned_data["text"])
        if not text:
            raise ValidationError(_("Type the line as you want to find it again."))
        return text

    def clean(self) -> None:
        data = self.cleaned_data
        others = self.owner.lines.exclude(pk=self.line.pk)
        if self.line._state.adding and others.count() >= MOST_LINES:
            message = _("This card is full: it holds %(most)s lines. Delete one to add another.")
            self.add_error(None, message % {"most": MOST_LINES})
        elif not self.errors:
            typed = (name_key(data["section"]), name_key(data["text"]))
            if typed in {(name_key(line.section), name_key(line.text)) for line in others}:
                self.add_error("text", _("The card has this line already."))

    def save(self) -> CardLine:
        """Store the line as one of this card."""
        for name, value in self.cleaned_data.items():
            setattr(self.line, name, value)
        self.line.save()
        return self.line
