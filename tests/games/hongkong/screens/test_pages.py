"""The Hong Kong screens without JavaScript: four taps, patterns, a typed hand, the sheet, both languages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from mahjongclub.games.hongkong import GAME
from mahjongclub.tables.models import Session
from tests.games.posted import as_posted
from tests.games.taiwanese.screens.pages import (
    AIKO,
    BENOIT,
    CHEN,
    DINA,
    answer_to,
    draft_behind,
    drafts_of,
    followed,
    keys_of,
    read,
    tick,
    ticked_on,
)
from tests.tables.conftest import Phone, scores
from tests.tables.test_typed import confirm, send


def won(winner: int, payer: int | None, faan: int | None = None, **more: Any) -> dict[str, Any]:
    """A win as a draft writes it, its faan left out where they are not known yet."""
    win = {"winner": winner, "from": payer, **more}
    return {"type": "win", "wins": [win if faan is None else {**win, "faan": faan}]}


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


@pytest.fixture
def table(phone: Phone) -> Session:
    """A table by the association's rules; Aiko deals the first hand."""
    return phone.open_table("hongkong")


@pytest.fixture
def old_style(phone: Phone) -> Session:
    """A table at which everybody pays for a discard."""
    return phone.open_table("hongkong", "oldstyle")


# by number


def test_a_win_on_a_discard_takes_four_taps(phone: Phone, table: Session) -> None:
    idle = phone.get(reverse("tables:table", args=[table.code]))
    winner = {"type": "win", "wins": [{"winner": BENOIT}]}
    assert winner in drafts_of(idle)  # tap 1
    assert won(BENOIT, AIKO) in drafts_of(answer_to(phone, table, winner))  # tap 2
    sheet = answer_to(phone, table, won(BENOIT, AIKO))
    assert keys_of(sheet) == {
        3: "32", 4: "64", 5: "96", 6: "128", 7: "192", 8: "256", 9: "384", 10: "512"
    }  # fmt: skip
    assert won(BENOIT, AIKO, 3) in drafts_of(sheet)  # tap 3
    confirmation = answer_to(phone, table, won(BENOIT, AIKO, 3))
    assert "Aiko pays Benoît 32" in read(confirmation)
    assert phone.confirm(table, won(BENOIT, AIKO, 3)).status_code == 302  # tap 4
    assert scores(table) == [-32, 32, 0, 0]
    log = read(phone.get(reverse("tables:log", args=[table.code])))
    assert "Benoît wins on Aiko’s discard: 3 faan" in log


def test_a_self_draw_is_paid_by_each(phone: Phone, table: Session) -> None:
    assert keys_of(answer_to(phone, table, won(CHEN, None)))[3] == "16"
    phone.confirm(table, won(CHEN, None, 3))
    assert scores(table) == [-16, -16, 48, -16]


def test_where_everybody_pays_a_key_says_what_each_does(phone: Phone, old_style: Session) -> None:
    sheet = answer_to(phone, old_style, won(BENOIT, AIKO))
    assert keys_of(sheet)[3] == "8/16"
    assert "below, what the others pay, then who discarded" in read(sheet)
    phone.confirm(old_style, won(BENOIT, AIKO, 3))
    assert scores(old_style) == [-16, 32, -8, -8]


def test_keys_begin_at_the_minimum_and_end_at_the_cap(phone: Phone) -> None:
    table = phone.open_table(
        "hongkong",
        "hkma",
        **options(minimum=0, cap=8),
    )
    assert list(keys_of(answer_to(phone, table, won(CHEN, AIKO)))) == list(range(9))


def options(**changed: Any) -> dict[str, Any]:
    """A form with every option of the game, as the page of a new table sends it."""
    described = GAME.variant.rules_type.describe_options()
    values = {
        f"option-{one.name}": list(one.default) if one.kind == "set" else one.default
        for one in described
        if one.default is not False and one.default != ()
    }
    return values | {f"option-{name}": value for name, value in changed.items()}


# who pays for all, a robbed kong


def test_nobody_is_asked_to_pay_for_all_where_these_rules_free_them(phone: Phone) -> None:
    table = phone.open_table("hongkong", "hkma")
    drawn = read(answer_to(phone, table, won(BENOIT, None, 8)))
    assert "Who pays for all?" in drawn
    assert "Who pays for all?" not in read(answer_to(phone, table, won(BENOIT, AIKO, 8)))


def test_a_guarantor_is_chosen_on_the_confirmation(phone: Phone, table: Session) -> None:
    confirmation = answer_to(phone, table, won(BENOIT, None, 8))
    assert "Who pays for all?" in read(confirmation)
    chosen = draft_behind(confirmation, "Dina")
    assert chosen == won(BENOIT, None, 8, guarantor=DINA)
    assert "Dina pays Benoît 384" in read(answer_to(phone, table, chosen))
    phone.confirm(table, chosen)
    assert scores(table) == [0, 384, 0, -384]
    assert "(Dina pays for all)" in read(phone.get(reverse("tables:log", args=[table.code])))
    again = answer_to(phone, table, {})
    assert draft_behind(again, "nobody") == won(BENOIT, None, 8)


