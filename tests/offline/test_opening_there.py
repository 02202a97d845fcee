"""A table opened on a phone without network is opened on the server: once, as it was, or refused in words."""

from __future__ import annotations

import json
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.clubs.models import Player
from mahjongclub.tables.models import Session, names_by_seat
from tests.offline.carrying import Carrier
from tests.offline.device import Engine
from tests.offline.test_adopting import JUNK, places, put
from tests.tables.conftest import NAMES, Phone, draw, ron, scores
from tests.tables.conftest import other_phone as other_phone
from tests.tables.conftest import phone as phone

SOUND: dict[str, Any] = {
    "variant": "riichi",
    "preset": "ema-2025",
    "rules": {},
    "names": list(NAMES),
    "draw": {"method": "dice", "throws": [[[6, 6]], [[5, 5]], [[3, 4], [6, 1]], [[3, 4], [1, 1]]]},
    "agreeing": False,
    "at": "2026-01-01T20:00:00+00:00",
}


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def open_there(phone: Phone, opened: Any, key: str = "", **headers: Any) -> HttpResponse:
    text = opened if isinstance(opened, str) else json.dumps(opened)
    form = {"key": key or uuid4().hex, "opened": text}
    return phone.post(reverse("offline:open"), form, headers=headers)


@pytest.mark.parametrize(
    ("variant", "method"),
    list(
        product(
            ["riichi", "sanma", "classical", "taiwanese", "hongkong", "american", "six", "ten"],
            ["order", "shuffle", "dice"],
        )
    ),
)
def test_a_table_of_every_game_is_opened_as_it_was(
    engine: Engine, phone: Phone, variant: str, method: str
) -> None:
    away = Carrier(engine, phone)
    seats = {"six": 6, "sanma": 3, "ten": 2}.get(variant, 4)
    form = {f"name-{seat}": f"Player {seat}" for seat in range(seats)}
    assert away.ask("POST", "/new/", {"variant": variant, "method": method, **form})["status"] == 302
    mine = json.loads(away.copy)
    session = away.open_there()
    assert names_by_seat(session) == [seat["name"] for seat in mine["seats"]]
    assert session.rules == mine["session"]["rules"]
    assert session.seat_draw == mine["session"]["seat_draw"]
    assert session.started_at is None
    assert phone.get(reverse("tables:seats", args=[session.code])).status_code == 200


def test_names_left_out_there_are_drawn_by_seat_here_too(engine: Engine, phone: Phone) -> None:
    away = Carrier(engine, phone)
    form = {"variant": "riichi", "method": "order", "name-1": "Benoît", "name-3": "Dina"}
    assert away.ask("POST", "/new/", form)["status"] == 302
    assert [seat["name"] for seat in json.loads(away.copy)["seats"]] == [
        "Player 1",
        "Benoît",
        "Player 3",
        "Dina",
    ]
    session = away.open_there()
    assert names_by_seat(session) == ["Player 1", "Benoît", "Player 3", "Dina"]
    assert Player.objects.unnamed().count() == 2


def test_the_hands_of_a_table_opened_on_the_phone_follow(engine: Engine, phone: Phone) -> None:
    away = Carrier(engine, phone)
    away.open("riichi", *NAMES)
    away.hand(ron(1, 2))
    away.hand(draw(0))
    mine = away.scores
    session = away.open_there()
    assert away.send_all() == []
    assert scores(session) == mine
    session.refresh_from_db()
    assert session.started_at is not None
    assert away.take(session).hand(draw(1))["status"] < 400  # and it goes on from there


def test_sent_twice_it_is_opened_once(phone: Phone, other_phone: Phone) -> None:
    key = uuid4().hex
    first, second = (open_there(phone, SOUND, key).json() for _turn in range(2))
    assert first == second
    assert Session.objects.count() == 1
    assert open_there(other_phone, SOUND, key).json() != first  # another's key is another table
    assert Player.objects.count() == 8


def test_players_known_here_are_the_same_people(phone: Phone) -> None:
    phone.open_table()
    open_there(phone, SOUND)
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("variant", "poker"),
        ("preset", "mine"),
        ("rules", {"colour": 1}),
        ("rules", {"start": "x"}),
        ("names", ["Aiko", "Aiko", "Chen", "Dina"]),
        ("names", ["Aiko", "Benoît", "Chen"]),
        ("names", ["Aiko", "Benoît", "Chen", "D" * 300]),
        ("draw", {"method": "magic"}),
        ("draw", {"method": "dice", "throws": [[[1, 1]], [[6, 6]], [[3, 4]], [[2, 1]]]}),
        ("draw", {"method": "order", "throws": [[[1, 1]]]}),
        ("agreeing", "perhaps"),
        ("club", 3),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_no_form_of_ours_would_open_is_refused_in_words(
    phone: Phone, field: str, value: Any, language: str
) -> None:
    answer = open_there(phone, {**SOUND, field: value}, **{"accept-language": language})
    assert answer.status_code == 422
    why = answer.json()["why"]
    assert why
    assert Session.objects.count() == 0


def test_nobody_sits_out_of_a_table_opened_there_where_nobody_can(phone: Phone) -> None:
    six = {
        "variant": "six",
        "preset": "club",
        "names": list("ABCDEF"),
        "draw": {"method": "order", "throws": []},
    }
    assert open_there(phone, {**SOUND, **six}).status_code == 200
    answer = open_there(phone, {**SOUND, **six, "rotation": "deal"})
    assert (answer.status_code, answer.json()["why"]) == (422, "Nobody sits out in this game.")
    assert Session.objects.count() == 1


def test_no_more_tables_than_by_the_form(phone: Phone) -> None:
    open_there(phone, SOUND)  # from now on this browser is known
    statuses = [open_there(phone, SOUND).status_code for _table in range(31)]
    assert statuses == [200] * 30 + [429]


@pytest.mark.parametrize("key", ["", "x", "0" * 31])
def test_a_key_that_is_none_is_refused(phone: Phone, key: str) -> None:
    answer = phone.post(reverse("offline:open"), {"key": key, "opened": json.dumps(SOUND)})
    assert answer.status_code == 422


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_table_opened_is_an_error_of_the_server(phone: Phone, data: st.DataObject) -> None:
    cache.clear()
    path = data.draw(st.sampled_from(list(places(SOUND))))
    answer = open_there(phone, put(SOUND, path, data.draw(JUNK)))
    assert answer.status_code in (200, 422), answer.content
    if answer.status_code == 200:
        code = answer.json()["code"]
        assert phone.get(reverse("tables:seats", args=[code])).status_code == 200
