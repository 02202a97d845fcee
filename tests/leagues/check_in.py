"""People who check in at a club night."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from mahjongclub.nights.changes import rounds_of
from mahjongclub.rounds.models import Round
from tests.clubs.club_house import ClubHouse, open_club_house

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou", "Gabi", "Hana", "Ивана", "太郎")


#: the next round is drawn though the tables of the one before still run
ALL_THE_SAME = {"elsewhere": "1"}


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


def page(house: ClubHouse, rest: str = "here/") -> str:
    return house.url(f"evenings/{house.evening.pk}/{rest}")


def seat(house: ClubHouse, names: int = 9, **more: str) -> Round:
    """So many are typed by the organiser and seated; the round."""
    typed = "\n".join(NAMES[:names])
    answer = house.phone("organiser").post(page(house), {"names": typed, "seat": "1", "after": "0", **more})
    assert answer.status_code == 302
    assert answer["Location"] == page(house, "seating/")
    return rounds_of(house.evening).get(number=1)
