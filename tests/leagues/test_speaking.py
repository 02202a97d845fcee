"""Who speaks for whom at an evening: a name that is an account's, or another phone's, is not taken over."""

from __future__ import annotations

from html import unescape

import pytest
from django.core.cache import cache
from django.urls import reverse

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.leaving import erase_name_now
from mahjongclub.nights.changes import rounds_of
from mahjongclub.nights.models import PhoneRequest, PlayerPhone, Presence, Reply
from mahjongclub.nights.pages import evening_check_in_path, reply_path
from mahjongclub.rounds.checkin import HERE
from mahjongclub.tables.models import Access, Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import Phone

OTHERS = ("Aiko", "Benoît", "Łukasz Żółć")


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


def here(house: ClubHouse, browser: Phone, /, **form: str) -> tuple[int, str]:
    """Post to the page of the evening's code; the status, and what the page says then."""
    path = evening_check_in_path(house.evening)
    answer = browser.post(path, form) if form else browser.get(path)
    shown = browser.get(path) if answer.status_code == 302 else answer
    return answer.status_code, unescape(shown.content.decode())


def come(house: ClubHouse, phone: Phone, name: str) -> tuple[int, str]:
    return here(house, phone, name=name)


def present(house: ClubHouse, name: str) -> Presence | None:
    return Presence.objects.filter(evening=house.evening, player__name=name).first()


def member_of(house: ClubHouse) -> Player:
    """The player of the member's account."""
    known = {"club": house.club, "account": house.accounts["member"]}
    return Player.objects.get_or_create(**known, defaults={"name": "Marguerite"})[0]


def seated(house: ClubHouse) -> Session:
    """Everybody here is seated; the one table."""
    organiser = house.phone("organiser")
    organiser.post(house.url(f"evenings/{house.evening.pk}/here/"), {"names": "\n".join(OTHERS)})
    was = [str(pk) for pk in house.evening.presences.filter(HERE).values_list("player", flat=True)]
    form = {"seat": "1", "after": "0", "was": was, "here": was}
    organiser.post(house.url(f"evenings/{house.evening.pk}/here/"), form)
    session: Session = rounds_of(house.evening).get(number=1).tables.get().session
    return session


def to_my_table(house: ClubHouse, phone: Phone) -> None:
    phone.post(evening_check_in_path(house.evening) + "sit/")


def roles(session: Session) -> list[str]:
    """What each phone may do there that has come since the table was opened."""
    return list(session.accesses.exclude(device=session.opener).order_by("pk").values_list("role", flat=True))


def test_a_stranger_who_types_vera_gets_neither_her_seat_nor_her_right_and_does_not_leave_for_her(
    house: ClubHouse,
) -> None:
    vera, stranger = Phone(), Phone()
    come(house, vera, "Vera")
    session = seated(house)
    to_my_table(house, vera)
    status, shown = come(house, stranger, "vera")
    assert status == 302
    assert "Another phone answers for Vera." in shown
    assert "Vera, you are on the list" not in shown
    to_my_table(house, stranger)
    here(house, stranger, leave="1")
    here(house, stranger, wants="riichi")
    assert roles(session) == ["scorer"]
    found = present(house, "Vera")
    assert found is not None
    assert found.here
    assert found.device == session.accesses.exclude(device=session.opener).get().device
    assert "Another phone (no. " in here(house, vera)[1]


def test_her_own_phone_says_no_or_lets_the_other_one(house: ClubHouse) -> None:
    vera, second = Phone(), Phone()
    come(house, vera, "Vera")
    come(house, second, "Vera")
    asked = PhoneRequest.objects.get()
    # nobody answers for themselves, or by another evening's words
    here(house, second, phone=str(asked.pk), do="give")
    here(house, Phone(), phone=str(asked.pk), do="give")
    assert PhoneRequest.objects.exists()
    here(house, vera, phone=str(asked.pk), do="keep")
    assert "Vera, you are on the list" not in here(house, second)[1]
    come(house, second, "Vera")
    session = seated(house)
    to_my_table(house, vera)
    here(house, vera, phone=str(PhoneRequest.objects.get().pk), do="give")
    assert "Vera, you are on the list" in here(house, second)[1]
    assert "Vera, you are on the list" not in here(house, vera)[1]
    to_my_table(house, vera)
    to_my_table(house, second)
    assert roles(session) == ["viewer", "scorer"]


def test_an_organiser_tells_two_phones_apart_by_their_numbers(house: ClubHouse) -> None:
    vera, stranger, new = Phone(), Phone(), Phone()
    for phone in (vera, stranger, new):
        come(house, phone, "Vera")
    number = PhoneRequest.objects.latest("pk").number
    assert f"this number: {number}" in here(house, new)[1]
    page = house.url(f"evenings/{house.evening.pk}/here/")
    organiser = house.phone("organiser")
    assert f"Another phone (no. {number})" in unescape(organiser.get(page).content.decode())
    form = {"phone": PhoneRequest.objects.latest("pk").pk, "do": "give"}
    assert house.phone("member").post(page, form).status_code == 403
    assert organiser.post(page, form).status_code == 302
    assert "Vera, you are on the list" in here(house, new)[1]
    assert "Vera, you are on the list" not in here(house, stranger)[1]


