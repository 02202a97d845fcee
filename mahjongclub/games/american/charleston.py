"""The prompt card of the Charleston: which pass comes, and how long it may take."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from ..kit.prompts import Prompt, Prompts

FIRST = gettext_lazy("First Charleston, everybody plays it")
SECOND = gettext_lazy("Second, if all four agree")
RIGHT = gettext_lazy("Three tiles to the right")
ACROSS = gettext_lazy("Three tiles across")
LEFT = gettext_lazy("Three tiles to the left")
UNSEEN = gettext_lazy("You may pass on one to three tiles that you just got, unseen.")

CHARLESTON = Prompts(
    "charleston",
    gettext_lazy("Charleston"),
    (
        Prompt(FIRST, RIGHT),
        Prompt(FIRST, ACROSS),
        Prompt(FIRST, LEFT, UNSEEN, may_stop=True),
        Prompt(SECOND, LEFT, may_stop=True),
        Prompt(SECOND, ACROSS, may_stop=True),
        Prompt(SECOND, RIGHT, UNSEEN),
        Prompt(gettext_lazy("Courtesy"), gettext_lazy("None to three tiles with the player across")),
    ),
    always=gettext_lazy("Never pass a joker."),
    next=gettext_lazy("Next pass"),
    stop=gettext_lazy("Stop here: courtesy"),
    done=gettext_lazy("East discards"),
    seconds=lambda rules: str(rules.charleston),
)
