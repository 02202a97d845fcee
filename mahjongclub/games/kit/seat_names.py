"""A player's name where there is little room: never broken within a word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

#: how wide a line is, in the size of its letters, and how many there are: on a card at the side, on one at
#: the top or bottom of a phone, where one line is all there is, over one or two columns of a score sheet, in
#: the ranking of the end, under the title of a small phone, and in a line of the desk of a round
SIDE, ACROSS, LINE, COLUMN, TWO_COLUMNS, PLACE = (5.3, 2), (8.2, 2), (8.4, 1), (3.9, 2), (7.0, 1), (6.0, 2)
TITLE, DESK = (5.3, 1), (6.4, 2)
#: about how wide letters of a bold sans are, in their size; the others are as wide as LETTER or CAPITAL
WIDTHS = {
    **dict.fromkeys("ijlI'’|.,ιΙіІї", 0.28),
    **dict.fromkeys("frtJ-‐ı()/", 0.38),
    **dict.fromkeys("mwMWωюшщжмЖШЩЮМ@", 0.88),
    " ": 0.26,
}
LETTER, CAPITAL, WIDE = 0.56, 0.66, 1.0
#: a line may end after a space or a hyphen, and between signs of Chinese and Japanese
PIECES = re.compile(r"[^\s-]+-?|-|\s+")


@lru_cache(maxsize=1024)
def name_fitted_to_seat(name: str, room: tuple[float, int]) -> str:
    """Return the name as the room holds it (SIDE, LINE and so on), whole where it fits.

    What does not fit loses words from its end: the first letter of the last word stands for them.

    >>> name_fitted_to_seat("Hans-Peter Mayr-Schönborn", SIDE)
    'Hans-Peter M.'
    >>> name_fitted_to_seat("Maximiliane-Charlotte", LINE)
    'Maximiliane-C.'
    """
    width, lines = room
    return next(text for text in _shorter(name) if _lines(text, width) <= lines)


def names_fitted_to_seat(names: Sequence[str], room: tuple[float, int]) -> str:
    """Return who sat at a seat one after the other, as the room holds them: the last alone where it is small.

    >>> names_fitted_to_seat(["O'Brien", "Anne-Sophie de La Rochefoucauld"], PLACE)
    "O'Brien, Anne-Sophie"
    >>> names_fitted_to_seat(["O'Brien", "Anne-Sophie de La Rochefoucauld"], TWO_COLUMNS)
    'Anne-Sophie'
    """
    width, lines = room
    text = ", ".join(name_fitted_to_seat(name, (width, 1)) for name in names)
    return text if len(names) > 1 and _lines(text, width) <= lines else name_fitted_to_seat(names[-1], room)


def team_name_fitted_to_seat(team: str, name: str, room: tuple[float, int]) -> str:
    """Return a team and who plays for it ("" for nobody yet) as the room holds them.

    The player stands alone where both do not fit, for that is whom a score sheet names; a team alone loses
    words from its end.

    >>> team_name_fitted_to_seat("Dragons", "Anna", DESK)
    'Dragons · Anna'
    >>> team_name_fitted_to_seat("Joueurs de Lyon", "O'Brien", DESK)
    "O'Brien"
    >>> team_name_fitted_to_seat("Joueurs de Lyon et environs", "", DESK)
    'Joueurs de Lyon et…'
    """
    width, lines = room
    whole = " · ".join(filter(None, (team, name)))
    if _lines(whole, width) <= lines:
        return whole
    if name:
        return name_fitted_to_seat(name, room)
    words = team.split()
    beginnings = (f"{' '.join(words[:count])}…" for count in range(len(words) - 1, 0, -1))
    return next(
        (text for text in beginnings if _lines(text, width) <= lines), name_fitted_to_seat(team, room)
    )


def _shorter(name: str) -> Iterator[str]:
    yield name
    words = name.split()
    for count in range(len(words) - 1, 0, -1):
        if count == 1 or not words[count - 1].islower():  # "Anne-Sophie R.", not "Anne-Sophie de R."
            yield f"{' '.join(words[:count])} {words[-1][:1]}."
    first = words[0] if words else name
    yield first
    if "-" in first.strip("-"):  # "Maximiliane-C.", not "Maximiliane-Cha."
        head, tail = first.strip("-").rsplit("-", 1)
        yield f"{head}-{tail[:1]}."
    # one word wider than the card: nothing else is left
    for length in range(len(first) - 1, 1, -1):
        yield f"{first[:length]}."
    yield first[:1]


def _lines(text: str, width: float) -> float:
    """How many lines the text takes; infinitely many where a word is wider than a line."""
    lines, used = 1, 0.0
    for piece in _pieces(text):
        wide = sum(_width(letter) for letter in piece)
        if wide > width and not piece.isspace():
            return float("inf")
        if used + wide > width and not piece.isspace():
            lines, used = lines + 1, 0.0
        used += wide
    return lines


def _pieces(text: str) -> Iterator[str]:
    for piece in PIECES.findall(text):
        if _width(piece[0]) == WIDE:
            yield from piece
        else:
            yield piece


def _width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0.0
    return WIDTHS.get(letter) or (CAPITAL if letter.isupper() else LETTER)
