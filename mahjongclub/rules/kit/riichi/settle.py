"""What a riichi hand moves, for as many seats as the rules have, and the table after it.

Source: seed 000, filled in as docs/rules/riichi.md says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...game import RuleError, Settlement, TableState, Transfer, apply_transfers, prevailing_wind
from ...words import Text
from ..winners import distance_after_discarder
from .checks import breaches, check_outcome, check_pao_yakuman, is_open_kan_liability
from .end import bust_bonuses, chips_after, termination, termination_by_chombo
from .hand import WinningHand
from .options import Rules
from .outcomes import Abort, Chombo, Draw, Outcome, Win, Winner
from .payments import (
    hand_payments,
    honba_payments,
    nagashi_payments,
    noten_payments,
    reverse_mangan_payments,
    stick_award,
    stick_deposits,
)
from .tiles import TileValue, evaluate_tiles
from .value import YAKUMAN, Value
from .yaku import LIABLE_FOR, PAO_YAKUMAN

HEAD_BUMP = Text("Head bump (atamahane): only the nearest winner is paid, the other rons are void.")
THREE_RONS_ABORT = Text("Three rons abort the hand: nobody is paid.")
DEALER_MAY_END = Text("The dealer leads and may end the game here.")
ONE_YAKUMAN = Text("Yakuman do not add up in these rules: the hand counts as one.")


@dataclass(frozen=True, slots=True)
class _Valued:
    """A winner with the basic points of the hand, what its tiles held and what to say about it.

    `liable` are the basic points for which each liable seat pays (pao).
    """

    winner: Winner
    basic: int
    liable: Mapping[int, int] = field(default_factory=dict)
    yaku: tuple[dict[str, Any], ...] = ()
    notes: tuple[Text, ...] = ()


def start(rules: Rules, dice: tuple[int, int] | None = None) -> TableState:
    """The table before the first hand."""
    return TableState(scores=(rules.starting_points,) * rules.seats, penalties=(0,) * rules.seats)


def settle(rules: Rules, state: TableState, outcome: Outcome) -> Settlement:
    """Check a hand against the table, move its points and say how the table stands after it.

    Transfers come in the order: hands, honba, riichi sticks put out, sticks taken. RuleError where the
    outcome cannot have happened at this table.
    """
    check_outcome(rules, outcome)
    settled = _settle(rules, state, outcome)
    return replace(settled, warnings=tuple(breaches(rules, state, outcome)))


def _settle(rules: Rules, state: TableState, outcome: Outcome) -> Settlement:
    match outcome:
        case Win():
            return _settle_win(rules, state, outcome)
        case Draw():
            return _settle_draw(rules, state, outcome)
        case Abort():
            return _settle_abort(rules, state, outcome.riichi)
        case Chombo():
            return _settle_chombo(rules, state, outcome)


def _settle_win(rules: Rules, state: TableState, outcome: Win) -> Settlement:
    valued = [_value(rules, state, outcome, index) for index in range(len(outcome.wins))]
    if rules.multi_ron == "double" and len(valued) == 3:
        return _settle_abort(rules, state, outcome.riichi, (THREE_RONS_ABORT,))
    nearest_first = sorted(valued, key=lambda each: distance_after_discarder(each.winner, state.seats))
    paid = nearest_first[:1] if rules.multi_ron == "head_bump" else nearest_first
    with_honba = paid if rules.multi_honba == "each" else paid[:1]
    transfers = [
        transfer
        for each in paid
        for transfer in hand_payments(rules, state, each.winner, each.basic, each.liable)
    ]
    for each in with_honba:
        transfers += honba_payments(rules, state, each.winner, each.liable)
    transfers += stick_deposits(outcome.riichi)
    nearest, *others = (each.winner.seat for each in paid)
    own_back = [seat for seat in others if rules.multi_riichi == "own_first" and seat in outcome.riichi]
    for seat in own_back:
        transfers += stick_award(1, seat)
    transfers += stick_award(state.sticks + len(outcome.riichi) - len(own_back), nearest)
    dealer_won = any(each.winner.seat == state.dealer for each in paid)
    after = _next_table(
        rules,
        state,
        transfers,
        sticks=0,
        dealer_stays=dealer_won and rules.renchan != "never",
        dealer_earned=dealer_won,
    )
    if rules.yakitori:
        after = replace(after, winners=tuple(sorted({*state.winners, *(each.winner.seat for each in paid)})))
    if any(each.winner.chips for each in paid):
        after = replace(after, chips=chips_after(after, [each.winner for each in paid]))
    if rules.bust_bonus and after.ended == "bust":
        after = replace(after, bonuses=bust_bonuses(rules, after, [each.winner for each in paid]))
    notes = tuple(note for each in paid for note in each.notes)
    return Settlement(
        tuple(transfers),
        after,
        yaku=tuple(yaku for each in paid for yaku in each.yaku),
        notes=notes
        + ((HEAD_BUMP,) if len(paid) < len(valued) else ())
        + ((DEALER_MAY_END,) if after.may_end else ()),
    )


def _value(rules: Rules, state: TableState, outcome: Win, index: int) -> _Valued:
    """One winner's hand valued; tiles are read here, as only the table knows winds and riichi."""
    winner = outcome.wins[index]
    value = winner.value
    from_tiles: TileValue | None = None
    yaku = value.ticked_yaku_rows(winner.seat)
    if value.tiles is not None:
        from_tiles = tile_value(rules, state, outcome, index)
        check_pao_yakuman(rules, winner, from_tiles, f"wins.{index}.pao")
        value = (
            Value(yakuman=from_tiles.yakuman)
            if from_tiles.yakuman
            else Value(han=from_tiles.han, fu=from_tiles.fu)
        )
        unit = "yakuman" if from_tiles.yakuman else "han"
        yaku = tuple({"winner": winner.seat, "name": name, unit: count} for name, count in from_tiles.yaku)
    capped = value.yakuman is not None and value.yakuman > 1 and not rules.yakuman_add_up
    liable = _liable(rules, winner, value, from_tiles, f"wins.{index}.pao")
    return _Valued(winner, value.basic(rules), liable, yaku, (ONE_YAKUMAN,) if capped else ())


