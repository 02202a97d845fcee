"""Chinese classical mahjong: every seat's hand is counted on every hand won, and all settle with all.

The rules are those of seed 001; each reading of it is an option. Figures, decisions and games worked out by
hand stand in docs/rules/classical.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import prod
from typing import Any

from ..game import (
    WIND_NAMES,
    WINDS,
    Breach,
    RuleError,
    Settlement,
    TableState,
    Termination,
    Transfer,
    apply_transfers,
)
from ..kit import outcomes
from ..kit.common_options import MOST_ROUNDS
from ..kit.walls import named_wind
from ..reading import Reader
from ..words import Text
from .count import Count, best_special_hand, count_hand
from .hand import (
    DEALT,
    FEAT_NAMES,
    MOST_POINTS,
    CountedHand,
    check_losing_hand,
    check_tiles,
    check_winning_hand,
    hand_to_json,
    read_hand,
)
from .options import Rules
from .specials import BY_KEY, SPECIALS, is_clean

#: how many can play
SEAT_COUNTS = (3, 4)


def _read_hands(reader: Reader, name: str, seats: int) -> tuple[CountedHand, ...]:
    reader.needed(name)
    hands = tuple(read_hand(item) for item in reader.objects(name, seats))
    if len(hands) != seats:
        raise reader.rule_error(
            "wrong_number_of_hands",
            name,
            Text("Each of the {seats} seats needs a counted hand.", seats=seats),
        )
    return hands


def _read_drawn(reader: Reader, name: str, seats: int) -> tuple[CountedHand, ...]:
    """The hands of a draw; () where nobody counted."""
    return () if reader.value(name) is None else _read_hands(reader, name, seats)


def _write_hands(hands: Sequence[CountedHand]) -> list[dict[str, Any]]:
    return [hand_to_json(hand) for hand in hands]


@dataclass(frozen=True, slots=True)
class Win:
    """A mahjong: `source` is the discarder, None for a self-draw; `hands` holds all four, by seat.

    `cannon` is the discarder who pays the winner for all three, None where nobody does.
    """

    winner: int = outcomes.seat()
    source: int | None = outcomes.optional_seat("from")
    hands: tuple[CountedHand, ...] = outcomes.part(_read_hands, (), write=_write_hands)
    dice: tuple[int, int] | None = outcomes.dice()
    cannon: int | None = outcomes.optional_seat()


@dataclass(frozen=True, slots=True)
class Draw:
    """The wall ran out; `hands` holds all four where the rules count them, () where nobody counted."""

    hands: tuple[CountedHand, ...] = outcomes.part(_read_drawn, (), write=_write_hands)
    dice: tuple[int, int] | None = outcomes.dice()


@dataclass(frozen=True, slots=True)
class FalseMahjong:
    """A seat called mahjong without one; the hand is replayed."""

    offender: int = outcomes.seat()
    dice: tuple[int, int] | None = outcomes.dice()


Outcome = Win | Draw | FalseMahjong
OUTCOMES = outcomes.Outcomes(win=Win, draw=Draw, false_mahjong=FalseMahjong)


#: Options in points that may make a hand odd.
ODD_MAYBE = (
    "flower_points",
    "mahjong_points",
    "self_drawn_points",
    "no_pung_points",
    "only_tile_points",
    "completed_pair_points",
    "completed_major_pair_points",
    "pe_ling_points",
    *(special.option for special in SPECIALS),
)

#: the wind of the wall that East's throw opens (seed 001)
dominant_wind = named_wind


def round_wind(rules: Rules, state: TableState) -> str | None:
    """The wind of the round, None where each hand's dice name the wind that counts."""
    return WINDS[state.round % len(WINDS)] if rules.round_wind == "round" else None


def counting_wind(rules: Rules, state: TableState, dice: tuple[int, int] | None) -> str | None:
    """The wind that counts in a hand beside the own; None where its dice would tell and are not known."""
    by_dice = dominant_wind(dice) if dice is not None and rules.round_wind == "break" else None
    return by_dice or round_wind(rules, state)


def settle(rules: Rules, state: TableState, outcome: Outcome) -> Settlement:
    """Check the outcome against the table, count every hand and settle each pair of seats."""
    wind = counting_wind(rules, state, outcome.dice)
    if isinstance(outcome, FalseMahjong):
        return _settle_false_mahjong(rules, state, outcome, wind)
    _check(rules, state, outcome)
    counts = count_table(rules, state, outcome)
    points = tuple(count.points for count in counts)
    if isinstance(outcome, Draw):
        east = state.dealer if rules.draw_east == "stays" else (state.dealer + 1) % state.seats
        transfers = transfers_between(rules, state.dealer, None, points) if points else ()
        notes = [*_limits(rules, state, counts)]
        if rules.goulash_after_draw:
            notes.append(
                Text("The next hand is a Goulash, with {jokers} jokers.", jokers=rules.goulash_jokers)
                if rules.goulash_jokers
                else Text("The next hand is a Goulash.")
            )
    else:
        east = _next_east(rules, state, outcome)
        if outcome.cannon is not None:
            transfers = _for_all(state, outcome.winner, outcome.cannon, points[outcome.winner])
        else:
            transfers = transfers_between(rules, state.dealer, outcome.winner, points)
        notes = [*_limits(rules, state, counts), *_notes(rules, outcome)]
    after = _after(rules, state, apply_transfers(state.scores, transfers), east)
    drawn = isinstance(outcome, Draw) and rules.goulash_after_draw and rules.goulash_jokers > 0
    return Settlement(
        transfers,
        replace(after, drawn=drawn),
        hand_points=points or None,
        yaku=_special_won(rules, outcome) if isinstance(outcome, Win) else (),
        notes=tuple(notes),
        round_wind=wind,
        warnings=tuple(_warnings(rules, outcome, counts)),
    )


