"""Chinese classical mahjong: every seat's hand is counted on every hand won, and all settle with all.

The rules are those of seed 001; each reading of it is an option. Figures, decisions and games worked out by
hand stand in docs/rules/classical.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..game import (
    WIND_NAMES,
    RuleError,
    Settlement,
    TableState,
    Termination,
    Transfer,
    apply_transfers,
)
from ..kit.walls import named_wind
from ..reading import Reader
from ..words import Text
from .count import Count, count_hand
from .hand import MOST_POINTS, CountedHand, check_loser, check_tiles, check_winner, read_hand, write_hand
from .options import Rules

SEATS = 4
#: What a mahjong counts by itself, on a discard and self-drawn (seed 001).
LEAST, LEAST_SELF_DRAWN = 20, 22


@dataclass(frozen=True, slots=True)
class Win:
    """A mahjong: `source` is the discarder, None for a self-draw; `hands` holds all four, by seat."""

    winner: int
    source: int | None
    hands: tuple[CountedHand, ...]
    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """The wall ran out."""

    dice: tuple[int, int] | None = None


#: the wind of the wall that East's throw opens (seed 001)
dominant_wind = named_wind


def read_outcome(rules: Rules, hand: Mapping[str, Any]) -> Win | Draw:
    """A hand of a game record; RuleError for a wrong shape."""
    reader = Reader(hand)
    kind = reader.word("type", ("win", "draw"))
    dice = reader.dice("dice")
    if kind == "draw":
        reader.finish()
        return Draw(dice)
    winner = reader.seat("winner", SEATS)
    source = reader.optional_seat("from", SEATS)
    reader.needed("hands")
    hands = tuple(read_hand(item) for item in reader.objects("hands", SEATS))
    if len(hands) != SEATS:
        raise reader.refuse(
            "wrong_number_of_hands", "hands", Text("Each of the four seats needs a counted hand.")
        )
    reader.finish()
    return Win(winner, source, hands, dice)


def write_outcome(outcome: Win | Draw) -> dict[str, Any]:
    """The outcome as a game record writes it, in its shortest form."""
    written: dict[str, Any]
    if isinstance(outcome, Draw):
        written = {"type": "draw"}
    else:
        written = {"type": "win", "winner": outcome.winner}
        if outcome.source is not None:
            written["from"] = outcome.source
        written["hands"] = [write_hand(hand) for hand in outcome.hands]
    if outcome.dice is not None:
        written["dice"] = list(outcome.dice)
    return written


def start(rules: Rules, dice: tuple[int, int] | None = None) -> TableState:
    """The table before the first hand."""
    return TableState((rules.starting_points,) * SEATS)


def settle(rules: Rules, state: TableState, outcome: Win | Draw) -> Settlement:
    """Check the outcome against the table, count every hand and settle each pair of seats."""
    if isinstance(outcome, Draw):
        east = state.dealer if rules.draw_east == "stays" else (state.dealer + 1) % SEATS
        wind = dominant_wind(outcome.dice) if outcome.dice is not None else None
        return Settlement((), _after(rules, state, state.scores, east), round_wind=wind)
    _check(rules, state, outcome)
    counts = count_table(rules, state, outcome)
    points = tuple(count.points for count in counts)
    transfers = transfers_between(rules, state.dealer, outcome.winner, points)
    return Settlement(
        transfers,
        _after(rules, state, apply_transfers(state.scores, transfers), _next_east(rules, state, outcome)),
        hand_points=points,
        notes=_notes(rules, state, outcome, counts),
        round_wind=dominant_wind(outcome.dice) if outcome.dice is not None else None,
    )


def values(rules: Rules, self_drawn: bool, riichi: bool = False) -> Sequence[int]:
    """Points a winner's hand can count, from the mahjong alone up to the limit.

    All parts of a hand are even (seed 001), so only a limit can be odd, or what a flower counts.
    """
    most = MOST_POINTS if rules.limit is None else rules.limit
    least = min(LEAST_SELF_DRAWN if self_drawn else LEAST, most)
    if rules.flower_points % 2:
        return range(least, most + 1)
    return range(least, most + 1, 2) if (most - least) % 2 == 0 else [*range(least, most, 2), most]


def won(notes: Mapping[str, Any], seat: int, source: int | None, value: int) -> Win:
    """A mahjong of so many points, the other three hands counting nothing."""
    hands = tuple(CountedHand(value if other == seat else 0) for other in range(SEATS))
    return Win(seat, source, hands)


def count_table(rules: Rules, state: TableState, outcome: Win) -> tuple[Count, ...]:
    """Every seat's hand counted, by seat."""
    dominant = dominant_wind(outcome.dice) if outcome.dice is not None else None
    return tuple(
        count_hand(
            rules,
            hand,
            wind=state.wind_of(seat),
            dominant=dominant,
            winner=seat == outcome.winner,
            self_drawn=outcome.source is None,
        )
        for seat, hand in enumerate(outcome.hands)
    )