def _liable(
    rules: Rules, winner: Winner, value: Value, from_tiles: TileValue | None, field: str
) -> dict[int, int]:
    """The basic points each liable seat pays for; `from_tiles` is what the tiles held, where they were given.

    Where two seats are liable each pays for the yakuman it fed, whatever `pao_composite` says (riichi.wiki,
    "Sekinin barai").
    """
    if winner.pao is None:
        return {}
    if isinstance(winner.pao, int) and is_open_kan_liability(rules, winner, value.yakuman):
        return {winner.pao: value.basic(rules)}
    fed = dict(winner.pao) if isinstance(winner.pao, tuple) else {"": winner.pao}
    first, whole = next(iter(fed.values())), value.basic(rules)
    if not rules.yakuman_add_up or (rules.pao_composite == "whole" and len(set(fed.values())) == 1):
        return {first: whole}
    covered = {PAO_YAKUMAN[word] for word in rules.pao if word in PAO_YAKUMAN}
    liable: dict[int, int] = {}
    for key, seat in fed.items():
        names = {LIABLE_FOR[key]} if key else covered
        if from_tiles is None:
            count = 2 if key and LIABLE_FOR[key] in rules.double_yakuman else 1
        else:
            count = sum(times for name, times in from_tiles.yaku if name in names)
        liable[seat] = liable.get(seat, 0) + count * YAKUMAN
    if sum(liable.values()) > whole:
        raise RuleError("pao_too_many", field, Text("Somebody is liable for more yakuman than the hand has."))
    return liable


def without_uncounted_bonuses(rules: Rules, tiles: WinningHand) -> WinningHand:
    """The tiles without what these rules do not count: ippatsu, ura dora, the indicators of kans.

    >>> tiles = WinningHand(("1m",), "1m", (), ("3m", "5m"), ("7z",), flags=("ippatsu", "haitei"))
    >>> some = without_uncounted_bonuses(Rules(ippatsu=False, ura_dora=False, kan_dora=False), tiles)
    >>> some.dora_indicators, some.ura_indicators, some.flags
    (('3m',), (), ('haitei',))
    """
    indicators = None if rules.kan_dora else 1
    return replace(
        tiles,
        dora_indicators=tiles.dora_indicators[:indicators],
        ura_indicators=tiles.ura_indicators[:indicators] if rules.ura_dora else (),
        flags=tuple(flag for flag in tiles.flags if flag != "ippatsu" or rules.ippatsu),
    )


def tile_value(rules: Rules, state: TableState, outcome: Win, index: int) -> TileValue:
    """Yaku, han and fu of a winner whose hand was given as tiles. RuleError as `evaluate_tiles` says."""
    winner = outcome.wins[index]
    assert winner.value.tiles is not None
    return evaluate_tiles(
        without_uncounted_bonuses(rules, winner.value.tiles),
        self_drawn=winner.source is None,
        riichi=winner.seat in outcome.riichi,
        seat_wind=state.wind_of(winner.seat),
        round_wind=prevailing_wind(state),
        tile_set=rules.tile_set,
        double_wind_pair_fu=rules.double_wind_pair_fu,
        open_tanyao=rules.open_tanyao,
        double_yakuman=rules.double_yakuman,
        renhou=rules.renhou,
        path=f"wins.{index}.tiles",
    )


