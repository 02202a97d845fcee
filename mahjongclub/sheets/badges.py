"""The badges of an event's people: ten to a sheet, with the code that leads to each player's own page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from mahjongclub.events.models import Tournament
from mahjongclub.events.registration.models import Entrant
from mahjongclub.games.registry import find_game

from .poster import qr
from .sheet import PAPER_SIZES, Sheet, written

#: a sheet has two columns of five; above and below them stays what a printer does not reach
ROWS, EDGE = 5, 8.0


def badges(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    link_of: Callable[[Entrant], str],
    *,
    paper: str,
    language: str,
    only: int | None = None,
) -> Sheet:
    """A badge for each of the entrants, or for `only` one; `link_of` gives where its code leads."""
    han = find_game(tournament.variant).paper.han
    title = _("Badges: %(tournament)s") % {"tournament": tournament.name}
    data = {
        "event": written(tournament.name),
        "high": (PAPER_SIZES[paper][1] - 2 * EDGE) / ROWS,
        "edge": EDGE,
        "badges": [_badge(one, link_of(one), han) for one in entrants if only in (None, one.pk)],
    }
    return Sheet("badges", title, language, paper, slugify(title) or "badges", data)


def _badge(one: Entrant, link: str, han: str) -> dict[str, Any]:
    number = _("No. %(number)s") % {"number": one.place.number} if one.place is not None else ""
    whole = " ".join(filter(None, (one.first_name, one.last_name)))
    hidden = one.player is not None and one.player.person.is_hidden
    below = one.team or one.federation
    stand_in = number or _("No. %(number)s") % {"number": one.pk}
    return {
        "name": written(one.shown_name, han=han, stand_in=stand_in),
        # who hides the name goes by the pseudonym alone
        "whole": written(whole, han=han, stand_in="–")
        if whole and whole != one.shown_name and not hidden
        else None,
        "country": one.country,
        "number": number,
        "below": written(below, han=han, stand_in="–") if below else None,
        "ema": one.ema_number,
        "qr": qr(link, _("Where I sit")),
    }
