"""A round of two tables of four, be it an event's, a night's or a match's, at one and the same club."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.http import HttpResponse

from mahjongclub.clubs.models import Account, Device, Evening, Player
from mahjongclub.events.opening import open_event_round_tables
from mahjongclub.nights.changes import check_in_players, draw_and_open_round, rounds_of
from mahjongclub.outbox.models import Subscription
from mahjongclub.rounds.models import Round
from mahjongclub.seasons.matches import draw_match, open_tables_of_match, save_match_lineup
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse

from .test_desk import match_of
from .test_quota_of_rounds import NAMES
from .tournament_hall import TournamentHall


@dataclass
class RoundOfTables:
    """A round whose tables are still to be opened; `make_next` makes another of the people it has."""

    house: ClubHouse
    #: the page of the round and its desk, and the button that opens its tables or seats the next round
    page: str
    desk: str
    opening: tuple[str, dict[str, str]]
    open: Callable[[], Any]
    tables: Callable[[], Any]
    make_next: Callable[[], tuple[str, dict[str, str]]]

    def read(self, address: str = "", who: str = "organiser") -> str:
        """The text of a page, the round's unless another is asked for."""
        answer = self.house.phone(who).get(address or self.page)
        assert answer.status_code == 200
        return " ".join(unescape(answer.content.decode()).split())

    def post_opening(self, which: tuple[str, dict[str, str]] | None = None, **more: str) -> HttpResponse:
        """Press the button that opens the tables, or another one."""
        address, fields = which or self.opening
        return self.house.phone("organiser").post(address, {**fields, **more})

    def type(self, *scores: str, table: int = 1, **more: str) -> HttpResponse:
        """Type a row at the desk."""
        page = self.read(self.desk)
        seen = re.search(rf'name="t{table}-seen" value="(\w+)"', page)
        address = re.search(rf'hx-post="([^"]*/{table}/(desk/)?)"', page)
        assert seen
        assert address
        fields = {f"t{table}-score-{seat}": score for seat, score in enumerate(scores)}
        fields |= {f"t{table}-seen": seen[1], **{f"t{table}-{name}": value for name, value in more.items()}}
        return self.house.phone("organiser").post(address[1], fields, headers={"HX-Request": "true"})

    def session(self, table: int = 1) -> Session | None:
        """The session of a table."""
        found: Session | None = self.tables().get(number=table).session
        return found


def of_an_event(house: ClubHouse) -> RoundOfTables:
    """Eight players, three rounds drawn and published."""
    hall = TournamentHall(house, NAMES, round_count=3)
    hall.draw_and_publish()
    device = Device.objects.create()

    def one() -> Round:
        return hall.tournament.rounds.get(number=1)

    return RoundOfTables(
        house,
        hall.url("rounds/1/"),
        hall.url("rounds/1/desk/"),
        (hall.url("rounds/1/open/"), {}),
        lambda: open_event_round_tables(hall.tournament, one(), device),
        lambda: one().tables.select_related("session"),
        lambda: (hall.url("rounds/2/open/"), {}),
    )


def of_a_night(house: ClubHouse) -> RoundOfTables:
    """Eight people here, nobody seated yet."""
    evening = Evening.objects.get(pk=house.evening.pk)
    check_in_players(evening, [Player.objects.create(name=name, club=house.club) for name in NAMES])
    seating, device = house.url(f"evenings/{evening.pk}/seating/"), Device.objects.create()
    return RoundOfTables(
        house,
        seating,
        house.url(f"evenings/{evening.pk}/rounds/1/desk/"),
        (f"{seating}next/", {"after": "0"}),
        lambda: draw_and_open_round(evening, 0, device),
        lambda: rounds_of(evening).get(number=1).tables.select_related("session"),
        lambda: (f"{seating}next/", {"after": "1"}),
    )


def of_a_match(house: ClubHouse) -> RoundOfTables:
    """Four teams of two, everybody named."""
    match = match_of(house)
    page = house.url(f"seasons/{match.competition.season_id}/matches/{match.number}/")
    device = Device.objects.create()

    def draw_again() -> tuple[str, dict[str, str]]:
        season = Round.objects.get(pk=match.pk).season
        later = draw_match(season, match.day, None, 2)
        members = {
            team.pk: [one.player for one in team.members.order_by("pk")] for team in season.teams.all()
        }
        for number, table in enumerate(later.tables.all()):
            wanted = {seat.pk: members[seat.team_id][number].pk for seat in table.seats.all()}
            save_match_lineup(later, wanted, members, None)
        return house.url(f"seasons/{season.pk}/matches/{later.number}/open/"), {}

    return RoundOfTables(
        house,
        page,
        f"{page}desk/",
        (f"{page}open/", {}),
        lambda: open_tables_of_match(Round.objects.get(pk=match.pk), device),
        lambda: match.tables.select_related("session"),
        draw_again,
    )


def have_everybody_told() -> None:
    """Every player has an account, and a phone that is told of rounds."""
    for player in Player.objects.filter(account=None):
        player.account = Account.objects.create(username=f"account {player.pk}")
        player.save(update_fields=["account"])
    Subscription.objects.bulk_create(
        Subscription(
            device=Device.objects.create(),
            account=account,
            endpoint="https://push.example/",
            public_key="key",
            shared_secret="secret",
            language="en",
        )
        for account in Account.objects.filter(subscriptions=None)
    )
