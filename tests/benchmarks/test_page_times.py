"""The measuring of pages can be compared; what it names of a club, test_filling.py looks at."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from benchmarks.management.commands.page_times import Command
from benchmarks.page_times import PageTime, PageTimes, ratios


@pytest.mark.django_db
def test_without_a_season_it_says_what_to_do() -> None:
    with pytest.raises(CommandError, match=r"manage\.py demo makes one"):
        call_command(Command())


def test_ratios_compare_the_larger_with_the_smaller() -> None:
    small = PageTimes(10, 1, PageTime(10.0, 11.0, 12.0, 5, "/"), PageTime(20.0, 21.0, 22.0, 5, "/"))
    large = PageTimes(1000, 9, PageTime(12.0, 13.0, 14.0, 5, "/"), PageTime(20.0, 21.0, 22.0, 5, "/"))
    assert ratios(small, large) == {"standings": 1.2, "player_page": 1.0}