def test_a_robbed_kong_is_said_on_the_confirmation(phone: Phone, table: Session) -> None:
    chosen = draft_behind(answer_to(phone, table, won(BENOIT, AIKO, 4)), "Robbed from a kong")
    assert chosen == won(BENOIT, AIKO, 4, robbed=True)
    assert "Aiko pays Benoît 96" in read(answer_to(phone, table, chosen))
    assert "Robbed from a kong" not in read(answer_to(phone, table, won(BENOIT, None, 4)))
    assert draft_behind(answer_to(phone, table, chosen), "Robbed") == won(BENOIT, AIKO, 4)


# patterns


def test_patterns_are_ticked_counted_and_taken(phone: Phone, table: Session) -> None:
    ticks = ("all_chows", "concealed", "self_drawn", "no_flowers")
    assert "4 faan" in read(tick(phone, table, won(CHEN, None), *ticks))
    draft = followed(tick(phone, table, won(CHEN, None), *ticks, take="1"))
    assert sorted(draft["wins"][0]["patterns"]) == sorted(ticks)
    phone.confirm(table, draft)
    assert scores(table) == [-32, -32, 96, -32]
    assert "No flowers. 4 faan" in read(phone.get(reverse("tables:log", args=[table.code])))


def test_a_pattern_worth_nothing_is_not_offered(phone: Phone, table: Session) -> None:
    draft = {"draft": json.dumps(won(CHEN, AIKO))}
    assert "Seven pairs" not in read(
        phone.get(reverse("tables:step", args=[table.code, 1, "patterns"]), draft)
    )
    house = phone.open_table("hongkong", "hkma", **options(faan_seven_pairs=4))
    assert "Seven pairs" in read(phone.get(reverse("tables:step", args=[house.code, 1, "patterns"]), draft))


def test_what_a_pattern_brings_along_is_counted_without_a_tick(phone: Phone, table: Session) -> None:
    counted = read(tick(phone, table, won(CHEN, AIKO), "little_dragons"))
    assert "5 faan" in counted
    assert "2 × Dragon pung" in counted


def test_too_few_faan_are_said_and_only_refused_when_taken(phone: Phone, table: Session) -> None:
    address = reverse("tables:step", args=[table.code, 1, "patterns"])
    opened = phone.get(address, {"draft": json.dumps(won(CHEN, None))})
    assert opened.status_code == 200
    assert ticked_on(opened) == ["self_drawn"]  # known from the middle
    assert "A hand needs 3 faan to win, and this one has 1." in read(opened)
    taken = tick(phone, table, won(CHEN, None), "self_drawn", take="1")
    assert taken.status_code == 422
    assert ticked_on(taken) == ["self_drawn"]


def test_what_contradicts_is_an_error_and_stays_ticked(phone: Phone, table: Session) -> None:
    answer = tick(phone, table, won(CHEN, BENOIT), "all_chows", "all_pungs")
    assert answer.status_code == 422
    assert "One hand cannot have both “All chows” and “All pungs”." in read(answer)
    assert ticked_on(answer) == ["all_chows", "all_pungs"]


@pytest.mark.parametrize("typed", ["", "abc", "-1", "1001"])
def test_a_number_that_is_none_comes_back_with_its_error(phone: Phone, table: Session, typed: str) -> None:
    address = reverse("tables:step", args=[table.code, 1, "patterns"])
    answer = phone.get(address, {"draft": json.dumps(won(CHEN, BENOIT)), "faan": typed})
    assert answer.status_code == 422
    assert "Type a whole number from 0 to 1000." in read(answer)


# wrong input


def test_a_hand_below_the_minimum_says_why_and_keeps_what_was_typed(phone: Phone, table: Session) -> None:
    answer = phone.confirm(table, won(CHEN, AIKO, 2))
    assert answer.status_code == 422
    assert "A hand needs 3 faan to win, and this one has 2." in read(answer)
    assert draft_behind(answer, "Change the faan") == won(CHEN, AIKO)
    assert scores(table) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "draft",
    [
        '{"type":"ron"}',
        '{"type":"win","wins":[{"winner":1,"from":2,"tai":3}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"faan":-1}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"faan":3,"guarantor":7}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"faan":3,"robbed":"yes"}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"patterns":["tai"]}]}',
        '{"type":"win","wins":[{"winner":1}],"dice":[2,1]}',
    ],
)
def test_a_draft_no_screen_made_is_no_page(phone: Phone, table: Session, draft: str) -> None:
    assert answer_to(phone, table, draft).status_code == 404
    assert phone.confirm(table, {}, draft=draft).status_code == 404


