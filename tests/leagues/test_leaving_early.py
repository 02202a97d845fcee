"""Whoever leaves an event before its end is out of every ranking, unless the organiser says otherwise."""

from __future__ import annotations

import re

import pytest

from mahjongclub.events.registration.models import Entrant
from tests.clubs.club_house import ClubHouse, open_club_house

from .test_late_entry import NAMES, begun, seated
from .test_namesakes import workbook
from .tournament_hall import TournamentHall


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def leader(hall: TournamentHall) -> str:
    return next(name for name, (rank, _total) in hall.totals().items() if rank == "1" and name in NAMES)


def leave(hall: TournamentHall, name: str, points: str = "usual") -> None:
    assert hall.post(f"places/{NAMES.index(name) + 1}/", name="", points=points).status_code == 302


def in_workbook(hall: TournamentHall) -> list[str]:
    sheet = workbook(hall)
    names = (f"{sheet.cell_value(row, 3)} {sheet.cell_value(row, 4)}" for row in range(1, sheet.nrows))
    return [name.strip() for name in names if name.strip()]


def team_ranks(hall: TournamentHall) -> dict[str, str]:
    """The teams of the ranking: name -> rank."""
    part = hall.read().partition('id="teams-title"')[2].partition("</table>")[0]
    found = re.findall(r'class="rank-cell">(.*?)</td>\s*<th scope="row">\s*<bdi>(.*?)</bdi>', part, re.S)
    return {name: rank for rank, name in found}


def test_the_leader_of_round_1_who_goes_home_does_not_win(house: ClubHouse) -> None:
    hall = begun(house, round_count=2)
    first = leader(hall)
    leave(hall, first)
    hall.post("finish/")
    assert hall.totals()[first][0] == "–"
    assert leader(hall) != first
    assert first not in in_workbook(hall)
    assert len(in_workbook(hall)) == 7


def test_the_organiser_can_keep_in_the_ranking_who_leaves(house: ClubHouse) -> None:
    hall = begun(house, round_count=2)
    first = leader(hall)
    leave(hall, first, "keep")
    assert hall.totals()[first][0] == "1"
    assert first in in_workbook(hall)


def test_a_team_that_leaves_as_a_whole_is_out_of_the_ranking_of_teams(house: ClubHouse) -> None:
    hall = begun(house, [f"{name}; Team {number // 2}" for number, name in enumerate(NAMES)])
    first = next(name for name, rank in team_ranks(hall).items() if rank == "1")
    players = NAMES[2 * int(first[-1]) :][:2]
    leave(hall, players[0])
    assert team_ranks(hall)[first] == "1", "the other one still plays for the team"
    leave(hall, players[1])
    ranks = team_ranks(hall)
    assert ranks.pop(first) == "–"
    assert min(ranks.values()) == "1"


def test_who_leaves_a_team_with_reserves_is_out_of_the_ranking_of_people(house: ClubHouse) -> None:
    hall = begun(house, [f"{name}; Team {number // 2}" for number, name in enumerate(NAMES)])
    team = hall.tournament.teams.get(name="Team 0")
    hall.post(f"squads/{team.number}/captain/", names="Marie", captain="")
    first = leader(hall)
    leave(hall, first)
    assert hall.totals()[first][0] == "–"


def test_an_entrant_ticked_as_withdrawn_leaves_the_seat_of_an_event_that_runs(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=3, draw="swiss")
    for name in [*NAMES, "Élodie"]:
        hall.post("entrants/new/", name=name)
    hall.post("entrants/players/")
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    entrant = Entrant.objects.get(name="Bo")
    hall.post(f"entrants/{entrant.pk}/", do="withdraw")
    assert hall.totals()["Bo"][0] == "–"
    hall.draw_and_publish()
    assert 4 not in seated(hall, 2)
    hall.open(2)
    hall.play(2)
    hall.post(f"entrants/{entrant.pk}/", do="return")
    entrant.refresh_from_db()
    assert entrant.status == "in"
    assert hall.totals()["Bo"][0] != "–", "and comes back by the same list"


@pytest.mark.parametrize("result_first", [True, False])
def test_a_round_is_over_without_the_open_table_of_one_who_left(house: ClubHouse, result_first: bool) -> None:
    hall = begun(house, round_count=3)
    hall.draw_and_publish()
    hall.open(2)
    number = hall.tables(2)[0].seats.all()[0].place.number
    last = hall.tables(2)[1]
    steps = [lambda: hall.play_table(last), lambda: leave(hall, NAMES[number - 1])]
    for step in steps if result_first else steps[::-1]:
        step()
    assert hall.tournament.rounds.get(number=2).closed_at is not None
    session = hall.tables(2)[1].session
    assert session is not None
    assert not session.embargoed
