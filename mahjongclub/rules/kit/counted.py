"""Games whose hands are won by a number (tai, faan) or by the patterns ticked: outcomes, records, settlement.

A game gives a `CountedGame`: the word for its number, its patterns, what one win pays, and what its dealer
does. Reading, writing, settling and the end of a session are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..game import (
    RuleError,
    Settlement,
    TableState,
    Transfer,
    apply_transfers,
    prevailing_wind,
    wind_and_deal_label,
)
from ..reading import Reader
from ..variant import Preset, Variant
from ..words import Text
from .patterns import PatternList, PatternTotal
from .payers import one_more_round, pass_deal, start_even
from .walls import Walls
from .winners import check_winners, distance_after_discarder

#: how many play usually, and how many can
SEATS, SEAT_COUNTS = 4, (3, 4)
#: Above anything patterns can add up to, so that only slips of the finger are refused.
MOST = 1000
#: The code of a hand that is worth less than the rules ask for.
TOO_LITTLE = "below_minimum"


@dataclass(frozen=True, slots=True)
class Winner:
    """One seat that won: `source` is the discarder, None for a self-draw.

    Either `value` (the number) or `patterns`, the keys as they were ticked. `guarantor` is the seat that
    pays for all, `robbed` whether the tile was that of a kong; only games that know these have them.
    """

    seat: int
    source: int | None
    value: int | None = None
    patterns: tuple[str, ...] = ()
    guarantor: int | None = None
    robbed: bool = False


@dataclass(frozen=True, slots=True)
class Win:
    """A hand won by one seat, or by several on the same discard."""

    wins: tuple[Winner, ...]
    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """The wall ran out."""

    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A seat declared a win it did not have; the hand is replayed."""

    offender: int


Outcome = Win | Draw | FalseWin


