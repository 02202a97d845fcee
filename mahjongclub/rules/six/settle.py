"""Six players, 108 tiles, a hand of eight: several win in one round, and each kong is paid at once.

A hand of the record is one round. Sources: seed 004 and RULES.md section 5; docs/rules/six.md tells what was
decided where they are silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from ..game import Settlement, TableState, Termination, apply_transfers
from ..reading import Reader
from ..words import Text
from .classes import KNOWN, KONGS, KongKind, classes_of
from .options import SixRules
from .round import MOST_POINTS, SEAT_COUNTS, SEATS, Event, Kong, Tenpai, Win, follow_events, settle_tenpai

#: wins and two kongs of each of the most players
MOST_EVENTS = 3 * SEAT_COUNTS[-1]


@dataclass(frozen=True, slots=True)
class SixRound:
    """One round: what happened in order, who was tenpai at the empty wall, and the next East where the table
    named one, by lot where nobody won."""

    events: tuple[Event, ...] = ()
    tenpai: tuple[Tenpai, ...] = ()
    next_east: int | None = None
    dice: tuple[int, int] | None = None


def read_outcome(rules: SixRules, hand: Mapping[str, Any]) -> SixRound:
    """A round of a game record; RuleError where its form is wrong."""
    reader = Reader(hand)
    reader.word("type", ("round",))
    events = tuple(_read_event(item, rules.seats) for item in reader.objects("events", MOST_EVENTS))
    tenpai = tuple(_read_tenpai(item, rules.seats) for item in reader.objects("tenpai", rules.seats))
    played = SixRound(events, tenpai, reader.optional_seat("next_east", rules.seats), reader.dice("dice"))
    reader.finish()
    return played


def _read_event(reader: Reader, seats: int) -> Event:
    event: Event
    if reader.word("type", ("kong", "win")) == "kong":
        seat = reader.seat("seat", seats)
        kind = cast(KongKind, reader.word("kind", KONGS))
        event = Kong(seat, kind, reader.optional_seat("from", seats))
    else:
        points = reader.optional_whole("points", 1, MOST_POINTS)
        if points is not None and not reader.has("hand"):
            reader.value("hand")
        event = Win(
            seat=reader.seat("seat", seats),
            source=reader.optional_seat("from", seats),
            hand=reader.word("hand", KNOWN) if points is None or reader.has("hand") else "",
            kongs=reader.optional_whole("kongs", 0, 2, 0) or 0,
            four_identical=reader.optional_whole("four_identical", 0, 2, 0) or 0,
            on_kong=reader.flag("on_kong"),
            first_discard=reader.flag("first_discard"),
            points=points,
        )
    reader.finish()
    return event


def _read_tenpai(reader: Reader, seats: int) -> Tenpai:
    ready = Tenpai(reader.seat("seat", seats), reader.flag("all_pungs"))
    reader.finish()
    return ready


def write_outcome(outcome: SixRound) -> dict[str, Any]:
    """The round as the shortest record that reads back the same."""
    record: dict[str, Any] = {"type": "round"}
    if outcome.dice is not None:
        record["dice"] = list(outcome.dice)
    record["events"] = [_write_event(event) for event in outcome.events]
    if outcome.tenpai:
        record["tenpai"] = [{"seat": ready.seat, "all_pungs": ready.all_pungs} for ready in outcome.tenpai]
    if outcome.next_east is not None:
        record["next_east"] = outcome.next_east
    return record


def _write_event(event: Event) -> dict[str, Any]:
    if isinstance(event, Kong):
        record: dict[str, Any] = {"type": "kong", "seat": event.seat, "kind": event.kind}
        return record if event.source is None else {**record, "from": event.source}
    record = {"type": "win", "seat": event.seat, "from": event.source}
    record |= {"hand": event.hand} if event.hand else {}
    for name in ("kongs", "four_identical", "on_kong", "first_discard"):
        if getattr(event, name):
            record[name] = getattr(event, name)
    return record if event.points is None else {**record, "points": event.points}


def values(rules: SixRules, self_drawn: bool, riichi: bool = False) -> tuple[int, ...]:
    """Points one payer can owe for a win: those of the table, then the best hand doubled by its kongs."""
    points = sorted({each.points for each in classes_of(rules).values()})
    return (*points, *(points[-1] << doubled for doubled in range(1, 4 if self_drawn else 3)))


def win_worth(seat: int, source: int | None, points: int) -> Win:
    """A win of one of those `values`: the first class of the table that has it, or the best one doubled."""
    for key, each in KNOWN.items():
        if each.points == points:
            return Win(seat, source, key)
    best, most = max(KNOWN.items(), key=lambda item: item[1].points)
    doubled = (points // most.points).bit_length() - 1
    return Win(seat, source, best, kongs=min(doubled, most.most_kongs), on_kong=doubled > most.most_kongs)


def won(notes: Mapping[str, Any], seat: int, source: int | None, value: int, seats: int = SEATS) -> SixRound:
    """The round being played with that win as its last event."""
    events = tuple(_read_event(event, seats) for event in Reader(notes).objects("events", MOST_EVENTS))
    return SixRound((*events, win_worth(seat, source, value)))


def start(rules: SixRules, dice: tuple[int, int] | None) -> TableState:
    """All seats with their starting points; seat 0 is East, drawn by lot."""
    return TableState((rules.starting_points,) * rules.seats)


def settle(rules: SixRules, state: TableState, outcome: SixRound) -> Settlement:
    """Pay every event in its order, then tenpai, and name the next East."""
    steps = follow_events(outcome.events, rules)
    out = steps[-1].out if steps else ()
    transfers = tuple(transfer for step in steps for transfer in step.transfers)
    transfers += settle_tenpai(out, outcome.tenpai, rules)
    played = state.hands + 1
    after = replace(
        state,
        scores=apply_transfers(state.scores, transfers),
        dealer=_next_east(state, out, outcome.next_east),
        hands=played,
        ended="last_hand" if rules.rounds is not None and played >= rules.rounds else None,
    )
    notes = [note for step in steps for note in step.notes]
    if out and outcome.next_east not in (None, out[0]):
        notes.append(Text("East was agreed: by the rules the first winner is East."))
    return Settlement(transfers, after, notes=tuple(notes))


def _next_east(state: TableState, out: tuple[int, ...], named: int | None) -> int:
    """Whom the table named; else the first winner. Where nobody won and no lot was drawn yet, East stays."""
    if named is not None:
        return named
    return out[0] if out else state.dealer


def continued(rules: SixRules, ended: Termination) -> SixRules | None:
    """The same rules with one more round; a table that the players closed may go on as it was."""
    if ended == "last_hand" and rules.rounds is not None and rules.rounds < 200:
        return replace(rules, rounds=rules.rounds + 1)
    return rules if ended == "closed" else None
