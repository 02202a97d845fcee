"""The rankings of an event, worked by hand from results: of people, of places and of teams."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from mahjongclub.clubs.models import Club, Player
from mahjongclub.events import ranking as ranking_module
from mahjongclub.events.models import Place, Stint, Tournament
from mahjongclub.events.ranking import (
    RankingLine,
    as_published,
    has_squads,
    holder_rows,
    people_ranking,
    plain_value,
    points_formatter,
    ranking,
    sums_of,
    table_points_of,
    team_ranking,
)
from mahjongclub.events.stages.models import Stage
from mahjongclub.events.state import Result, StageState
from mahjongclub.rounds.models import Competition
from mahjongclub.rounds.teams.models import Team, TeamMember, create_team

POINT = 600


def result(rank: int, points: float, places: float = 0, why: str = "") -> Result:
    """A result worth its final points, with so many points for the place."""
    return Result(rank, round(points * 10), round(points * POINT), round(places * POINT), why)


class State:
    """An event of three rounds, as far as rankings ask.

    1 and 2 hold their places throughout; 3 leaves, out of the ranking, after the first round, and 4, who held
    no place before, plays in the second for 1.
    """

    def __init__(self, worth: str = "points") -> None:
        self.tournament = Tournament(variant="riichi", preset="ema", rules={}, worth=worth, round_count=3)
        lions, bears = Team(pk=1, name="Lions"), Team(pk=2, name="Bears")
        self.places = [
            Place(pk=11, number=1, team=lions),
            Place(pk=12, number=2, team=bears),
            Place(pk=13, number=3, ranked=False),
        ]
        self.place = {place.pk: place for place in self.places}
        self.published = [SimpleNamespace(number=number) for number in (1, 2, 3)]
        self.people = {pk: SimpleNamespace(pk=pk, shown_name=f"Player {pk}") for pk in (1, 2, 3, 4)}
        self.holders = {11: (1, 4, 1), 12: (2, 2, 2), 13: (3, 3, None)}
        self.results = {
            (1, 11): result(1, 30, 4),
            (1, 12): result(2, 10, 2),
            (1, 13): result(4, -40, 0),
            (2, 11): result(3, -5, 1),
            (2, 12): result(1, 20, 4),
            (3, 11): result(2, 4, 2),
            # sat out: worth something, and no place
            (3, 12): result(0, 3, 1, "bye"),
        }
        self.penalties: list[Any] = []
        self.written: dict[Any, Any] = {}

    def player(self, place: int, number: int) -> Any:
        pk = self.holders[place][number - 1]
        return self.people.get(pk or 0)

    def penalised(self, penalty: Any) -> tuple[Place, Any]:
        return self.place[penalty.place_id], self.player(penalty.place_id, penalty.round_number or 3)

    def penalise(self, place: int, points: float, number: int | None = None) -> None:
        value = round(points * POINT)
        self.penalties.append(SimpleNamespace(place_id=place, value=value, round_number=number))


def people(state: Any) -> list[RankingLine]:
    return people_ranking(state)


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
    sums = sums_of(state, state.place[12])
    assert (sums.key, sums.games, sums.value, sums.tenths) == (12, 3, 33 * POINT, 330)
    assert (sums.places, sums.table_points, sums.best) == ((1, 1, 0, 0), 7 * POINT, (20 * POINT,))
    nothing = sums_of(state, Place(pk=99, number=9))
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
        sums = sums_of(state, state.place[11], StageState(1, first, last, "lot", (11,)))
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
    assert table_points_of(places)(value) == signed  # type: ignore[arg-type]
    assert points_formatter(points)(value) == signed  # type: ignore[arg-type]


def test_points_of_a_game_without_tenths_have_none() -> None:
    state: Any = State()
    state.tournament = Tournament(variant="hongkong", preset="", rules={}, worth="points", round_count=3)
    assert points_formatter(state)(5 * POINT) == "+5"
    assert table_points_of(state)(-POINT // 2) == "-0.5"
    state.tournament = Tournament(variant="hongkong", preset="", rules={}, worth="places", round_count=3)
    state.written = {}
    assert points_formatter(state)(5 * POINT) == "5.0"
    assert table_points_of(state)(5 * POINT) == "+5"


def test_what_is_published_is_kept_in_whole_numbers_where_it_is_whole() -> None:
    assert [plain_value(value) for value in (7, Fraction(14, 2), Fraction(7, 2))] == [7, 7, 3.5]
    assert [type(plain_value(Fraction(value))) for value in (7, 3.5)] == [int, float]
    line = RankingLine("Bo", 2, "", Fraction(7, 2), "", number=5)
    assert as_published([line]) == [[5, 2, 3.5]]


def test_cells_say_why_a_round_brought_what_it_brought() -> None:
    line = RankingLine("Bo", 1, "", 0, "", rounds=("+1.0", "+3.0", "", "<"), reasons=("", "bye", "", ""))
    assert line.cells == "<td>+1.0</td><td>+3.0 <small>bye</small></td><td>–</td><td>&lt;</td>"
    line = RankingLine("Bo", 1, "", 0, "", rounds=("+1.0",), reasons=("substitute",))
    assert line.cells == "<td>+1.0 <small>substitute</small></td>"


# --- who held a place ---

NAMES = ("Marguerite", "Bo", "O'Brien", "Łukasz Żółć")


def held(place: Place, *stints: tuple[int, str, bool]) -> Place:
    """A place with those who held it: from which round, who ("" for nobody), and whether as a substitute."""
    rows = [
        Stint(
            from_round=number,
            substitute=substitute,
            player=Player(pk=NAMES.index(name), name=name) if name else None,
        )
        for number, name, substitute in stints
    ]
    place._prefetched_objects_cache = {"stints": rows}  # type: ignore[attr-defined]
    return place


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
    state.stages = state.reached = [StageState(1, 1, 3, "lot", (11, 12, 13))]
    line = next(line for line in ranking(state) if line.number == 1)
    assert (line.name, line.note.replace("\u2068", "").replace("\u2069", "")) == (name, note)
    assert holder_rows(state, state.place[11]) == stints


def test_places_are_ranked_and_those_out_of_it_stand_last() -> None:
    state: Any = State()
    for place in state.places:
        held(place, (1, "Marguerite", False))
    state.place[12].steward = True
    state.penalise(11, -1.5, 2)
    state.stages = state.reached = [StageState(1, 1, 3, "lot", (11, 12, 13))]
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
    monkeypatch.setattr(ranking_module, "has_squads", lambda _state: squads)
    state.stages = state.reached = [StageState(1, 1, 3, "lot", (11, 12, 13))]
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
    assert not has_squads(state)
    club = Club.objects.create(name="Four Winds", slug="four-winds")
    tournament = Tournament.objects.create(
        club=club, name="Open", variant="riichi", preset="ema", rules={}, day=date(2026, 3, 5), round_count=3
    )
    competition = Competition.objects.create(club=club, tournament=tournament)
    lions, bears = create_team(competition, "Lions"), create_team(competition, "Bears")
    state.place[11].team = lions
    assert not has_squads(state)
    player = Player.objects.create(name="Marguerite", club=club)
    TeamMember.objects.create(team=bears, player=player)
    for place in state.places:
        place.team = None if place.pk != 11 else lions
    assert not has_squads(state), "the team of another place"
    TeamMember.objects.create(team=lions, player=player)
    assert has_squads(state)
    state.place[11].team = None
    assert not has_squads(state)


# --- stages ---


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
    state.stages = state.reached = [
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
    monkeypatch.setattr(ranking_module, "has_squads", lambda _state: False)
    state = of_teams(with_final(rule="teams", carries="nothing"))
    state.stages[1] = StageState(2, 3, 3, "rank", (11, 14), state.stages[1].row)
    state.reached = state.stages
    state.results |= {(3, 11): result(4, -40), (3, 14): result(2, -8)}
    lines = team_ranking(state)
    assert [(line.name, line.rank, line.total, line.stage) for line in lines] == [
        ("Lions", 1, "-48.0", "Final"),
        ("Bears", 2, "+15.0", "Qualification"),
    ]
    assert [line.why for line in lines] == ["", "Decided by the stage reached."]
    # before anybody has gone on there is one stage, and it is not named
    state.reached = state.stages[:1]
    lines = team_ranking(state)
    assert [(line.name, line.rank, line.total, line.stage) for line in lines] == [
        ("Lions", 1, "+70.0", ""),
        ("Bears", 2, "+15.0", ""),
    ]
    assert [line.why for line in lines] == ["", ""]


def test_where_single_places_go_on_a_team_counts_all_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking_module, "has_squads", lambda _state: False)
    lines = team_ranking(of_teams(with_final(carries="nothing")))
    # 40 - 8 and 30; 30 + 8 and -15
    assert [(line.name, line.rank, line.total, line.stage) for line in lines] == [
        ("Lions", 1, "+62.0", ""),
        ("Bears", 2, "+23.0", ""),
    ]


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
