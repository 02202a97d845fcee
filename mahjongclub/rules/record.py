"""The game record: one JSON form for a game of any variant, holding what happened, never what was computed.

`read_record` checks a JSON value, `replay` settles it hand by hand, `Replay.to_json` writes the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NotRequired, TypedDict

from .beginning import Start, read_start, state_at_start
from .entries import Entry, NewPlayer, rules_after
from .game import FaultJson, RuleError, Settlement, Standing, TableState, TransferJson
from .options import GameRules
from .reading import Reader, is_text
from .registry import find_variant
from .rotation import ROTATIONS
from .variant import Variant
from .words import Text

FORMAT = 1
LONGEST_NAME = 200
MOST_HANDS = 2000


class HandJson(TypedDict):
    """A settled hand as a result writes it: points by seat; what is not always there as `to_json` says."""

    number: int
    label: str
    dealer: int
    honba: int
    riichi_sticks: int
    transfers: list[TransferJson]
    deltas: list[int]
    scores: list[int]
    hand_points: list[int] | None
    sitting: NotRequired[list[int]]
    sat_before: NotRequired[list[int]]
    yaku: NotRequired[list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand, or an entry that is no hand, as it was settled.

    `number` is its 1-based place among the hands of the record, `before` the table as it began, `rules` those
    that hold after it.
    """

    number: int
    label: str
    before: TableState
    outcome: Any
    settlement: Settlement
    rules: Any = None

    @property
    def is_hand(self) -> bool:
        """Whether it was played, not an entry between hands."""
        return not isinstance(self.outcome, Entry)

    def warnings(self) -> list[FaultJson]:
        """What the rules forbid and yet happened, as a result writes it."""
        return [breach.to_json(self.number) for breach in self.settlement.warnings]

    def to_json(self) -> HandJson:
        """The hand as a result writes it; `yaku` where a value was read from tiles, or a special hand won.

        Where one player more than seats plays, `sitting` says which player is at each seat and, last, who
        sits out, and scores and changes have a last number, theirs. An entry by which they change says who
        `sat_before`.
        """
        settlement = self.settlement
        record: HandJson = {
            "number": self.number,
            "label": self.label,
            "dealer": self.before.dealer,
            "honba": self.before.honba,
            "riichi_sticks": self.before.sticks,
            "transfers": [transfer.to_json() for transfer in settlement.transfers],
            "deltas": list(settlement.all_deltas),
            "scores": list(settlement.after.all_scores),
            "hand_points": list(settlement.hand_points) if settlement.hand_points is not None else None,
        }
        if settlement.after.order:
            record["sitting"] = list(settlement.after.order)
        if settlement.after.order != self.before.order:
            record["sat_before"] = list(self.before.order)
        if settlement.yaku:
            record["yaku"] = [dict(yaku) for yaku in settlement.yaku]
        return record


@dataclass(frozen=True, slots=True)
class Record:
    """A game as read: rules whole, hands still as JSON values, looked into as they are replayed."""

    variant: Variant
    preset: str
    rules: GameRules
    players: tuple[str, ...]
    hands: tuple[Any, ...]
    closed: bool = False
    dice: tuple[int, int] | None = None
    start: Start | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A settled record: every hand, the table after the last, the standings once ended."""

    record: Record
    hands: tuple[PlayedHand, ...]
    state: TableState
    standings: tuple[Standing, ...] | None

    @property
    def rules(self) -> Any:
        """The rules after the last hand."""
        return self.hands[-1].rules if self.hands else self.record.rules

    def players(self, seat: int) -> tuple[str, ...]:
        """Who sat at a seat, one after another."""
        changes = (hand.outcome for hand in self.hands if isinstance(hand.outcome, NewPlayer))
        return (self.record.players[seat], *(change.player for change in changes if change.seat == seat))

    def to_json(self) -> dict[str, Any]:
        """The result as the game record's page describes it."""
        variant, state = self.record.variant, self.state
        # a dealer's repeats that pay nothing are in the labels alone
        uncounted = {} if variant.counts_honba else {"honba": 0}
        coming = {
            "label": variant.label(state),
            "round_wind": variant.wind_to_come(self.rules, state),
            "dealer": state.dealer,
            "honba": state.honba if variant.counts_honba else 0,
            "riichi_sticks": state.sticks,
            **({"sitting": list(state.order)} if state.order else {}),
        }
        warnings = [warning for hand in self.hands for warning in hand.warnings()]
        return {
            "variant": variant.key,
            "hands": [{**hand.to_json(), **uncounted} for hand in self.hands],
            "next": None if state.ended else coming,
            "ended": state.ended,
            "final": None if self.standings is None else [self._standing(row) for row in self.standings],
            **({"warnings": warnings} if warnings else {}),
        }

    def _standing(self, row: Standing) -> dict[str, Any]:
        points = row.tenths / 10 if self.record.variant.decimal_points else row.tenths // 10
        players = self.players(row.seat)
        return {
            "seat": row.seat,
            "player": players[-1],
            **({"players": list(players)} if len(players) > 1 else {}),
            "rank": row.rank,
            "score": row.score,
            "points": points,
        }


