"""A six-player round while it is entered: its events, and the step its screen is at.

While a round is played its events are the session's notes, and a draft holds only the step. A stored round
being corrected, and one being inserted, have no notes: their drafts hold the whole round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from mahjongclub.rules.game import RuleError, TableState, Transfer, apply_transfers
from mahjongclub.rules.kit.outcomes import parts_to_json, read_parts
from mahjongclub.rules.reading import Reader, whole_number
from mahjongclub.rules.six import VARIANT
from mahjongclub.rules.six.options import SixRules
from mahjongclub.rules.six.round import (
    EVENTS,
    MOST_POINTS,
    Event,
    SettledEvent,
    Tenpai,
    most_wins,
    settle_event,
    settle_round_events,
)
from mahjongclub.rules.six.settle import MOST_EVENTS

from ..kit.context import Draft, EntryContext, rule_errors_as_bad_draft
from ..kit.controls import noted_dice

LONGEST_TYPED = 20


@dataclass(frozen=True)
class EventEdit:
    """An event being entered: put before event `at` (None: after the last), or in its place (`over`)."""

    event: Draft
    at: int | None = None
    over: bool = False

    def to_draft(self) -> Draft:
        """As the address carries it."""
        where: Draft = {} if self.at is None else {"at": self.at}
        return {**where, **({"over": True} if self.over else {}), "event": self.event}

    def put_into(self, events: Sequence[Draft]) -> tuple[list[Draft], int]:
        """The events with this one at its place, and that place."""
        at = len(events) if self.at is None else self.at
        return [*events[:at], self.event, *events[at + self.over :]], at


@dataclass(frozen=True)
class SettledEvents:
    """Events with their payments as far as they can have happened, and the fault of the first that cannot."""

    steps: tuple[SettledEvent, ...]
    fault: RuleError | None = None

    @property
    def winner_seats(self) -> tuple[int, ...]:
        """The seats that have won, in that order."""
        return self.steps[-1].out if self.steps else ()

    @property
    def transfers(self) -> list[Transfer]:
        """What was paid so far."""
        return [transfer for step in self.steps for transfer in step.transfers]


@dataclass(frozen=True)
class RoundDraft:
    """A round with the step its screen is at: an event entered (`edit`) or looked at (`look`), the dice
    (`throw`), the board though five have won (`open`), the end of the round (`closing`), or the board."""

    place: EntryContext
    events: tuple[Draft, ...]
    tenpai: tuple[Draft, ...] = ()
    next_east: int | None = None
    dice: tuple[int, int] | None = None
    edit: EventEdit | None = None
    look: int | None = None
    open: bool = False
    #: the dice being entered, 0 for one that is not chosen yet
    throw: tuple[int, int] | None = None
    closing: bool = False
    #: points of a win in a stored round, as they were typed
    typed: str = ""

    @property
    def is_from_notes(self) -> bool:
        """Whether the events are notes of the session, not part of the draft."""
        return self.place.mode == "record"

    @property
    def have_five_won(self) -> bool:
        """Whether the fifth win has ended the round."""
        return len(self.settled_events.winner_seats) >= most_wins(self.place.rules)

    @cached_property
    def settled_events(self) -> SettledEvents:
        """The events settled one after another."""
        return settle_events(self.events, self.place.rules)

    @cached_property
    def engine_events(self) -> tuple[Event, ...]:
        """The events as the engine has them."""
        return read_events(self.events, self.place.rules)

    def settled_before(self, at: int | None) -> SettledEvents:
        """The events before number `at` settled, all of them with None."""
        return settle_events(self.events[:at], self.place.rules)

    def scores(self) -> tuple[int, ...]:
        """The scores with what the events have paid so far."""
        return apply_transfers(self.place.before.scores, self.settled_events.transfers)

    def outcome(self) -> Draft:
        """The round as a record: tenpai of who is still in at an empty wall, East where it was named."""
        out = self.settled_events.winner_seats
        draft: Draft = {"type": "round", "events": list(self.events)}
        tenpai = [] if self.have_five_won else [ready for ready in self.tenpai if ready["seat"] not in out]
        if tenpai:
            draft["tenpai"] = tenpai
        if self.next_east is not None:
            draft["next_east"] = self.next_east
        if self.dice is not None:
            draft["dice"] = list(self.dice)
        return draft

    def with_points_typed(self) -> RoundDraft:
        """Return the round with the win whose points were typed put in; unchanged where they are none."""
        points = whole_number(self.typed.strip(), 9) or 0
        if self.edit is None or not 1 <= points <= MOST_POINTS:
            return self
        event = {**self.edit.event, "type": "win", "points": points}
        events, _at = EventEdit(event, self.edit.at, self.edit.over).put_into(self.events)
        return replace(self, events=tuple(events), edit=None, typed="", closing=True)

    def link(self, **step: Any) -> str:
        """The address of a step of this round; without one, of its end."""
        draft = self.outcome()
        if self.is_from_notes:
            del draft["events"]
            draft.pop("dice", None)
            if step and len(draft) == 1:
                draft = {}
        return self.place.link({**draft, **step})

    def link_edit(self, event: Draft, at: int | None = None, over: bool = False) -> str:
        """The address of the step an event is at."""
        return self.link(edit=EventEdit(event, at, over).to_draft())

    def link_events(self, events: Sequence[Draft]) -> str:
        """The address of a stored round with other events."""
        return self.place.link({**self.outcome(), "events": list(events)})


def settle_events(events: Sequence[Draft], rules: SixRules) -> SettledEvents:
    """Settle events as far as they can have happened. BadDraft for what is no event at all."""
    steps: list[SettledEvent] = []
    for index, event in enumerate(read_events(events, rules)):
        try:
            steps.append(settle_event(steps, event, rules, f"events.{index}."))
        except RuleError as fault:
            return SettledEvents(tuple(steps), fault)
    return SettledEvents(tuple(steps))


@rule_errors_as_bad_draft()
def read_events(events: Sequence[Draft], rules: SixRules) -> tuple[Event, ...]:
    """The engine's events. BadDraft where one is not whole."""
    return tuple(VARIANT.read_outcome(rules, {"type": "round", "events": list(events)}).events)


