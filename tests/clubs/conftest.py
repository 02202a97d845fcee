"""Browsers of people with accounts and without; a club house with somebody in every role."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from .club_house import ClubHouse, open_club_house
from .visitors import Visitor


@pytest.fixture(autouse=True)
def no_rate_limits(db: None) -> Iterator[None]:
    """Each test begins with nothing counted against its address."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def visitor(db: None) -> Visitor:
    return Visitor()


@pytest.fixture
def other(db: None) -> Visitor:
    return Visitor()


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()