def read_record(data: Any) -> Record:
    """Check a JSON value and give the record; RuleError names what is wrong and where.

    >>> record = read_record({"format": 1, "variant": "riichi", "players": ["A", "B", "C", "D"], "hands": []})
    >>> record.preset
    'club'
    """
    reader = Reader(data)
    reader.whole("format", FORMAT, FORMAT, code="unknown_format")
    variant = find_variant(reader.needed("variant"))
    rotation = reader.word("rotation", tuple(ROTATIONS)) if reader.has("rotation") else ""
    reader.value("rotation")
    key = reader.text("preset")
    preset = variant.find_preset(key) if key is not None else variant.default_preset
    overrides = reader.value("rules")
    if overrides is not None and not isinstance(overrides, Mapping):
        raise reader.rule_error("not_an_object", "rules", Text("“rules” must be a JSON object."))
    overrides = dict(overrides or {})
    if variant.seat_counts and "seats" not in overrides and reader.has("players"):
        # who sits there says how many do
        named = len(reader.items("players")) - bool(rotation)
        overrides |= {"seats": named} if named in variant.seat_counts else {}
    rules = preset.rules.with_options(overrides)
    variant = variant.with_seats_of(rules)
    if rotation and not variant.may_rotate:
        raise reader.rule_error("cannot_rotate", "rotation", Text("Nobody sits out in this game."))
    variant = variant.with_rotation(rotation)
    players = _read_players(reader, variant)
    reader.needed("hands")
    hands = tuple(reader.items("hands", MOST_HANDS))
    closed = reader.flag("closed")
    dice = reader.dice("dice") if variant.thrown_dealer else None
    start = read_start(reader.object("start"), variant, rules) if reader.has("start") else None
    reader.value("start")
    state_at_start(variant, rules, dice, start)
    reader.text("id")
    for name in ("started", "ended"):
        _check_time(reader, name)
    reader.check_all_read()
    return Record(variant, preset.key, rules, players, hands, closed, dice, start)


def replay(record: Record) -> Replay:
    """Settle a record from its first hand to its last, and rank it where it ended.

    Raises RuleError with the 1-based hand at fault.
    """
    start = state_at_start(record.variant, record.rules, record.dice, record.start)
    played = tuple(settle_recorded(record.variant, record.rules, start, record.hands, read=_read_hand))
    state = record.variant.table_after(played[-1]) if played else start
    if record.closed:
        state = close_table(record.variant, state)
    rules = played[-1].rules if played else record.rules
    standings = tuple(record.variant.standings(rules, state)) if state.ended else None
    return Replay(record, played, state, standings)


def settle_hands(
    variant: Variant, rules: Any, state: TableState, outcomes: Iterable[Any], first: int = 1
) -> Iterable[PlayedHand]:
    """Settle outcomes and entries one after another from `state`; `first` is the number of the first of them.

    Raises RuleError at the hand at fault, `session_ended` where a hand follows the end.
    """
    for number, outcome in enumerate(outcomes, start=first):
        if state.ended:
            raise RuleError(
                "session_ended",
                "type",
                Text("The game had ended before hand {number}.", number=state.hands + 1),
                number,
            )
        try:
            settlement = variant.settle_hand(rules, state, outcome)
            rules_then = rules_after(rules, outcome)
        except RuleError as fault:
            raise fault.at_hand(number) from None
        hand = PlayedHand(number, variant.label(state), state, outcome, settlement, rules_then)
        yield hand
        state, rules = variant.table_after(hand), rules_then


def settle_recorded(
    variant: Variant,
    rules: Any,
    state: TableState,
    hands: Iterable[Mapping[str, Any]],
    first: int = 1,
    read: Callable[[Variant, Any, Mapping[str, Any]], Any] = Variant.read_hand,
) -> Iterable[PlayedHand]:
    """As `settle_hands`, of hands as a record writes them, each read by the rules that hold for it.

    Lazily, so that the first hand at fault is the one named, whatever its fault.
    """
    for number, hand in enumerate(hands, start=first):
        try:
            outcome = read(variant, rules, hand)
        except RuleError as fault:
            raise fault.at_hand(number) from None
        (played,) = settle_hands(variant, rules, state, [outcome], number)
        yield played
        rules, state = played.rules, variant.table_after(played)


def close_table(variant: Variant, state: TableState) -> TableState:
    """The table after the players stopped: a session that had already ended keeps its own reason."""
    return state if state.ended else replace(state, ended=variant.closing)


def _read_players(reader: Reader, variant: Variant) -> tuple[str, ...]:
    reader.needed("players")
    players = reader.items("players")
    if len(players) != variant.players:
        raise reader.rule_error(
            "wrong_number_of_players",
            "players",
            Text("{game} needs {seats} players.", game=variant.name, seats=variant.players),
        )
    for index, name in enumerate(players):
        if not is_text(name, LONGEST_NAME):
            raise reader.rule_error("not_text", f"players.{index}", Text("A player’s name is a text."))
    return tuple(players)


def _read_hand(variant: Variant, rules: Any, hand: Any) -> Any:
    return variant.read_new_hand(rules, _without_remarks(hand))


def _without_remarks(hand: Any) -> Mapping[str, Any]:
    """A hand without its `at` and `note`, which never change a score; RuleError where they are wrong."""
    reader = Reader(hand)
    _check_time(reader, "at")
    reader.text("note", 2000)
    return {key: value for key, value in hand.items() if key not in ("at", "note")}


def _check_time(reader: Reader, name: str) -> None:
    value = reader.text(name)
    if value is None:
        return
    try:
        datetime.fromisoformat(value)
    except ValueError:
        raise reader.rule_error(
            "not_a_time", name, Text("“{name}” must be a time such as 2026-11-21T20:15:00Z.", name=name)
        ) from None
