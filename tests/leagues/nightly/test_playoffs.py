"""A playoff: drawn by the standings, its winners go on from results by themselves, shown as a bracket."""

from __future__ import annotations

import os
import signal

import pytest
from django.core.cache import cache
from django.db import connections

from mahjongclub.seasons import matches

from ..conftest import Hall
from ..test_playoffs import record, seeds, semifinals
from ..test_season_pages import at


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no processes to fork here")
def test_a_process_killed_between_the_two_transactions_loses_no_winner() -> None:
    cache.clear()
    playoff = semifinals(Hall())
    connections.close_all()
    child = os.fork()
    if child == 0:
        matches.advance_winners = lambda season_id: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
        record(playoff.hall, playoff.undecided, 2, 3, 6, 7)
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    playoff.undecided.refresh_from_db()
    assert playoff.undecided.has_result
    assert seeds(playoff.hall, playoff.final) == [[]]
    playoff.organiser.get(at("playoff", playoff.hall, playoff.season.pk))
    assert seeds(playoff.hall, playoff.final) == [[1, 2, 3, 4]]
