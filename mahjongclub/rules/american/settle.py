"""American mah jongg: the value of a hand is typed, and who pays how many times is an option."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..game import RuleError, Settlement, TableState, Termination, Transfer, sum_by_seat
from ..kit.common_options import MOST_ROUNDS
from ..kit.payers import Payers
from ..reading import Reader
from ..words import Text, about_seat
from .options import MOST, Rules

SEATS = 4
MOST_EXPOSURES = 4
FLAGS = ("jokerless", "exempt", "misnamed")


@dataclass(frozen=True, slots=True)
class Win:
    """A hand won. `source` is the discarder, None for a self-picked tile or an exchanged joker.

    `exempt` is a hand of Singles and Pairs, `exposures` how many sets lay open, None where nobody said.
    `misnamed`: the discarder called the winning tile by another name. `dead` hands pay as the others do.
    `bet` is the seat on which the fifth player bet.
    """

    winner: int
    source: int | None
    value: int
    jokerless: bool = False
    exempt: bool = False
    misnamed: bool = False
    exposures: int | None = None
    dead: tuple[int, ...] = ()
    bet: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A wall game."""

    dead: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FalseMahjong:
    """Mah jongg in error after which one hand alone was not shown: its player is paid."""

    offender: int
    winner: int
    value: int


Outcome = Win | Draw | FalseMahjong


def start(rules: Rules, dice: tuple[int, int] | None = None) -> TableState:
    """The table before the first hand."""
    return TableState((rules.starting_points,) * SEATS)


def read_outcome(rules: Rules, hand: Mapping[str, Any]) -> Outcome:
    """A hand of a game record; RuleError for a wrong shape."""
    reader = Reader(hand)
    kind = reader.word("type", ("win", "draw", "false_mahjong"))
    outcome: Outcome
    if kind == "draw":
        outcome = Draw(_dead(reader))
    elif kind == "false_mahjong":
        outcome = FalseMahjong(reader.seat("offender", SEATS), reader.seat("winner", SEATS), _value(reader))
    else:
        outcome = Win(
            reader.seat("winner", SEATS),
            reader.optional_seat("from", SEATS),
            _value(reader),
            exposures=reader.optional_whole("exposures", 0, MOST_EXPOSURES),
            dead=_dead(reader),
            bet=reader.optional_seat("bet", SEATS),
            **{name: reader.flag(name) for name in FLAGS},
        )
    reader.finish()
    return outcome


def _value(reader: Reader) -> int:
    return reader.whole("value", 1, MOST)


def _dead(reader: Reader) -> tuple[int, ...]:
    return tuple(sorted(reader.seats("dead", SEATS)))


def write_outcome(outcome: Outcome) -> dict[str, Any]:
    """The outcome as a game record writes it; what is not so is left out."""
    if isinstance(outcome, FalseMahjong):
        told = {"offender": outcome.offender, "winner": outcome.winner, "value": outcome.value}
        return {"type": "false_mahjong", **told}
    dead = {"dead": list(outcome.dead)} if outcome.dead else {}
    if isinstance(outcome, Draw):
        return {"type": "draw", **dead}
    won = {"winner": outcome.winner, "from": outcome.source, "value": outcome.value}
    flags = {name: True for name in FLAGS if getattr(outcome, name)}
    rare = {"exposures": outcome.exposures, "bet": outcome.bet}
    return {
        "type": "win",
        **won,
        **flags,
        **{name: value for name, value in rare.items() if value is not None},
        **dead,
    }


def settle(rules: Rules, state: TableState, outcome: Outcome) -> Settlement:
    """Check the outcome against the table, pay, and let the deal pass: East never deals twice."""
    _check(rules, state, outcome)
    if rules.is_tournament:
        return Settlement(moved := _noted(rules, outcome), _after(rules, state, moved))
    transfers, notes = _within_pie(rules, state, _owed(rules, state, outcome))
    return Settlement(transfers, _after(rules, state, transfers), notes=notes)


def _check(rules: Rules, state: TableState, outcome: Outcome) -> None:
    """RuleError for what cannot have happened."""
    if isinstance(outcome, FalseMahjong) and outcome.offender == outcome.winner:
        raise RuleError(
            "winner_is_offender", "winner", Text("The player who made the mistake is paid nothing.")
        )
    if not isinstance(outcome, Win):
        return
    if outcome.winner == outcome.source:
        raise RuleError("winner_is_discarder", "from", Text("Nobody wins on their own discard."))
    if outcome.winner in outcome.dead:
        raise RuleError(
            "dead_hand_wins", "dead", about_seat(outcome.winner, "{who} won: that hand is not dead.")
        )
    if outcome.misnamed and outcome.source is None:
        raise RuleError("misnamed_by_nobody", "misnamed", Text("A discarder misnames a tile: say who."))
    if outcome.bet is not None and not (rules.bets and state.order):
        raise RuleError("no_bettor", "bet", Text("Nobody bets at this table."))


