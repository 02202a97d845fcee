"""Riichi's rules card: what the play is. What is paid stands in `card_paid`.

The French is that of seed 000, the English translates it.
"""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.kit.riichi.options import Rules
from mahjongclub.rules.words import Text

from ..card import SHUFFLE, Section, book_title
from .card_paid import (
    USAGE,
    chombo_section,
    draw_section,
    honba_and_sticks_section,
    liability_section,
    several_winners_section,
    start_and_end_section,
    value_section,
)

CLAIMING = Text("The club’s riichi rules, “Voler une tuile durant la partie”")
LAYING = Text("The club’s riichi rules, “Dévoiler des tuiles suite à un vol”")
TURN = Text("The club’s riichi rules, “Le tour d’un joueur”")

PLAY = Section(
    "turn",
    Text("Rounds and turns"),
    Text("The club’s riichi rules, “Le vent de la manche” and “Le tour d’un joueur”"),
    (
        SHUFFLE,
        Text(
            "When the first dealer is East again the next round begins: turn the dealer’s marker over, "
            "to its South side."
        ),
        Text("Draw a tile, then discard one. The dealer begins with 14 tiles and only discards."),
        Text("Discards lie before their player, from left to right in rows of six: the river."),
    ),
)
CLAIMS = Section(
    "claims",
    Text("Claiming a discard"),
    CLAIMING,
    (
        Text("Only a tile that has just been discarded can be claimed."),
        Text("Any player’s tile may be claimed to complete a pon or a kan."),
        Text("Only the discard of the opponent on the left may be claimed for a chii."),
        Text("A tile cannot be claimed for a kan that would complete a pon already laid open."),
        Text("A tile cannot be claimed for a pair, unless it completes the hand."),
        Text("Say aloud what you complete: CHII, PON, KAN; for a ron, RON and nothing else."),
        Text(
            "A set completed by a claim is shown to all and stays open. Until the first claim the "
            "hand is closed; after it, open."
        ),
        Text("Some yaku need a closed hand: the yaku table tells which."),
        Text(
            "The claimed tile stands for the draw: the claimer discards, and play continues from "
            "there; the players between the discarder and the claimer lose their turn."
        ),
    ),
)
ORDER = Section(
    "order",
    Text("Several want the same tile"),
    CLAIMING,
    (
        Text("Ron."),
        Text("Pon or kan."),
        Text("Chii."),
        Text(
            "If several claim it for the same kind of set, it goes to the nearest, counted from the "
            "right of the player who discards."
        ),
    ),
    ordered=True,
)
LAYING_DOWN = Section(
    "laying",
    Text("Laying a claimed set"),
    LAYING,
    (
        Text(
            "The set is laid face up, to the player’s right. One of its tiles lies on its side: on the "
            "left, in the middle or on the right, like the player it came from."
        ),
        Text("A set completed with a tile from the wall is not shown."),
    ),
)
TIMING = Section(
    "timing",
    Text("How long a claimed tile may lie"),
    Text("The club’s riichi rules, “Voler une tuile durant la partie”, note A"),
    (
        Text("The claimed tile need not be taken before the claimer discards."),
        Text(
            "The claimed tile must be taken and the completed set shown before the next two players "
            "have discarded. After that the hand has too few tiles and is dead."
        ),
    ),
)
SWAP = Section(
    "swap",
    Text("A house rule: swapping"),
    Text("The club’s riichi rules, “Voler une tuile durant la partie”, note B"),
    (
        Text(
            "Some houses forbid discarding at once a tile that would itself have completed the set: with "
            "1-2-3 of bamboo in hand, a player who claims a 1 or a 4 may not throw their own 1 straight "
            "away."
        ),
    ),
)
TENPAI = Text("A player is in tenpai when a single tile is missing to complete the hand.")
#: By `renchan`. An abortive draw has a sentence of its own.
DEALER_STAYS = {
    "tenpai": Text("The dealer deals again after winning, and in tenpai at a draw."),
    "win": Text("The dealer deals again after winning only; at a draw the deal passes."),
    "never": Text("The deal passes after every hand, even where the dealer wins."),
}
WINNING = Section(
    "winning",
    Text("Tsumo and ron"),
    Text("The club’s riichi rules, “Tsumo!” and “Ron!”"),
    (
        Text(
            "Tsumo: the winning tile is drawn from the wall. Say TSUMO and keep it a little apart; all "
            "opponents pay."
        ),
        Text("Ron: the winning tile is another player’s discard, and that player alone pays."),
        Text(
            "For a ron the limits on claiming do not hold: any discard may complete a chii, a pon, "
            "a kan or the pair, unless the hand is furiten."
        ),
    ),
)
FURITEN = Section(
    "furiten",
    Text("Furiten"),
    Text("The club’s riichi rules, “Ron!”"),
    (
        Text(
            "A player who waits for a tile that they have already discarded cannot finish by ron. That "
            "is furiten: only a tsumo wins."
        ),
        Text("A discard that was claimed still belongs to the river of the player who threw it."),
    ),
)
FURITEN_USAGE = Section(
    "furiten-usage",
    Text("Furiten, in full"),
    USAGE,
    (
        Text("Furiten holds for every tile waited for, as soon as one of them lies in your own river."),
        Text(
            "A player who lets a winning discard pass cannot ron until their next draw; after a riichi, "
            "until the end of the hand."
        ),
    ),
)


def tenpai_section(rules: Rules, book: Text) -> Section:
    """What tenpai is, and when the dealer stays."""
    return Section("tenpai", Text("Tenpai and the dealer"), book, (TENPAI, DEALER_STAYS[rules.renchan]))


def payment_and_ranking_sections(rules: Rules, book: Text) -> tuple[Section, ...]:
    """The sections that say who pays whom what, and how the game is ranked."""
    return (
        several_winners_section(rules, book),
        draw_section(rules, book),
        honba_and_sticks_section(rules, book),
        liability_section(rules, book),
        chombo_section(rules, book),
        value_section(rules, book),
        start_and_end_section(rules, book),
    )


def riichi_card(rules: Rules, preset: Any) -> tuple[Section, ...]:
    """The sections in the order a player needs them, by these rules."""
    book = book_title(preset, USAGE)
    return (
        PLAY,
        CLAIMS,
        ORDER,
        LAYING_DOWN,
        TIMING,
        SWAP,
        tenpai_section(rules, book),
        WINNING,
        FURITEN,
        FURITEN_USAGE,
        *payment_and_ranking_sections(rules, book),
    )
