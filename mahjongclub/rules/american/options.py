"""The options of American mah jongg and its two presets. Sources: docs/rules/american.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .. import options
from ..kit import common_options as common
from ..options import option
from ..variant import Preset, Source
from ..words import Text

LEAGUE = "Tom Sloper, Weekly Mah-Jongg, columns 316a, 415a and 473a"
USAGE = "common usage of clubs"
TOURNAMENTS = "I Love Mahj, how points are calculated; themahjonggtournament.com; MahjCon"

SEAT_COUNTS = (3, 4)
#: The values that stand on most cards, for the keys; any other is typed.
VALUES = (20, 25, 30, 35, 40, 45, 50, 60, 75, 85)
MOST = 1000


def _times(default: int, label: Text, help: Text, source: str = LEAGUE) -> Any:
    """How many times the value is paid."""
    return option(default, label, help, source, low=0, high=12)


def _points(default: int, label: Text, help: Text) -> Any:
    """Points that a tournament gives or takes."""
    return option(default, label, help, TOURNAMENTS, low=0, high=MOST)


LOST = Text("What the discarder loses; a misnamed tile costs what three exposures do.")
HOME = ("discarder", "others", "self_picked", "jokerless", "pie", "mistake", "misnamed", "bets")
TOURNAMENT = (
    *("self_pick_bonus", "jokerless_bonus", "wall_points"),
    *("penalty_few", "penalty_two", "penalty_three"),
)


@dataclass(frozen=True)
class Rules(options.GameRules):
    """The options of American mah jongg."""

    topics = ((Text("Home game"), HOME), (Text("Tournament points"), TOURNAMENT))
    idle_while = dict.fromkeys(HOME, ("scoring", ("tournament",))) | dict.fromkeys(
        TOURNAMENT, ("scoring", ("home",))
    )

    scoring: str = option(
        "home",
        Text("Scoring"),
        Text("Whether the players pay each other, or a director writes points down."),
        LEAGUE,
        choices={"home": Text("players pay each other"), "tournament": Text("tournament points")},
    )
    discarder: int = _times(2, Text("The discarder pays"), Text("Times the value of the hand."))
    others: int = _times(1, Text("The others pay"), Text("Times the value, when somebody else discarded."))
    self_picked: int = _times(2, Text("Self-picked: each pays"), Text("Times the value of the hand."))
    jokerless: int = _times(2, Text("A jokerless hand multiplies by"), Text("Never for Singles and Pairs."))
    pie: int | None = common.loss_limit(Text("Pie"), USAGE)
    mistake: int = _times(
        2, Text("Mah jongg in error pays"), Text("Times the value, to the one whose hand was not shown yet.")
    )
    misnamed: int = _times(4, Text("A misnamed tile pays"), Text("Times the value, by its discarder alone."))
    bets: bool = option(
        False,
        Text("The fifth player bets"),
        Text("The player who sits out bets on a player, and gets or pays what that player does."),
        "Mah Jongg Made Easy (2020), page 27, as MahjCon’s Mahjpedia tells it",
    )
    self_pick_bonus: int = _points(10, Text("Bonus for a self-picked hand"), Text("Added to the value."))
    jokerless_bonus: int = _points(20, Text("Bonus for a jokerless hand"), Text("Not for Singles and Pairs."))
    penalty_few: int = _points(10, Text("Discard to no or one exposure"), LOST)
    penalty_two: int = _points(20, Text("Discard to two exposures"), LOST)
    penalty_three: int = _points(25, Text("Discard to three or more exposures"), LOST)
    wall_points: int = _points(10, Text("Wall game"), Text("For each player whose hand is not dead."))
    rounds: int | None = common.open_rounds(USAGE, Text("How many times everybody is East."))
    starting_points: int = common.starting_points(USAGE)
    seats: int = common.seats(
        4, SEAT_COUNTS, USAGE, Text("Three play without the Charleston; North’s seat stays empty.")
    )
    charleston: str = common.prompt_seconds(
        "60", Text("Time for a pass"), Text("How long the card of the Charleston gives for each pass."), USAGE
    )

    @property
    def is_tournament(self) -> bool:
        """Whether points come from and go to the director’s sheet."""
        return self.scoring == "tournament"

    def penalty(self, exposures: int) -> int:
        """What a tournament takes from the discarder."""
        return (self.penalty_few, self.penalty_few, self.penalty_two, self.penalty_three)[min(exposures, 3)]


LEAGUE_SOURCE = Source(
    Text("National Mah Jongg League rules, as Tom Sloper explains them"),
    link="https://sloperama.com/mahjongg/column316a.html",
    unread=Text("The card itself is copyright and is not read: each table types the value of its hand."),
)
DIRECTORS = Source(
    Text("Tournament points, as I Love Mahj calculates them"),
    link="https://ilovemahj.freshdesk.com/support/solutions/articles/67000193639-how-are-points-calculated-",
    unread=Text("Directors differ in details: each number is an option."),
)

PRESETS = (
    Preset("home", Text("Home game"), Rules(), LEAGUE_SOURCE),
    Preset("tournament", Text("Tournament"), replace(Rules(), scoring="tournament", rounds=1), DIRECTORS),
)