def test_the_name_of_an_account_asks_for_that_account(house: ClubHouse) -> None:
    member = member_of(house)
    stranger, scorer = Phone(), house.phone("scorer")
    for phone in (stranger, scorer):
        status, shown = come(house, phone, member.name)
        assert status == 422
        assert f"“{member.name}” has an account" in shown
    assert present(house, member.name) is None
    assert come(house, house.phone("member"), member.name)[0] == 302
    assert present(house, member.name) is not None
    for do in ("leave", "name"):
        here(house, stranger, **{do: member.name})
    found = present(house, member.name)
    assert found is not None
    assert found.here


def test_what_was_said_signed_in_is_not_said_by_the_next_person_at_that_browser(house: ClubHouse) -> None:
    member, shared = member_of(house), house.phone("member")
    come(house, shared, member.name)
    shared.post(reply_path(house.club), {"say": f"yes-{house.evening.pk}"})
    assert Reply.objects.get().player == member
    # somebody without an account, said while another is signed in
    come(house, shared, "Anne-Sophie")
    shared.post(reverse("account_logout"))
    for path in (evening_check_in_path(house.evening), reply_path(house.club)):
        shown = shared.get(path).content.decode()
        assert member.name not in shown
        assert "Anne-Sophie" not in shown
    here(house, shared, leave="1")
    shared.post(reply_path(house.club), {"say": f"no-{house.evening.pk}", "who": str(member.pk)})
    assert Reply.objects.get().answer == "yes"
    assert Presence.objects.filter(HERE).count() == 2


def test_answering_that_one_comes_is_asked_for_like_checking_in(house: ClubHouse) -> None:
    path, yes, no = reply_path(house.club), f"yes-{house.evening.pk}", f"no-{house.evening.pk}"
    vera, stranger = Phone(), Phone()
    vera.post(path, {"name": "Vera", "say": yes})
    answer = stranger.post(path, {"name": "Vera", "who": "new", "say": no})
    assert answer.status_code == 302
    assert "Another phone answers for Vera" in stranger.get(path).content.decode()
    assert "claims to be Vera’s" in vera.get(path).content.decode()
    assert Reply.objects.get().answer == "yes"
    member = member_of(house)
    answer = stranger.post(path, {"name": member.name, "who": "new", "say": no})
    assert answer.status_code == 422
    assert "has an account" in unescape(answer.content.decode())
    # nor by the number of somebody this phone never answered for
    stranger.post(path, {"who": str(Player.objects.get(name="Vera").pk), "say": no})
    assert list(Reply.objects.values_list("answer", flat=True)) == ["yes"]


def test_who_said_that_they_come_checks_in_from_that_phone_alone(house: ClubHouse) -> None:
    vera, stranger = Phone(), Phone()
    vera.post(reply_path(house.club), {"name": "Vera", "say": f"yes-{house.evening.pk}"})
    come(house, stranger, "Vera")
    assert present(house, "Vera") is None
    come(house, vera, "Vera")
    assert present(house, "Vera") is not None


def test_the_code_of_an_evening_gives_nothing_back_that_the_opener_took(house: ClubHouse) -> None:
    vera = Phone()
    come(house, vera, "Vera")
    session = seated(house)
    to_my_table(house, vera)
    assert roles(session) == ["scorer"]
    house.phone("organiser").post(reverse("tables:take_back", args=[session.code]))
    to_my_table(house, vera)
    assert roles(session) == ["viewer"]
    assert not Access.objects.filter(session=session).exclude(seat=None).exists()


def test_a_player_who_gets_an_account_is_no_phones_any_more(house: ClubHouse) -> None:
    phone = Phone()
    come(house, phone, "Vera")
    them = Player.objects.get(name="Vera")
    them.account = house.accounts["member"]
    Player.objects.filter(account=house.accounts["member"]).update(account=None)
    them.save()
    assert "Vera, you are on the list" not in here(house, phone)[1]
    here(house, phone, leave="1")
    assert Presence.objects.get(player=them).here


def test_a_name_that_is_erased_leaves_no_phone(house: ClubHouse) -> None:
    come(house, Phone(), "Vera")
    come(house, Phone(), "Vera")
    erase_name_now(Player.objects.get(name="Vera"))
    assert not PlayerPhone.objects.exists()
    assert not PhoneRequest.objects.exists()


def test_names_typed_are_counted_before_they_are_answered(house: ClubHouse) -> None:
    """Whether a name has an account cannot be asked for a whole list of names."""
    prober = Phone()
    prober.post(evening_check_in_path(house.evening), {"name": "Nobody 0"})
    answers = [
        prober.post(evening_check_in_path(house.evening), {"name": member_of(house).name}).status_code
        for _turn in range(25)
    ]
    assert answers[-1] == 429
    assert answers.count(422) <= 20
