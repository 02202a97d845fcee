"""The rules card of American mah jongg."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.american.options import LEAGUE_SOURCE, Rules
from mahjongclub.rules.words import Text

from ..kit.card import (
    NO_NORTH,
    SHUFFLE,
    Section,
    book_title,
    length_sentences,
    with_option_values,
    without_unused_sentences,
)

CHARLESTON = (
    Text(
        "First Charleston, which everybody plays: three tiles to the right, three across, three to the left."
    ),
    Text("Second Charleston, if all four agree: three to the left, three across, three to the right."),
    Text("Courtesy: you and the player across exchange up to three tiles, as many as who wants fewer says."),
    Text("A joker is never passed. On the last pass of each Charleston you may pass tiles on unseen."),
)
OF_THREE = (NO_NORTH, Text("Three play without the Charleston."))
SET = Text(
    "152 tiles: craks, bams and dots from 1 to 9, winds, dragons (the white one is called soap), eight "
    "flowers and eight jokers."
)
HAND = (
    Text("A hand is 14 tiles that make one line of the table’s card. The app holds no card."),
    Text("The line says what the hand is worth, and whether it may have exposures or is concealed."),
)
CLAIMS = (
    Text(
        "Only the tile just discarded can be claimed, for three or more of a kind. They are laid face up: an "
        "exposure. Then you discard."
    ),
    Text("For a pair, a single tile or a concealed hand you may claim a discard to say mah jongg only."),
    Text("If several want a tile, mah jongg goes first, then the player who comes first in turn."),
    Text("A discarded joker is dead."),
    Text(
        "East who was dealt mah jongg has won before the Charleston (a heavenly hand): it counts as "
        "self-picked."
    ),
)
JOKERS = (
    Text("A joker stands for any tile in three or more of a kind, never in a pair or for a single tile."),
    Text(
        "Joker exchange: in your turn, once you have drawn, put the tile that a joker of any exposure stands "
        "for in its place and take the joker."
    ),
    Text("Mah jongg by a joker exchange is self-picked."),
)
DEAD = (
    Text("A dead hand plays no more and pays as the others do. With two or more dead the hand goes on."),
    Text("Say mah jongg before you show your tiles: a player who shows a hand that is none has a dead hand."),
)
HOME = (
    Text("The value V of the hand is read from the table’s card and typed."),
    Text("On a discard the discarder pays {discarder} V, each other player {others} V."),
    Text("For a self-picked hand each of the others pays {self_picked} V."),
    Text("When the wall runs out nobody pays."),
)
JOKERLESS = Text(
    "A hand without a joker is paid {jokerless} times as much, but not one of Singles and Pairs."
)
PIE = Text("Nobody loses more than the pie of {pie}: then you play on and pay no more.")
BETS = Text(
    "The player who sits out bets on a player before the first discard, "
    "and gets or pays what that player does."
)
HOME_FAULTS = (
    Text(
        "If all but one have shown their tiles after a mistake, "
        "the player who made it pays that one {mistake} V."
    ),
    Text("A player who misnames a discard that wins pays the winner {misnamed} V. The others pay nothing."),
)
TOURNAMENT = (
    Text("The players pay nobody: points are written down."),
    Text("The winner gets the value of the hand, {self_pick_bonus} more for a self-picked one."),
    Text("A hand without a joker gets {jokerless_bonus} more, but not one of Singles and Pairs."),
    Text("The discarder loses {penalty_few} where the winner had no or one exposure."),
    Text("With two exposures the discarder loses {penalty_two}."),
    Text("With three or more exposures the discarder loses {penalty_three}."),
    Text("When the wall runs out everybody whose hand is not dead gets {wall_points}."),
)
TOURNAMENT_FAULTS = (
    Text("If all but one have shown their tiles after a mistake, that one gets the points of a wall game."),
    Text("A misnamed discard that wins costs its discarder what three exposures do."),
)
EAST = Text("East passes to the right after every hand, also after East has won and after a wall game.")


def card(rules: Rules, preset: Any) -> tuple[Section, ...]:
    """The sections in the order a player needs them, by these rules."""
    book = book_title(preset, LEAGUE_SOURCE.title)
    faults = TOURNAMENT_FAULTS if rules.is_tournament else HOME_FAULTS
    passes = CHARLESTON if rules.seats == 4 else OF_THREE
    return (
        Section("tiles", Text("The tiles"), book, (SET, SHUFFLE)),
        Section("hand", Text("A hand and the card"), book, HAND),
        Section("charleston", Text("The Charleston"), book, passes),
        Section("claims", Text("Claiming and mah jongg"), book, CLAIMS),
        Section("jokers", Text("Jokers"), book, JOKERS),
        Section("pay", Text("What a hand is paid"), book, payment_sentences(rules)),
        Section(
            "faults", Text("Dead hands and mistakes"), book, (*DEAD, *with_option_values(rules, *faults))
        ),
        Section(
            "length",
            Text("Hands and East"),
            book,
            (EAST, *length_sentences(rules.starting_points, rules.rounds)),
        ),
    )


def payment_sentences(rules: Rules) -> tuple[Text, ...]:
    """What a hand is paid, or worth in a tournament; the first sentence says which."""
    if rules.is_tournament:
        return with_option_values(rules, *TOURNAMENT)
    jokerless = JOKERLESS if rules.jokerless != 1 else None
    pie = PIE if rules.pie is not None else None
    return with_option_values(
        rules, *without_unused_sentences(*HOME, jokerless, pie, BETS if rules.bets else None)
    )
