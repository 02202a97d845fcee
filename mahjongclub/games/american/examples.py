"""The tiles of American mah jongg, and what is made of them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..kit.lessons import Example, Teaching


def card_examples() -> Mapping[str, tuple[Example, ...]]:
    """What lies below sections of the rules card. No line of a card is among it."""
    dragons = _("Red goes with craks, green with bams, white with dots. The white one is called soap.")
    return {
        "tiles": (
            Example(_("Craks"), "123456789m"),
            Example(_("Bams"), "123456789s", _("The 1 is a bird.")),
            Example(_("Dots"), "123456789p"),
            Example(_("Winds"), "1234z"),
            Example(_("Dragons"), "765z", dragons),
            Example(_("Flowers"), "1234f 1234g", _("All eight are alike: none belongs to a seat.")),
            Example(_("Joker"), "1j", _("Eight are in the set.")),
        ),
        "hand": (
            Example(_("Pair"), "66s", _("Two alike.")),
            Example(_("Pung"), "777p", _("Three alike.")),
            Example(_("Kong"), "2222m", _("Four alike.")),
            Example(_("Quint"), "3333s 1j", _("Five alike, with a joker: there are four of each tile.")),
        ),
        "claims": (Example(_("Exposure"), "| 777p", _("Claimed, and laid open before its player.")),),
        "jokers": (
            Example(_("An exposure with a joker"), "| 888p 1j"),
            Example(_("Joker exchange"), "8p 1j", _("Your 8 of dots goes there, and the joker is yours.")),
        ),
    }


TEACHING = Teaching(sections=card_examples, call=gettext_lazy("call"))
