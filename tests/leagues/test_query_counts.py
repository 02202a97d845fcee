"""What a page asks of the database does not grow with the players, the games or the members."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from mahjongclub.clubs.models import Account, Membership, Player
from mahjongclub.seasons.changes import give_points
from mahjongclub.seasons.models import Season
from mahjongclub.tables.club_games import table_numbers
from mahjongclub.tables.models import Session

from .conftest import Hall, ron
from .test_season_pages import signed_in

MOST = 25
FIRST_DAY = date(2026, 3, 5)
PAGES = (
    *("", "games/", "members/", "players/", "evenings/{evening}/", "leagues/", "record/", "ratings/riichi/"),
    *("figures/", "figures/?variant=riichi&season={season}", "figures/?since=2026-03-02"),
    *("players/{player}/", "players/{player}/with/{other}/", "seasons/{season}/", "seasons/{season}/games/"),
    *("seasons/{season}/evenings/", "seasons/{season}/players/{player}/", "seasons/{season}/adjustments/"),
    *("seasons/{season}/teams/", "tournaments/"),
)


def grow(hall: Hall, season: Season, number: int) -> None:
    """Four more players with accounts at a game of the first day and of a later one, and an adjustment."""
    first = len(hall.players)
    for name in "ABCD":
        account = Account.objects.create_user(f"{name}{number}")
        Membership.objects.create(club=hall.club, account=account, role="member")
        hall.players.append(Player.objects.create(name=f"{name}{number}", club=hall.club, account=account))
    seats = range(first, first + 4)
    hall.play([ron(1, 2)], tuple(seats), FIRST_DAY)
    hall.play([ron(1, 3)], (0, 1, first, first + 1), FIRST_DAY + timedelta(days=number))
    give_points(season, hall.players[first], 10, "late", FIRST_DAY)


def asked(client: Client, hall: Hall, season: Season) -> dict[str, int]:
    evening = hall.club.evenings.get(date=FIRST_DAY)
    things = {
        "evening": evening.pk,
        "season": season.pk,
        "player": hall.players[0].pk,
        "other": hall.players[1].pk,
    }
    found = {}
    for page in (
        *(f"/c/{hall.club.slug}/{page.format(**things)}" for page in PAGES),
        "/",
        "/me/",
        "/players/",
    ):
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200, page
        found[page] = len(queries)
    return found


def test_pages_ask_as_much_of_many_as_of_few(hall: Hall) -> None:
    season = hall.season()
    owner = signed_in(hall, "owner")
    hall.play([ron(1, 2)], (0, 1, 2, 3), FIRST_DAY)
    for number in range(1, 5):
        grow(hall, season, number)
    few = asked(owner, hall, season)
    for number in range(5, 10):
        grow(hall, season, number)
    assert asked(owner, hall, season) == few
    assert max(few.values()) <= MOST


def test_numbering_the_tables_of_a_night_asks_no_more_for_more_tables(hall: Hall) -> None:
    counts = []
    for tables in (1, 4):
        for _table in range(tables):
            hall.play([ron(1, 2)], (0, 1, 2, 3))
        hall.club.sessions.update(evening=None)
        sessions = list(Session.objects.filter(club=hall.club).select_related("evening"))
        with CaptureQueriesContext(connection) as queries:
            assert sorted(table_numbers(hall.club, sessions).values()) == [*range(1, len(sessions) + 1)]
        counts.append(len(queries))
    assert counts[0] == counts[1]
