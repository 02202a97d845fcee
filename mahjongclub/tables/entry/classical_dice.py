"""The dice of a classical hand: East's throw names the dominant wind, the dominant player's the breach."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from mahjongclub.rules.classical import dominant_wind
from mahjongclub.rules.game import WINDS
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.wall import set_up

from ..help.address import help_address
from ..wording import said
from .classical_notes import Dice, noted_dice
from .place import Draft, EntryPlace, Screen

THROWS = ("dice", "second")


def read_throw(reader: Reader) -> tuple[str, int | None]:
    """Which throw is being tapped in, and what its first die shows."""
    which = reader.word("of", THROWS)
    one = reader.optional_whole("one", 1, 6)
    reader.finish()
    return which, one


def dice_screen(place: EntryPlace, base: Draft, which: str, one: int | None) -> Screen:
    """Two dice, a tap each; `base` is the draft of a correction, whose last tap is a link."""
    recording = place.mode == "record"
    dice = noted_dice(place.session.pending)
    thrower = place.before.dealer if which == "dice" or dice is None else dominant_seat(place, dice)
    faces = [
        {
            "face": face,
            "href": _face_link(place, base, which, one, face) if one is None or not recording else None,
        }
        for face in range(1, 7)
    ]
    return Screen(
        step="dice",
        sheet={
            "template": "tables/_classical_dice_sheet.html",
            "name": place.names[thrower],
            "which": which,
            "one": one,
            "faces": faces,
            "can_roll": recording and one is None,
            "again_href": place.link({**base, "throw": {"of": which}}),
            "hand_number": place.number,
            "version": place.session.version,
            "code": place.session.code,
        },
    )


def _face_link(place: EntryPlace, base: Draft, which: str, one: int | None, face: int) -> str:
    if one is None:
        return place.link({**base, "throw": {"of": which, "one": face}})
    return place.link({**base, "dice": [one, face]})


def dominant_seat(place: EntryPlace, dice: Dice) -> int:
    """The seat whose wind is dominant."""
    return (place.before.dealer + WINDS.index(dominant_wind(dice))) % place.before.seats


def middle_lines(place: EntryPlace, dice: Dice | None) -> tuple[str, ...]:
    """The dominant wind, for the middle of the board."""
    if dice is None:
        return ()
    return (_("%(wind)s is dominant") % {"wind": wind_name(dominant_wind(dice))},)


def wind_name(wind: str) -> str:
    """A wind's name in the reader's language."""
    from ..board import WIND_NAMES

    return str(WIND_NAMES[wind])


def dice_strip(place: EntryPlace, base: Draft, dice: Dice | None) -> dict[str, Any]:
    """The strip below the board: the dice, what they say, and what to throw next."""
    recording = place.mode == "record"
    second = noted_dice(place.session.pending, "second") if recording else None
    strip: dict[str, Any] = {
        "template": "tables/_classical_dice.html",
        "dice": dice,
        "second": second,
        "throw_href": place.link({**base, "throw": {"of": "dice"}}),
        "recording": recording,
        "hand_number": place.number,
        "version": place.session.version,
        "code": place.session.code,
        "next": "dice" if dice is None else "second",
    }
    if dice is None:
        strip["text"] = _("%(name)s throws the dice.") % {"name": place.names[place.before.dealer]}
        return strip
    strip["total"] = sum(dice)
    strip["next_href"] = place.link({**base, "throw": {"of": "second"}})
    if second:
        strip["text"] = breach(place, dice, second)
        strip["picture_href"] = _picture(place, dice, second)
    elif recording:
        strip["text"] = _("%(name)s throws again for the breach.") % {
            "name": place.names[dominant_seat(place, dice)]
        }
    return strip


def _picture(place: EntryPlace, dice: Dice, second: Dice) -> str:
    """The set-up card of the help for these two throws: the walls drawn with the breach, and the deal."""
    throws = {"dice": f"{dice[0]}-{dice[1]}", "second": f"{second[0]}-{second[1]}"}
    return f"{help_address(place.session)}&{urlencode(throws)}"


def breach(place: EntryPlace, dice: Dice, second: Dice) -> str:
    """Where the wall is opened: "Breach: West’s wall (Chen), stack 14 from the right"."""
    table = set_up("classical", dice, dealer=place.before.dealer, second=second)
    wall = table.walls[table.broken]
    return _("Breach: %(wall)s (%(name)s), stack %(stack)s from the right.") % {
        "wall": said(wall.name),
        "name": place.names[wall.seat if wall.seat is not None else 0],
        "stack": table.stack,
    }
