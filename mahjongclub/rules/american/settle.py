"""American mah jongg: the value of a hand is typed, and who pays how many times is an option."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..game import RuleError, Settlement, TableState, Transfer
from ..kit import outcomes
from ..kit.payers import Payers, cap_losses, pass_deal
from ..words import Text, about_seat
from .options import MOST, Rules

MOST_EXPOSURES = 4


@dataclass(frozen=True, slots=True)
class Win:
    """A hand won. `source` is the discarder, None for a self-picked tile or an exchanged joker.

    `exempt` is a hand of Singles and Pairs, `exposures` how many sets lay open, None where nobody said.
    `misnamed`: the discarder called the winning tile by another name. `dead` hands pay as the others do.
    `bet` is the seat on which the player who sits out bet.
    """

    winner: int = outcomes.seat()
    source: int | None = outcomes.seat_or_nobody("from")
    value: int = outcomes.whole(1, MOST)
    jokerless: bool = outcomes.flag()
    exempt: bool = outcomes.flag()
    misnamed: bool = outcomes.flag()
    exposures: int | None = outcomes.optional_whole(0, MOST_EXPOSURES)
    bet: int | None = outcomes.optional_seat()
    dead: tuple[int, ...] = outcomes.optional_seats()


@dataclass(frozen=True, slots=True)
class Draw:
    """A wall game."""

    dead: tuple[int, ...] = outcomes.optional_seats()


@dataclass(frozen=True, slots=True)
class FalseMahjong:
    """Mah jongg in error after which one hand alone was not shown: its player is paid."""

    offender: int = outcomes.seat()
    winner: int = outcomes.seat()
    value: int = outcomes.whole(1, MOST)


Outcome = Win | Draw | FalseMahjong
OUTCOMES = outcomes.Outcomes(win=Win, draw=Draw, false_mahjong=FalseMahjong)


def settle(rules: Rules, state: TableState, outcome: Outcome) -> Settlement:
    """Check the outcome against the table, pay, and let the deal pass: East never deals twice."""
    _check(rules, state, outcome)
    if rules.is_tournament:
        return Settlement(noted := _noted(rules, state, outcome), pass_deal(state, noted, rules.rounds))
    lost = [rules.starting_points - score for score in state.all_scores]
    paid, cut_short = cap_losses(_owed(rules, state, outcome), lost, rules.pie)
    notes = (
        about_seat(
            int(owed.source),
            "{who} has lost the pie and pays {points} of {owed}.",
            points=points,
            owed=owed.points,
        )
        for owed, points in cut_short
    )
    return Settlement(paid, pass_deal(state, paid, rules.rounds), notes=tuple(notes))


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
        return [Transfer(outcome.offender, outcome.winner, rules.mistake * outcome.value, "penalty")]
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
        owed += [replace(transfer, target=state.seats) for transfer in owed]
    elif outcome.bet in paid:
        owed.append(Transfer(state.seats, outcome.winner, paid[outcome.bet], "hand"))
    return owed


def _noted(rules: Rules, state: TableState, outcome: Outcome) -> tuple[Transfer, ...]:
    """What a tournament's director writes down: points come from the table and go to it."""
    if isinstance(outcome, Draw):
        alive = [seat for seat in range(state.seats) if seat not in outcome.dead]
        noted = [Transfer("table", seat, rules.wall_points, "hand") for seat in alive]
    elif isinstance(outcome, FalseMahjong):
        noted = [Transfer("table", outcome.winner, rules.wall_points, "hand")]
    else:
        points = outcome.value + rules.self_pick_bonus * (outcome.source is None)
        points += rules.jokerless_bonus * (outcome.jokerless and not outcome.exempt)
        noted = [Transfer("table", outcome.winner, points, "hand")]
        if outcome.source is not None:
            penalty = rules.penalty_three if outcome.misnamed else rules.penalty(outcome.exposures or 0)
            noted.append(Transfer(outcome.source, "table", penalty, "penalty"))
    return tuple(transfer for transfer in noted if transfer.points)
