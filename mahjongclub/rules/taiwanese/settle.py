"""Taiwanese mahjong with sixteen tiles: payments of base + unit x tai, and the dealer's own tai.

The rules are those of seed 002 and common usage; figures, decisions and games worked out by hand stand in
docs/rules/taiwanese.md.
"""

from __future__ import annotations

from ..game import TableState
from ..kit.counted import CountedGame, Winner
from .options import Rules
from .patterns import TAI_LIST, stricter


def dealer_tai(state: TableState) -> int:
    """What the dealer's payments carry on top: 1, and 2 for every repeat.

    >>> dealer_tai(TableState((0, 0, 0, 0), honba=2))
    5
    """
    return 2 * state.honba + 1


def capped(rules: Rules, tai: int) -> int:
    """The tai of a hand that are paid.

    >>> capped(Rules(), 30), capped(Rules(cap=20), 30)
    (30, 20)
    """
    return tai if rules.cap is None else min(tai, rules.cap)


def payment(rules: Rules, state: TableState, winner: int, payer: int, tai: int) -> int:
    """What one payer owes one winner: base + unit x tai, the dealer's tai added where either deals.

    The cap is that of the hand: the dealer's tai come on top.

    >>> payment(Rules(base=100, unit=20), TableState((0, 0, 0, 0), dealer=0, honba=2), 1, 0, 5)
    300
    """
    tai = capped(rules, tai)
    if state.dealer in (winner, payer):
        tai += dealer_tai(state)
    return rules.base + rules.unit * tai


def pays(rules: Rules, state: TableState, winner: Winner, tai: int) -> dict[int, int]:
    """The discarder alone pays, or each of the others."""
    payers = state.after_seat(winner.seat) if winner.source is None else (winner.source,)
    return {payer: payment(rules, state, winner.seat, payer, tai) for payer in payers}


#: No tai of the dealer in a false win: the text's formula has none, and the hand counts for nobody.
TAIWANESE = CountedGame(
    unit="tai",
    patterns=TAI_LIST,
    pays=pays,
    fine=lambda rules: rules.base + rules.unit * rules.false_win_tai,
    stricter=stricter,
    keeps_deal=lambda rules, won: won or rules.dealer_draw == "stays",
    limits=lambda rules: (0, rules.cap),
    has_dice=True,
    omits_from=True,
    drawn="self_drawn",
)