@rule_errors_as_bad_draft()
def read_round(place: EntryContext, draft: Draft) -> RoundDraft:
    """A draft with every value of the right shape; BadDraft for anything else."""
    reader, seats = Reader(draft), place.before.seats
    closing = reader.has("type") and bool(reader.word("type", ("round",)))
    events = tuple(EVENTS.read_partial(event, seats) for event in reader.objects("events", MOST_EVENTS))
    dice = reader.dice("dice")
    if place.mode == "record":
        noted = place.session.pending
        events, dice = tuple(noted.get("events", ())), noted_dice(noted)
    tenpai = tuple(parts_to_json(read_parts(Tenpai, row, seats)) for row in reader.objects("tenpai", seats))
    next_east = reader.optional_seat("next_east", seats)
    edit = read_edit(reader.value("edit"), seats) if reader.has("edit") else None
    if edit is not None and edit.at is not None and edit.at >= len(events):
        # Another phone took events out meanwhile: what was entered comes after the last one.
        edit = EventEdit(edit.event)
    look = reader.optional_whole("look", 0, MOST_EVENTS)
    throw = _read_throw(reader.object("throw")) if reader.has("throw") else None
    opened = reader.flag("open")
    typed = "" if place.mode == "record" else reader.text("typed", LONGEST_TYPED) or ""
    reader.taken.update(("type", "edit", "throw", "typed"))
    reader.check_all_read()
    if look is not None and look >= len(events):
        look, opened = None, True
    step = edit is not None or look is not None or throw is not None or opened
    whole = closing and not step
    return RoundDraft(place, events, tenpai, next_east, dice, edit, look, opened, throw, whole, typed)


def with_typed_values(draft: Draft, form: Mapping[str, str]) -> Draft:
    """The draft with the points typed for a win of a stored round, to the letter."""
    return {**draft, "typed": form["points"][:LONGEST_TYPED]} if "points" in form else draft


def _read_throw(reader: Reader) -> tuple[int, int]:
    first, second = (reader.optional_whole(die, 1, 6) or 0 for die in ("first", "second"))
    reader.check_all_read()
    return first, second


@rule_errors_as_bad_draft()
def read_edit(data: Any, seats: int) -> EventEdit:
    """An event being entered, as an address or a form carries it; BadDraft for anything else."""
    reader = Reader(data)
    event = EVENTS.read_partial(reader.object("event"), seats)
    edit = EventEdit(event, reader.optional_whole("at", 0, MOST_EVENTS), reader.flag("over"))
    reader.check_all_read()
    return edit


def read_notes(rules: Any, reader: Reader, table: TableState | None) -> Draft:
    """The dice and events so far, and what was said of the round's end; RuleError for what cannot be."""
    thrown = reader.dice("dice")
    parts = {name: reader.value(name) for name in ("events", "tenpai", "next_east") if name in reader.data}
    played = VARIANT.read_outcome(rules, {"type": "round", "events": [], **parts})
    settle_round_events(played.events, rules)
    outcome = VARIANT.outcome_to_json(played)
    notes: Draft = {name: outcome[name] for name in parts if name in outcome}
    return notes | ({"dice": list(thrown)} if thrown else {})
