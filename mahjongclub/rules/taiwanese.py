"""Taiwanese mahjong with sixteen tiles: payments of base + unit x tai, and the dealer's own tai.

The rules are those of seed 002 and common usage; figures, decisions and games worked out by hand stand in
docs/rules/taiwanese.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .game import (
    Settlement,
    Standing,
    TableState,
    Termination,
    Text,
    Transfer,
    Variant,
    apply_transfers,
    prevailing_wind,
    rank_by_score,
    wind_and_deal,
)
from .reading import Reader
from .taiwanese_patterns import PATTERNS
from .taiwanese_rules import PRESETS, Rules
from .taiwanese_tai import check_patterns, count_patterns
from .winners import check_winners, distance_after_discarder

SEATS = 4
#: Above anything the patterns can add up to, so that only slips of the finger are refused.
MOST_TAI = 1000
MOST_ROUNDS = 16


@dataclass(frozen=True, slots=True)
class Winner:
    """One seat that won: `source` is the discarder, None for a self-draw.

    Either `tai` (without the dealer's) or `patterns`, the keys as they were ticked.
    """

    seat: int
    source: int | None
    tai: int | None = None
    patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Win:
    """A hand won by one seat, or by several on the same discard."""

    wins: tuple[Winner, ...]
    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """The wall ran out."""


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A seat declared a win it did not have; the hand is replayed."""

    offender: int


Outcome = Win | Draw | FalseWin


def read_outcome(rules: Rules, hand: Mapping[str, Any]) -> Outcome:
    """A hand of a game record; RuleError for a wrong shape."""
    reader = Reader(hand)
    kind = reader.word("type", ("win", "draw", "false_win"))
    outcome: Outcome
    if kind == "draw":
        outcome = Draw()
    elif kind == "false_win":
        outcome = FalseWin(reader.seat("offender", SEATS))
    else:
        reader.needed("wins")
        wins = tuple(_read_winner(item) for item in reader.objects("wins", SEATS - 1))
        if not wins:
            raise reader.refuse(
                "missing", "wins", "A win needs at least one winner.", "Il faut au moins un gagnant."
            )
        outcome = Win(wins, reader.dice("dice"))
    reader.finish()
    return outcome


def write_outcome(outcome: Outcome) -> dict[str, Any]:
    """The outcome as a game record writes it, in its shortest form."""
    if isinstance(outcome, Draw):
        return {"type": "draw"}
    if isinstance(outcome, FalseWin):
        return {"type": "false_win", "offender": outcome.offender}
    written: dict[str, Any] = {"type": "win", "wins": [_write_winner(winner) for winner in outcome.wins]}
    if outcome.dice is not None:
        written["dice"] = list(outcome.dice)
    return written


def start(rules: Rules, dice: tuple[int, int] | None = None) -> TableState:
    """The table before the first hand."""
    return TableState((rules.starting_points,) * SEATS)


def settle(rules: Rules, state: TableState, outcome: Outcome) -> Settlement:
    """Check the outcome against the table, pay, and pass the deal unless the dealer stays."""
    if isinstance(outcome, Draw):
        return Settlement((), _after(rules, state, (), dealer_stays=True), round_wind=prevailing_wind(state))
    if isinstance(outcome, FalseWin):
        return _settle_false_win(rules, state, outcome.offender)
    _check(rules, state, outcome)
    nearest_first = sorted(outcome.wins, key=lambda winner: distance_after_discarder(winner, SEATS))
    paid = nearest_first[:1] if rules.multi_win == "nearest" else nearest_first
    transfers = tuple(transfer for winner in paid for transfer in _payments(rules, state, winner))
    notes = [row.reason for winner in paid for row in count_patterns(rules, winner.patterns).excluded]
    if len(paid) < len(nearest_first):
        notes.append(
            Text(
                "Only the winner nearest after the discarder is paid; the others are void.",
                "Seul le gagnant le plus proche après l’écart est payé ; les autres ne comptent pas.",
            )
        )
    dealer_won = any(winner.seat == state.dealer for winner in paid)
    after = _after(rules, state, transfers, dealer_stays=dealer_won)
    return Settlement(transfers, after, notes=tuple(notes), round_wind=prevailing_wind(state))


def tai_of_winner(rules: Rules, winner: Winner) -> int:
    """The tai of a winner's hand, without the dealer's."""
    return winner.tai if winner.tai is not None else count_patterns(rules, winner.patterns).tai


def dealer_tai(state: TableState) -> int:
    """What the dealer's payments carry on top: 1, and 2 for every repeat.

    >>> dealer_tai(TableState((0, 0, 0, 0), honba=2))
    5
    """
    return 2 * state.honba + 1


def payment(rules: Rules, state: TableState, winner: int, payer: int, tai: int) -> int:
    """What one payer owes one winner: base + unit x tai, the dealer's tai added where either deals.

    >>> payment(Rules(base=100, unit=20), TableState((0, 0, 0, 0), dealer=0, honba=2), 1, 0, 5)
    300
    """
    if state.dealer in (winner, payer):
        tai += dealer_tai(state)
    return rules.base + rules.unit * tai


def rank(rules: Rules, state: TableState) -> list[Standing]:
    """Standings by score; equal scores share a rank."""
    return rank_by_score(state)


def continued(rules: Rules, ended: Termination) -> Rules | None:
    """One more round after the last hand; a session that the players closed goes on as it was."""
    if ended != "last_hand":
        return rules
    return replace(rules, rounds=rules.rounds + 1) if rules.rounds < MOST_ROUNDS else None


def _read_winner(reader: Reader) -> Winner:
    seat = reader.seat("winner", SEATS)
    source = reader.optional_seat("from", SEATS)
    tai = reader.optional_whole("tai", 0, MOST_TAI)
    patterns = _read_patterns(reader)
    if (tai is None) == (patterns is None):
        raise reader.refuse(
            "missing" if tai is None else "tai_or_patterns",
            "tai",
            "Give the tai of the hand, or tick its patterns: one of the two.",
            "Donnez les tai de la main, ou cochez ses combinaisons : l’un des deux.",
        )
    reader.finish()
    return Winner(seat, source, tai, patterns or ())


def _read_patterns(reader: Reader) -> tuple[str, ...] | None:
    if not reader.has("patterns"):
        reader.value("patterns")
        return None
    found: list[str] = []
    for index, key in enumerate(reader.items("patterns")):
        if not isinstance(key, str) or key not in PATTERNS:
            raise reader.refuse(
                "unknown_pattern",
                f"patterns.{index}",
                "This pattern is not in the table.",
                "Cette combinaison n’est pas dans la table.",
            )
        found.append(key)
        pattern = PATTERNS[key]
        if found.count(key) > pattern.most:
            raise reader.refuse(
                "repeated",
                f"patterns.{index}",
                f"“{pattern.name.en}” stands more often than one hand can have it.",
                f"« {pattern.name.fr} » figure plus souvent qu’une main ne peut l’avoir.",
            )
    return tuple(found)


def _write_winner(winner: Winner) -> dict[str, Any]:
    written: dict[str, Any] = {"winner": winner.seat}
    if winner.source is not None:
        written["from"] = winner.source
    if winner.tai is not None:
        return written | {"tai": winner.tai}
    return written | {"patterns": list(winner.patterns)}


def _check(rules: Rules, state: TableState, outcome: Win) -> None:
    check_winners(outcome.wins)
    for index, winner in enumerate(outcome.wins):
        check_patterns(
            rules,
            winner.patterns,
            f"wins.{index}.patterns",
            self_drawn=winner.source is None,
            is_dealer=winner.seat == state.dealer,
        )


def _payments(rules: Rules, state: TableState, winner: Winner) -> list[Transfer]:
    payers = state.after_seat(winner.seat) if winner.source is None else (winner.source,)
    tai = tai_of_winner(rules, winner)
    owed = [(payer, payment(rules, state, winner.seat, payer, tai)) for payer in payers]
    return [Transfer(payer, winner.seat, points, "hand") for payer, points in owed if points]


def _settle_false_win(rules: Rules, state: TableState, offender: int) -> Settlement:
    """No tai of the dealer here: the text's formula has none, and the hand counts for nobody."""
    points = rules.base + rules.unit * rules.false_win_tai
    transfers = tuple(
        Transfer(offender, seat, points, "penalty") for seat in state.after_seat(offender) if points
    )
    after = replace(state, scores=apply_transfers(state.scores, transfers), hands=state.hands + 1)
    return Settlement(transfers, after, round_wind=prevailing_wind(state))


def _after(
    rules: Rules, state: TableState, transfers: tuple[Transfer, ...], *, dealer_stays: bool
) -> TableState:
    after = replace(state, scores=apply_transfers(state.scores, transfers), hands=state.hands + 1)
    if dealer_stays:
        return replace(after, honba=state.honba + 1)
    dealer = (state.dealer + 1) % SEATS
    rounds = state.round + (dealer == 0)
    return replace(
        after, dealer=dealer, honba=0, round=rounds, ended="last_hand" if rounds >= rules.rounds else None
    )


VARIANT = Variant(
    key="taiwanese",
    name=Text("Taiwanese, sixteen tiles", "Taïwanais à seize tuiles"),
    seats=SEATS,
    rules_type=Rules,
    presets=PRESETS,
    read_outcome=read_outcome,
    write_outcome=write_outcome,
    start=start,
    settle=settle,
    rank=rank,
    label=wind_and_deal,
    round_wind=prevailing_wind,
    continued=continued,
)
