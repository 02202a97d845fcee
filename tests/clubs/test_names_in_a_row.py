"""Several people typed in a line with nothing but blanks between them: asked about first."""

from __future__ import annotations

from html import unescape

import pytest

from .club_house import ClubHouse

ROW = "Marguerite Bo Jean-Pierre Ann"


def roster(house: ClubHouse) -> set[str]:
    return set(house.club.players.values_list("name", flat=True))


@pytest.mark.parametrize("page", ["players/", "evenings/1/here/"])
def test_names_with_blanks_between_them_are_asked_about(house: ClubHouse, page: str) -> None:
    phone = house.phone("organiser")
    form = {"name": ROW, "names": ROW}
    answer = phone.post(house.url(page), form)
    assert answer.status_code == 422
    assert f"“{ROW}” may be 4 people" in unescape(answer.content.decode())
    assert ROW not in roster(house)
    said = phone.post(house.url(page), {**form, f"same-{ROW.casefold()}": "new"})
    assert said.status_code == 302
    assert ROW in roster(house)


def test_words_that_are_names_of_the_roster_are_asked_about(house: ClubHouse) -> None:
    phone = house.phone("organiser")
    for name in ("田中愛子", "Żółć", "Σοφία Παπαδοπούλου"):
        house.club.players.create(name=name)
    assert phone.post(house.url("players/"), {"name": "Żółć 田中愛子"}).status_code == 422
    assert phone.post(house.url("players/"), {"name": "Παπαδοπούλου Ελένη"}).status_code == 302


def test_what_stands_about_a_single_name_is_shown_before_it_is_added(house: ClubHouse) -> None:
    phone = house.phone("organiser")
    answer = phone.post(house.url("players/"), {"name": "Marguerite ........ 1"})
    assert "Add these players" in answer.content.decode()
    assert not roster(house)
    phone.post(house.url("players/"), {"name": "Marguerite ........ 1", "add": "1"})
    assert roster(house) == {"Marguerite"}
