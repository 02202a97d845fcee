"""One winner or several on the same discard, with fields for each: what riichi and Taiwanese ask alike."""

from __future__ import annotations

from django.utils.translation import gettext as _

from ..entry.place import Draft
from .form import Fields, TypedForm, source_field, texts


class WinnersForm(TypedForm):
    """A form whose win has one entry a winner; `value` says what each hand is worth."""

    def add_winners(self, help_text: str) -> None:
        """Who won, and from whom."""
        self.add_seats("won", _("Who won?"), help_text)
        self.add_source(_("From whom?"), _("self-drawn"))

    def value(self, seat: int) -> Draft:
        """What this winner's entry adds to winner and discarder."""
        raise NotImplementedError

    def value_field(self, part: str, seat: int) -> str:
        """The field of a winner that says this part of the entry ("" for the whole)."""
        raise NotImplementedError

    def wins(self) -> list[Draft]:
        """The winners' entries, in the order of seats."""
        source = self.source(_("From whom, or self-drawn?"))
        seats = self.seats("won", _("Who won?"))
        return [{"winner": seat, "from": source, **self.value(seat)} for seat in seats]

    def field_at(self, path: str) -> str | None:
        """The field the engine means."""
        match path.split("."):
            case ["type"]:
                return "end"
            case ["wins"] | ["wins", _, "winner"]:
                return "won"
            case ["wins", _, "from"]:
                return "from"
            case ["wins", index, *parts]:
                return self.value_field(parts[0] if parts else "", self.draft["wins"][int(index)]["winner"])
            case ["dice", *_]:
                return "die-1"
            case [name, *_]:
                return name
        return None


def winners_fields(draft: Draft) -> Fields:
    """How a hand ended, who won it and from whom, for the form."""
    wins = draft.get("wins") or []
    fields: Fields = {
        "end": draft.get("type", ""),
        "won": texts(win["winner"] for win in wins if "winner" in win),
    }
    for win in wins:
        if "from" in win or "winner" in win:
            fields["from"] = source_field(win.get("from"))
    return fields
