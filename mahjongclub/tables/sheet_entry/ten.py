"""The sheet of Ten: who declared, what the hand was worth where it was won, and why where it was not."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..entry.place import Draft
from .codes import END, NO_END, TWO_ENDS, Cells, Code, Column, Reading, Sheet, end_code, seat_cells
from .value import VALUE, VALUE_CODES, check_value, value_in

CODE = re.compile(rf"{VALUE}|(?P<mark>[rt])")
DRAWS = {"d": "no_declaration", "g": "guessed", "w": "wall_exhausted"}


def read(cells: Cells, seats: int) -> Reading:
    """A hand of the record from the cells of a row."""
    reading = Reading()
    declared: dict[int, set[str]] = {}
    values: dict[int, Draft] = {}
    for seat, match in seat_cells(reading, cells, seats, CODE):
        value = value_in(match)
        if value is not None:
            if values:
                reading.refuse(str(seat), _("One value a row: only one player wins."))
            values.setdefault(seat, value)
            check_value(reading, seat, value)
        declared.setdefault(seat, set()).add(match["mark"] or "")
    attacker = next(iter(declared), None)
    for seat in list(declared)[1:]:
        reading.refuse(str(seat), _("Only one player declares."))
    word = end_code(reading, cells, tuple(DRAWS))
    riichi: Draft = {"riichi": [attacker]} if attacker is not None and "r" in declared[attacker] else {}
    reading.cell_at = lambda path: (
        str(attacker) if attacker is not None and path not in ("type", "reason") else END
    )
    if values and word:
        reading.refuse(END, TWO_ENDS)
    elif values:
        reading.hand = {"type": "win", "winner": attacker, **values[next(iter(values))], **riichi}
    elif not word:
        reading.refuse(END, NO_END)
    elif word == "d":
        reading.hand = {"type": "draw", "reason": DRAWS[word]}
        if attacker is not None:
            reading.refuse(str(attacker), TWO_ENDS)
    elif attacker is None:
        reading.refuse(END, _("Who had declared? Write r or t in that cell."))
    else:
        reading.hand = {"type": "draw", "reason": DRAWS[word], "declared": attacker, **riichi}
    return reading


SHEET = Sheet(
    read=read,
    columns=(Column(END, gettext_lazy("End")),),
    codes=(
        Code("r", gettext_lazy("declared riichi, with a stick")),
        Code("t", gettext_lazy("declared tenpai, without a stick")),
        *VALUE_CODES,
        Code("d", gettext_lazy("column End: drawn, nobody declared")),
        Code("g", gettext_lazy("column End: drawn, the tile was guessed")),
        Code("w", gettext_lazy("column End: drawn, the wall ran out")),
    ),
)
