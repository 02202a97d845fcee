"""The Taiwanese game's rules card: seed 002 for the deal, common usage where the text is silent."""

from __future__ import annotations

from ..kit.card import ANYONES_TILE_WINS, JUST_DISCARDED, Section, claim_order, false_win_pays, no_furiten
from ..words import Text

DEAL = Text("The club’s Taiwanese rules, 2.2 “La distribution”")
USAGE = Text("Common Taiwanese usage: the club’s Taiwanese rules tell the deal only")

CARD = (
    Section(
        "before",
        Text("Before a hand"),
        DEAL,
        (
            Text("Dice are thrown for the order of the seats and for the first dealer."),
            Text("All but the dealer shuffle the tiles, face down, until East says “Pow”."),
            Text("Everyone builds a wall and pushes it towards the middle: the four make a hollow square."),
            Text("Stand your tiles so that the others cannot read them, but can count them."),
        ),
    ),
    Section(
        "claims",
        Text.at("Taiwanese", "Claiming a discard"),
        USAGE,
        (
            JUST_DISCARDED,
            Text(
                "A pung or a kong from anyone; players in between lose their turn. A kong takes a tile "
                "from the dead wall."
            ),
            ANYONES_TILE_WINS,
            Text("A hand is five sets and a pair: 16 tiles and the winning one."),
        ),
    ),
    claim_order(USAGE),
    Section(
        "flowers",
        Text("Flowers and seasons"),
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
        options=("flowers",),
    ),
    Section(
        "length",
        Text("Hands and dealer"),
        DEAL,
        (
            Text(
                "A whole game is ordinarily 16 hands, one more whenever the dealer (East) wins or a "
                "hand ends in a draw."
            ),
        ),
        options=("rounds", "dealer_draw"),
    ),
    Section(
        "wall-empty",
        Text("When nobody wins"),
        USAGE,
        (Text("When only the 16 tiles of the dead wall are left, the hand is a draw."),),
    ),
    no_furiten(USAGE),
    false_win_pays(
        USAGE,
        Text("A player who declares a win that is none pays each of the others; the hand is replayed."),
        "false_win_tai",
    ),
)
