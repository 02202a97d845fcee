"""A hand of Ten, typed: who declared, how the duel ended, and the value where it was won."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _

from mahjongclub.rules.ten import DRAWS

from ..entry.place import Draft
from ..wording import said
from .form import Fields, Group, TypedForm
from .value import add_value, read_value, value_field_at, value_fields

DECLARED = "win guessed wall_exhausted"


class TenForm(TypedForm):
    """The four ends of a hand for two."""

    def add_fields(self) -> None:
        """One field says both that the hand was drawn and why."""
        drawn = [(reason, said(text)) for reason, text in DRAWS.items()]
        ends = [("win", _("The attacker draws the tile and wins")), *drawn]
        self.add_ends(_("How did the hand end?"), ends)
        self.add_seat("declared", _("Who declared tenpai (the attacker)?"))
        self.fields["riichi"] = forms.BooleanField(label=_("In riichi, with a stick"), required=False)
        add_value(self)

    def to_draft(self) -> Draft:
        """A hand of the record."""
        end = self.said("end", _("How did the hand end?"))
        if end is None:
            return {}
        if end == "no_declaration":
            return {"type": "draw", "reason": end}
        attacker = self.said("declared", _("Who had declared tenpai?"))
        riichi: Draft = {"riichi": [attacker]} if self.said("riichi") else {}
        if end == "win":
            return {"type": "win", "winner": attacker, **read_value(self), **riichi}
        return {"type": "draw", "reason": end, "declared": attacker, **riichi}

    def groups(self) -> Iterable[Group]:
        """The end, the attacker, the value."""
        yield Group("", self.bound("end"))
        yield Group("", self.bound("declared", "riichi"), when=DECLARED)
        yield Group(_("The hand"), self.bound("value", "fu"), when="win", beside=True)

    def field_at(self, path: str) -> str | None:
        """The field the engine means."""
        match path.split("."):
            case ["type"] | ["reason"]:
                return "end"
            case ["winner"] | ["declared"]:
                return "declared"
            case ["riichi", *_]:
                return "riichi"
            case [part, *_]:
                return value_field_at(part)
        return None

    @classmethod
    def fields_of(cls, draft: Draft) -> Fields:
        """A recorded hand, or a part of one, for the form."""
        won = draft.get("type") == "win"
        attacker = draft.get("winner" if won else "declared")
        return {
            "end": "win" if won else draft.get("reason", ""),
            "declared": "" if attacker is None else str(attacker),
            "riichi": bool(draft.get("riichi")),
            **value_fields(draft),
        }
