"""Figures of any days come to what the games themselves add up to."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.figures.models import COUNTS, Appearance
from mahjongclub.figures.pairs import meeting_sums
from mahjongclub.figures.period import Period
from mahjongclub.figures.players import GameSelection, opponents_met, tally, tally_by_seat, yaku_counts
from mahjongclub.rules.game import RuleError
from mahjongclub.seasons.games import SeasonSelection

from .conftest import Hall
from .test_folding import HANDS, STEPS, take

FIRST, LAST = date(2025, 12, 28), date(2026, 4, 5)
DAYS = st.none() | st.dates(FIRST, LAST)
WHEN = st.dates(FIRST, LAST)
TILES = {"concealed": "234567m345p67888s", "winning": "6s", "melds": []}
WITH_TILES = {"type": "win", "wins": [{"winner": 1, "from": 2, "tiles": TILES}], "riichi": [1]}
GAMES = st.tuples(
    st.lists(HANDS | st.just(WITH_TILES), min_size=1, max_size=2), st.permutations(range(5)), WHEN
)


def played(hall: Hall, period: Period, season: Any) -> list[Appearance]:
    """The first player's games within these days, read one by one."""
    return [
        row
        for row in Appearance.objects.filter(player=hall.players[0], book__club=hall.club)
        if (period.since is None or row.day >= period.since)
        and (period.until is None or row.day <= period.until)
        and (season is None or (row.pk in {one.appearance_id for one in season.games.all()}))
    ]


def counted(rows: list[Appearance]) -> dict[str, int]:
    found = {name: sum(getattr(row, name) for row in rows) for name in (*COUNTS, "tenths")}
    found["best_hand"] = max((row.best_hand for row in rows), default=0)
    return found | {"games": len(rows), "place_1": sum(row.place == 1 for row in rows)}


def check(hall: Hall, period: Period, season: Any) -> None:
    wanted = SeasonSelection(hall.club, hall.players[0], "riichi", period, season)
    rows = played(hall, period, season)
    by_seat = tally_by_seat(wanted)
    sums, expected = tally(by_seat), counted(rows)
    assert {name: sums[name] for name in expected} == expected
    assert {row["seat"]: row["games"] for row in by_seat} == Counter(row.seat for row in rows)
    assert yaku_counts(wanted) == sum((Counter(row.yaku) for row in rows), Counter())
    assert list(wanted.games().order_by("pk")) == sorted(rows, key=lambda row: row.pk)
    for opponent in hall.players[1:]:
        check_pair(wanted, opponent, rows)


def check_pair(wanted: SeasonSelection, opponent: Any, rows: list[Appearance]) -> None:
    """Two players at the tables of `rows`, the one's appearances."""
    shared = [
        (row, other)
        for row in rows
        if (other := Appearance.objects.filter(session=row.session_id, player=opponent).first())
    ]
    fed = [row.fed.get(str(other.seat), [0, 0]) for row, other in shared]
    back = [other.fed.get(str(row.seat), [0, 0]) for row, other in shared]
    expected = {
        "games": len(shared),
        "ahead": sum(row.place < other.place for row, other in shared),
        "level": sum(row.place == other.place for row, other in shared),
        "tenths": sum(row.tenths for row, _other in shared),
        "opponent_tenths": sum(other.tenths for _row, other in shared),
    }
    found = {row["opponent_id"]: row for row in opponents_met(wanted)}.get(opponent.pk)
    assert (found is None) == (not shared)
    assert found is None or {name: found[name] for name in expected} == expected
    both = meeting_sums(wanted, opponent)
    assert {name: both[name] for name in expected} == expected
    assert both["hands"] == sum(row.hands for row, _other in shared)
    assert [both[name] for name in ("fed", "fed_points", "other_fed", "other_fed_points")] == [
        *(sum(column) for column in zip(*fed, strict=True)),
        *(sum(column) for column in zip(*back, strict=True)),
    ] or not shared


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    games=st.lists(GAMES, min_size=1, max_size=5),
    steps=st.lists(STEPS, max_size=4),
    ends=st.lists(st.tuples(DAYS, DAYS), min_size=1, max_size=4),
)
def test_any_days_add_up_to_the_games_played_on_them(
    db: None, games: list[Any], steps: list[Any], ends: list[Any]
) -> None:
    with transaction.atomic():
        hall = Hall()
        season = hall.season(date(2026, 3, 1))
        for hands, seats, day in games:
            hall.play(hands, seats[:4], day)
        for step in steps:
            try:
                with transaction.atomic():
                    take(hall, step)
            except RuleError:
                continue
        for since, until in ends:
            check(hall, Period(since, until), None)
        check(hall, Period(*ends[0]), season)
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    ("since", "until", "found"),
    [
        (None, None, "DJFMA"),
        (date(2026, 1, 1), date(2026, 3, 31), "JFM"),
        (date(2026, 1, 2), date(2026, 3, 30), "FM"),
        (date(2026, 2, 1), date(2026, 2, 28), "F"),
        (date(2026, 2, 2), date(2026, 2, 28), ""),
        (date(2026, 2, 1), date(2026, 2, 1), "F"),
        (None, date(2026, 1, 31), "DJ"),
        (None, date(2026, 1, 1), "DJ"),
        (date(2026, 4, 1), None, "A"),
        (date(2026, 4, 2), date.max, ""),
        (date(2026, 2, 28), date(2026, 2, 1), ""),
    ],
)
def test_both_ends_belong_to_a_period(hall: Hall, since: date | None, until: date | None, found: str) -> None:
    """A game on the first of each of five months."""
    firsts = [date(2025, 12, 1), *(date(2026, month, 1) for month in (1, 2, 3, 4))]
    for first in firsts:
        hall.play([{"type": "draw", "tenpai": []}], day=first)
    wanted = GameSelection(hall.club, hall.players[0], "riichi", Period(since, until))
    days = wanted.games().order_by("order").values_list("day", flat=True)
    assert "".join("DJFMA"[firsts.index(day)] for day in days) == found
