"""Entering an event in somebody else's name, in many names, twice: what a stranger does at its page."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.clubs.models import Player
from mahjongclub.events.models import Stint
from mahjongclub.events.registration.flood import AT_ONCE, ENTERED, MOST_HELD
from mahjongclub.events.registration.models import Entrant
from mahjongclub.events.registration.pages import badge_path
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import Phone

from .entering import PERSON, on_list, own_page, shown
from .tournament_hall import TournamentHall

#: 203.0.113.0/24 and 198.51.100.0/24 are for examples (RFC 5737)
FLOODED, ELSEWHERE = "203.0.113.7", "198.51.100.7"


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """An event in preparation that anybody may enter."""
    opened = TournamentHall(house, [], round_count=1)
    assert opened.post("entrants/settings/", wanted="on").status_code == 302
    return opened


def member_of(house: ClubHouse) -> Player:
    """The player of the member's account."""
    return Player.objects.create(club=house.club, account=house.accounts["member"], name="Marguerite")


def named(name: str, **more: str) -> dict[str, str]:
    return {**PERSON, "first_name": name, "last_name": name, "name": name, **more}


def post(hall: TournamentHall, phone: Phone, name: str, **more: Any) -> HttpResponse:
    return phone.post(hall.url("entry/"), {**named(name), **more})


def flood(hall: TournamentHall, people: int) -> list[int]:
    """So many made-up people enter from one address, each in a browser without a cookie."""
    return [
        post(hall, Phone(REMOTE_ADDR=FLOODED), f"Made up {number}").status_code for number in range(people)
    ]


def test_a_flood_waits_for_an_organisers_look_and_nobody_else_is_refused(hall: TournamentHall) -> None:
    hall.post("entrants/settings/", wanted="on", capacity="100")
    assert AT_ONCE.per_address is not None
    answers = flood(hall, 60)
    assert set(answers) == {302}
    states = list(Entrant.objects.order_by("pk").values_list("status", "doubt"))
    assert states == [("in", "")] * AT_ONCE.per_address + [("waiting", "many")] * (60 - AT_ONCE.per_address)
    # somebody at the same address, in a browser of their own, and somebody at another
    same, other = Phone(REMOTE_ADDR=FLOODED), Phone(REMOTE_ADDR=ELSEWHERE)
    assert "the organiser looks at it first" in own_page(post(hall, same, "Jean-Pierre"), same)
    assert "You have a place." in own_page(post(hall, other, "Σοφία"), other)
    signed_in = hall.house.phone("stranger")
    signed_in.defaults["REMOTE_ADDR"] = FLOODED
    assert "You have a place." in own_page(post(hall, signed_in, "O'Brien"), signed_in)
    page = shown(Phone(REMOTE_ADDR=ELSEWHERE).get(hall.url("entry/")))
    assert f"{AT_ONCE.per_address + 2} of 100 places are taken" in page


def test_those_who_are_looked_at_first_take_nobodys_place_and_are_confirmed_together(
    hall: TournamentHall,
) -> None:
    hall.post("entrants/settings/", wanted="on", capacity="31")
    flood(hall, 33)
    assert "You have a place." in own_page(post(hall, phone := Phone(REMOTE_ADDR=ELSEWHERE), "Ada"), phone)
    assert "3 to confirm" in hall.read("entrants/")
    hall.post("entrants/settings/", wanted="on", capacity="33")
    assert Entrant.objects.filter(doubt="many", status="waiting").count() == 3
    chosen = list(Entrant.objects.filter(doubt="many").values_list("pk", flat=True))
    assert hall.post("entrants/selected/", entrant=chosen, do="confirm").status_code == 302
    assert sorted(Entrant.objects.filter(pk__in=chosen).values_list("status", "doubt")) == [
        ("in", ""),
        ("in", ""),
        ("waiting", ""),
    ]


