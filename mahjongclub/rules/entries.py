"""What stands in a record and is no hand: points given or taken, other rules, another player, who sits out.

GAME_RECORD.md, "Beginning elsewhere, and what is no hand". None of it moves the dealer or counts as played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .game import End, RuleError, Settlement, TableState, apply_transfers
from .kit.netting import fewest_payments
from .reading import Reader, is_text
from .rotation import with_resting_player_at
from .words import Text

MOST_POINTS = 100_000_000
LONGEST_NAME = 200
LONGEST_REASON = 200

#: the options with which a table was opened: a running game cannot change them
OPENED_WITH = ("starting_points", "bank", "seats")


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points given or taken, an integer a player, of any sum; `why` in the players' words."""

    points: tuple[int, ...]
    why: str | None = None


@dataclass(frozen=True, slots=True)
class NewRules:
    """Other options from here on."""

    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """Another person sits at `seat` from here on."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class SitOut:
    """That player sits out from here on, and whoever did takes their seat (`rotation`)."""

    out: int


Entry = Adjust | NewRules | NewPlayer | SitOut

#: how a record writes their `type`
ENTRIES = ("adjust", "rules", "seat", "sit")


def is_entry(hand: Any) -> bool:
    """Whether what stands in the hands of a record is no hand.

    >>> is_entry({"type": "seat", "seat": 2, "player": "Eva"}), is_entry({"type": "draw"})
    (True, False)
    """
    return isinstance(hand, Mapping) and hand.get("type") in ENTRIES


def read_entry(rules: Any, players: int, hand: Mapping[str, Any], *, rotates: bool = False) -> Entry:
    """An entry of a record; RuleError where its form is wrong or a running game cannot change that option.

    `rotates` says whether one of the players always sits out.

    >>> read_entry(None, 4, {"type": "adjust", "points": [0, -10, 0, 0], "why": "late"})
    Adjust(points=(0, -10, 0, 0), why='late')
    """
    reader = Reader(hand)
    entry: Entry
    match reader.word("type", ENTRIES):
        case "adjust":
            reader.needed("points")
            entry = Adjust(read_seat_points(reader, "points", players), reader.text("why", LONGEST_REASON))
        case "rules":
            options = reader.needed("rules")
            if not isinstance(options, Mapping):
                raise reader.rule_error("not_an_object", "rules", Text("“rules” must be a JSON object."))
            _check_changeable(rules, options)
            entry = NewRules(rules.with_options(options).option_values(options))
        case "sit":
            if not rotates:
                raise reader.rule_error("nobody_sits_out", "type", Text("Nobody sits out at this table."))
            entry = SitOut(reader.seat("out", players))
        case _:
            seat = reader.seat("seat", players)
            player = reader.needed("player")
            if not is_text(player, LONGEST_NAME):
                raise reader.rule_error("not_text", "player", Text("A player’s name is a text."))
            entry = NewPlayer(seat, player)
    reader.check_all_read()
    return entry


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """The entry as a record writes it; `read_entry` gives it back.

    >>> entry_to_json(NewPlayer(2, "Eva"))
    {'type': 'seat', 'seat': 2, 'player': 'Eva'}
    """
    match entry:
        case Adjust():
            record: dict[str, Any] = {"type": "adjust", "points": list(entry.points)}
            return record if entry.why is None else {**record, "why": entry.why}
        case NewRules():
            return {"type": "rules", "rules": dict(entry.options)}
        case NewPlayer():
            return {"type": "seat", "seat": entry.seat, "player": entry.player}
        case SitOut():
            return {"type": "sit", "out": entry.out}


def settle_entry(state: TableState, entry: Entry) -> Settlement:
    """What an entry moves: points by the fewest payments; what does not balance is between seats and outside.

    >>> settled = settle_entry(TableState((0, 0, 0, 0)), Adjust((5, -15, 0, 0)))
    >>> [(move.source, move.target, move.points) for move in settled.transfers]
    [(1, 'outside', 10), (1, 0, 5)]
    """
    if isinstance(entry, SitOut):
        if state.order.index(entry.out) == state.seats:
            raise RuleError("sits_out_already", "out", Text("This player sits out already."))
        after = with_resting_player_at(state, state.order.index(entry.out))
        return Settlement((), replace(after, entries=state.entries + 1))
    if not isinstance(entry, Adjust):
        options = {**(state.options or {}), **entry.options} if isinstance(entry, NewRules) else state.options
        return Settlement((), replace(state, entries=state.entries + 1, options=options))
    points = [entry.points[player] for player in state.order] if state.order else entry.points
    ends: list[End] = [*range(state.player_count), "outside"]
    moved = tuple(
        replace(move, source=ends[int(move.source)], target=ends[int(move.target)])
        for move in fewest_payments([*points, -sum(points)], "penalty")
    )
    scores = apply_transfers(state.all_scores, moved)
    aside = (*scores[state.seats :], *state.aside[1:])
    after = replace(state, scores=scores[: state.seats], aside=aside, entries=state.entries + 1)
    return Settlement(moved, after)


def rules_after(rules: Any, outcome: Any) -> Any:
    """The rules once this hand or entry has been read."""
    return rules.with_options(outcome.options) if isinstance(outcome, NewRules) else rules


def read_seat_points(reader: Reader, name: str, seats: int) -> tuple[int, ...]:
    """Points of any sign, one number a seat; RuleError at the list, or at the seat whose number is none."""
    values = reader.items(name)
    if len(values) != seats:
        raise reader.rule_error(
            "wrong_number_of_scores", name, Text("{seats} scores are needed.", seats=seats)
        )
    for seat, value in enumerate(values):
        if not isinstance(value, int) or isinstance(value, bool):
            raise reader.rule_error(
                "not_a_whole_number", f"{name}.{seat}", Text("“{name}” must be a whole number.", name=name)
            )
        if abs(value) > MOST_POINTS:
            raise reader.rule_error("score_out_of_range", f"{name}.{seat}", Text("Too many points."))
    return tuple(values)


def _check_changeable(rules: Any, options: Mapping[str, Any]) -> None:
    options_by_name = {item.name: item for item in rules.describe_options()}
    for name in options:
        if name in OPENED_WITH and name in options_by_name:
            raise RuleError(
                "option_fixed",
                f"rules.{name}",
                Text("{label}: a running game cannot change this.", label=options_by_name[name].label),
            )
