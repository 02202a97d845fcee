"""An event of teams whose captains name who plays, and one over two days."""

from __future__ import annotations

import html
import re
from collections import Counter
from datetime import date, datetime, timedelta
from typing import Any

import pytest
import xlrd
from django.utils import timezone

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.naming import name_key
from mahjongclub.events.models import Stint, Tournament
from mahjongclub.events.stages.models import RoundTime
from mahjongclub.rounds.teams.models import Team, TeamMember, captain_token
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall, tenths

#: EMA 2025, who won 5,200 from another: 5.2 and 15
FIRST = 202
TEAMS = ("Reds", "Blues", "Greens", "Whites")
LINES = [f"{team} {number}; {team}" for number in (1, 2) for team in TEAMS]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def places(hall: TournamentHall, team: str) -> list[int]:
    return list(hall.tournament.places.filter(team__name=team).values_list("number", flat=True))


def pk(name: str) -> int:
    return Player.objects.get(name=name).pk


def lineup(hall: TournamentHall, team: str, number: int, *names: str) -> dict[str, Any]:
    chosen = zip(places(hall, team), names, strict=True)
    return {"round": number, **{f"place-{place}": pk(name) for place, name in chosen}}


def sitting(hall: TournamentHall, number: int) -> set[str]:
    sessions = [table.session for table in hall.tables(number) if table.session]
    return {seat.player.name for session in sessions for seat in session.seats.all() if seat.player}


def test_a_captain_names_who_plays_each_round_on_the_phone(house: ClubHouse) -> None:
    hall = TournamentHall(house, LINES, round_count=3)
    hall.draw_and_publish()
    reds = Team.objects.get(name="Reds")
    page = f"squads/{reds.number}/"
    saved = hall.post(f"{page}captain/", captain=pk("Reds 1"), names="Reds 3\nReds 4", link="1")
    assert saved.status_code == 302
    assert "Reds 3" in hall.read(page)
    other = Team.objects.get(name="Blues")
    refused = hall.post(f"squads/{other.number}/captain/", captain="", names="Reds 3")
    assert refused.status_code == 422
    assert "plays for" in refused.content.decode()
    reds.refresh_from_db()
    phone = house.phone("nobody")
    link = f"/lineup/{reds.number}/{captain_token(reds)}/"
    shown = phone.get(link).content.decode()
    assert "Who plays from round 1 on" in shown
    assert re.search(r"Table [12], seat [ESWN]", shown)
    assert phone.get(f"/lineup/{reds.number}/{reds.captain_key}/").status_code == 404
    assert phone.get(f"/lineup/{other.number}/{captain_token(reds)}/").status_code == 404
    assert house.phone("member").get(hall.url(page)).status_code == 403

    twice = phone.post(link, lineup(hall, "Reds", 1, "Reds 3", "Reds 3"))
    assert twice.status_code == 422
    assert "Nobody plays twice at the same time." in twice.content.decode()
    foreign = phone.post(link, lineup(hall, "Reds", 1, "Reds 3", "Blues 1"))
    assert foreign.status_code == 422
    assert phone.post(link, lineup(hall, "Reds", 1, "Reds 3", "Reds 2")).status_code == 302
    assert "Reds 3" in hall.read("seating/", who="member")
    hall.open(1)
    assert {"Reds 3", "Reds 2"} < sitting(hall, 1)
    assert "Reds 1" not in sitting(hall, 1)
    late = phone.post(link, lineup(hall, "Reds", 1, "Reds 1", "Reds 2"))
    assert late.status_code == 422
    assert "its players can no longer be changed" in late.content.decode()
    points: Counter[str] = Counter()
    count(hall, 1, points)

    # the captain, signed in, for round 2; nobody names anybody for round 3: the last line-up stays
    Player.objects.filter(name="Reds 1").update(account=house.accounts["member"])
    captain = house.phone("member")
    named = lineup(hall, "Reds", 2, "Reds 1", "Reds 4")
    assert captain.post(hall.url(page), named).status_code == 302
    for number in (2, 3):
        hall.open(number)
        assert {"Reds 1", "Reds 4"} < sitting(hall, number)
        count(hall, number, points)
    totals = hall.totals()
    assert {team: tenths(totals[team][1]) for team in TEAMS} == {team: points[team] for team in TEAMS}
    assert "Reds 1, Reds 4" in hall.read()
    # by people: Reds 3 played round 1 alone, and what the place made after it is not theirs
    assert tenths(totals["Reds 3"][1]) in (FIRST, 0, -FIRST)
    assert (
        sum(tenths(total) for name, (_rank, total) in totals.items() if name.startswith("Reds "))
        == points["Reds"]
    )
    # who stood down before the first round can still be named: nobody falls out of the team
    assert TeamMember.objects.filter(team=reds, player__name="Reds 1").exists()
    assert Stint.objects.filter(place__team=reds).count() == 2 + 2