def _owed(rules: Rules, state: TableState, outcome: Outcome) -> list[Transfer]:
    """What the players pay each other in a home game, whoever sits out among them."""
    if isinstance(outcome, FalseMahjong):
        fine = rules.mistake * outcome.value
        return [Transfer(outcome.offender, outcome.winner, fine, "penalty")]
    if isinstance(outcome, Draw):
        return []
    factor = rules.jokerless if outcome.jokerless and not outcome.exempt else 1
    payers = Payers(rules.discarder * factor, rules.others * factor, rules.self_picked * factor)
    shares = payers.shares(state, outcome.winner, outcome.source)
    if outcome.misnamed and outcome.source is not None:
        shares = {outcome.source: rules.misnamed}
    paid = {payer: share * outcome.value for payer, share in shares.items()}
    owed = [Transfer(payer, outcome.winner, points, "hand") for payer, points in paid.items()]
    if outcome.bet == outcome.winner:  # the bettor gets what the winner does, from the same players
        owed += [replace(one, target=state.seats) for one in owed]
    elif outcome.bet in paid:
        owed.append(Transfer(state.seats, outcome.winner, paid[outcome.bet], "hand"))
    return owed


def _within_pie(
    rules: Rules, state: TableState, owed: list[Transfer]
) -> tuple[tuple[Transfer, ...], tuple[Text, ...]]:
    """The payments as far as each payer's pie goes, and what is said of those that it cuts short."""
    lost = [rules.starting_points - score for score in state.all_scores]
    paid, notes = [], []
    for one in owed:
        payer = int(one.source)
        points = one.points if rules.pie is None else min(one.points, max(0, rules.pie - lost[payer]))
        lost[payer] += points
        if points < one.points:
            notes.append(
                about_seat(
                    payer,
                    "{who} has lost the pie and pays {points} of {owed}.",
                    points=points,
                    owed=one.points,
                )
            )
        paid.append(replace(one, points=points))
    return tuple(one for one in paid if one.points), tuple(notes)


def _noted(rules: Rules, outcome: Outcome) -> tuple[Transfer, ...]:
    """What a tournament's director writes down: points come from the table and go to it."""
    if isinstance(outcome, Draw):
        alive = [seat for seat in range(SEATS) if seat not in outcome.dead]
        moved = [Transfer("table", seat, rules.wall_points, "hand") for seat in alive]
    elif isinstance(outcome, FalseMahjong):
        moved = [Transfer("table", outcome.winner, rules.wall_points, "hand")]
    else:
        points = outcome.value + rules.self_pick_bonus * (outcome.source is None)
        points += rules.jokerless_bonus * (outcome.jokerless and not outcome.exempt)
        moved = [Transfer("table", outcome.winner, points, "hand")]
        if outcome.source is not None:
            penalty = rules.penalty_three if outcome.misnamed else rules.penalty(outcome.exposures or 0)
            moved.append(Transfer(outcome.source, "table", penalty, "penalty"))
    return tuple(one for one in moved if one.points)


def _after(rules: Rules, state: TableState, transfers: tuple[Transfer, ...]) -> TableState:
    changes = sum_by_seat(transfers, state.places)
    dealer = (state.dealer + 1) % SEATS
    rounds = state.round + (dealer == 0)
    return replace(
        state,
        scores=tuple(score + change for score, change in zip(state.scores, changes[:SEATS], strict=True)),
        aside=(state.aside[0] + changes[SEATS], *state.aside[1:]) if state.order else (),
        dealer=dealer,
        round=rounds,
        hands=state.hands + 1,
        ended="last_hand" if rules.rounds is not None and rounds >= rules.rounds else None,
    )


def continued(rules: Rules, ended: Termination) -> Rules | None:
    """One more round after the last hand; a session that the players closed goes on as it was."""
    if ended != "last_hand" or rules.rounds is None:
        return rules
    return replace(rules, rounds=rules.rounds + 1) if rules.rounds < MOST_ROUNDS else None
