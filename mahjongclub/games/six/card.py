"""The six-player game's rules card. The French is that of seed 004, the English translates it."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.six.options import SixRules
from mahjongclub.rules.words import Text

from ..kit.card import SHUFFLE, Section, starting_points_sentence


def chapter_source(chapter: str) -> Text:
    """The source of a section: a chapter of the rules it is from."""
    return Text("The club’s six-player rules, “{chapter}”", chapter=chapter)


#: the players that the text speaks of
SIX = 6
USAGE = Text("Usual order of claims: the club’s six-player rules name none")

OWN_DISCARD = {
    "tile": Text(
        "A player cannot take a discarded tile that they discarded themselves; they may take another "
        "of its kind."
    ),
    "kind": Text(
        "A player cannot take a discarded tile that they discarded themselves, nor any other of its kind."
    ),
}
FIRST_DISCARD = {
    "win": Text("A player who wins on the first discard of the round has the hand counted four times."),
    "claim": Text(
        "A player who claims the first discard of the round and wins, with it or later, has the hand counted "
        "four times."
    ),
}
FOUR_PAIRS = {
    "highest": Text("Four pairs of one suit are worth 4, as the highest class alone."),
    "product": Text("Four pairs of one suit are worth 16: both classes are multiplied."),
}
INTERDICTIONS = Text("The club’s six-player rules: 1 to 3 “Interdiction”, 4 and 5 follow from “Points”")

CLAIMS = Section(
    "claims",
    Text.at("six players", "Claiming a discard"),
    USAGE,
    (
        Text("Mahjong comes first. Two who make mahjong on one discard are both paid."),
        Text(
            "Then pung or kong, from anyone still playing; between equals, the nearest counted "
            "from the right of the discarder."
        ),
    ),
    ordered=True,
)
KONGS = Section(
    "kongs",
    Text("Kongs"),
    chapter_source("Points"),
    (
        Text("A concealed kong is laid down with one of its four tiles face up."),
        Text("Kongs are paid at once, by the points table."),
    ),
)
ANNOUNCING = Section(
    "mahjong",
    Text("Announcing mahjong"),
    chapter_source("Mahjong"),
    (
        Text("On a discard: lay the winning tile face up beside the hand, which stays hidden."),
        Text("On a draw: lay the winning tile face up on top of the hand, which stays hidden."),
    ),
)
SILENT = Section(
    "silent",
    Text("Furiten and false mahjong"),
    Text("The club’s six-player rules say nothing more of them"),
    (
        Text("The third interdiction is all there is of furiten, and it holds for mahjong too."),
        Text("The players themselves pay for a false mahjong."),
    ),
)


def card(rules: SixRules, preset: Any) -> tuple[Section, ...]:
    """The sections in the order a player needs them, by these rules."""
    return (
        Section(
            "before",
            Text("Before a round"),
            chapter_source("PREPARATION"),
            (Text("Take the honours, the flowers and the seasons out: 108 tiles stay."), SHUFFLE),
        ),
        Section(
            "interdictions",
            Text("The five interdictions"),
            INTERDICTIONS,
            (
                Text("Players cannot claim a chow."),
                Text("A hand cannot hold all 3 suits, only 1 or 2."),
                OWN_DISCARD[rules.furiten],
                Text(
                    "A player who has made mahjong plays no more in the round: neither wins again, nor pays."
                ),
                Text("Only a tile thrown by a player still playing can be won on."),
            ),
            ordered=True,
        ),
        CLAIMS,
        KONGS,
        ANNOUNCING,
        Section(
            "payment",
            Text("Who pays"),
            chapter_source("Points"),
            (
                Text("Ron: the player who discarded the winning tile."),
                _who_pays_tsumo(rules.seats),
                FIRST_DISCARD[rules.first_discard],
                FOUR_PAIRS[rules.pure_four_pairs],
            ),
        ),
        Section(
            "end",
            Text("End of the round and tenpai"),
            Text("The club’s six-player rules, “Fin du tour” and “Points”"),
            (
                Text(
                    "The round is over when {wins} players have made mahjong or when the wall is empty.",
                    wins=rules.seats - 1,
                ),
                Text(
                    "Tenpai players without mahjong take from those who are not tenpai (noten): 2 points "
                    "if all pungs, 1 otherwise."
                ),
                _length(rules),
                starting_points_sentence(rules.starting_points),
            ),
        ),
        SILENT,
    )


def _who_pays_tsumo(seats: int) -> Text:
    if seats == SIX:
        return Text(
            "Tsumo: everyone who has not made mahjong yet. The 1st takes from all five, the 2nd "
            "from the 3rd to the 6th, and so on; the 5th takes from the 6th."
        )
    return Text(
        "Tsumo: everyone who has not made mahjong yet. The 1st takes from all the others, the 2nd from all "
        "but the 1st, and so on."
    )


def _length(rules: SixRules) -> Text:
    if rules.rounds is None:
        return Text("The game goes on until the players stop.")
    return Text.counted("The game is one round.", "The game is {count} rounds.", rules.rounds)
