"""A tournament in stages: qualification, cut, semi-final and final, by the pages organisers use."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from mahjongclub.events.models import Tournament
from mahjongclub.events.stages.models import Qualifier, Stage
from mahjongclub.events.state import TournamentState
from mahjongclub.sheets.tournament import ranking_sheet
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall, tenths

NAMES = [f"Player {number:02}" for number in range(1, 33)]
STAGE = {"rounds": 1, "places": "", "rule": "ranking", "carries": "all", "draw": "rank", "bonus_points": ""}
#: EMA 2025, who won 5,200 and who paid it: (points - 30,000) / 1,000 and 15 or -15; the others share 5, -5
FIRST, LAST = 202, -202


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def add_stage(hall: TournamentHall, name: str, **settings: Any) -> None:
    answer = hall.post("stages/", **{**STAGE, "name": name, **settings})
    assert answer.status_code == 302, answer.content.decode()


def paper(hall: TournamentHall, round_number: int, scores: dict[int, int]) -> None:
    """Final points by number of place, typed for every table of a round."""
    for table in hall.tables(round_number):
        typed = {f"score-{seat.number}": scores[seat.place.number] for seat in table.seats.all()}
        answer = hall.post(f"rounds/{round_number}/tables/{table.number}/paper/", **typed)
        assert answer.status_code == 302, answer.content.decode()


def seated(hall: TournamentHall, number: int) -> list[list[int]]:
    return [[seat.place.number for seat in table.seats.all()] for table in hall.tables(number)]


def test_thirty_two_players_a_cut_to_eight_and_a_final_of_four_with_half_carried(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=4, draw="lot")
    add_stage(hall, "Semi-final", places=8, draw="snake")
    add_stage(hall, "Final", places=4, carries="half")
    assert Tournament.objects.get().round_count == 6
    points: Counter[int] = Counter()
    for number in range(1, 5):
        hall.draw_and_publish()
        hall.open(number)
        for table in hall.tables(number):
            # the lower its number, the more a player makes: place 1 wins every table it sits at
            order = sorted(seat.place.number for seat in table.seats.all())
            scores = {seat.place.number: 0 for seat in table.seats.all()}
            for place, score, worth in zip(
                order, (45_000, 35_000, 25_000, 15_000), (300, 100, -100, -300), strict=True
            ):
                scores[place] = score
                points[place] += worth
            typed = {f"score-{seat.number}": scores[seat.place.number] for seat in table.seats.all()}
            assert hall.post(f"rounds/{number}/tables/{table.number}/paper/", **typed).status_code == 302
    assert "Who qualifies for Semi-final?" in hall.read()
    refused = hall.phone.post(hall.url("draw/"), follow=True).content.decode()
    assert "Choose the qualifiers first" in refused
    page = hall.read("stages/2/cut/")
    names = re.findall(r"<bdi>(Player \d\d)</bdi>", page)
    level = re.findall(r'name="chosen" value="(\d+)"', page)
    seats = 8 - (len(names) - len(level))
    form = {"how": "organiser", "chosen": level[:seats], "reason": "Drawn at the desk"}
    assert hall.post("stages/2/cut/", **form).status_code == 302
    semi = list(Qualifier.objects.filter(stage__name="Semi-final").values_list("place__number", flat=True))
    assert len(semi) == 8
    least = min(points[number] for number in semi)
    assert all(points[number] <= least for number in range(1, 33) if number not in semi)
    before = {name: rank for name, (rank, _total) in hall.totals().items()}

    hall.draw_and_publish()
    tables = seated(hall, 5)
    # snake: the first, fourth, fifth and eighth at table 1
    order = sorted(semi, key=lambda number: int(before[NAMES[number - 1]]))
    assert sorted(tables[0]) == sorted(order[i] for i in (0, 3, 4, 7))
    hall.open(5)
    for table in tables:
        # the last one of each table wins, the others in order: nobody is at the same points as before
        best = sorted(table, key=order.index, reverse=True)
        for place, worth in zip(best, (300, 100, -100, -300), strict=True):
            points[place] += worth
    flat = {place: score for table in tables for place, score in by_order(table, order).items()}
    paper(hall, 5, flat)
    for name, (_rank, total) in hall.totals().items():
        assert tenths(total) == points[NAMES.index(name) + 1], name

    page = hall.read("stages/3/cut/")
    level = re.findall(r'name="chosen" value="(\d+)"', page)
    assert hall.post("stages/3/cut/", how="lot").status_code == 302
    final = list(Qualifier.objects.filter(stage__name="Final").values_list("place__number", flat=True))
    assert len(final) == 4
    if level:
        assert "decided by lot" in hall.read()
    hall.draw_and_publish()
    (table,) = seated(hall, 6)
    assert sorted(table) == sorted(final)
    hall.open(6)
    scores = dict(zip(final, (29_900, 30_500, 31_000, 28_600), strict=True))
    paper(hall, 6, scores)
    # place by place: (points - 30,000) / 1,000 and uma 15, 5, -5, -15
    worth = dict(zip(final, (-1 - 50, 5 + 50, 10 + 150, -14 - 150), strict=True))
    expected = {number: Fraction(points[number], 2) + worth[number] for number in final}
    totals = hall.totals()
    for number in final:
        assert Fraction(totals[NAMES[number - 1]][1].replace("+", "")) * 10 == expected[number]
    best = max(final, key=lambda number: expected[number])
    assert totals[NAMES[best - 1]][0] == "1"
    ranks = [int(rank) for rank, _total in totals.values()]
    assert ranks == sorted(ranks)
    at = list(totals)
    assert {NAMES[number - 1] for number in final} == set(at[:4])
    assert {NAMES[number - 1] for number in semi} == set(at[:8]), "who left the semi-final is before the rest"
    page = hall.read(who="member")
    assert "Decided by the stage reached." in page
    hall.post("finish/")
    kept = Tournament.objects.get().final_ranking
    assert [Fraction(value) for _n, _rank, value in kept[:4]] == sorted(
        (value * 60 for value in expected.values()), reverse=True
    )
    assert "corrected since" not in hall.read()


def by_order(table: list[int], order: list[int]) -> dict[int, int]:
    best = sorted(table, key=order.index, reverse=True)
    return dict(zip(best, (45_000, 35_000, 25_000, 15_000), strict=True))


def test_who_is_level_at_the_cut_is_decided_by_a_word_with_its_reason(house: ClubHouse) -> None:
    """Three tables end alike: the first of each go on, and of the three seconds one."""
    hall = TournamentHall(house, NAMES[:12], round_count=1)
    add_stage(hall, "Final", places=4, carries="nothing")
    hall.draw_and_publish()
    hall.open(1)
    for table in hall.tables(1):
        typed = {f"score-{seat}": score for seat, score in enumerate((45_000, 35_000, 25_000, 15_000))}
        hall.post(f"rounds/1/tables/{table.number}/paper/", **typed)
    seconds = [table[1] for table in seated(hall, 1)]
    page = hall.read("stages/2/cut/")
    assert "1 place is left, and these players are tied" in page
    level = re.findall(r'name="chosen" value="(\d+)".*?<bdi>(.*?)</bdi>', page, re.S)
    assert sorted(name for _key, name in level) == sorted(NAMES[number - 1] for number in seconds)
    key, name = level[1]
    refused = hall.post("stages/2/cut/", how="organiser", chosen=[key], reason="")
    assert refused.status_code == 422
    assert "Say why" in refused.content.decode()
    both = hall.post("stages/2/cut/", how="organiser", chosen=[key, level[0][0]], reason="Both")
    assert both.status_code == 422
    assert "Choose exactly 1" in both.content.decode()
    ticked = hall.post("stages/2/cut/", how="lot", chosen=[key])
    assert ticked.status_code == 422, "the lot does not overrule who was ticked"
    assert "You ticked who qualifies" in ticked.content.decode()
    stale = hall.post("stages/2/cut/", how="lot", seen="what an earlier page showed")
    assert stale.status_code == 422
    assert "The ranking changed meanwhile." in stale.content.decode()
    assert not Qualifier.objects.exists()
    assert (
        hall.post("stages/2/cut/", how="organiser", chosen=[key], reason="Won the play-off").status_code
        == 302
    )
    assert Qualifier.objects.filter(place__stints__player__name=name).exists()
    page = hall.read(who="member")
    assert "Tied at the cut: the organiser decided. Won the play-off" in page
    sheet = ranking_sheet(TournamentState(Tournament.objects.get()), 1, paper="a4", language="en").data
    groups = [line["group"] and line["group"]["text"] for line in sheet["lines"]]
    assert groups[0] == "Qualifiers: Final"
    assert groups[4] == "Qualification"
    assert not any((*groups[1:4], *groups[5:]))
    assert sheet["lines"][3]["name"]["text"] == name
    assert sheet["lines"][3]["total"] != "0.0", "the final has not begun: the total is that of the round"
    assert [note["why"]["text"] for note in sheet["notes"]] == [
        "Tied at the cut: the organiser decided. Won the play-off"
    ] * 2
    totals = hall.totals()
    assert totals[name] == ("4", "0.0"), "nothing is carried: the ranks before the cut decide"
    assert [rank for rank, _total in list(totals.values())[4:6]] == ["5", "5"], (
        "the other two share the place"
    )

    # it is undone, and the lot decides; once the seating is published it stays
    hall.post("stages/2/undo/")
    assert not Qualifier.objects.exists()
    assert hall.post("stages/2/cut/", how="lot").status_code == 302
    stage = Stage.objects.get()
    assert (stage.decided_by, stage.reason, stage.cut_by) == ("lot", "", house.accounts["organiser"])
    hall.draw_and_publish()
    hall.post("stages/2/undo/")
    assert Qualifier.objects.count() == 4


def test_the_best_of_each_table_go_on(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:16], round_count=1)
    final = {"rule": "tables", "carries": "bonus", "bonus_points": "30 20 10.5"}
    add_stage(hall, "Final", places=8, draw="plan", rounds=2, **final)
    hall.draw_and_publish()
    hall.open(1)
    for table in hall.tables(1):
        step = table.number * 1000  # no two tables end alike
        scores = (45_000 + step, 35_000 - step, 25_000, 15_000)
        hall.post(
            f"rounds/1/tables/{table.number}/paper/",
            **{f"score-{s}": score for s, score in enumerate(scores)},
        )
    assert hall.post("stages/2/cut/").status_code == 302
    on = set(Qualifier.objects.values_list("place__number", flat=True))
    assert on == {number for table in seated(hall, 1) for number in table[:2]}
    carried = [total for _rank, total in list(hall.totals().values())[:8]]
    hall.draw_and_publish()
    for number in (2, 3):  # both rounds of the planned stage at once
        assert {place for table in seated(hall, number) for place in table} == on
    assert carried == ["+30.0", "+20.0", "+10.5", "0.0", "0.0", "0.0", "0.0", "0.0"]


def test_a_stage_that_has_begun_stays_and_one_to_come_is_changed_and_removed(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=2, draw="lot")
    for wrong in ({"places": 5}, {"name": ""}, {"rounds": 20}, {"carries": "bonus", "bonus_points": "x"}):
        refused = hall.post("stages/", **{**STAGE, "name": "Final", **wrong})
        assert refused.status_code == 422, wrong
    assert not Stage.objects.exists()
    add_stage(hall, "Last round", draw="rank")
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    assert hall.post("stages/2/", **{**STAGE, "name": "Final", "places": 4, "rounds": 2}).status_code == 302
    assert Tournament.objects.get().round_count == 4
    assert hall.url("stages/2/remove/") not in hall.read("stages/"), "one tap in the list removes nothing"
    fold = hall.read("stages/2/").partition('<details class="card fold">')[2].partition("</details>")[0]
    assert hall.url("stages/2/remove/") in fold
    assert hall.post("stages/2/remove/").status_code == 302
    assert Tournament.objects.get().round_count == 2
    # everybody goes on by rank: the first four of the ranking sit at table 1, nothing is cut
    add_stage(hall, "Last round")
    hall.draw_and_publish()
    hall.open(2)
    hall.play(2)
    ranking = [NAMES.index(name) + 1 for name in hall.totals()]
    hall.draw_and_publish()
    assert [sorted(table) for table in seated(hall, 3)] == [sorted(ranking[:4]), sorted(ranking[4:])]
    hall.post("stages/2/remove/")
    assert Stage.objects.exists()
    assert list(hall.totals()) == [NAMES[number - 1] for number in ranking], "all points are carried"


def test_whole_teams_go_on_and_penalties_of_a_round_are_carried_as_points_are(house: ClubHouse) -> None:
    """Four teams of four; the two best play on with half carried."""
    lines = [f"{name}; Team {'ABCD'[number % 4]}" for number, name in enumerate(NAMES[:16])]
    hall = TournamentHall(house, lines, round_count=1)
    add_stage(hall, "Final", places=8, rule="teams", carries="half", draw="snake")
    hall.draw_and_publish()
    hall.open(1)
    for table in hall.tables(1):  # teams A, B, C, D end every table in this order
        order = sorted(table.seats.all(), key=lambda seat: (seat.place.number - 1) % 4)
        typed = dict(
            zip((f"score-{seat.number}" for seat in order), (45_000, 35_000, 25_000, 15_000), strict=True)
        )
        assert hall.post(f"rounds/1/tables/{table.number}/paper/", **typed).status_code == 302
    # 30, 10, -10, -30 a player, four players each; 5 points off a player of A in round 1, 3 of no round off B
    hall.post("penalties/", number=1, points="5", reason="Late", round_number=1)
    hall.post("penalties/", number=2, points="3", reason="Noise", round_number="")
    points = Counter({"Team A": 1200 - 50, "Team B": 400 - 30, "Team C": -400, "Team D": -1200})
    totals = hall.totals()
    assert {team: tenths(totals[team][1]) for team in points} == points
    assert hall.post("stages/2/cut/").status_code == 302
    assert set(Qualifier.objects.values_list("place__team__name", flat=True)) == {"Team A", "Team B"}
    hall.draw_and_publish()
    assert {number for table in seated(hall, 2) for number in table} == {
        *(1, 5, 9, 13, 2, 6, 10, 14),
    }
    totals = hall.totals()
    # half of what was carried, the penalty of round 1 with it; the one of no round counts whole
    assert tenths(totals["Team A"][1]) == (1200 - 50) / 2
    assert tenths(totals["Team B"][1]) == 400 / 2 - 30
    assert totals["Team C"] == ("3", "-40.0")
    assert tenths(totals[NAMES[0]][1]) == (300 - 50) / 2
    assert [name for name in totals if name.startswith("Team")] == ["Team A", "Team B", "Team C", "Team D"]
    file = hall.phone.get(hall.url("event.zip"))
    assert file.status_code == 200


def test_a_tournament_without_stages_is_one(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=2)
    (stage,) = TournamentState(hall.tournament).stages
    assert (stage.first, stage.last, stage.draw, len(stage.members)) == (1, 2, "plan", 4)
