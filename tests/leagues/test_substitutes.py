"""Substitutes: at tables that are open, in the middle of a game, and what their rounds bring."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from mahjongclub.events.models import Stint
from mahjongclub.rounds.models import Table
from mahjongclub.tables.models import Seat, Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import ron

from .tournament_hall import TournamentHall, tenths

NAMES = [f"Player {number}" for number in range(1, 9)]
SETTINGS = {"over": "bye", "bye_tenths": "", "substitute_tenths": "-30", "most_substitutes": "2"}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def at(hall: TournamentHall, number: int, place: int) -> Table:
    return next(
        table for table in hall.tables(number) if place in [seat.place.number for seat in table.seats.all()]
    )


def names_at(table: Table) -> list[str]:
    table.refresh_from_db()
    seats = Seat.objects.filter(session=table.session).select_related("player").order_by("number")
    return [seat.player.name for seat in seats]


def test_who_does_not_come_is_replaced_at_the_open_table(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=3)
    hall.post("byes/", **SETTINGS)
    hall.draw_and_publish()
    hall.open(1)
    table = at(hall, 1, 3)
    assert f"Round 1, table {table.number}: no hand yet" in hall.read("places/3/")
    before = names_at(table)
    assert hall.post("places/3/", name="Helper", points="fill", begins=1, only="on").status_code == 302
    assert names_at(table) == ["Helper" if name == "Player 3" else name for name in before]
    played = {won: "first" for won, _paid in hall.play(1)}
    # the others at the table keep what they played, the place gets what the event says
    totals = hall.totals()
    assert tenths(totals["Player 3"][1]) == -300
    assert "Helper fills in from round 1" in hall.read()
    assert "Helper" not in totals
    assert all(totals[NAMES[won - 1]][1] == "+20.2" for won in played if won != 3)
    # after it the place is Player 3's again
    hall.open(2)
    assert "Player 3" in names_at(at(hall, 2, 3))
    hall.play(2)
    without = hall.post("byes/", **{**SETTINGS, "substitute_tenths": ""})
    assert without.status_code == 302
    assert hall.totals()["Player 3"] != totals["Player 3"], "the round counts as the substitute played it"


def test_where_hands_were_played_the_substitute_goes_on_at_the_seat(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=2)
    hall.draw_and_publish()
    hall.open(1)
    table = at(hall, 1, 5)
    session = table.session
    assert session is not None
    seat = next(seat.number for seat in table.seats.all() if seat.place.number == 5)
    hall.phone.confirm(session, ron(seat, (seat + 1) % 4))
    page = hall.read("places/5/")
    assert "joins the game in progress" in page
    assert '<option value="2" selected>' in page, "unless somebody says so, it is for the next round"
    hall.post("places/5/", name="Helper", points="keep", begins=1)
    assert names_at(table)[seat] == "Helper"
    assert Session.objects.get(pk=session.pk).row_count == 2
    closed = {"version": Session.objects.get(pk=session.pk).version}
    hall.phone.post(reverse("tables:close", args=[session.code]), closed)
    # the points of the whole game are the place's
    assert tenths(hall.totals()["Helper"][1]) > 0
    # the table has its result: whoever comes now plays in the next round
    assert hall.post("places/5/", name="Player 5", points="keep", begins=1).status_code == 422
    assert hall.post("places/5/", name="Player 5", points="keep").status_code == 302
    assert list(Stint.objects.filter(place__number=5).values_list("from_round", flat=True)) == [1, 2]


def test_who_is_missing_from_the_first_round_on_keeps_the_name_at_the_place(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=2)
    hall.draw_and_publish()
    hall.post("places/7/", name="", points="out")
    hall.open(1)
    hall.play(1)
    assert hall.totals()["Player 7"][0] == "–"
    assert "withdrawn before round 1" in hall.read()
    hall.post("places/7/", name="Player 7", points="keep", begins=1)
    hall.open(1)
    assert "Player 7" in names_at(at(hall, 1, 7))
    assert "withdrawn" not in hall.read()


def test_no_more_substitutes_than_the_rules_allow(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=3)
    hall.post("byes/", **{**SETTINGS, "over": "steward", "stewards": "Stew"})
    hall.draw_and_publish()
    hall.post("places/1/", name="Stew", points="fill")
    hall.post("places/2/", name="Helper", points="fill")
    refused = hall.post("places/4/", name="Third", points="fill")
    assert refused.status_code == 422
    said = refused.content.decode()
    assert "The rules of this event allow 2 substitutes: " in said
    assert "Helper" in said
    assert 'value="Third"' in said, "nothing typed is lost"
    assert not Stint.objects.filter(player__name="Third").exists()
    # who takes a place over for good is no substitute; and the same person may fill in again
    assert hall.post("places/4/", name="Third", points="keep").status_code == 302
    hall.post("places/2/", name="Player 2", points="keep")
    assert hall.post("places/3/", name="Helper", points="fill").status_code == 302


def test_the_leader_who_goes_home_does_not_win_and_who_comes_back_is_ranked_again(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=2)
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    leader = next(name for name, (rank, _total) in hall.totals().items() if rank == "1")
    number = NAMES.index(leader) + 1
    page = hall.read(f"places/{number}/")
    assert re.search(r'value="usual"[^>]*\schecked', page), "what nobody chooses otherwise"
    hall.post(f"places/{number}/", name="", points="usual")
    assert hall.totals()[leader][0] == "–"
    assert "1" in {rank for rank, _total in hall.totals().values()}
    hall.post(f"places/{number}/", name=leader, points="usual")
    assert hall.totals()[leader][0] == "1"
    hall.post(f"places/{number}/", name="", points="usual", only="on")
    assert hall.totals()[leader][0] == "1", "away for one round only"
    hall.post(f"places/{number}/", name="", points="keep")
    assert hall.totals()[leader][0] == "1", "the organiser says otherwise"
