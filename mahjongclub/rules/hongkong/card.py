"""The Hong Kong game's rules card."""

from __future__ import annotations

from ..kit.card import ANYONES_TILE_WINS, JUST_DISCARDED, Section, claim_order, false_win_pays, no_furiten
from ..words import Text

HKMA = Text("Hong Kong Mahjong Association, general rules")
USAGE = Text("Common Hong Kong usage")

CARD = (
    Section(
        "claims",
        Text.at("Taiwanese", "Claiming a discard"),
        HKMA,
        (
            JUST_DISCARDED,
            Text(
                "A pung or a kong from anyone; players in between lose their turn. A kong takes a tile "
                "from the other end of the wall."
            ),
            ANYONES_TILE_WINS,
            Text("A hand is four sets and a pair: 13 tiles and the winning one."),
        ),
    ),
    claim_order(HKMA),
    Section(
        "faan",
        Text("Faan and points"),
        HKMA,
        (
            Text("The patterns of a hand are worth faan; below the minimum it cannot win."),
            Text("The table turns faan into points. A discard is paid whole, a self-draw half by each."),
        ),
        options=("minimum", "flowers_in_minimum", "cap", "table", "payers", "stake"),
    ),
    Section(
        "liable",
        Text("Paying for all"),
        HKMA,
        (
            Text(
                "The player who feeds the third set of dragons, the fourth of winds or a flush’s fourth set "
                "is liable: if that hand wins, they alone pay what all three would for a self-draw."
            ),
            Text("A tile added to a pung may be robbed to win."),
        ),
        options=("robbed_kong",),
    ),
    Section(
        "length",
        Text("Hands and dealer"),
        USAGE,
        (Text("Four rounds, one per wind. The dealer pays and gets no more than the others."),),
        options=("rounds", "dealer_win", "dealer_draw"),
    ),
    no_furiten(USAGE),
    false_win_pays(
        HKMA,
        Text("A player who declares a win that is none pays each of the others a self-draw at the cap."),
        "cap",
    ),
)
