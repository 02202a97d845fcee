"""How a riichi hand can end, and how a game record writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...reading import Reader
from ...words import Text
from .option_lists import ABORTS
from .options import Rules
from .value import Value, check_riichi_self_draw
from .yaku import LIABLE_FOR

#: chips that one hand can win of each who pays
MOST_CHIPS = 20


@dataclass(frozen=True, slots=True)
class Winner:
    """One who won: `source` is the discarder, None for a self-draw.

    `pao` is the seat liable for the yakuman or, where several are or the hand holds others besides, a (key of
    LIABLE_FOR, seat) for each yakuman that was fed. `chips` are what each who pays gives besides (ippatsu,
    ura dora, red fives, as the house has it).
    """

    seat: int
    source: int | None
    value: Value
    pao: int | tuple[tuple[str, int], ...] | None = None
    chips: int = 0


@dataclass(frozen=True, slots=True)
class Win:
    """A won hand, one entry a winner; `riichi` are the seats whose stick was put out, in that order."""

    wins: tuple[Winner, ...]
    riichi: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """An exhausted wall; a dead hand counts as noten, whatever it held."""

    tenpai: tuple[int, ...] = ()
    riichi: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    @property
    def paid_as_tenpai(self) -> tuple[int, ...]:
        """The seats that are paid as tenpai."""
        return tuple(seat for seat in self.tenpai if seat not in self.dead)


@dataclass(frozen=True, slots=True)
class Abort:
    """An abortive draw, by its reason (a key of ABORTS)."""

    reason: str
    riichi: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chombo:
    """A grave fault; the hand is replayed and its riichi sticks go back."""

    offenders: tuple[int, ...]
    riichi: tuple[int, ...] = ()


Outcome = Win | Draw | Abort | Chombo


def read_outcome(rules: Rules, hand: Mapping[str, Any]) -> Outcome:
    """A hand of a record as an outcome; RuleError for a wrong shape.

    >>> read_outcome(Rules(), {"type": "draw", "tenpai": [0, 2]})
    Draw(tenpai=(0, 2), riichi=(), nagashi=(), dead=())
    """
    reader = Reader(hand)
    kind = reader.word("type", ("win", "draw", "abort", "chombo"))
    riichi = reader.seats("riichi", rules.seats)
    outcome: Outcome
    match kind:
        case "win":
            outcome = Win(_read_winners(reader, rules.seats), riichi, reader.seats("dead", rules.seats))
        case "draw":
            outcome = Draw(
                reader.seats("tenpai", rules.seats),
                riichi,
                reader.seats("nagashi", rules.seats),
                reader.seats("dead", rules.seats),
            )
        case "abort":
            outcome = Abort(reader.word("reason", ABORTS), riichi)
        case _:
            offenders = reader.seats("offenders", rules.seats)
            if not offenders:
                raise reader.rule_error("no_offender", "offenders", Text("Say who made the error."))
            outcome = Chombo(offenders, riichi)
    reader.check_all_read()
    return outcome


def win_from_notes(notes: Mapping[str, Any], seat: int, source: int | None, value: Value) -> Win:
    """The hand being played, won so, with the sticks that were put out in it."""
    return Win((Winner(seat, source, value),), tuple(notes.get("riichi", ())))


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The hand as a record writes it; `read_outcome` gives the outcome back.

    >>> outcome_to_json(Draw(tenpai=(1,)))
    {'type': 'draw', 'tenpai': [1]}
    """
    match outcome:
        case Win():
            record: dict[str, Any] = {
                "type": "win",
                "wins": [_write_winner(entry) for entry in outcome.wins],
            }
        case Draw():
            record = {"type": "draw", "tenpai": list(outcome.tenpai)}
            if outcome.nagashi:
                record["nagashi"] = list(outcome.nagashi)
        case Abort():
            record = {"type": "abort", "reason": outcome.reason}
        case Chombo():
            record = {"type": "chombo", "offenders": list(outcome.offenders)}
    if outcome.riichi:
        record["riichi"] = list(outcome.riichi)
    if isinstance(outcome, Win | Draw) and outcome.dead:
        record["dead"] = list(outcome.dead)
    return record


def _read_winners(reader: Reader, seats: int) -> tuple[Winner, ...]:
    entries = reader.objects("wins")
    if not 1 <= len(entries) < seats:
        raise reader.rule_error(
            "number_of_winners", "wins", Text("One to {most} players win.", most=seats - 1)
        )
    return tuple(_read_winner(entry, seats) for entry in entries)


def check_new_outcome(outcome: Outcome) -> None:
    """RuleError for a self-draw in riichi that is worth one han."""
    for index, winner in enumerate(outcome.wins if isinstance(outcome, Win) else ()):
        check_riichi_self_draw(
            winner.value,
            riichi=winner.seat in outcome.riichi,
            self_drawn=winner.source is None,
            field=f"wins.{index}.han",
        )


def _read_winner(reader: Reader, seats: int) -> Winner:
    seat = reader.seat("winner", seats)
    source = reader.optional_seat("from", seats)
    pao = _read_pao(reader, seats)
    value = Value.read(reader, self_drawn=source is None)
    chips = reader.optional_whole("chips", 0, MOST_CHIPS) or 0
    reader.check_all_read()
    return Winner(seat, source, value, pao, chips)


def _read_pao(reader: Reader, seats: int) -> int | tuple[tuple[str, int], ...] | None:
    if not isinstance(reader.value("pao"), Mapping):
        return reader.optional_seat("pao", seats)
    liable = reader.object("pao")
    fed = tuple((key, liable.seat(key, seats)) for key in LIABLE_FOR if liable.has(key))
    liable.taken.update(LIABLE_FOR)
    liable.check_all_read()
    return fed or None


def _write_winner(entry: Winner) -> dict[str, Any]:
    record = {"winner": entry.seat, "from": entry.source, **entry.value.to_json()}
    if entry.pao is not None:
        record["pao"] = dict(entry.pao) if isinstance(entry.pao, tuple) else entry.pao
    if entry.chips:
        record["chips"] = entry.chips
    return record
