"""The prompt card of the Charleston: which pass comes, and how long it may take."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..kit.context import BadDraft, Draft, EntryContext, StepPage

FIRST, SECOND = (
    gettext_lazy("First Charleston, everybody plays it"),
    gettext_lazy("Second, if all four agree"),
)
RIGHT, ACROSS, LEFT = gettext_lazy("to the right"), gettext_lazy("across"), gettext_lazy("to the left")
THREE = gettext_lazy("Three tiles %(where)s")
#: each pass with its heading; of the last one every two players say how many tiles
PASSES = (
    *((FIRST, "first", where) for where in (RIGHT, ACROSS, LEFT)),
    *((SECOND, "second", where) for where in (LEFT, ACROSS, RIGHT)),
    (gettext_lazy("Courtesy"), "courtesy", gettext_lazy("None to three tiles with the player across")),
)


def charleston_page(place: EntryContext, draft: Draft, asked: QueryDict) -> StepPage:
    """The pass that an address names by its number, the first without one; BadDraft for any other."""
    number = {str(number): number for number in range(len(PASSES))}.get(asked.get("pass", "0"))
    if number is None:
        raise BadDraft("no such pass")
    heading, key, where = PASSES[number]
    last = number == len(PASSES) - 1
    context = {
        "session": place.session,
        "heading": heading,
        "task": where if key == "courtesy" else THREE % {"where": where},
        "blind": number in (2, 5),
        "seconds": place.rules.charleston,
        "next": "" if last else _pass_link(place, number + 1),
        "stop": _pass_link(place, len(PASSES) - 1) if number in (2, 3, 4) else "",
        "number": number + 1,
        "count": len(PASSES),
        "title": _("Charleston"),
        "back_href": place.leave_url,
    }
    page = "games/american/charleston.html"
    return StepPage(page, page, "", context)


def _pass_link(place: EntryContext, number: int) -> str:
    return place.link({}, page="charleston", **{"pass": str(number)})
