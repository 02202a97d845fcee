"""Sanma's rules card: riichi's, with what three players do otherwise."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.sanma.options import Rules
from mahjongclub.rules.words import Text

from ..kit.card import Section, book_title
from ..kit.riichi.card import (
    CLAIMING,
    FURITEN,
    FURITEN_USAGE,
    LAYING_DOWN,
    PLAY,
    WINNING,
    payment_and_ranking_sections,
    tenpai_section,
)

SOURCE = Text("The Japanese Mahjong Wiki (riichi.wiki), “Sanma”")

CLAIMS = Section(
    "claims",
    Text("Claiming a discard"),
    CLAIMING,
    (
        Text("Only a tile that has just been discarded can be claimed."),
        Text("Any player’s tile may be claimed to complete a pon or a kan."),
        Text("There is no chii: a discard never completes a run, but for a ron."),
        Text("A tile cannot be claimed for a pair, unless it completes the hand."),
        Text("Say aloud what you complete: PON, KAN; for a ron, RON and nothing else."),
        Text("A set completed by a claim is shown to all and stays open."),
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
        Text(
            "If several claim it for the same kind of set, it goes to the nearest, counted from the "
            "right of the player who discards."
        ),
    ),
    ordered=True,
)
NORTHS = {
    "dora": (
        Text(
            "A north in hand may be laid aside on one’s own turn, for a dora: say KITA, and draw a tile "
            "from the dead wall."
        ),
        Text("The north stays beside the hand and takes nothing away from it: the hand stays closed."),
        Text("The tile can be won on like a discard; this is no chankan."),
        Text("Laying a north aside ends an ippatsu, and nobody can be dealt a complete hand any more."),
        Text("A west as indicator makes each north laid aside two dora."),
    ),
    "value": (Text("A north stays in the hand: three of them are a yaku for everybody, like a dragon."),),
}
TILES = Section(
    "tiles",
    Text("The tiles"),
    SOURCE,
    (
        Text("Three play, in the East, the South and the West, with 108 tiles."),
        Text("The characters from 2 to 8 are left out. A 1 as indicator makes the 9 a dora, and a 9 the 1."),
        Text("No seat is in the North: a north is nobody’s wind."),
    ),
)
#: What becomes of the fourth player's share, by `tsumo`.
TSUMO = {
    "loss": Text("The two others pay a tsumo as with four players; the share of the fourth is lost."),
    "split": Text("The two others pay a tsumo whole: the share of the fourth they pay in halves."),
    "table": Text("The two others pay a tsumo as much as a ron is worth, in whole thousands."),
}

RON = {
    False: Text("A ron is paid in hundreds by the discarder."),
    True: Text("A ron is paid by the discarder, rounded up to whole thousands."),
}


def card(rules: Rules, preset: Any) -> tuple[Section, ...]:
    """The sections in the order a player needs them, by these rules."""
    book = book_title(preset, SOURCE)
    return (
        TILES,
        PLAY,
        CLAIMS,
        ORDER,
        LAYING_DOWN,
        Section("norths", Text("Norths"), SOURCE, NORTHS[rules.north]),
        tenpai_section(rules, book),
        WINNING,
        Section(
            "tsumo", Text("Who pays for a self-draw"), book, (TSUMO[rules.tsumo], RON[rules.ron_in_thousands])
        ),
        FURITEN,
        FURITEN_USAGE,
        *payment_and_ranking_sections(rules, book),
    )
