"""The typed hand: one form a game that turns plain fields into the outcome of a whole hand, and back.

A form knows the players' names and the rules and nothing of the table, so that a page kept from earlier fits
any hand to come. It gives a draft; whether that hand can have happened is the engine's to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..entry.place import BadDraft, Draft
from ..models import Session, names_by_seat
from .classical import ClassicalForm
from .form import TypedForm as TypedForm
from .form import as_posted as as_posted
from .riichi import RiichiForm
from .six import SixForm
from .taiwanese import TaiwaneseForm
from .ten import TenForm

FORMS: dict[str, type[TypedForm]] = {
    "riichi": RiichiForm,
    "classical": ClassicalForm,
    "taiwanese": TaiwaneseForm,
    "ten": TenForm,
    "six": SixForm,
}


class FormFault(ValueError):
    """Fields that make no hand. `form` is bound; `errors` its messages by field ("__all__": on top)."""

    def __init__(self, form: TypedForm) -> None:
        super().__init__(form.errors.as_text())
        self.form = form

    @property
    def errors(self) -> dict[str, list[str]]:
        """Every message by the name of its field."""
        return {name: [str(message) for message in messages] for name, messages in self.form.errors.items()}


def empty_form(session: Session, draft: Draft | None = None, *, noted: bool = False) -> TypedForm:
    """The session's form to fill in, begun with a draft, or with what is noted of the hand being played.

    BadDraft for a draft that is no hand of this game.
    """
    kind = FORMS[session.variant]
    try:
        fields = kind.fields_of_notes(session.pending) if noted else kind.fields_of(draft or {})
    except (TypeError, ValueError, AttributeError, LookupError) as fault:
        raise BadDraft(str(fault)) from None
    return kind(names_by_seat(session), session.frozen_rules, initial=fields)


def filled_form(session: Session, post: Mapping[str, Any]) -> TypedForm:
    """The session's form with what was sent."""
    return FORMS[session.variant](names_by_seat(session), session.frozen_rules, post)


def draft_from(session: Session, post: Mapping[str, Any]) -> Draft:
    """The outcome that a sent form says, as a game record writes it; FormFault where it says none.

    `post` is a QueryDict, or any mapping with `getlist`. The engine has yet to look at the draft.
    """
    form = filled_form(session, post)
    if not form.is_valid():
        raise FormFault(form)
    return form.draft
