"""Which games a page of figures is about: the filters that stand in its address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Player
from mahjongclub.clubs.typed_days import read_typed_day
from mahjongclub.figures.models import Appearance, Book
from mahjongclub.figures.period import Period, last_of_month
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.registry import variants
from mahjongclub.rules.variant import Variant

from ..games import SeasonSelection
from ..models import Season

LATELY = timedelta(days=29)


@dataclass(frozen=True, slots=True)
class TypedDays:
    """The days of an address: `period` as read, each text as typed, and what is wrong with it."""

    period: Period
    since: str
    until: str
    since_error: str = ""
    until_error: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether one of them is no day, or could be two."""
        return bool(self.since_error or self.until_error)

    @property
    def status(self) -> int:
        """Of the page that answers."""
        return 422 if self.is_wrong else 200


def read_typed_days(request: ClubRequest) -> TypedDays:
    """?since= and ?until=: days as people type them, or months (2026-03), which count whole."""
    since, until = (request.GET.get(name, "").strip() for name in ("since", "until"))
    first, since_error = _day(since, end=False)
    last, until_error = _day(until, end=True)
    return TypedDays(Period(first, last), since, until, since_error, until_error)


def variants_played(club: Club, person: Player | None, other: Player | None = None) -> list[Variant]:
    """The variants a player (None: anybody) has finished games of in the club, with `other` where given."""
    ended = Appearance.objects.filter(book=OuterRef("pk"))
    if person is not None:
        ended = ended.filter(player=person)
    if other is not None:
        ended = ended.filter(session__appearances__player=other)
    played = set(Book.objects.filter(Exists(ended), club=club).values_list("variant", flat=True))
    return [game for game in variants() if game.key in played]


def season_selection_from_address(
    request: ClubRequest, visit: ClubVisit, person: Player | None, other: Player | None = None
) -> SeasonSelection | None:
    """The games the address asks for: ?variant=, ?season=, and what `read_typed_days` reads.

    None where there are none at all. A variant or season that is not there filters nothing.
    """
    played = [game.key for game in variants_played(visit.club, person, other)]
    if not played:
        return None
    variant_key = request.GET.get("variant", "")
    variant = variant_key if variant_key in played else played[0]
    seasons = {str(season.pk): season for season in _seasons(visit.club, variant)}
    season = seasons.get(request.GET.get("season", ""))
    return SeasonSelection(visit.club, person, variant, read_typed_days(request).period, season)


def filter_context(
    request: ClubRequest, selection: SeasonSelection, games: list[Variant]
) -> dict[str, object]:
    """What `leagues/_filters.html` draws; `query` brings the same choice to another page."""
    seasons = _seasons(selection.club, selection.variant)
    params = {"variant": selection.variant}
    if selection.season is not None:
        params["season"] = str(selection.season.pk)
    return {
        "games": [
            {"key": game.key, "name": said(game.name), "chosen": game.key == selection.variant}
            for game in games
        ],
        "variant": selection.variant,
        "seasons": seasons,
        "season": selection.season,
        "typed": read_typed_days(request),
        "narrowed": selection.season is not None or bool(selection.period),
        "quick": quick_choices(selection, seasons),
        "query": urlencode({**params, **_address(selection.period)}),
    }


@dataclass(frozen=True, slots=True)
class QuickChoice:
    """A choice of games that a tap makes: its title, its query, and whether it is the one made."""

    title: str
    query: str
    chosen: bool


def quick_choices(selection: SeasonSelection, seasons: list[Season]) -> list[QuickChoice]:
    """The choices people want most, as links: all games, the season that runs, a year, lately."""
    today = timezone.localdate()
    running = next((season for season in seasons if season.starts <= today <= (season.ends or today)), None)
    variant = {"variant": selection.variant}
    choices = [
        _quick(capfirst(_("all games")), variant, chosen=selection.season is None and not selection.period)
    ]
    if running is not None:
        chosen = selection.season == running and not selection.period
        choices.append(_quick(_("This season"), {**variant, "season": running.pk}, chosen=chosen))
    for title, period in quick_periods(today):
        chosen = selection.season is None and selection.period == period
        choices.append(_quick(title, {**variant, **_address(period)}, chosen=chosen))
    return choices


def quick_days(chosen: Period) -> list[QuickChoice]:
    """The same of a page that knows neither variant nor season."""
    periods = [(capfirst(_("all games")), Period()), *quick_periods(timezone.localdate())]
    return [_quick(title, _address(period), chosen=period == chosen) for title, period in periods]


def _quick(title: str, params: Mapping[str, object], *, chosen: bool) -> QuickChoice:
    return QuickChoice(title, urlencode(params), chosen)


def quick_periods(today: date) -> list[tuple[str, Period]]:
    """Stretches of days that a tap chooses."""
    return [
        (_("This year"), Period(date(today.year, 1, 1), date(today.year, 12, 31))),
        (_("Last year"), Period(date(today.year - 1, 1, 1), date(today.year - 1, 12, 31))),
        (_("30 days"), Period(today - LATELY, today)),
    ]


def _address(period: Period) -> dict[str, str]:
    """A period as an address has it."""
    days = {"since": period.since, "until": period.until}
    return {name: day.isoformat() for name, day in days.items() if day is not None}


def _seasons(club: Club, variant: str) -> list[Season]:
    return list(Season.objects.filter(league__club=club, variant=variant).select_related("league"))


def _day(text: str, *, end: bool) -> tuple[date | None, str]:
    """Return a day as it is typed, or of a month ("2026-03") its first or last; and why a text is none."""
    if not text:
        return None, ""
    is_month = re.fullmatch(r"[0-9]{4}-[0-9]{2}", text) is not None
    try:
        day = read_typed_day(f"{text}-01" if is_month else text)
    except ValidationError as error:
        return None, " ".join(error.messages)
    return last_of_month(day) if end and is_month else day, ""


def find_season_or_404(visit: ClubVisit, pk: int) -> Season:
    """The season of that number in this club."""
    seasons = Season.objects.select_related("league__club", "phase__before__league", "next_phase__season")
    return get_object_or_404(seasons, pk=pk, league__club=visit.club)
