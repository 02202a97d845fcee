"""The sheet of Chinese classical: the points of four counted hands in every row, and who was mahjong."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.classical_count import doubled

from ..entry.place import Draft
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

#: As many as the typed hand takes.
MOST_DOUBLINGS = 16
CODE = re.compile(r"(?P<points>\d{1,9})(?:\s*[d^*]\s*(?P<doublings>\d{1,2}))?(?!\d)|(?P<mark>[mwx])")
DRAW = "d"


def read(cells: Cells, seats: int) -> Reading:
    """A hand of the record from the cells of a row."""
    reading = Reading()
    points: dict[int, int] = {}
    winners: list[int] = []
    discarders: list[int] = []
    for seat, match in seat_cells(reading, cells, seats, CODE):
        if match["points"] is None:
            (discarders if match["mark"] == "x" else winners).append(seat)
        elif seat in points:
            reading.refuse(str(seat), _("One value a cell."))
        elif int(match["doublings"] or 0) > MOST_DOUBLINGS:
            reading.refuse(str(seat), _("At most %(most)s doublings.") % {"most": MOST_DOUBLINGS})
        else:
            points[seat] = doubled(int(match["points"]), int(match["doublings"] or 0))
    dice = dice_of(reading, cells)
    drawn = end_code(reading, cells, (DRAW,))
    typed = sorted({*points, *winners, *discarders})
    reading.cell_at = lambda path: _cell_at(path, winners, discarders)
    if drawn:
        reading.hand = {"type": "draw", **dice}
        for seat in typed:
            reading.refuse(str(seat), TWO_ENDS)
        return reading
    if not typed:
        reading.refuse(END, NO_END)
        return reading
    discarder = one_discarder(reading, discarders)
    for seat in winners[1:]:
        reading.refuse(str(seat), _("Only one player is mahjong."))
    if not winners:
        reading.refuse(str(typed[0]), _("Who was mahjong? Write m beside the winner’s points."))
    for seat in range(seats):
        if seat not in points:
            reading.refuse(str(seat), _("How many points does this hand count? 0 for none."))
    if not reading.faults:
        hands: list[Draft] = [{"points": points[seat]} for seat in range(seats)]
        reading.hand = {"type": "win", "winner": winners[0], "from": discarder, "hands": hands, **dice}
    return reading


def _cell_at(path: str, winners: list[int], discarders: list[int]) -> str:
    match path.split("."):
        case ["hands", seat, *_]:
            return seat
        case ["dice", *_]:
            return DICE
        case ["from"] if discarders:
            return str(discarders[0])
    return str(winners[0]) if winners else END


SHEET = Sheet(
    read=read,
    columns=(Column(END, gettext_lazy("End")), Column(DICE, gettext_lazy("Dice"))),
    codes=(
        Code("24", gettext_lazy("the points of this hand; every hand is counted, 0 for none")),
        Code("22d3", gettext_lazy("22 points, doubled three times")),
        Code("m40", gettext_lazy("mahjong, with 40 points")),
        Code("x8", gettext_lazy("discarded the winning tile; without a cross the hand was self-drawn")),
        Code("d", gettext_lazy("column End: drawn")),
        Code("34", gettext_lazy("column Dice: a 3 and a 4; may be left empty")),
    ),
)