def jokers_in_play(rules: Rules, state: TableState) -> int:
    """How many jokers the hand to come has: those of a Goulash, after a draw."""
    return rules.goulash_jokers if state.drawn else 0


def _special_won(rules: Rules, outcome: Win) -> tuple[dict[str, Any], ...]:
    """The special hand that won: its key, the club's name, or what it was called beside typed points."""
    hand = outcome.hands[outcome.winner]
    self_drawn = outcome.source is None
    special_name = (
        best_special_hand(rules, hand, winner=True, self_drawn=self_drawn)
        if rules.counts_special_hands
        else None
    )
    name = special_name or hand.special
    if not name:
        return ()
    special_hand = rules.special(name) if name not in BY_KEY else None
    return ({"winner": outcome.winner, "name": str(special_hand[0]) if special_hand else name},)


def _settle_false_mahjong(
    rules: Rules, state: TableState, outcome: FalseMahjong, wind: str | None
) -> Settlement:
    fine = rules.false_mahjong
    transfers = tuple(
        Transfer(outcome.offender, seat, fine, "penalty")
        for seat in state.after_seat(outcome.offender)
        if fine
    )
    after = replace(state, scores=apply_transfers(state.scores, transfers), hands=state.hands + 1)
    if rules.hands is not None and after.hands >= rules.hands:
        after = replace(after, ended="last_hand")
    return Settlement(transfers, after, round_wind=wind)


def values(rules: Rules, self_drawn: bool, riichi: bool = False) -> Sequence[int]:
    """Points a winner's hand can count, from the mahjong alone up to the limit.

    All parts of a hand are even (seed 001), so only a limit can be odd, or what a club counts otherwise.
    """
    most = MOST_POINTS if rules.limit is None else rules.limit
    least = min(least_points(rules, self_drawn), most)
    if any(getattr(rules, name) % 2 for name in ODD_MAYBE) or any(entry[1] % 2 for entry in rules.own_hands):
        return range(least, most + 1)
    return range(least, most + 1, 2) if (most - least) % 2 == 0 else [*range(least, most, 2), most]


def least_points(rules: Rules, self_drawn: bool) -> int:
    """What a mahjong counts by itself."""
    return rules.mahjong_points + (rules.self_drawn_points if self_drawn else 0)


def win_from_notes(
    notes: Mapping[str, Any], seat: int, source: int | None, value: int, seats: int = 4
) -> Win:
    """A mahjong of so many points, the hands of the others counting nothing."""
    hands = tuple(CountedHand(value if other == seat else 0) for other in range(seats))
    return Win(seat, source, hands)


def count_table(rules: Rules, state: TableState, outcome: Win | Draw) -> tuple[Count, ...]:
    """Every seat's hand counted, by seat; () for a draw that nobody counted."""
    winner, source = (outcome.winner, outcome.source) if isinstance(outcome, Win) else (None, 0)
    return tuple(
        count_hand(
            rules,
            hand,
            wind=state.wind_of(seat),
            dominant=counting_wind(rules, state, outcome.dice),
            winner=seat == winner,
            self_drawn=source is None,
        )
        for seat, hand in enumerate(outcome.hands)
    )


def transfers_between(
    rules: Rules, dealer: int, winner: int | None, points: tuple[int, ...]
) -> tuple[Transfer, ...]:
    """One transfer for each pair of seats whose hands differ: the winner's pairs first, then the losers'.

    Each seat receives its hand from each other seat, twice where one of the two is East; an exempt winner
    pays nobody. `winner` is None where a draw is counted.
    """
    first = winner or 0
    losers = [(first + step) % len(points) for step in range(1, len(points))]
    pairs = [(first, loser) for loser in losers]
    pairs += combinations(losers, 2)
    transfers = []
    for seat, other in pairs:
        owed = 0 if seat == winner and not rules.winner_pays else points[other]
        net = (points[seat] - owed) * (2 if dealer in (seat, other) else 1)
        if net > 0:
            transfers.append(Transfer(other, seat, net, "hand"))
        elif net < 0:
            transfers.append(Transfer(seat, other, -net, "hand"))
    return tuple(transfers)


