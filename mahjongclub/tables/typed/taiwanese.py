"""A Taiwanese hand, typed: the winners with the tai of each."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _

from mahjongclub.rules.taiwanese import MOST_TAI

from ..entry.place import Draft, write_draft
from .form import CarriedField, Fields, Group, dice_fields
from .winners import WinnersForm, winners_fields


class TaiwaneseForm(WinnersForm):
    """Tai by number; hands recorded by their patterns are carried as they are."""

    def add_fields(self) -> None:
        """The three ends, and tai for every seat."""
        ends = [("win", _("Win")), ("draw", _("Draw")), ("false_win", _("False win"))]
        self.add_ends(_("How did the hand end?"), ends)
        self.add_winners(_("Several only on the same tile."))
        for seat in range(len(self.names)):
            self.fields[f"counted-{seat}"] = CarriedField(required=False)
            counted = self.held(f"counted-{seat}")
            self.fields[f"tai-{seat}"] = forms.IntegerField(
                label=_("Tai, without the dealer’s"),
                required=False,
                min_value=0,
                max_value=MOST_TAI,
                help_text=_("Counted by its patterns. Type tai only to replace them.") if counted else "",
            )
        self.add_seat("offender", _("Whose false win?"))
        self.add_dice()

    def to_draft(self) -> Draft:
        """A hand of the record."""
        match self.said("end", _("How did the hand end?")):
            case "win":
                dice = self.dice()
                return {"type": "win", "wins": self.wins(), **({"dice": dice} if dice else {})}
            case "draw":
                return {"type": "draw"}
            case "false_win":
                return {"type": "false_win", "offender": self.said("offender", _("Whose false win?"))}
        return {}

    def value(self, seat: int) -> Draft:
        """The tai, or the patterns the hand was recorded with."""
        counted = self.said(f"counted-{seat}")
        tai = self.said(f"tai-{seat}", "" if counted else _("How many tai? 0 for none."))
        return {"patterns": counted.get("patterns")} if tai is None and counted else {"tai": tai}

    def groups(self) -> Iterable[Group]:
        """The end, then what belongs to it."""
        yield Group("", self.bound("end"))
        yield Group("", self.bound("won", "from"), when="win")
        for seat, name in enumerate(self.names):
            yield Group(name, self.bound(f"tai-{seat}"), when="win", seat=seat)
        yield Group("", self.bound("offender"), when="false_win")
        yield Group(_("Dice of the hand"), self.bound("die-1", "die-2"), when="win", beside=True)

    def value_field(self, part: str, seat: int) -> str:
        """Whatever is wrong with a winner's tai."""
        return f"tai-{seat}"

    @classmethod
    def fields_of(cls, draft: Draft) -> Fields:
        """A recorded hand, or a part of one, for the form."""
        offender = draft.get("offender")
        fields = winners_fields(draft) | {"offender": "" if offender is None else str(offender)}
        for win in draft.get("wins") or ():
            seat, tai, patterns = win.get("winner"), win.get("tai"), win.get("patterns")
            fields[f"tai-{seat}"] = "" if tai is None else str(tai)
            fields[f"counted-{seat}"] = "" if patterns is None else write_draft({"patterns": patterns})
        return fields | dice_fields(draft)
