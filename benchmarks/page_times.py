"""How long the two pages take that add up the most: the standings of a season, and a player's page.

Measured through the whole stack (middleware, view, template, compression) in one process, without a network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import perf_counter

from django.conf import settings
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mahjongclub.figures.cached import clear_cached_answers
from mahjongclub.seasons.models import Season, SeasonGame
from mahjongclub.tables.models import Hand

WARM_UP, REQUESTS = 5, 60


@dataclass(frozen=True, slots=True)
class PageTime:
    """`ms`: a quarter of the requests took no longer, so that other work on the machine counts little.

    `first_ms` is the same of the first reader after a result, for whom the sums are made anew: asked for in
    turn with the others.
    """

    ms: float
    median_ms: float
    first_ms: float
    queries: int
    path: str


@dataclass(frozen=True, slots=True)
class PageTimes:
    """Both pages on a database of so many hands, the season with so many games."""

    hands: int
    games: int
    standings: PageTime
    player: PageTime

    def to_json(self) -> dict[str, object]:
        """Plain values, as the command prints them."""
        return asdict(self)


class NothingToMeasure(Exception):
    """No public club with a season in which somebody played."""


def measure(requests: int = REQUESTS) -> PageTimes:
    """The standings with the most games, and the page of the player with the most, in a public club."""
    played = SeasonGame.objects.filter(season__league__club__visibility="public")
    season_id = _most(played, "season")
    player_id = _most(played, "player")
    if season_id is None or player_id is None:
        raise NothingToMeasure
    season = Season.objects.select_related("league__club").get(pk=season_id)
    slug = season.league.club.slug
    standings = reverse("leagues:season", args=[slug, season.pk])
    player = f"{reverse('leagues:player', args=[slug, player_id])}?variant={season.variant}"
    games = season.games.filter(appearance__seat=0).count()
    return PageTimes(Hand.objects.count(), games, _time(standings, requests), _time(player, requests))


def ratios(small: PageTimes, large: PageTimes) -> dict[str, float]:
    """How many times as long each page takes on the larger database."""
    return {
        "standings": large.standings.ms / small.standings.ms,
        "player_page": large.player.ms / small.player.ms,
    }


def _most(played: object, name: str) -> int | None:
    rows = played.values_list(name).annotate(games=Count("pk"))  # type: ignore[attr-defined]
    found = rows.order_by("-games", name).first()
    return found[0] if found else None


def _time(path: str, requests: int) -> PageTime:
    client = Client(headers={"Host": host(), "Accept-Encoding": "gzip"})
    secure = bool(settings.SECURE_SSL_REDIRECT)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path, secure=secure)
    if answer.status_code != 200:
        raise NothingToMeasure(f"{path} answers {answer.status_code}")
    asked = len(queries)
    first: list[float] = []
    taken: list[float] = []
    for _request in range(WARM_UP + requests):
        clear_cached_answers()
        for readers in (first, taken):
            began = perf_counter()
            client.get(path, secure=secure)
            readers.append(1000 * (perf_counter() - began))
    quarter, _half = _quarter_and_half(first[WARM_UP:])
    return PageTime(*_quarter_and_half(taken[WARM_UP:]), quarter, asked, path)


def _quarter_and_half(taken: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(taken)
    return round(ordered[len(ordered) // 4], 2), round(ordered[len(ordered) // 2], 2)


def host() -> str:
    """A name this server answers to."""
    return "localhost" if "*" in settings.ALLOWED_HOSTS else str(settings.ALLOWED_HOSTS[0])
