"""The two forms of an import: the files, and what is to be made of them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_forms import FIRST_DATE
from mahjongclub.tables.wording import said

from ..origin_model import LONGEST_SOURCE
from ..refusing import Refused
from ..unpacking import MOST_BYTES, too_large
from .files import MOST_FILES, Given, contents_of

#: all files of an upload together; what is larger by far the server takes no part of (house.bodies)
MOST_TOGETHER = 3 * MOST_BYTES


class FilesInput(forms.ClearableFileInput):
    """A field for several files at once."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files; each of them is a value."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(file, initial) for file in files or [None]]


class UploadForm(forms.Form):
    """The files. `given` (after validation) holds them, each of them readable."""

    chosen = FilesField(
        label=gettext_lazy("Files"),
        help_text=gettext_lazy(
            "Tenhou logs (XML, gzip or JSON), game records (JSON), or one spreadsheet (CSV, XLSX, ODS)."
        ),
        error_messages={"empty": gettext_lazy("This file is empty.")},
        max_length=LONGEST_SOURCE,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.given: list[Given] = []

    def clean_chosen(self) -> list[UploadedFile]:
        """Everything is read once here, so that what cannot be is refused before anything is kept."""
        files: list[UploadedFile] = self.cleaned_data["chosen"]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(_("Too many files: %(most)s at once.") % {"most": MOST_FILES})
        sizes = [file.size or 0 for file in files]
        if max(sizes) > MOST_BYTES or sum(sizes) > MOST_TOGETHER:
            raise forms.ValidationError(said(too_large().text))
        self.given = [Given((file.name or "")[-LONGEST_SOURCE:], file.read()) for file in files]
        try:
            contents_of(self.given)
        except Refused as fault:
            raise forms.ValidationError(said(fault.text)) from None
        return files


class DayForm(forms.Form):
    """The day of games that do not say when they were played."""

    day = forms.DateField(
        label=gettext_lazy("Date"),
        help_text=gettext_lazy("Of the games that do not say when they were played."),
        initial=timezone.localdate,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def clean_day(self) -> date | None:
        """A day that has come already."""
        day: date | None = self.cleaned_data["day"]
        if day is not None and not FIRST_DATE <= day <= timezone.localdate():
            raise forms.ValidationError(_("Give a date from 1900 until today."))
        return day
