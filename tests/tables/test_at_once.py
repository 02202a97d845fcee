"""A form whose page asks for it is answered by the page it leads to: a redirect costs half a second more."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Session

from .conftest import Phone

NAMES = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Benoît", "Chen", "Dina"))}
NEW = {"variant": "riichi", "method": "order", **NAMES}


def place_of(answer: HttpResponse) -> str:
    found = re.search(r'data-address="([^"]+)"', answer.content.decode())
    assert found is not None
    return found[1]


def open_form(phone: Phone, **more: str) -> HttpResponse:
    return phone.post(reverse("tables:new"), {**NEW, **more})


def test_the_seats_come_as_the_answer_to_the_names(phone: Phone) -> None:
    answer = open_form(phone, at_once="1")
    session = Session.objects.get()
    seats = reverse("tables:seats", args=[session.code])
    assert answer.status_code == 200
    assert place_of(answer) == seats
    page = phone.get(seats).content.decode()
    shown = re.compile(r"<main.*</main>", re.DOTALL)
    secret = re.compile(r'(csrfmiddlewaretoken" value=)"[^"]*"')

    def bare(text: str) -> str:
        found = shown.search(text)
        assert found is not None
        return secret.sub(r"\1", found[0])

    assert bare(answer.content.decode()) == bare(page)


def test_the_table_comes_as_the_answer_to_start_and_start_sent_again_is_the_table(phone: Phone) -> None:
    open_form(phone)
    session = Session.objects.get()
    for _time in range(2):
        answer = phone.post(reverse("tables:start", args=[session.code]), {"at_once": "1"})
        assert answer.status_code == 200
        assert place_of(answer) == reverse("tables:table", args=[session.code])
        assert 'id="table"' in answer.content.decode()


def test_who_does_not_ask_is_led_there(phone: Phone) -> None:
    answer = open_form(phone)
    session = Session.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("tables:seats", args=[session.code]))
    start = phone.post(reverse("tables:start", args=[session.code]))
    assert (start.status_code, start["Location"]) == (302, reverse("tables:table", args=[session.code]))


def test_a_refused_form_says_why_and_keeps_its_address(phone: Phone) -> None:
    answer = open_form(phone, at_once="1", **{"name-1": "Aiko"})
    assert answer.status_code == 422
    assert "data-address" not in answer.content.decode()
    assert not Session.objects.exists()
