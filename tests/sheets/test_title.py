"""What a chat shows above a link to a public club: a title, a line and a picture."""

from __future__ import annotations

import re
import struct

import pytest

from mahjongclub.clubs.club_model import Club
from tests.clubs.club_house import ClubHouse, open_club_house


@pytest.fixture
def public(db: None) -> ClubHouse:
    return open_club_house(Club.Visibility.PUBLIC)


def told(house: ClubHouse, who: str, rest: str = "") -> dict[str, str]:
    page = house.phone(who).get(house.url(rest)).content.decode()
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


def test_every_page_of_a_public_club_names_it_and_its_picture(public: ClubHouse) -> None:
    for rest in ("", "leagues/", f"evenings/{public.evening.pk}/"):
        facts = told(public, "nobody", rest)
        assert facts["title"] == "Riichi Lille"
        assert facts["url"] == f"http://testserver{public.url(rest)}"
        assert facts["image"] == f"http://testserver/sheets/c/{public.club.slug}/title.png"
        size = (int(facts["image:width"]), int(facts["image:height"]))
    answer = public.phone("nobody").get(facts["image"].removeprefix("http://testserver"))
    assert answer["Content-Type"] == "image/png"
    assert struct.unpack(">8s8xII", answer.content[:24]) == (b"\x89PNG\r\n\x1a\n", *size)


def test_a_club_for_members_tells_nothing(db: None) -> None:
    house = open_club_house(Club.Visibility.MEMBERS)
    assert told(house, "owner") == {}
    assert house.phone("nobody").get(f"/sheets/c/{house.club.slug}/title.png").status_code == 302
    assert house.phone("stranger").get(f"/sheets/c/{house.club.slug}/title.png").status_code == 404


@pytest.mark.parametrize("name", ["麻雀クラブ", "محمد", "𓀀𓀁", "W" * 100, 'A "quoted" <club> #let'])
def test_a_club_of_any_name_has_its_picture(public: ClubHouse, name: str) -> None:
    Club.objects.filter(pk=public.club.pk).update(name=name)
    public.evening.delete()
    answer = public.phone("nobody").get(f"/sheets/c/{public.club.slug}/title.png")
    assert answer.status_code == 200
    assert answer.content.startswith(b"\x89PNG")


def test_the_picture_is_drawn_again_for_another_evening(public: ClubHouse) -> None:
    address = f"/sheets/c/{public.club.slug}/title.png"
    tag = public.phone("nobody").get(address)["ETag"]
    assert public.phone("nobody").get(address, headers={"If-None-Match": tag}).status_code == 304
    public.evening.delete()
    assert public.phone("nobody").get(address, headers={"If-None-Match": tag}).status_code == 200
