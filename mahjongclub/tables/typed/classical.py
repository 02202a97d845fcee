"""A hand of Chinese classical mahjong, typed: who won, and the points of all four hands."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.classical_count import doubled
from mahjongclub.rules.classical_hand import MOST_POINTS

from ..entry.classical_notes import Won
from ..entry.place import Draft, write_draft
from .form import CarriedField, Fields, Group, TypedForm, dice_fields, source_field, whole_choice

#: More than any hand of the tables can earn.
MOST_DOUBLINGS = 16
FEWEST_POINTS = gettext_lazy("Points are 0 or more.")


class ClassicalForm(TypedForm):
    """Points as the players count them; hands that were counted by their sets are carried as they are."""

    def add_fields(self) -> None:
        """Both ends, and a hand for every seat."""
        self.add_ends(_("How did the hand end?"), [("win", _("Mahjong")), ("draw", _("Draw"))])
        self.add_seat("winner", _("Who won?"))
        self.add_source(_("From whom?"), _("from the wall"))
        for seat in range(len(self.names)):
            self.fields[f"counted-{seat}"] = CarriedField(required=False)
            counted = self.held(f"counted-{seat}")
            self.fields[f"points-{seat}"] = forms.IntegerField(
                label=_("Points"),
                required=False,
                min_value=0,
                max_value=MOST_POINTS,
                help_text=_("Counted by its sets. Type points only to replace them.") if counted else "",
                error_messages={"min_value": FEWEST_POINTS},
            )
            self.fields[f"doublings-{seat}"] = whole_choice(
                _("Doublings"), range(1, MOST_DOUBLINGS + 1), _("none")
            )
        self.add_dice()

    def to_draft(self) -> Draft:
        """A hand of the record."""
        end = self.said("end", _("How did the hand end?"))
        dice = self.dice()
        thrown: Draft = {"dice": dice} if dice else {}
        if end != "win":
            return {"type": "draw", **thrown} if end else {}
        winner = self.said("winner", _("Who won?"))
        source = self.source(_("From whom, or from the wall?"))
        hands = [self._hand(seat) for seat in range(len(self.names))]
        return {"type": "win", "winner": winner, "from": source, "hands": hands, **thrown}

    def _hand(self, seat: int) -> Draft:
        counted = self.said(f"counted-{seat}")
        question = "" if counted else _("How many points does this hand count? 0 for none.")
        points = self.said(f"points-{seat}", question)
        if points is None:
            return counted or {}
        return {"points": doubled(points, self.said(f"doublings-{seat}") or 0)}

    def groups(self) -> Iterable[Group]:
        """The end, the win, the four hands, the dice."""
        yield Group("", self.bound("end"))
        yield Group("", self.bound("winner", "from"), when="win")
        for seat, name in enumerate(self.names):
            yield Group(name, self.bound(f"points-{seat}", f"doublings-{seat}"), when="win", beside=True)
        yield Group(_("Dice of the hand"), self.bound("die-1", "die-2"), beside=True)

    def field_at(self, path: str) -> str | None:
        """The field the engine means."""
        match path.split("."):
            case ["type"]:
                return "end"
            case ["hands", seat, *_]:
                return f"points-{seat}"
            case ["dice", *_]:
                return "die-1"
            case [name, *_]:
                return name
        return None

    @classmethod
    def fields_of(cls, draft: Draft) -> Fields:
        """A recorded hand, or a part of one, for the form."""
        winner = draft.get("winner")
        fields: Fields = {"end": draft.get("type", ""), "winner": "" if winner is None else str(winner)}
        if "from" in draft or winner is not None:
            fields["from"] = source_field(draft.get("from"))
        for seat, hand in enumerate(draft.get("hands") or ()):
            points = (hand or {}).get("points")
            fields[f"points-{seat}"] = "" if points is None else str(points)
            fields[f"counted-{seat}"] = write_draft(hand) if hand and points is None else ""
        return fields | dice_fields(draft)

    @classmethod
    def fields_of_notes(cls, notes: Draft) -> Fields:
        """The notes hold the hands counted so far by seat."""
        won = Won.from_notes(notes)
        return cls.fields_of(won.outcome() if won else {"dice": notes.get("dice")})
