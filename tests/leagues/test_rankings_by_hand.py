"""The rankings of an event, worked by hand from results: of people, of places and of teams."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.utils.translation import override

from mahjongclub.clubs.models import Club, Player
from mahjongclub.events import ranking as ranking_module
from mahjongclub.events.models import Place, Tournament
from mahjongclub.events.ranking import (
    RankingLine,
    holder_rows,
    plain_value,
    points_formatter,
    ranking,
    ranking_snapshot,
    sums_of_place,
    table_points_formatter,
    team_ranking,
    teams_have_reserves,
)
from mahjongclub.events.state import StageState
from mahjongclub.rounds.models import Competition
from mahjongclub.rounds.teams.models import Team, TeamMember, create_team

from .worked_rankings import POINT, State, held, people, result


def test_people_are_ranked_by_the_rounds_they_played_themselves() -> None:
    lines = people(State())
    assert [(line.rank, line.name, line.total) for line in lines] == [
        (1, "Player 1", "+34.0"),
        (2, "Player 2", "+30.0"),
        (3, "Player 4", "-5.0"),
        (None, "Player 3", "-40.0"),
    ]
    assert [line.rounds for line in lines] == [
        ("+30.0", "", "+4.0"),
        ("+10.0", "+20.0", ""),
        ("", "-5.0", ""),
        ("-40.0", "", ""),
    ]
    assert [line.team for line in lines] == ["Lions", "Bears", "Lions", ""]
    assert [line.note for line in lines] == ["", "", "", "out of the ranking"]
    assert [line.value for line in lines] == [34 * POINT, 30 * POINT, -5 * POINT, -40 * POINT]
    assert all(line.penalty == "" for line in lines)


def test_a_penalty_below_nought_is_taken_from_whoever_held_the_place_in_its_round() -> None:
    state = State()
    state.penalise(11, -20, 2)  # when 4 played there
    state.penalise(12, 2.5, 1)  # given
    state.penalise(11, -10)  # of no round: of whoever holds the place at the end
    lines = {line.name: line for line in people(state)}
    assert {name: line.total for name, line in lines.items()} == {
        "Player 1": "+24.0",
        "Player 2": "+32.5",
        "Player 3": "-40.0",
        "Player 4": "-25.0",
    }
    assert {name: line.penalty for name, line in lines.items()} == {
        "Player 1": "-10.0",
        "Player 2": "+2.5",
        "Player 3": "",
        "Player 4": "-20.0",
    }
    assert [line.rank for line in people(state)] == [1, 2, 3, None]
    assert people(state)[0].name == "Player 2"


def test_whoever_holds_one_ranked_place_stays_in_the_ranking() -> None:
    state = State()
    state.holders[13] = (2, 3, None)
    state.results[1, 13] = result(1, 1)
    del state.results[1, 12]
    assert {line.name: line.rank for line in people(state)} == {"Player 1": 1, "Player 2": 2, "Player 4": 3}


@pytest.mark.parametrize(
    ("worth", "first"),
    [
        ("points", ("+34.0", "", "")),
        ("places", ("34.0", "", "")),
        ("places_points", ("34.0", "34.0", "+34.0")),
        ("points_places", ("+34.0", "6.0", "+34.0")),
    ],
)
def test_both_kinds_of_points_stand_where_the_event_ranks_by_both(
    worth: str, first: tuple[str, str, str]
) -> None:
    line = people(State(worth))[0]
    assert (line.total, line.table_points, line.score) == first


# --- places ---


def test_sums_of_a_place_leave_out_the_place_of_a_bye() -> None:
    state: Any = State()
    sums = sums_of_place(state, state.place[12])
    assert (sums.key, sums.games, sums.value, sums.tenths) == (12, 3, 33 * POINT, 330)
    assert (sums.places, sums.table_points, sums.best) == ((1, 1, 0, 0), 7 * POINT, (20 * POINT,))
    nothing = sums_of_place(state, Place(pk=99, number=9))
    assert (nothing.games, nothing.value, nothing.best, nothing.places) == (0, 0, (0,), (0, 0, 0, 0))


def test_a_stage_has_its_own_rounds_and_the_penalties_of_none_in_full() -> None:
    state: Any = State()
    state.penalise(11, -1, 1)
    state.penalise(11, -2, 2)
    state.penalise(11, -4, 3)
    state.penalise(11, -8)
    state.penalise(12, -16, 2)
    whole = -8 * POINT
    for first, last, points, penalties in ((1, 1, 30, -1), (2, 3, -1, -6), (1, 3, 29, -7), (3, 3, 4, -4)):
        sums = sums_of_place(state, state.place[11], StageState(1, first, last, "lot", (11,)))
        assert (sums.value, sums.adjustment, sums.whole) == (points * POINT, penalties * POINT + whole, whole)
        assert sums.games == last - first + 1


# --- in words ---


@pytest.mark.parametrize(
    ("value", "by_places", "signed"),
    [
        (600, "1.0", "+1.0"),
        (-600, "-1.0", "-1.0"),
        (0, "0.0", "0.0"),
        (1350, "2.25", "+2.25"),
        (Fraction(6075), "10.125", "+10.125"),
        (200, "0.33", "+0.33"),
    ],
)
def test_halves_are_said_whole_and_thirds_with_two_decimals(
    value: Fraction | int, by_places: str, signed: str
) -> None:
    places, points = State("places"), State()
    assert points_formatter(places)(value) == by_places  # type: ignore[arg-type]
    assert table_points_formatter(places)(value) == signed  # type: ignore[arg-type]
    assert points_formatter(points)(value) == signed  # type: ignore[arg-type]


def test_points_of_a_game_without_tenths_have_none() -> None:
    state: Any = State()
    state.tournament = Tournament(variant="hongkong", preset="", rules={}, worth="points", round_count=3)
    assert points_formatter(state)(5 * POINT) == "+5"
    assert table_points_formatter(state)(-POINT // 2) == "-0.5"
    state.tournament = Tournament(variant="hongkong", preset="", rules={}, worth="places", round_count=3)
    state.written = {}
    assert points_formatter(state)(5 * POINT) == "5.0"
    assert table_points_formatter(state)(5 * POINT) == "+5"


def test_what_is_published_is_kept_in_whole_numbers_where_it_is_whole() -> None:
    assert [plain_value(value) for value in (7, Fraction(14, 2), Fraction(7, 2))] == [7, 7, 3.5]
    assert [type(plain_value(Fraction(value))) for value in (7, 3.5)] == [int, float]
    line = RankingLine("Bo", 2, "", Fraction(7, 2), "", number=5)
    assert ranking_snapshot([line]) == [[5, 2, 3.5]]


def test_cells_say_why_a_round_brought_what_it_brought() -> None:
    line = RankingLine("Bo", 1, "", 0, "", rounds=("+1.0", "+3.0", "", "<"), reasons=("", "bye", "", ""))
    assert line.cells == "<td>+1.0</td><td>+3.0 <small>bye</small></td><td>–</td><td>&lt;</td>"
    line = RankingLine("Bo", 1, "", 0, "", rounds=("+1.0",), reasons=("substitute",))
    assert line.cells == "<td>+1.0 <small>substitute</small></td>"


# --- who held a place ---


@pytest.mark.parametrize(
    ("stints", "name", "note"),
    [
        ([(1, "Bo", False)], "Bo", ""),
        ([(1, "Bo", False), (2, "Bo", False)], "Bo", ""),
        ([(1, "Bo", False), (3, "O'Brien", False)], "O'Brien", "from round 3, for Bo"),
        ([(1, "Bo", False), (2, "", False)], "Bo", "withdrawn before round 2"),
        (
            [(1, "Bo", False), (2, "", False), (3, "O'Brien", False)],
            "O'Brien",
            "from round 3, for Bo",
        ),
        ([(1, "Bo", False), (2, "", False), (3, "Bo", False)], "Bo", "back from round 3 on"),
        ([(1, "Bo", False), (2, "O'Brien", True)], "Bo", "O'Brien fills in from round 2"),
        (
            [(1, "Bo", False), (2, "O'Brien", True), (3, "", True)],
            "Bo",
            "O'Brien fills in from round 2, withdrawn before round 3",
        ),
    ],
)
def test_a_line_says_who_held_the_place(stints: list[tuple[int, str, bool]], name: str, note: str) -> None:
    state: Any = State()
    for place in state.places:
        held(place, (1, "Marguerite", False))
    held(state.place[11], *stints)
    state.stages = state.reached_stages = [StageState(1, 1, 3, "lot", (11, 12, 13))]
    line = next(line for line in ranking(state) if line.number == 1)
    assert (line.name, line.note.replace("\u2068", "").replace("\u2069", "")) == (name, note)
    assert holder_rows(state.place[11]) == stints


def test_places_are_ranked_and_those_out_of_it_stand_last() -> None:
    state: Any = State()
    for place in state.places:
        held(place, (1, "Marguerite", False))
    state.place[12].steward = True
    state.penalise(11, -1.5, 2)
    state.stages = state.reached_stages = [StageState(1, 1, 3, "lot", (11, 12, 13))]
    lines = ranking(state)
    assert [(line.number, line.rank, line.total, line.penalty) for line in lines] == [
        (2, 1, "+33.0", ""),
        (1, 2, "+27.5", "-1.5"),
        (3, None, "-40.0", ""),
    ]
    assert [line.note for line in lines] == ["steward", "", "out of the ranking"]
    assert lines[0].rounds == ("+10.0", "+20.0", "+3.0")
    assert lines[0].reasons == ("", "", "bye")
    assert lines[2].rounds == ("-40.0", "", "")
    assert [line.team for line in lines] == ["Bears", "Lions", ""]
    assert all((line.stage, line.carried) == ("", "") for line in lines)
    assert lines[0].exact == (7 * POINT, 33 * POINT, 0)


# --- teams ---


def team_lines(state: Any, monkeypatch: pytest.MonkeyPatch, squads: bool) -> list[RankingLine]:
    """The ranking of teams; with squads it says who plays in the latest round that is open."""
    monkeypatch.setattr(ranking_module, "teams_have_reserves", lambda _state: squads)
    state.stages = state.reached_stages = [StageState(1, 1, 3, "lot", (11, 12, 13))]
    for round_ in state.published:
        round_.opened_at = "seven" if round_.number < 3 else None
    return team_ranking(state)


def test_teams_have_what_their_places_have_and_one_that_left_stands_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state: Any = State("points_places")
    state.place[13].team = Team(pk=3, name="Wolves")
    state.penalise(11, -4, 1)
    state.results[3, 11] = result(2, 8, 2)
    lines = team_lines(state, monkeypatch, squads=True)
    # 33 of 30 - 5 + 8 and 10 + 20 + 3: with the penalty the Lions have 29
    assert [(line.name, line.rank, line.total, line.table_points, line.note) for line in lines] == [
        ("Bears", 1, "+33.0", "7.0", "Player 2"),
        ("Lions", 2, "+29.0", "7.0", "Player 4"),
        ("Wolves", None, "-40.0", "0.0", "out of the ranking"),
    ]
    assert all((line.why, line.stage) == ("", "") for line in lines)
    assert all((line.number, line.exact) == (0, (0, 0, 0)) for line in lines), "these are of places"
    assert [line.note for line in team_lines(state, monkeypatch, squads=False)] == [
        "",
        "",
        "out of the ranking",
    ]


def test_teams_of_equal_totals_say_what_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    state: Any = State("points_places")
    state.results[3, 11] = result(2, 8, 3)
    first, second = team_lines(state, monkeypatch, squads=False)
    assert (first.name, first.rank, first.why) == ("Lions", 1, "")
    assert (second.name, second.rank) == ("Bears", 2)
    assert second.why.startswith("Equal totals: decided by")


def test_two_places_of_a_team_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    state: Any = State()
    state.place[13].team = state.place[11].team
    lions, bears = team_lines(state, monkeypatch, squads=False)[::-1]
    assert (lions.name, lions.rank, lions.total) == ("Lions", 2, "-11.0")
    assert (bears.name, bears.rank, bears.total) == ("Bears", 1, "+33.0")


def test_a_team_of_others_than_those_who_began_is_a_squad(db: None) -> None:
    state: Any = State()
    assert not teams_have_reserves(state)
    club = Club.objects.create(name="Four Winds", slug="four-winds")
    tournament = Tournament.objects.create(
        club=club, name="Open", variant="riichi", preset="ema", rules={}, day=date(2026, 3, 5), round_count=3
    )
    competition = Competition.objects.create(club=club, tournament=tournament)
    lions, bears = create_team(competition, "Lions"), create_team(competition, "Bears")
    state.place[11].team = lions
    assert not teams_have_reserves(state)
    player = Player.objects.create(name="Marguerite", club=club)
    TeamMember.objects.create(team=bears, player=player)
    for place in state.places:
        place.team = None if place.pk != 11 else lions
    assert not teams_have_reserves(state), "the team of another place"
    TeamMember.objects.create(team=lions, player=player)
    assert teams_have_reserves(state)
    state.place[11].team = None
    assert not teams_have_reserves(state)


# --- people with equal totals ---


def test_people_of_equal_totals_are_ranked_by_first_places_and_told_so() -> None:
    state: Any = State()
    state.results = {
        (1, 11): result(2, 10),
        (2, 12): result(1, 20),
        (3, 11): result(2, 10),
        (3, 12): result(4, 0),
    }
    first, second = people(state)
    assert (first.name, first.rank, first.why) == ("Player 2", 1, "")
    assert (second.name, second.rank) == ("Player 1", 2)
    assert second.why == "Equal totals: decided by more first places, then second, and so on."
    with override("fr"):
        french = people(state)[1].why
    assert french.endswith("plus de premières places, puis de deuxièmes…")


def test_of_people_out_of_the_ranking_nothing_is_decided() -> None:
    state: Any = State()
    for place in state.places:
        place.ranked = False
    state.results = {(1, 11): result(1, 10), (1, 12): result(2, 10)}
    lines = people(state)
    assert [(line.name, line.rank, line.why) for line in lines] == [
        ("Player 1", None, ""),
        ("Player 2", None, ""),
    ]
