"""An event is kept apart from its club: its guests from the roster, its games from the leagues."""

from __future__ import annotations

import re
from datetime import date
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.merging import merge_player, undo_merge
from mahjongclub.clubs.roster import ensure_player
from mahjongclub.figures.models import Rating
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.seasons.changes import add_season
from mahjongclub.seasons.models import League, Season
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall

MEMBERS = ["Aiko", "Benoît"]
GUESTS = ["Gast Eins", "Gast Zwei", "Guest 3", "Guest 4", "Guest 5", "Guest 6"]


@pytest.fixture
def house(db: None) -> ClubHouse:
    house = open_club_house("public")
    for name in MEMBERS:
        Player.objects.create(club=house.club, name=name)
    return house


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Two of the club and six guests, the first round played: the winner of each table has +."""
    hall = TournamentHall(house, ["aiko", *MEMBERS[1:], *GUESTS], day=str(timezone.localdate()))
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    return hall


def called(name: str) -> Player:
    return Player.objects.get(name=name)


def season_of(house: ClubHouse, **wanted: Any) -> Season:
    league, _new = League.objects.get_or_create(club=house.club, name="Club league")
    return add_season(league, "This year", "riichi", date(2020, 1, 1), None, read_scoring({}), **wanted)


def read(house: ClubHouse, page: str, who: str = "organiser") -> str:
    answer = house.phone(who).get(house.url(page))
    assert answer.status_code == 200, (page, answer.status_code)
    return answer.content.decode()


def test_guests_of_an_event_stand_on_no_list_of_the_club(hall: TournamentHall) -> None:
    house = hall.house
    assert {one.name for one in house.club.players.filter(guest=True)} == set(GUESTS)
    assert "Gast Eins" in hall.read(), "the event's own ranking has them"
    typed = house.phone("organiser").get(f"/new/?belongs={house.club.slug}").content.decode()
    pages = {
        page: read(house, page) for page in ("players/", "attendance/", "dues/", "record/", "ratings/riichi/")
    }
    for page, shown in {**pages, "a new table": typed}.items():
        assert "Gast Eins" not in shown, page
    for page in ("players/", "dues/", "record/", "ratings/riichi/"):
        assert "Aiko" in pages[page], page
    answer = house.phone("organiser").get(house.url("players/sheet/"), {"kind": "csv"})
    assert "Gast" not in answer.content.decode()
    everybody = house.phone("nobody").get(f"/api/1/clubs/{house.club.slug}/players/").json()["data"]
    assert {one["name"] for one in everybody} == set(MEMBERS)
    own = f"players/{called('Gast Eins').pk}/"
    assert "Gast Eins" in read(house, own), "a guest's figures are on their own page"
    found = read(house, "search/?q=gast")
    assert own not in found, "the search finds the guest's games, not the guest"
    assert "6 guests of events" in pages["players/"]
    assert "Gast Eins" in read(house, "players/?guests=1")
    assert "Gast Eins" not in house.phone("scorer").get(house.url("players/?guests=1")).content.decode()


def test_a_guest_comes_onto_the_roster_by_a_tap_by_name_or_by_playing(hall: TournamentHall) -> None:
    house, phone = hall.house, hall.phone
    one = called("Gast Eins")
    assert f"Put on the roster of {house.club.name}" in phone.get(f"/players/{one.pk}/").content.decode()
    phone.post(f"/players/{one.pk}/take-in/", {"club": house.club.slug})
    assert not called("Gast Eins").guest
    added = phone.post(house.url("players/"), {"name": "GAST ZWEI"}, follow=True).content.decode()
    assert "is on the roster" in added
    assert not called("Gast Zwei").guest
    assert Player.objects.filter(club=house.club).count() == len(MEMBERS) + len(GUESTS), "nobody came twice"
    assert ensure_player("Guest 3", club=house.club, guest=True).guest
    assert ensure_player("Guest 3", club=house.club) == called("Guest 3")
    assert not called("Guest 3").guest
    assert not ensure_player("Aiko", club=house.club, guest=True).guest, "who is on the roster stays there"


def test_a_guest_merged_into_a_player_of_the_roster_is_that_player_until_undone(hall: TournamentHall) -> None:
    twin = Player.objects.create(club=hall.house.club, name="Eins, Gast")
    done = merge_player(called("Gast Eins"), twin, None)
    assert not called("Gast Eins").guest
    undo_merge(done)
    assert called("Gast Eins").guest
    merge_player(twin, called("Gast Eins"), None)
    assert hall.house.club.players.find_by_name("Gast Eins") == twin
    assert not called("Eins, Gast").guest


def test_whoever_sits_down_at_a_table_of_the_event_is_a_guest_of_it(hall: TournamentHall) -> None:
    hall.open(2)
    session = hall.tables(2)[0].session
    assert session is not None
    for name, seat in (("Somebody new", 1), ("Guest 6", 2)):
        session.refresh_from_db()
        form = {"version": session.version, "key": str(uuid4()), "seat": seat, "player": name}
        if name in session.seat_names:
            continue
        assert hall.phone.post(f"/t/{session.code}/sit-down/", form).status_code == 302
        assert called(name).guest
    assert hall.house.club.players.filter(guest=True).count() == len(GUESTS) + 1


def test_a_season_counts_the_games_of_events_where_it_says_so(hall: TournamentHall) -> None:
    house = hall.house
    season = season_of(house)
    page = read(house, f"seasons/{season.pk}/games/")
    assert "2 games of events do not count here" in page
    assert not season.games.exists()
    shown = read(house, f"seasons/{season.pk}/games/?events=1")
    assert shown.count("Count it") == 2
    code = re.findall(r"/games/(\w{10,})/", shown)[0]
    count = house.url(f"seasons/{season.pk}/games/{code}/")
    assert hall.phone.post(count, {"counts": "yes"}).status_code == 302
    assert season.games.count() == 4
    hall.phone.post(count, {"counts": "no"})
    assert season.games.count() == 0
    edit = house.url(f"seasons/{season.pk}/edit/")
    form = {"league": "Club league", "name": "This year", "variant": "riichi", "starts": "2020-01-01"}
    assert hall.phone.post(edit, {**form, "events": "on"}).status_code == 302
    assert season.games.count() == 4, "but for the one that an organiser left out"
    hall.phone.post(count, {"counts": "yes"})
    assert season.games.count() == 8
    assert "Gast Eins" in read(house, f"seasons/{season.pk}/")
    assert hall.phone.post(edit, form).status_code == 302
    assert season.games.count() == 0
    assert 'name="events"' in (new := read(house, "seasons/new/"))
    assert not re.search(r'name="events"[^>]*checked', new)


@pytest.mark.parametrize("events", [False, True])
def test_results_from_paper_and_a_rebuild_leave_a_season_as_it_is(house: ClubHouse, events: bool) -> None:
    season = season_of(house, events=events)
    hall = TournamentHall(house, [*MEMBERS, *GUESTS[:2]], day=str(timezone.localdate()), round_count=1)
    hall.draw_and_publish()
    result = {f"score-{seat}": score for seat, score in enumerate((42000, 30000, 18000, 30000))}
    assert hall.post("rounds/1/tables/1/paper/", **result, sticks=0).status_code == 302
    assert Session.objects.filter(on_paper__isnull=False).count() == 1
    kept = list(season.games.order_by("player").values_list("player", "value"))
    assert len(kept) == (4 if events else 0)
    assert Rating.objects.count() == 4, "ratings and figures count every game"
    call_command("rebuild", stdout=StringIO())
    again = season.games.order_by("player").values_list("player", "value")
    assert list(again) == kept
    assert Rating.objects.count() == 4


def test_a_new_member_who_came_as_a_guest_says_so_by_the_name(hall: TournamentHall) -> None:
    house = hall.house
    answer = house.phone("member").post(
        reverse("people:join_roster", args=[house.club.slug]), {"who": "new", "name": "Guest 6"}
    )
    assert answer.status_code == 302
    found = called("Guest 6")
    assert found.account == house.accounts["member"]
    assert not found.guest
