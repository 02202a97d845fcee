"""A round for six, typed: its kongs and wins in the order they happened, and tenpai at the empty wall."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.six import MOST_EVENTS
from mahjongclub.rules.six_table import CLASSES, KONGS

from ..entry.place import Draft
from ..wording import said
from .form import Fields, Group, TypedForm, dice_fields, seat_field, whole_choice

WIN = "win"
#: What a win's fields are called in the record.
DOUBLINGS = ("kongs", "four_identical", "on_kong", "first_discard")
EVENT_FIELDS = ("event", "seat", "from", "hand", *DOUBLINGS)
#: What each kind of event is asked besides its seat.
CLAIMED = "claimed"


class SixForm(TypedForm):
    """Rows of events, as many as a round can have; an empty row is passed over."""

    title = gettext_lazy("Type the round")

    def add_fields(self) -> None:
        """Every row, then the end of the round."""
        self.rows: list[int] = []
        kinds = [(WIN, _("Mahjong")), *((kind, said(name)) for kind, (_points, name) in KONGS.items())]
        classes = [(key, said(row.name)) for key, row in CLASSES.items()]
        for row in range(MOST_EVENTS):
            self.fields[f"event-{row}"] = forms.ChoiceField(
                label=_("What happened?"), choices=[("", _("nothing more")), *kinds], required=False
            )
            self._add_listed(f"seat-{row}", _("Who?"), _("choose"))
            self._add_listed(f"from-{row}", _("On whose discard?"), _("self-drawn"))
            self.fields[f"hand-{row}"] = forms.ChoiceField(
                label=_("What kind of hand?"), choices=[("", _("choose")), *classes], required=False
            )
            self.fields[f"kongs-{row}"] = whole_choice(_("Kongs held"), (1, 2), _("none"))
            self.fields[f"four_identical-{row}"] = whole_choice(_("Four identical"), (1, 2), _("none"))
            self.fields[f"on_kong-{row}"] = forms.BooleanField(label=_("Finished on a kong"), required=False)
            self.fields[f"first_discard-{row}"] = forms.BooleanField(
                label=_("On the first discard of the round"), required=False
            )
        for seat, name in enumerate(self.names):
            self.fields[f"tenpai-{seat}"] = forms.ChoiceField(
                label=name,
                choices=[("", _("no, or out")), ("tenpai", "tenpai"), ("all_pungs", _("tenpai, all pungs"))],
                required=False,
            )
        self._add_listed("next_east", _("Next East, by lot where nobody won"), _("the first winner"))
        self.add_dice()

    def _add_listed(self, name: str, label: str, nobody: str) -> None:
        self.fields[name] = seat_field(label, self.seat_choices(), nobody=nobody, listed=True)

    def to_draft(self) -> Draft:
        """A round of the record."""
        self.rows = [row for row in range(MOST_EVENTS) if self.said(f"event-{row}")]
        draft: Draft = {"type": "round", "events": [self._event(row) for row in self.rows]}
        tenpai = [
            {"seat": seat, "all_pungs": held == "all_pungs"}
            for seat in range(len(self.names))
            if (held := self.said(f"tenpai-{seat}"))
        ]
        if tenpai:
            draft["tenpai"] = tenpai
        east, dice = self.said("next_east"), self.dice()
        return draft | ({} if east is None else {"next_east": east}) | ({"dice": dice} if dice else {})

    def _event(self, row: int) -> Draft:
        kind, seat = self.said(f"event-{row}"), self.said(f"seat-{row}", _("Who?"))
        if kind != WIN:
            event: Draft = {"type": "kong", "seat": seat, "kind": kind}
            if kind == CLAIMED:
                event["from"] = self.said(f"from-{row}", _("Who discarded the tile?"))
            return event
        hand = self.said(f"hand-{row}", _("What kind of hand?"))
        event = {"type": "win", "seat": seat, "from": self.said(f"from-{row}"), "hand": hand}
        return event | {name: held for name in DOUBLINGS if (held := self.said(f"{name}-{row}"))}

    def groups(self) -> Iterable[Group]:
        """The events, then the end of the round."""
        for row in range(MOST_EVENTS):
            fields = self.bound(*(f"{name}-{row}" for name in EVENT_FIELDS))
            yield Group(_("Event %(number)s") % {"number": row + 1}, fields, row=True, beside=True)
        tenpai = self.bound(*(f"tenpai-{seat}" for seat in range(len(self.names))))
        yield Group(_("Tenpai at the empty wall"), tenpai, beside=True)
        yield Group("", self.bound("next_east"))
        yield Group(_("Dice of the round"), self.bound("die-1", "die-2"), beside=True)

    def field_at(self, path: str) -> str | None:
        """The field the engine means."""
        match path.split("."):
            case ["events", index, name]:
                row = self.rows[int(index)]
                return f"{'event' if name in ('type', 'kind') else name}-{row}"
            case ["events", index]:
                return f"event-{self.rows[int(index)]}"
            case ["events"]:
                return "event-0"
            case ["tenpai", index, *_]:
                return f"tenpai-{self.draft['tenpai'][int(index)]['seat']}"
            case ["tenpai"]:
                return "tenpai-0"
            case ["dice", *_]:
                return "die-1"
            case [name, *_]:
                return name
        return None

    @classmethod
    def fields_of(cls, draft: Draft) -> Fields:
        """A recorded round, or a part of one, for the form."""
        fields: Fields = {}
        for row, event in enumerate((draft.get("events") or ())[:MOST_EVENTS]):
            source = event.get("from")
            fields |= {
                f"event-{row}": WIN if event["type"] == "win" else event.get("kind", ""),
                f"seat-{row}": str(event.get("seat", "")),
                f"from-{row}": "" if source is None else str(source),
                f"hand-{row}": event.get("hand", ""),
                f"kongs-{row}": str(event.get("kongs") or ""),
                f"four_identical-{row}": str(event.get("four_identical") or ""),
                f"on_kong-{row}": bool(event.get("on_kong")),
                f"first_discard-{row}": bool(event.get("first_discard")),
            }
        for ready in draft.get("tenpai") or ():
            fields[f"tenpai-{ready['seat']}"] = "all_pungs" if ready.get("all_pungs") else "tenpai"
        east = draft.get("next_east")
        return fields | {"next_east": "" if east is None else str(east)} | dice_fields(draft)