def count(hall: TournamentHall, number: int, points: Counter[str]) -> None:
    team = dict(hall.tournament.places.values_list("number", "team__name"))
    for won, paid in hall.play(number):
        points[team[won]] += FIRST
        points[team[paid]] -= FIRST


def test_a_captain_who_is_no_reserve_any_more_is_asked_about(house: ClubHouse) -> None:
    hall = TournamentHall(house, LINES, round_count=3)
    hall.draw_and_publish()
    reds = Team.objects.get(name="Reds")
    page = f"squads/{reds.number}/captain/"
    hall.post(page, names="Anne-Sophie de La Rochefoucauld", captain="")
    reserve = pk("Anne-Sophie de La Rochefoucauld")
    assert hall.post(page, players=reserve, captain=reserve).status_code == 302
    unticked = hall.post(page, captain=reserve)
    assert unticked.status_code == 422
    assert "is the captain. Choose another captain, or keep" in html.unescape(unticked.content.decode())
    reds.refresh_from_db()
    assert reds.captain_id == reserve
    assert reds.members.filter(player_id=reserve).exists(), "nothing was written"
    assert hall.post(page, captain="").status_code == 302
    reds.refresh_from_db()
    assert (reds.captain_id, reds.members.filter(player_id=reserve).exists()) == (None, False)


def test_captains_name_who_plays_until_the_moment_the_organiser_after_it(house: ClubHouse) -> None:
    soon = timezone.localtime() + timedelta(minutes=20)
    hall = TournamentHall(house, LINES, round_count=1, day=soon.date().isoformat())
    hall.draw_and_publish()
    hall.post("schedule/", **{"days": 1, "day-1": 1, "time-1": soon.strftime("%H:%M")})
    reds = Team.objects.get(name="Reds")
    hall.post(f"squads/{reds.number}/captain/", captain="", names="Reds 3", link="1")
    reds.refresh_from_db()
    phone, link = house.phone("nobody"), f"/lineup/{reds.number}/{captain_token(reds)}/"
    assert phone.post(link, lineup(hall, "Reds", 1, "Reds 3", "Reds 2")).status_code == 302
    assert hall.post("squads/", lineup_minutes=30).status_code == 302
    late = phone.post(link, lineup(hall, "Reds", 1, "Reds 1", "Reds 2"))
    assert late.status_code == 422
    assert "Line-ups are closed. Ask an organiser." in late.content.decode()
    named = hall.post(f"squads/{reds.number}/", **lineup(hall, "Reds", 1, "Reds 1", "Reds 2"))
    assert named.status_code == 302
    assert house.phone("member").post(hall.url("squads/"), {"lineup_minutes": 0}).status_code == 403


def test_the_link_of_a_captain_ends_when_another_is_named(house: ClubHouse) -> None:
    hall = TournamentHall(house, LINES, round_count=1)
    hall.draw_and_publish()
    page = f"squads/{Team.objects.get(name='Reds').number}/captain/"

    def link(captain: int | str, **more: str) -> str:
        hall.post(page, captain=captain, **more)
        reds = Team.objects.get(name="Reds")
        return f"/lineup/{reds.number}/{captain_token(reds)}/"

    phone = house.phone("nobody")
    first = link(pk("Reds 1"), link="1")
    assert link(pk("Reds 1"), names="Reds 3") == first, "the captain stays, and so does the link"
    assert phone.get(first).status_code == 200
    second = link(pk("Reds 2"))
    ended = phone.get(first)
    assert ended.status_code == 404
    assert "replaced by a new one: ask the person who sent it" in ended.content.decode()
    assert phone.post(first, lineup(hall, "Reds", 1, "Reds 3", "Reds 2")).status_code == 404
    assert phone.get(second).status_code == 200
    assert second in hall.read(page.removesuffix("captain/"))
    link("")
    assert phone.get(second).status_code == 404


def test_a_reserve_named_by_mistake_is_taken_out_and_who_holds_a_place_stays(house: ClubHouse) -> None:
    hall = TournamentHall(house, LINES, round_count=1)
    hall.draw_and_publish()
    reds = Team.objects.get(name="Reds")
    page = f"squads/{reds.number}/captain/"
    assert hall.post(page, names="Σοφία Παπαδοπούλου\nŁukasz Żółć").status_code == 302
    assert hall.post(page, players=pk("Łukasz Żółć")).status_code == 302
    assert sorted(member.player.name for member in reds.members.all()) == ["Reds 1", "Reds 2", "Łukasz Żółć"]
    assert hall.post(page, players=[pk("Łukasz Żółć"), pk("Blues 1")]).status_code == 422