@dataclass(frozen=True)
class CountedGame:
    """One game: `unit` is the word for its number, in records too, and before each pattern's option.

    `pays(rules, table, winner, value)` says what each payer owes one winner, `fine(rules)` what a false win
    pays each other seat. `check(rules, table, winner, path)` refuses what is this game's own to refuse.
    `stricter(rules, patterns)` are the patterns where these rules let fewer of them stand together or count
    together; `worthless(rules)` those that bring nothing in this game, whatever their option says.
    `liable(rules, winner)` is who has to pay for all, None where nobody does; `remarks(rules, winner)` say
    what players may not expect of that.
    `keeps_deal(rules, won)` says whether a dealer deals again after winning, or after a draw.
    """

    unit: str
    patterns: PatternList
    pays: Callable[[Any, TableState, Winner, int], Mapping[int, int]]
    fine: Callable[[Any], int]
    check: Callable[[Any, TableState, Winner, str], None] = lambda rules, table, winner, path: None
    stricter: Callable[[Any, PatternList], PatternList] = lambda rules, patterns: patterns
    keeps_deal: Callable[[Any, bool], bool] = lambda rules, won: True
    #: the least a hand needs, and the number above which nothing more is paid, None for no such cap
    limits: Callable[[Any], tuple[int, int | None]] = lambda rules: (0, None)
    #: whether a record keeps the dice of a hand
    has_dice: bool = False
    #: whether records leave `from` out of a self-draw
    omits_from: bool = False
    #: the pattern that every self-draw has: its tick is fixed. A record without it is settled as it says.
    drawn: str = ""
    #: whether a third seat may have to pay for all, and whether a robbed kong is paid in its own way
    has_guarantor: bool = False
    has_robbed: bool = False
    worthless: Callable[[Any], Container[str]] = lambda rules: ()
    liable: Callable[[Any, Winner], int | None] = lambda rules, winner: winner.guarantor
    remarks: Callable[[Any, Winner], Sequence[Text]] = lambda rules, winner: ()

    def value_of(self, rules: Any, key: str) -> int:
        """What these rules give to a pattern."""
        value: int = getattr(rules, f"{self.unit}_{key}")
        return 0 if key in self.worthless(rules) else value

    def count(self, rules: Any, patterns: tuple[str, ...] | list[str]) -> PatternTotal:
        """What these patterns come to by these rules."""
        pattern_list = self.stricter(rules, self.patterns)
        return pattern_list.count(patterns, lambda key: self.value_of(rules, key))

    def value(self, rules: Any, winner: Winner) -> int:
        """The number of a winner's hand, typed or counted."""
        return winner.value if winner.value is not None else self.count(rules, winner.patterns).value

    def notes(self, rules: Any, winner: Winner) -> list[Text]:
        """That a value above the cap is paid like it, and what is this game's own to say."""
        value, cap = self.value(rules, winner), self.limits(rules)[1]
        remarks = list(self.remarks(rules, winner))
        if cap is None or value <= cap:
            return remarks
        capped = Text("{value} {unit} are paid like {cap}: the cap.", value=value, unit=self.unit, cap=cap)
        return [capped, *remarks]

    def check_patterns(
        self, rules: Any, patterns: tuple[str, ...], path: str, *, self_drawn: bool, is_dealer: bool
    ) -> None:
        """RuleError at `path` where one hand, won so by this seat, cannot show all of these."""
        pattern_list = self.stricter(rules, self.patterns)
        pattern_list.check(patterns, path, flowers=rules.flowers, self_drawn=self_drawn, is_dealer=is_dealer)

    def values(self, rules: Any, self_drawn: bool, riichi: bool = False) -> range:
        """Every number a hand can have, from the least that wins up to the cap.

        Without a cap it ends where all patterns of the table together would: no hand can have more.
        """
        low, high = self.limits(rules)
        if high is None:
            high = sum(self.value_of(rules, pattern.key) * pattern.most for pattern in self.patterns.table)
        return range(low, max(low, high) + 1)

    def win_from_notes(
        self, notes: Mapping[str, Any], seat: int, source: int | None, value: int, seats: int = SEATS
    ) -> Win:
        """A hand won so."""
        return Win((Winner(seat, source, value),))

    def settle(self, rules: Any, state: TableState, outcome: Outcome) -> Settlement:
        """Check the outcome against the table, pay, and pass the deal unless the dealer keeps it."""
        if isinstance(outcome, Draw):
            after = _after(rules, state, (), dealer_stays=self.keeps_deal(rules, False))
            return Settlement((), after, round_wind=prevailing_wind(state))
        if isinstance(outcome, FalseWin):
            return self._settle_false_win(rules, state, outcome.offender)
        self._check(rules, state, outcome)
        nearest_first = sorted(outcome.wins, key=lambda winner: distance_after_discarder(winner, state.seats))
        paid = nearest_first[:1] if rules.multi_win == "nearest" else nearest_first
        winners = {winner.seat for winner in paid}
        transfers = tuple(
            transfer for winner in paid for transfer in self._transfers(rules, state, winner, winners)
        )
        notes = [row.reason for winner in paid for row in self.count(rules, winner.patterns).excluded]
        notes += [note for winner in paid for note in self.notes(rules, winner)]
        if len(paid) < len(nearest_first):
            notes.append(Text("Only the winner nearest after the discarder is paid; the others are void."))
        stays = state.dealer in winners and self.keeps_deal(rules, True)
        after = _after(rules, state, transfers, dealer_stays=stays)
        return Settlement(transfers, after, notes=tuple(notes), round_wind=prevailing_wind(state))

    def read_outcome(self, rules: Any, hand: Mapping[str, Any]) -> Outcome:
        """A hand of a game record; RuleError for a wrong shape."""
        reader = Reader(hand)
        kind = reader.word("type", ("win", "draw", "false_win"))
        outcome: Outcome
        if kind == "draw":
            outcome = Draw(self._read_dice(reader))
        elif kind == "false_win":
            outcome = FalseWin(reader.seat("offender", rules.seats))
        else:
            reader.needed("wins")
            # all who win on a robbed tile rob it: said once beside the wins, or in each
            robbed = reader.flag("robbed") if self.has_robbed else False
            items = reader.objects("wins", rules.seats - 1)
            wins = tuple(self._read_winner(item, rules.seats, robbed) for item in items)
            if not wins:
                raise reader.rule_error("missing", "wins", Text("A win needs at least one winner."))
            outcome = Win(wins, self._read_dice(reader))
        reader.check_all_read()
        return outcome

    def outcome_to_json(self, outcome: Outcome) -> dict[str, Any]:
        """The outcome as a game record writes it."""
        if isinstance(outcome, FalseWin):
            return {"type": "false_win", "offender": outcome.offender}
        record: dict[str, Any] = {"type": "draw"}
        if isinstance(outcome, Win):
            record = {"type": "win", "wins": [self._write_winner(winner) for winner in outcome.wins]}
        if outcome.dice is not None:
            record["dice"] = list(outcome.dice)
        return record

    def _read_dice(self, reader: Reader) -> tuple[int, int] | None:
        return reader.dice("dice") if self.has_dice else None

    def _read_winner(self, reader: Reader, seats: int, robbed: bool) -> Winner:
        seat = reader.seat("winner", seats)
        source = reader.optional_seat("from", seats)
        value = reader.optional_whole(self.unit, 0, MOST)
        patterns = self._read_patterns(reader)
        if (value is None) == (patterns is None):
            raise reader.rule_error(
                "missing" if value is None else f"{self.unit}_or_patterns",
                self.unit,
                Text("Give the {unit} of the hand, or tick its patterns: one of the two.", unit=self.unit),
            )
        guarantor = reader.optional_seat("guarantor", seats) if self.has_guarantor else None
        robbed = reader.flag("robbed", robbed) if self.has_robbed else False
        reader.check_all_read()
        return Winner(seat, source, value, patterns or (), guarantor, robbed)

    def _read_patterns(self, reader: Reader) -> tuple[str, ...] | None:
        if not reader.has("patterns"):
            reader.value("patterns")
            return None
        keys: list[str] = []
        for index, key in enumerate(reader.items("patterns")):
            if not isinstance(key, str) or key not in self.patterns.by_key:
                raise reader.rule_error(
                    "unknown_pattern", f"patterns.{index}", Text("This pattern is not in the table.")
                )
            keys.append(key)
            pattern = self.patterns.by_key[key]
            if keys.count(key) > pattern.most:
                raise reader.rule_error(
                    "repeated",
                    f"patterns.{index}",
                    Text("“{pattern}” is there more often than one hand can have it.", pattern=pattern.name),
                )
        return tuple(keys)

    def _write_winner(self, winner: Winner) -> dict[str, Any]:
        record: dict[str, Any] = {"winner": winner.seat}
        if winner.source is not None or not self.omits_from:
            record["from"] = winner.source
        if winner.value is not None:
            record[self.unit] = winner.value
        else:
            record["patterns"] = list(winner.patterns)
        if winner.guarantor is not None:
            record["guarantor"] = winner.guarantor
        return record | ({"robbed": True} if winner.robbed else {})

    def _check(self, rules: Any, state: TableState, outcome: Win) -> None:
        check_winners(outcome.wins)
        for index, winner in enumerate(outcome.wins):
            self.check_patterns(
                rules,
                winner.patterns,
                f"wins.{index}.patterns",
                self_drawn=winner.source is None,
                is_dealer=winner.seat == state.dealer,
            )
            if any(winner.guarantor == other.seat for other in outcome.wins):
                raise RuleError(
                    "guarantor_is_winner", f"wins.{index}.guarantor", Text("The winner pays nobody.")
                )
            if winner.robbed and winner.source is None:
                raise RuleError(
                    "robbed_from_nobody",
                    f"wins.{index}.robbed",
                    Text("A kong is robbed from another player."),
                )
            self.check(rules, state, winner, f"wins.{index}")

    def _transfers(self, rules: Any, state: TableState, winner: Winner, winners: set[int]) -> list[Transfer]:
        """What this winner is paid; who wins on the same tile pays nobody."""
        owed = self.pays(rules, state, winner, self.value(rules, winner))
        liable = self.liable(rules, winner)
        return [
            Transfer(payer, winner.seat, points, "pao" if payer == liable else "hand")
            for payer, points in owed.items()
            if points and payer not in winners
        ]

    def _settle_false_win(self, rules: Any, state: TableState, offender: int) -> Settlement:
        """The hand is replayed, by the same dealer."""
        points = self.fine(rules)
        transfers = tuple(
            Transfer(offender, seat, points, "penalty") for seat in state.after_seat(offender) if points
        )
        after = replace(state, scores=apply_transfers(state.scores, transfers), hands=state.hands + 1)
        return Settlement(transfers, after, round_wind=prevailing_wind(state))


def _after(
    rules: Any, state: TableState, transfers: tuple[Transfer, ...], *, dealer_stays: bool
) -> TableState:
    if not dealer_stays:
        return pass_deal(state, transfers, rules.rounds)
    scores = apply_transfers(state.scores, transfers)
    return replace(state, scores=scores, hands=state.hands + 1, honba=state.honba + 1)


def counted_variant(
    counted: CountedGame,
    key: str,
    name: Text,
    rules_type: type[Any],
    presets: tuple[Preset, ...],
    walls: Walls,
    *,
    counts_honba: bool = True,
) -> Variant:
    """The game as a variant, its hands named by wind and deal."""
    return Variant(
        key=key,
        name=name,
        seats=SEATS,
        seat_counts=SEAT_COUNTS,
        rules_type=rules_type,
        presets=presets,
        read_outcome=counted.read_outcome,
        outcome_to_json=counted.outcome_to_json,
        start=start_even,
        settle=counted.settle,
        label=wind_and_deal_label,
        round_wind=prevailing_wind,
        continued=one_more_round,
        values=counted.values,
        win_from_notes=counted.win_from_notes,
        walls=walls,
        counts_honba=counts_honba,
        steps={counted.unit: range(MOST + 1)},
    )
