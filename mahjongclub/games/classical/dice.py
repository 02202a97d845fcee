"""The dice of a classical hand: East's throw names the dominant wind, the dominant player's the breach."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from mahjongclub.rules.classical.settle import dominant_wind, round_wind
from mahjongclub.rules.classical.walls import WALLS
from mahjongclub.rules.game import WINDS
from mahjongclub.rules.reading import Reader

from ..kit.context import Draft, EntryContext, Screen
from ..kit.controls import die_faces, noted_dice
from ..kit.wording import WIND_NAMES, said
from .notes import Dice

THROWS = ("dice", "second")


def read_throw_step(reader: Reader) -> tuple[str, int | None]:
    """Which throw is being tapped in, and what its first die shows."""
    which = reader.word("of", THROWS)
    die = reader.optional_whole("one", 1, 6)
    reader.check_all_read()
    return which, die


def dice_screen(place: EntryContext, base: Draft, which: str, first: int | None) -> Screen:
    """Two dice, a tap each; `base` is the draft of a correction, whose last tap is a link."""
    recording = place.mode == "record"
    dice = noted_dice(place.session.pending)
    thrower = place.before.dealer if which == "dice" or dice is None else dominant_seat(place, dice)

    def link(face: int) -> str:
        step = {"throw": {"of": which, "one": face}} if first is None else {"dice": [first, face]}
        return place.link({**base, **step})

    linked = first is None or not recording
    return Screen(
        step="dice",
        sheet={
            "template": "games/classical/_dice_sheet.html",
            "name": place.names[thrower],
            "which": which,
            "one": first,
            "linked": linked,
            "faces": die_faces(lambda face: link(face) if linked else None),
            "can_roll": recording and first is None,
            "again_href": place.link({**base, "throw": {"of": which}}),
        },
    )


def dominant_seat(place: EntryContext, dice: Dice) -> int:
    """The seat whose wind is dominant."""
    return (place.before.dealer + WINDS.index(dominant_wind(dice))) % place.before.seats


def middle_lines(place: EntryContext, dice: Dice | None) -> tuple[str, ...]:
    """The wind that counts, for the middle of the board: dominant by the dice, or that of the round."""
    if wind := round_wind(place.rules, place.before):
        return (_("%(wind)s round") % {"wind": WIND_NAMES[wind]},)
    if dice is None:
        return ()
    return (_("%(wind)s is dominant") % {"wind": WIND_NAMES[dominant_wind(dice)]},)


def dice_strip(place: EntryContext, base: Draft, dice: Dice | None) -> dict[str, Any]:
    """The strip below the board: the dice, what they say, and what to throw next."""
    recording = place.mode == "record"
    second = noted_dice(place.session.pending, "second") if recording else None
    strip: dict[str, Any] = {
        "template": "games/classical/_dice.html",
        "dice": dice,
        "second": second,
        "throw_href": place.link({**base, "throw": {"of": "dice"}}),
        "recording": recording,
        "next": "dice" if dice is None else "second",
    }
    if dice is None:
        strip["text"] = _("%(name)s throws the dice.") % {
            "name": place.isolated_short_names[place.before.dealer]
        }
        return strip
    strip["total"] = sum(dice)
    strip["next_href"] = place.link({**base, "throw": {"of": "second"}})
    if second:
        strip["text"] = wall_break_in_words(place, dice, second)
        # the set-up card of the help for these two throws: the walls drawn with the breach, and the deal
        throws = {name: f"{first}-{other}" for name, (first, other) in (("dice", dice), ("second", second))}
        strip["picture_href"] = f"{place.help_href}&{urlencode(throws)}"
    elif recording:
        strip["text"] = _("%(name)s throws again for the breach.") % {
            "name": place.isolated_short_names[dominant_seat(place, dice)]
        }
    return strip


def wall_break_in_words(place: EntryContext, dice: Dice, second: Dice) -> str:
    """Where the wall is opened: "Breach: West’s wall (Chen), stack 14 from the right"."""
    table = WALLS.set_up_by(place.rules, dice, dealer=place.before.dealer, second=second)
    wall = table.walls[table.broken]
    return _("Breach: %(wall)s (%(name)s), stack %(stack)s from the right.") % {
        "wall": said(wall.name),
        "name": place.isolated_short_names[wall.seat if wall.seat is not None else 0],
        "stack": table.stack,
    }
