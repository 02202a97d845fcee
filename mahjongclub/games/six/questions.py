"""What a round for six asks: its kongs and wins in the order they happened, and tenpai at the empty wall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.reading import Reader
from mahjongclub.rules.six.classes import KONGS, classes_of
from mahjongclub.rules.six.round import MOST_POINTS, SEAT_COUNTS
from mahjongclub.rules.six.settle import MOST_EVENTS

from ..kit.context import Draft
from ..kit.controls import Choices, Fields, choice_field, field_text, number_choice_field, seat_field
from ..kit.question_kinds import Dice, OneSeat
from ..kit.questions import Answers, End, Group, Question, QuestionForm, Questions
from ..kit.wording import said as in_words

WIN, CLAIMED = "win", "claimed"
#: What a win's fields are called in the record.
COUNTS, FLAGS = ("kongs", "four_identical"), ("on_kong", "first_discard")
EVENT_FIELDS = ("event", "seat", "from", "hand", *COUNTS, *FLAGS, "points")


class Events(Question):
    """Rows of events, as many as a round can have; an empty row is passed over."""

    kind = "events"

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        kinds = [(WIN, _("Mahjong")), *((kind, in_words(name)) for kind, (_points, name) in KONGS.items())]
        classes = [(key, in_words(row.name)) for key, row in classes_of(form.rules).items()]
        labels = (_("Kongs held"), _("Four identical"))
        for row in range(MOST_EVENTS):
            yield f"event-{row}", choice_field(self.label, kinds, empty=_("nothing more"))
            yield f"seat-{row}", seat_field(_("Who?"), seats, nobody=_("choose"), listed=True)
            source = seat_field(_("On whose discard?"), seats, nobody=_("self-drawn"), listed=True)
            yield f"from-{row}", source
            yield f"hand-{row}", choice_field(_("What kind of hand?"), classes, empty=_("choose"))
            for name, label in zip(COUNTS, labels, strict=True):
                yield f"{name}-{row}", number_choice_field(label, (1, 2), _("none"))
            on_kong = forms.BooleanField(label=_("Finished on a kong"), required=False)
            first = forms.BooleanField(label=_("On the first discard of the round"), required=False)
            yield from ((f"on_kong-{row}", on_kong), (f"first_discard-{row}", first))
            points = forms.IntegerField(
                label=_("Points, as the table counted them"),
                required=False,
                min_value=1,
                max_value=MOST_POINTS,
            )
            yield f"points-{row}", points

    def groups(self, form: QuestionForm, tail: str = "") -> Iterable[Group]:
        for row in range(MOST_EVENTS):
            names = tuple(f"{name}-{row}" for name in EVENT_FIELDS)
            yield Group(names, _("Event %(number)s") % {"number": row + 1}, row=True, beside=True)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        rows = [row for row in range(MOST_EVENTS) if answers.read_answer(f"event-{row}")]
        return {"events": [self._event(answers, row) for row in rows]}

    def _event(self, answers: Answers, row: int) -> Draft:
        kind, seat = answers.read_answer(f"event-{row}"), answers.read_answer(f"seat-{row}", _("Who?"))
        if kind != WIN:
            event: Draft = {"type": "kong", "seat": seat, "kind": kind}
            if kind == CLAIMED:
                event["from"] = answers.read_answer(f"from-{row}", _("Who discarded the tile?"))
            return event
        points = answers.read_answer(f"points-{row}")
        hand = answers.read_answer(f"hand-{row}", "" if points else _("What kind of hand?"))
        event = {"type": "win", "seat": seat, "from": answers.read_answer(f"from-{row}")}
        event |= {"hand": hand} if hand or not points else {}
        event |= {name: answer for name in COUNTS + FLAGS if (answer := answers.read_answer(f"{name}-{row}"))}
        return event | ({"points": points} if points else {})

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        fields: Fields = {}
        for row, event in enumerate((draft.get("events") or ())[:MOST_EVENTS]):
            fields |= {
                f"{name}-{row}": field_text(event.get(name) or None) for name in ("hand", *COUNTS, "points")
            }
            fields |= {f"{name}-{row}": field_text(event.get(name)) for name in ("seat", "from")}
            fields |= {f"{name}-{row}": bool(event.get(name)) for name in FLAGS}
            fields[f"event-{row}"] = WIN if event["type"] == "win" else event.get("kind", "")
        return fields

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        if path[0] != "events":
            return None
        name = path[2] if path[2:] and path[2] not in ("type", "kind") else "event"
        rows = [row for row in range(MOST_EVENTS) if answers.read_answer(f"event-{row}")]
        return f"{name}-{rows[int(path[1])] if path[1:] else 0}", 0

    def read_draft_part(self, reader: Reader, seats: int) -> Draft:
        return {}


class TenpaiAtEmptyWall(Question):
    """Who is tenpai at the empty wall, with all pungs or not."""

    kind = "ready"
    READY = (("tenpai", "tenpai"), ("all_pungs", gettext_lazy("tenpai, all pungs")))

    def fields(self, form: QuestionForm, seats: Choices, tail: str = "") -> Iterable[tuple[str, forms.Field]]:
        for seat, name in seats:
            yield f"tenpai-{seat}", choice_field(name, list(self.READY), empty=_("no, or out"))

    def groups(self, form: QuestionForm, tail: str = "") -> Iterable[Group]:
        names = tuple(f"tenpai-{seat}" for seat in range(len(form.names)))
        yield Group(names, str(self.label), beside=True)

    def outcome_part(self, answers: Answers, tail: str = "") -> Draft:
        ready = [
            {"seat": seat, "all_pungs": answer == "all_pungs"}
            for seat in range(SEAT_COUNTS[-1])
            if (answer := answers.read_answer(f"tenpai-{seat}"))
        ]
        return {"tenpai": ready} if ready else {}

    def initial(self, draft: Draft, tail: str = "") -> Fields:
        return {
            f"tenpai-{ready['seat']}": "all_pungs" if ready.get("all_pungs") else "tenpai"
            for ready in draft.get("tenpai") or ()
        }

    def control_of_fault(self, path: Sequence[str], answers: Answers) -> tuple[str, int] | None:
        if path[0] != "tenpai":
            return None
        seats = [seat for seat in range(SEAT_COUNTS[-1]) if answers.read_answer(f"tenpai-{seat}")]
        return f"tenpai-{seats[int(path[1])] if path[1:] else 0}", 0


QUESTIONS = Questions(
    ends=(End("round", gettext_lazy("This round"), {"type": "round"}),),
    asked=(
        Events("events", gettext_lazy("What happened?")),
        TenpaiAtEmptyWall("tenpai", gettext_lazy("Tenpai at the empty wall")),
        OneSeat(
            name="next_east",
            label=gettext_lazy("Next East, by lot if nobody won, or as agreed"),
            nobody=gettext_lazy("the first winner"),
        ),
        Dice("dice", gettext_lazy("Dice of the round")),
    ),
    title=gettext_lazy("Type the round"),
)
