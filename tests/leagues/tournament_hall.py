"""A tournament run by the server's own pages: the organiser's browser, and tables played in two requests."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.events.models import Tournament
from mahjongclub.rounds.models import Table
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse
from tests.tables.conftest import ron

Hand = Callable[[list[int]], dict[str, Any]]


class TournamentHall:
    """The organiser of a club house; `names` play."""

    def __init__(self, house: ClubHouse, names: list[str], **settings: Any) -> None:
        self.house, self.names = house, names
        self.phone = house.phone("organiser")
        form = {
            "variant": "riichi",
            "preset": "ema-2025",
            "name": "Spring open",
            "day": "2026-04-11",
            "place": "Rue de Gand",
            "round_count": 7,
            "minutes": 75,
            "draw": "plan",
            "worth": "points",
            **settings,
        }
        made = self.phone.post(self.house.url("tournaments/new/"), form)
        assert made.status_code == 302, made.content.decode()
        self.tournament = Tournament.objects.latest("pk")
        if self.names:
            assert self.post("players/", players="\n".join(self.names)).status_code == 302

    def url(self, page: str = "") -> str:
        return self.house.url(f"tournaments/{self.tournament.pk}/{page}")

    def post(self, page: str, **form: Any) -> HttpResponse:
        return self.phone.post(self.url(page), form)

    def post_list(self, page: str, button: str, **form: Any) -> HttpResponse:
        """Send a list, then press a button below it with the columns as they were read."""
        looked = self.post(page, **form)
        if 'name="seen"' not in looked.content.decode():
            return looked
        columns = columns_in(unescape(looked.content.decode()))
        return self.post(page, **{button: "1"}, **columns, **form)

    def read(self, page: str = "", who: str = "organiser") -> str:
        answer = self.house.phone(who).get(self.url(page))
        assert answer.status_code == 200, (page, answer.status_code)
        return unescape(answer.content.decode())

    def draw(self) -> None:
        self._step("draw/")

    def draw_and_publish(self) -> None:
        self.draw()
        self._step("publish/")

    def _step(self, page: str) -> None:
        assert self.post(page).status_code == 302

    def open(self, number: int) -> None:
        self._step(f"rounds/{number}/open/")

    def tables(self, number: int) -> list[Table]:
        found = Table.objects.filter(round__competition__tournament=self.tournament, round__number=number)
        return list(found.select_related("session").prefetch_related("seats__place"))

    def play(self, number: int) -> list[tuple[int, int]]:
        """One hand at every open table of a round; (who won, who paid) as numbers of places.

        Of the three who are not the dealer the lowest number wins 3 han 40 fu, 5,200, from the highest.
        """
        return [self.play_table(table) for table in self.tables(number) if table.session is not None]

    def play_table(self, table: Table) -> tuple[int, int]:
        seats = {seat.place.number: seat.number for seat in table.seats.all()}
        others = sorted(number for number, seat in seats.items() if seat != 0)
        assert table.session is not None
        self.phone.confirm(table.session, ron(seats[others[0]], seats[others[-1]]))
        version = Session.objects.get(pk=table.session.pk).version
        closed = self.phone.post(reverse("tables:close", args=[table.session.code]), {"version": version})
        assert closed.status_code == 302
        return others[0], others[-1]

    def totals(self, who: str = "organiser") -> dict[str, tuple[str, str]]:
        """The ranking as the page shows it: name -> (rank, total)."""
        page = self.read(who=who)
        rows = re.findall(
            r'<td class="rank-cell">(.*?)</td>\s*<th scope="row">\s*<bdi>(.*?)</bdi>'
            r'.*?<td class="total-cell">(.*?)</td>',
            page,
            re.S,
        )
        return {name: (rank, total) for rank, name, total in rows}


def tenths(text: str) -> int:
    """ "+20.2" as 202."""
    return round(float(text.replace("−", "-").replace("+", "")) * 10)


def columns_in(page: str) -> dict[str, str]:
    """What the form of a list sends of its columns as they stand there."""
    selects = re.findall(r'<select id="id_(column-\d+)".*?</select>', page, re.S)
    chosen = {}
    for name in selects:
        select = page.partition(f'id="id_{name}"')[2].partition("</select>")[0]
        found = re.search(r'<option value="([^"]*)" selected>', select)
        chosen[name] = found[1] if found else ""
    heads = {"heads": "1"} if re.search(r'name="heads" value="1" checked', page) else {}
    return {**chosen, **heads, "seen": re.findall(r'name="seen" value="([^"]+)"', page)[0]}
