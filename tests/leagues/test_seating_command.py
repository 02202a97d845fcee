"""The seating of a tournament from the command line."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


def test_an_organiser_prints_a_seating_from_the_command_line() -> None:
    out = StringIO()
    call_command("seating", players=20, rounds=5, seed=3, json=True, stdout=out)
    rounds = json.loads(out.getvalue())
    assert [sorted(player for table in one for player in table) for one in rounds] == [list(range(1, 21))] * 5
    again = StringIO()
    call_command("seating", players=20, rounds=5, seed=3, json=True, stdout=again)
    assert again.getvalue() == out.getvalue()
    told = StringIO()
    call_command("seating", players=20, rounds=5, stdout=told)
    assert "Repeated meetings 0 (at least 0), repeated visits to a table 0" in told.getvalue()
    with pytest.raises(CommandError, match="3 players do not fill a table: 1 more"):
        call_command("seating", players=3, rounds=5)
