"""Sanma's rules card: riichi's, with what three players do otherwise."""

from __future__ import annotations

from dataclasses import replace

from ..kit.card import Section
from ..kit.riichi.card import CARD as RIICHI
from ..kit.riichi.card import CLAIMING
from ..words import Text

SOURCE = Text("The Japanese Mahjong Wiki (riichi.wiki), “Sanma”")

#: what riichi's card says otherwise, in the place of its section
OWN = {
    "claims": Section(
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
                "The claimed tile stands for the draw: the claimer discards, and play goes on from "
                "there; players in between lose their turn."
            ),
        ),
    ),
    "order": Section(
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
    ),
    "swap": Section(
        "norths",
        Text("Norths"),
        SOURCE,
        (
            Text(
                "A north in hand may be laid aside on one’s own turn, for a dora: say KITA, and draw a tile "
                "from the dead wall."
            ),
            Text("It stands beside the hand and takes nothing away from it: the hand stays closed."),
            Text("It can be won on like a discard; that is no chankan."),
            Text("It ends an ippatsu, and nobody can be dealt a complete hand any more."),
            Text("A west as indicator makes each north laid aside two dora."),
        ),
        options=("north",),
    ),
    "several": Section(
        "several",
        Text("Ron! Ron!"),
        SOURCE,
        (Text("Two rons on one tile are both paid, or only the nearest in the order of play."),),
        options=("multi_ron",),
    ),
}
# the card is one page: of riichi's options it leaves out the rarer one
OWN |= {section.key: replace(section, options=("pao",)) for section in RIICHI if section.key == "pao"}
TILES = Section(
    "tiles",
    Text("The tiles"),
    SOURCE,
    (
        Text("Three play, in the East, the South and the West, with 108 tiles."),
        Text("The characters from 2 to 8 are left out. A 1 as indicator makes the 9 a dora, and a 9 the 1."),
        Text("No seat is in the North: a north is nobody’s wind."),
    ),
    options=("red_fives",),
)
TSUMO = Section(
    "tsumo",
    Text("Who pays for a self-draw"),
    SOURCE,
    (Text("The two others pay as with four players; the share of the fourth is lost, or the two pay it."),),
    options=("tsumo", "honba", "honba_each"),
)

CARD = (TILES, *(OWN.get(section.key, section) for section in RIICHI if section.key != "timing"), TSUMO)
