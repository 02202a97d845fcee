"""Points as the table read them, typed for a win: under the classes, and on a page where they cannot be."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.six.round import MOST_POINTS

from ..kit.context import BadDraft, Draft, EntryContext, StepPage
from ..kit.seat_steps import hidden_fields
from .draft import Edit, RoundDraft, read_round

PAGE = "points"


def points_form(entered: RoundDraft, edit: Edit, event: Draft) -> dict[str, Any]:
    """The form of a win in a stored round: it goes by GET and carries the whole round along."""
    place = entered.place
    draft = {**entered.outcome(), "edit": Edit(event, edit.at, edit.over).to_draft()}
    return {"action": place.step_path(PAGE), "hidden": hidden_fields(place, draft)}


def points_page(place: EntryContext, draft: Draft, form: QueryDict) -> StepPage:
    """The number typed: a right one leads on to the round with it, another comes back with what is wrong."""
    entered = read_round(place, draft)
    edit = entered.edit
    if entered.noted or edit is None or not {"seat", "from"} <= edit.event.keys():
        raise BadDraft("no win in a stored round")
    typed = form.get("points", "")
    points = whole_number(typed.strip(), 9) or 0
    event = {**edit.event, "type": "win", "points": points}
    fits = 1 <= points <= MOST_POINTS
    context = {
        "session": place.session,
        "form": points_form(entered, edit, edit.event),
        "typed": typed,
        "error": _("Type a whole number from 1 to %(most)s.") % {"most": MOST_POINTS},
        "back_href": entered.link_edit(edit.event, edit.at, edit.over),
    }
    go = entered.link_events(Edit(event, edit.at, edit.over).put_into(entered.events)[0]) if fits else ""
    return StepPage("games/six/points.html", "games/six/_points.html", "points-form", context, 422, go)
