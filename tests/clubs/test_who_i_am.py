"""Who joins a club is asked at once who they are on its roster, until they have said so."""

from __future__ import annotations

import re
from html import unescape

import pytest

from mahjongclub.clubs.club_model import Club, Membership, Role
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Player
from tests.tables.conftest import NAMES

from .club_house import ClubHouse, open_club_house
from .visitors import Visitor, account, errors, player

STILL_TO_DO = "Say which player you are"


@pytest.fixture
def mika(house: ClubHouse, visitor: Visitor) -> Visitor:
    """A fresh member of a club that has played one evening without accounts."""
    session = house.phone("organiser").open_table(belongs=f"e{house.evening.pk}")
    assert session.club == house.club
    visitor.sign_up("Mika")
    return visitor


def accept(house: ClubHouse, visitor: Visitor) -> str:
    _made, token = create_club_invitation(house.club, house.accounts["owner"], Role.MEMBER, 1, 7)
    return str(visitor.post(f"/clubs/join/{token}/")["Location"])


def page_of(house: ClubHouse) -> str:
    return f"/me/roster/{house.club.slug}/"


def test_after_accepting_the_roster_is_offered(house: ClubHouse, mika: Visitor) -> None:
    assert accept(house, mika) == page_of(house)
    offered = mika.read(page_of(house))
    assert all(f"<bdi>{name}</bdi>" in offered for name in NAMES)
    assert 'value="Mika"' in offered  # a new player under the own name
    assert STILL_TO_DO in mika.read(house.url())


def test_a_player_of_the_roster_is_me(house: ClubHouse, mika: Visitor) -> None:
    accept(house, mika)
    mika.post(page_of(house), {"who": player("Chen").pk})
    assert player("Chen").account == account("Mika")
    assert STILL_TO_DO not in mika.read(house.url())
    assert "Chen" in mika.read("/me/")
    assert mika.get(page_of(house)).status_code == 302  # said once
    mika.post(page_of(house), {"who": player("Dina").pk})
    assert player("Dina").account is None


def test_a_new_player_under_another_name(house: ClubHouse, mika: Visitor) -> None:
    accept(house, mika)
    mika.post(page_of(house), {"who": "new", "name": "Mika R."})
    assert player("Mika R.").account == account("Mika")
    assert player("Mika R.").club == house.club
    assert STILL_TO_DO not in mika.read(house.url())


def test_the_name_that_is_the_accounts_is_chosen_already(house: ClubHouse, mika: Visitor) -> None:
    known = Player.objects.create(club=house.club, name="MIKA")
    accept(house, mika)
    inputs = re.findall(r"<input[^>]* checked>", mika.read(page_of(house)))
    assert [f'value="{known.pk}"' in one for one in inputs] == [True]


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"who": "new", "name": "chen"}, "Choose them in the list if it is you"),
        ({"who": "new", "name": "Player no. 3"}, "how a hidden name is shown"),
        ({"who": "999999", "name": ""}, "valid choice"),
        ({"who": "\x00", "name": "A\x00"}, "valid choice"),
    ],
)
def test_a_fault_is_said_at_its_field(
    house: ClubHouse, mika: Visitor, form: dict[str, str], told: str
) -> None:
    accept(house, mika)
    answer = mika.post(page_of(house), form)
    assert answer.status_code == 422
    assert any(told in error for error in errors(answer)), errors(answer)
    assert not Player.objects.filter(account=account("Mika")).exists()


def test_a_claimed_or_hidden_player_is_not_offered(house: ClubHouse, mika: Visitor) -> None:
    Player.objects.filter(name="Chen").update(account=house.accounts["scorer"])
    Player.objects.filter(name="Dina").update(name_hidden=True)
    accept(house, mika)
    offered = mika.read(page_of(house))
    assert "<bdi>Aiko</bdi>" in offered
    assert "Chen" not in offered
    assert "Dina" not in offered
    assert mika.post(page_of(house), {"who": player("Dina").pk}).status_code == 422


def test_a_member_of_a_private_club_sees_no_names(visitor: Visitor) -> None:
    house = open_club_house(Club.Visibility.PRIVATE)
    Player.objects.create(club=house.club, name="Chen")
    visitor.sign_up("Mika")
    accept(house, visitor)
    assert "Chen" not in visitor.read(page_of(house))
    assert visitor.post(page_of(house), {"who": "new", "name": "Mika"})["Location"] == "/me/"
    assert player("Mika").club == house.club


def test_a_member_already_on_the_roster_goes_to_the_club(house: ClubHouse) -> None:
    Player.objects.create(club=house.club, name="Sam", account=house.accounts["scorer"])
    _made, token = create_club_invitation(house.club, house.accounts["owner"], Role.MEMBER, 1, 7)
    assert house.phone("scorer").post(f"/clubs/join/{token}/")["Location"] == house.url()


def test_a_stranger_sees_nothing_to_do(house: ClubHouse) -> None:
    Club.objects.filter(pk=house.club.pk).update(visibility=Club.Visibility.PUBLIC)
    assert STILL_TO_DO not in unescape(house.phone("stranger").get(house.url()).content.decode())
    assert Membership.objects.filter(club=house.club).count() == 4