# draws and false wins


def test_a_drawn_hand_keeps_the_dealer_or_not(phone: Phone, table: Session) -> None:
    assert "Nobody pays. Aiko deals again." in read(answer_to(phone, table, {"type": "draw"}))
    phone.confirm(table, {"type": "draw"})
    board = read(phone.get(reverse("tables:table", args=[table.code])))
    assert "E1-1" in board
    assert "repeat" not in board  # it pays nothing
    assert "honba" not in board
    passing = phone.open_table("hongkong", "hkma", **options(dealer_draw="passes"))
    assert "Nobody pays. Benoît deals next." in read(answer_to(phone, passing, {"type": "draw"}))


def test_a_false_win_pays_everybody_and_is_replayed(phone: Phone, table: Session) -> None:
    more = phone.get(reverse("tables:more", args=[table.code]))
    assert "Pays each other seat 256; the hand is replayed." in read(more)
    phone.confirm(table, {"type": "false_win", "offender": CHEN})
    assert scores(table) == [256, 256, -768, 256]


# typed, on paper, in French


FIELDS = {"end": "win", "won": "1", "from": "self", "faan-1": "8", "guarantor-1": "3"}


def test_a_whole_hand_is_typed(phone: Phone, table: Session) -> None:
    looked = send(phone, table, FIELDS)
    assert looked.status_code == 200
    assert "384" in read(looked)
    assert confirm(phone, table, FIELDS).status_code == 302
    assert scores(table) == [0, 384, 0, -384]


def test_a_typed_hand_comes_back_into_its_fields() -> None:
    hand = won(BENOIT, AIKO, 8, guarantor=DINA, robbed=True)
    fields = GAME.questions.initial(hand)
    form = GAME.hand_form(
        ("Aiko", "Benoît", "Chen", "Dina"), GAME.variant.presets[0].rules, as_posted(fields)
    )
    assert form.is_valid()
    assert form.draft == hand


def test_a_typed_hand_that_cannot_be_says_so_at_its_field(phone: Phone, table: Session) -> None:
    few = send(phone, table, {**FIELDS, "faan-1": "2"})
    assert few.status_code == 422
    assert "A hand needs 3 faan to win" in read(few)
    assert re.search(r'name="faan-1"[^>]*aria-invalid="true"', few.content.decode())
    none = send(phone, table, {**FIELDS, "faan-1": ""})
    assert none.status_code == 422
    assert "How many faan?" in read(none)
    own = send(phone, table, {**FIELDS, "guarantor-1": "1"})
    assert own.status_code == 422
    assert re.search(r'name="guarantor-1"[^>]*aria-invalid="true"', own.content.decode())


@pytest.mark.parametrize(
    ("cells", "hand"),
    [
        ({"0": "x", "1": "3"}, {"type": "win", "wins": [{"winner": 1, "from": 0, "faan": 3}]}),
        (
            {"1": "8", "3": "g"},
            {"type": "win", "wins": [{"winner": 1, "from": None, "faan": 8, "guarantor": 3}]},
        ),
        (
            {"0": "xr", "1": "4"},
            {"type": "win", "wins": [{"winner": 1, "from": 0, "faan": 4, "robbed": True}]},
        ),
        ({"2": "f"}, {"type": "false_win", "offender": 2}),
        ({"end": "d"}, {"type": "draw"}),
    ],
)
def test_a_row_of_the_sheet_is_read(cells: dict[str, str], hand: dict[str, Any]) -> None:
    reading = GAME.score_sheet.read(cells, 4)
    assert (reading.hand, reading.faults) == (hand, {})


@pytest.mark.parametrize(
    ("cells", "at"),
    [({"0": "r", "1": "4"}, "0"), ({"1": "4", "2": "g", "3": "g"}, "3"), ({"0": "x"}, "0"), ({}, "end")],
)
def test_a_row_that_says_nothing_clear_is_refused_at_its_cell(cells: dict[str, str], at: str) -> None:
    assert list(GAME.score_sheet.read(cells, 4).faults) == [at]


def test_every_screen_of_hong_kong_is_in_french(phone: Phone, table: Session) -> None:
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    sheet = read(answer_to(phone, table, won(BENOIT, AIKO)))
    assert "Faan de la main ; dessous, ce qui est payé." in sheet
    confirmation = read(answer_to(phone, table, won(BENOIT, AIKO, 3)))
    assert "Qui paie pour tous ?" in confirmation
    refused = read(phone.confirm(table, won(BENOIT, AIKO, 2)))
    assert "Il faut 3 faan pour gagner, et cette main en a 2." in refused
    help_page = read(phone.get(reverse("help:game", args=["hongkong"])))
    assert "Ce que valent les faan" in help_page
    assert "Sans fleurs" in help_page