def test_organisers_remove_hundreds_in_one_step(hall: TournamentHall) -> None:
    flood(hall, 50)
    hall.post("entrants/new/", name="Bo")
    organiser = hall.read("entrants/?show=doubtful")
    assert organiser.count('name="entrant"') == 50 - (AT_ONCE.per_address or 0)
    assert hall.post("entrants/selected/", do="remove", show="doubtful", everybody="1").status_code == 302
    assert Entrant.objects.count() == (AT_ONCE.per_address or 0) + 1
    chosen = list(Entrant.objects.exclude(name="Bo").values_list("pk", flat=True))
    hall.post("entrants/selected/", do="remove", entrant=chosen)
    assert [*on_list(hall)] == ["Bo"]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "remove"},
        {"do": "remove", "entrant": ["x", "9" * 30, "\0"]},
        {"do": "remove", "everybody": "1", "show": "nobody"},
        {"do": "else", "everybody": "1"},
    ],
)
def test_a_selection_that_is_none_removes_nobody(hall: TournamentHall, form: dict[str, Any]) -> None:
    hall.post("entrants/new/", name="Bo")
    assert hall.post("entrants/selected/", **form).status_code == 302
    assert [*on_list(hall)] == ["Bo"]


def test_a_selection_spares_players_and_other_events(hall: TournamentHall, house: ClubHouse) -> None:
    for name in ("Ada", "Ben", "Chen", "Dina"):
        hall.post("entrants/new/", name=name)
    hall.post("entrants/players/")
    hall.post("entrants/new/", name="Emil")
    other = TournamentHall(house, [], round_count=1)
    other.post("entrants/new/", name="Elsewhere")
    everybody = list(Entrant.objects.values_list("pk", flat=True))
    assert house.phone("scorer").post(hall.url("entrants/selected/"), {"do": "remove"}).status_code == 403
    hall.post("entrants/selected/", do="remove", entrant=everybody)
    assert [*on_list(hall)] == ["Ada", "Ben", "Chen", "Dina"]
    assert [*on_list(other)] == ["Elsewhere"]


