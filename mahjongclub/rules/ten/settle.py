"""Ten, for two: a duel of declaring and guessing, paid by a bank.

Source: seed 003 and RULES.md section 4; docs/rules/ten.md tells what was decided where they are silent. A
hand's value is riichi's own, by the club's rules of riichi.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..game import (
    Breach,
    Reason,
    RuleError,
    Settlement,
    TableState,
    Termination,
    Transfer,
    apply_transfers,
)
from ..kit.riichi.hand import FULL_SET
from ..kit.riichi.payments import stick_award, stick_deposits
from ..kit.riichi.tiles import TileValue, evaluate_tiles
from ..kit.riichi.value import Value, check_riichi_self_draw, rising_values, ron_payment, tsumo_payments
from ..kit.sticks import may_put_stick_out
from ..reading import Reader
from ..riichi.presets import CLUB
from ..words import Text, about_seat
from .options import Rules
from .walls import first_dealer

SEATS = 2

#: the rules by which a hand is counted: Ten has none of its own
VALUE_RULES = CLUB

#: Winds belong to the two places for the whole session, whoever deals (seed 003, "Préparation").
SEAT_WINDS = ("E", "W")

DRAWS: Mapping[str, Text] = {
    "no_declaration": Text("Nobody declared tenpai"),
    "guessed": Text("The defender guessed right"),
    "wall_exhausted": Text("The wall is empty"),
}

BANK_SHORT = Text("The bank paid all it had left.")


@dataclass(frozen=True, slots=True)
class Win:
    """A self-draw by the one who declared; `riichi` tells whether that declaration was a riichi."""

    winner: int
    value: Value
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """A hand nobody won: its reason (a key of `DRAWS`), who had declared, and whether in riichi."""

    reason: str
    declared: int | None = None
    riichi: bool = False


Outcome = Win | Draw


def read_outcome(rules: Rules, hand: Mapping[str, Any]) -> Outcome:
    """A hand of a game record; RuleError where its form is wrong.

    >>> read_outcome(Rules(), {"type": "draw", "reason": "guessed", "declared": 0, "riichi": [0]})
    Draw(reason='guessed', declared=0, riichi=True)
    """
    reader = Reader(hand)
    outcome: Outcome
    if reader.word("type", ("win", "draw")) == "win":
        winner = reader.seat("winner", SEATS)
        riichi = _read_riichi(reader, winner)
        outcome = Win(winner, Value.read(reader, self_drawn=True), riichi)
    else:
        reason = reader.word("reason", DRAWS)
        declared = reader.optional_seat("declared", SEATS)
        if declared is None and reason != "no_declaration":
            raise reader.rule_error("declared_missing", "declared", Text("Who had declared tenpai?"))
        if declared is not None and reason == "no_declaration":
            raise reader.rule_error(
                "declared_unexpected", "declared", Text("Nobody had declared in this hand.")
            )
        outcome = Draw(reason, declared, _read_riichi(reader, declared))
    reader.check_all_read()
    return outcome


def _read_riichi(reader: Reader, declared: int | None) -> bool:
    """Whether the hand's one declaration was a riichi: it ends phase A, so no other stick can follow."""
    seats = reader.seats("riichi", SEATS)
    for index, seat in enumerate(seats):
        if seat != declared:
            raise reader.rule_error(
                "riichi_not_declared",
                f"riichi.{index}",
                Text("Only the player whose declaration ended phase A can be in riichi."),
            )
    return bool(seats)


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The hand as a record writes it; `read_outcome` gives the outcome back.

    >>> outcome_to_json(Draw("no_declaration"))
    {'type': 'draw', 'reason': 'no_declaration'}
    """
    if isinstance(outcome, Win):
        record: dict[str, Any] = {"type": "win", "winner": outcome.winner, **outcome.value.to_json()}
        declared: int | None = outcome.winner
    else:
        record = {"type": "draw", "reason": outcome.reason}
        declared = outcome.declared
        if declared is not None:
            record["declared"] = declared
    if outcome.riichi:
        record["riichi"] = [declared]
    return record


def win_from_notes(notes: Mapping[str, Any], seat: int, source: int | None, value: Value) -> Win:
    """The hand being played, won so; RuleError where the other player has declared in it."""
    if notes.get("declared", seat) != seat:
        raise RuleError("declared_impossible", "declared", Text("Somebody has declared already."))
    return Win(seat, value, seat in notes.get("riichi", ()))


def check_new_outcome(outcome: Outcome) -> None:
    """RuleError for a win in riichi of one han (seed 003: « la main vaudra nécessairement 2 han »)."""
    if isinstance(outcome, Win):
        check_riichi_self_draw(outcome.value, riichi=outcome.riichi, self_drawn=True, field="han")


def start(rules: Rules, dice: tuple[int, int] | None) -> TableState:
    """The bank full, ten sticks each, and the first dealer the dice name (seat 0 without dice).

    >>> start(Rules(), (4, 3)).dealer, start(Rules(), (4, 4)).dealer
    (1, 0)
    """
    dealer = first_dealer(dice) if dice is not None else 0
    return TableState((rules.starting_points,) * SEATS, dealer=dealer, round=dealer, bank=rules.bank)


def label(state: TableState) -> str:
    """The name of the hand to come: the first dealer's are E1, whoever that is, the other's E2.

    Ten has no rounds: `round` keeps who dealt first.

    >>> label(start(Rules(), (4, 3))), label(TableState((0, 0), dealer=1, honba=2))
    ('E1', 'E2-2')
    """
    honba = f"-{state.honba}" if state.honba else ""
    return f"{round_wind(state)}{(state.dealer - state.round) % SEATS + 1}{honba}"


def settle(rules: Rules, state: TableState, outcome: Outcome) -> Settlement:
    """Move the points of a hand: the bank pays, sticks go out, the winner takes those on the table."""
    declared = outcome.winner if isinstance(outcome, Win) else outcome.declared
    out = stick_deposits([declared]) if outcome.riichi and declared is not None else []
    warnings: tuple[Breach, ...] = ()
    if declared is not None and out and not may_put_stick_out(rules, state, declared):
        points = state.scores[declared]
        text = about_seat(declared, "{who} has only {points} points for a riichi.", points=points)
        warnings = (Breach("riichi_without_points", "riichi.0", text),)
    sticks = state.sticks + len(out)
    if isinstance(outcome, Draw):
        after = _next_table(state, out, sticks=sticks, dealer=state.dealer)
        return Settlement(tuple(out), after, warnings=warnings)
    value, yaku = _value(outcome)
    payments: dict[Reason, int] = {
        "hand": hand_points(rules, value, outcome.winner == state.dealer),
        "honba": CLUB.honba * state.honba,
    }
    paid = _from_bank(state, outcome.winner, payments)
    transfers = [*paid, *out, *stick_award(sticks, outcome.winner)]
    after = _next_table(state, transfers, sticks=0, dealer=outcome.winner)
    short = sum(transfer.points for transfer in paid) < sum(payments.values())
    notes = (BANK_SHORT,) if short else ()
    return Settlement(tuple(transfers), after, yaku=yaku, notes=notes, warnings=warnings)


def hand_points(rules: Rules, value: Value, dealer: bool) -> int:
    """What the bank pays for a hand of that value, without honba (tiles must have been read).

    >>> hand_points(Rules(), Value(han=2, fu=30), dealer=False)
    2000
    """
    basic = value.basic(VALUE_RULES)
    if rules.value == "ron":
        return ron_payment(basic, dealer)
    # A four-player table: a dealer draws from three others, anybody else from the dealer and two others.
    from_dealer, from_other = tsumo_payments(basic, dealer)
    return from_dealer + (3 if dealer else 2) * from_other


def _value(outcome: Win) -> tuple[Value, tuple[Mapping[str, Any], ...]]:
    """The winner's value, its tiles read: winds are those of the place, the round is always East's."""
    if outcome.value.tiles is None:
        return outcome.value, outcome.value.ticked_yaku_rows(outcome.winner)
    value = tile_value(outcome)
    unit = "yakuman" if value.yakuman else "han"
    yaku = tuple({"winner": outcome.winner, "name": name, unit: count} for name, count in value.yaku)
    return Value(yakuman=value.yakuman) if value.yakuman else Value(han=value.han, fu=value.fu), yaku


def tile_value(outcome: Win) -> TileValue:
    """Yaku, han and fu of a winner whose hand was given as tiles. RuleError as `evaluate_tiles` says."""
    tiles = outcome.value.tiles
    assert tiles is not None
    for index, flag in enumerate(tiles.flags):
        if flag in ("tenhou", "chiihou"):
            raise RuleError(
                "flag_impossible",
                f"tiles.flags.{index}",
                Text("A hand is only won in phase B, so {flag} cannot be.", flag=flag),
            )
    return evaluate_tiles(
        tiles,
        self_drawn=True,
        riichi=outcome.riichi,
        seat_wind=SEAT_WINDS[outcome.winner],
        round_wind="E",
        tile_set=FULL_SET,
        double_wind_pair_fu=VALUE_RULES.double_wind_pair_fu,
    )


def values(rules: Rules, self_drawn: bool, riichi: bool = False) -> tuple[Value, ...]:
    """What a hand can be worth, by the club's rules of riichi."""
    return rising_values(CLUB, self_drawn, riichi)


