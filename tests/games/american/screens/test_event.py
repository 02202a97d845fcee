"""An event of American mah jongg: its defaults, totals of any sum, results on paper, shared ranks."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.clubs.club_house import ClubHouse, open_club_house
from tests.leagues.tournament_hall import TournamentHall

NAMES = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def test_a_new_event_has_the_rules_and_minutes_of_the_game(house: ClubHouse) -> None:
    phone = house.phone("organiser")
    form = {"variant": "american", "preset": "club", "minutes": "75", "round_count": "4", "choose": "1"}
    page = phone.post(house.url("tournaments/new/"), form).content.decode()
    assert re.search(r'name="minutes" value="55"', page)
    assert re.search(r'value="tournament"[^>]*(checked|selected)', page)
    # what somebody typed stays
    page = phone.post(house.url("tournaments/new/"), {**form, "minutes": "50"}).content.decode()
    assert re.search(r'name="minutes" value="50"', page)
    page = phone.post(house.url("tournaments/new/"), {**form, "minutes": "55", "variant": "riichi"})
    assert re.search(r'name="minutes" value="75"', page.content.decode())


def test_totals_rank_and_equal_ones_share_their_place(house: ClubHouse) -> None:
    hall = TournamentHall(
        house, NAMES, variant="american", preset="tournament", round_count=1, minutes=55, draw="plan"
    )
    hall.draw_and_publish()
    hall.open(1)
    first = hall.tables(1)[0]
    assert first.session is not None
    for outcome in (
        {"type": "win", "winner": 1, "from": 0, "value": 25, "exposures": 2},
        {"type": "win", "winner": 2, "from": None, "value": 30, "jokerless": True},
        {"type": "draw", "dead": [3]},
        {"type": "win", "winner": 0, "from": 3, "value": 25, "exposures": 0},
    ):
        assert hall.phone.confirm(first.session, outcome).status_code == 302
    first.session.refresh_from_db()
    assert first.session.table.scores == (15, 35, 70, -10)
    assert first.session.table.ended == "last_hand"
    # the other table kept its score on paper, and nothing says that its sum is off
    page = hall.read("rounds/1/tables/2/paper/")
    assert "Together" not in page
    scores = {f"score-{seat}": str(points) for seat, points in enumerate((15, -20, 60, 10))}
    answer = hall.post("rounds/1/tables/2/paper/", **scores)
    assert answer.status_code == 302, answer.content.decode()
    totals = hall.totals()
    assert sorted(int(total.replace("−", "-").split(".")[0]) for _rank, total in totals.values()) == [
        *(-20, -10, 10, 15, 15, 35, 60, 70)
    ]
    assert sorted(rank for rank, _total in totals.values()) == ["1", "2", "3", "4", "4", "6", "7", "8"]
    # equal ranks share the prizes of their places, and each table has its winner
    page = hall.read("finish/?prizes=100+60+40+20+10")
    found = re.findall(
        r"<bdi>(Player \d)</bdi></th>\s*<td>([^<]+)</td>\s*<td>(<small>shared</small> )?(\d+)<", page
    )
    assert [(total, prize, bool(shared)) for _name, total, shared, prize in found] == [
        *(("+70", "100", False), ("+60", "60", False), ("+35", "40", False)),
        *(("+15", "15", True), ("+15", "15", True)),
    ]
    assert "Winners of round 1 by table" in page
    # the winner of a table has the sign that a total has
    assert re.findall(r'<span class="chip">([+−-]?\d+)</span>', page) == ["+70", "+60"]
    assert "Equal totals share their place." in page
    assert "more first places" not in page
    for bad in ("ten", "1,234.5", "-5", "1e9", "1234567890"):
        answer = hall.phone.get(hall.url("finish/"), {"prizes": bad})
        assert answer.status_code == 422
        assert "Write one prize after the other" in answer.content.decode()


def test_the_desk_takes_any_sum(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, variant="american", preset="tournament", round_count=1, minutes=55)
    hall.draw_and_publish()
    hall.open(1)
    page = hall.phone.get(hall.url("rounds/1/desk/")).content.decode()
    assert 'data-desk-row=""' in page
    assert reverse("tournaments:desk_row", args=[house.club.slug, hall.tournament.pk, 1, 1]) in page
    seen = re.search(r'name="t1-seen" value="(\w+)"', page)
    assert seen
    scores = {f"t1-score-{seat}": points for seat, points in enumerate(("-20", "-10", "5", "0"))}
    scores["t1-seen"] = seen[1]
    answer = hall.phone.post(hall.url("rounds/1/tables/1/desk/"), scores, follow=True)
    assert answer.status_code == 200
    table = hall.tables(1)[0]
    assert table.session is not None
    assert table.session.table.scores == (-20, -10, 5, 0)


def test_the_desk_tells_that_points_stand_as_they_were_written_down(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, variant="american", preset="tournament", round_count=1, minutes=55)
    hall.draw_and_publish()
    page = hall.read("rounds/1/desk/")
    assert "Points as they were written down." in page
    assert "uma" not in page
    assert "Hundreds" not in page
