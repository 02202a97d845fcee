"""The badges of an event's people: ten to a sheet, with the code that leads to where each player sits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.events.models import Stint, Tournament
from mahjongclub.events.namesakes import set_namesake_marks
from mahjongclub.events.registration.entries import entrants_of
from mahjongclub.events.registration.models import Entrant
from mahjongclub.events.registration.pages import badge_path
from mahjongclub.games.registry import find_game

from .poster import qr_code_for_template
from .sheet import PAPER_SIZES, Sheet, printable_text

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
    coming = [entrant for entrant in entrants if entrant.has_place]
    entered = {one.player.person.pk for one in entrants if one.player is not None and not one.waits}
    typed_in = [
        stint for stint in _last_stints(tournament) if stint.player and stint.player.person.pk not in entered
    ]
    holders = [*map(_of_entrant, coming), *(_of_stint(tournament, stint) for stint in typed_in)]
    return sorted(holders, key=lambda holder: alphabetical_key(holder.name))


def badge_sheet(
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
        "event": printable_text(tournament.name),
        "high": (PAPER_SIZES[paper][1] - 2 * EDGE) / ROWS,
        "edge": EDGE,
        "badges": [
            _badge(holder, absolute(holder.path), han)
            for holder in holders
            if only in (None, holder.entrant_id)
        ],
    }
    return Sheet("badges", title, language, paper, slugify(title) or "badges", data)


def _last_stints(tournament: Tournament) -> list[Stint]:
    """Return the last stint of each place's own player and of its substitutes."""
    stints = list(
        Stint.objects.filter(place__tournament=tournament)
        .select_related("player__merged_into", "place__team")
        .order_by("place__number", "from_round")
    )
    set_namesake_marks(stints)
    return list({(stint.place_id, stint.substitute): stint for stint in stints}.values())


def _of_entrant(entrant: Entrant) -> BadgeHolder:
    whole = " ".join(filter(None, (entrant.first_name, entrant.last_name)))
    hidden = entrant.player is not None and entrant.player.person.is_hidden
    return BadgeHolder(
        name=entrant.shown_name,
        path=badge_path(entrant),
        stand_in=entrant.place.number if entrant.place is not None else entrant.pk,
        number=entrant.place.number if entrant.place is not None else None,
        entrant_id=entrant.pk,
        # who hides the name goes by the pseudonym alone
        whole_name="" if hidden else whole,
        country=entrant.country,
        below=entrant.team or entrant.federation,
        ema_number=entrant.ema_number,
    )


def _of_stint(tournament: Tournament, stint: Stint) -> BadgeHolder:
    assert stint.player is not None
    person, place = stint.player.person, stint.place
    page = "event" if tournament.public else "seating"
    whole = " ".join(filter(None, (stint.first_name, stint.last_name)))
    return BadgeHolder(
        name=person.shown_name,
        path=reverse(f"tournaments:{page}", args=[tournament.club.slug, tournament.pk]),
        stand_in=place.number,
        number=None if stint.substitute else place.number,
        whole_name="" if person.is_hidden else whole,
        country=stint.country,
        below=place.team.name if place.team is not None else "",
        ema_number=stint.ema_number,
    )


def _badge(holder: BadgeHolder, link: str, han: str) -> dict[str, object]:
    stand_in = _("No. %(number)s") % {"number": holder.stand_in}
    whole = holder.whole_name if holder.whole_name != holder.name else ""
    return {
        "name": printable_text(holder.name, han=han, stand_in=stand_in),
        "whole": printable_text(whole, han=han, stand_in="–") if whole else None,
        "country": holder.country,
        "number": _("No. %(number)s") % {"number": holder.number} if holder.number is not None else "",
        "below": printable_text(holder.below, han=han, stand_in="–") if holder.below else None,
        "ema": holder.ema_number,
        "qr": qr_code_for_template(link, _("Where I sit")),
    }
