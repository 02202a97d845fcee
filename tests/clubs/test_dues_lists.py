"""Lists of dues as treasurers keep them: months and years as headings, days as spreadsheets count them."""

from __future__ import annotations

import re
from html import unescape

import pytest

from mahjongclub.clubs.models import Player

from .club_house import ClubHouse, open_club_house

NAMES = ("Bo", "Marguerite", "Łukasz Żółć", "田中 愛子")


@pytest.fixture
def house(db: None) -> ClubHouse:
    opened = open_club_house()
    for name in NAMES:
        Player.objects.create(club=opened.club, name=name)
    return opened


def filled(house: ClubHouse, text: str, **form: str) -> dict[str, str]:
    """The days that the page fills in from a list, by the players' names."""
    page = unescape(
        house.phone("organiser").post(house.url("dues/"), {"list": text, **form}).content.decode()
    )
    fields = dict(re.findall(r'name="paid-(\d+)" value="([^"]*)"', page))
    days = {player.name: fields[str(player.pk)] for player in house.club.players.filter(name__in=NAMES)}
    return {name: day for name, day in days.items() if day}


def faults(house: ClubHouse, text: str) -> str:
    answer = house.phone("organiser").post(house.url("dues/"), {"list": text})
    assert answer.status_code == 422
    return unescape(answer.content.decode())


YEARS = ["2026", "Dues 2026", "Cotisation 2026", "Beitrag 2026", "Paid 2026", "会費2026年", "Взнос 2026"]


@pytest.mark.parametrize("head", YEARS)
def test_who_is_marked_below_a_year_has_paid_until_its_end(house: ClubHouse, head: str) -> None:
    text = f"Name;{head}\nBo;x\nMarguerite;\nŁukasz Żółć;25 €\n田中 愛子;no"
    assert filled(house, text) == {"Bo": "2026-12-31", "Łukasz Żółć": "2026-12-31"}


@pytest.mark.parametrize(
    "cells", [("46022", "46031"), ("12.01.2026", "21.01.2026"), ("Jan", "Nov"), ("25", "25")]
)
def test_days_and_amounts_below_a_year_say_that_it_is_paid(house: ClubHouse, cells: tuple[str, str]) -> None:
    text = f"Name;Dues 2026\nBo;{cells[0]}\nMarguerite;{cells[1]}\nŁukasz Żółć;"
    assert filled(house, text) == {"Bo": "2026-12-31", "Marguerite": "2026-12-31"}


@pytest.mark.parametrize(
    "heads", ["Oct 2026;Nov 2026", "octobre 2026;novembre 2026", "10/2026;11/2026", "2026年10月;2026年11月"]
)
def test_the_last_month_that_is_marked_says_until_when(house: ClubHouse, heads: str) -> None:
    text = f"Name;{heads}\nBo;x;x\nMarguerite;x;\nŁukasz Żółć;;x"
    days = {"Bo": "2026-11-30", "Marguerite": "2026-10-31", "Łukasz Żółć": "2026-11-30"}
    assert filled(house, text) == days


def test_months_have_the_year_of_the_title_above_them(house: ClubHouse) -> None:
    text = "Club dues 2026 in euros;;\nName;Oct;Nov\nBo;5;5\nMarguerite;5;"
    assert filled(house, text) == {"Bo": "2026-11-30", "Marguerite": "2026-10-31"}


def test_months_without_a_year_are_asked_about(house: ClubHouse) -> None:
    text = "Name;Oct;Nov\nBo;x;x\nMarguerite;x;"
    assert "“Oct” does not say of which year" in faults(house, text)
    assert filled(house, text) == {}


def test_a_month_left_out_between_others_is_asked_about(house: ClubHouse) -> None:
    text = "Name;Sep 2026;Oct 2026;Nov 2026\nBo;x;;x\nMarguerite;x;x;"
    assert "“Oct 2026” is not paid, and a later one is" in faults(house, text)
    assert filled(house, text) == {"Marguerite": "2026-10-31"}


@pytest.mark.parametrize("head", ["Paid until", "Bis", "Jusqu'au", "Until"])
@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("46387", "2026-12-31"),
        ("Nov 2026", "2026-11-30"),
        ("2026", "2026-12-31"),
        ("11/2026", "2026-11-30"),
        ("décembre 2026", "2026-12-31"),
    ],
)
def test_until_when_may_be_a_month_a_year_or_a_number_of_a_spreadsheet(
    house: ClubHouse, head: str, cell: str, day: str
) -> None:
    text = f"Name;{head}\nBo;{cell}\nMarguerite;{cell}"
    assert filled(house, text) == {"Bo": day, "Marguerite": day}


def test_a_month_in_a_cell_needs_its_year(house: ClubHouse) -> None:
    text = "Name;Paid until\nBo;Nov\nMarguerite;31.12.2026"
    assert "Say the year of the month too" in faults(house, text)
    assert filled(house, text) == {"Marguerite": "2026-12-31"}


def test_numbers_of_a_spreadsheet_leave_the_order_of_dates_to_be_asked_for(house: ClubHouse) -> None:
    text = "Name;Paid until\nBo;46387\nMarguerite;03/04/2026"
    assert "Say in which order the dates are written." in faults(house, text)


@pytest.mark.parametrize("head", ["Paid on", "Payé le", "Bezahlt am", "Betalt den", "Data di pagamento"])
def test_days_of_payment_are_not_taken_for_until_when(house: ClubHouse, head: str) -> None:
    text = f"Name;{head}\nBo;12.01.2026\nMarguerite;21.01.2026"
    assert "Say which columns hold the names and the dates." in faults(house, text)
    assert filled(house, text) == {}


@pytest.mark.parametrize("number", ["45992", "46387"])
def test_numbers_of_members_are_no_days(house: ClubHouse, number: str) -> None:
    text = f"Name;Member no;Paid until\nBo;{number};31.12.2026\nMarguerite;45001;31.12.2026"
    assert filled(house, text) == {"Bo": "2026-12-31", "Marguerite": "2026-12-31"}
