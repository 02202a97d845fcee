"""The measuring of pages names what it measured and can be compared."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from mahjongclub.leagues.page_times import PageTime, PageTimes, ratios
from mahjongclub.tables.models import Hand

from .test_filling import filled


@pytest.mark.django_db
def test_both_pages_are_timed_on_the_club_of_the_demonstration() -> None:
    made = filled()
    said = StringIO()
    call_command("page_times", "--requests", "3", stdout=said)
    times = json.loads(said.getvalue())
    assert times["hands"] == Hand.objects.count()
    assert times["standings"]["path"].startswith(f"/c/{made.club.slug}/seasons/")
    assert times["player"]["path"].startswith(f"/c/{made.club.slug}/players/")
    assert 0 < times["player"]["ms"] <= times["player"]["median_ms"]
    assert times["standings"]["queries"] < 20


@pytest.mark.django_db
def test_without_a_season_it_says_what_to_do() -> None:
    with pytest.raises(CommandError, match=r"manage\.py demo makes one"):
        call_command("page_times")


def test_ratios_compare_the_larger_with_the_smaller() -> None:
    small = PageTimes(10, PageTime(10.0, 11.0, 5, "/"), PageTime(20.0, 21.0, 5, "/"))
    large = PageTimes(1000, PageTime(12.0, 13.0, 5, "/"), PageTime(20.0, 21.0, 5, "/"))
    assert ratios(small, large) == {"standings": 1.2, "player_page": 1.0}
