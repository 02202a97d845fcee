"""The sheet for six: in each seat's cell its wins, numbered in their order, its kongs, and tenpai.

A code is a number, a kind, and the number of the discarder's seat: `2pu4` is the second win of the round, a
pure hand on the discard of seat 4. Before a kong the number says how many had won: `1kc` is laid down after
one win.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..kit.context import Draft
from ..kit.score_sheet import (
    DICE,
    END,
    NO_END,
    Cells,
    Code,
    Column,
    RowReading,
    ScoreSheet,
    read_dice_cell,
    read_end_cell,
    read_seat_codes,
)

KONGS = {"kc": "concealed", "ke": "exposed", "kd": "claimed"}
CLASSES = {
    "ch": "chows",
    "ap": "all_pungs",
    "pu": "pure",
    "4p": "four_pairs",
    "pp": "pure_all_pungs",
    "mi": "pungs_258",
    "en": "all_pungs_terminals",
    "pe": "pure_terminals",
    "pm": "pure_pungs_258",
    "p4": "pure_four_pairs",
    "w": "",
}
CODE = re.compile(
    rf"(?P<order>[0-5])?(?P<kind>{'|'.join([*KONGS, *CLASSES])})(?P<source>[1-6])?"
    r"(?P<more>(?:\s*\+\s*[k4rf]+)*)(?:\s*=\s*(?P<points>\d{1,5}))?(?![^\s,;])"
    r"|(?P<tenpai>tp|t)(?![^\s,;])"
)
DRAW = "d"


@dataclass(frozen=True, slots=True)
class TypedEvent:
    """An event as its cell says it; `order` is None where no number stands before it."""

    seat: int
    order: int | None
    event: Draft


def read(cells: Cells, seats: int) -> RowReading:
    """A round of the record from the cells of a row."""
    reading = RowReading()
    wins: list[TypedEvent] = []
    kongs: list[TypedEvent] = []
    tenpai: list[Draft] = []
    for seat, match in read_seat_codes(reading, cells, seats, CODE):
        if match["tenpai"]:
            tenpai.append({"seat": seat, "all_pungs": match["tenpai"] == "tp"})
        else:
            typed = _typed(seat, match)
            (kongs if typed.event["type"] == "kong" else wins).append(typed)
    dice = read_dice_cell(reading, cells)
    word = read_end_cell(reading, cells, (DRAW, *"123456"))
    ordered = _ordered(reading, wins)
    for kong in kongs:
        if (kong.order or 0) > len(wins):
            reading.add_error(str(kong.seat), _("The number before a kong says how many had won by then."))
    if not (wins or kongs or tenpai or word):
        reading.add_error(END, NO_END)
    # A kong stands before the win that follows it; those between two wins are paid alike in any order.
    events = [
        typed
        for before in range(len(ordered) + 1)
        for typed in (*(kong for kong in kongs if (kong.order or 0) == before), *ordered[before : before + 1])
    ]
    east = {"next_east": int(word) - 1} if word.isdecimal() else {}
    if not reading.faults:
        reading.hand = {
            "type": "round",
            "events": [typed.event for typed in events],
            **({"tenpai": tenpai} if tenpai else {}),
            **east,
            **dice,
        }
    reading.cell_at = lambda path: _cell_at(path, events, tenpai)
    return reading


def _typed(seat: int, match: re.Match[str]) -> TypedEvent:
    source = {"from": int(match["source"]) - 1} if match["source"] else {}
    order = int(match["order"]) if match["order"] else None
    if match["kind"] in KONGS:
        return TypedEvent(seat, order, {"type": "kong", "seat": seat, "kind": KONGS[match["kind"]], **source})
    event: Draft = {"type": "win", "seat": seat, "from": None, **source}
    event |= {"hand": hand} if (hand := CLASSES[match["kind"]]) else {}
    event |= {"points": int(match["points"])} if match["points"] else {}
    signs = match["more"]
    for name, sign in (("kongs", "k"), ("four_identical", "4")):
        event |= {name: signs.count(sign)} if sign in signs else {}
    for name, sign in (("on_kong", "r"), ("first_discard", "f")):
        event |= {name: True} if sign in signs else {}
    return TypedEvent(seat, order, event)


def _ordered(reading: RowReading, wins: list[TypedEvent]) -> list[TypedEvent]:
    """The wins in their order; each has its number where there are several."""
    if len(wins) == 1 and wins[0].order is None:
        return wins
    orders: set[int] = set()
    for win in wins:
        if win.order is None or not 1 <= win.order <= len(wins):
            reading.add_error(str(win.seat), _("Number the wins in their order, from 1: 1ch, 2pu…"))
        elif win.order in orders:
            reading.add_error(str(win.seat), _("Two wins have this number."))
        else:
            orders.add(win.order)
    return sorted(wins, key=lambda win: win.order or 0)


def _cell_at(path: str, events: list[TypedEvent], tenpai: list[Draft]) -> str:
    match path.split("."):
        case ["events", index, *_]:
            return str(events[int(index)].seat)
        case ["tenpai", index, *_]:
            return str(tenpai[int(index)]["seat"])
        case ["tenpai"] if tenpai:
            return str(tenpai[0]["seat"])
        case ["dice", *_]:
            return DICE
    return END


SHEET = ScoreSheet(
    read=read,
    columns=(Column(END, gettext_lazy("End")), Column(DICE, gettext_lazy("Dice"))),
    codes=(
        Code("1ch", gettext_lazy("first win: chows, self-drawn")),
        Code("2pu4", gettext_lazy("second win: a pure hand on the discard of seat 4")),
        Code("ch  ap  pu  4p", gettext_lazy("chows, all pungs, pure, four pairs")),
        Code("pp  mi  en", gettext_lazy("pure all pungs; pungs of 2, 5 and 8; all pungs of ends")),
        Code("pe  pm", gettext_lazy("pure with ends; pure pungs of 2, 5 and 8")),
        Code(
            "+k  +4  +r  +f",
            gettext_lazy("a kong held, four identical, on a kong’s replacement, on the first discard"),
        ),
        Code("p4", gettext_lazy("pure four pairs, where they have a class of their own")),
        Code(
            "1pu4=12  1w=12",
            gettext_lazy("a win at so many points, as the table counted it; w if its hand is not told"),
        ),
        Code("kc  ke  kd3", gettext_lazy("kong: concealed, exposed, on the discard of seat 3")),
        Code("1kc", gettext_lazy("a kong after the first win")),
        Code("t  tp", gettext_lazy("tenpai at the empty wall; tenpai with all pungs")),
        Code("d  3", gettext_lazy("column End: nobody won; East of the next round, by lot or agreed")),
        Code("34", gettext_lazy("column Dice: a 3 and a 4; may be left empty")),
    ),
    numbered=True,
)
