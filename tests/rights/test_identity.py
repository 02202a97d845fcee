"""Whose word counts: each act in a name of nobody's, of a phone's, of an account's, by everybody."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tests.clubs.club_house import open_club_house

from .identity import ACTS, ANSWERS, Scene, cases, read


def test_every_case_has_its_answer_and_no_other_has() -> None:
    assert set(read()) == set(cases())
    assert set(read().values()) <= set(ANSWERS)


@pytest.mark.django_db
@pytest.mark.parametrize(("act", "whose", "who"), [*cases()])
def test_nobody_speaks_in_a_name_without_the_word_the_table_asks_for(act: str, whose: str, who: str) -> None:
    cache.clear()
    assert ACTS[act](Scene(open_club_house()), whose, who) == read()[act, whose, who]
