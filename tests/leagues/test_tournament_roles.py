"""Who may see and do what in a tournament (docs/roles.md), and addresses and forms nobody means."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from mahjongclub.clubs.models import Club
from mahjongclub.events.models import Tournament
from mahjongclub.tables.models import Access
from tests.clubs.club_house import PEOPLE, ClubHouse, open_club_house

from .tournament_hall import TournamentHall

NAMES = [f"Player {number}" for number in range(1, 5)]
YES, NO, GONE, SIGN_IN = "yes", "403", "404", "sign in"
# owner, organiser, scorer, member, stranger, other_owner, nobody: in the order of PEOPLE
MEMBERS = (YES, YES, YES, YES, GONE, GONE, SIGN_IN)
SCORERS = (YES, YES, YES, NO, GONE, GONE, SIGN_IN)
ORGANISERS = (YES, YES, NO, NO, GONE, GONE, SIGN_IN)
#: what is in preparation does not exist for members
PREPARATION = (YES, YES, GONE, GONE, GONE, GONE, SIGN_IN)


def outcome(answer: HttpResponse) -> str:
    if answer.status_code == 302 and "/account/login/" in answer["Location"]:
        return SIGN_IN
    return {200: YES, 302: YES, 422: YES, 403: NO, 404: GONE}[answer.status_code]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.mark.parametrize(
    ("page", "cells"),
    [
        ("", MEMBERS),
        ("seating/", MEMBERS),
        ("rounds/1/", MEMBERS),
        ("penalties/", MEMBERS),
        ("edit/", ORGANISERS),
        ("places/", ORGANISERS),
        ("places/1/", ORGANISERS),
        ("finish/", ORGANISERS),
        ("rounds/1/sheet/", ORGANISERS),
    ],
)
def test_who_may_see_a_page(house: ClubHouse, page: str, cells: tuple[str, ...]) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    hall.draw_and_publish()
    seen = tuple(outcome(house.phone(who).get(hall.url(page))) for who in PEOPLE)
    assert seen == cells


@pytest.mark.parametrize(
    ("page", "cells"),
    [
        ("draw/", ORGANISERS),
        ("publish/", ORGANISERS),
        ("rounds/1/open/", ORGANISERS),
        ("rounds/1/clock/", ORGANISERS),
        ("rounds/1/tables/1/enter/", SCORERS),
        ("rounds/1/tables/1/paper/", SCORERS),
        ("places/1/", ORGANISERS),
        ("penalties/", ORGANISERS),
        ("penalties/1/take-back/", ORGANISERS),
        ("finish/", ORGANISERS),
        ("reopen/", ORGANISERS),
        ("edit/", ORGANISERS),
    ],
)
def test_who_may_do_what(house: ClubHouse, page: str, cells: tuple[str, ...]) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    done = tuple(
        outcome(house.phone(who).post(hall.url(page), {"name": "X", "points": "keep"})) for who in PEOPLE
    )
    assert done == cells


def test_a_tournament_in_preparation_is_the_organisers(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    assert tuple(outcome(house.phone(who).get(hall.url())) for who in PEOPLE) == PREPARATION
    assert "Spring open" not in house.phone("member").get(house.url("tournaments/")).content.decode()
    assert hall.phone.get(hall.url("players/")).status_code == 200
    hall.draw_and_publish()
    assert "Spring open" in house.phone("member").get(house.url("tournaments/")).content.decode()
    assert outcome(house.phone("member").post(hall.url("delete/"))) == "403"
    hall.open(1)
    hall.play(1)
    hall.post("delete/")
    assert Tournament.objects.exists(), "one with results stays"


def test_the_scorer_of_the_club_keeps_the_score_at_a_table(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    hall.draw_and_publish()
    assert house.phone("scorer").post(hall.url("rounds/1/tables/1/enter/")).status_code == 404  # not open
    hall.open(1)
    entered = house.phone("scorer").post(hall.url("rounds/1/tables/1/enter/"))
    session = hall.tables(1)[0].session
    assert session is not None
    assert entered["Location"] == f"/t/{session.code}/"
    assert session.accesses.filter(role=Access.Role.SCORER).count() == 2


@pytest.mark.parametrize("who", ["stranger", "nobody"])
def test_a_public_club_shows_strangers_the_ranking_as_its_rounds(house: ClubHouse, who: str) -> None:
    Club.objects.filter(pk=house.club.pk).update(visibility="public")
    hall = TournamentHall(house, NAMES, round_count=1)
    assert house.phone(who).get(hall.url()).status_code == 404  # in preparation
    hall.draw_and_publish()
    house.club.players.filter(name="Player 2").update(name_hidden=True)
    hall.open(1)
    hall.play(1)
    assert hall.post("penalties/", number=2, points="20", reason="Late").status_code == 302
    assert len(hall.totals(who)) == 4
    assert hall.totals(who) == hall.totals("member")
    for page in ("", "seating/", "rounds/1/", "penalties/"):
        text = hall.read(page, who=who)
        assert ("Player 1" in text) == (page != "penalties/"), page
        assert "Player 2" not in text, page
        assert ("Late" in text) == (page in ("", "penalties/")), page
        assert "<form" not in text.split("<main")[1], page
    hall.post("finish/")
    assert hall.totals(who) == hall.totals("organiser")


def test_a_hidden_name_is_hidden_in_seating_and_ranking(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    hall.draw_and_publish()
    house.club.players.filter(name="Player 2").update(name_hidden=True)
    hall.open(1)
    hall.play(1)
    hall.post("finish/")
    for page in ("", "seating/", "rounds/1/", "places/", "rounds/1/sheet/"):
        text = hall.read(page)
        assert "Player 2" not in text, page
        assert "Player no." in text, page


@pytest.mark.parametrize(
    "fault",
    [
        {"name": ""},
        {"name": "A\0B"},
        {"name": "!!"},
        {"name": "x" * 101},
        {"day": "2026-02-31"},
        {"day": "9999999-01-01"},
        {"round_count": "0"},
        {"round_count": "21"},
        {"round_count": "9" * 400},
        {"minutes": "-1"},
        {"draw": "other"},
        {"worth": "\0"},
    ],
)
def test_settings_that_cannot_be_are_refused_where_they_stand(
    house: ClubHouse, fault: dict[str, str]
) -> None:
    form = {
        "variant": "riichi",
        "preset": "club",
        "name": "Open",
        "day": "2026-04-11",
        "round_count": "4",
        "draw": "plan",
        "worth": "points",
        **fault,
    }
    answer = house.phone("organiser").post(house.url("tournaments/new/"), form)
    assert answer.status_code == 422
    (field,) = fault
    assert f"id_{field}_error" in answer.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "page", ["999/", "1/rounds/99/", "1/places/99/", f"{'9' * 15}/", "1/rounds/999999999999999/"]
)
def test_what_is_not_there_is_not_found(house: ClubHouse, page: str) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    hall.draw_and_publish()
    page = page.replace("1/", f"{hall.tournament.pk}/", 1) if page.startswith("1/") else page
    assert hall.phone.get(house.url(f"tournaments/{page}")).status_code == 404


@pytest.mark.parametrize(
    "variant",
    ["riichi", "sanma", "classical", "taiwanese", "hongkong", "american", "ten", "six"],
)
def test_a_tournament_of_every_game_can_be_opened(house: ClubHouse, variant: str) -> None:
    names = [f"P{number}" for number in range(12)]
    hall = TournamentHall(house, names, variant=variant, preset="", round_count=2)
    hall.draw_and_publish()
    hall.open(1)
    assert all(table.session is not None for table in hall.tables(1))
    assert "0 of" in hall.read("rounds/1/")
    assert hall.read("rounds/1/sheet/").count("<svg") >= len(hall.tables(1))
