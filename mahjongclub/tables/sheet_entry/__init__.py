"""A paper sheet typed in: one row a hand, one cell a seat, a short code in each cell.

A variant's module says what the codes of a row mean (`Sheet.read`): it gives the hand as a game record
writes it, and the cell of every part of it, so that what the engine refuses stands at its cell. Whether the
hand can have happened, and what it moves, is the engine's to say (`running.py`). The fields of a typed hand
(`typed/`) are not used here: forms of forty hands are too slow to be looked at after each row.
"""

from __future__ import annotations

from . import classical, riichi, six, taiwanese, ten
from .codes import Sheet as Sheet

SHEETS: dict[str, Sheet] = {
    "riichi": riichi.SHEET,
    "classical": classical.SHEET,
    "taiwanese": taiwanese.SHEET,
    "ten": ten.SHEET,
    "six": six.SHEET,
}
