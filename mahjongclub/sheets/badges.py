"""The badges of an event's people: ten to a sheet, with the code that leads to where each player sits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from mahjongclub.clubs.naming import alphabetical
from mahjongclub.events.models import Stint, Tournament
from mahjongclub.events.namesakes import tell_apart
from mahjongclub.events.registration.changes import entrants_of
from mahjongclub.events.registration.models import Entrant
from mahjongclub.events.registration.pages import badge_path
from mahjongclub.games.registry import find_game

from .poster import qr
from .sheet import PAPER_SIZES, Sheet, written

#: a sheet has two columns of five; above and below them stays what a printer does not reach
ROWS, EDGE = 5, 8.0


@dataclass(frozen=True)
class BadgeHolder:
    """Whoever gets a badge: an entrant, or a player of the event whom an organiser typed in.

    `path` is where the code leads; `stand_in` the number printed for a name that no font can write.
    """

    name: str
    path: str
    stand_in: int
    number: int | None = None
    entrant_id: int | None = None
    whole_name: str = ""
    country: str = ""
    below: str = ""
    ema_number: str = ""


def badge_holders(tournament: Tournament) -> list[BadgeHolder]:
    """Everybody who comes to an event, by name: entrants with a place, and who was typed in as a player."""
    entrants = entrants_of(tournament)
    coming = [one for one in entrants if one.has_place]
    entered = {one.player.person.pk for one in entrants if one.player is not None}
    typed_in = [one for one in _last_stints(tournament) if one.player and one.player.person.pk not in entered]
    found = [*map(_of_entrant, coming), *(_of_stint(tournament, one) for one in typed_in)]
    return sorted(found, key=lambda one: alphabetical(one.name))


def badges(
    tournament: Tournament,
    holders: Sequence[BadgeHolder],
    absolute: Callable[[str], str],
    *,
    paper: str,
    language: str,
    only: int | None = None,
) -> Sheet:
    """A badge for each of them, or for the entrant `only`; `absolute` makes an address of ours scannable."""
    han = find_game(tournament.variant).paper.han
    title = _("Badges: %(tournament)s") % {"tournament": tournament.name}
    data = {
        "event": written(tournament.name),
        "high": (PAPER_SIZES[paper][1] - 2 * EDGE) / ROWS,
        "edge": EDGE,
        "badges": [_badge(one, absolute(one.path), han) for one in holders if only in (None, one.entrant_id)],
    }
    return Sheet("badges", title, language, paper, slugify(title) or "badges", data)


def _last_stints(tournament: Tournament) -> list[Stint]:
    """Return the last stint of each place's own player and of its substitutes."""
    stints = list(
        Stint.objects.filter(place__tournament=tournament)
        .select_related("player__merged_into", "place__team")
        .order_by("place__number", "from_round")
    )
    tell_apart(stints)
    return list({(one.place_id, one.substitute): one for one in stints}.values())


def _of_entrant(one: Entrant) -> BadgeHolder:
    whole = " ".join(filter(None, (one.first_name, one.last_name)))
    hidden = one.player is not None and one.player.person.is_hidden
    return BadgeHolder(
        name=one.shown_name,
        path=badge_path(one),
        stand_in=one.place.number if one.place is not None else one.pk,
        number=one.place.number if one.place is not None else None,
        entrant_id=one.pk,
        # who hides the name goes by the pseudonym alone
        whole_name="" if hidden else whole,
        country=one.country,
        below=one.team or one.federation,
        ema_number=one.ema_number,
    )


def _of_stint(tournament: Tournament, one: Stint) -> BadgeHolder:
    assert one.player is not None
    person, place = one.player.person, one.place
    page = "event" if tournament.public else "seating"
    whole = " ".join(filter(None, (one.first_name, one.last_name)))
    return BadgeHolder(
        name=person.shown_name,
        path=reverse(f"tournaments:{page}", args=[tournament.club.slug, tournament.pk]),
        stand_in=place.number,
        number=None if one.substitute else place.number,
        whole_name="" if person.is_hidden else whole,
        country=one.country,
        below=place.team.name if place.team is not None else "",
        ema_number=one.ema_number,
    )


def _badge(one: BadgeHolder, link: str, han: str) -> dict[str, Any]:
    stand_in = _("No. %(number)s") % {"number": one.stand_in}
    whole = one.whole_name if one.whole_name != one.name else ""
    return {
        "name": written(one.name, han=han, stand_in=stand_in),
        "whole": written(whole, han=han, stand_in="–") if whole else None,
        "country": one.country,
        "number": _("No. %(number)s") % {"number": one.number} if one.number is not None else "",
        "below": written(one.below, han=han, stand_in="–") if one.below else None,
        "ema": one.ema_number,
        "qr": qr(link, _("Where I sit")),
    }