def transfers_between(
    rules: Rules, dealer: int, winner: int, points: tuple[int, ...]
) -> tuple[Transfer, ...]:
    """One transfer for each pair of seats whose hands differ: the winner's pairs first, then the losers'.

    Each seat receives its hand from each other seat, twice where one of the two is East; an exempt winner
    pays nobody.
    """
    losers = [(winner + step) % SEATS for step in range(1, SEATS)]
    pairs = [(winner, loser) for loser in losers]
    pairs += [(losers[i], losers[j]) for i in range(3) for j in range(i + 1, 3)]
    transfers = []
    for one, other in pairs:
        owed = 0 if one == winner and not rules.winner_pays else points[other]
        net = (points[one] - owed) * (2 if dealer in (one, other) else 1)
        if net > 0:
            transfers.append(Transfer(other, one, net, "hand"))
        elif net < 0:
            transfers.append(Transfer(one, other, -net, "hand"))
    return tuple(transfers)


def continued(rules: Rules, ended: Termination) -> Rules | None:
    """Play on without a number of hands; a session that the players closed goes on as it was."""
    return replace(rules, hands=None) if ended == "last_hand" else rules


def _check(rules: Rules, state: TableState, outcome: Win) -> None:
    winner = outcome.winner
    if outcome.source == winner:
        raise RuleError(
            "winner_is_discarder",
            "from",
            Text("Nobody wins on their own discard; for a self-drawn win leave the discarder empty."),
        )
    for seat, hand in enumerate(outcome.hands):
        path = f"hands.{seat}"
        if seat == winner:
            check_winner(rules, hand, path, winner=winner, source=outcome.source, east=state.dealer)
        else:
            check_loser(hand, path)
    check_tiles(outcome.hands)
    if outcome.dice is None and any(hand.points is None for hand in outcome.hands):
        raise RuleError(
            "missing", "dice", Text("The dice of this hand are needed: they tell the dominant wind.")
        )


def _next_east(rules: Rules, state: TableState, outcome: Win) -> int:
    if rules.east_policy == "winner":
        return outcome.winner
    stays = rules.east_policy == "in_turn" and outcome.winner == state.dealer
    return state.dealer if stays else (state.dealer + 1) % SEATS


def _notes(rules: Rules, state: TableState, outcome: Win, counts: tuple[Count, ...]) -> tuple[Text, ...]:
    notes = []
    for seat, count in enumerate(counts):
        if count.uncapped > count.points:
            wind = WIND_NAMES[state.wind_of(seat)]
            notes.append(
                Text(
                    "{wind}: {uncapped} counted, {points} by the limit.",
                    wind=wind,
                    uncapped=count.uncapped,
                    points=count.points,
                )
            )
    least = LEAST_SELF_DRAWN if outcome.source is None else LEAST
    typed = outcome.hands[outcome.winner].points
    if typed is not None and typed < least:
        notes.append(
            Text("{typed} is less than a mahjong counts by itself: {least}.", typed=typed, least=least)
        )
    if "loose_tile" in outcome.hands[outcome.winner].feats and not rules.loose_tile:
        notes.append(Text("A loose tile is not doubled here."))
    return tuple(notes)


def _after(rules: Rules, state: TableState, scores: tuple[int, ...], east: int) -> TableState:
    played = state.hands + 1
    over = rules.hands is not None and played >= rules.hands
    return replace(state, scores=scores, dealer=east, hands=played, ended="last_hand" if over else None)