def test_a_name_nearly_on_the_roster_is_asked_about_before_it_joins_a_team(house: ClubHouse) -> None:
    member = Player.objects.create(club=house.club, name="Łukasz Żółć")
    hall = TournamentHall(house, LINES, round_count=1)
    page = f"squads/{Team.objects.get(name='Reds').number}/captain/"
    near = "Lukasz Zolc"
    asked = hall.post(page, names=near)
    assert asked.status_code == 422
    assert "Who is meant?" in asked.content.decode()
    answer = {f"same-{name_key(near)}": member.pk}
    assert hall.post(page, names=near, **answer).status_code == 302
    assert TeamMember.objects.filter(team__name="Reds", player=member).exists()
    assert not Player.objects.filter(name=near).exists()


def test_an_event_over_two_days_has_an_evening_and_a_heading_for_each(house: ClubHouse) -> None:
    hall = TournamentHall(house, [f"Player {one}" for one in range(8)], round_count=3, public="on")
    wrong = {"days": 2, "day-1": 2, "day-2": 1, "day-3": 3, "time-1": "9:30"}
    refused = hall.post("schedule/", **wrong)
    assert refused.status_code == 422
    assert "A round cannot begin before the round that precedes it." in refused.content.decode()
    assert "The event has fewer days." in refused.content.decode()
    told = {"days": 2, "day-1": 1, "day-2": 1, "day-3": 2, "time-1": "09:30", "time-2": "13:00"}
    assert hall.post("schedule/", **told, **{"time-3": "10:00"}).status_code == 302
    assert Tournament.objects.get().days == 2
    assert list(RoundTime.objects.values_list("number", "day", "starts_at")) == [
        (1, 1, "09:30"),
        (2, 1, "13:00"),
        (3, 2, "10:00"),
    ]
    hall.draw_and_publish()
    for number in (1, 2, 3):
        hall.open(number)
        hall.play(number)
    assert sorted(Evening.objects.filter(name="Spring open").values_list("date", flat=True)) == [
        date(2026, 4, 11),
        date(2026, 4, 12),
    ]
    page = hall.read("event/", who="nobody")
    assert "Day 1" in page
    assert "Day 2" in page
    assert re.search(r"13:00.*10:00", page, re.S)
    assert datetime(2026, 4, 12).strftime("%d") in page


@pytest.mark.parametrize(
    ("worth", "first", "second"),
    [("places_points", "Table points", "Score"), ("points_places", "Score", "Table points")],
)
def test_a_ranking_shows_both_kinds_of_points(house: ClubHouse, worth: str, first: str, second: str) -> None:
    """Two games: one player wins little and is last by far once; the totals order otherwise by either."""
    hall = TournamentHall(house, [f"Player {one}" for one in range(4)], round_count=1, worth=worth)
    hall.draw_and_publish()
    hall.open(1)
    # EMA 2025: 20,500 / 1,000 over 30,000 and uma; 4, 2, 1, 0 for the place
    scores = {"score-0": "50500", "score-1": "30000", "score-2": "20000", "score-3": "19500"}
    hall.post("rounds/1/tables/1/paper/", **scores)
    page = re.sub(r"\s+", " ", hall.read())
    heads = re.findall(r'<th scope="col">(.*?)</th>', page)
    assert [one.strip() for one in heads if one.strip() in (first, second)][:2] == [first, second]
    cells = re.findall(r'class="total-cell">(.*?)</td> <td>(.*?)</td>', page)
    points = ["4.0", "2.0", "1.0", "0.0"]
    score = ["+35.5", "+5.0", "-15.0", "-25.5"]
    assert [one[0 if worth == "places_points" else 1] for one in cells] == points
    assert [one[1 if worth == "places_points" else 0] for one in cells] == score
    # the federation's workbook: table points in column G, the score in column H, whichever ranks first
    book = xlrd.open_workbook(file_contents=hall.phone.get(hall.url("federation.xls")).content)
    rows = [book.sheet_by_index(0).row_values(row) for row in range(1, 5)]
    assert [row[6] for row in rows] == [4, 2, 1, 0]
    assert [row[7] for row in rows] == [35_500, 5000, -15_000, -25_500]


def test_points_for_the_place_are_the_organisers_for_the_games_own_seats(house: ClubHouse) -> None:
    refused = house.phone("organiser").post(
        house.url("tournaments/new/"),
        {
            **{"variant": "riichi", "preset": "ema-2025", "name": "Cup", "day": "2026-04-11"},
            **{"round_count": 1, "draw": "plan", "worth": "places", "points_by_place": "4 2 1"},
        },
    )
    assert refused.status_code == 422
    assert "Write 4 whole numbers" in refused.content.decode()
    hall = TournamentHall(house, [], worth="places", points_by_place="10-6-3-1")
    assert hall.tournament.place_points == [10, 6, 3, 1]
    three = TournamentHall(house, [], variant="six", preset="", worth="places")
    assert len(three.tournament.place_points) == three.tournament.game.seats
