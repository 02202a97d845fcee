"""What the pages of an event ask of the database does not grow with its players and rounds."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from benchmarks import event_times
from benchmarks.management.commands.page_times import Command


@pytest.mark.django_db
def test_the_pages_of_an_event_ask_as_much_of_many_tables_as_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_times, "REQUESTS", 1)
    few = {page: queries for page, _taken, queries in event_times.times(*event_times.made_up(8, 2))}
    many = {page: queries for page, _taken, queries in event_times.times(*event_times.made_up(16, 5))}
    assert many == few
    assert max(few.values()) <= 26


def test_who_measures_a_database_without_tables_is_told_to_migrate(monkeypatch: pytest.MonkeyPatch) -> None:
    def empty(players: int, rounds: int) -> None:
        raise OperationalError("no such table: clubs_account")

    monkeypatch.setattr("benchmarks.management.commands.page_times.measured", empty)
    with pytest.raises(CommandError, match=r"manage\.py migrate"):
        call_command(Command(), "--event")
