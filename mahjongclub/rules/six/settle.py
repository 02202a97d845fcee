"""Six players, 108 tiles, a hand of eight: several win in one round, and each kong is paid at once.

A hand of the record is one round. Sources: seed 004 and RULES.md section 5; docs/rules/six.md tells what was
decided where they are silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..game import Settlement, TableState, apply_transfers
from ..kit import outcomes
from ..reading import Reader
from ..words import Text
from .classes import KNOWN, classes_of
from .options import SixRules
from .round import EVENTS, SEAT_COUNTS, SEATS, Event, Tenpai, Win, settle_round_events, settle_tenpai

#: wins and two kongs of each of the most players
MOST_EVENTS = 3 * SEAT_COUNTS[-1]


@dataclass(frozen=True, slots=True)
class SixRound:
    """One round: what happened in order, who was tenpai at the empty wall, and the next East where the table
    named one, by lot where nobody won."""

    dice: tuple[int, int] | None = outcomes.dice()
    events: tuple[Event, ...] = outcomes.rows(EVENTS.read_from, EVENTS.write, MOST_EVENTS, always=True)
    tenpai: tuple[Tenpai, ...] = outcomes.rows(partial(outcomes.read_parts, Tenpai), outcomes.parts_to_json)
    next_east: int | None = outcomes.optional_seat()


ROUNDS = outcomes.Outcomes(round=SixRound)


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


def win_from_notes(
    notes: Mapping[str, Any], seat: int, source: int | None, value: int, seats: int = SEATS
) -> SixRound:
    """The round being played with that win as its last event."""
    events = tuple(EVENTS.read_from(event, seats) for event in Reader(notes).objects("events", MOST_EVENTS))
    return SixRound(events=(*events, win_worth(seat, source, value)))


def settle(rules: SixRules, state: TableState, outcome: SixRound) -> Settlement:
    """Pay every event in its order, then tenpai, and name the next East."""
    steps = settle_round_events(outcome.events, rules)
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
