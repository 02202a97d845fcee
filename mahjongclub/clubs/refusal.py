"""What cannot be done now, and why in words."""

from __future__ import annotations

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from .club_model import Club


class Refused(ValueError):
    """A club, a season, an event or a round cannot do this now; the message is for whoever asked.

    `field` names the field of a form that it is about, "" for none. `code` tells a refusal that a page shows
    in a way of its own. `club` is the one that the host lets take nothing more, whoever asked for it.
    """

    def __init__(
        self, message: str = "", *, field: str = "", code: str = "", club: Club | None = None
    ) -> None:
        super().__init__(message)
        self.field, self.code, self.club = field, code, club


class RefusalsAsMessages:
    """Within it a refusal ends the block, and the next page says why."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        """Return whether the block ended by a refusal, which is told."""
        if isinstance(error, Refused):
            messages.error(self.request, str(error))
            return True
        return False


class RefusalsInForm:
    """Within it a refusal ends the block; the form has it as an error of its own field, else of `field`."""

    def __init__(self, form: BaseForm, field: str | None = None) -> None:
        self.form, self.field = form, field

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        """Return whether the block ended by a refusal, which the form has now."""
        if isinstance(error, Refused):
            self.form.add_error(error.field if error.field in self.form.fields else self.field, str(error))
            return True
        return False
