"""The European ranking: what an event weighs, and what its results make of a player on a day.

The table of weights and the formula: mahjong-europe.org, "Basics for ranking system" (2018).
"""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.events.federation.mers import MersResult, base_rank, event_weight, mers_ranking, mers_value

TODAY = date(2026, 11, 23)
HEADS = "player,position,players,weight,date\n"


@pytest.mark.parametrize(
    ("days", "players", "countries", "qualification", "weight"),
    [
        # one day counts 1, two 2, three 3; 41 players half a point, 81 a whole; 6 countries half, 11 a whole
        *[(1, 40, 5, False, 1), (1, 41, 5, False, 1.5), (2, 80, 6, False, 3), (2, 84, 9, False, 3.5)],
        *[(3, 81, 10, False, 4.5), (3, 81, 11, False, 5), (3, 140, 20, True, 6), (5, 16, 1, False, 3)],
    ],
)
def test_an_event_weighs_its_days_players_and_countries(
    days: int, players: int, countries: int, qualification: bool, weight: float
) -> None:
    assert event_weight(days, players, countries, qualification=qualification) == weight


def test_a_place_is_worth_a_thousand_for_the_first_and_nothing_for_the_last() -> None:
    # third of sixteen: 867 (arcturus.su, "Mahjong European Ranking System")
    assert base_rank(3, 16) == 867
    assert [base_rank(place, 5) for place in range(1, 6)] == [1000, 750, 500, 250, 0]


def test_a_ranking_is_half_of_all_that_counts_and_half_of_the_best_four() -> None:
    # by hand: seven results of weight 1; A: ceil(5 + 0.8 * 2) = 7 of them, B: the best four
    seven = [(base, Fraction(1)) for base in (900, 800, 700, 600, 500, 400, 300)]
    assert mers_value(seven) == (600 + 750) / Fraction(2)
    # two results are padded with three of nothing: A (1800 + 500) / (2 + 1 + 3), B (1800 + 500) / (2 + 1 + 2)
    assert mers_value([(900, Fraction(2)), (500, Fraction(1))]) == (Fraction(2300, 6) + 460) / 2


def test_results_halve_after_a_year_and_go_after_two() -> None:
    def one(day: date, position: int = 1) -> MersResult:
        return MersResult("Aiko", position, 11, Fraction(2), day)

    assert one(date(2025, 11, 24)).weight_on(TODAY) == 2
    # on the anniversary as on the day before
    assert one(date(2025, 11, 23)).weight_on(TODAY) == 2
    assert one(date(2025, 11, 22)).weight_on(TODAY) == 1
    assert one(date(2024, 11, 24)).weight_on(TODAY) == 1
    assert one(date(2024, 11, 23)).weight_on(TODAY) == 1
    # 731 days are two years back from 2026, with the 29th of February 2024 in them
    assert one(date(2024, 11, 22)).weight_on(TODAY) == 1
    assert one(date(2024, 11, 21)).weight_on(TODAY) == 0
    assert one(date(2026, 11, 24)).weight_on(TODAY) == 0
    # one result alone ranks nobody
    assert mers_ranking([one(date(2026, 1, 1)), one(date(2024, 1, 1))], TODAY) == []
    [(player, points)] = mers_ranking([one(date(2026, 1, 1)), one(date(2025, 1, 1), 11)], TODAY)
    # 1000 of weight 2, and 0 of weight 1 with three of nothing: A 2000 / 6, B 2000 / 5
    assert (player, points) == ("Aiko", (Fraction(2000, 6) + 400) / 2)


@pytest.mark.parametrize(
    ("day", "today", "weight"),
    [
        # counted by the lengths of the years, as yearsPrior of the association's program does
        *[("2023-11-27", "2024-11-26", 2), ("2023-11-26", "2024-11-26", 1)],
        *[("2024-02-29", "2025-02-28", 2), ("2024-02-28", "2025-02-28", 2), ("2024-02-27", "2025-02-28", 1)],
        *[("2023-02-28", "2024-02-28", 2), ("2023-03-01", "2024-02-29", 2), ("2023-02-28", "2024-02-29", 1)],
        *[("2022-11-27", "2024-11-26", 1), ("2022-11-26", "2024-11-26", 0)],
    ],
)
def test_an_anniversary_in_a_leap_year_is_read_as_the_association_does(
    day: str, today: str, weight: int
) -> None:
    one = MersResult("Aiko", 1, 41, Fraction(2), date.fromisoformat(day))
    assert one.weight_on(date.fromisoformat(today)) == weight


def test_results_of_exactly_one_and_two_years_ago_have_the_weight_of_the_day_before(tmp_path: Path) -> None:
    file = tmp_path / "anniversary.csv"
    rows = ["Ann,1,41,2,2025-11-26", "Ann,21,41,1,2026-06-01", "Bob,21,41,2,2025-11-26"]
    rows += [
        "Bob,1,41,1,2026-06-01",
        "Cyd,1,41,2,2024-11-26",
        "Cyd,1,41,2,2026-06-01",
        "Cyd,41,41,2,2026-06-02",
    ]
    file.write_text(HEADS + "\n".join(rows), "utf-8")
    out = StringIO()
    call_command("mers", str(file), day="2026-11-26", json=True, stdout=out)
    found = {row["player"]: row["ranking"] for row in json.loads(out.getvalue())}
    # Ann: 1000 of 2 and 500 of 1, (2500 / 6 + 2500 / 5) / 2; Cyd: 1000 of 1 and of 2, 0 of 2, two of nothing
    assert found == {"Ann": 458.33, "Bob": 366.67, "Cyd": 464.29}


@given(st.lists(st.tuples(st.integers(0, 1000), st.sampled_from([1, 2, 5])), min_size=2, max_size=20))
def test_a_ranking_lies_between_nothing_and_a_thousand(results: list[tuple[int, int]]) -> None:
    assert 0 <= mers_value([(base, Fraction(weight)) for base, weight in results]) <= 1000


def test_an_organiser_computes_rankings_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_text(
        HEADS + "Aiko,1,11,2,2026-01-01\nBenoît,11,11,2,2026-01-01\nAiko,11,11,2.0,2025-01-01\n"
        "Benoît,1,11,2,2025-01-01\nChen,2,11,2,2026-01-01\n",
        "utf-8",
    )
    out = StringIO()
    call_command("mers", str(file), day="2026-11-23", json=True, stdout=out)
    # Benoît: 1000 of weight 1, 0 of weight 2, three of nothing: A 1000 / 6, B the best four: 1000 / 5
    assert json.loads(out.getvalue()) == [
        {"player": "Aiko", "rank": 1, "ranking": 366.67},
        {"player": "Benoît", "rank": 2, "ranking": 183.33},
    ]
    told = StringIO()
    call_command("mers", str(file), day="2020-01-01", stdout=told)
    assert "Nobody" in told.getvalue()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("player,position\n", "no players, weight, date"),
        (HEADS + "Aiko,12,11,2,2026-01-01\n", "line 2: a player, a place among the players"),
        (HEADS + "Aiko,first,11,2,2026-01-01\n", "line 2: position, players and weight are numbers"),
        (HEADS + "Aiko,1,11,2,01/02/2026\n", "line 2: “01/02/2026” is not a day"),
    ],
)
def test_a_wrong_file_is_told_by_its_line(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "results.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(CommandError, match=why):
        call_command("mers", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("mers", str(tmp_path / "nothing.csv"))
