"""Which games a page of figures is about: the filters that stand in its address."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Player
from mahjongclub.rules.game import Variant
from mahjongclub.rules.variants import VARIANTS
from mahjongclub.tables.wording import said

from ..figures_model import Meeting, Month
from ..player_figures import Wanted
from ..season_model import Season


def variants_played(club: Club, person: Player, other: Player | None = None) -> list[Variant]:
    """The variants a player has finished games of in the club, with `other` where one is given."""
    if other is None:
        played = set(
            Month.objects.filter(player=person, book__club=club).values_list("book__variant", flat=True)
        )
    else:
        meetings = Meeting.objects.filter(player=person, opponent=other, book__club=club)
        played = set(meetings.values_list("book__variant", flat=True))
    return [game for game in VARIANTS if game.key in played]


def asked_for(
    request: ClubRequest, visit: ClubVisit, person: Player, other: Player | None = None
) -> Wanted | None:
    """The games the address asks for: ?variant=, ?season=, ?since= and ?until= (months, YYYY-MM).

    None where there are none at all. What cannot be read filters nothing.
    """
    played = [game.key for game in variants_played(visit.club, person, other)]
    if not played:
        return None
    asked = request.GET.get("variant", "")
    variant = asked if asked in played else played[0]
    seasons = {str(season.pk): season for season in _seasons(visit.club, variant)}
    return Wanted(
        club=visit.club,
        player=person,
        variant=variant,
        season=seasons.get(request.GET.get("season", "")),
        since=_month(request.GET.get("since", "")),
        until=_month(request.GET.get("until", ""), end=True),
    )


def filters_of(wanted: Wanted, games: list[Variant]) -> dict[str, Any]:
    """What `leagues/_filters.html` draws; `query` brings the same choice to another page."""
    asked: dict[str, Any] = {"variant": wanted.variant}
    if wanted.season is not None:
        asked["season"] = wanted.season.pk
    if wanted.since is not None:
        asked["since"] = f"{wanted.since:%Y-%m}"
    if wanted.until is not None:
        asked["until"] = f"{wanted.until:%Y-%m}"
    return {
        "games": [
            {"key": game.key, "name": said(game.name), "chosen": game.key == wanted.variant} for game in games
        ],
        "variant": wanted.variant,
        "seasons": _seasons(wanted.club, wanted.variant),
        "season": wanted.season,
        "since": wanted.since,
        "until": wanted.until,
        "query": urlencode(asked),
    }


def _seasons(club: Club, variant: str) -> list[Season]:
    return list(Season.objects.filter(league__club=club, variant=variant).select_related("league"))


def _month(text: str, *, end: bool = False) -> date | None:
    """The first or last day of a month as an address has it ("2026-03"), None for anything else."""
    year, _dash, month = text.partition("-")
    if not (text.isascii() and year.isdigit() and month.isdigit() and len(year) == 4 and len(month) == 2):
        return None
    try:
        first = date(int(year), int(month), 1)
        return date.fromordinal(_next_month(first).toordinal() - 1) if end else first
    except ValueError:
        return None


def _next_month(first: date) -> date:
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)
