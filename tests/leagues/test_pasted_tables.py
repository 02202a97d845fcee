"""A table pasted into a box for names: shown with its columns first, wherever the box is."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.clubs.club_house import ClubHouse, open_club_house

from .test_night import page

TABLE = "Name;E-mail\nLéa Dupont;lea@example.org\nMax Vogel;max@example.org"


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def names(house: ClubHouse) -> list[str]:
    return sorted(house.club.players.values_list("name", flat=True))


@pytest.mark.parametrize(("path", "more"), [("here/", {}), ("coming/", {"answer": "yes"})])
def test_a_table_in_a_box_for_names_is_looked_at_before_anybody_is_added(
    house: ClubHouse, path: str, more: dict[str, str]
) -> None:
    phone = house.phone("scorer")
    address = page(house, path)
    looked = phone.post(address, {"names": TABLE, **more})
    shown = unescape(looked.content.decode())
    assert looked.status_code == 422
    assert names(house) == []
    assert "The list as it was read" in shown
    assert TABLE in shown.replace("\r", "")
    seen = re.findall(r'name="seen" value="([^"]+)"', shown)[0]
    columns = {"column-0": "name", "column-1": "", "heads": "1", "seen": seen}
    assert phone.post(address, {"names": TABLE, **more, **columns}).status_code == 302
    assert names(house) == ["Léa Dupont", "Max Vogel"]
