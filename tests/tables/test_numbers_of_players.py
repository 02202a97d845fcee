"""Games that are played by more or by fewer: three to seven at six, three at games of four."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from mahjongclub.games.registry import find_game
from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.chairs import SIDES
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import game_record
from tests.games.test_contract import pages_of
from tests.tables.conftest import Phone

SEVEN = (
    "Marguerite",
    "Jean-Pierre",
    "Anne-Sophie de La Rochefoucauld",
    "Bo",
    "Σοφία Παπαδοπούλου",
    "田中 愛子",
    "O’Brien",
)


def six_round(seats: int) -> dict:
    first = {"type": "win", "seat": seats - 1, "from": None, "hand": "pure"}
    return {"type": "round", "events": [{"type": "kong", "seat": 0, "kind": "concealed"}, first]}


def points(winner: int, *hands: int) -> dict:
    return {"type": "win", "winner": winner, "from": 0, "hands": [{"points": count} for count in hands]}


def faan(winner: int, count: int) -> dict:
    return {"type": "win", "wins": [{"winner": winner, "from": None, "faan": count}]}


TABLES = [
    ("six", "club", 3, six_round(3)),
    ("six", "club", 4, six_round(4)),
    ("six", "club", 5, six_round(5)),
    ("six", "club", 7, six_round(7)),
    ("classical", "bmja", 3, points(1, 20, 100, 8)),
    ("hongkong", "hkma", 3, faan(2, 5)),
    (
        "taiwanese",
        "100/20",
        3,
        {"type": "win", "wins": [{"winner": 1, "tai": 5}], "dice": [2, 5]},
    ),
]
IDS = [f"{variant}-{seats}" for variant, _preset, seats, _hand in TABLES]


def opened(phone: Phone, variant: str, preset: str, seats: int) -> Session:
    return phone.open_table(variant, preset, names=SEVEN[:seats], seats=str(seats))


@pytest.mark.parametrize(("variant", "preset", "seats", "hand"), TABLES, ids=IDS)
def test_a_hand_is_recorded_and_every_page_of_the_table_opens(phone: Phone, variant, preset, seats, hand):
    table = opened(phone, variant, preset, seats)
    answer = phone.confirm(table, hand)
    assert answer.status_code == 302, answer.content.decode()
    table = Session.objects.get(pk=table.pk)
    assert len(table.state["scores"]) == seats
    record = game_record(table)
    assert replay(read_record(record)).to_json()["hands"][0]["scores"] == table.state["scores"]
    for page in pages_of(find_game(variant), table):
        shown = phone.get(page, follow=True)
        assert shown.status_code == 200, page


@pytest.mark.parametrize(("variant", "preset", "seats", "hand"), TABLES, ids=IDS)
def test_every_seat_of_the_board_can_be_tapped(phone: Phone, variant, preset, seats, hand):
    table = opened(phone, variant, preset, seats)
    page = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    assert all(f'<div class="seat {side}"' in page for side in SIDES[seats])
    assert all(name in page for name in SEVEN[:seats])


@pytest.mark.parametrize(("variant", "preset", "seats", "hand"), TABLES, ids=IDS)
def test_a_hand_is_typed(phone: Phone, variant, preset, seats, hand):
    table = opened(phone, variant, preset, seats)
    page = phone.get(reverse("tables:typed", args=[table.code]))
    assert page.status_code == 200
    assert SEVEN[seats - 1] in page.content.decode()


@pytest.mark.parametrize(("variant", "preset", "seats", "hand"), TABLES, ids=IDS)
def test_the_sheet_and_the_record_of_the_table_have_its_players(phone: Phone, variant, preset, seats, hand):
    table = opened(phone, variant, preset, seats)
    phone.confirm(table, hand)
    sheet = phone.get(f"/sheets/t/{table.code}/sheet.pdf", {"paper": "a4", "language": "en"})
    assert sheet.status_code == 200
    blank = phone.get(f"/sheets/t/{table.code}/blank.pdf", {"paper": "a4", "language": "en"})
    assert blank.status_code in (200, 404)
    record = json.loads(json.dumps(game_record(Session.objects.get(pk=table.pk))))
    assert record["players"] == list(SEVEN[:seats])
    assert record["rules"]["seats"] == seats or (variant == "six" and seats == 6)


def test_the_page_of_a_new_table_has_a_chair_for_each_who_plays(phone: Phone):
    page = phone.get(reverse("tables:new"), {"variant": "hongkong", "players": "3"}).content.decode()
    assert 'name="name-2"' in page
    assert "chairs of-3" in page
    seven = phone.get(reverse("tables:new"), {"variant": "six", "players": "7"}).content.decode()
    assert 'name="name-6"' in seven


def test_another_number_keeps_the_names_that_were_typed(phone: Phone):
    form = {"variant": "hongkong", "players": "3", "seats": "4", "name-0": "Bo", "name-1": "Łukasz Żółć"}
    page = phone.post(reverse("tables:new"), form).content.decode()
    assert "Łukasz Żółć" in page
    assert "chairs of-3" in page


def test_another_game_has_its_usual_number(phone: Phone):
    page = phone.post(reverse("tables:new"), {"variant": "hongkong", "game": "six", "seats": "3"})
    assert "chairs of-6" in page.content.decode()


def test_a_name_twice_at_one_table_is_asked_about(phone: Phone):
    form = {"variant": "six", "seats": "3", "start": "1", "name-0": "Bo", "name-1": "O’Brien", "name-2": "bo"}
    answer = phone.post(reverse("tables:new"), form)
    assert answer.status_code == 422
    assert "“bo” sits here twice." in answer.content.decode()
