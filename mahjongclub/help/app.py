"""The help for the app itself at the table: what people ask while they play, each in a few steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True, slots=True)
class HelpQuestion:
    """A question with the steps that answer it; `key` is its anchor, `icon` the sign of what one taps.

    The picture is a small board: what its `seats` are by side (`winner`, `payer`), what the `strip` says, and
    which buttons of the `bar` are tapped (`undo`, `log`, `more`).
    """

    key: str
    icon: str
    title: Any
    steps: tuple[Any, ...]
    strip: Any
    bar: tuple[str, ...] = ()
    seats: Mapping[str, str] = field(default_factory=dict)

    @property
    def picture(self) -> dict[str, object]:
        """What is drawn: (side, state) of each seat, the strip, (icon, label, tapped) of each button."""
        return {
            "seats": [(side, self.seats.get(side, "")) for side in ("top", "left", "right", "bottom")],
            "strip": self.strip,
            "bar": [(icon, label, icon in self.bar) for icon, label in BAR],
        }


BAR = (("undo", _("Undo")), ("log", pgettext_lazy("of a table", "Log")), ("more", _("More")))


QUESTIONS = (
    HelpQuestion(
        "mend",
        "undo",
        _("Correct a hand"),
        (
            _("The last hand: tap Undo. It is open again, to be entered."),
            _(
                "An earlier hand: tap Log, then its line, then Correct. The scores after it are worked "
                "out again."
            ),
        ),
        _("East 1 was corrected"),
        ("undo", "log"),
    ),
    HelpQuestion(
        "owed",
        "check",
        _("Settle what a correction owes"),
        (
            _("The board says who pays whom because of the correction. Hand the sticks over."),
            _("The sentence disappears when the next hand is confirmed, or when you dismiss it."),
        ),
        _("Owed: Ann pays Bo 1,300"),
        seats={"left": "payer", "bottom": "winner"},
    ),
    HelpQuestion(
        "winners",
        "people",
        _("Enter two winners on one discard"),
        (
            _("Tap the first winner and the player who dealt in, and choose the value."),
            _("Before Confirm, add the other winner. Where the rules pay one ron, the app says who is paid."),
        ),
        _("+ Another winner"),
        seats={"left": "winner", "bottom": "winner", "right": "payer"},
    ),
    HelpQuestion(
        "phones",
        "code",
        _("Add a second phone"),
        (
            _("Tap More, then Invite others. The other phone scans or types the code."),
            _(
                "On that phone a player taps their own seat. The phone then says what that player pays "
                "or gets."
            ),
        ),
        _("Invite others"),
        ("more",),
    ),
    HelpQuestion(
        "offline",
        "share",
        _("Play on without a network"),
        (
            _("Go on entering hands. This phone keeps them, and sends them once the network is back."),
            _("Leave the page open, and enter hands on one phone only until then."),
        ),
        _("2 hands wait to be sent."),
    ),
    HelpQuestion(
        "end",
        "cup",
        _("End the game"),
        (
            _("The game ends by itself when the rules say so."),
            _("To stop earlier, tap More, then End the game. The places and final points are shown at once."),
        ),
        _("End the game"),
        ("more",),
    ),
)
