"""Six players, 108 tiles, a hand of eight: several win in one round, and each kong is paid at once.

A hand of the record is one round. Sources: seed 004 and RULES.md section 5; docs/rules/six.md tells what was
decided where they are silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from ..game import RuleError, Settlement, TableState, Termination, apply_transfers
from ..options import Rules, option
from ..reading import Reader
from ..words import Text
from .classes import CLASSES, KONGS, KongKind
from .round import MOST_WINS, SEATS, Event, Kong, Tenpai, Win, follow_events, settle_tenpai

MOST_EVENTS = MOST_WINS + 2 * SEATS


@dataclass(frozen=True)
class SixRules(Rules):
    """What a club may turn in the six-player game."""

    starting_points: int = option(
        0,
        Text("Starting points"),
        Text("What each player holds before the first round; 0 counts gains and losses alone."),
        "seed 004: what one wins, others lose; no stake is named",
        low=0,
        high=100_000,
    )
    rounds: int | None = option(
        None,
        Text.at("six players", "Rounds"),
        Text("The game ends after so many rounds; empty, it goes on until the players stop."),
        "house rule; seed 004 names no end",
        low=1,
        high=200,
        optional=True,
        empty=Text("until the players stop"),
    )


@dataclass(frozen=True, slots=True)
class Round:
    """One round: what happened in order, who was tenpai at the empty wall, and East drawn by lot."""

    events: tuple[Event, ...] = ()
    tenpai: tuple[Tenpai, ...] = ()
    next_east: int | None = None
    dice: tuple[int, int] | None = None


def read_outcome(rules: SixRules, hand: Mapping[str, Any]) -> Round:
    """A round of a game record; RuleError where its form is wrong."""
    reader = Reader(hand)
    reader.word("type", ("round",))
    events = tuple(_read_event(item) for item in reader.objects("events", MOST_EVENTS))
    tenpai = tuple(_read_tenpai(item) for item in reader.objects("tenpai", SEATS))
    played = Round(events, tenpai, reader.optional_seat("next_east", SEATS), reader.dice("dice"))
    reader.finish()
    return played


def _read_event(reader: Reader) -> Event:
    event: Event
    if reader.word("type", ("kong", "win")) == "kong":
        seat = reader.seat("seat", SEATS)
        kind = cast(KongKind, reader.word("kind", KONGS))
        event = Kong(seat, kind, reader.optional_seat("from", SEATS))
    else:
        event = Win(
            seat=reader.seat("seat", SEATS),
            source=reader.optional_seat("from", SEATS),
            hand=reader.word("hand", CLASSES),
            kongs=reader.optional_whole("kongs", 0, 2, 0) or 0,
            four_identical=reader.optional_whole("four_identical", 0, 2, 0) or 0,
            on_kong=reader.flag("on_kong"),
            first_discard=reader.flag("first_discard"),
        )
    reader.finish()
    return event


def _read_tenpai(reader: Reader) -> Tenpai:
    ready = Tenpai(reader.seat("seat", SEATS), reader.flag("all_pungs"))
    reader.finish()
    return ready


def write_outcome(outcome: Round) -> dict[str, Any]:
    """The round as the shortest record that reads back the same."""
    written: dict[str, Any] = {"type": "round"}
    if outcome.dice is not None:
        written["dice"] = list(outcome.dice)
    written["events"] = [_write_event(event) for event in outcome.events]
    if outcome.tenpai:
        written["tenpai"] = [{"seat": ready.seat, "all_pungs": ready.all_pungs} for ready in outcome.tenpai]
    if outcome.next_east is not None:
        written["next_east"] = outcome.next_east
    return written


def _write_event(event: Event) -> dict[str, Any]:
    if isinstance(event, Kong):
        written: dict[str, Any] = {"type": "kong", "seat": event.seat, "kind": event.kind}
        return written if event.source is None else {**written, "from": event.source}
    written = {"type": "win", "seat": event.seat, "from": event.source, "hand": event.hand}
    for name in ("kongs", "four_identical", "on_kong", "first_discard"):
        if getattr(event, name):
            written[name] = getattr(event, name)
    return written


def values(rules: SixRules, self_drawn: bool) -> tuple[int, ...]:
    """Points one payer can owe for a win: those of the table, then the best hand doubled by its kongs."""
    points = sorted({each.points for each in CLASSES.values()})
    return (*points, *(points[-1] << doubled for doubled in range(1, 4 if self_drawn else 3)))


def win_worth(seat: int, source: int | None, points: int) -> Win:
    """A win of one of those `values`: the first class of the table that has it, or the best one doubled."""
    for key, each in CLASSES.items():
        if each.points == points:
            return Win(seat, source, key)
    best, most = max(CLASSES.items(), key=lambda item: item[1].points)
    doubled = (points // most.points).bit_length() - 1
    return Win(seat, source, best, kongs=min(doubled, most.most_kongs), on_kong=doubled > most.most_kongs)


def won(notes: Mapping[str, Any], seat: int, source: int | None, value: int) -> Round:
    """The round being played with that win as its last event."""
    events = tuple(_read_event(event) for event in Reader(notes).objects("events", MOST_EVENTS))
    return Round((*events, win_worth(seat, source, value)))


def start(rules: SixRules, dice: tuple[int, int] | None) -> TableState:
    """Six seats with their starting points; seat 0 is East, drawn by lot."""
    return TableState((rules.starting_points,) * SEATS)


def settle(rules: SixRules, state: TableState, outcome: Round) -> Settlement:
    """Pay every event in its order, then tenpai, and name the next East."""
    steps = follow_events(outcome.events)
    out = steps[-1].out if steps else ()
    if out and outcome.next_east is not None:
        raise RuleError(
            "next_east_not_by_lot",
            "next_east",
            Text("East is drawn by lot only where nobody won: the first winner is East."),
        )
    transfers = tuple(transfer for step in steps for transfer in step.transfers)
    transfers += settle_tenpai(out, outcome.tenpai)
    played = state.hands + 1
    after = replace(
        state,
        scores=apply_transfers(state.scores, transfers),
        dealer=_next_east(state, out, outcome.next_east),
        hands=played,
        ended="last_hand" if rules.rounds is not None and played >= rules.rounds else None,
    )
    return Settlement(transfers, after, notes=tuple(note for step in steps for note in step.notes))


def _next_east(state: TableState, out: tuple[int, ...], drawn: int | None) -> int:
    if out:
        return out[0]
    # A record may stop before the lot for the next round was drawn: East then stays where it was.
    return drawn if drawn is not None else state.dealer


def continued(rules: SixRules, ended: Termination) -> SixRules | None:
    """The same rules with one more round; a table that the players closed may go on as it was."""
    if ended == "last_hand" and rules.rounds is not None and rules.rounds < 200:
        return replace(rules, rounds=rules.rounds + 1)
    return rules if ended == "closed" else None
