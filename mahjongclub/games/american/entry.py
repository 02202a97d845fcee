"""What American mah jongg says of its hands: on the sheets of its entry, and in the log."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.american.options import VALUES

from ..kit.context import EntryContext
from ..kit.prompts import Prompt, Prompts
from ..kit.valued import ValuedEntry
from ..kit.wording import signed_points
from .questions import MISTAKE, QUESTIONS, WALL_GAME

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
    stop=gettext_lazy("Stop here and play the courtesy pass"),
    done=gettext_lazy("East discards"),
    seconds=lambda rules: str(rules.charleston),
)


def more_sheet_links(place: EntryContext) -> list[dict[str, Any]]:
    """The card of the Charleston and the rarer end of a hand, for the "More" sheet."""
    paid = _("If all but one have shown their tiles: that player is paid %(times)s times the value.")
    if place.rules.is_tournament:
        paid = _("If all but one have shown their tiles: that player gets the points of a wall game.")
    words = {"label": MISTAKE, "help": paid % {"times": place.rules.mistake}}
    penalty = {"title": _("Penalty"), "links": [{**words, "href": place.link({"type": "false_mahjong"})}]}
    if place.before.seats == 3:
        return [penalty]
    # a page of its own, not a step of this one
    prompt = {"label": _("Charleston"), "leaves": True, "href": place.link({}, page="charleston")}
    return [{"title": _("This hand"), "links": [prompt]}, penalty]


def has_bettor(place: EntryContext) -> bool:
    """Whether somebody sits out and bets."""
    return bool(place.rules.bets and place.before.order)


ENTRY = ValuedEntry(
    questions=QUESTIONS,
    keys=VALUES,
    label=gettext_lazy("Value on your card"),
    under=gettext_lazy("Value on your card; below, the points that change hands."),
    titles={
        "win": gettext_lazy("%(winner)s on %(payer)s’s discard"),
        "drawn": gettext_lazy("%(winner)s, self-picked"),
        "false_mahjong": gettext_lazy("Mah jongg in error by %(offender)s"),
    },
    sentences={
        "win": gettext_lazy("%(winner)s wins on %(payer)s’s discard: %(value)s"),
        "drawn": gettext_lazy("%(winner)s wins, self-picked: %(value)s"),
        "draw": WALL_GAME,
        "false_mahjong": gettext_lazy("Mah jongg in error by %(offender)s: %(winner)s is paid for %(value)s"),
    },
    listed={"jokerless": gettext_lazy("jokerless"), "exempt": gettext_lazy("Singles and Pairs")},
    asides={
        "misnamed": gettext_lazy(" (the tile was misnamed)"),
        "bet": gettext_lazy(" (bet on %(names)s)"),
        "dead": gettext_lazy(" (dead: %(names)s)"),
    },
    cost=lambda rules, name, number: signed_points(-rules.penalty(number)),
    beside=("jokerless", "exempt"),
    seat_words={
        ("win", "winner"): gettext_lazy("Tap the winner"),
        ("false_mahjong", "winner"): gettext_lazy("Who had not shown their tiles?"),
    },
    asks=lambda place, question: question.name != "bet" or has_bettor(place),
    # in a tournament a dead hand gets nothing for a wall game, and a bet has to be told
    reads=lambda place, hand: (
        hand["type"] == "draw" if place.rules.is_tournament else has_bettor(place) and hand["type"] == "win"
    ),
)
