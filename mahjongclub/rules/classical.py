"""Chinese classical mahjong: every seat's hand is counted on every hand won, and all settle with all.

The rules are those of seed 001; each reading of it is an option. Figures, decisions and games worked out by
hand stand in docs/rules/classical.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .classical_count import Count, count_hand
from .classical_hand import CountedHand, check_loser, check_tiles, check_winner, read_hand, write_hand
from .classical_rules import PRESETS, Rules
from .game import (
    WINDS,
    RuleError,
    Settlement,
    Standing,
    TableState,
    Termination,
    Text,
    Transfer,
    Variant,
    apply_transfers,
    rank_by_score,
)
from .reading import Reader

SEATS = 4


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


def dominant_wind(dice: tuple[int, int]) -> str:
    """The wind of the wall that East's throw opens (seed 001).

    >>> [dominant_wind(dice) for dice in ((1, 4), (4, 6), (1, 2), (6, 6))]
    ['E', 'S', 'W', 'N']
    """
    return WINDS[(sum(dice) - 1) % 4]


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
            "wrong_number_of_hands",
            "hands",
            "Each of the four seats needs a counted hand.",
            "Il faut une main comptée pour chacune des quatre places.",
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
    _check(state, outcome)
    counts = count_table(rules, state, outcome)
    points = tuple(count.points for count in counts)
    transfers = transfers_between(rules, state.dealer, outcome.winner, points)
    return Settlement(
        transfers,
        _after(rules, state, apply_transfers(state.scores, transfers), outcome.winner),
        hand_points=points,
        notes=_notes(rules, state, outcome, counts),
        round_wind=dominant_wind(outcome.dice) if outcome.dice is not None else None,
    )


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


def rank(rules: Rules, state: TableState) -> list[Standing]:
    """Standings by score; equal scores share a rank."""
    return rank_by_score(state)


def label(state: TableState) -> str:
    """The number of the hand to come: the game has no rounds.

    >>> label(TableState((0, 0, 0, 0), hands=4))
    '5'
    """
    return str(state.hands + 1)


def round_wind(state: TableState) -> str | None:
    """None: only the dice of the hand tell its dominant wind."""
    return None


def continued(rules: Rules, ended: Termination) -> Rules | None:
    """Play on without a number of hands; a session that the players closed goes on as it was."""
    return replace(rules, hands=None) if ended == "last_hand" else rules


def _check(state: TableState, outcome: Win) -> None:
    winner = outcome.winner
    if outcome.source == winner:
        raise RuleError(
            "winner_is_discarder",
            "from",
            Text(
                "Nobody wins on the own discard; leave “from” out for a self-draw.",
                "On ne gagne pas sur son propre écart ; sans « from », la tuile vient de la muraille.",
            ),
        )
    for seat, hand in enumerate(outcome.hands):
        path = f"hands.{seat}"
        if seat == winner:
            check_winner(hand, path, self_drawn=outcome.source is None, is_east=seat == state.dealer)
        else:
            check_loser(hand, path)
    check_tiles(outcome.hands)
    if outcome.dice is None and any(hand.points is None for hand in outcome.hands):
        raise RuleError(
            "missing",
            "dice",
            Text(
                "The dice of this hand are needed: they tell the dominant wind.",
                "Il faut les dés de cette partie : ils donnent le vent dominant.",
            ),
        )


def _notes(rules: Rules, state: TableState, outcome: Win, counts: tuple[Count, ...]) -> tuple[Text, ...]:
    notes = []
    for seat, count in enumerate(counts):
        if count.uncapped > count.points:
            wind = _WIND_NAMES[state.wind_of(seat)]
            notes.append(
                Text(
                    f"{wind.en}: {count.uncapped} counted, {count.points} by the limit.",
                    f"{wind.fr} : {count.uncapped} comptés, {count.points} par la limite.",
                )
            )
    typed, least = outcome.hands[outcome.winner].points, 20 if outcome.source is not None else 22
    if typed is not None and typed < least:
        notes.append(
            Text(
                f"{typed} is less than a mahjong counts by itself: {least}.",
                f"{typed}, c’est moins que ce que compte un mahjong à lui seul : {least}.",
            )
        )
    if "loose_tile" in outcome.hands[outcome.winner].feats and not rules.loose_tile:
        notes.append(Text("A loose tile is not doubled here.", "La pièce détachée n’est pas doublée ici."))
    return tuple(notes)


_WIND_NAMES = {
    "E": Text("East", "Est"),
    "S": Text("South", "Sud"),
    "W": Text("West", "Ouest"),
    "N": Text("North", "Nord"),
}


def _after(rules: Rules, state: TableState, scores: tuple[int, ...], east: int) -> TableState:
    played = state.hands + 1
    over = rules.hands is not None and played >= rules.hands
    return replace(state, scores=scores, dealer=east, hands=played, ended="last_hand" if over else None)


VARIANT = Variant(
    key="classical",
    name=Text("Chinese classical", "Chinois classique"),
    seats=SEATS,
    rules_type=Rules,
    presets=PRESETS,
    read_outcome=read_outcome,
    write_outcome=write_outcome,
    start=start,
    settle=settle,
    rank=rank,
    label=label,
    round_wind=round_wind,
    continued=continued,
)
