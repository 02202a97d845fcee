"""What a rules card is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mahjongclub.rules.words import Text


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its sentences and where they come from.

    `ordered` where the sentences follow each other (an order of claims, phases). `options` name those of
    the variant's rules that no sentence says: a table shows its own choice beneath the sentences.
    """

    key: str
    title: Text
    source: Text
    lines: tuple[Text, ...]
    ordered: bool = False
    options: tuple[str, ...] = ()


#: The card of a game by its rules, and by the `Preset` whose book it cites.
Card = Callable[[Any, Any], tuple[Section, ...]]

SHUFFLE = Text("Shuffle the tiles face down, and stand yours so that nobody else can read them.")
NO_NORTH = Text("Three play, as East, South and West: nobody sits at North.")
JUST_DISCARDED = Text("Only the tile just discarded can be claimed. A chow only from the player on the left.")
ANYONES_TILE_WINS = Text("The winning tile from anyone, for any set or for the pair.")

MAHJONG_FIRST = {
    "all": Text("Mahjong. If several win on the tile, all of them are paid."),
    "nearest": Text(
        "Mahjong. If several win on the tile, only the nearest is paid, counted from the right of the "
        "discarder."
    ),
}


def without_unused_sentences(*lines: Text | None) -> tuple[Text, ...]:
    """The sentences of a section, without those that these rules have no use for (None)."""
    return tuple(line for line in lines if line is not None)


def with_option_values(rules: Any, *lines: Text) -> tuple[Text, ...]:
    """Sentences in which the name of an option in braces stands for its value."""
    return tuple(line.with_options(rules) for line in lines)


def book_title(preset: Any, usage: Text) -> Text:
    """The title of the text a preset follows, the usage where it names none."""
    title: Text = preset.source.title if preset.source else usage
    return title


def claim_order_section(source: Text, multi_win: str) -> Section:
    """Whose claim goes first, and who is paid of several who win (`all` or `nearest`)."""
    return Section(
        "order",
        Text("Several want the same tile"),
        source,
        (MAHJONG_FIRST[multi_win], Text("Pung or kong."), Text.at("Taiwanese", "Chow.")),
        ordered=True,
    )


def no_furiten_section(source: Text) -> Section:
    """That ready hands are not paid, and one's own discards win."""
    return Section(
        "tenpai",
        Text("Ready and furiten"),
        source,
        (
            Text("A hand one tile short is ready; being ready pays nothing when the wall runs out."),
            Text("There is no furiten: a tile you discarded yourself may still win."),
        ),
    )


def false_win_section(source: Text, line: Text) -> Section:
    """What a false win costs."""
    return Section("false-win", Text("False win"), source, (line,))


def starting_points_sentence(points: int) -> Text:
    """What everybody begins with."""
    if not points:
        return Text("Everyone starts at 0.")
    return Text("Everyone starts with {points} points.", points=points)


def length_sentences(points: int, rounds: int | None, hands: int | None = None) -> tuple[Text, ...]:
    """What everybody begins with, and how long a game is that may go on until the players stop."""
    return without_unused_sentences(
        starting_points_sentence(points),
        None
        if rounds is None
        else Text.counted(
            "The game ends after one round, once East has gone round.",
            "The game ends after {count} rounds, each once East has gone round.",
            rounds,
        ),
        None
        if hands is None
        else Text.counted("The game ends after one hand.", "The game ends after {count} hands.", hands),
        Text("The game goes on until the players stop.") if rounds is hands is None else None,
    )


def rounds_sentences(rounds: int, dealer_wins: str, dealer_draws: str) -> tuple[Text, ...]:
    """How long a game is, and when its dealer deals again (`stays` or `passes`)."""
    length = Text.counted(
        "A whole game is one round: each player deals in turn.",
        "A whole game is {count} rounds, in each of which every player deals in turn.",
        rounds,
    )
    return length, DEALS_AGAIN[dealer_wins, dealer_draws]


#: What becomes of the deal after the dealer's win and after a draw.
DEALS_AGAIN = {
    ("stays", "stays"): Text("The dealer (East) deals again after winning and after a draw."),
    ("stays", "passes"): Text("The dealer (East) deals again after winning; after a draw the deal passes."),
    ("passes", "stays"): Text("The dealer (East) deals again after a draw; after any win the deal passes."),
    ("passes", "passes"): Text("The deal passes after every hand, even where the dealer wins."),
}
