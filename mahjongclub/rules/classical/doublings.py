"""What doubles a classical hand beside its winds, dragons and own flowers: each with how often, by option.

Sources: seed 001; the British book (mahjongbritishrules.com); the Dutch sheet (Nederlandse Toernooispelregels
2002, as public code of 2019 lists it); A. D. Millington's list (froods.ca/~dschaub/mj.html). See
docs/rules/classical.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..words import Text

BOOKS = "docs/rules/classical.md, “Western books”"
#: More doublings than any book gives one line.
MOST = 10


class Heading(Text):
    """A text of a sheet's line as a heading, with a capital."""

    __slots__ = ()

    def in_language(self, code: str) -> str:
        """The words in a language."""
        words = super().in_language(code)
        return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class Doubling:
    """One line of a sheet: `times` is how often it doubles where no option says otherwise.

    `tick` is whether only the players know it (it stands in `by` of a record); `self_drawn` whether it needs
    a drawn tile (True) or a discard (False). `instead` is the lesser one that it replaces. `loser` is whether
    it counts for every player.
    """

    key: str
    name: Text
    times: int = 0
    tick: bool = False
    self_drawn: bool | None = None
    instead: str = ""
    loser: bool = False

    @property
    def label(self) -> Text:
        """Its name as a heading."""
        return Heading(self.name.id)

    @property
    def option(self) -> str:
        """The option that says how often."""
        return f"double_{self.key}"


DOUBLINGS: tuple[Doubling, ...] = (
    Doubling("last_tile", Text("last tile of the wall"), 1, tick=True, self_drawn=True),
    Doubling(
        "moon",
        Text("last tile of the wall, the 1 of circles"),
        tick=True,
        self_drawn=True,
        instead="last_tile",
    ),
    Doubling(
        "plum_blossom",
        Text("loose tile, the 5 of circles"),
        tick=True,
        self_drawn=True,
        instead="loose_tile",
    ),
    Doubling("kong_on_kong", Text("kong on kong"), tick=True, self_drawn=True, instead="loose_tile"),
    Doubling("last_discard", Text("last discard"), tick=True, self_drawn=False),
    Doubling("robbed_kong", Text("robbed kong"), tick=True, self_drawn=False),
    Doubling("no_chow", Text("no sequence"), 1),
    Doubling("all_chows", Text("four sequences")),
    Doubling("no_points", Text("no points in any set")),
    Doubling("all_concealed", Text("all concealed, self-drawn")),
    Doubling("middle", Text("only 2 to 8")),
    Doubling("majors", Text("only 1, 9, winds and dragons")),
    Doubling("only_honours", Text("only winds and dragons"), instead="majors"),
    Doubling("little_dragons", Text("little three dragons"), loser=True),
    Doubling("big_dragons", Text("big three dragons"), loser=True),
    Doubling("little_winds", Text("little four winds"), loser=True),
    Doubling("big_winds", Text("big four winds"), loser=True),
    Doubling("three_concealed_pungs", Text("three concealed pungs or kongs"), loser=True),
    Doubling("four_concealed_pungs", Text("four concealed pungs or kongs"), loser=True),
    Doubling("three_concealed_kongs", Text("three concealed kongs"), loser=True),
    Doubling("four_kongs", Text("four kongs"), loser=True),
)
BY_KEY = {line.key: line for line in DOUBLINGS}
#: The lines that only the winner has in some books, all players in others (`dragons_and_winds`).
HONOUR_SETS = ("little_dragons", "big_dragons", "little_winds", "big_winds")
