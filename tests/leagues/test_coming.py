"""Before the night: who comes is said without an account or in one tap, places are given in their order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.dispatch import Signal
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Evening, Player
from mahjongclub.nights import coming
from mahjongclub.nights.changes import save_evening_games
from mahjongclub.nights.coming import people_missing_in_words, places_free, replies_to_evening, save_replies
from mahjongclub.nights.models import Reply
from mahjongclub.nights.pages import reply_path
from mahjongclub.outbox.reminding import send_due_reminders
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import Phone


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


@pytest.fixture
def planned(house: ClubHouse) -> Evening:
    return Evening.objects.create(club=house.club, date=tonight() + timedelta(days=3), name="Friday")


def by_link(phone: Phone, evening: Evening, said: str = "yes", **more: str) -> int:
    answer = phone.post(reply_path(evening.club), {"say": f"{said}-{evening.pk}", **more})
    return int(answer.status_code)


def names(replies: list[Reply]) -> list[str]:
    return [one.player.name for one in replies]


def test_a_phone_without_an_account_says_that_it_comes_and_changes_it_by_a_tap(
    house: ClubHouse, planned: Evening
) -> None:
    phone = Phone()
    page = phone.get(reply_path(house.club)).content.decode()
    assert "Friday" in page
    assert "Your name" in page
    assert by_link(phone, planned, name="Léa") == 302
    assert names(replies_to_evening(planned).come) == ["Léa"]
    page = phone.get(reply_path(house.club)).content.decode()
    assert "You are Léa" in page
    assert "You come." in page
    assert "Your name" not in page, "the phone is remembered"
    assert by_link(phone, planned, "maybe") == 302
    assert by_link(phone, house.evening, "no") == 302
    assert names(replies_to_evening(planned).maybe) == ["Léa"]
    assert names(replies_to_evening(house.evening).no) == ["Léa"]
    assert by_link(phone, planned, who="new", name="Max") == 302
    assert names(replies_to_evening(planned).come) == ["Max"]
    assert names(replies_to_evening(planned).maybe) == ["Léa"]


def test_the_link_shows_nobodys_name_and_another_token_opens_nothing(
    house: ClubHouse, planned: Evening
) -> None:
    save_replies(planned, [Player.objects.create(club=house.club, name="Fatou")], "yes")
    stranger = Phone()
    page = stranger.get(reply_path(house.club)).content.decode()
    assert "Fatou" not in page
    assert "1 comes" in page
    assert stranger.get(f"/coming/{house.club.slug}/{'0' * 20}/").status_code == 404
    assert "Fatou" in house.phone("scorer").get(reply_path(house.club)).content.decode(), "to choose from"
    assert house.phone("stranger").get(house.url(f"evenings/{planned.pk}/coming/")).status_code == 404


@pytest.mark.parametrize("name", ["", "\u200b", "Player no. 7", "x" * 201])
def test_a_name_that_cannot_be_is_refused_at_its_field(house: ClubHouse, planned: Evening, name: str) -> None:
    phone = Phone()
    answer = phone.post(reply_path(house.club), {"say": f"yes-{planned.pk}", "name": name})
    assert answer.status_code == 422
    assert 'id="id_name_error"' in answer.content.decode()
    assert not Reply.objects.exists()


def test_nearly_a_name_of_the_roster_is_asked_about(house: ClubHouse, planned: Evening) -> None:
    lea = Player.objects.create(club=house.club, name="Léa Dupont")
    phone = Phone()
    assert by_link(phone, planned, name="dupont lea") == 422
    assert by_link(phone, planned, name="dupont lea", **{"same-dupont lea": str(lea.pk)}) == 302
    assert replies_to_evening(planned).come[0].player == lea


@pytest.mark.parametrize("said", ["", "yes", "yes-x", "perhaps-1", "yes-999999"])
def test_what_is_no_answer_changes_nothing(house: ClubHouse, said: str) -> None:
    phone = Phone()
    assert phone.post(reply_path(house.club), {"say": said, "name": "Léa"}).status_code == 302
    assert not Reply.objects.exists()


def test_an_evening_that_is_over_takes_no_answer(house: ClubHouse) -> None:
    over = Evening.objects.create(club=house.club, date=tonight() - timedelta(days=1))
    by_link(Phone(), over, name="Léa")
    assert not Reply.objects.exists()


def test_who_comes_too_late_waits_and_moves_up_by_itself(house: ClubHouse, planned: Evening) -> None:
    planned.capacity = 2
    planned.save()
    phones = {name: Phone() for name in ("Aiko", "Benoît", "Chen", "Dina")}
    for name, phone in phones.items():
        by_link(phone, planned, name=name)
    assert names(replies_to_evening(planned).come) == ["Aiko", "Benoît"]
    assert names(replies_to_evening(planned).waiting) == ["Chen", "Dina"]
    page = phones["Dina"].get(reply_path(house.club)).content.decode()
    assert "number 2" in page
    assert by_link(phones["Aiko"], planned) == 302, "a second tap keeps the place"
    by_link(phones["Aiko"], planned, "no")
    assert names(replies_to_evening(planned).come) == ["Benoît", "Chen"]
    by_link(phones["Aiko"], planned)
    assert names(replies_to_evening(planned).waiting) == ["Dina", "Aiko"], (
        "who comes back is the last in the line"
    )
    form = {"date": planned.date.isoformat(), "name": "Friday", "place": "", "capacity": "4"}
    house.phone("organiser").post(house.url(f"evenings/{planned.pk}/edit/"), form)
    planned.refresh_from_db()
    assert names(replies_to_evening(planned).come) == ["Benoît", "Chen", "Dina", "Aiko"]
    assert not planned.replies.filter(waits=True).exists()


def test_a_member_says_it_in_one_tap_and_sees_who_comes(house: ClubHouse, planned: Evening) -> None:
    member = house.phone("member")
    own = Player.objects.create(club=house.club, name="Fatou", account=house.accounts["member"])
    page = member.get(house.url(f"evenings/{planned.pk}/")).content.decode()
    assert "I come" in page
    assert member.post(house.url(f"evenings/{planned.pk}/coming/own/"), {"say": "yes"}).status_code == 302
    assert replies_to_evening(planned).come[0].player == own
    shown = member.get(house.url(f"evenings/{planned.pk}/coming/")).content.decode()
    assert "Fatou" in shown
    assert reply_path(house.club) not in shown, "the link is the scorers’"
    answer = member.post(
        house.url(f"evenings/{planned.pk}/coming/"), {"names": "Somebody else", "answer": "yes"}
    )
    assert answer.status_code == 200
    assert len(replies_to_evening(planned).come) == 1, "a member speaks for themselves alone"
    scorer = house.phone("scorer").post(house.url(f"evenings/{planned.pk}/coming/own/"), {"say": "yes"})
    assert scorer["Location"] == f"/me/roster/{house.club.slug}/", (
        "who is not on the roster says who they are"
    )


def test_an_organiser_says_it_for_others_and_is_told_what_is_missing(
    house: ClubHouse, planned: Evening
) -> None:
    organiser = house.phone("organiser")
    page = house.url(f"evenings/{planned.pk}/coming/")
    organiser.post(page, {"names": "Aiko, Benoît, Chen", "answer": "yes"})
    organiser.post(page, {"names": "Dina", "answer": "maybe"})
    shown = organiser.get(page).content.decode()
    assert "1 more makes a table." in shown
    assert reply_path(house.club) in shown
    failed = organiser.post(page, {"names": "", "answer": "yes"})
    assert failed.status_code == 422
    assert "Type a name." in failed.content.decode()
    organiser.post(page, {"names": "Aiko", "answer": "no"})
    assert names(replies_to_evening(planned).come) == ["Benoît", "Chen"]


@pytest.mark.parametrize(
    ("come", "told"),
    [
        (0, "4 more make a table."),
        (4, "1 full table"),
        (5, "3 more make 2 full tables."),
        (7, "1 more makes 2 full tables."),
        (8, "2 full tables"),
    ],
)
def test_so_many_are_missing_to_full_tables_of_four(house: ClubHouse, come: int, told: str) -> None:
    assert people_missing_in_words(house.evening, come) == told


def test_where_sanma_is_played_too_seven_are_two_full_tables(house: ClubHouse) -> None:
    save_evening_games(house.evening, ["riichi", "sanma"], False)
    assert people_missing_in_words(house.evening, 7) == "2 full tables"


def test_check_in_begins_with_those_who_said_that_they_come(house: ClubHouse) -> None:
    evening = house.evening
    roster = [
        Player.objects.create(club=house.club, name=name) for name in ("Aiko", "Benoît", "Chen", "Dina")
    ]
    save_replies(evening, roster[2:], "yes")
    save_replies(evening, roster[:1], "maybe")
    scorer = house.phone("scorer")
    page = scorer.get(house.url(f"evenings/{evening.pk}/here/")).content.decode()
    listed = page.partition("From the roster")[2]
    order = [
        listed.index(name)
        for name in ("Said that they come", "Chen", "Dina", "Come perhaps", "Aiko", "Benoît")
    ]
    assert order == sorted(order)
    assert "Everybody who said that they come (2)" in page
    scorer.post(house.url(f"evenings/{evening.pk}/here/"), {"here": str(roster[2].pk)})
    overview = scorer.get(house.url()).content.decode()
    assert "Said that they come, not here yet:" in overview
    assert "Dina" in overview.partition("Said that they come, not here yet:")[2][:200]
    scorer.post(
        house.url(f"evenings/{evening.pk}/here/"),
        {"was": str(roster[2].pk), "here": str(roster[2].pk), "said": "1"},
    )
    assert set(evening.presences.values_list("player__name", flat=True)) == {"Chen", "Dina"}


def test_the_calendar_says_how_many_come(house: ClubHouse, planned: Evening) -> None:
    people = [Player.objects.create(club=house.club, name=name) for name in ("Aiko", "Benoît", "Chen")]
    save_replies(planned, people[:2], "yes")
    save_replies(planned, people[2:], "maybe")
    feed = house.phone("member").get(house.url("calendar.ics")).content.decode()
    assert "2 come\\, 1 perhaps" in feed


def at(monkeypatch: pytest.MonkeyPatch, evening: Evening, days: int, hour: int) -> None:
    """It is that hour, so many days before the evening."""
    day = evening.date - timedelta(days=days)
    now = timezone.make_aware(datetime(day.year, day.month, day.day, hour))
    monkeypatch.setattr(timezone, "now", lambda: now)


def test_who_asked_for_it_is_reminded_by_mail_the_day_before_and_on_the_day(
    house: ClubHouse, planned: Evening, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL = {"EMAIL_HOST": "mail.example"}  # type: ignore[attr-defined]
    for who in ("member", "scorer", "organiser"):
        Player.objects.create(club=house.club, name=who, account=house.accounts[who])
        address = house.accounts[who].emailaddress_set.create  # type: ignore[attr-defined]
        address(email=f"{who}@example.org", verified=who != "organiser", primary=True)
        house.phone(who).post(house.url(f"evenings/{planned.pk}/coming/own/"), {"say": "yes"})
    for who in ("member", "organiser"):  # an address nobody confirmed gets nothing
        house.phone(who).post(house.url(f"evenings/{planned.pk}/coming/own/"), {"say": "remind"})
    send_due_reminders()
    assert not mail.outbox
    for days, hour, sent in ((1, 17, 0), (1, 18, 1), (1, 23, 1), (0, 8, 1), (0, 9, 2), (0, 20, 2)):
        at(monkeypatch, planned, days, hour)
        send_due_reminders()
        assert len(mail.outbox) == sent, (days, hour)
    assert [one.to for one in mail.outbox] == [["member@example.org"]] * 2
    assert "Tomorrow" in mail.outbox[0].body
    assert "Friday" in mail.outbox[0].body
    assert "Today" in mail.outbox[1].body


def test_who_changes_their_mind_or_asks_no_more_is_reminded_of_nothing(
    house: ClubHouse, planned: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(
        "mahjongclub.outbox.reminding.notify_repliers",
        lambda kind, replies: told.extend(one.pk for one in replies),
    )
    phones = [Phone() for _number in range(3)]
    for number, phone in enumerate(phones):
        by_link(phone, planned, name=f"Name {number}")
        by_link(phone, planned, "remind")
    by_link(phones[1], planned, "no")
    by_link(phones[2], planned, "forget")
    at(monkeypatch, planned, 1, 19)
    send_due_reminders()
    send_due_reminders()
    assert told == [planned.replies.get(player__name="Name 0").pk]


def test_asked_on_the_day_itself_nobody_is_reminded_at_once(
    house: ClubHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, house.evening, 0, 14)
    assert coming.reminders_due(house.evening) == 2


def test_who_waits_is_noted_and_told_once_a_place_is_free(house: ClubHouse, planned: Evening) -> None:
    planned.capacity = 1
    planned.save()
    first, second = (Player.objects.create(name=name, club=house.club) for name in ("Marguerite", "Bo"))
    save_replies(planned, [first], "yes")
    save_replies(planned, [second], "yes")
    waits = dict(planned.replies.values_list("player__name", "waits"))
    assert waits == {"Marguerite": False, "Bo": True}
    with received(places_free) as told:
        save_replies(planned, [first], "no")
    reply = planned.replies.get(player=second)
    assert not reply.waits
    assert [one["reply_ids"] for one in told] == [[reply.pk]]
    save_replies(planned, [first], "yes")
    assert planned.replies.get(player=first).waits, "who comes back waits"
    planned.capacity = None
    planned.save()
    assert not planned.replies.filter(waits=True).exists()


@contextmanager
def received(signal: Signal) -> Iterator[list[dict[str, Any]]]:
    """What a signal sends meanwhile."""
    sent: list[dict[str, Any]] = []

    def receive(**what: Any) -> None:
        sent.append(what)

    signal.connect(receive)
    yield sent
    signal.disconnect(receive)
