"""The rankings of an event with a final, worked by hand: who went on stands first, and what they carry."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.events import ranking as ranking_module
from mahjongclub.events.models import Place
from mahjongclub.events.ranking import ranking, team_ranking
from mahjongclub.events.stages.models import Stage
from mahjongclub.events.state import StageState
from mahjongclub.rounds.teams.models import Team

from .worked_rankings import POINT, State, held, result


def with_final(**final: Any) -> Any:
    """Two rounds of everybody, and a final of the first two: 11 has 40 points, 12 and 14 have 30, 15 has -15.

    12 and 14 are level in everything. In the final 12 wins 8 from 11.
    """
    state: Any = State()
    for number, pk in enumerate((14, 15), start=4):
        place = Place(pk=pk, number=number)
        state.places.append(place)
        state.place[pk] = place
    rounds = {
        11: ((1, 30), (2, 10)),
        12: ((2, 10), (1, 20)),
        13: ((3, -5), (4, -30)),
        14: ((2, 10), (1, 20)),
        15: ((4, -10), (3, -5)),
    }
    state.results = {
        (number, pk): result(*values[number - 1]) for pk, values in rounds.items() for number in (1, 2)
    }
    state.results |= {(3, 11): result(2, -8), (3, 12): result(1, 8)}
    for place in state.places:
        held(place, (1, "Marguerite", False))
    row = Stage(number=2, name="Final", rounds=1, **{"places": 2, **final})
    members = (11, 12) if row.places is not None else (11, 12, 14, 15, 13)
    state.stages = state.reached_stages = [
        StageState(1, 1, 2, "lot", (11, 12, 13, 14, 15)),
        StageState(2, 3, 3, "rank", members, row),
    ]
    return state


def test_who_reached_the_final_stands_before_those_who_left() -> None:
    lines = ranking(with_final())
    assert [(line.number, line.rank, line.total, line.carried, line.stage) for line in lines] == [
        (2, 1, "+38.0", "+30.0", "Final"),
        (1, 2, "+32.0", "+40.0", "Final"),
        (4, 3, "+30.0", "", "Qualification"),
        (5, 4, "-15.0", "", "Qualification"),
        (3, None, "-35.0", "", ""),
    ]
    assert lines[0].exact == (0, 38 * POINT, 30 * POINT)


@pytest.mark.parametrize(
    ("carries", "bonus", "totals", "carried"),
    [
        ("all", [], ["+38.0", "+32.0"], ["+30.0", "+40.0"]),
        ("half", [], ["+23.0", "+12.0"], ["+15.0", "+20.0"]),
        ("nothing", [], ["+8.0", "-8.0"], ["0.0", "0.0"]),
        # 5 points for the first of those who go on, 2 for the second
        ("bonus", [50, 20], ["+10.0", "-3.0"], ["+2.0", "+5.0"]),
    ],
)
def test_a_final_begins_with_what_it_carries(
    carries: str, bonus: list[int], totals: list[str], carried: list[str]
) -> None:
    lines = ranking(with_final(carries=carries, bonus=bonus))[:2]
    assert [line.number for line in lines] == [2, 1]
    assert [line.total for line in lines] == totals
    assert [line.carried for line in lines] == carried


@pytest.mark.parametrize(
    ("decided_by", "why"),
    [
        ("", ["Decided by the stage reached.", ""]),
        ("lot", ["Tied at the cut: decided by lot.", ""]),
        ("organiser", ["Tied at the cut: the organiser decided. Played more often", ""]),
    ],
)
def test_who_was_level_at_the_cut_is_told_what_decided(decided_by: str, why: list[str]) -> None:
    lines = ranking(with_final(decided_by=decided_by, reason="Played more often"))
    assert [line.why for line in lines[2:4]] == why
    assert [line.why for line in lines[:2]] == ["", ""]


def test_only_who_was_level_with_one_who_went_on_is_told_of_the_cut() -> None:
    state = with_final(decided_by="lot")
    state.results[1, 14] = result(2, 9)  # a point behind the last who went on
    assert [line.why for line in ranking(state)[2:4]] == ["Decided by the stage reached.", ""]
    state.results[1, 14] = result(2, 11)  # before them, and stayed behind all the same
    assert [line.why for line in ranking(state)[2:4]] == ["Decided by the stage reached.", ""]


def test_equals_of_a_final_stand_as_they_came_through_the_cut() -> None:
    state = with_final(carries="nothing")
    state.results |= {(3, 11): result(1, 0), (3, 12): result(1, 0)}
    lines = ranking(state)
    assert [(line.number, line.rank) for line in lines[:2]] == [(1, 1), (2, 2)]
    assert lines[1].why == "Equal totals: decided by the better rank before the cut."


def test_equals_of_a_stage_that_everybody_plays_share_the_rank() -> None:
    state = with_final(carries="nothing", places=None)
    state.results |= {(3, pk): result(1, 0) for pk in (11, 12, 14, 15)}
    lines = ranking(state)
    assert [line.rank for line in lines] == [1, 1, 1, 1, None]
    assert {line.stage for line in lines[:4]} == {"Final"}
    assert all(line.why == "" for line in lines)


def of_teams(state: Any) -> Any:
    """11 and 14 play for the Lions, 12 and 15 for the Bears; 13 is of no team."""
    lions, bears = Team(pk=1, name="Lions"), Team(pk=2, name="Bears")
    for pk, team in ((11, lions), (12, bears), (13, None), (14, lions), (15, bears)):
        state.place[pk].team = team
    return state


def test_a_team_that_reached_the_final_stands_before_one_that_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking_module, "teams_have_reserves", lambda _state: False)
    state = of_teams(with_final(rule="teams", carries="nothing"))
    state.stages[1] = StageState(2, 3, 3, "rank", (11, 14), state.stages[1].row)
    state.reached_stages = state.stages
    state.results |= {(3, 11): result(4, -40), (3, 14): result(2, -8)}
    lines = team_ranking(state)
    assert [(line.name, line.rank, line.total, line.stage) for line in lines] == [
        ("Lions", 1, "-48.0", "Final"),
        ("Bears", 2, "+15.0", "Qualification"),
    ]
    assert [line.why for line in lines] == ["", "Decided by the stage reached."]
    # before anybody has gone on there is one stage, and it is not named
    state.reached_stages = state.stages[:1]
    lines = team_ranking(state)
    assert [(line.name, line.rank, line.total, line.stage) for line in lines] == [
        ("Lions", 1, "+70.0", ""),
        ("Bears", 2, "+15.0", ""),
    ]
    assert [line.why for line in lines] == ["", ""]


def test_where_single_places_go_on_a_team_counts_all_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking_module, "teams_have_reserves", lambda _state: False)
    lines = team_ranking(of_teams(with_final(carries="nothing")))
    # 40 - 8 and 30; 30 + 8 and -15
    assert [(line.name, line.rank, line.total, line.stage) for line in lines] == [
        ("Lions", 1, "+62.0", ""),
        ("Bears", 2, "+23.0", ""),
    ]
