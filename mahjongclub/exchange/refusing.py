"""What cannot be taken in, and why, in both languages of the app."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.game import SeatText, Text
from mahjongclub.tables.wording import isolated


class Refused(ValueError):
    """A file, or one game of it, that is not taken in: `text` is the reason, `line` (1-based) the place.

    Nothing of what is refused is stored.
    """

    def __init__(self, text: Text, line: int | None = None) -> None:
        super().__init__(text.en)
        self.text = text
        self.line = line

    @classmethod
    def because(cls, en: str, fr: str, line: int | None = None) -> Refused:
        """The same from two texts."""
        return cls(Text(en, fr), line)


def with_name(text: Text, players: Any) -> Text:
    """What the engine says of a seat, with the name that a file gives its player, where it gives one."""
    if not isinstance(text, SeatText) or not isinstance(players, list | tuple) or text.seat >= len(players):
        return text
    name = players[text.seat]
    return text.naming(isolated(name)) if isinstance(name, str) and name.strip() else text
