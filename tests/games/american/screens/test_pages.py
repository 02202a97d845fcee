"""The American screens without JavaScript: three taps and Confirm, switches, typed values, both languages."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from mahjongclub.rules.american import VARIANT
from mahjongclub.tables.models import Session
from tests.games.taiwanese.screens.pages import AIKO, BENOIT, CHEN, DINA, answer_to, drafts_of, keys_of, read
from tests.tables.conftest import NAMES, Phone, scores
from tests.tables.test_typed import confirm


def won(winner: int, payer: int | None, value: int | None = None, **more: Any) -> dict[str, Any]:
    """A win as a draft writes it, its value left out where it is not known yet."""
    win = {"type": "win", "winner": winner, "from": payer, **more}
    return win if value is None else {**win, "value": value}


def options(**changed: Any) -> dict[str, Any]:
    """A form with every option of the game, as the page of a new table sends it."""
    described = VARIANT.rules_type.describe_options()
    values = {
        f"option-{one.name}": one.default
        for one in described
        if one.default is not False and one.default is not None
    }
    return values | {f"option-{name}": value for name, value in changed.items()}


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


@pytest.fixture
def table(phone: Phone) -> Session:
    """A home game; Aiko is East in the first hand."""
    return phone.open_table("american")


@pytest.fixture
def noted(phone: Phone) -> Session:
    """A table of a tournament."""
    return phone.open_table("american", "tournament")


def test_a_hand_takes_three_taps_and_confirm(phone: Phone, table: Session) -> None:
    idle = phone.get(reverse("tables:table", args=[table.code]))
    assert {"type": "win", "winner": BENOIT} in drafts_of(idle)  # tap 1
    assert won(BENOIT, AIKO) in drafts_of(answer_to(phone, table, {"type": "win", "winner": BENOIT}))  # tap 2
    sheet = answer_to(phone, table, won(BENOIT, AIKO))
    assert keys_of(sheet)[25] == "25/50"
    assert list(keys_of(sheet)) == [20, 25, 30, 35, 40, 45, 50, 60, 75, 85]
    assert won(BENOIT, AIKO, 25) in drafts_of(sheet)  # tap 3
    assert "Benoît gets 100" in read(answer_to(phone, table, won(BENOIT, AIKO, 25)))
    assert phone.confirm(table, won(BENOIT, AIKO, 25)).status_code == 302
    assert scores(table) == [-50, 100, -25, -25]
    log = read(phone.get(reverse("tables:log", args=[table.code])))
    assert "Benoît wins on Aiko’s discard: 25" in log


def test_jokerless_and_exempt_are_switches_beside_the_values(phone: Phone, table: Session) -> None:
    plain = answer_to(phone, table, won(CHEN, None))
    assert keys_of(plain)[25] == "50"
    jokerless = won(CHEN, None, jokerless=True)
    assert jokerless in drafts_of(plain)
    assert keys_of(answer_to(phone, table, jokerless))[25] == "100"
    exempt = won(CHEN, None, jokerless=True, exempt=True)
    assert exempt in drafts_of(answer_to(phone, table, jokerless))
    assert keys_of(answer_to(phone, table, exempt))[25] == "50"
    assert won(CHEN, None, exempt=True) in drafts_of(answer_to(phone, table, exempt))


def test_any_other_value_is_typed_and_a_bad_one_is_shown_again(phone: Phone, table: Session) -> None:
    address = reverse("tables:entry", args=[table.code, 1])
    draft = '{"type":"win","winner":1,"from":0}'
    good = phone.get(address, {"draft": draft, "points": "65"})
    assert "Benoît gets 260" in read(good)
    for bad in ("0", "-5", "1001", "a lot", "2.5"):
        answer = phone.get(address, {"draft": draft, "points": bad})
        assert answer.status_code == 422
        assert "Type a whole number from 1 to 1000." in read(answer)
        assert f'value="{bad}"' in answer.content.decode()


def test_a_misnamed_tile_and_dead_hands_are_switches_of_the_hand(phone: Phone, table: Session) -> None:
    sheet = answer_to(phone, table, won(BENOIT, AIKO, 25), edit="1")
    misnamed = won(BENOIT, AIKO, 25, misnamed=True)
    dead = won(BENOIT, AIKO, 25, dead=[DINA])
    assert misnamed in drafts_of(sheet)
    assert dead in drafts_of(sheet)
    phone.confirm(table, misnamed)
    assert scores(table) == [-100, 100, 0, 0]
    phone.confirm(table, dead)
    assert scores(table) == [-150, 200, -25, -25]
    assert "(dead: Dina)" in read(phone.get(reverse("tables:log", args=[table.code])))


def test_a_wall_game_pays_nobody_and_east_passes(phone: Phone, table: Session) -> None:
    assert "Nobody pays anything" in read(answer_to(phone, table, {"type": "draw"}))
    phone.confirm(table, {"type": "draw"})
    assert scores(table) == [0, 0, 0, 0]
    assert Session.objects.get(pk=table.pk).table.dealer == BENOIT


def test_mah_jongg_in_error_asks_who_is_paid_and_for_how_much(phone: Phone, table: Session) -> None:
    more = read(phone.get(reverse("tables:more", args=[table.code])))
    assert "that player is paid 2 times the value" in more
    first = answer_to(phone, table, {"type": "false_mahjong"})
    assert "Who said mah jongg in error?" in read(first)
    told = {"type": "false_mahjong", "offender": AIKO}
    assert told in drafts_of(first)
    second = answer_to(phone, table, told)
    assert "Who had not shown their tiles?" in read(second)
    assert "Who won?" not in read(second)
    told = {**told, "winner": DINA}
    assert told in drafts_of(second)
    assert {**told, "value": 40} in drafts_of(answer_to(phone, table, told))
    phone.confirm(table, {**told, "value": 40})
    assert scores(table) == [-80, 0, 0, 80]
    log = read(phone.get(reverse("tables:log", args=[table.code])))
    assert "Mah jongg in error by Aiko: Dina is paid for 40" in log


def test_a_tournament_asks_how_many_exposures_there_were(phone: Phone, noted: Session) -> None:
    asked = answer_to(phone, noted, won(BENOIT, AIKO, 25))
    assert keys_of(asked) == {0: "−10", 1: "−10", 2: "−20", 3: "−25", 4: "−25"}
    values = answer_to(phone, noted, won(BENOIT, AIKO))
    assert keys_of(values)[25] == "25"
    # what follows a value is another question, and what follows that, or a self-picked tile, is Confirm
    assert "data-asks" in values.content.decode()
    for last in (asked, answer_to(phone, noted, won(BENOIT, None))):
        assert "value-keys" in last.content.decode()
        assert "data-asks" not in last.content.decode()
    told = read(answer_to(phone, noted, won(BENOIT, AIKO, 25, exposures=2)))
    assert "Benoît +25, Aiko −20" in told
    assert "stick" not in told
    phone.confirm(noted, won(BENOIT, AIKO, 25, exposures=2))
    assert scores(noted) == [-20, 25, 0, 0]
    assert "Chen +60" in read(answer_to(phone, noted, won(CHEN, None, 30, jokerless=True)))


def test_a_tournaments_wall_game_asks_whose_hand_was_dead(phone: Phone, noted: Session) -> None:
    sheet = answer_to(phone, noted, {"type": "draw"})
    assert {"type": "draw", "dead": [CHEN]} in drafts_of(sheet)
    phone.confirm(noted, {"type": "draw", "dead": [CHEN]})
    assert scores(noted) == [10, 10, 0, 10]
    corrected = answer_to(phone, noted, {"type": "draw"}, number=1)
    assert "kitty" not in read(corrected)


def test_four_hands_end_the_round_of_a_tournament(phone: Phone, noted: Session) -> None:
    for _hand in range(4):
        phone.confirm(noted, {"type": "draw"})
    assert Session.objects.get(pk=noted.pk).table.ended == "last_hand"


def test_the_fifth_player_bets_and_gives_up_nothing_else(phone: Phone) -> None:
    five = phone.open_table("american", names=(*NAMES, "Emil"), rotation="deal", **options(bets="on"))
    session = Session.objects.get(pk=five.pk)
    assert session.current_rules.bets
    sheet = answer_to(phone, five, won(BENOIT, AIKO, 25))
    assert "On whom was the bet?" in read(sheet)
    assert won(BENOIT, AIKO, 25, bet=BENOIT) in drafts_of(sheet)
    told = answer_to(phone, five, won(BENOIT, AIKO, 25, bet=BENOIT))
    assert "Emil" in read(told)
    assert phone.confirm(five, won(BENOIT, AIKO, 25, bet=BENOIT)).status_code == 302
    table = Session.objects.get(pk=five.pk).table
    assert table.scores == (100, 100, -50, -50)
    assert table.aside[0] == -100  # Aiko was East, and sits out
    assert "(bet on Benoît)" in read(phone.get(reverse("tables:log", args=[five.code])))


def test_nobody_is_asked_for_a_bet_where_nobody_sits_out(phone: Phone, table: Session) -> None:
    sheet = answer_to(phone, table, won(BENOIT, AIKO, 25), edit="1")
    assert "On whom was the bet?" not in read(sheet)


def test_the_typed_hand_has_what_the_rules_have(phone: Phone, table: Session, noted: Session) -> None:
    for session, has in ((table, False), (noted, True)):
        page = phone.get(reverse("tables:typed", args=[session.code])).content.decode()
        assert ('name="exposures"' in page) == has
        assert 'name="bet"' not in page
        fields = {"end": "win", "winner": "1", "from": "0", "value": "30", "jokerless": "on"}
        confirm(phone, session, fields)
    assert scores(table) == [-120, 240, -60, -60]
    assert scores(noted) == [-10, 50, 0, 0]


def test_a_hand_is_said_in_french(phone: Phone, table: Session) -> None:
    french = {"accept-language": "fr"}
    phone.confirm(table, won(BENOIT, None, 25, jokerless=True))
    log = read(phone.get(reverse("tables:log", args=[table.code]), headers=french))
    assert "Benoît gagne sur pioche : 25, sans joker" in log
    phone.confirm(table, {"type": "draw", "dead": [AIKO]})
    log = read(phone.get(reverse("tables:log", args=[table.code]), headers=french))
    assert "Pioche vide (main morte : Aiko)" in log


def test_the_charleston_has_a_card_for_each_pass_with_its_time(phone: Phone, table: Session) -> None:
    more = phone.get(reverse("tables:more", args=[table.code])).content.decode()
    address = reverse("tables:step", args=[table.code, 1, "charleston"])
    assert address in more
    said = []
    page = phone.get(address, {"draft": "{}"})
    for _pass in range(7):
        said.append(re.findall(r'<h2 id="pass">(.*?)</h2>', page.content.decode())[0])
        assert "seconds-60" in page.content.decode()
        assert ("Stop here and play the courtesy pass" in read(page)) == (len(said) in (3, 4, 5))
        following = re.search(r'class="button primary wide" href="([^"]+)"', page.content.decode())
        assert following
        page = phone.get(html.unescape(following[1]))
    assert said == [
        "Three tiles to the right",
        "Three tiles across",
        "Three tiles to the left",
        "Three tiles to the left",
        "Three tiles across",
        "Three tiles to the right",
        "None to three tiles with the player across",
    ]
    assert page.wsgi_request.path == reverse("tables:table", args=[table.code])
    for bad in ("7", "-1", "x", ""):
        assert phone.get(address, {"draft": "{}", "pass": bad}).status_code == 404


def test_a_table_without_a_time_has_no_timer(phone: Phone) -> None:
    table = phone.open_table("american", **options(charleston="off"))
    page = phone.get(reverse("tables:step", args=[table.code, 1, "charleston"]), {"draft": "{}"})
    assert "seconds-" not in page.content.decode()
    french = phone.get(
        reverse("tables:step", args=[table.code, 1, "charleston"]),
        {"draft": "{}", "pass": "2"},
        headers={"accept-language": "fr"},
    )
    assert "Trois tuiles à gauche" in read(french)


def test_a_hand_without_a_wind_is_called_hand_and_number(phone: Phone, table: Session) -> None:
    choosing = answer_to(phone, table, {"type": "win", "winner": BENOIT}).content.decode()
    assert "Hand 1" in choosing
    phone.confirm(table, won(BENOIT, AIKO, 25))
    played = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    assert "Hand 2: Benoît deals" in played
    undo = phone.get(reverse("tables:undo", args=[table.code])).content.decode()
    assert re.search(r"<h2>\s*<span>Hand </span>\s*1\s*</h2>", undo)


def test_three_play_without_the_charleston_and_north(phone: Phone) -> None:
    three = phone.open_table("american", names=NAMES[:3], seats="3", **options())
    assert len(Session.objects.get(pk=three.pk).table.scores) == 3
    more = phone.get(reverse("tables:more", args=[three.code])).content.decode()
    assert "charleston" not in more.lower().replace("charleston-", "")
    assert phone.confirm(three, won(BENOIT, None, 25)).status_code == 302
    assert scores(three) == [-50, 100, -50]
    phone.confirm(three, {"type": "draw"})
    phone.confirm(three, {"type": "draw"})
    assert Session.objects.get(pk=three.pk).table.dealer == AIKO
    rules = read(phone.get(reverse("tables:rules", args=[three.code])))
    assert "Three play without the Charleston" in rules
