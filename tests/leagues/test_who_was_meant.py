"""Points typed from paper go to whom the page named, and a row that waits for a word is not lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache

from mahjongclub.clubs.models import Player
from mahjongclub.rounds.models import Seat
from mahjongclub.rounds.teams.models import TeamMember
from mahjongclub.seasons.models import SeasonGame
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import ron

from .rounds_of_tables import RoundOfTables, of_a_match, of_a_night, of_an_event
from .test_every_round import points

#: final points of a table of an event
IN_FULL = ("45000", "35000", "25000", "15000")


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


@pytest.fixture(params=[of_an_event, of_a_night, of_a_match])
def round_of(request: pytest.FixtureRequest, house: ClubHouse) -> RoundOfTables:
    made: RoundOfTables = request.param(house)
    return made


def off_by_ten(round_of: RoundOfTables) -> tuple[str, ...]:
    return (*points(round_of)[:3], "160")


def exchange_two(round_of: RoundOfTables) -> None:
    """Have somebody of table 1 and somebody of table 2 change places, as each owner has it done."""
    first, second = (Seat.objects.get(table=table, number=0) for table in round_of.tables())
    where = round_of.page
    if "tournaments" in where:
        fields = {"one": first.place.number, "other": second.place.number}  # type: ignore[union-attr]
        page = round_of.house.phone("organiser").get(f"{round_of.page}swap/", fields).content.decode()
        seen = re.search(r'name="seen" value="([^"]+)"', page)
        assert seen
        answer = round_of.house.phone("organiser").post(f"{round_of.page}swap/", {**fields, "seen": seen[1]})
    elif "seasons" in where:
        mates = Seat.objects.filter(round=first.round_id, team=first.team_id)
        fields = {
            f"seat-{mate.pk}": str(other.player_id) for mate, other in zip(mates, [*mates][::-1], strict=True)
        }
        answer = round_of.house.phone("organiser").post(round_of.page, fields)
    else:
        fields = {"one": first.player_id, "other": second.player_id}
        answer = round_of.house.phone("organiser").post(f"{round_of.page}move/", fields)
    assert answer.status_code == 302, answer.content.decode()


def test_points_typed_while_two_changed_places_go_to_nobody_else(
    round_of: RoundOfTables,
) -> None:
    if "tournaments" not in round_of.page and "seasons" not in round_of.page:
        round_of.open()
    page = round_of.read(round_of.desk)
    seen = re.search(r'name="t1-seen" value="(\w+)"', page)
    address = re.search(r'hx-post="([^"]*/1/(desk/)?)"', page)
    assert seen
    assert address
    exchange_two(round_of)
    typed = {f"t1-score-{seat}": score for seat, score in enumerate(points(round_of))}
    answer = round_of.house.phone("organiser").post(
        address[1], {**typed, "t1-seen": seen[1]}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 409
    assert points(round_of)[0] in answer.content.decode(), "what was typed stays"
    assert not any(table.has_result for table in round_of.tables())


def test_a_row_that_waits_for_a_word_is_not_lost_by_undoing_its_round(round_of: RoundOfTables) -> None:
    round_of.open()
    assert "Confirm this sum" in round_of.type(*off_by_ten(round_of)).content.decode()
    phone = round_of.house.phone("organiser")
    if "tournaments" in round_of.page:
        phone.post(round_of.page.replace("rounds/1/", "seating/shut/"))
    elif "seasons" in round_of.page:
        phone.post(f"{round_of.page}delete/")
    else:
        phone.post(f"{round_of.page}undo/", {"after": "1"})
    assert round_of.tables().get(number=1).doubtful is not None
    assert Session.objects.count() == 2


def test_a_sum_that_waits_is_said_on_the_page_of_the_round(round_of: RoundOfTables) -> None:
    round_of.open()
    round_of.type(*off_by_ten(round_of))
    assert round_of.read().count("to be confirmed") == 1
    round_of.type(*points(round_of))
    assert "to be confirmed" not in round_of.read()
    round_of.type(*off_by_ten(round_of))
    for address in (round_of.page, round_of.desk):
        page = round_of.read(address)
        assert "to be confirmed" in page, "over a result that counts, too"
        assert "1 of 2 tables finished" in page


def test_whoever_publishes_a_ranking_reads_which_corrections_wait(house: ClubHouse) -> None:
    event = of_an_event(house)
    event.open()
    event.type(*points(event))
    event.type(*off_by_ten(event))
    finish = event.page.replace("rounds/1/", "finish/")
    text = "1 correction waits to be confirmed; the result before it counts: round 1, table 1"
    assert text in event.read(finish)
    event.type(*off_by_ten(event), confirm="1")
    assert "waits to be confirmed" not in event.read(finish)


@pytest.mark.parametrize("made", [of_an_event, of_a_match])
def test_a_sum_is_confirmed_for_those_alone_whom_the_page_named(
    house: ClubHouse, made: Callable[[ClubHouse], RoundOfTables]
) -> None:
    round_of = made(house)
    round_of.open()
    round_of.type(*off_by_ten(round_of))
    seen = re.search(r'name="t1-seen" value="(\w+)"', round_of.read(round_of.desk))
    assert seen
    if "seasons" in round_of.page:
        exchange_two(round_of)
    else:
        place = Seat.objects.get(table=round_of.tables()[0], number=0).place
        assert place is not None
        address = round_of.page.replace("rounds/1/", f"places/{place.number}/")
        name = {"name": "Zoë Ingrid", "points": "keep"}
        assert house.phone("organiser").post(address, name).status_code == 302
    answer = round_of.type(*off_by_ten(round_of), confirm="1", seen=seen[1])
    assert answer.status_code == 409
    assert "Somebody else sits at this table now." in answer.content.decode()
    assert round_of.type(*off_by_ten(round_of), confirm="1").status_code == 200
    assert round_of.tables()[0].has_result


def test_an_event_round_whose_first_sum_waits_stays_as_it_was_drawn(house: ClubHouse) -> None:
    event = of_an_event(house)
    event.type(*off_by_ten(event))
    before = [*Seat.objects.filter(table__round__number=1).values_list("table", "number", "place")]
    fields = {"one": "1", "other": "5"}
    assert house.phone("organiser").get(f"{event.page}swap/", fields).status_code == 404
    late = {"late-1-name": "Zoë Ingrid", "late-seating": "draw"}
    house.phone("organiser").post(event.page.replace("rounds/1/", "late/"), late)
    after = [*Seat.objects.filter(table__round__number=1).values_list("table", "number", "place")]
    assert after == before
    assert event.type(*points(event)).status_code == 200


def test_who_sits_where_a_row_waits_for_a_word_changes_no_place(house: ClubHouse) -> None:
    night = of_a_night(house)
    night.open()
    night.type(*off_by_ten(night))
    first, second = (Seat.objects.get(table=table, number=0) for table in night.tables())
    fields = {"one": str(first.player_id), "other": str(second.player_id)}
    answer = house.phone("organiser").post(f"{night.page}move/", fields)
    assert answer.status_code == 422
    assert Seat.objects.get(table__number=1, number=0).player_id == first.player_id


def test_a_further_table_leaves_the_seats_of_a_finished_one(house: ClubHouse) -> None:
    """Table 1 has finished; its four are seated once more while table 2 plays on."""
    night = of_a_night(house)
    night.open()
    night.type(*points(night))
    before = {*night.session().seats.values_list("player", flat=True)}  # type: ignore[union-attr]
    answer = house.phone("organiser").post(f"{night.page}more/", {"waiting": "1"})
    assert answer.status_code == 302
    assert night.tables().count() == 3
    assert {person.pk for person in night.tables().get(number=1).players.values()} == before
    assert night.type(*reversed(points(night))).status_code == 200
    assert "1 of 3 tables finished" in night.read()
    names = [player.name for player in night.tables().get(number=1).players.values()]
    first = night.read().partition("Table 1")[2].partition("Table 2")[0]
    assert all(name in first for name in names)


@pytest.mark.parametrize("how", ["typed", "opened"])
def test_who_is_named_where_no_phone_recorded_a_hand_plays_there(house: ClubHouse, how: str) -> None:
    match = of_a_match(house)
    if how == "typed":
        match.type(*points(match))
    else:
        match.open()
    seat = Seat.objects.get(table__number=1, number=0)
    assert seat.team is not None
    late = Player.objects.create(name="Łukasz Żółć", club=house.club)
    TeamMember.objects.create(team=seat.team, player=late)
    assert house.phone("organiser").post(match.page, {f"seat-{seat.pk}": str(late.pk)}).status_code == 302
    session = match.session()
    assert session is not None
    assert session.seats.get(number=0).player == late
    if how == "opened":
        match.type(*points(match))
    assert SeasonGame.objects.count() == 4
    assert SeasonGame.objects.get(player=late).place == 1
    assert match.type(*reversed(points(match))).status_code == 200
    assert SeasonGame.objects.get(player=late).place == 4


def test_a_result_on_the_page_of_one_table_goes_to_nobody_who_came_meanwhile(house: ClubHouse) -> None:
    event = of_an_event(house)
    address = f"{event.page}tables/1/paper/"
    seen = re.search(r'name="seen" value="(\w+)"', event.read(address))
    assert seen
    exchange_two(event)
    typed = {f"score-{seat}": score for seat, score in enumerate(IN_FULL)}
    answer = house.phone("organiser").post(address, {**typed, "seen": seen[1]})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Somebody else sits at this table now." in page
    assert IN_FULL[0] in page, "what was typed stays"
    assert event.session() is None
    again = re.search(r'name="seen" value="(\w+)"', page)
    assert again
    assert house.phone("organiser").post(address, {**typed, "seen": again[1]}).status_code == 302
    assert event.tables()[0].has_result


def test_a_result_on_the_page_of_one_table_leaves_a_sum_that_waits_at_the_desk(house: ClubHouse) -> None:
    event = of_an_event(house)
    event.type(*off_by_ten(event))
    typed = {f"score-{seat}": score for seat, score in enumerate(IN_FULL)}
    house.phone("organiser").post(f"{event.page}tables/1/paper/", typed)
    assert event.session() is None
    assert event.tables()[0].doubtful is not None


def test_a_match_says_who_is_named_and_did_not_sit_at_the_table(house: ClubHouse) -> None:
    """The table was opened, so that the game knows who played: it counts for nobody else."""
    match = of_a_match(house)
    match.open()
    session = match.session()
    assert session is not None
    house.phone("organiser").confirm(session, ron(1, 3))
    match.type(*points(match))
    says = "Did not sit at this table: the game does not count for the team."
    assert says not in match.read()
    seat = Seat.objects.get(table__number=1, number=0)
    assert seat.team is not None
    late = Player.objects.create(name="Łukasz Żółć", club=house.club)
    TeamMember.objects.create(team=seat.team, player=late)
    house.phone("organiser").post(match.page, {f"seat-{seat.pk}": str(late.pk)})
    assert match.read().count(says) == 1