def _from_bank(state: TableState, winner: int, due: Mapping[Reason, int]) -> list[Transfer]:
    """The bank's payments in order, cut where it has no more."""
    left = state.bank or 0
    transfers = []
    for reason, points in due.items():
        if paid := min(points, left):
            transfers.append(Transfer("bank", winner, paid, reason))
            left -= paid
    return transfers


def _next_table(state: TableState, transfers: list[Transfer], *, sticks: int, dealer: int) -> TableState:
    """The table after a hand: a dealer who stays adds a counter, an empty bank ends the session."""
    bank = (state.bank or 0) - sum(move.points for move in transfers if move.source == "bank")
    return replace(
        state,
        scores=apply_transfers(state.scores, transfers),
        dealer=dealer,
        honba=state.honba + 1 if dealer == state.dealer else 0,
        sticks=sticks,
        hands=state.hands + 1,
        bank=bank,
        ended="bank_empty" if bank == 0 else None,
    )


def round_wind(state: TableState) -> str:
    """Always East (seed 003)."""
    return "E"


def wind_of(state: TableState, seat: int) -> str:
    """The wind of a place: it stays for the session, unlike the deal.

    >>> wind_of(TableState((0, 0), dealer=1), 1)
    'W'
    """
    return SEAT_WINDS[seat]


def continued(rules: Rules, ended: Termination) -> Rules | None:
    """The same rules for a session closed by the clock; none once the bank is empty."""
    return rules if ended == "time" else None
