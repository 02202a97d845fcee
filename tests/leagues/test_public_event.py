"""The page of an event for strangers: off by default, and silent about a round that is being played."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from mahjongclub.clubs.models import Player
from mahjongclub.events.models import Tournament
from tests.clubs.club_house import PEOPLE, ClubHouse, open_club_house
from tests.tables.conftest import Phone

from .test_tournament_desk import TYPED, row
from .tournament_hall import TournamentHall

NAMES = [f"Player {number:02}" for number in range(1, 9)]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house("private")


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """A public event of a private club: two tables, the first round open."""
    opened = TournamentHall(house, NAMES, round_count=2, public="on")
    opened.draw_and_publish()
    opened.open(1)
    return opened


def look(hall: TournamentHall, **headers: str) -> HttpResponse:
    """A stranger without an account, in a browser of their own."""
    return Phone().get(hall.url("event/"), headers=headers)


def page(hall: TournamentHall, **headers: str) -> str:
    answer = look(hall, **headers)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def points(text: str) -> set[str]:
    """Whatever reads like a result: a signed number with a decimal."""
    return set(re.findall(r"[-+−]\d+\.\d", text))


def test_nobody_sees_the_page_unless_the_organiser_wants_it(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1)
    hall.draw_and_publish()
    seen = {who: house.phone(who).get(hall.url("event/")).status_code for who in PEOPLE}
    assert set(seen.values()) == {404}
    settings = {"name": "Spring open", "day": "2026-04-11", "place": "", "minutes": "75"}
    assert "Anyone may see the page" in hall.read("edit/")
    assert hall.post("edit/", **settings, public="on").status_code == 302
    assert {house.phone(who).get(hall.url("event/")).status_code for who in PEOPLE} == {200}
    assert "The event’s page for everybody" in hall.read()
    assert hall.post("edit/", **settings).status_code == 302
    assert look(hall).status_code == 404
    other = house.phone("nobody").get(f"/c/another-club/tournaments/{hall.tournament.pk}/event/")
    assert other.status_code == 404


def test_an_event_in_preparation_is_nobodys_yet(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1, public="on")
    hall.post("draw/")
    assert look(hall).status_code == 404
    assert house.phone("owner").get(hall.url("event/")).status_code == 404


def test_a_stranger_reads_schedule_seating_and_ranking_in_both_languages(hall: TournamentHall) -> None:
    english, french = page(hall), page(hall, accept_language="fr")
    for name in ("Spring open", "Riichi Lille", *NAMES):
        assert name in english
        assert name in french
    assert "Seating" not in english or "By player" in english
    assert "Classement" in french
    assert "being played" in english
    assert "/account/login/" not in Phone().get(hall.url("event/")).headers.get("Location", "")


def test_nothing_of_a_running_round_is_told_before_its_last_table_is_in(hall: TournamentHall) -> None:
    before = page(hall)
    assert points(before) == set()
    row(hall, *TYPED)
    assert points(page(hall)) == set(), "one table is in, one plays"
    row(hall, *TYPED, penalty_0="20", reason="Chombo at table one", seen=None)
    running = page(hall)
    assert "Chombo" not in running
    assert points(running) == set()
    assert "The results come once every table has finished." in running
    row(hall, *TYPED, table=2)
    over = page(hall)
    assert "+30.0" in over
    assert "Chombo at table one" in over
    hall.open(2)
    row(hall, *reversed(TYPED), number=2)
    assert points(page(hall)) == points(over), "round 1 still, nothing of round 2"
    row(hall, "400", "400", "250", "150", number=1)
    assert "+20.0" in page(hall), "a correction of a round that is over is seen at once"
    hall.post("finish/")
    assert "The final ranking" in page(hall)


def test_members_of_a_public_event_wait_as_strangers_do_and_scorers_see(house: ClubHouse) -> None:
    house.club.visibility = "members"
    house.club.save()
    hall = TournamentHall(house, NAMES, round_count=2, public="on")
    hall.draw_and_publish()
    hall.open(1)
    row(hall, *TYPED)
    for where in ("", "rounds/1/"):
        assert points(hall.read(where, who="member")) == set()
        assert "+30.0" in hall.read(where, who="scorer")


def test_who_hides_their_name_is_a_pseudonym_there(hall: TournamentHall) -> None:
    Player.objects.filter(name="Player 03").update(name_hidden=True)
    assert "Player 03" not in page(hall)


def test_what_has_not_changed_is_not_sent_again(hall: TournamentHall) -> None:
    browser = Phone()
    first = browser.get(hall.url("event/"))
    tag = first["ETag"]
    assert "no-cache" in first["Cache-Control"]
    assert "no-store" not in first["Cache-Control"]

    def again(**headers: str) -> int:
        return browser.get(hall.url("event/"), headers={"If-None-Match": tag, **headers}).status_code

    assert again() == 304
    hall.phone.confirm(hall.tables(1)[0].session, {"type": "draw", "tenpai": [], "riichi": []})
    assert again() == 304, "a hand of a table that plays on is no news"
    part = {"HX-Request": "true", "HX-Target": "ranking"}
    mine = browser.get(hall.url("event/"), headers=part)["ETag"]
    assert again(**part) == 200, "the page’s tag is not the ranking’s"
    assert again(**part, **{"If-None-Match": mine}) == 304
    assert again(accept_language="fr") == 200
    row(hall, *TYPED)
    row(hall, *TYPED, table=2)
    assert again() == 200
    fragment = browser.get(hall.url("event/"), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert "+30.0" in fragment


def test_every_change_that_shows_gives_another_tag(hall: TournamentHall) -> None:
    browser = Phone()
    tags = [browser.get(hall.url("event/"))["ETag"]]

    def changed() -> bool:
        tags.append(browser.get(hall.url("event/"))["ETag"])
        return tags[-1] not in tags[:-1]

    row(hall, *TYPED)
    assert changed()
    row(hall, *TYPED, table=2)
    assert changed()
    row(hall, *reversed(TYPED))
    assert changed(), "a result corrected"
    hall.post("penalties/", number=1, points="5", reason="Late")
    assert changed()
    hall.post("places/3/", name="Helper", points="out")
    assert changed()
    Tournament.objects.update(name="Autumn open")
    assert changed()
    hall.post("finish/")
    assert changed()


def test_two_thousand_readers_ask_in_three_queries_and_what_changed_is_made_once(
    hall: TournamentHall, django_assert_max_num_queries: Any
) -> None:
    row(hall, *TYPED)
    row(hall, *TYPED, table=2)
    readers = [Phone() for _number in range(3)]
    tags = {phone: phone.get(hall.url("event/"))["ETag"] for phone in readers}
    ranking = {"HX-Request": "true", "HX-Target": "ranking"}
    Phone().get(hall.url("event/"), headers=ranking)
    for phone, tag in tags.items():
        with django_assert_max_num_queries(3):
            assert phone.get(hall.url("event/"), headers={"If-None-Match": tag}).status_code == 304
        with django_assert_max_num_queries(3):
            fragment = phone.get(hall.url("event/"), headers=ranking)
        assert "+30.0" in unescape(fragment.content.decode())
        shown = re.findall(r'If-None-Match":"(W/[^}]+)"', unescape(fragment.content.decode()))[0]
        assert shown.encode().decode("unicode_escape") == fragment["ETag"], "it asks with its own tag"
        with django_assert_max_num_queries(3):
            again = phone.get(hall.url("event/"), headers={**ranking, "If-None-Match": fragment["ETag"]})
        assert again.status_code == 304
    row(hall, *reversed(TYPED))
    fresh = readers[0].get(hall.url("event/"), headers={**ranking, "If-None-Match": fragment["ETag"]})
    assert fresh.status_code == 200
    with django_assert_max_num_queries(3):
        assert readers[1].get(hall.url("event/"), headers=ranking).content == fresh.content
