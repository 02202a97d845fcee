"""The riichi sheet: the value in the winner's cell, a cross at the discarder, ticks for riichi and tenpai."""

from __future__ import annotations

import re
from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..entry.place import Draft
from .codes import (
    END,
    NO_END,
    TWO_ENDS,
    Cells,
    Code,
    Column,
    Reading,
    Sheet,
    end_code,
    one_discarder,
    part_at,
    seat_cells,
)
from .value import VALUE, VALUE_CODES, check_value, value_in

CODE = re.compile(rf"{VALUE}|(?P<mark>[rxtcnp])")
ABORTS = {
    "9": "nine_terminals",
    "4w": "four_winds",
    "4r": "four_riichi",
    "4k": "four_kans",
    "3r": "triple_ron",
}
DRAW = "d"
#: Which end of a hand a mark belongs to; a stick goes with every end.
END_OF_MARK = {"x": "win", "p": "win", "t": "draw", "n": "draw", "c": "chombo"}


def read(cells: Cells, seats: int) -> Reading:
    """A hand of the record from the cells of a row."""
    reading = Reading()
    marks: dict[str, list[int]] = defaultdict(list)
    values: dict[int, Draft] = {}
    ends: dict[str, str] = {}  # each kind of end, with the cell that says so first
    for seat, match in seat_cells(reading, cells, seats, CODE):
        value = value_in(match)
        if value is not None:
            if seat in values:
                reading.refuse(str(seat), _("One value a cell."))
            values[seat] = value
            check_value(reading, seat, value)
            ends.setdefault("win", str(seat))
        elif seat not in marks[match["mark"]]:
            marks[match["mark"]].append(seat)
            if match["mark"] in END_OF_MARK:
                ends.setdefault(END_OF_MARK[match["mark"]], str(seat))
    if word := end_code(reading, cells, (DRAW, *ABORTS)):
        ends["draw" if word == DRAW else "abort"] = END
    if len(ends) != 1:
        _refuse_ends(reading, ends)
        return reading
    (end,) = ends
    riichi = marks["r"]
    match end:
        case "win":
            _read_win(reading, values, marks)
        case "draw":
            # Whoever declared riichi is tenpai.
            tenpai = sorted({*marks["t"], *riichi})
            nagashi = {"nagashi": marks["n"]} if marks["n"] else {}
            reading.hand = {"type": "draw", "tenpai": tenpai, "riichi": riichi, **nagashi}
        case "abort":
            reading.hand = {"type": "abort", "reason": ABORTS[word], "riichi": riichi}
        case "chombo":
            reading.hand = {"type": "chombo", "offenders": marks["c"], "riichi": riichi}
    lists = {"riichi": riichi, "tenpai": marks["t"] or riichi, "nagashi": marks["n"], "offenders": marks["c"]}
    winners, discarder, liable = list(values), marks["x"], marks["p"]

    def cell_at(path: str) -> str:
        match path.split("."):
            case ["wins", _index, "from"] if discarder:
                return str(discarder[0])
            case ["wins", _index, "pao"] if liable:
                return str(liable[0])
            case ["wins", *rest] if winners:
                return str(winners[int(rest[0])] if rest else winners[0])
        return part_at(path, lists, str(winners[0]) if winners else END)

    reading.cell_at = cell_at
    return reading


def _read_win(reading: Reading, values: dict[int, Draft], marks: dict[str, list[int]]) -> None:
    discarder = one_discarder(reading, marks["x"])
    if not values:
        at = (marks["x"] or marks["p"])[0]
        reading.refuse(str(at), _("Who won? Write what the hand is worth in the winner’s cell."))
        return
    for seat in marks["p"][1:]:
        reading.refuse(str(seat), _("Only one player is liable."))
    pao = {"pao": marks["p"][0]} if marks["p"] else {}
    covered = [seat for seat, value in values.items() if "yakuman" in value]
    if pao and not covered:
        reading.refuse(str(pao["pao"]), _("Pao goes with a yakuman (y)."))
    wins = [
        {"winner": seat, "from": discarder, **value, **(pao if seat in covered else {})}
        for seat, value in values.items()
    ]
    reading.hand = {"type": "win", "wins": wins, "riichi": marks["r"]}


def _refuse_ends(reading: Reading, ends: dict[str, str]) -> None:
    if not ends:
        reading.refuse(END, NO_END)
    for cell in list(ends.values())[1:]:
        reading.refuse(cell, TWO_ENDS)


SHEET = Sheet(
    read=read,
    columns=(Column(END, gettext_lazy("End")),),
    codes=(
        *VALUE_CODES,
        Code("x", gettext_lazy("discarded the winning tile; without a cross the hand was self-drawn")),
        Code("r", gettext_lazy("riichi, a stick was put out")),
        Code("t", gettext_lazy("tenpai at the exhausted wall")),
        Code("n", "nagashi mangan"),
        Code("p", gettext_lazy("pao: liable for the yakuman")),
        Code("c", "chombo"),
        Code("d", gettext_lazy("column End: a draw with nobody tenpai")),
        Code(
            "9  4w  4r  4k  3r", gettext_lazy("column End: nine kinds, four winds, riichi, kans, three rons")
        ),
    ),
)
