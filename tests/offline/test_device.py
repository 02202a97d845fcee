"""What a phone answers by itself: every page of every game, hands that move, what only the server can do."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.offline.device import NEEDS_SERVER
from tests.made_up_language import CODE, unmarked_on_page
from tests.offline.device import Engine, Handset, words
from tests.rules.command_line import command_line_result
from tests.tables.test_junk import DRAFTS, FORMS

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")
SEATS = {
    "riichi": 4,
    "sanma": 3,
    "classical": 4,
    "taiwanese": 4,
    "hongkong": 4,
    "american": 4,
    "ten": 2,
    "six": 6,
}
PAGES = (
    *("", "log/", "sheet/", "rules/", "record.json", "more/", "sit/", "clock/", "close/", "dice/"),
    *("sticks/", "undo/", "hand/1/steps/"),
    *("type/", "need/", "seats/", "end/", "clock/now/", "hand/1/", "hand/1/tiles/", "hand/1/patterns/"),
    *("hand/1/delete/", "hand/1/?insert=1", "hand/2/", "hand/9/"),
)
RON = {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
DRAW = {"type": "draw", "tenpai": [0]}
CLEAR = {"type": "win", "wins": [{"winner": 0, "from": 3, "han": 1, "fu": 30}]}


@pytest.fixture
def open_table(engine: Engine) -> Callable[..., Handset]:
    def opened(variant: str = "riichi", **known: Any) -> Handset:
        phone = Handset(engine, **known)
        phone.open(variant, *NAMES[: SEATS[variant]])
        return phone

    return opened


@pytest.mark.parametrize("variant", SEATS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_of_every_game_is_answered(
    open_table: Callable[..., Handset], variant: str, language: str
) -> None:
    phone = open_table(variant, language=language)
    for page in PAGES:
        told = phone.get(page)
        assert told["status"] < 500, (page, told)
        fragment = phone.ask("GET", f"/t/{phone.code}/{page}", **{"hx-request": "true", "hx-target": "table"})
        assert fragment["status"] < 500, (page, fragment)
    board = phone.get()
    assert board["status"] == 200
    assert all(name in words(board) for name in NAMES[: SEATS[variant]])
    assert f'<html lang="{language}"' in board["body"]


def test_keys_go_with_their_hands(open_table: Callable[..., Handset]) -> None:
    phone = open_table()
    for outcome in (RON, DRAW, RON):
        phone.hand(outcome)
    first, second, third = (hand["key"] for hand in phone.waiting)
    phone.hand(CLEAR, number=2)
    corrected = phone.waiting[1]["key"]
    assert [hand["key"] for hand in phone.waiting] == [first, corrected, third]
    assert corrected != second
    phone.hand(DRAW, number=1, insert="1")
    assert [hand["number"] for hand in phone.waiting] == [1, 2, 3, 4]
    assert len({hand["key"] for hand in phone.waiting}) == 4
    assert [hand["outcome"]["type"] for hand in phone.waiting] == ["draw", "win", "win", "win"]
    phone.change("undo/", number=4)
    assert [hand["outcome"]["type"] for hand in phone.waiting] == ["draw", "win", "win"]
    phone.change("hand/1/delete/")
    assert [hand["outcome"]["type"] for hand in phone.waiting] == ["win", "win"]
    assert phone.session["state"]["scores"] == command_line_result(phone.record)["hands"][-1]["scores"]


def test_hands_of_the_server_are_left_alone_and_the_phone_says_so(
    open_table: Callable[..., Handset],
) -> None:
    phone = open_table()
    for outcome in (RON, DRAW):
        phone.hand(outcome)
    phone.sent(1)
    for page in ("hand/1/", "hand/1/delete/", "hand/1/?insert=1"):
        told = phone.get(page)
        assert (told["status"], told["why"]) == (NEEDS_SERVER, "past")
        assert "Hand 1 is on the server already" in told["message"]
    assert phone.hand(DRAW, number=1)["message"]
    assert phone.get("undo/")["status"] == 200
    assert phone.change("undo/", number=2)["status"] == 302
    assert phone.waiting == []
    assert "Hand 1" in phone.get("undo/")["message"]
    phone.known["language"] = "fr"
    assert "serveur" in phone.get("undo/")["message"]


@pytest.mark.parametrize("address", ["share/", "swap/", "queued/", "decide/", "copy/", "join/abc/"])
def test_what_only_the_server_can_do(open_table: Callable[..., Handset], address: str) -> None:
    assert open_table().get(address)["status"] == NEEDS_SERVER


@pytest.mark.parametrize(
    "path", ["/", "/help/riichi/", "/me/", "/nowhere", "/t/nothere/", "/t/\x00/", "", "//["]
)
def test_other_addresses_are_not_the_phones(engine: Engine, path: str) -> None:
    assert Handset(engine).ask("GET", path)["status"] in (NEEDS_SERVER, 404)


def test_players_known_on_the_phone_are_offered(engine: Engine) -> None:
    phone = Handset(engine, names=["Zoé", "Aiko"])
    assert "Zoé" in phone.ask("GET", "/new/?variant=ten")["body"]
    phone.open("ten", "Zoé", "Aiko")
    assert json.loads(phone.copy)["local"] is True


def test_playing_again_on_the_phone_opens_a_table_with_the_players_of_before(
    open_table: Callable[..., Handset],
) -> None:
    phone = open_table()
    phone.hand(RON)
    assert phone.change("close/")["status"] == 302
    assert phone.shown["ended"] is True
    before, table = phone.code, phone.copy
    told = phone.post("again/")
    assert told["status"] == 302
    assert phone.code != before
    assert phone.session["state"]["hands"] == 0
    assert sorted(seat["name"] for seat in json.loads(phone.copy)["seats"]) == sorted(NAMES[:4])
    # and the first one is still answered
    phone.code, phone.copy = before, table
    assert phone.get("end/")["status"] == 200


def test_the_clock_goes_by_the_servers_time(open_table: Callable[..., Handset]) -> None:
    phone = open_table("ten", minute=1, offset=-3600)
    phone.change("clock/start/")
    deadline = datetime.fromisoformat(json.loads(phone.copy)["clock"]["deadline"])
    expected = datetime.now(tz=UTC) - timedelta(hours=1) + timedelta(minutes=1)
    assert abs(deadline - expected) < timedelta(seconds=5)
    phone.known["offset"] += 61
    assert "Time is up" in words(phone.get())


def test_a_fault_is_told_and_the_next_question_answered(open_table: Callable[..., Handset]) -> None:
    phone = open_table()
    copy, phone.copy = phone.copy, '{"broken":'
    assert phone.get()["status"] == 500
    phone.copy = copy
    assert phone.get()["status"] == 200


@pytest.fixture(scope="module")
def tables(engine: Engine) -> dict[str, Handset]:
    """A table of every game, each on a phone of its own."""
    phones = {variant: Handset(engine) for variant in SEATS}
    for variant, phone in phones.items():
        phone.open(variant, *NAMES[: SEATS[variant]])
    return phones


@given(data=st.data())
def test_no_form_fails(tables: dict[str, Handset], data: st.DataObject) -> None:
    phone = tables[data.draw(st.sampled_from(sorted(SEATS)))]
    form = data.draw(FORMS) | {"draft": data.draw(DRAFTS)}
    if data.draw(st.booleans()):
        form.update({"version": str(phone.session["version"]), "played": "0", "hand": "1"})
    page = data.draw(st.sampled_from((*PAGES, "during/", "clock/start/", "clock/pause/", "agree/")))
    for told in (phone.get(page, **form), phone.post(page, **form)):
        assert told["status"] < 500, (page, form)


@pytest.mark.parametrize("variant", SEATS)
def test_the_phone_says_no_word_outside_the_catalogues(engine: Engine, variant: str) -> None:
    phone = Handset(engine, language=CODE)
    phone.open(variant, *NAMES[: SEATS[variant]])
    for page in PAGES:
        told = phone.get(page)
        if "<html" in told["body"]:
            assert unmarked_on_page(told["body"], [*NAMES, phone.code]) == [], page