def _for_all(state: TableState, winner: int, payer: int, points: int) -> tuple[Transfer, ...]:
    """A cannon: the discarder pays the shares of all losers, and nobody settles anything else.

    Millington, 90 to 96, as J. C. Bradfield's program cites the book; elsewhere a house rule.

    The shares of the others stand as liability ("pao").
    """
    shares = {
        seat: points * (2 if state.dealer in (winner, seat) else 1) for seat in state.after_seat(winner)
    }
    share = shares.pop(payer)
    for_others = Transfer(payer, winner, sum(shares.values()), "pao")
    return (Transfer(payer, winner, share, "hand"), for_others) if points else ()


def continued(rules: Rules, ended: Termination) -> Rules | None:
    """One more round, or without a number of hands; a session that the players closed goes on as it was."""
    if ended != "last_hand":
        return rules
    rounds = None if rules.rounds is None or rules.rounds >= MOST_ROUNDS else rules.rounds + 1
    return replace(rules, hands=None, rounds=rounds)


def _check(rules: Rules, state: TableState, outcome: Win | Draw) -> None:
    winner, source = (outcome.winner, outcome.source) if isinstance(outcome, Win) else (None, None)
    if winner is not None and source == winner:
        raise RuleError(
            "winner_is_discarder",
            "from",
            Text("Nobody wins on their own discard; for a self-drawn win leave the discarder empty."),
        )
    if isinstance(outcome, Draw) and outcome.hands and not rules.draw_counts:
        raise RuleError("draw_not_counted", "hands", Text("By these rules a draw is not counted."))
    if isinstance(outcome, Win) and outcome.cannon is not None:
        if not rules.cannon:
            raise RuleError("no_cannon", "cannon", Text("These rules have no cannon."))
        if outcome.cannon != source:
            raise RuleError(
                "cannon_not_discarder",
                "cannon",
                Text("Only the player who discarded the tile pays for all three."),
            )
    for seat, hand in enumerate(outcome.hands):
        path = f"hands.{seat}"
        if seat == winner:
            check_winning_hand(rules, hand, path, winner=winner, source=source, east=state.dealer)
        else:
            check_losing_hand(rules, hand, path)
    check_tiles(outcome.hands, jokers_in_play(rules, state))
    counted = any(hand.points is None for hand in outcome.hands)
    if outcome.dice is None and counted and rules.round_wind == "break":
        raise RuleError(
            "missing", "dice", Text("The dice of this hand are needed: they tell the dominant wind.")
        )


def _next_east(rules: Rules, state: TableState, outcome: Win) -> int:
    if rules.east_policy == "winner":
        return outcome.winner
    stays = rules.east_policy == "in_turn" and outcome.winner == state.dealer
    return state.dealer if stays else (state.dealer + 1) % state.seats


def _limits(rules: Rules, state: TableState, counts: tuple[Count, ...]) -> Iterator[Text]:
    for seat, count in enumerate(counts):
        if count.uncapped > count.points:
            wind = WIND_NAMES[state.wind_of(seat)]
            yield Text(
                "{wind}: {uncapped} counted, {points} by the limit.",
                wind=wind,
                uncapped=count.uncapped,
                points=count.points,
            )


def _notes(rules: Rules, outcome: Win) -> Iterator[Text]:
    least = least_points(rules, outcome.source is None)
    typed = outcome.hands[outcome.winner].points
    if typed is not None and typed < least:
        yield Text("{typed} is less than a mahjong counts by itself: {least}.", typed=typed, least=least)
    for feat in outcome.hands[outcome.winner].feats:
        if feat not in rules.ticks and feat not in DEALT:
            yield Text("“{feat}” counts nothing by these rules.", feat=FEAT_NAMES[feat])


def _warnings(rules: Rules, outcome: Win | Draw, counts: Sequence[Count]) -> Iterator[Breach]:
    """What the rules forbid and yet happened: too many sequences, or a mahjong that is too small."""
    if isinstance(outcome, Draw):
        return
    hand, field = outcome.hands[outcome.winner], f"hands.{outcome.winner}.sets"
    chows = sum(tile_set.kind == "chow" for tile_set in hand.sets)
    if chows > rules.max_chows:
        most = Text.counted(
            "A mahjong may have {count} sequence at most here.",
            "A mahjong may have {count} sequences at most here.",
            rules.max_chows,
        )
        yield Breach("too_many_chows", field, most)
    if rules.mahjong_minimum != "none" and hand.is_complete and not is_clean(hand.sets):
        factor = prod(times for _, times in counts[outcome.winner].doublings)
        if (
            factor < 4
            and best_special_hand(rules, hand, winner=True, self_drawn=outcome.source is None) is None
        ):
            least = Text("A mahjong needs a clean hand or two doublings here.")
            yield Breach("mahjong_too_small", field, least)


def _after(rules: Rules, state: TableState, scores: tuple[int, ...], east: int) -> TableState:
    played = state.hands + 1
    # a round is over once East has come round to the first seat again
    passed = rules.east_policy != "winner" and east != state.dealer and east == 0
    rounds = state.round + passed
    over = (rules.hands is not None and played >= rules.hands) or (
        rules.rounds is not None and rounds >= rules.rounds
    )
    return replace(
        state, scores=scores, dealer=east, round=rounds, hands=played, ended="last_hand" if over else None
    )