def test_not_even_a_flood_fills_the_list_of_those_to_be_looked_at(
    hall: TournamentHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mahjongclub.events.registration.flood.MOST_HELD", 3)
    assert MOST_HELD > 3
    assert flood(hall, (AT_ONCE.per_address or 0) + 5)[-3:] == [302, 429, 429]
    assert post(hall, Phone(REMOTE_ADDR=ELSEWHERE), "Ada").status_code == 302


def test_attempts_are_counted_before_they_are_answered(hall: TournamentHall) -> None:
    """A form that is wrong counts too: nobody asks a list of guesses."""
    phone = Phone()
    answers = [post(hall, phone, f"Guess {number}", agreed="").status_code for number in range(30)]
    assert answers == [422] * (ENTERED.per_device or 0) + [429] * (30 - (ENTERED.per_device or 0))
    assert post(hall, Phone(), "Somebody else").status_code == 302


def test_an_account_is_one_whatever_browsers_it_comes_in(hall: TournamentHall, house: ClubHouse) -> None:
    answers = []
    for number in range(22):
        phone = Phone(REMOTE_ADDR=FLOODED)
        phone.force_login(house.accounts["stranger"])
        answers.append(post(hall, phone, f"Made up {number}").status_code)
    assert answers == [302] * 20 + [429] * 2


def test_nobody_hears_whether_an_ema_number_is_taken_and_the_organiser_sees_the_clash(
    hall: TournamentHall,
) -> None:
    owner, prober, newcomer = Phone(), Phone(), Phone()
    post(hall, owner, "Anne-Sophie", ema_number="04010001")
    taken = own_page(post(hall, prober, "Prober", ema_number="04010001"), prober)
    free = own_page(post(hall, newcomer, "Newcomer", ema_number="04010002"), newcomer)
    cut = re.compile(r'Prober|Newcomer|0401000\d|/entry/\d+/\w+/|value="[^"]+"|content="[0-9a-f]+"')
    assert cut.sub("", taken) == cut.sub("", free)
    # nor when it is changed
    link = shown(newcomer.get(hall.url("entry/")))
    own = re.findall(r'href="(/entry/[^"]+)"', link)[0]
    form = {**named("Newcomer"), "do": "change", "ema_number": "04010001"}
    assert newcomer.post(own, form).status_code == 302
    listed = hall.read("entrants/")
    assert "EMA number also told by Prober, Newcomer" in listed
    hall.post("entrants/new/", name="Fourth")
    refused = shown(hall.phone.post(hall.url("entrants/players/"), follow=True))
    assert "have one EMA number, 04010001" in refused
    assert not Stint.objects.exists()
    number = Entrant.objects.get(name="Prober").pk
    kept = {"do": "save", "name": "Prober", "ema_number": "04010001", "country": "FRA"}
    assert hall.post(f"entrants/{number}/", **kept).status_code == 302, "what stands there may stay"
    assert hall.post(f"entrants/{number}/", **{**kept, "ema_number": ""}).status_code == 302


def test_an_entry_under_a_members_name_gives_the_member_no_number(
    hall: TournamentHall, house: ClubHouse
) -> None:
    member = member_of(house)
    stranger, phone = Phone(), house.phone("member")
    post(hall, stranger, "Marguerite", ema_number="09990001")
    # the member herself is not refused
    assert post(hall, phone, "Marguerite", ema_number="04010001").status_code == 302
    for name in ("Ben", "Chen", "Dina"):
        hall.post("entrants/new/", name=name)
    assert hall.read("entrants/").count("a member’s name") == 1
    refused = hall.phone.post(hall.url("entrants/players/"))
    assert refused["Location"].endswith("?show=doubtful")
    fake = Entrant.objects.get(ema_number="09990001")
    assert hall.post(f"entrants/{fake.pk}/", do="confirm").status_code == 302
    assert Entrant.objects.get(pk=fake.pk).doubt == "member", "another stands under the name"
    hall.post("entrants/selected/", do="remove", entrant=fake.pk)
    hall.post("entrants/players/")
    assert Stint.objects.get(player=member).ema_number == "04010001"


def test_a_member_says_that_an_entry_is_theirs_and_nobody_else_does(
    hall: TournamentHall, house: ClubHouse
) -> None:
    member_of(house)
    at_home = Phone()
    own = post(hall, at_home, "marguerite")["Location"]
    entry = Entrant.objects.get()
    page = shown(at_home.get(own))
    assert "Are you a member of the club with an account?" in page
    assert "member’s name" not in page, "who is a member is not told to strangers"
    for who in ("stranger", "scorer", "nobody"):
        for address in (own, hall.url("entry/")):
            house.phone(who).post(address, {"do": "mine", "entrant": entry.pk})
    assert Entrant.objects.get().doubt == "member"
    phone = house.phone("member")
    assert "Is it you?" in shown(phone.get(hall.url("entry/")))
    theirs = phone.post(hall.url("entry/"), {"do": "mine", "entrant": entry.pk})["Location"]
    assert phone.get(theirs).status_code == 200
    assert at_home.get(own).status_code == 404, "whoever entered does not change what is the member's now"
    entry.refresh_from_db()
    assert (entry.doubt, entry.account) == ("", house.accounts["member"])


def test_the_names_of_the_roster_without_an_account_wait_for_an_organiser(
    hall: TournamentHall, house: ClubHouse
) -> None:
    for name in ("Aiko", "Ben", "Chen", "Dina"):
        house.club.players.create(name=name)
        post(hall, Phone(), name)
    assert hall.phone.post(hall.url("entrants/players/"))["Location"].endswith("?show=doubtful")
    hall.post("entrants/selected/", do="confirm", show="doubtful", everybody="1")
    assert hall.phone.post(hall.url("entrants/players/"))["Location"] == hall.url()
    assert Stint.objects.filter(player__guest=False).count() == 4


def test_no_name_becomes_a_members_later(hall: TournamentHall, house: ClubHouse) -> None:
    """By changing the entry, or because the member came onto the roster after it."""
    phone = Phone()
    own = post(hall, phone, "Vera")["Location"]
    for name in ("Ben", "Chen", "Dina"):
        hall.post("entrants/new/", name=name)
    member_of(house)
    phone.post(own, {**named("Marguerite"), "do": "change"})
    assert Entrant.objects.get(name="Marguerite").doubt == "member"
    phone.post(own, {**named("Vera"), "do": "change"})
    assert Entrant.objects.get(name="Vera").doubt == ""
    house.club.players.create(name="Vera")
    assert hall.phone.post(hall.url("entrants/players/"))["Location"].endswith("?show=doubtful")
    assert Entrant.objects.get(name="Vera").doubt == "member"


def test_a_hidden_member_is_nobodys_name(hall: TournamentHall, house: ClubHouse) -> None:
    Player.objects.create(club=house.club, name="Vera", name_hidden=True)
    post(hall, Phone(), "Vera")
    assert Entrant.objects.get().doubt == ""


def test_what_was_entered_signed_in_goes_with_the_account_and_not_with_the_browser(
    hall: TournamentHall, house: ClubHouse
) -> None:
    tablet = house.phone("member")
    post(hall, tablet, "Ada King", ema_number="04010001", remembered="on")
    entry = Entrant.objects.get()
    assert "Ada King" in shown(tablet.get(hall.url("entry/")))
    assert "My entry" in shown(tablet.get(badge_path(entry)))
    tablet.post(reverse("account_logout"))
    for page in (shown(tablet.get(hall.url("entry/"))), shown(tablet.get(badge_path(entry)))):
        assert "04010001" not in page
        assert "/entry/" not in page.replace(hall.url("entry/"), "")
    assert "Ada" not in shown(tablet.get(hall.url("entry/")))
    elsewhere = Phone()
    elsewhere.force_login(house.accounts["member"])
    assert "Ada King" in shown(elsewhere.get(hall.url("entry/")))


def test_an_entry_tapped_twice_without_a_cookie_gives_the_page_of_one_person(hall: TournamentHall) -> None:
    page = Phone().get(hall.url("entry/")).content.decode()
    key = re.findall(r'name="form_key" value="([^"]+)"', page)[0]
    for more in ({"form_key": key}, {}):
        first = post(hall, Phone(), f"Łukasz Żółć {len(more)}", **more)
        second = post(hall, Phone(), f"Łukasz Żółć {len(more)}", **more)
        assert first.status_code == second.status_code == 302
        assert first["Location"] == second["Location"]
    assert len(on_list(hall)) == 2
    another = post(hall, Phone(REMOTE_ADDR=ELSEWHERE), "Łukasz Żółć 0")
    assert another.status_code == 422, "not for somebody elsewhere who types the name"


def test_who_deleted_an_entry_enters_again_by_the_form_of_before(hall: TournamentHall) -> None:
    phone = Phone()
    page = phone.get(hall.url("entry/")).content.decode()
    key = re.findall(r'name="form_key" value="([^"]+)"', page)[0]
    own = post(hall, phone, "Bo", form_key=key)["Location"]
    phone.post(own, {"do": "withdraw"})
    phone.post(own, {"do": "forget"})
    again = post(hall, phone, "Bo", form_key=key)
    assert phone.get(again["Location"]).status_code == 200
    assert [*on_list(hall)] == ["Bo"]


def test_a_penalty_sent_twice_is_taken_once(house: ClubHouse) -> None:
    hall = TournamentHall(house, [f"Player {one}" for one in range(4)], round_count=1)
    hall.draw_and_publish()
    key = re.findall(r'name="form_key" value="([^"]+)"', hall.read("penalties/"))[0]
    form = {"number": 1, "points": "20", "reason": "late", "form_key": key}
    for _turn in range(2):
        assert hall.post("penalties/", **form).status_code == 302
    assert hall.tournament.places.get(number=1).penalties.count() == 1
    fresh = re.findall(r'name="form_key" value="([^"]+)"', hall.read("penalties/"))[0]
    hall.post("penalties/", **{**form, "form_key": fresh})
    assert hall.tournament.places.get(number=1).penalties.count() == 2, "the next one is another"


def test_a_new_evening_sent_twice_is_made_once(house: ClubHouse) -> None:
    organiser = house.phone("organiser")
    page = unescape(organiser.get(house.url("evenings/new/")).content.decode())
    key = re.findall(r'name="form_key" value="([^"]+)"', page)[0]
    form = {"date": "2027-03-05", "place": "Hall", "name": "Twice", "form_key": key}
    answers = [organiser.post(house.url("evenings/new/"), form) for _turn in range(2)]
    assert {one.status_code for one in answers} == {302}
    assert answers[0]["Location"] == answers[1]["Location"]
    evening = house.club.evenings.get(name="Twice")
    organiser.post(house.url(f"evenings/{evening.pk}/delete/"))
    assert organiser.post(house.url("evenings/new/"), form).status_code == 302
    assert house.club.evenings.filter(name="Twice").count() == 1, "one that was deleted is made again"
