"""The Taiwanese sheet: the tai in the winner's cell, a cross at the discarder."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .codes import (
    DICE,
    END,
    NO_END,
    TWO_ENDS,
    Cells,
    Code,
    Column,
    Reading,
    Sheet,
    dice_of,
    end_code,
    one_discarder,
    seat_cells,
)

CODE = re.compile(r"(?P<tai>\d{1,3})(?!\d)|(?P<mark>[xf])")
DRAW = "d"


def read(cells: Cells, seats: int) -> Reading:
    """A hand of the record from the cells of a row."""
    reading = Reading()
    tai: dict[int, int] = {}
    discarders: list[int] = []
    offenders: list[int] = []
    for seat, match in seat_cells(reading, cells, seats, CODE):
        if match["tai"] is None:
            (discarders if match["mark"] == "x" else offenders).append(seat)
        elif seat in tai:
            reading.refuse(str(seat), _("One value a cell."))
        else:
            tai[seat] = int(match["tai"])
    dice = dice_of(reading, cells)
    drawn = end_code(reading, cells, (DRAW,))
    winners = list(tai)
    reading.cell_at = lambda path: _cell_at(path, winners, discarders, offenders)
    if (bool(tai or discarders) + bool(offenders) + bool(drawn)) > 1:
        reading.refuse(END if drawn else str(offenders[0]), TWO_ENDS)
    elif drawn:
        reading.hand = {"type": "draw"}
    elif offenders:
        reading.hand = {"type": "false_win", "offender": offenders[0]}
        for seat in offenders[1:]:
            reading.refuse(str(seat), _("One false win a row."))
    elif tai:
        source = one_discarder(reading, discarders)
        wins = [{"winner": seat, "from": source, "tai": count} for seat, count in tai.items()]
        reading.hand = {"type": "win", "wins": wins, **dice}
    elif discarders:
        reading.refuse(str(discarders[0]), _("Who won? Write the tai in the winner’s cell, 0 for none."))
    else:
        reading.refuse(END, NO_END)
    return reading


def _cell_at(path: str, winners: list[int], discarders: list[int], offenders: list[int]) -> str:
    match path.split("."):
        case ["wins", _index, "from"] if discarders:
            return str(discarders[0])
        case ["wins", index, *_]:
            return str(winners[int(index)])
        case ["offender"]:
            return str(offenders[0])
        case ["dice", *_]:
            return DICE
    return str(winners[0]) if winners else END


SHEET = Sheet(
    read=read,
    columns=(Column(END, gettext_lazy("End")), Column(DICE, gettext_lazy("Dice"))),
    codes=(
        Code("5", gettext_lazy("won with 5 tai, the dealer’s not counted; 0 for none")),
        Code("x", gettext_lazy("discarded the winning tile; without a cross the hand was self-drawn")),
        Code("f", gettext_lazy("false win")),
        Code("d", gettext_lazy("column End: drawn")),
        Code("34", gettext_lazy("column Dice: a 3 and a 4; may be left empty")),
    ),
    rows=18,
)
