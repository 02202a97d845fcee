"""Tiles and melds as mjlog writes them: tiles 0 to 135, a meld in the bits of one number.

As read by the parsers of tenhou.net's own viewer and of mjx (github.com/mjx-project/mjx).
"""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.riichi_hand import write_notation

from ..refusing import Refused

REDS = (16, 52, 88)
MOST_TILE = 136


def tile_of(number: int, red: bool) -> str:
    """A tile of the set in our notation; the first five of each suit is red where red fives are in play.

    >>> tile_of(0, True), tile_of(16, True), tile_of(16, False), tile_of(135, True)
    ('1m', '0m', '5m', '7z')
    """
    if not 0 <= number < MOST_TILE:
        raise Refused.because(f"There is no tile {number}.", f"La tuile {number} n’existe pas.")
    suit, rank = divmod(number // 4, 9)
    return "0" + "mps"[suit] if red and number in REDS else f"{rank + 1}{'mpsz'[suit]}"


def meld_of(bits: int, red: bool) -> dict[str, Any]:
    """A meld as a record writes it.

    >>> meld_of(51785, True), meld_of(48651, True)
    ({'kind': 'pon', 'tiles': '777z'}, {'kind': 'pon', 'tiles': '555z'})
    """
    kind, numbers = _numbers(bits)
    return {"kind": kind, "tiles": write_notation(tile_of(number, red) for number in numbers)}


def _numbers(bits: int) -> tuple[str, list[int]]:
    if not 0 <= bits < 1 << 16:
        raise Refused.because(f"There is no meld {bits}.", f"La combinaison {bits} n’existe pas.")
    if bits & 0x4:
        suit, low = divmod((bits >> 10) // 3, 7)
        first = (suit * 9 + low) * 4
        return "chii", [first + 4 * step + (bits >> 3 + 2 * step & 3) for step in range(3)]
    if bits & 0x18:
        first, left_over = (bits >> 9) // 3 * 4, bits >> 5 & 3
        if bits & 0x8:
            return "pon", [first + copy for copy in range(4) if copy != left_over]
        return "added_kan", [first + copy for copy in range(4)]
    if bits & 0x20:
        raise three_players()
    first = (bits >> 8) // 4 * 4
    return "kan" if bits & 3 else "closed_kan", [first + copy for copy in range(4)]


def three_players() -> Refused:
    """The refusal of a log of three players."""
    return Refused.because(
        "This is a game of three players: only games of four are taken in.",
        "C’est une session à trois joueurs : seules celles à quatre sont reprises.",
    )
