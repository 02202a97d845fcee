"""The Taiwanese game's rules card: seed 002 for the deal, common usage where the text is silent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mahjongclub.rules.taiwanese.options import Rules
from mahjongclub.rules.words import Text

from ..kit.card import (
    ANYONES_TILE_WINS,
    JUST_DISCARDED,
    NO_NORTH,
    Section,
    claim_order_section,
    false_win_section,
    no_furiten_section,
    rounds_sentences,
    starting_points_sentence,
    with_option_values,
    without_unused_sentences,
)

DEAL = Text("The club’s Taiwanese rules, 2.2 “La distribution”")
USAGE = Text("Common Taiwanese usage: the club’s Taiwanese rules tell the deal only")

BEFORE = Section(
    "before",
    Text("Before a hand"),
    DEAL,
    (
        Text("Dice are thrown for the order of the seats and for the first dealer."),
        Text("All but the dealer shuffle the tiles, face down, until East says “Pow”."),
        Text("Everyone builds a wall and pushes it towards the middle: the four make a hollow square."),
        Text("Stand your tiles so that the others cannot read them, but can count them."),
    ),
)
CLAIMS = Section(
    "claims",
    Text.at("Taiwanese", "Claiming a discard"),
    USAGE,
    (
        JUST_DISCARDED,
        Text(
            "A pung or a kong from anyone; the players between the discarder and the claimer lose "
            "their turn. A kong takes a tile from the dead wall."
        ),
        ANYONES_TILE_WINS,
        Text("A hand is five sets and a pair: 16 tiles and the winning one."),
    ),
)
WALL_EMPTY = Section(
    "wall-empty",
    Text("When nobody wins"),
    USAGE,
    (Text("When only the 16 tiles of the dead wall are left, the hand is a draw."),),
)
BONUS_TITLES = {
    "flowers": Text("Flowers; the seasons are taken out"),
    "flowers_seasons": Text("Flowers and seasons"),
}
ALL_CHOWS = {
    "five_chows": Text("All chows: five chows and a pair."),
    "taiwan": Text(
        "All chows: five chows and a pair, no honours, no flowers, a wait on two sides, won on a discard."
    ),
}


def card(rules: Rules, preset: Any) -> tuple[Section, ...]:
    """The sections in the order a player needs them, by these rules."""
    return (
        BEFORE if rules.seats > len("ESW") else replace(BEFORE, lines=(*BEFORE.lines, NO_NORTH)),
        CLAIMS,
        claim_order_section(USAGE, rules.multi_win),
        _flowers(rules),
        Section(
            "length",
            Text("Hands and dealer"),
            DEAL,
            (
                *rounds_sentences(rules.rounds, "stays", rules.dealer_draw),
                starting_points_sentence(rules.starting_points),
            ),
        ),
        _payment(rules),
        WALL_EMPTY,
        no_furiten_section(USAGE),
        false_win_section(
            USAGE,
            Text(
                "A player who declares a false win pays each of the others {points}; the hand is replayed.",
                points=rules.base + rules.unit * rules.false_win_tai,
            ),
        ),
    )


def _flowers(rules: Rules) -> Section:
    if rules.flowers == "none":
        line = Text("Flowers and seasons are taken out: the game is played with 136 tiles.")
        return Section("flowers", BONUS_TITLES["flowers_seasons"], DEAL, (line,))
    return Section(
        "flowers",
        BONUS_TITLES[rules.flowers],
        DEAL,
        (
            Text(
                "After the deal they are laid face up beside the hand at once and replaced from the dead "
                "wall: East replaces all of theirs first, then South, West and North."
            ),
            Text(
                "A player who draws another bonus tile while replacing waits until the others have drawn "
                "theirs."
            ),
            Text(
                "Replacements are always taken at the far left of the dead wall, which is made up "
                "again from the very end of the live wall."
            ),
        ),
    )


def _payment(rules: Rules) -> Section:
    return Section(
        "payment",
        Text("Who pays"),
        USAGE,
        without_unused_sentences(
            Text("A discard is paid by the discarder alone, a self-draw by each of the others."),
            *with_option_values(
                rules, Text("Each payment is {base}, and {unit} more for each tai of the hand.")
            ),
            Text(
                "Where the dealer wins or pays, one tai is added to that payment, and two for each time the "
                "dealer has dealt again."
            ),
            None
            if rules.cap is None
            else Text("A hand of more than {cap} tai is paid as {cap}.", cap=rules.cap),
            ALL_CHOWS[rules.all_chows],
        ),
    )