def _settle_draw(rules: Rules, state: TableState, outcome: Draw) -> Settlement:
    nagashi = [seat for seat in outcome.nagashi if seat not in outcome.dead]
    if nagashi and rules.nagashi_as == "win":
        return _settle_nagashi_win(rules, state, outcome, nagashi)
    transfers = (
        nagashi_payments(rules, state, nagashi)
        if nagashi
        else noten_payments(rules, state, outcome.paid_as_tenpai)
    )
    transfers += stick_deposits(outcome.riichi)
    dealer_tenpai = state.dealer in outcome.paid_as_tenpai
    after = _next_table(
        rules,
        state,
        transfers,
        sticks=state.sticks + len(outcome.riichi),
        dealer_stays=dealer_tenpai and rules.renchan == "tenpai",
        dealer_earned=dealer_tenpai and rules.tenpai_yame,
        drawn=True,
    )
    return Settlement(tuple(transfers), after, notes=(DEALER_MAY_END,) if after.may_end else ())


def _settle_nagashi_win(rules: Rules, state: TableState, outcome: Draw, nagashi: Sequence[int]) -> Settlement:
    """Nagashi mangan as a self-drawn win: the honba to each, the sticks to the nearest from the dealer on."""
    transfers = nagashi_payments(rules, state, nagashi)
    each = rules.honba_from_each() * state.honba
    transfers += [
        Transfer(payer, seat, each, "honba") for seat in nagashi for payer in state.after_seat(seat) if each
    ]
    transfers += stick_deposits(outcome.riichi)
    nearest = min(nagashi, key=lambda seat: (seat - state.dealer) % state.seats)
    transfers += stick_award(state.sticks + len(outcome.riichi), nearest)
    dealer_won = state.dealer in nagashi
    after = _next_table(
        rules,
        state,
        transfers,
        sticks=0,
        dealer_stays=dealer_won and rules.renchan != "never",
        dealer_earned=dealer_won,
    )
    return Settlement(tuple(transfers), after, notes=(DEALER_MAY_END,) if after.may_end else ())


def _settle_abort(
    rules: Rules, state: TableState, riichi: tuple[int, ...], notes: tuple[Text, ...] = ()
) -> Settlement:
    transfers = stick_deposits(riichi)
    after = _next_table(
        rules,
        state,
        transfers,
        sticks=state.sticks + len(riichi),
        dealer_stays=rules.abort_deal == "stays",
        dealer_earned=False,
        drawn=True,
    )
    return Settlement(tuple(transfers), after, notes=notes)


def _settle_chombo(rules: Rules, state: TableState, outcome: Chombo) -> Settlement:
    """The hand is played again, so nothing but scores or penalties changes; the last may end the session."""
    transfers = reverse_mangan_payments(rules, state, outcome.offenders) if rules.chombo == "mangan" else []
    fine_told = Text(
        "{points} are taken off in the ranking, after uma; no points move now.", points=rules.chombo_points
    )
    fine = rules.chombo_points if rules.chombo == "20000_after_uma" else 0
    after = replace(
        state,
        scores=apply_transfers(state.scores, transfers),
        penalties=tuple(
            penalty + (fine if seat in outcome.offenders else 0)
            for seat, penalty in enumerate(state.penalties or (0,) * state.seats)
        ),
        hands=state.hands + 1,
        may_end=False,
    )
    return Settlement(
        tuple(transfers),
        replace(after, ended=termination_by_chombo(rules, after)),
        notes=(fine_told,) if fine else (),
    )


def _next_table(
    rules: Rules,
    state: TableState,
    transfers: list[Transfer],
    *,
    sticks: int,
    dealer_stays: bool,
    dealer_earned: bool,
    drawn: bool = False,
) -> TableState:
    """The table after a hand that was played out: scores, dealer, round, counters, and whether it is over."""
    dealer = state.dealer if dealer_stays else (state.dealer + 1) % state.seats
    after = replace(
        state,
        scores=apply_transfers(state.scores, transfers),
        dealer=dealer,
        round=state.round + (dealer == 0 and not dealer_stays),
        honba=state.honba + 1 if dealer_stays or drawn else 0,
        sticks=sticks,
        hands=state.hands + 1,
        may_end=False,
    )
    ended = termination(rules, state, after, dealer_stays=dealer_stays, dealer_earned=dealer_earned)
    if ended == "dealer_leads" and rules.agari_yame == "asked":
        return replace(after, may_end=True)
    return replace(after, ended=ended)
