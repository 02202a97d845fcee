"""The code that lies on a table of an event: printed once, it leads to what is played there in each round."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from mahjongclub.events.hall import table_code_path
from mahjongclub.events.stages.models import RoundTime
from mahjongclub.tables.models import Session
from tests.clubs.club_house import open_club_house
from tests.tables.conftest import Phone

from .tournament_hall import TournamentHall

NAMES = [f"Player {number:02}" for number in range(1, 9)]


@pytest.fixture
def hall(db: None) -> TournamentHall:
    """Two tables of a private club, two rounds published, none open."""
    hall = TournamentHall(open_club_house("private"), NAMES, round_count=2, public="on")
    hall.draw_and_publish()
    return hall


def test_one_code_leads_to_each_round_and_says_between_them_what_comes(hall: TournamentHall) -> None:
    code, phone = table_code_path(hall.tournament, 2), Phone()
    RoundTime.objects.create(tournament=hall.tournament, number=1, starts_at="13:45")
    before = unescape(phone.get(code).content.decode())
    assert "This round has not begun." in before
    assert "13:45" in before
    for seat in hall.tables(1)[1].seats.all():
        assert NAMES[seat.place.number - 1] in before, "who sits there"
    hall.open(1)
    led = phone.get(code)
    first = hall.tables(1)[1].session
    assert first is not None
    assert led["Location"] == reverse("tables:table", args=[first.code])
    board = unescape(phone.get(led["Location"]).content.decode())
    assert "Which seat is yours?" in board
    assert phone.confirm(first, {"type": "draw", "tenpai": [], "riichi": []}).status_code in (200, 302)
    version = Session.objects.get(pk=first.pk).version
    assert phone.post(reverse("tables:close", args=[first.code]), {"version": version}).status_code == 422
    assert (
        hall.phone.post(reverse("tables:close", args=[first.code]), {"version": version}).status_code == 302
    )
    between = unescape(phone.get(code).content.decode())
    assert re.search(r"<h2>\s*Round 2\s*</h2>", between)
    hall.play_table(hall.tables(1)[0])
    hall.open(2)
    second = hall.tables(2)[1].session
    assert second is not None
    waiting = phone.get(code, headers={"HX-Request": "true"})
    assert waiting["HX-Redirect"] == reverse("tables:table", args=[second.code]), "a page left open leads on"


def test_nobody_guesses_the_code_of_another_table(hall: TournamentHall) -> None:
    hall.open(1)
    code = table_code_path(hall.tournament, 2)
    for guess in (code.replace("/tables/2/", "/tables/1/"), re.sub(r"\w{32}/$", "0" * 32 + "/", code)):
        assert Phone().get(guess).status_code == 404
    hall.phone.post(reverse("displays:wall_link", args=[hall.house.club.slug]), {"renew": "1"})
    assert Phone().get(code).status_code == 404, "a new link of the wall voids it"


def test_whoever_took_scoring_back_took_it_from_the_code_too(hall: TournamentHall) -> None:
    hall.open(1)
    session = hall.tables(1)[0].session
    assert session is not None
    hall.phone.post(reverse("tables:take_back", args=[session.code]))
    phone = Phone()
    phone.get(table_code_path(hall.tournament, 1))
    assert session.accesses.get(device__isnull=False, role="viewer")
    assert phone.get(reverse("tables:close", args=[session.code])).status_code == 403
