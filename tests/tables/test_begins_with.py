"""What a club's new tables begin with: its own rules by game, at a table, on paper, on a night."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache

from mahjongclub.tables.models import HouseRules, Session
from tests.clubs.club_house import ClubHouse, open_club_house


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


def own_rules(house: ClubHouse, name: str = "Lille") -> HouseRules:
    fields = {"variant": "riichi", "preset": "club", "name": name}
    assert house.phone("organiser").post(house.url("rules/new/"), fields).status_code == 302
    return house.club.house_rules.get(name=name)


def chosen(house: ClubHouse, address: str) -> str:
    """The rules that a form shows as chosen."""
    body = house.phone("organiser").get(address).content.decode()
    found = re.search(r'<input[^>]*name="preset"[^>]*value="([^"]+)"[^>]*checked', body)
    found = found or re.search(r'<option value="([^"]+)" selected', body[body.index('name="preset"') :])
    assert found is not None
    return found[1]


def test_the_first_rules_of_a_club_are_what_its_tables_and_results_begin_with(house: ClubHouse) -> None:
    own = own_rules(house)
    assert chosen(house, f"/new/?belongs=e{house.evening.pk}") == own.key
    assert chosen(house, house.url("results/new/")) == own.key
    assert chosen(house, "/new/?belongs=") != own.key, "nobody's table has nobody's house rules"
    typed = {"names": "Aiko\nBenoît\nChen\nDina", "seat": "1"}
    house.phone("organiser").post(house.url(f"evenings/{house.evening.pk}/here/"), typed)
    session = Session.objects.get(evening=house.evening)
    assert session.house_rules == own


def test_others_are_chosen_by_game_and_a_second_set_changes_nothing(house: ClubHouse) -> None:
    first = own_rules(house)
    second = own_rules(house, "Summer")
    assert chosen(house, house.url("results/new/")) == first.key
    organiser = house.phone("organiser")
    organiser.post(house.url("rules/begin/"), {"begins-riichi": second.key, "was-riichi": first.key})
    assert chosen(house, house.url("results/new/")) == second.key
    organiser.post(house.url("rules/begin/"), {"begins-riichi": first.key, "was-riichi": first.key})
    assert chosen(house, house.url("results/new/")) == second.key, "untouched on this form"
    organiser.post(house.url("rules/begin/"), {"begins-riichi": "nonsense", "begins-x": "y"})
    assert chosen(house, house.url("results/new/")) == second.key
    organiser.post(house.url(f"rules/{second.pk}/delete/"))
    assert chosen(house, house.url("results/new/")) not in (first.key, second.key)


def test_a_member_sees_what_tables_begin_with_and_changes_nothing(house: ClubHouse) -> None:
    own = own_rules(house)
    shown = house.phone("member").get(house.url("rules/")).content.decode()
    assert "What new tables begin with" in shown
    assert "begins-riichi" not in shown
    refused = house.phone("scorer").post(house.url("rules/begin/"), {"begins-riichi": "club"})
    assert refused.status_code == 403
    house.club.refresh_from_db()
    assert house.club.begins_with == {"riichi": own.key}
