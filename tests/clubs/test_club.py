"""A club from its founding on: members, invitations, roster; every fault said, nothing half-written."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from mahjongclub.clubs.club_model import Club, Evening, Invitation, Membership
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Player

from .club_house import ClubHouse
from .visitors import Visitor, account, errors


def roles(club: Club) -> dict[str, str]:
    return dict(Membership.objects.filter(club=club).values_list("account__username", "role"))


def test_whoever_founds_a_club_owns_it(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    answer = visitor.post("/clubs/new/", {"name": "Mahjong  Lyon ", "visibility": "members"})
    assert answer.headers["Location"] == "/c/mahjong-lyon/"
    assert "Nothing is planned for tonight." in visitor.read("/c/mahjong-lyon/")
    assert roles(Club.objects.get()) == {"Odile": "owner"}


def test_clubs_of_one_spelling_have_addresses_of_their_own(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    for name in ("麻雀", "麻將", "Été", "Ete"):
        assert visitor.post("/clubs/new/", {"name": name, "visibility": "public"}).status_code == 302
    assert len(set(Club.objects.values_list("slug", flat=True))) == 4


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "nul\x00byte", "riichi LILLE"])
def test_a_club_without_a_good_name_is_not_founded(house: ClubHouse, name: str) -> None:
    answer = house.phone("stranger").post("/clubs/new/", {"name": name, "visibility": "public"})
    assert answer.status_code == 422
    assert errors(answer)
    assert Club.objects.count() == 2


def test_renaming_a_club_keeps_its_address(house: ClubHouse) -> None:
    house.phone("owner").post(house.url("settings/"), {"name": "Riichi Roubaix", "visibility": "public"})
    assert "Riichi Roubaix" in unescape(house.phone("nobody").get(house.url()).content.decode())


def test_a_club_is_deleted_only_by_its_name(house: ClubHouse) -> None:
    answer = house.phone("owner").post(house.url("delete/"), {"name": "Riichi"})
    assert answer.status_code == 422
    assert errors(answer) == ["Type the club’s name to delete it."]
    house.phone("owner").post(house.url("delete/"), {"name": "Riichi Lille"})
    assert not Club.objects.filter(name="Riichi Lille").exists()


@pytest.mark.parametrize("do", [("leave/", {}), ("members/{own}/", {"role": "member"})])
def test_the_last_owner_stays_owner(house: ClubHouse, do: tuple[str, dict[str, str]]) -> None:
    page, form = do
    phone = house.phone("owner")
    answer = phone.post(house.url(page.format(own=house.accounts["owner"].pk)), form, follow=True)
    assert "A club has at least one owner" in answer.content.decode()
    assert roles(house.club)["owner"] == "owner"


def test_with_two_owners_one_may_go(house: ClubHouse) -> None:
    phone = house.phone("owner")
    phone.post(house.url(f"members/{house.accounts['member'].pk}/"), {"role": "owner"})
    phone.post(house.url("leave/"))
    assert roles(house.club) == {"organiser": "organiser", "scorer": "scorer", "member": "owner"}


def test_an_organiser_makes_nobody_an_organiser(house: ClubHouse) -> None:
    answer = house.phone("organiser").post(
        house.url(f"members/{house.accounts['member'].pk}/"), {"role": "organiser"}
    )
    assert answer.status_code == 422
    assert roles(house.club)["member"] == "member"


def link_in(answer: object) -> str:
    found = re.search(r'value="http://testserver(/clubs/join/[^"]+)"', answer.content.decode())  # type: ignore[attr-defined]
    assert found is not None
    return found[1]


def test_an_invitation_is_followed_by_as_many_as_it_has_places(
    house: ClubHouse, visitor: Visitor, other: Visitor
) -> None:
    link = link_in(
        house.phone("owner").post(house.url("invitations/"), {"role": "scorer", "places": "1", "days": "7"})
    )
    assert "Create an account" in visitor.read(link)
    visitor.sign_up("Mika")
    visitor.post(link)
    assert roles(house.club)["Mika"] == "scorer"
    other.sign_up("Late")
    assert other.get(link).status_code == 404
    assert other.post(link).status_code == 404
    assert "Late" not in roles(house.club)


def test_only_the_hash_of_an_invitation_is_stored(house: ClubHouse) -> None:
    phone = house.phone("owner")
    token = link_in(
        phone.post(house.url("invitations/"), {"role": "member", "places": "3", "days": "1"})
    ).split("/")[-2]
    assert token not in str(list(Invitation.objects.values()))
    assert token not in phone.get(house.url("invitations/")).content.decode()


def test_an_invitation_ends_by_time_and_by_hand(house: ClubHouse, visitor: Visitor) -> None:
    visitor.sign_up("Mika")
    late, token = create_club_invitation(house.club, house.accounts["owner"], "member", 5, 7)  # type: ignore[arg-type]
    Invitation.objects.filter(pk=late.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert visitor.post(f"/clubs/join/{token}/").status_code == 404
    revoked, token = create_club_invitation(house.club, house.accounts["owner"], "member", 5, 7)  # type: ignore[arg-type]
    house.phone("organiser").post(house.url(f"invitations/{revoked.pk}/revoke/"))
    assert visitor.post(f"/clubs/join/{token}/").status_code == 404
    assert "Mika" not in roles(house.club)


def test_accepting_twice_takes_one_place_and_never_lowers_a_role(house: ClubHouse) -> None:
    _made, token = create_club_invitation(house.club, house.accounts["owner"], "member", 5, 7)  # type: ignore[arg-type]
    for _again in range(2):
        house.phone("stranger").post(f"/clubs/join/{token}/")
        house.phone("organiser").post(f"/clubs/join/{token}/")
    assert roles(house.club)["organiser"] == "organiser"
    assert Invitation.objects.get().places == 4


def test_an_organiser_invites_nobody_above(house: ClubHouse) -> None:
    form = {"role": "owner", "places": "1", "days": "7"}
    assert house.phone("organiser").post(house.url("invitations/"), form).status_code == 422
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("places", ["", "0", "-1", "201", "9" * 40, "x", "\x00"])
def test_an_invitation_for_an_impossible_number_is_refused(house: ClubHouse, places: str) -> None:
    form = {"role": "member", "places": places, "days": "7"}
    answer = house.phone("owner").post(house.url("invitations/"), form)
    assert answer.status_code == 422
    assert errors(answer)
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("day", ["", "x", "0000-00-00", "1899-12-31", "9999-12-31", "\x00", "2026-02-30"])
def test_an_evening_has_a_possible_date(house: ClubHouse, day: str) -> None:
    answer = house.phone("owner").post(house.url("evenings/new/"), {"date": day, "place": "Here"})
    assert answer.status_code == 422
    assert "Here" in answer.content.decode()
    assert Evening.objects.count() == 1


def test_a_name_stands_once_on_the_roster(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    assert phone.post(house.url("players/"), {"name": "Zoé"}).status_code == 302
    answer = phone.post(house.url("players/"), {"name": " zoé "})
    assert answer.status_code == 422
    assert errors(answer) == ["The club has a player of this name: add an initial."]
    assert Player.objects.filter(club=house.club).count() == 1


def test_the_start_page_shows_a_member_what_is_on_tonight(house: ClubHouse, other: Visitor) -> None:
    page = house.phone("member").get("/").content.decode()
    assert "Riichi Lille" in page
    assert "Rue de Gand" in page
    assert "Riichi Lille" not in other.read("/")


def test_numbers_in_addresses_too_large_for_any_row_are_unknown(house: ClubHouse) -> None:
    for page in (
        f"members/{10**30}/",
        f"evenings/{10**14}/",
        f"rules/{10**14}/",
        f"evenings/{10**30}/clock/",
    ):
        for number in (10**14, 10**30):
            assert house.phone("owner").get(house.url(page.format(number))).status_code == 404
    assert account("owner").pk
