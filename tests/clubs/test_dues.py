"""Dues: paid until when, seen and entered by organisers alone."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.formats import date_format

from mahjongclub.clubs.models import Club, Dues, Player
from mahjongclub.clubs.people.merging import merge_player
from mahjongclub.clubs.roster import save_paid_until
from mahjongclub.exchange.archive.bringing import import_archive
from tests.exchange.full_club import archive_of

from .club_house import ClubHouse


@pytest.fixture
def people(house: ClubHouse) -> list[Player]:
    return [Player.objects.create(club=house.club, name=name) for name in ("Aiko", "Benoît", "Chen")]


def test_an_organiser_enters_until_when_somebody_paid_and_sees_who_is_due(
    house: ClubHouse, people: list[Player]
) -> None:
    today = timezone.localdate()
    past, later = (today - timedelta(days=3)).isoformat(), (today + timedelta(days=90)).isoformat()
    organiser = house.phone("organiser")
    form = {f"paid-{people[1].pk}": past, f"paid-{people[2].pk}": later, f"paid-{people[0].pk}": ""}
    for _tap in range(2):
        assert organiser.post(house.url("dues/"), form).status_code == 302
    page = organiser.get(house.url("dues/")).content.decode()
    assert "1 player is due." in page
    assert page.count("overdue since") == 1
    assert f"overdue since {date_format(today - timedelta(days=3), 'SHORT_DATE_FORMAT')}" in page
    assert page.index("Benoît") < page.index("Aiko") < page.index("Chen"), "who is due stands first"
    assert later in organiser.get(house.url("players/sheet/?kind=csv")).content.decode("utf-8-sig")
    cleared = {f"was-{people[1].pk}": past, f"paid-{people[1].pk}": ""}
    organiser.post(house.url("dues/"), cleared)
    assert not Dues.objects.filter(player=people[1]).exists()


def test_what_another_organiser_entered_meanwhile_stays(house: ClubHouse, people: list[Player]) -> None:
    house.phone("owner").post(house.url("dues/"), {f"paid-{people[0].pk}": "2026-12-31"})
    stale = {f"was-{people[0].pk}": "", f"paid-{people[0].pk}": "", f"paid-{people[1].pk}": "2026-06-30"}
    house.phone("organiser").post(house.url("dues/"), stale)
    assert Dues.objects.count() == 2


@pytest.mark.parametrize("typed", ["soon", "2026-13-01", "1066-10-14", "9999-12-31", "\0"])
def test_what_is_no_date_is_said_at_its_field_and_nothing_is_saved(
    house: ClubHouse, people: list[Player], typed: str
) -> None:
    form = {f"paid-{people[0].pk}": typed, f"paid-{people[1].pk}": "2026-06-30"}
    answer = house.phone("organiser").post(house.url("dues/"), form)
    assert answer.status_code == 422
    assert f'id="id_paid_{people[0].pk}_error"' in answer.content.decode()
    assert 'value="2026-06-30"' in answer.content.decode()
    assert not Dues.objects.exists()


def test_nobody_else_sees_dues_nor_changes_those_of_another_club(
    house: ClubHouse, people: list[Player]
) -> None:
    for who in ("scorer", "member"):
        assert house.phone(who).get(house.url("dues/")).status_code == 403
        assert house.phone(who).get(house.url("players/sheet/")).status_code == 403
    assert house.phone("stranger").get(house.url("dues/")).status_code == 404
    elsewhere = Player.objects.create(name="Of no roster")
    house.phone("organiser").post(house.url("dues/"), {f"paid-{elsewhere.pk}": "2026-06-30"})
    assert not Dues.objects.exists()


def test_at_check_in_organisers_alone_see_who_is_due(house: ClubHouse, people: list[Player]) -> None:
    today = timezone.localdate()
    for player, days in zip(people, (-3, 0, 9), strict=True):
        Dues.objects.create(player=player, paid_until=today + timedelta(days=days))
    told = f"overdue since {date_format(today - timedelta(days=3), 'SHORT_DATE_FORMAT')}"
    address = house.url(f"evenings/{house.evening.pk}/here/")
    page = house.phone("organiser").get(address).content.decode()
    assert page.count("overdue since") == page.count(told) == 1
    assert re.search(rf"Aiko</bdi>\s*<span class=\"chip bad\">\s*{told}", page)
    assert "overdue" not in house.phone("scorer").get(address).content.decode()


def test_what_a_second_spelling_paid_counts_for_the_person(house: ClubHouse, people: list[Player]) -> None:
    Dues.objects.create(player=people[1], paid_until=timezone.localdate() + timedelta(days=9))
    merge_player(people[0], people[1], None)
    until = (timezone.localdate() + timedelta(days=9)).isoformat()
    organiser = house.phone("organiser")
    assert f'value="{until}"' in organiser.get(house.url("dues/")).content.decode()
    organiser.post(house.url("dues/"), {f"was-{people[0].pk}": until, f"paid-{people[0].pk}": ""})
    assert not Dues.objects.exists()


def shown(house: ClubHouse) -> str:
    return unescape(house.phone("organiser").get(house.url("dues/")).content.decode())


def test_what_was_paid_and_what_is_due_are_summed(house: ClubHouse, people: list[Player]) -> None:
    organiser, today = house.phone("organiser"), timezone.localdate()
    terms = {"do": "terms", "dues": "20,50", "currency": "CHF"}
    assert organiser.post(house.url("dues/"), terms).status_code == 302
    past, later = (today - timedelta(days=3)).isoformat(), (today + timedelta(days=90)).isoformat()
    form = {f"paid-{people[0].pk}": later, f"amount-{people[0].pk}": "15"}
    form |= {f"paid-{people[1].pk}": later, f"amount-{people[1].pk}": "20.50 CHF"}
    form |= {f"paid-{people[2].pk}": past}
    assert organiser.post(house.url("dues/"), form).status_code == 302
    page = shown(house)
    assert "Paid: 35.50\u00a0CHF" in page
    assert "Due: 20.50\u00a0CHF" in page
    assert 'value="15"' in page
    french = organiser.get(house.url("dues/"), headers={"Accept-Language": "fr"}).content.decode()
    assert "35,50\u00a0CHF" in french


def test_all_have_paid_until_a_day_in_one_step(house: ClubHouse, people: list[Player]) -> None:
    organiser, today = house.phone("organiser"), timezone.localdate()
    until, longer = today + timedelta(days=200), today + timedelta(days=500)
    Dues.objects.create(player=people[0], paid_until=longer, paid_cents=100)
    Dues.objects.create(player=people[1], paid_until=today - timedelta(days=5))
    due = {"do": "all", "who": "due", "until": until.isoformat(), "amount": "20"}
    assert organiser.post(house.url("dues/"), due).status_code == 302
    assert "1 player has paid until" in shown(house)
    everybody = {**due, "who": "all"}
    assert organiser.post(house.url("dues/"), everybody).status_code == 302
    kept = {one.player.name: (one.paid_until, one.paid_cents) for one in Dues.objects.all()}
    assert kept == {"Aiko": (longer, 100), "Benoît": (until, 2000), "Chen": (until, 2000)}


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"do": "all", "who": "all", "until": "11/12/2026"}, "id_until_error"),
        ({"do": "all", "who": "all", "until": "1066-10-14"}, "id_until_error"),
        ({"do": "all", "who": "nobody", "until": "2026-12-31"}, "Select a valid choice"),
        ({"do": "all", "who": "all", "until": "2026-12-31", "amount": "much"}, "id_amount_error"),
        ({"do": "terms", "dues": "-5", "currency": "€"}, "id_dues_error"),
        ({"do": "terms", "dues": "5", "currency": "x" * 9}, "id_currency_error"),
        ({"do": "terms", "dues": "5", "currency": "€\0"}, "id_currency_error"),
    ],
)
def test_a_wrong_amount_or_day_is_refused_at_its_field(
    house: ClubHouse, people: list[Player], form: dict[str, str], field: str
) -> None:
    answer = house.phone("organiser").post(house.url("dues/"), form)
    assert answer.status_code == 422
    assert field in unescape(answer.content.decode())
    assert not Dues.objects.exists()


def test_what_nobody_sees_in_a_currency_is_removed(house: ClubHouse) -> None:
    house.phone("organiser").post(house.url("dues/"), {"do": "terms", "dues": "5", "currency": "€\u202e"})
    house.club.refresh_from_db()
    assert house.club.dues_currency == "€"


@pytest.mark.parametrize("typed", ["ten", "-3", "1e9", "12.345", "9" * 15])
def test_a_wrong_amount_of_a_player_is_said_beside_them(
    house: ClubHouse, people: list[Player], typed: str
) -> None:
    form = {f"paid-{people[0].pk}": "2026-12-31", f"amount-{people[0].pk}": typed}
    answer = house.phone("organiser").post(house.url("dues/"), form)
    assert answer.status_code == 422
    assert f'id="id_paid_{people[0].pk}_error"' in answer.content.decode()
    assert f'value="{typed}"' in answer.content.decode()
    assert not Dues.objects.exists()
    day, _, amount = answer.content.decode().partition(f'name="amount-{people[0].pk}"')
    assert "aria-invalid" not in day, "the day is right"
    assert "aria-invalid" in amount.partition("</li>")[0]


def test_what_is_not_saved_for_an_error_is_not_summed(house: ClubHouse, people: list[Player]) -> None:
    form = {f"paid-{people[0].pk}": "2027-12-31", f"amount-{people[0].pk}": "12.50"}
    form[f"amount-{people[1].pk}"] = "ten"
    answer = house.phone("organiser").post(house.url("dues/"), form)
    assert answer.status_code == 422
    assert "Paid: 12.50" not in unescape(answer.content.decode())


def test_an_amount_without_its_day_asks_for_it(house: ClubHouse, people: list[Player]) -> None:
    answer = house.phone("organiser").post(house.url("dues/"), {f"amount-{people[0].pk}": "20"})
    assert answer.status_code == 422
    assert "Say until when the dues are paid, too." in unescape(answer.content.decode())


def test_amounts_of_dues_go_with_the_archive_of_the_club(house: ClubHouse, people: list[Player]) -> None:
    house.phone("organiser").post(house.url("dues/"), {"do": "terms", "dues": "20", "currency": "zł"})
    Dues.objects.create(player=people[0], paid_until="2026-12-31", paid_cents=1999)
    brought = import_archive(archive_of(house.club), slug="second").club
    assert (brought.dues_cents, brought.dues_currency) == (2000, "zł")
    assert Dues.objects.get(player__club=brought).paid_cents == 1999


def test_dates_of_a_list_are_filled_in_and_kept_once_they_are_saved(
    house: ClubHouse, people: list[Player]
) -> None:
    organiser = house.phone("organiser")
    year = timezone.localdate().year
    rows = (f"AIKO;31/12/{year};a@example.org", f"Benoit;30.06.{year};", f"Zoé;1/2/{year};")
    sheet = "\n".join(("Liste 2026", "Nom;Payé jusqu'au;E-mail", *rows))
    looked = organiser.post(house.url("dues/"), {"list": sheet})
    page = unescape(looked.content.decode())
    assert looked.status_code == 422
    assert "Nobody of this name is on the roster." in page, "Zoé"
    assert "It is Benoît" in page, "nearly a name of the roster"
    same = re.findall(r'name="(same-[^"]+)" value="(\d+)"', page)[0]
    page = unescape(organiser.post(house.url("dues/"), {"list": sheet, same[0]: same[1]}).content.decode())
    assert "2 dates are filled in from the list." in page
    assert sheet in page.replace("\r", "")
    assert not Dues.objects.exists(), "nothing is kept yet"
    fields = dict(re.findall(r'name="(paid-\d+)" value="([^"]*)"', page))
    assert organiser.post(house.url("dues/"), fields).status_code == 302
    kept = {one.player.name: one.paid_until.isoformat() for one in Dues.objects.select_related("player")}
    assert kept == {"Aiko": f"{year}-12-31", "Benoît": f"{year}-06-30"}


def test_dates_that_can_be_read_in_two_ways_are_asked_about(house: ClubHouse, people: list[Player]) -> None:
    organiser = house.phone("organiser")
    file = SimpleUploadedFile("dues.csv", "Aiko;03/04/2026\nChen;05/06/2026\n".encode("utf-16"))
    looked = organiser.post(house.url("dues/file/"), {"file": file})
    assert looked.status_code == 422
    assert "Say in which order the dates are written." in looked.content.decode()
    told = {"list": "Aiko;03/04/2026\nChen;05/06/2026", "dates": "mdy"}
    page = organiser.post(house.url("dues/"), told).content.decode()
    assert 'value="2026-03-04"' in page
    assert organiser.post(house.url("dues/file/"), {}).status_code == 422


def test_an_amount_typed_beside_a_wrong_day_stays(house: ClubHouse, people: list[Player]) -> None:
    form = {f"paid-{people[0].pk}": "someday", f"amount-{people[0].pk}": "17.50"}
    answer = house.phone("organiser").post(house.url("dues/"), form)
    assert answer.status_code == 422
    assert 'value="17.50"' in answer.content.decode()


@pytest.mark.parametrize(("language", "mark", "half"), [("en", ",", "12.5"), ("fr", ";", "12,5")])
def test_the_sheet_of_the_roster_has_amounts_of_dues_and_is_read_again(
    house: ClubHouse, people: list[Player], language: str, mark: str, half: str
) -> None:
    today = timezone.localdate()
    Club.objects.filter(pk=house.club.pk).update(dues_cents=2500, dues_currency="€")
    past, later = today - timedelta(days=3), today + timedelta(days=90)
    save_paid_until(people[0].pk, past, 2000)
    save_paid_until(people[1].pk, later, 1250)
    organiser = house.phone("organiser")
    sheet = organiser.get(house.url("players/sheet/?kind=csv"), headers={"accept-language": language})
    text = sheet.content.decode("utf-8-sig")
    rows = [row[-3:] for row in csv.reader(io.StringIO(text), delimiter=mark)]
    assert [name.endswith("(€)") for name in rows[0]] == [False, True, True]
    assert rows[1:4] == [[str(past), "20", "25"], [str(later), half, ""], ["", "", ""]]
    looked = organiser.post(house.url("dues/"), {"list": text}).content.decode()
    selects = re.findall(r'<select id="id_column-(\d+)".*?</select>', looked, re.S)
    heads = looked.partition("<thead>")[2].partition("</thead>")[0]
    kinds = re.findall(r'<option value="([^"]*)" selected', heads)
    assert [kind for kind in kinds if kind] == ["name", "date"]
    assert kinds.index("date") == len(selects) - 3
