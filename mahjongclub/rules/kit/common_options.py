"""Options that several games have word for word, each from where its game read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from ..options import option
from ..variant import Source
from ..words import Text

#: what a preset follows that no single book describes
USUAL = Source(Text("What most clubs play"), unread=Text("There is no single book; clubs differ in details."))

#: How many tiles are played with, by the option `flowers`.
BONUS_TILES = {"none": 136, "flowers": 140, "flowers_seasons": 144}

MOST_ROUNDS = 16

RulesType = TypeVar("RulesType")


def add_value_options(
    lines: Iterable[tuple[str, int, Text, Text]], most: int, group: Text, source: str
) -> Callable[[type[RulesType]], type[RulesType]]:
    """Give a class of rules an option a line (name, default, label, help), under one heading.

    Stands between `@dataclass(frozen=True)` and the class, whose other options come first.
    """

    def given(rules: type[RulesType]) -> type[RulesType]:
        for name, default, label, help in lines:
            rules.__annotations__[name] = "int"
            setattr(rules, name, option(default, label, help, source, low=0, high=most, group=group))
        return rules

    return given


def multi_win(default: str, source: str) -> Any:
    """Who is paid where several win on one discard: `all` or `nearest`."""
    return option(
        default,
        Text("Several winners"),
        Text(
            "When several win on one discard: each is paid in full, or only the nearest after the discarder."
        ),
        source,
        choices={"all": Text("all are paid"), "nearest": Text("nearest")},
    )


NO_NORTH = Text("How many sit at the table; the seat that stays empty for three is North’s.")


def seats(default: int, counts: Sequence[int], source: str, help: Text = NO_NORTH) -> Any:
    """How many play; a table that is opened cannot change it."""
    return option(
        default,
        Text("Number of players"),
        help,
        source,
        low=min(counts),
        high=max(counts),
    )


def rounds(source: str) -> Any:
    """How many times the deal goes round."""
    return option(
        4,
        Text("Rounds"),
        Text("How many times the deal goes round: 4 are 16 hands, and one more whenever the dealer stays."),
        source,
        low=1,
        high=MOST_ROUNDS,
    )


def open_rounds(source: str, help: Text) -> Any:
    """How many times everybody is East, in a game that may be played until the players stop."""
    return option(
        None,
        Text("Rounds"),
        help,
        source,
        low=1,
        high=MOST_ROUNDS,
        optional=True,
        empty=Text("until the players stop"),
    )


def loss_limit(name: Text, source: str) -> Any:
    """The most that a player can lose in a session, by the name that players have for it."""
    return option(
        None,
        name,
        Text("The most that a player can lose: one who has lost it plays on and pays no more."),
        source,
        low=1,
        high=1_000_000,
        optional=True,
        empty=Text("no limit"),
    )


def prompt_seconds(default: str, name: Text, help: Text, source: str) -> Any:
    """How long each card gives of those that prompt what players do before a hand."""
    return option(
        default,
        name,
        help,
        source,
        choices={
            "off": Text("no time"),
            "30": Text("30 seconds"),
            "60": Text("60 seconds"),
            "90": Text("90 seconds"),
        },
    )


def starting_points(source: str) -> Any:
    """What lies before each player at first."""
    return option(
        0,
        Text("Starting points"),
        Text("What lies before each player when the game begins."),
        source,
        low=0,
        high=1_000_000,
    )


def flowers(source: str, ways: Sequence[str] = ("none", "flowers", "flowers_seasons")) -> Any:
    """Which bonus tiles are played; all of them unless said otherwise."""
    words = {
        "none": Text("none: 136 tiles"),
        "flowers": Text("flowers: 140 tiles"),
        "flowers_seasons": Text("flowers and seasons: 144 tiles"),
    }
    return option(
        "flowers_seasons",
        Text("Flowers"),
        Text("Which bonus tiles are played, and so how many tiles stand in the wall."),
        source,
        choices={way: words[way] for way in ways},
    )


def minimum(unit: str, default: int, source: str, most: int) -> Any:
    """How much a hand needs to win."""
    name = unit.capitalize()
    return option(
        default,
        Text("Minimum"),
        Text("{name} that a hand needs to win.", name=name),
        source,
        low=0,
        high=most,
    )


def flowers_in_minimum(unit: str, default: bool, source: str) -> Any:
    """Whether bonus tiles help a hand to the minimum."""
    return option(
        default,
        Text("Flowers in the minimum"),
        Text(
            "Whether {unit} of flowers help a hand to the minimum; seen where patterns are ticked.", unit=unit
        ),
        source,
    )


def cap(unit: str, default: int | None, source: str, low: int, high: int) -> Any:
    """The value above which a hand is worth no more; where none is usual, it may be left out."""
    return option(
        default,
        Text("Cap"),
        Text("{unit} above the cap pay no more.", unit=unit),
        source,
        low=low,
        high=high,
        optional=default is None,
    )


def stake(source: str) -> Any:
    """What one point is in chips."""
    return option(
        1,
        Text("Stake"),
        Text("Every payment is multiplied by the stake."),
        source,
        low=1,
        high=10_000,
    )


STAYS = {"stays": Text("deals again"), "passes": Text("passes the deal")}


def dealer_win(default: str, source: str) -> Any:
    """What a dealer who wins does: `stays` or `passes`."""
    return option(
        default,
        Text("The dealer wins"),
        Text("What a dealer who wins does."),
        source,
        choices=STAYS,
    )


def dealer_draw(default: str, source: str) -> Any:
    """What the dealer does after a drawn hand: `stays` or `passes`."""
    return option(
        default,
        Text("The wall runs out"),
        Text("What the dealer does after a draw."),
        source,
        choices=STAYS,
    )


def payers(default: str, source: str) -> Any:
    """Who pays a discard: `full` or `half`."""
    return option(
        default,
        Text("Who pays a discard"),
        Text("The discarder alone (全銃), or the discarder half and the two others a quarter each (半銃)."),
        source,
        choices={"full": Text("the discarder"), "half": Text("everybody")},
    )
