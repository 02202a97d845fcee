"""What a delivery says: as lines of text for people, and as values for programs, in the language in use.

Written as it is sent, from the rows as they are then. Hidden names are pseudonyms here as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.exchange.exporting import api_data
from mahjongclub.games.kit.wording import isolated, points_in_words, said
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.share_text import left_out_lines, placed_standings
from mahjongclub.tables.club_games import table_numbers
from mahjongclub.tables.models import Session
from mahjongclub.tables.ranking import tenths_in_words
from mahjongclub.tables.replaying import standings
from mahjongclub.tables.sitters import Seating

from .channels.base import Message, public_url
from .models import Delivery, Event

#: evenings, and places of a season, told by their names
MOST_EVENINGS, MOST_PLACES = 5, 12


def message_for_delivery(delivery: Delivery) -> Message | None:
    """What a delivery tells, None where there is nothing to tell of any more."""
    return _TELLS[Event(delivery.event)](delivery.channel.club, delivery.about)


def is_still_playing(evening: Evening) -> bool:
    """Whether a table of tonight's evening still plays. One of another night was left without an end."""
    return evening.date >= tonight(evening.club) and evening.sessions.filter(ended_at=None).exists()


def _evenings(club: Club, about: Collection[int]) -> Message | None:
    evenings = list(club.evenings.filter(pk__in=about, date__gte=tonight(club)).order_by("date", "pk"))
    if not evenings:
        return None
    texts = [_evening_in_words(evening) for evening in evenings[:MOST_EVENINGS]]
    if len(evenings) == 1:
        text = [_("%(club)s plays: %(evening)s") % {"club": isolated(club.name), "evening": texts[0]}]
        url = reverse("tables:evening", args=[club.slug, evenings[0].pk])
    else:
        text = [_("The next evenings of %(club)s:") % {"club": isolated(club.name)}, *texts]
        url = reverse("tables:club", args=[club.slug])
        text += left_out_lines(len(evenings) - len(texts))
    for evening in evenings:
        evening.games = 0  # type: ignore[attr-defined]  # none has begun, as a rule
    return Message(text, public_url(url), {"evenings": api_data.evenings_json(club, evenings, public_url)})


def _evening_in_words(evening: Evening) -> str:
    day = date_format(evening.date, "l j F Y")
    return ", ".join(
        [day, *(isolated(detail) for detail in (evening.hours, evening.name, evening.place) if detail)]
    )


def _results(club: Club, about: Collection[int]) -> Message | None:
    evening = club.evenings.filter(pk__in=about).first()
    if evening is None:
        return None
    ended = evening.sessions.counting().prefetch_related("seats__player").order_by("started_at", "pk")
    sessions = list(ended)
    if not sessions:
        return None
    numbers = table_numbers(club, sessions)
    head = _("Results of %(evening)s (%(club)s)")
    lines = [head % {"evening": _evening_in_words(evening), "club": isolated(club.name)}]
    lines += [_ranking_in_words(session, numbers.get(session.pk)) for session in sessions]
    games = api_data.ended_game_appearances(club).filter(session__in=sessions).order_by("order")
    evening.games = len(sessions)  # type: ignore[attr-defined]
    data = {
        "evening": api_data.evenings_json(club, [evening], public_url)[0],
        "games": api_data.games_json(club, list(games), public_url),
    }
    return Message(lines, public_url(reverse("nights:story", args=[club.slug, evening.pk])), data)


def _ranking_in_words(session: Session, number: int | None) -> str:
    """One table in one line: the first place first."""
    names = Seating(session, [seat.player.shown_name for seat in session.seats.all()]).joined_names
    places = []
    for row in standings(session):
        points = points_in_words(row.score)
        if session.game.decimal_points:
            points = f"{points} ({tenths_in_words(row.tenths)})"
        places.append(f"{row.rank}. {isolated(names[row.seat])} {points}")
    game = said(session.game.name)
    what = _("Table %(number)s, %(game)s") % {"number": number, "game": game} if number else game
    return _("%(what)s: %(places)s") % {"what": what, "places": " · ".join(places)}


def _standings(club: Club, about: Collection[int]) -> Message | None:
    season = Season.objects.select_related("league").filter(league__club=club, pk__in=about).first()
    if season is None:
        return None
    ranked = placed_standings(season)
    if not ranked:
        return None
    head = _("Standings of %(season)s (%(club)s)")
    text = [head % {"season": f"{season.league} · {season.name}", "club": isolated(club.name)}]
    text += [f"{row.rank}. {isolated(row.name)} {row.total}" for row in ranked[:MOST_PLACES]]
    text += left_out_lines(len(ranked) - MOST_PLACES)
    data = {"season": api_data.seasons_json(club, [season], public_url)[0], **api_data.standings_json(season)}
    return Message(text, public_url(reverse("leagues:season", args=[club.slug, season.pk])), data)


def _test(club: Club, about: Collection[int]) -> Message:
    text = _("This is a test: %(club)s will post its news here.") % {"club": isolated(club.name)}
    return Message([text], public_url(reverse("tables:club", args=[club.slug])), {})


_TELLS: dict[Event, Callable[[Club, Collection[int]], Message | None]] = {
    Event.EVENING: _evenings,
    Event.RESULTS: _results,
    Event.STANDINGS: _standings,
    Event.TEST: _test,
}
