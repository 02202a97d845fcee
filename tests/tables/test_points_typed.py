"""Points typed as people write them, in every field that takes them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mahjongclub.games.kit.points_typed import read_points
from mahjongclub.tables.models import Session

from .conftest import NAMES, Phone
from .test_opening import FORM, all_options

WAYS = [
    "54200",
    "54,200",
    "54.200",
    "54 200",
    "54\u00a0200",
    "54\u202f200",
    "54\u2009200",
    "54'200",
    "54’200",
    "５４，２００",
]
NO_NUMBERS = ["2.5", "54,20", "5,4200", "54,,200", "1,234.567", "54,2oo", "--5", "1e5", "54k", "²", "9" * 12]


@pytest.mark.parametrize("text", WAYS)
def test_thousands_may_be_apart(text: str) -> None:
    assert read_points(text) == 54_200
    assert read_points(f" −{text} ") == read_points(f"-{text}") == -54_200


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number(text: str) -> None:
    assert read_points(text) is None


@pytest.mark.parametrize("text", ["1,234,567", "1 234 567"])
def test_millions(text: str) -> None:
    assert read_points(text) == 1_234_567


@pytest.mark.parametrize("text", WAYS)
def test_the_stick_check_takes_it(phone: Phone, table: Session, text: str) -> None:
    page = phone.post(reverse("tables:sticks", args=[table.code]), {"seat-0": text, "seat-1": "25,000"})
    assert page.status_code == 200
    assert "<b>29,200</b> too much" in page.content.decode()


def test_the_stick_check_keeps_what_it_cannot_read(phone: Phone, table: Session) -> None:
    page = phone.post(reverse("tables:sticks", args=[table.code]), {"seat-0": "54,20", "seat-1": "25 000"})
    assert page.status_code == 422
    text = page.content.decode()
    assert 'value="54,20"' in text
    assert 'value="25 000"' in text
    assert text.count("Write the points as a whole number.") == 1


def test_starting_points(phone: Phone) -> None:
    points = {"option-starting_points": "30 000", "option-return_points": "30.000"}
    answer = phone.post(reverse("tables:new"), {**FORM, **all_options(phone), **points})
    assert answer.status_code == 302, answer.content.decode()
    rules = Session.objects.latest("pk").rules
    assert (rules["starting_points"], rules["return_points"]) == (30_000, 30_000)


def test_starting_points_that_are_none(phone: Phone) -> None:
    form = {"variant": "riichi", "method": "order", "option-starting_points": "25,00"}
    page = phone.post(reverse("tables:new"), {**form, **{f"name-{n}": name for n, name in enumerate(NAMES)}})
    assert page.status_code == 422
    assert "Write the points as a whole number." in page.content.decode()
    assert 'value="25,00"' in page.content.decode()
