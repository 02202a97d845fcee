"""The desk of a night and of a match: results typed from paper, at the tables that were drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.figures.models import Appearance
from mahjongclub.nights.changes import check_in_players, draw_and_open_round, rounds_of
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rounds.models import Round
from mahjongclub.rounds.teams.models import Team, TeamMember, create_team
from mahjongclub.seasons.changes import save_season_and_count_games
from mahjongclub.seasons.matches import draw_match, open_tables_of_match, save_match_lineup
from mahjongclub.seasons.models import League, Season
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import ron

NAMES = (
    "Marguerite",
    "Jean-Pierre",
    "Anne-Sophie de La Rochefoucauld",
    "Bo",
    "Σοφία Παπαδοπούλου",
    "田中 愛子",
    "O'Brien",
    "ليلى منصور",
)
#: riichi as clubs play it begins with 25,000 each
TYPED = ("400", "300", "200", "100")


@dataclass
class Desk:
    """A desk with two tables of four, and what is drawn there: the rows of its tables."""

    house: ClubHouse
    address: str
    tables: Any

    def read(self, who: str = "organiser") -> str:
        answer = self.house.phone(who).get(self.address)
        assert answer.status_code == 200
        return unescape(answer.content.decode())

    def type(self, *scores: str, table: int = 1, who: str = "organiser", **more: str) -> HttpResponse:
        seen = re.search(rf'name="t{table}-seen" value="(\w+)"', self.read())
        assert seen
        fields = {f"t{table}-score-{seat}": score for seat, score in enumerate(scores)}
        fields |= {f"t{table}-seen": seen[1], **{f"t{table}-{name}": value for name, value in more.items()}}
        headers = {"HX-Request": "true"}
        return self.house.phone(who).post(f"{self.address}{table}/", fields, headers=headers)

    def session(self, table: int = 1) -> Session | None:
        return self.tables.get(number=table).session


def people(house: ClubHouse) -> list[Player]:
    return [Player.objects.create(name=name, club=house.club) for name in NAMES]


def of_a_night(house: ClubHouse) -> Desk:
    check_in_players(house.evening, people(house))
    drawn = draw_and_open_round(house.evening, 0, Device.objects.create())
    assert drawn is not None
    return Desk(house, house.url(f"evenings/{house.evening.pk}/rounds/1/desk/"), drawn.tables)


def match_of(house: ClubHouse) -> Round:
    league = League.objects.create(club=house.club, name="Teams")
    season = Season(league=league, name="2026", variant="riichi", starts=tonight(), counts="teams")
    season.scoring = read_scoring({"worth": "places"}).to_json()
    save_season_and_count_games(season)
    come = people(house)
    for first, second in zip(come[:4], come[4:], strict=True):
        team = create_team(season.get_or_create_competition(), f"of {first.name}", first)
        for player in (first, second):
            TeamMember.objects.create(team=team, player=player)
    match = draw_match(season, tonight(), None, 2)
    for number, table in enumerate(match.tables.all()):
        for seat in table.seats.select_related("team"):
            assert seat.team is not None
            player = seat.team.members.order_by("pk")[number].player
            save_match_lineup(match, {seat.pk: player.pk}, [seat.team.pk], None)
    return match


def of_a_match(house: ClubHouse) -> Desk:
    """Nobody has opened its tables: the first result does."""
    match = match_of(house)
    address = house.url(f"seasons/{match.competition.season_id}/matches/{match.number}/desk/")
    return Desk(house, address, match.tables)


def of_a_match_with_phones(house: ClubHouse) -> Desk:
    desk = of_a_match(house)
    assert open_tables_of_match(Round.objects.get(), Device.objects.create()) == 2
    return desk


@pytest.fixture(params=[of_a_night, of_a_match, of_a_match_with_phones])
def desk(request: pytest.FixtureRequest, db: None) -> Desk:
    cache.clear()
    made: Desk = request.param(open_club_house())
    return made


def test_the_drawn_table_gets_the_result_and_no_second_game_appears(desk: Desk) -> None:
    page = desk.read()
    for name in NAMES:
        assert name in page
    assert "0 of 2 tables finished" in page
    answer = desk.type(*TYPED)
    assert answer.status_code == 200
    said = unescape(answer.content.decode())
    assert "1 of 2 tables finished" in said
    assert "Understood in hundreds." in said
    assert desk.type("41000", "29000", "20000", "10000", table=2).status_code == 200
    assert Session.objects.count() == 2
    for number, scores in ((1, [40000, 30000, 20000, 10000]), (2, [41000, 29000, 20000, 10000])):
        session = desk.session(number)
        assert session is not None
        assert session.has_result
        assert session.of_round
        assert [seat.score for seat in session.seats.order_by("number")] == scores
    assert Appearance.objects.count() == 8
    assert "Every table has its result: go on" in desk.read()


def test_a_sum_that_is_off_waits_until_it_is_confirmed(desk: Desk) -> None:
    answer = desk.type("400", "300", "200", "110")
    assert answer.status_code == 200
    assert "Confirm this sum" in answer.content.decode()
    assert "to be confirmed" in desk.read()
    assert not any(one.has_result for one in Session.objects.all())
    assert desk.type("40000", "30000", "20000", "11000", confirm="1").status_code == 200
    session = desk.session()
    assert session is not None
    assert session.on_paper is not None
    assert session.on_paper["off"]
    assert desk.type("400", "300", "200", "100").status_code == 200
    session.refresh_from_db()
    assert session.on_paper is not None
    assert "off" not in session.on_paper


def test_what_is_no_result_stays_as_it_was_typed(desk: Desk) -> None:
    for scores in (("400", "300", "", "100"), ("many", "300", "200", "100")):
        answer = desk.type(*scores)
        assert answer.status_code == 422
        assert f'value="{scores[0]}"' in answer.content.decode()
    assert not any(one.has_result for one in Session.objects.all())


def test_of_two_desks_the_slower_one_is_told(desk: Desk) -> None:
    page = desk.read()
    seen = re.search(r'name="t1-seen" value="(\w+)"', page)
    assert seen
    assert desk.type(*TYPED).status_code == 200
    other = {f"t1-score-{seat}": score for seat, score in enumerate(("100", "200", "300", "400"))}
    late = desk.house.phone("organiser").post(
        f"{desk.address}1/", {**other, "t1-seen": seen[1]}, headers={"HX-Request": "true"}
    )
    assert late.status_code == 409
    assert "Somebody else has typed this table meanwhile" in late.content.decode()
    session = desk.session()
    assert session is not None
    assert session.on_paper is not None
    assert session.on_paper["scores"][0] == 40000


def test_a_withdrawn_result_leaves_the_table_as_before(desk: Desk) -> None:
    before = desk.session()
    desk.type(*TYPED)
    assert desk.type("", "", "", "").status_code == 200
    after = desk.session()
    assert after == before, "phones that sit at the table keep it"
    assert after is None or (after.ended_at is None and not after.has_result)
    assert Appearance.objects.count() == 0
    assert "0 of 2 tables finished" in desk.read()


def test_whoever_keeps_no_score_types_no_result(desk: Desk) -> None:
    for who in ("member", "stranger", "other_owner", "nobody"):
        phone = desk.house.phone(who)
        assert phone.get(desk.address).status_code in (302, 403, 404), who
        assert phone.post(f"{desk.address}1/", {"t1-score-0": "400"}).status_code in (302, 403, 404), who
    assert desk.type(*TYPED, who="scorer").status_code == 200


def test_once_the_evening_is_over_organisers_alone_correct(desk: Desk) -> None:
    desk.type(*TYPED, who="scorer")
    before = timezone.localdate() - timedelta(days=3)
    Evening.objects.update(date=before)
    late = desk.type("100", "200", "300", "400", who="scorer")
    assert late.status_code == 422
    assert "The evening is over" in late.content.decode()
    assert desk.type("100", "200", "300", "400").status_code == 200
    session = desk.session()
    assert session is not None
    assert session.on_paper is not None
    assert session.on_paper["scores"][0] == 10000


def test_a_full_club_takes_no_further_table(db: None) -> None:
    cache.clear()
    desk = of_a_match(open_club_house())
    Club.objects.update(most_games=Session.objects.count())
    answer = desk.type(*TYPED)
    assert answer.status_code == 422
    assert 'value="400"' in answer.content.decode(), "what was typed stays"
    assert Session.objects.count() == 0


def test_what_phones_recorded_is_seen_and_overruled(db: None) -> None:
    cache.clear()
    house = open_club_house()
    desk = of_a_night(house)
    session = desk.session()
    assert session is not None
    phone = house.phone("organiser")
    phone.post(house.url(f"games/{session.code}/"), {"score": "1"})
    phone.confirm(session, ron(0, 1))
    assert "Phone:" in desk.read()
    assert desk.type(*TYPED).status_code == 200
    session.refresh_from_db()
    assert session.has_result
    assert "from paper" in desk.read()


def test_points_of_sticks_typed_for_their_number_are_explained(desk: Desk) -> None:
    answer = desk.type(*TYPED, sticks="1000")
    assert answer.status_code == 422
    assert "At most 50 sticks: type how many there are, not their points." in answer.content.decode()


def test_who_has_a_result_is_asked_about_at_no_other_table(db: None) -> None:
    cache.clear()
    house = open_club_house()
    desk = of_a_night(house)
    desk.type(*TYPED)
    desk.type(*TYPED, table=2)
    seating = house.url(f"evenings/{house.evening.pk}/seating/")
    page = house.phone("organiser").get(seating).content.decode()
    assert "2 of 2 tables finished" in page
    answer = house.phone("organiser").post(f"{seating}next/", {"after": "1"})
    assert answer.status_code == 302, "nobody sits at a running table"
    assert rounds_of(house.evening).count() == 2


def test_before_the_line_ups_close_a_scorer_does_not_read_them_at_the_desk(db: None) -> None:
    cache.clear()
    desk = of_a_match(open_club_house())
    Round.objects.update(day=tonight() + timedelta(days=2))
    assert "Marguerite" in desk.read("organiser")
    page = desk.read("scorer")
    assert "of Marguerite" in page
    assert "· Marguerite" not in page


def test_the_desk_of_a_match_shows_the_player_where_a_long_team_leaves_no_room(db: None) -> None:
    cache.clear()
    desk = of_a_match(open_club_house())
    Team.objects.filter(members__player__name="Marguerite").update(
        name="Les joueurs de La Rochelle et environs"
    )
    page = desk.read()
    assert "Les joueurs de La Rochelle et environs · Marguerite" in re.sub("</?bdi>", "", page)
    assert re.search(r'class="on-laptop" aria-hidden="true">Marguerite<', page)
    assert not re.search(r'aria-hidden="true">Les ?[A-ZŁ]\.<', page)
    TeamMember.objects.all().delete()
    Round.objects.get().tables.get(number=1).seats.update(player=None)
    assert 'aria-hidden="true">Les joueurs de La…<' in desk.read()


def test_a_result_of_a_round_is_corrected_within_the_round(desk: Desk) -> None:
    desk.type(*TYPED)
    session = desk.session()
    assert session is not None
    organiser = desk.house.phone("organiser")
    game = organiser.get(desk.house.url(f"games/{session.code}/")).content.decode()
    correct = desk.house.url(f"results/{session.code}/")
    assert correct in game
    answer = organiser.get(correct)
    assert answer.status_code == 302
    assert answer["Location"] == f"{desk.address}#table-1"
    assert "tables finished" in desk.read()
