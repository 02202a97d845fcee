from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from tests.clubs.club_house import ClubHouse, open_club_house
from tests.leagues.conftest import Hall

from .receiver import Receiver, receiving


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """Somebody who listens on this machine, where messages may go in tests."""
    settings.TELL_THIS_MACHINE = True
    with receiving() as found:
        yield found


@pytest.fixture
def hall(db: None) -> Hall:
    """A club whose games are played in a moment."""
    return Hall()
