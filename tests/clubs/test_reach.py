"""Whom a visitor may change: their own players, those of clubs they organise, the guests of their phone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from mahjongclub.clubs.club_model import Membership, Role
from mahjongclub.clubs.models import Account, Device, Player
from mahjongclub.clubs.people.reach import organised_club_ids, player_access_or_404, players_in_reach
from mahjongclub.tables.models import Seat, Session, Sitter

from .club_house import PEOPLE, ClubHouse, open_club_house


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def request_of(account: Account | None = None, device: Device | None = None) -> Any:
    """What a visitor sends, as far as reach asks."""
    visitor = SimpleNamespace(device_id=device.pk if device is not None else None)
    return SimpleNamespace(user=account or AnonymousUser(), visitor=visitor)


def a_table(house: ClubHouse, *players: Player, later: Player | None = None) -> Session:
    """A table of the club with these at its seats, one of whose places `later` took."""
    club = house.club
    session = Session.objects.create(club=club, variant="riichi", preset="ema", rules={}, state={"hands": 0})
    for number, player in enumerate(players):
        Seat.objects.create(session=session, number=number, player=player)
    if later is not None:
        Sitter.objects.create(session=session, number=4, player=later)
    return session


def names(request: Any) -> list[str]:
    return sorted(players_in_reach(request).values_list("name", flat=True))


def test_organisers_and_owners_alone_organise_a_club(house: ClubHouse) -> None:
    organising = {who: organised_club_ids(house.accounts[who]) for who in PEOPLE if who != "nobody"}
    others = list(house.accounts["other_owner"].memberships.values_list("club", flat=True))
    nothing = {"scorer": [], "member": [], "stranger": []}
    pk = house.club.pk
    assert organising == {"owner": [pk], "organiser": [pk], "other_owner": others, **nothing}
    Membership.objects.create(club=house.club, account=house.accounts["other_owner"], role=Role.MEMBER)
    assert organised_club_ids(house.accounts["other_owner"]) == others


@pytest.mark.parametrize("who", PEOPLE)
def test_the_roster_and_the_guests_of_its_tables_are_changed_by_organisers(
    house: ClubHouse, who: str
) -> None:
    guest, later = Player.objects.create(name="Bo"), Player.objects.create(name="O'Brien")
    member = Player.objects.create(name="Marguerite", club=house.club)
    Player.objects.create(name="田中 愛子")  # at no table of the club
    a_table(house, guest, member, later=later)
    request = request_of(house.accounts.get(who))
    if who in ("owner", "organiser"):
        assert names(request) == ["Bo", "Marguerite", "O'Brien"]
        for player in (guest, later, member):
            found = player_access_or_404(request, player.pk)
            assert (found.mine, found.organises, found.may_hide) == (False, True, True)
    else:
        assert names(request) == []
        for player in (guest, later, member):
            with pytest.raises(Http404):
                player_access_or_404(request, player.pk)


def test_a_guest_who_has_an_account_or_a_club_is_no_organisers_of_another(house: ClubHouse) -> None:
    claimed = Player.objects.create(name="Bo", account=house.accounts["stranger"])
    elsewhere = Player.objects.create(
        name="Łukasz Żółć", club=house.accounts["other_owner"].memberships.get().club
    )
    a_table(house, claimed, elsewhere)
    request = request_of(house.accounts["organiser"])
    assert names(request) == []
    mine = player_access_or_404(request_of(house.accounts["stranger"]), claimed.pk)
    assert (mine.mine, mine.organises, mine.may_hide) == (True, False, True)


def test_a_phone_reaches_its_guests_and_hides_nobody(house: ClubHouse) -> None:
    phone, other = Device.objects.create(), Device.objects.create(secret_hash="other")
    guest = Player.objects.create(name="Bo", known_on=phone)
    Player.objects.create(name="Σοφία Παπαδοπούλου", known_on=other)
    Player.objects.create(name="Marguerite", known_on=phone, club=house.club)
    Player.objects.create(name="Jean-Pierre", known_on=phone, account=house.accounts["member"])
    assert names(request_of(device=phone)) == ["Bo"]
    assert names(request_of()) == []
    found = player_access_or_404(request_of(device=phone), guest.pk)
    assert (found.mine, found.organises, found.may_hide) == (False, False, False)
    # whoever is signed in at that phone owns nobody of it by that
    found = player_access_or_404(request_of(house.accounts["stranger"], phone), guest.pk)
    assert (found.mine, found.organises) == (False, False)


def test_a_second_spelling_is_out_of_reach_and_games_are_counted_once(house: ClubHouse) -> None:
    own = Player.objects.create(name="Anne-Sophie", account=house.accounts["member"])
    spelling = Player.objects.create(name="Anne Sophie", account=house.accounts["member"], merged_into=own)
    first, last = a_table(house, own), a_table(house, own)
    request = request_of(house.accounts["member"])
    (found,) = players_in_reach(request)
    assert (found.pk, found.games) == (own.pk, 2)
    assert found.last_seat == Seat.objects.get(session=last).pk > Seat.objects.get(session=first).pk
    with pytest.raises(Http404):
        player_access_or_404(request, spelling.pk)
