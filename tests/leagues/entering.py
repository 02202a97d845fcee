"""An event that anybody may enter: how people do, and who is on its list."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from mahjongclub.events.registration.models import Entrant
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import Phone

from .tournament_hall import TournamentHall

PERSON = {"first_name": "Ada", "last_name": "Lovelace", "country": "gbr", "agreed": "on"}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house("private")


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """An event in preparation with four places, which anybody may enter."""
    opened = TournamentHall(house, [], round_count=1)
    assert opened.post("entrants/settings/", wanted="on", capacity="4", note="15 €").status_code == 302
    return opened


def enter(hall: TournamentHall, first: str, phone: Phone | None = None, **more: str) -> HttpResponse:
    """Somebody enters by the page, on a phone of their own unless another is given."""
    form = {**PERSON, "first_name": first, **more}
    return (phone or Phone()).post(hall.url("entry/"), {name: text for name, text in form.items() if text})


def own_page(answer: HttpResponse, phone: Phone | None = None) -> str:
    assert answer.status_code == 302, unescape(answer.content.decode())
    return shown((phone or Phone()).get(answer["Location"]))


def shown(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return unescape(re.sub(r"\s+", " ", answer.content.decode()))


def on_list(hall: TournamentHall) -> dict[str, str]:
    """Who is on the list, and how they stand."""
    return dict(Entrant.objects.filter(tournament=hall.tournament).values_list("name", "status"))


def put_on_list(hall: TournamentHall, rows: str, **told: str) -> Any:
    """Paste a list, look at it, and put everybody on it with the columns as they were read."""
    return hall.post_list("entrants/list/", "add", rows=rows, **told)
