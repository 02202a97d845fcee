"""A riichi hand, typed."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _

from mahjongclub.rules.riichi_checks import aborts_played
from mahjongclub.rules.riichi_rules import ABORTS

from ..entry.place import Draft
from ..wording import said
from .form import Fields, Group, texts
from .value import add_value, read_value, value_field_at, value_fields
from .winners import WinnersForm, winners_fields


class RiichiForm(WinnersForm):
    """Up to three winners, the draws, the chombo, and the riichi sticks of the hand."""

    def add_fields(self) -> None:
        """Ends the rules do not play are not offered."""
        aborts = aborts_played(self.rules)
        ends = [("win", _("Win")), ("draw", _("Draw"))]
        ends += [("abort", _("Abortive draw"))] if aborts else []
        ends += [("chombo", "Chombo")] if self.rules.chombo != "off" else []
        self.add_ends(_("How did the hand end?"), ends)
        self.add_winners(_("Several only by ron on the same tile."))
        for seat in range(len(self.names)):
            add_value(self, f"-{seat}")
            if self.rules.pao:
                self.add_seat(f"pao-{seat}", _("Pao: who is liable?"), nobody=_("nobody"), listed=True)
        self.add_seats("tenpai", _("Who is tenpai?"))
        if self.rules.nagashi:
            self.add_seats("nagashi", _("Nagashi mangan"))
        self.fields["reason"] = forms.ChoiceField(
            label=_("Why did it end?"),
            choices=[(reason, said(ABORTS[reason])) for reason in aborts],
            required=False,
            widget=forms.RadioSelect,
        )
        self.add_seats("offenders", _("Whose chombo?"))
        self.add_seats(
            "riichi", _("Riichi sticks paid in this hand"), _("Not the one whose riichi tile was won on.")
        )

    def to_draft(self) -> Draft:
        """A hand of the record."""
        riichi = self.seats("riichi")
        match self.said("end", _("How did the hand end?")):
            case "win":
                return {"type": "win", "wins": self.wins(), "riichi": riichi}
            case "draw":
                draft = {"type": "draw", "tenpai": self.seats("tenpai"), "riichi": riichi}
                return {**draft, "nagashi": nagashi} if (nagashi := self.seats("nagashi")) else draft
            case "abort":
                return {
                    "type": "abort",
                    "reason": self.said("reason", _("Why did it end?")),
                    "riichi": riichi,
                }
            case "chombo":
                offenders = self.seats("offenders", _("Whose chombo?"))
                return {"type": "chombo", "offenders": offenders, "riichi": riichi}
        return {}

    def value(self, seat: int) -> Draft:
        """The value, and who is liable for a yakuman."""
        value = read_value(self, f"-{seat}")
        pao = self.said(f"pao-{seat}")
        covered = pao is not None and ("yakuman" in value or "tiles" in value)
        return {**value, "pao": pao} if covered else value

    def value_field(self, part: str, seat: int) -> str:
        """Pao, fu or the value."""
        return f"pao-{seat}" if part == "pao" else value_field_at(part, f"-{seat}")

    def groups(self) -> Iterable[Group]:
        """The end, then what belongs to it."""
        yield Group("", self.bound("end"))
        yield Group("", self.bound("won", "from"), when="win")
        for seat, name in enumerate(self.names):
            fields = self.bound(f"value-{seat}", f"fu-{seat}", f"pao-{seat}")
            yield Group(name, fields, when="win", seat=seat, beside=True)
        yield Group("", self.bound("tenpai", "nagashi"), when="draw")
        yield Group("", self.bound("reason"), when="abort")
        yield Group("", self.bound("offenders"), when="chombo")
        yield Group("", self.bound("riichi"))

    @classmethod
    def fields_of(cls, draft: Draft) -> Fields:
        """A recorded hand, or a part of one, for the form."""
        fields = winners_fields(draft) | {"riichi": texts(draft.get("riichi"))}
        for win in draft.get("wins") or ():
            if "winner" in win:
                end = f"-{win['winner']}"
                fields |= value_fields(win, end)
                fields[f"pao{end}"] = "" if win.get("pao") is None else str(win["pao"])
        for name in ("tenpai", "nagashi", "offenders"):
            fields[name] = texts(draft.get(name))
        fields["reason"] = draft.get("reason", "")
        return fields
