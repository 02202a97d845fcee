"""What a rules card is made of."""

from __future__ import annotations

from dataclasses import dataclass

from ..words import Text


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its sentences and where they come from.

    `ordered` where the sentences follow each other (an order of claims, phases). `options` name those of
    the variant's rules that turn this section: a table shows its own choice beside the source's words.
    """

    key: str
    title: Text
    source: Text
    lines: tuple[Text, ...]
    ordered: bool = False
    options: tuple[str, ...] = ()


JUST_DISCARDED = Text("Only the tile just discarded can be claimed. A chow only from the player on the left.")
ANYONES_TILE_WINS = Text("The winning tile from anyone, for any set or for the pair.")


def claim_order(source: Text) -> Section:
    """Whose claim goes first."""
    return Section(
        "order",
        Text("Several want the same tile"),
        source,
        (
            Text("Mahjong."),
            Text("Pung or kong."),
            Text.at("Taiwanese", "Chow."),
            Text("Between equals, the nearest counted from the right of the discarder."),
        ),
        ordered=True,
        options=("multi_win",),
    )


def no_furiten(source: Text) -> Section:
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


def false_win_pays(source: Text, line: Text, *options: str) -> Section:
    """What a false win costs."""
    return Section("false-win", Text("False win"), source, (line,), options=options)
