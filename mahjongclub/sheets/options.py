"""What is asked before a sheet is printed. It stands in the address, so that a sheet is kept as a link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

PAPER_LABELS = [("a4", _("A4")), ("letter", _("US Letter"))]


class SheetOptions(forms.Form):
    """Paper and language; a sheet with more to choose extends it.

    Bound to what the address says over the initial values, so that an address may leave out anything.
    """

    paper = forms.ChoiceField(label=_("Paper"), choices=PAPER_LABELS, initial="a4", widget=forms.RadioSelect)
    language = forms.ChoiceField(
        label=_("Language of the sheet"),
        choices=lambda: [(code, capfirst(name)) for code, name in settings.LANGUAGES],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add_fields()
        self.fields["language"].initial = (get_language() or "en")[:2]
        self.is_bound = True
        self.data = {
            name: data.get(name, self.get_initial_for_field(field, name) if name not in data else "")
            for name, field in self.fields.items()
        }

    def add_fields(self) -> None:
        """Add what depends on more than the class."""

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """The fields of this sheet alone, for the page that draws them after its own; not names."""
        return [field for field in self if field.name not in ("paper", "language", *self.name_fields)]

    @property
    def name_fields(self) -> list[str]:
        """Fields for names, which the page folds away while they are empty."""
        return [name for name in self.fields if name.startswith("name-")]

    @property
    def names_to_fill(self) -> list[forms.BoundField]:
        """Those fields, each with what was typed and its errors."""
        return [self[name] for name in self.name_fields]

    @property
    def has_name_typed(self) -> bool:
        """Whether one of them has something in it."""
        return any(self.data.get(name) for name in self.name_fields)
