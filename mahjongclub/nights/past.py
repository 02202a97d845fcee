"""The evenings of a club by year or season, and who came to them how often."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Club, Role, tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.rules.reading import whole_number
from mahjongclub.seasons.models import Season
from mahjongclub.tables.club_games import game_row
from mahjongclub.tables.models import Seat, result_filter
from mahjongclub.tables.visibility import EVERYBODY

from .models import Presence
from .story import story_in_words, story_of


@dataclass(frozen=True)
class EveningPeriod:
    """A year or a season; `key` is what the address says of it. Without days it is everything."""

    key: str
    name: str
    first: date | None = None
    last: date | None = None

    def within(self, day: str) -> Q:
        """Rows whose date of that name is in it."""
        bounds = Q()
        if self.first is not None:
            bounds &= Q(**{f"{day}__gte": self.first})
        return bounds & Q(**{f"{day}__lte": self.last}) if self.last is not None else bounds


def evening_periods(club: Club) -> list[EveningPeriod]:
    """The years that had an evening, this one too, and the seasons of the club; the latest first."""
    years = {day.year for day in club.evenings.dates("date", "year")} | {timezone.localdate().year}
    choices = [
        EveningPeriod(f"year={year}", str(year), date(year, 1, 1), date(year, 12, 31))
        for year in sorted(years, reverse=True)
    ]
    seasons = Season.objects.filter(league__club=club).select_related("league").order_by("-starts", "-pk")
    return choices + [
        EveningPeriod(f"season={season.pk}", f"{season.league} · {season.name}", season.starts, season.ends)
        for season in seasons
    ]


def chosen_period(choices: list[EveningPeriod], query: QueryDict) -> EveningPeriod:
    """The one that ?year= or ?season= names, else the latest year with an evening, which is the first."""
    numbers = {name: whole_number(query.get(name, "")) for name in ("year", "season")}
    keys = {f"{name}={number}" for name, number in numbers.items() if number is not None}
    return next((choice for choice in choices if choice.key in keys), choices[0])


@club_page(methods=READ)
def list_evenings(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """All evenings of a year or a season, month by month, with how much was played at each."""
    choices = evening_periods(visit.club)
    period = chosen_period(choices, request.GET)
    rows = visit.club.evenings.filter(period.within("date")).annotate(
        games=Count("sessions", filter=result_filter("sessions__"), distinct=True)
    )
    rows = rows.order_by("-date", "-pk")
    context = {"periods": choices, "period": period, "evenings": rows, "tonight": tonight()}
    return show(request, visit, "leagues/night/evenings.html", context)


@club_page(methods=READ, fresh=True)
def show_story(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """The night as it is told: who won, what was remarkable, what it did to the standings."""
    evening = get_object_or_404(visit.club.evenings.select_related("club"), pk=number)
    evening_story = story_of(evening)
    context = {
        "evening": evening,
        "story": evening_story,
        "games": [game_row(session, EVERYBODY) for session in evening_story.sessions],
        "playing": evening.sessions.filter(ended_at=None).exclude(started_at=None).count(),
        "text": story_in_words(evening_story),
        "picture": reverse("sheets:night_picture", args=[visit.club.slug, number]),
    }
    return show(request, visit, "leagues/night/story.html", context)


@club_page(Role.SCORER, READ, fresh=True)
def show_attendance(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Who came how often, in a year or a season."""
    choices = evening_periods(visit.club)
    period = chosen_period(choices, request.GET)
    evening_count, rows = count_attendances(visit.club, period)
    context = {"periods": choices, "period": period, "held": evening_count, "rows": rows}
    return show(request, visit, "leagues/night/attendance.html", context)


@dataclass(frozen=True, slots=True)
class PlayerAttendance:
    """To how many evenings a player came, and how many games they played there."""

    player: Player
    name: str
    evenings: int
    games: int


def count_attendances(club: Club, period: EveningPeriod) -> tuple[int, list[PlayerAttendance]]:
    """How many evenings were held, and of each player how many they came to, with games; most first.

    Somebody came who checked in, or sat at a table of the evening. Five queries, however many came.
    """
    came: dict[int, set[int]] = {}
    presences = Presence.objects.filter(period.within("evening__date"), evening__club=club)
    seats = Seat.objects.filter(period.within("session__evening__date"), session__evening__club=club)
    sat = seats.filter(session__ended_at__isnull=False)
    pairs = [
        *presences.values_list("player", "player__merged_into", "evening"),
        *sat.values_list("player", "player__merged_into", "session__evening"),
    ]
    for player, person, evening in pairs:
        if player is not None:
            came.setdefault(person or player, set()).add(evening)
    games: Counter[int] = Counter()
    played = sat.filter(result_filter("session__"))
    for player, person in played.values_list("player", "player__merged_into"):
        if player is not None:
            games[person or player] += 1
    people = Player.objects.on_roster().filter(pk__in=came, club=club)
    rows = [
        PlayerAttendance(person, person.shown_name, evenings=len(came[person.pk]), games=games[person.pk])
        for person in people
    ]
    evening_count = len(set().union(*came.values())) if came else 0
    return evening_count, sorted(
        rows, key=lambda row: (-row.evenings, -row.games, alphabetical_key(row.name))
    )
