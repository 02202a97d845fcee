"""The options of the six-player game. docs/rules/six.md tells what the text leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from .. import options
from ..kit import common_options as common
from ..options import option
from ..words import Text

#: of a game
MOST_ROUNDS = 200


@dataclass(frozen=True)
class SixRules(options.GameRules):
    """What a club may turn in the six-player game."""

    seats: int = common.seats(
        6,
        (3, 4, 5, 6, 7),
        "seed 004 is for six; as families play",
        Text("How many sit at the table; a round is over when one player alone has not won."),
    )
    starting_points: int = option(
        0,
        Text("Starting points"),
        Text("What each player holds before the first round; 0 counts gains and losses alone."),
        "seed 004: what one wins, others lose; no stake is named",
        low=0,
        high=100_000,
    )
    rounds: int | None = option(
        None,
        Text.at("six players", "Rounds"),
        Text("The game ends after so many rounds; empty, it goes on until the players stop."),
        "house rule; seed 004 names no end",
        low=1,
        high=MOST_ROUNDS,
        optional=True,
        empty=Text("until the players stop"),
    )
    first_discard: str = option(
        "win",
        Text("First discard"),
        Text(
            "Who has the first discard of the round counted four times: who wins on it, or who claims it and "
            "wins, with it or later."
        ),
        "seed 004: “1ère tuile jetée réclamée … pour le preneur”, which can be read both ways",
        choices={"win": Text("who wins on it"), "claim": Text("who claims it and wins")},
        reading=True,
    )
    pure_four_pairs: str = option(
        "highest",
        Text("Four pairs of one suit"),
        Text("What they are worth: the highest class alone, 4 points, or both classes multiplied, 16."),
        "seed 004: the table has neither",
        choices={"highest": Text("4 points"), "product": Text("16 points")},
        reading=True,
    )
    furiten: str = option(
        "tile",
        Text("Own discard"),
        Text(
            "What a player may not take of what they discarded: the tile itself, or any tile of a kind that "
            "lies there."
        ),
        "seed 004: “une tuile défaussée qu’il a lui-même défaussée”, which can be read both ways",
        choices={"tile": Text("the tile itself"), "kind": Text("any of its kind")},
        reading=True,
    )
