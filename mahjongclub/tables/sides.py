"""The sides of a table as one phone sees it: its own at the bottom, the others in the order of play."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

#: where the seats sit, by how many there are: from one's own in the order of play
SIDES = {
    2: ("bottom", "top-seat"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top-seat", "left"),
    5: ("bottom", "bottom_right", "top_right", "top_left", "bottom_left"),
    6: ("bottom", "bottom_right", "top_right", "top-seat", "top_left", "bottom_left"),
    7: ("bottom", "bottom_right", "right", "top_right", "top_left", "left", "bottom_left"),
}


def chair_in_words(seats: int, chair: int) -> str:
    """Where a chair stands for who sits at the bottom: "left of you", "opposite you"."""
    if chair == 0:
        return _("you")
    side = SIDES[seats][chair]
    words = {
        "right": _("right of you"),
        "left": _("left of you"),
        "top-seat": _("opposite you"),
        "bottom_right": _("right of you"),
        "bottom_left": _("left of you"),
        "top_right": _("opposite you, on the right"),
        "top_left": _("opposite you, on the left"),
    }
    return words[side]


def side_in_words(seats: int, chair: int) -> str:
    """Return where a chair stands in a word, to be put beside a name: "left", "opposite"."""
    words = {
        "right": pgettext("seat", "right"),
        "left": pgettext("seat", "left"),
        "top-seat": pgettext("seat", "opposite"),
        "bottom_right": pgettext("seat", "right"),
        "bottom_left": pgettext("seat", "left"),
        "top_right": pgettext("seat", "opposite, right"),
        "top_left": pgettext("seat", "opposite, left"),
    }
    return words[SIDES[seats][chair]]
